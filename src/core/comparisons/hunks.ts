/** A line of a diff. Lines are counted from 1; on the side that lacks the line, it is the number of the next line there. */
export interface DiffLine {
  readonly kind: "added" | "removed" | "unchanged";
  readonly old: number;
  readonly new: number;
}

/** The lines of a unified diff's hunks, in order. */
export function diffLines(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [0, 0];
  // Lines that the current hunk still has on each side: a text line may look like a header.
  let [oldLeft, newLeft] = [0, 0];
  for (const text of diff.split("\n")) {
    if (oldLeft === 0 && newLeft === 0) {
      // Most lines of a long text that is no diff.
      if (!text.startsWith("@@ -")) continue;
      const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
      if (!header) continue;
      [oldLeft, newLeft] = [Number(header[2] ?? 1), Number(header[4] ?? 1)];
      // An empty side names the line before.
      before = Number(header[1]) + (oldLeft === 0 ? 1 : 0);
      after = Number(header[3]) + (newLeft === 0 ? 1 : 0);
      continue;
    }
    const mark = text[0];
    if (mark === "\\") continue;
    const kind = mark === "+" ? "added" : mark === "-" ? "removed" : "unchanged";
    lines.push({ kind, old: before, new: after });
    if (kind !== "added") [before, oldLeft] = [before + 1, oldLeft - 1];
    if (kind !== "removed") [after, newLeft] = [after + 1, newLeft - 1];
  }
  return lines;
}

/**
 * Returns a line of one side of a file as a line of its diff. A line outside of the hunks is unchanged.
 * @param line counted from 1
 */
export function lineInDiff(lines: readonly DiffLine[], side: "old" | "new", line: number): DiffLine {
  const missing = side === "old" ? "added" : "removed";
  const other = side === "old" ? "new" : "old";
  let shift = 0;
  for (const one of lines) {
    if (one.kind === missing) {
      if (one[side] <= line) shift = one[other] + 1 - one[side];
      continue;
    }
    if (one[side] === line) return one;
    if (one[side] > line) break;
    shift = one.kind === "unchanged" ? one[other] - one[side] : one[other] - one[side] - 1;
  }
  const opposite = line + shift;
  return side === "old"
    ? { kind: "unchanged", old: line, new: opposite }
    : { kind: "unchanged", old: opposite, new: line };
}
