import { env, Range, type TextEditor, type TextEditorDecorationType } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { annotationText } from "./annotationText.ts";
import type { BlamedFile, BlamedLine } from "./blamedFile.ts";
import type { BlamedFiles } from "./blamedFiles.ts";
import { type BlameSubject, blameSubject } from "./blameSubject.ts";
import type { LineRange } from "./lineRanges.ts";
import { editorLines, lineBefore, type Run, sameLines } from "./sameLines.ts";

/** Lines beyond the visible ones: VS Code leaves half visible lines out, and short scrolling should not flicker. */
const margin = 20;
/** No window shows more lines at once. */
const mostLines = 500;
/** Milliseconds after the first of many events in a row until the editor is painted anew, and after the last until lines are asked for. */
const [paintDelay, askDelay] = [40, 150];

/** A line with its annotation; counted from 0. */
export interface Annotation {
  readonly line: number;
  readonly text: string;
}

/** The annotations of one editor: of the lines that it shows, whatever the length of its document. */
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
  private askTimer: NodeJS.Timeout | undefined;

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
    this.owned.add({ dispose: () => this.leave() });
    this.owned.add({ dispose: () => clearTimeout(this.paintTimer) });
    this.owned.add({ dispose: () => clearTimeout(this.askTimer) });
    void this.open();
  }

  /** Finds out which file at which commit the editor shows, at first and when that may be another. */
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
    this.leave();
    this.subject = subject;
    this.compared = undefined;
    if (subject !== undefined) {
      this.file = this.files.of(subject, subject.lines?.length ?? document.lineCount);
      this.loading = this.file.onDidLoad(() => this.paint());
    }
    this.paint();
    this.ask();
  }

  /** Something moved: lines came into sight or were changed. */
  soon(): void {
    this.paintTimer ??= setTimeout(() => this.paint(), paintDelay);
    clearTimeout(this.askTimer);
    this.askTimer = setTimeout(() => this.ask(), askDelay);
  }

  /** Where a line comes from, counted from 0; undefined for one that was changed here, and while that is not known. */
  at(line: number): { readonly subject: BlameSubject; readonly blamed: BlamedLine } | undefined {
    const { subject, file } = this;
    const { document } = this.editor;
    const was = subject && line < document.lineCount ? this.before(subject, line) : undefined;
    const blamed = was === undefined ? undefined : file?.at(was + 1);
    if (subject === undefined || blamed === undefined) return undefined;
    // A branch may stand elsewhere than when the document was read.
    const sure = isFullSha(subject.ref) || document.lineAt(line).text === blamed.text.replace(/\r$/, "");
    return sure ? { subject, blamed } : undefined;
  }

  /** Takes the annotations away. */
  dispose(): void {
    this.owned.dispose();
    this.editor.setDecorations(this.type, []);
    this.shown = [];
  }

  private leave(): void {
    this.loading?.dispose();
    this.file?.want(this, []);
    if (this.subject) this.files.forget(this.subject);
    [this.loading, this.file, this.subject] = [undefined, undefined, undefined];
  }

  private before(subject: BlameSubject, line: number): number | undefined {
    if (subject.lines === undefined) return line;
    const { document } = this.editor;
    if (this.compared?.version !== document.version) {
      this.compared = { version: document.version, runs: sameLines(subject.lines, editorLines(document.getText())) };
    }
    return lineBefore(this.compared.runs, line);
  }

  /** Numbers of the lines in sight and near it, counted from 0, in order. */
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

  private ask(): void {
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
    file.want(this, ranges);
  }
}
