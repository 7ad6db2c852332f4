import { setImmediate as breathe } from "node:timers/promises";
import { type CancellationToken, DocumentLink, l10n, Range, type TextDocument, type Uri } from "vscode";
import type { Span } from "../../../core/base/textEdit.ts";
import { readLogQuery } from "../../../core/logText/address.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { Checkouts } from "../../../core/problems/checkout.ts";
import { ReferenceFinder } from "../../../core/problems/places.ts";
import type { OpenFiles, ProjectFiles } from "../../../core/problems/projectFiles.ts";

interface LogLink extends Span {
  readonly line: number;
  readonly target: Uri;
}

/** Limit of links per log; all are sent to the window with every change. */
const LIMIT = 3000;
/** Milliseconds of work before yielding. */
const TURN = 8;

/** The links of a log document; only new lines are processed when it grows. */
class LinkedLog {
  private finder = new ReferenceFinder();
  private checkouts = new Checkouts();
  private lines = 0;
  private first = "";
  private last = "";
  private found: LogLink[] = [];

  async read(document: TextDocument, files: OpenFiles, token: CancellationToken): Promise<readonly LogLink[]> {
    // The log was cleared or truncated at its start.
    if (
      this.lines > 0 &&
      (document.lineCount <= this.lines ||
        document.lineAt(this.lines - 1).text !== this.last ||
        document.lineAt(0).text !== this.first)
    )
      this.reset();
    let since = performance.now();
    // The last line may be incomplete.
    while (this.lines < document.lineCount - 1 && this.found.length < LIMIT) {
      const { text } = document.lineAt(this.lines);
      if (this.lines === 0) this.first = text;
      this.last = text;
      this.checkouts.line(text);
      this.addLinks(text, files);
      this.lines++;
      if (performance.now() - since < TURN) continue;
      await breathe();
      since = performance.now();
      if (token.isCancellationRequested || document.isClosed) break;
    }
    return this.found;
  }

  private addLinks(text: string, files: OpenFiles): void {
    const { folders } = this.checkouts;
    for (const { path, start, end, line, column, fromLineStart: wide } of this.finder.find(text)) {
      const at = (name: string): Uri | undefined =>
        files
          .find({ path: name }, folders)
          ?.with({ fragment: column === undefined ? `L${line}` : `L${line},${column}` });
      const whole = wide && at(wide.path);
      const target = whole ?? at(path);
      if (target) this.found.push({ line: this.lines, start: whole ? wide.start : start, end, target });
    }
  }

  private reset(): void {
    [this.finder, this.checkouts, this.lines, this.found] = [new ReferenceFinder(), new Checkouts(), 0, []];
  }
}

/** Provides links from source locations in job logs to the files of the workspace. */
export class LogLinks {
  private readonly files: ProjectFiles;
  private readonly logs = new WeakMap<TextDocument, LinkedLog>();

  constructor(files: ProjectFiles) {
    this.files = files;
  }

  /**
   * Returns the links of a document.
   * @param channel the job of an output channel; log documents have it in their URI
   */
  async links(document: TextDocument, channel: JobRef | undefined, token: CancellationToken): Promise<DocumentLink[]> {
    const scope = channel ?? readLogQuery(document.uri);
    const files = scope && (await this.files.of(scope));
    if (!files || token.isCancellationRequested) return [];
    const log = this.logs.get(document) ?? new LinkedLog();
    this.logs.set(document, log);
    return (await log.read(document, files, token)).map(({ line, start, end, target }) => {
      const link = new DocumentLink(new Range(line, start, line, end), target);
      link.tooltip = l10n.t("Open File");
      return link;
    });
  }
}
