/** A range of a text in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replaces a span, which is empty for an insertion; offsets refer to the text before any edit. */
export interface TextEdit extends Span {
  readonly text: string;
}

export const insertion = (at: number, text: string): TextEdit => ({ start: at, end: at, text });

/**
 * Sorts edits by offset; insertions at the same offset keep their order and become one edit.
 * @throws Error when two overlap
 */
export function orderedEdits(edits: readonly TextEdit[]): TextEdit[] {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const joined: TextEdit[] = [];
  for (const edit of sorted) {
    const last = joined.at(-1);
    if (last && edit.start < last.end) throw new Error(`Edits at ${edit.start} and ${last.start} overlap`);
    if (last?.start === edit.start && last.end === edit.start)
      joined[joined.length - 1] = { start: last.start, end: edit.end, text: last.text + edit.text };
    else joined.push(edit);
  }
  return joined;
}

/** Returns the text with the edits applied. @throws Error when two overlap */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of orderedEdits(edits)) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
