/** Puts a text in the place of another; offsets are UTF-16 code units of the text as it was. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits in the order of their places; what is put into one place keeps its order and becomes one edit. @throws Error when two overlap */
export function ordered(edits: readonly TextEdit[]): TextEdit[] {
  const sorted = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end || a.index - b.index)
    .map(({ edit }) => edit);
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

/** The text with the edits made. @throws Error when two overlap */
export function applied(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: put } of ordered(edits)) {
    result += text.slice(at, start) + put;
    at = end;
  }
  return result + text.slice(at);
}
