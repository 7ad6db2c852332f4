import { setImmediate as breathe } from "node:timers/promises";
import { comparableLine } from "./comparableLine.ts";
import { sameRepeatedLines } from "./repeatedLines.ts";
import { isProgress, isUnordered } from "./unsteadyLines.ts";

/** Lines processed before yielding to other work. */
const turn = 4000;

/** A log aligned with a later one. */
export interface AlignedLog {
  /**
   * The earlier log. Lines that differ only in times, IDs and the like have the text of the later one, so that a diff with it shows the
   * other differences.
   */
  readonly lines: readonly string[];
  /** Number of lines that only the earlier log has. */
  readonly removed: number;
  /** Number of lines that only the later log has. */
  readonly added: number;
}

/**
 * Aligns the log of a job with that of a later run. Lines of progress, and the order of what runs at the same time, count as equal.
 * @throws the reason of the signal
 */
export async function alignLogs(
  before: readonly string[],
  now: readonly string[],
  signal?: AbortSignal,
): Promise<AlignedLog> {
  const known = new Map<string, string>();
  const [was, is] = [await comparableLog(before, known, signal), await comparableLog(now, known, signal)];
  /** Lines of the earlier log by lines of the later one, both counted from 0. */
  const twins = new Map<number, number>();
  for (const run of sameRepeatedLines(was.keys, is.keys))
    for (let at = 0; at < run.length; at++) twins.set(run.now + at, run.before + at);
  const { gone, arrived } = movedLines(was.keys, is.keys, twins);

  const lines: string[] = [];
  let [removed, added] = [0, 0];
  let written = 0;
  const copyOwn = (to: number): void => {
    for (; written < to; written++) {
      if (gone.has(written)) continue;
      lines.push(before[was.numbers[written] ?? 0] ?? "");
      removed += 1;
    }
  };
  let key = 0;
  for (const [number, text] of now.entries()) {
    if (is.numbers[key] !== number) {
      // Progress.
      lines.push(text);
      continue;
    }
    const twin = twins.get(key);
    if (twin !== undefined) {
      copyOwn(twin);
      written = twin + 1;
    }
    if (twin !== undefined || arrived.has(key)) lines.push(text);
    else added += 1;
    key += 1;
  }
  copyOwn(was.keys.length);
  return { lines, removed, added };
}

interface ComparableLog {
  /** The comparable lines without progress. */
  readonly keys: readonly string[];
  /** Their numbers in the log. */
  readonly numbers: readonly number[];
}

/** @param known comparable lines by line: much of two logs is the same */
async function comparableLog(
  lines: readonly string[],
  known: Map<string, string>,
  signal: AbortSignal | undefined,
): Promise<ComparableLog> {
  const keys: string[] = [];
  const numbers: number[] = [];
  for (const [number, line] of lines.entries()) {
    if (number % turn === turn - 1) {
      await breathe();
      signal?.throwIfAborted();
    }
    if (isProgress(line)) continue;
    const key = known.get(line) ?? comparableLine(line);
    known.set(line, key);
    keys.push(key);
    numbers.push(number);
  }
  return { keys, numbers };
}

/**
 * Returns the lines without a twin at the same place that have one elsewhere, where the order differs from run to run; those next to them
 * that moved along, as titles of suites that run in random order do; and blank lines.
 */
function movedLines(
  was: readonly string[],
  is: readonly string[],
  twins: ReadonlyMap<number, number>,
): { readonly gone: ReadonlySet<number>; readonly arrived: ReadonlySet<number> } {
  const gone = new Set<number>();
  const arrived = new Set<number>();
  const matched = new Set(twins.values());
  const isLeft = (from: number): boolean => !matched.has(from) && !gone.has(from);
  const isNew = (at: number): boolean => !twins.has(at) && !arrived.has(at);
  const move = (from: number, at: number): void => {
    gone.add(from);
    arrived.add(at);
  };
  const moveAll = (may: (key: string) => boolean): { readonly from: number; readonly at: number }[] => {
    const waiting = new Map<string, number[]>();
    // Backwards, so that the first one is taken first.
    for (let from = was.length - 1; from >= 0; from--) {
      const key = was[from] ?? "";
      if (!isLeft(from) || !may(key)) continue;
      const others = waiting.get(key);
      if (others) others.push(from);
      else waiting.set(key, [from]);
    }
    const moved: { readonly from: number; readonly at: number }[] = [];
    for (const [at, key] of is.entries()) {
      const from = isNew(at) ? waiting.get(key)?.pop() : undefined;
      if (from === undefined) continue;
      move(from, at);
      moved.push({ from, at });
    }
    return moved;
  };
  for (const { from, at } of moveAll(isUnordered))
    for (const step of [-1, 1])
      for (
        let [b, n] = [from + step, at + step];
        was[b] !== undefined && was[b] === is[n] && isLeft(b) && isNew(n);
        b += step, n += step
      )
        move(b, n);
  moveAll((key) => key === "");
  return { gone, arrived };
}
