/** Bytes of the items of one answer, which leave room for what is said around them. */
const pageBytes = 12_500;

/** Some of many items, and how many follow. */
export interface Page {
  readonly texts: readonly string[];
  /** Offset of the next page; undefined on the last one. */
  readonly next: number | undefined;
}

/**
 * Returns the items from an offset on that fit into one answer, so that the next offset skips none.
 * @param describe returns the text of an item
 * @param most number of items
 */
export function pageOf<T>(items: readonly T[], offset: number, most: number, describe: (item: T) => string): Page {
  const texts: string[] = [];
  let bytes = 0;
  for (const item of items.slice(offset, offset + most)) {
    const text = describe(item);
    // Marks stand around each.
    bytes += Buffer.byteLength(text) + 150;
    if (texts.length > 0 && bytes > pageBytes) break;
    texts.push(text);
  }
  const next = offset + texts.length;
  return { texts, next: next < items.length ? next : undefined };
}
