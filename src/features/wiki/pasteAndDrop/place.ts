import type { TextDocumentContentChangeEvent } from "vscode";
import type { Span } from "../../../core/base/textEdit.ts";

type TextChange = Pick<TextDocumentContentChangeEvent, "rangeOffset" | "rangeLength" | "text">;

/** Returns a place after a change of the text: an edit before it moves it; one that replaces some of it leaves the end of the new text. */
export function movedPlace({ start, end }: Span, { rangeOffset, rangeLength, text }: TextChange): Span {
  const by = text.length - rangeLength;
  if (rangeOffset + rangeLength <= start) return { start: start + by, end: end + by };
  if (rangeOffset >= end) return { start, end };
  return { start: rangeOffset + text.length, end: rangeOffset + text.length };
}
