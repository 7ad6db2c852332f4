import { type Run, sameLines } from "../comparisons/sameLines.ts";

/** Differences looked for at once: the time grows with this number times the number of lines. */
const depth = 200;

/**
 * Returns the lines that two texts have in common, in order, also where a few lines are repeated thousands of times, as programs that wait
 * or serve requests do: `sameLines` finds no anchors there.
 */
export function sameRepeatedLines(before: readonly string[], now: readonly string[]): Run[] {
  const found: Run[] = [];
  let [b, n] = [0, 0];
  for (const run of [...sameLines(before, now), { before: before.length, now: now.length, length: 0 }]) {
    if (run.before > b && run.now > n)
      for (const inside of shortestEdits(before.slice(b, run.before), now.slice(n, run.now)))
        found.push({ before: b + inside.before, now: n + inside.now, length: inside.length });
    if (run.length > 0) found.push(run);
    [b, n] = [run.before + run.length, run.now + run.length];
  }
  return found;
}

/** Returns the runs of lines that a few edits keep (Myers); after so many differences it goes on from the farthest point. */
function shortestEdits(before: readonly string[], now: readonly string[]): Run[] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  const [was, is] = [Int32Array.from(before, numberOf), Int32Array.from(now, numberOf)];
  const runs: Run[] = [];
  let [b, n] = [0, 0];
  while (b < was.length && n < is.length) {
    const { runs: kept, before: toBefore, now: toNow } = farthest(was.subarray(b), is.subarray(n));
    for (const run of kept) runs.push({ before: b + run.before, now: n + run.now, length: run.length });
    [b, n] = [b + toBefore, n + toNow];
  }
  return runs;
}

/** Returns how far two texts can be followed with at most `depth` edits, and what they have in common up to there. */
function farthest(was: Int32Array, is: Int32Array): { runs: Run[]; before: number; now: number } {
  /** For each number of edits, the farthest line of `was` on each diagonal, which is numbered from -edits to edits. */
  const reached: Int32Array[] = [];
  let best = { edits: 0, diagonal: 0, sum: -1 };
  for (let edits = 0; edits <= depth; edits++) {
    const row = new Int32Array(2 * edits + 1).fill(-1);
    reached.push(row);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const start = startOf(reached, edits, diagonal);
      let b = start;
      if (b < 0 || b > was.length || b - diagonal > is.length || b < diagonal) continue;
      while (b < was.length && b - diagonal < is.length && was[b] === is[b - diagonal]) b++;
      row[diagonal + edits] = b;
      const sum = 2 * b - diagonal;
      if (sum > best.sum) best = { edits, diagonal, sum };
      if (b === was.length && b - diagonal === is.length) return pathTo(reached, { edits, diagonal });
    }
  }
  return pathTo(reached, best);
}

/** Returns the line of `was` at which a diagonal is entered after so many edits; negative if it cannot be. */
function startOf(reached: readonly Int32Array[], edits: number, diagonal: number): number {
  if (edits === 0) return 0;
  const inserted = at(reached, edits - 1, diagonal + 1);
  const removed = at(reached, edits - 1, diagonal - 1);
  return Math.max(inserted, removed < 0 ? -1 : removed + 1);
}

const at = (reached: readonly Int32Array[], edits: number, diagonal: number): number =>
  Math.abs(diagonal) > edits ? -1 : (reached[edits]?.[diagonal + edits] ?? -1);

function pathTo(
  reached: readonly Int32Array[],
  { edits, diagonal }: { readonly edits: number; readonly diagonal: number },
): { runs: Run[]; before: number; now: number } {
  const runs: Run[] = [];
  const end = at(reached, edits, diagonal);
  let k = diagonal;
  for (let left = edits; left >= 0; left--) {
    const start = startOf(reached, left, k);
    const length = at(reached, left, k) - start;
    if (length > 0) runs.push({ before: start, now: start - k, length });
    k += at(reached, left - 1, k + 1) === start ? 1 : -1;
  }
  return { runs: runs.reverse(), before: end, now: end - diagonal };
}
