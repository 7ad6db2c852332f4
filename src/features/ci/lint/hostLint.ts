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
import type { CiFiles } from "../language/ciFiles.ts";
import { type CiDiagnostics, markedRange } from "../language/diagnostics.ts";
import type { Problem } from "../language/problem.ts";
import { maxText, type RepositoryFiles } from "../language/repositoryFiles.ts";
import { isInRepository } from "../templates/inRepository.ts";
import { locateMessage } from "./messagePlace.ts";

interface HostMessage {
  readonly range: Range;
  readonly about: Range;
  readonly message: string;
  readonly severity: DiagnosticSeverity;
  readonly source: string;
  readonly duplicateOf: readonly Problem["kind"][];
}

interface Check {
  readonly client: Client;
  readonly project: ProjectScope;
  readonly text: string;
  readonly work: AbortController;
  /** Whether the host refuses to check this text for this account. */
  refused?: true;
}

/** Errors that would repeat for the same text, so the host is asked again only when the file is saved. */
const persistentErrors: ReadonlySet<string> = new Set(["forbidden", "insufficientScope", "notFound", "invalidRequest"]);

/**
 * Shows the host's lint results of the project's CI file in the Problems view. The file is checked when it is opened or
 * saved, never unsaved, and only by hosts that have the route. Messages that duplicate our own problems are hidden.
 */
export class HostLint implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly collection = this.owned.add(languages.createDiagnosticCollection("forgeline-ci-host"));
  private readonly context: Pick<Context, "current" | "log">;
  private readonly polling: Pick<PollScheduler, "silentUntil">;
  private readonly files: RepositoryFiles;
  private readonly diagnostics: Pick<CiDiagnostics, "at" | "onDidUpdate">;
  private readonly messages = new Map<string, readonly HostMessage[]>();
  private readonly checks = new Map<string, Check>();

  constructor(
    context: Pick<Context, "current" | "log">,
    parts: {
      readonly polling: Pick<PollScheduler, "silentUntil">;
      readonly files: RepositoryFiles;
      readonly ciFiles: Pick<CiFiles, "onDidChange">;
      readonly found: Pick<CiDiagnostics, "at" | "onDidUpdate">;
    },
  ) {
    this.context = context;
    this.polling = parts.polling;
    this.files = parts.files;
    this.diagnostics = parts.found;
    const visible = (): void => window.visibleTextEditors.forEach(({ document }) => this.check(document));
    this.owned.add(workspace.onDidSaveTextDocument((document) => this.onSave(document)));
    this.owned.add(window.onDidChangeVisibleTextEditors(visible));
    this.owned.add(parts.ciFiles.onDidChange(visible));
    this.owned.add(context.current.onDidChange(() => this.follow(visible)));
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)));
    this.owned.add(this.diagnostics.onDidUpdate((document) => this.show(document)));
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const id = document.uri.toString();
        // Saving again, even with the same text, checks it again.
        if (contentChanges.length > 0) this.cancelCheck(id);
        const told = this.messages.get(id);
        if (!told || contentChanges.length === 0) return;
        this.messages.set(id, afterChanges(told, contentChanges));
        this.show(document);
      }),
    );
    visible();
  }

  dispose(): void {
    for (const { work } of this.checks.values()) work.abort();
    this.owned.dispose();
  }

  /** Drops the results of other accounts and projects, and all results after signing out. */
  private follow(visible: () => void): void {
    for (const [id, { client, project }] of [...this.checks]) if (!this.isCurrent(client, project)) this.drop(id);
    visible();
  }

  private isCurrent(client: Client, project: ProjectScope): boolean {
    const { value } = this.context.current;
    return value.kind === "ready" && value.connection.client === client && sameProject(value.project, project);
  }

  /** Checks an unchanged text again only if the host refused to check it. */
  private onSave(document: TextDocument): void {
    const id = document.uri.toString();
    if (this.checks.get(id)?.refused === true) this.checks.delete(id);
    this.check(document);
  }

  private check(document: TextDocument): void {
    this.request(document).catch((error: unknown) => {
      // Background request: nobody waits for it.
      if (!isCancelled(error)) this.context.log.debug("The host could not check the CI file", error);
    });
  }

  private async request(document: TextDocument): Promise<void> {
    const { value } = this.context.current;
    const { uri } = document;
    if (value.kind !== "ready" || !isSaved(document) || !isInRepository(uri, value.project.root)) return;
    const {
      project,
      connection: { client },
    } = value;
    const isSilent = this.polling.silentUntil(project.instance) !== undefined;
    if (client.extras.available("ciLint") === false || isSilent) return;
    const root = await this.files.rootOf(uri);
    const main = root && (await this.files.mainFile(root));
    const [id, text] = [uri.toString(), document.getText()];
    if (main?.toString() !== id || !isSaved(document) || text.length > maxText) return;
    // The account or project may have changed meanwhile.
    if (!this.isCurrent(client, project)) return;
    const before = this.checks.get(id);
    if (before?.client === client && before.text === text && sameProject(before.project, project)) return;
    before?.work.abort();
    const work = new AbortController();
    const mine: Check = { client, project, text, work };
    this.checks.set(id, mine);
    let result: CiLintResult;
    try {
      result = await client.extras.ciLint(project.project, { content: text }, { signal: work.signal });
    } catch (error) {
      if (error instanceof ApiError && persistentErrors.has(error.kind)) mine.refused = true;
      else if (this.checks.get(id) === mine) this.checks.delete(id);
      throw error;
    }
    if (this.checks.get(id) !== mine || document.isClosed || document.getText() !== text) return;
    this.messages.set(id, this.locate(document, result, project));
    this.show(document);
  }

  private locate(
    document: TextDocument,
    { errors, warnings }: CiLintResult,
    { instance }: ProjectScope,
  ): HostMessage[] {
    const ci = this.files.parse(document.uri.toString(), document.getText());
    const source = instanceHost(instance);
    const placed = (messages: readonly unknown[] | null | undefined, severity: DiagnosticSeverity): HostMessage[] =>
      [...new Set((messages ?? []).filter((message) => typeof message === "string"))].map((message) => {
        const { at, about, duplicateOf } = locateMessage(message, ci);
        return {
          range: markedRange(document, at),
          about: markedRange(document, about),
          message: plainText(message, 1000),
          severity,
          source,
          duplicateOf,
        };
      });
    return [...placed(errors, DiagnosticSeverity.Error), ...placed(warnings, DiagnosticSeverity.Warning)];
  }

  private show(document: TextDocument): void {
    const messages = this.messages.get(document.uri.toString());
    if (!messages) return;
    // Messages that may be duplicates wait until our own problems are known.
    const own = this.diagnostics.at(document)?.problems;
    const isDuplicate = ({ duplicateOf, about }: HostMessage): boolean =>
      own === undefined
        ? duplicateOf.length > 0
        : own.some(
            ({ problem: { kind }, diagnostic: { range } }) =>
              duplicateOf.includes(kind) && about.intersection(range) !== undefined,
          );
    const shown = messages
      .filter((each) => !isDuplicate(each))
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
    this.cancelCheck(id);
    this.messages.delete(id);
    if (uri) this.collection.delete(uri);
  }

  private cancelCheck(id: string): void {
    this.checks.get(id)?.work.abort();
    this.checks.delete(id);
  }
}

const isSaved = ({ isDirty, isClosed }: TextDocument): boolean => !isDirty && !isClosed;
/** A message at a range, about a possibly larger range. */
interface RangedMessage {
  readonly range: Range;
  readonly about: Range;
}

/** Returns the messages whose text is unchanged, moved with the lines around them. */
function afterChanges<P extends RangedMessage>(
  placed: readonly P[],
  changes: readonly Pick<TextDocumentContentChangeEvent, "range" | "text">[],
): P[] {
  // VS Code orders the changes from last to first, so that each leaves the ranges of the following ones valid.
  return changes.reduce<P[]>((left, { range, text }) => left.flatMap((each) => moved(each, range, text)), [...placed]);
}

function moved<P extends RangedMessage>(placed: P, range: Range, text: string): P[] {
  const { about } = placed;
  if (range.start.isAfter(about.end)) return [placed];
  // A change on the line where the text begins affects it, as an indent does.
  const whole = text.includes("\n") && text.endsWith("\n") && range.end.character === 0;
  const before =
    range.end.isBefore(new Position(about.start.line, 0)) ||
    (whole && range.end.line === about.start.line && about.start.character === 0);
  if (!before) return [];
  const by = text.split("\n").length - 1 - (range.end.line - range.start.line);
  return [{ ...placed, range: shifted(placed.range, by), about: shifted(about, by) }];
}

const shifted = ({ start, end }: Range, by: number): Range => new Range(start.translate(by), end.translate(by));
