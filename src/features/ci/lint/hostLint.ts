import {
  Diagnostic,
  DiagnosticSeverity,
  languages,
  Range,
  type TextDocument,
  type Uri,
  window,
  workspace,
  type TextDocumentContentChangeEvent,
  Position,
} from "vscode";
import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { CiLintResult } from "../../../api/resources/extraTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { type ProjectScope, sameProject } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import type { PollScheduler } from "../../../core/tree/poll.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type CiDiagnostics, markedRange } from "../language/diagnostics.ts";
import type { Problem } from "../language/problem.ts";
import { mostText, type RepositoryFiles } from "../language/repositoryFiles.ts";
import { isInRepository } from "../templates/inRepository.ts";
import { subjectOf } from "./messagePlace.ts";

interface Told {
  readonly range: Range;
  readonly about: Range;
  readonly message: string;
  readonly severity: DiagnosticSeverity;
  readonly source: string;
  readonly twins: readonly Problem["kind"][];
}

interface Checked {
  readonly client: Client;
  readonly project: ProjectScope;
  readonly text: string;
  readonly work: AbortController;
  /** The host does not check it for this account. */
  refused?: true;
}

/** The host would say the same again of the same text: it is asked anew when the file is saved. */
const lasting: ReadonlySet<string> = new Set(["forbidden", "insufficientScope", "notFound", "invalidRequest"]);

/**
 * What the host says about the project's CI file, among the problems: asked for when the file is opened or saved, of hosts that have
 * the route for it, never of texts that were not saved. What is found here as well is told once.
 */
export class HostLint implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly collection = this.owned.add(languages.createDiagnosticCollection("forgeline-ci-host"));
  private readonly context: Pick<Context, "current" | "log">;
  private readonly polling: Pick<PollScheduler, "silentUntil">;
  private readonly files: RepositoryFiles;
  private readonly found: Pick<CiDiagnostics, "at" | "onDidJudge">;
  private readonly told = new Map<string, readonly Told[]>();
  private readonly checked = new Map<string, Checked>();

  constructor(
    context: Pick<Context, "current" | "log">,
    parts: {
      readonly polling: Pick<PollScheduler, "silentUntil">;
      readonly files: RepositoryFiles;
      readonly found: Pick<CiDiagnostics, "at" | "onDidJudge">;
    },
  ) {
    this.context = context;
    this.polling = parts.polling;
    this.files = parts.files;
    this.found = parts.found;
    const visible = (): void => window.visibleTextEditors.forEach(({ document }) => this.check(document));
    this.owned.add(workspace.onDidSaveTextDocument((document) => this.saved(document)));
    this.owned.add(window.onDidChangeVisibleTextEditors(visible));
    this.owned.add(context.current.onDidChange(() => this.follow(visible)));
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)));
    this.owned.add(this.found.onDidJudge((document) => this.show(document)));
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const id = document.uri.toString();
        // Saved again, even as it was, it is checked again: what was about the change is gone.
        if (contentChanges.length > 0) this.uncheck(id);
        const told = this.told.get(id);
        if (!told || contentChanges.length === 0) return;
        this.told.set(id, afterChanges(told, contentChanges));
        this.show(document);
      }),
    );
    visible();
  }

  dispose(): void {
    for (const { work } of this.checked.values()) work.abort();
    this.owned.dispose();
  }

  /** What another account or project is told may be something else, and nobody is told anything when signed out. */
  private follow(visible: () => void): void {
    for (const [id, { client, project }] of [...this.checked]) if (!this.isCurrent(client, project)) this.drop(id);
    visible();
  }

  private isCurrent(client: Client, project: ProjectScope): boolean {
    const { value } = this.context.current;
    return value.kind === "ready" && value.connection.client === client && sameProject(value.project, project);
  }

  /** Saved as it was, it is asked about again only where the host refused to. */
  private saved(document: TextDocument): void {
    const id = document.uri.toString();
    if (this.checked.get(id)?.refused === true) this.checked.delete(id);
    this.check(document);
  }

  private check(document: TextDocument): void {
    this.ask(document).catch((error: unknown) => {
      // Nobody asked for it by hand.
      if (!isCancelled(error)) this.context.log.debug("The host could not check the CI file", error);
    });
  }

  private async ask(document: TextDocument): Promise<void> {
    const { value } = this.context.current;
    const { uri } = document;
    if (value.kind !== "ready" || !isSaved(document) || !isInRepository(uri, value.project.root)) return;
    const {
      project,
      connection: { client },
    } = value;
    if (client.extras.available("ciLint") === false || this.polling.silentUntil !== undefined) return;
    const root = await this.files.rootOf(uri);
    const main = root && (await this.files.mainFile(root));
    const [id, text] = [uri.toString(), document.getText()];
    if (main?.toString() !== id || !isSaved(document) || text.length > mostText) return;
    // The person may have signed out, or gone to another project, since.
    if (!this.isCurrent(client, project)) return;
    const before = this.checked.get(id);
    if (before?.client === client && before.text === text && sameProject(before.project, project)) return;
    before?.work.abort();
    const work = new AbortController();
    const mine: Checked = { client, project, text, work };
    this.checked.set(id, mine);
    let result: CiLintResult;
    try {
      result = await client.extras.ciLint(project.project, { content: text }, { signal: work.signal });
    } catch (error) {
      if (error instanceof ApiError && lasting.has(error.kind)) mine.refused = true;
      else if (this.checked.get(id) === mine) this.checked.delete(id);
      throw error;
    }
    if (this.checked.get(id) !== mine || document.isClosed || document.getText() !== text) return;
    this.told.set(id, this.place(document, result, project));
    this.show(document);
  }

  private place(document: TextDocument, { errors, warnings }: CiLintResult, { instance }: ProjectScope): Told[] {
    const ci = this.files.parse(document.uri.toString(), document.getText());
    const source = instanceHost(instance);
    const placed = (messages: readonly unknown[] | null | undefined, severity: DiagnosticSeverity): Told[] =>
      [...new Set((messages ?? []).filter((message) => typeof message === "string"))].map((message) => {
        const { at, about, twins } = subjectOf(message, ci);
        return {
          range: markedRange(document, at),
          about: markedRange(document, about),
          message: plainText(message, 1000),
          severity,
          source,
          twins,
        };
      });
    return [...placed(errors, DiagnosticSeverity.Error), ...placed(warnings, DiagnosticSeverity.Warning)];
  }

  private show(document: TextDocument): void {
    const told = this.told.get(document.uri.toString());
    if (!told) return;
    // What may be told twice waits until it is known whether it is.
    const own = this.found.at(document)?.problems;
    const isTold = ({ twins, about }: Told): boolean =>
      own === undefined
        ? twins.length > 0
        : own.some(
            ({ problem: { kind }, diagnostic: { range } }) =>
              twins.includes(kind) && about.intersection(range) !== undefined,
          );
    const shown = told
      .filter((each) => !isTold(each))
      .map(({ range, message, severity, source }) =>
        Object.assign(new Diagnostic(range, message, severity), { source }),
      );
    this.collection.set(document.uri, shown);
  }

  private forget(uri: Uri): void {
    this.drop(uri.toString(), uri);
  }

  private drop(
    id: string,
    uri = workspace.textDocuments.find((document) => document.uri.toString() === id)?.uri,
  ): void {
    this.uncheck(id);
    this.told.delete(id);
    if (uri) this.collection.delete(uri);
  }

  private uncheck(id: string): void {
    this.checked.get(id)?.work.abort();
    this.checked.delete(id);
  }
}

/** Open, and as it is on disk. */
const isSaved = ({ isDirty, isClosed }: TextDocument): boolean => !isDirty && !isClosed;
/** Something that is shown at a place in a text, and is about a stretch of it. */
interface Placed {
  readonly range: Range;
  readonly about: Range;
}

/** What is left after a change of the text: what was not about what changed, moved with the lines around it. */
function afterChanges<P extends Placed>(
  placed: readonly P[],
  changes: readonly Pick<TextDocumentContentChangeEvent, "range" | "text">[],
): P[] {
  // Several changes come with the last place first, so that each leaves the places of the next as they are.
  return changes.reduce<P[]>((left, { range, text }) => left.flatMap((each) => moved(each, range, text)), [...placed]);
}

function moved<P extends Placed>(placed: P, range: Range, text: string): P[] {
  const { about } = placed;
  if (range.start.isAfter(about.end)) return [placed];
  // What changes on the line where it begins touches it, as an indent does.
  const whole = text.includes("\n") && text.endsWith("\n") && range.end.character === 0;
  const before =
    range.end.isBefore(new Position(about.start.line, 0)) ||
    (whole && range.end.line === about.start.line && about.start.character === 0);
  if (!before) return [];
  const by = text.split("\n").length - 1 - (range.end.line - range.start.line);
  return [{ ...placed, range: shifted(placed.range, by), about: shifted(about, by) }];
}

const shifted = ({ start, end }: Range, by: number): Range => new Range(start.translate(by), end.translate(by));
