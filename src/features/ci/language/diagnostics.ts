import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  l10n,
  languages,
  Location,
  type Range,
  type TextDocument,
  type Uri,
  workspace,
} from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import type { Span } from "../../../core/base/textEdit.ts";
import type { Context } from "../../../core/context.ts";
import { rangeOf } from "../../../core/ui/documentEdits.ts";
import type { Analysis, Analyzer } from "./analysis.ts";
import type { CiFiles } from "./ciFiles.ts";
import { problemText } from "./labels.ts";
import type { Problem } from "./problem.ts";
import type { TemplateSource } from "./templateSource.ts";

/** Delay after a change before a file is checked, in ms. */
const checkDelay = 300;

/** Shown by the editor as the source of a problem. */
const source = "Forgeline";

/** A problem and its diagnostic. */
export interface ShownProblem {
  readonly problem: Problem;
  readonly diagnostic: Diagnostic;
}

/** Publishes the problems of the open CI files, updated after each change. */
export class CiDiagnostics implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly collection = this.owned.add(languages.createDiagnosticCollection("forgeline-ci"));
  private readonly updated = this.owned.add(new Emitter<TextDocument>());
  /** Fires with a document when its problems change. */
  readonly onDidUpdate: Event<TextDocument> = this.updated.event;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly shown = new Map<
    string,
    { readonly analysis: Analysis; readonly problems: readonly ShownProblem[] }
  >();
  private readonly analyzer: Pick<Analyzer, "analyze">;
  private readonly ciFiles: Pick<CiFiles, "has" | "onDidChange">;
  private readonly log: Context["log"];

  constructor(
    analyzer: Pick<Analyzer, "analyze">,
    templates: Pick<TemplateSource, "onDidChange">,
    ciFiles: Pick<CiFiles, "has" | "onDidChange">,
    log: Context["log"],
  ) {
    this.analyzer = analyzer;
    this.ciFiles = ciFiles;
    this.log = log;
    const all = (): void => workspace.textDocuments.forEach((document) => this.schedule(document));
    this.owned.add(workspace.onDidOpenTextDocument((document) => this.schedule(document)));
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)));
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        // Other files may include it.
        if (/\.ya?ml$/.test(document.uri.path) && workspace.fs.isWritableFileSystem(document.uri.scheme) !== false)
          all();
      }),
    );
    const watcher = this.owned.add(workspace.createFileSystemWatcher("**/*.{yml,yaml}"));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) this.owned.add(event(all));
    this.owned.add(templates.onDidChange(all));
    this.owned.add(
      ciFiles.onDidChange(() => {
        for (const { uri } of workspace.textDocuments) if (!ciFiles.has(uri)) this.forget(uri);
        all();
      }),
    );
    all();
  }

  /** Returns the analysis and diagnostics of a document's current version. */
  at(document: TextDocument): { readonly analysis: Analysis; readonly problems: readonly ShownProblem[] } | undefined {
    const shown = this.shown.get(document.uri.toString());
    return shown?.analysis.version === document.version ? shown : undefined;
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.owned.dispose();
  }

  private schedule(document: TextDocument): void {
    if (document.isClosed || !this.isChecked(document)) return;
    const id = document.uri.toString();
    clearTimeout(this.timers.get(id));
    this.timers.set(
      id,
      setTimeout(() => {
        this.timers.delete(id);
        this.check(document, id).catch((error: unknown) =>
          this.log.warn(`${id} could not be judged as a CI file`, error),
        );
      }, checkDelay),
    );
  }

  /**
   * Returns whether a document is checked: files and untitled documents, but not read-only views of git, hosts and other
   * extensions.
   */
  private isChecked({ uri }: TextDocument): boolean {
    return (
      this.ciFiles.has(uri) &&
      (uri.scheme === "file" || uri.scheme === "untitled" || workspace.getWorkspaceFolder(uri) !== undefined)
    );
  }

  private async check(document: TextDocument, id: string): Promise<void> {
    const { version } = document;
    const analysis = await this.analyzer.analyze(document);
    // A newer version is checked on its own.
    if (document.isClosed || document.version !== version || this.timers.has(id)) return;
    if (!analysis) {
      this.forget(document.uri);
      return;
    }
    const problems = analysis.problems.map((problem) => ({ problem, diagnostic: diagnosticOf(document, problem) }));
    this.shown.set(id, { analysis, problems });
    this.collection.set(
      document.uri,
      problems.map(({ diagnostic }) => diagnostic),
    );
    this.updated.fire(document);
  }

  private forget(uri: Uri): void {
    const id = uri.toString();
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.shown.delete(id);
    this.collection.delete(uri);
  }
}

function diagnosticOf(document: TextDocument, problem: Problem): Diagnostic {
  const mild = problem.kind === "repeatedKey" || problem.kind === "missingFile";
  const diagnostic = new Diagnostic(
    markedRange(document, problem),
    problemText(problem),
    mild ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error,
  );
  diagnostic.source = source;
  diagnostic.code = problem.kind;
  if (problem.kind === "repeatedKey") {
    diagnostic.relatedInformation = [
      new DiagnosticRelatedInformation(
        new Location(document.uri, markedRange(document, problem.earlier)),
        l10n.t("First defined here."),
      ),
    ];
  }
  return diagnostic;
}

/** Returns the range of a span to mark; an empty span marks the next character. */
export const markedRange = (document: TextDocument, { start, end }: Span): Range =>
  rangeOf(document, { start, end: Math.max(end, start + 1) });
