/** The form of the record of what a window showed: entries that begin with what they are of, then texts. */
const begins = "\u001e";
const next = "\u001f";

export const recordEntry = (what: string, texts: readonly string[]): string =>
  `${begins}${what}${next}${texts.join(next)}`;

/** Returns what the entry at an offset (in bytes) is of. */
export function entryAt(record: Buffer, at: number): string {
  const start = record.lastIndexOf(begins, at) + 1;
  return record.toString("utf8", start, record.indexOf(next, start));
}
