import { env, Range, type TextEditor, type TextEditorDecorationType } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { editorLines, lineBefore, type Run, sameLines } from "../../../core/comparisons/sameLines.ts";
import type { Context } from "../../../core/context.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { annotationText } from "./annotationText.ts";
import type { BlamedFile, BlamedLine } from "./blamedFile.ts";
import type { BlamedFiles } from "./blamedFiles.ts";
import { type BlameSubject, blameSubject } from "./blameSubject.ts";
import type { LineRange } from "./lineRanges.ts";

/** Lines around the visible ones: VS Code omits partly visible lines, and short scrolling should not flicker. */
const margin = 20;
/** Limit of annotated lines. */
const mostLines = 500;
/** Milliseconds from the first event of a burst until painting, and from the last until requesting lines. */
const [paintDelay, requestDelay] = [40, 150];

/** The annotation of a line. */
export interface Annotation {
  /** Counted from 0. */
  readonly line: number;
  readonly text: string;
}

/** The annotations of one editor, limited to the lines near the visible ones. */
export class EditorBlame implements Disposable {
  readonly editor: TextEditor;
  /** As last painted. */
  shown: readonly Annotation[] = [];
  private readonly context: Context;
  private readonly files: BlamedFiles;
  private readonly type: TextEditorDecorationType;
  private readonly onDidPaint: () => void;
  private readonly owned = new DisposableStore();
  private opening: AbortController | undefined;
  private subject: BlameSubject | undefined;
  private file: BlamedFile | undefined;
  private loading: Disposable | undefined;
  private compared: { readonly version: number; readonly runs: readonly Run[] } | undefined;
  private paintTimer: NodeJS.Timeout | undefined;
  private requestTimer: NodeJS.Timeout | undefined;

  constructor(options: {
    readonly context: Context;
    readonly files: BlamedFiles;
    readonly editor: TextEditor;
    readonly type: TextEditorDecorationType;
    readonly onDidPaint: () => void;
  }) {
    ({
      context: this.context,
      files: this.files,
      editor: this.editor,
      type: this.type,
      onDidPaint: this.onDidPaint,
    } = options);
    this.owned.add({ dispose: () => this.opening?.abort() });
    this.owned.add({ dispose: () => this.releaseFile() });
    this.owned.add({ dispose: () => clearTimeout(this.paintTimer) });
    this.owned.add({ dispose: () => clearTimeout(this.requestTimer) });
    void this.open();
  }

  /** Determines which file at which commit the editor shows, initially and when this may have changed. */
  async open(): Promise<void> {
    this.opening?.abort();
    const opening = new AbortController();
    this.opening = opening;
    const { document } = this.editor;
    let subject: BlameSubject | undefined;
    try {
      subject = await blameSubject(this.context, document, opening.signal);
    } catch (error) {
      this.context.report.background(error, "Find the commit to blame");
    }
    if (opening.signal.aborted) return;
    this.releaseFile();
    this.subject = subject;
    this.compared = undefined;
    if (subject !== undefined) {
      this.file = this.files.of(subject, subject.lines?.length ?? document.lineCount);
      this.loading = this.file.onDidLoad(() => this.paint());
    }
    this.paint();
    this.requestLines();
  }

  /** Schedules painting and loading after lines were scrolled or edited. */
  scheduleUpdate(): void {
    this.paintTimer ??= setTimeout(() => this.paint(), paintDelay);
    clearTimeout(this.requestTimer);
    this.requestTimer = setTimeout(() => this.requestLines(), requestDelay);
  }

  /** Returns the blame of a line, counted from 0; undefined for an edited line, and unless loaded. */
  at(line: number): { readonly subject: BlameSubject; readonly blamed: BlamedLine } | undefined {
    const { subject, file } = this;
    const { document } = this.editor;
    const was = subject && line < document.lineCount ? this.before(subject, line) : undefined;
    const blamed = was === undefined ? undefined : file?.at(was + 1);
    if (subject === undefined || blamed === undefined) return undefined;
    // A branch may have moved since the document was read.
    const isCurrent = isFullSha(subject.ref) || document.lineAt(line).text === blamed.text.replace(/\r$/, "");
    return isCurrent ? { subject, blamed } : undefined;
  }

  /** Removes the annotations. */
  dispose(): void {
    this.owned.dispose();
    this.editor.setDecorations(this.type, []);
    this.shown = [];
  }

  private releaseFile(): void {
    this.loading?.dispose();
    this.file?.setShownLines(this, []);
    if (this.subject) this.files.forget(this.subject);
    [this.loading, this.file, this.subject] = [undefined, undefined, undefined];
  }

  /** Returns the line at the commit that a line of the editor was; both counted from 0. */
  private before(subject: BlameSubject, line: number): number | undefined {
    if (subject.lines === undefined) return line;
    const { document } = this.editor;
    if (this.compared?.version !== document.version) {
      this.compared = { version: document.version, runs: sameLines(subject.lines, editorLines(document.getText())) };
    }
    return lineBefore(this.compared.runs, line);
  }

  /** Returns the visible lines and those near them, counted from 0, in order. */
  private get near(): number[] {
    const { visibleRanges, document } = this.editor;
    const lines = new Set<number>();
    for (const { start, end } of visibleRanges) {
      const last = Math.min(end.line + margin, document.lineCount - 1);
      for (let line = Math.max(0, start.line - margin); line <= last && lines.size < mostLines; line++) lines.add(line);
    }
    return [...lines].sort((a, b) => a - b);
  }

  private paint(): void {
    clearTimeout(this.paintTimer);
    this.paintTimer = undefined;
    const now = Date.now();
    const texts = new Map<string, string>();
    this.shown = this.near.flatMap((line) => {
      const commit = this.at(line)?.blamed.commit;
      if (commit === undefined) return [];
      const text = texts.get(commit.id) ?? annotationText(commit, now, env.language);
      texts.set(commit.id, text);
      return [{ line, text }];
    });
    this.editor.setDecorations(
      this.type,
      this.shown.map(({ line, text }) => {
        const { end } = this.editor.document.lineAt(line).range;
        return { range: new Range(end, end), renderOptions: { after: { contentText: text } } };
      }),
    );
    this.onDidPaint();
  }

  private requestLines(): void {
    const { subject, file } = this;
    if (subject === undefined || file === undefined) return;
    const ranges: LineRange[] = [];
    for (const line of this.near) {
      const was = this.before(subject, line);
      if (was === undefined) continue;
      const last = ranges.at(-1);
      if (last?.end === was) ranges[ranges.length - 1] = { start: last.start, end: was + 1 };
      else ranges.push({ start: was + 1, end: was + 1 });
    }
    file.setShownLines(this, ranges);
  }
}
