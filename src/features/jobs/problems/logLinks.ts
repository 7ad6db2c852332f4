import { setImmediate as breathe } from "node:timers/promises";
import { type CancellationToken, DocumentLink, l10n, Range, type TextDocument, type Uri } from "vscode";
import type { Span } from "../../../core/base/textEdit.ts";
import { readLogAddress } from "../../../core/logText/address.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { Checkouts } from "../../../core/problems/checkout.ts";
import { PlaceFinder } from "../../../core/problems/places.ts";
import type { OpenFiles, ProjectFiles } from "../../../core/problems/projectFiles.ts";

interface Found extends Span {
  readonly line: number;
  readonly target: Uri;
}

/** Nobody follows more; each crosses to the window with every change of the log. */
const LIMIT = 3000;
/** Milliseconds after which others have a turn. */
const TURN = 8;

/** What is known of a log's text: as the text grows, only what is new is looked at. */
class LinkedLog {
  private finder = new PlaceFinder();
  private checkouts = new Checkouts();
  private lines = 0;
  private first = "";
  private last = "";
  private found: Found[] = [];

  async read(document: TextDocument, files: OpenFiles, token: CancellationToken): Promise<readonly Found[]> {
    // Cleared, or cut at its begin.
    if (
      this.lines > 0 &&
      (document.lineCount <= this.lines ||
        document.lineAt(this.lines - 1).text !== this.last ||
        document.lineAt(0).text !== this.first)
    )
      this.forget();
    let since = performance.now();
    // The last line may go on.
    while (this.lines < document.lineCount - 1 && this.found.length < LIMIT) {
      const { text } = document.lineAt(this.lines);
      if (this.lines === 0) this.first = text;
      this.last = text;
      this.checkouts.line(text);
      this.look(text, files);
      this.lines++;
      if (performance.now() - since < TURN) continue;
      await breathe();
      since = performance.now();
      if (token.isCancellationRequested || document.isClosed) break;
    }
    return this.found;
  }

  private look(text: string, files: OpenFiles): void {
    const { folders } = this.checkouts;
    for (const { path, start, end, line, column, wide } of this.finder.find(text)) {
      const at = (name: string): Uri | undefined =>
        files
          .find({ path: name }, folders)
          ?.with({ fragment: column === undefined ? `L${line}` : `L${line},${column}` });
      const whole = wide && at(wide.path);
      const target = whole ?? at(path);
      if (target) this.found.push({ line: this.lines, start: whole ? wide.start : start, end, target });
    }
  }

  private forget(): void {
    [this.finder, this.checkouts, this.lines, this.found] = [new PlaceFinder(), new Checkouts(), 0, []];
  }
}

/** Links from the places that a job's log names to the files of the workspace. */
export class LogLinks {
  private readonly files: ProjectFiles;
  private readonly logs = new WeakMap<TextDocument, LinkedLog>();

  constructor(files: ProjectFiles) {
    this.files = files;
  }

  /** @param channel the job whose output channel the document shows; others are of the logs' own scheme. */
  async links(document: TextDocument, channel: JobRef | undefined, token: CancellationToken): Promise<DocumentLink[]> {
    const scope = channel ?? readLogAddress(document.uri);
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
