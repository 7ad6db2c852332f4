import {
  type Position,
  Range,
  type TextDocument,
  type TextEditor,
  TextEditorRevealType,
  type Uri,
  window,
  workspace,
} from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";

interface Scrolled {
  /** The first visible position. */
  readonly top: Position | undefined;
  /** Whether the editor keeps the end of its document in sight. */
  readonly follows: boolean;
}

/**
 * Keeps the end of growing log documents in sight in the editors that show it, as output channels do: scrolling to the
 * end starts that, scrolling up stops it. Other editors keep their place.
 */
export class EndFollower implements Disposable {
  private readonly isLog: (uri: Uri) => boolean;
  private readonly owned = new DisposableStore();
  private readonly editors = new WeakMap<TextEditor, Scrolled>();

  /** @param isLog returns whether a document is a log that may grow */
  constructor(isLog: (uri: Uri) => boolean) {
    this.isLog = isLog;
    this.owned.add(window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.scrolled(textEditor)));
    this.owned.add(
      window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.scrolled(editor))),
    );
    this.owned.add(workspace.onDidChangeTextDocument(({ document }) => this.changed(document)));
  }

  dispose(): void {
    this.owned.dispose();
  }

  private scrolled(editor: TextEditor): void {
    const { document, visibleRanges } = editor;
    if (!this.isLog(document.uri)) return;
    const before = this.editors.get(editor);
    const top = visibleRanges[0]?.start;
    const up = before?.top !== undefined && top?.isBefore(before.top) === true;
    const follows = showsEnd(editor) || (before?.follows === true && !up);
    this.editors.set(editor, { top, follows });
  }

  private changed(document: TextDocument): void {
    if (!this.isLog(document.uri)) return;
    for (const editor of window.visibleTextEditors) {
      if (editor.document !== document || this.editors.get(editor)?.follows !== true) continue;
      const end = document.lineCount - 1;
      editor.revealRange(new Range(end, 0, end, 0), TextEditorRevealType.Default);
    }
  }
}

/** Returns whether the last line is in sight, or the last but one, which is the last with text. */
function showsEnd({ document, visibleRanges }: TextEditor): boolean {
  const last = visibleRanges.at(-1)?.end.line;
  return last !== undefined && last >= document.lineCount - 2;
}
