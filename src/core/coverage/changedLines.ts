import { sameLines } from "../comparisons/sameLines.ts";
import type { FileReport } from "./report.ts";

/** Lines from `start` to `end`, counted from 1, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Coverage of the changed lines of a file. Lines without code have none, and do not count. */
export interface ChangedCoverage {
  readonly covered: number;
  readonly total: number;
  readonly uncovered: readonly LineRange[];
}

/** Returns the lines that a version of a file adds or changes, counted from 1. */
export function changedLines(before: readonly string[], now: readonly string[]): number[] {
  const changed: number[] = [];
  let next = 0;
  const addTo = (end: number): void => {
    for (; next < end; next++) changed.push(next + 1);
  };
  for (const run of sameLines(before, now)) {
    addTo(run.now);
    next = run.now + run.length;
  }
  addTo(now.length);
  return changed;
}

/** Returns the coverage of changed lines. @param report with the lines of the same version */
export function changedCoverage(report: Pick<FileReport, "lines">, changed: readonly number[]): ChangedCoverage {
  let covered = 0;
  let total = 0;
  const uncovered: { start: number; end: number }[] = [];
  /** Whether there is nothing with coverage between the last uncovered line and this one. */
  let isOpen = false;
  for (const line of changed) {
    const hits = report.lines.get(line);
    if (hits === undefined) continue;
    total++;
    if (hits > 0) {
      covered++;
      isOpen = false;
      continue;
    }
    const last = uncovered.at(-1);
    if (last && isOpen && onlyUncovered(report, last.end, line)) last.end = line;
    else uncovered.push({ start: line, end: line });
    isOpen = true;
  }
  return { covered, total, uncovered };
}

/** Whether two lines are next to each other, but for lines without code. */
function onlyUncovered({ lines }: Pick<FileReport, "lines">, from: number, to: number): boolean {
  if (to - from > 20) return false;
  for (let line = from + 1; line < to; line++) if (lines.has(line)) return false;
  return true;
}
