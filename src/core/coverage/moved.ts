import type { Run } from "../comparisons/sameLines.ts";
import type { CoveredFunction, FileReport } from "./report.ts";

/**
 * Returns coverage with the lines where they are in another version of the file; lines that it does not have are left out.
 * @param runs the lines that both versions have
 */
export function moveLines({ paths, lines, branches, functions }: FileReport, runs: readonly Run[]): FileReport {
  const moved = new Map<string, CoveredFunction>();
  for (const one of functions.values()) {
    const line = lineNow(runs, one.line);
    if (line !== undefined) moved.set(`${line} ${one.name}`, { ...one, line });
  }
  return { paths, lines: moveKeys(lines, runs), branches: moveKeys(branches, runs), functions: moved };
}

function moveKeys<V>(byLine: ReadonlyMap<number, V>, runs: readonly Run[]): Map<number, V> {
  const moved = new Map<number, V>();
  for (const [line, value] of byLine) {
    const now = lineNow(runs, line);
    if (now !== undefined) moved.set(now, value);
  }
  return moved;
}

/** Returns where a line is now. Lines are counted from 1, those of runs from 0. */
function lineNow(runs: readonly Run[], line: number): number | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.before ?? Infinity) < line) low = middle + 1;
    else high = middle;
  }
  const run = runs[low - 1];
  return run !== undefined && line <= run.before + run.length ? line - run.before + run.now : undefined;
}
