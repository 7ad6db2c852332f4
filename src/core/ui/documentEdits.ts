import { Position, Range, type TextDocument, WorkspaceEdit } from "vscode";
import type { Span, TextEdit } from "../base/textEdit.ts";

/** Converts offsets of a text to positions: a document, or `closedText`. */
export type Positions = Pick<TextDocument, "positionAt">;

/** Returns the positions of a text that may not be open as a document. */
export const closedText = (text: string): Positions => ({
  positionAt: (offset) => {
    const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
    return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  },
});

export const rangeOf = (text: Positions, { start, end }: Span): Range =>
  new Range(text.positionAt(start), text.positionAt(end));

/** Returns the edits of a document as one WorkspaceEdit, undone in one step. */
export function workspaceEdit(document: TextDocument, edits: readonly TextEdit[]): WorkspaceEdit {
  const change = new WorkspaceEdit();
  for (const edit of edits) change.replace(document.uri, rangeOf(document, edit), edit.text);
  return change;
}
