/** How the lines of a file before and after a change correspond, by the hunks of its diff. All numbers count from 1. */
export class LineMap {
  readonly added = new Set<number>();
  readonly removed = new Set<number>();
  readonly #hunks: { readonly oldStart: number; readonly newStart: number; oldEnd: number; newEnd: number }[] = [];
  readonly #newOf = new Map<number, number>();
  readonly #oldOf = new Map<number, number>();

  constructor(diff: string) {
    let [before, after] = [0, 0];
    for (const line of diff.split("\n")) {
      const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
      if (header) {
        [before, after] = [Number(header[1]), Number(header[2])];
        this.#hunks.push({ oldStart: before, newStart: after, oldEnd: before, newEnd: after });
        continue;
      }
      if (line.startsWith("+")) this.added.add(after++);
      else if (line.startsWith("-")) this.removed.add(before++);
      else if (line.startsWith(" ")) {
        this.#newOf.set(before, after);
        this.#oldOf.set(after, before);
        [before, after] = [before + 1, after + 1];
      }
      const hunk = this.#hunks.at(-1);
      if (hunk) [hunk.oldEnd, hunk.newEnd] = [before, after];
    }
  }

  /** The number of an unchanged line after the change; undefined for one that was removed. */
  newOf(old: number): number | undefined {
    if (this.#hunks.some(({ oldStart, oldEnd }) => old >= oldStart && old < oldEnd)) return this.#newOf.get(old);
    const last = this.#hunks.findLast(({ oldEnd }) => oldEnd <= old);
    return last ? old + last.newEnd - last.oldEnd : old;
  }

  /** The number of an unchanged line before the change; undefined for one that was added. */
  oldOf(current: number): number | undefined {
    if (this.#hunks.some(({ newStart, newEnd }) => current >= newStart && current < newEnd))
      return this.#oldOf.get(current);
    const last = this.#hunks.findLast(({ newEnd }) => newEnd <= current);
    return last ? current + last.oldEnd - last.newEnd : current;
  }
}
