import type { Span } from "../base/textEdit.ts";

/** A change of a text, as VS Code describes it. */
export interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Returns a span after a change of the text; a change that overlaps it leaves the position after the new text. */
export function shiftSpan({ start, end }: Span, { rangeOffset, rangeLength, text }: TextChange): Span {
  const by = text.length - rangeLength;
  if (rangeOffset + rangeLength <= start) return { start: start + by, end: end + by };
  if (rangeOffset >= end) return { start, end };
  return { start: rangeOffset + text.length, end: rangeOffset + text.length };
}

/** Returns where a span is after an edit, as far as that follows from the text before and after it. */
export function spanAfter(span: Span, before: string, after: string): Span {
  if (before === after) return span;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const text = after.slice(head, after.length - tail);
  return shiftSpan(span, { rangeOffset: head, rangeLength: before.length - tail - head, text });
}
