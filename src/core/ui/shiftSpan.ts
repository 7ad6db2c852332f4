import type { TextDocumentContentChangeEvent } from "vscode";
import type { Span } from "../base/textEdit.ts";

type TextChange = Pick<TextDocumentContentChangeEvent, "rangeOffset" | "rangeLength" | "text">;

/** Returns a span after a change of the text; a change that overlaps it leaves the position after the new text. */
export function shiftSpan({ start, end }: Span, { rangeOffset, rangeLength, text }: TextChange): Span {
  const by = text.length - rangeLength;
  if (rangeOffset + rangeLength <= start) return { start: start + by, end: end + by };
  if (rangeOffset >= end) return { start, end };
  return { start: rangeOffset + text.length, end: rangeOffset + text.length };
}
