/** The figures of benchmarks: printed at once, and collected for RESULTS.md when all of them run. */
import { appendFileSync, readFileSync } from "node:fs";

/** Environment variable with the path of the file that results are added to, one JSON text per line. */
export const resultsVariable = "FORGELINE_BENCH_RESULTS";

export interface Result {
  /** What was measured, unique in its benchmark: `socket to channel beside a bare download`. */
  readonly name: string;
  readonly value: number;
  /** `ms`, `MiB`, `requests`; `×` for a ratio of two measurements in the same run. */
  readonly unit: string;
  /** As shown: `≤ 1.05`, `at most twice the empty extension`. */
  readonly goal?: string;
  /** Whether the goal is met; required with a goal. */
  readonly met?: boolean;
  /** Quartiles, what it is made of, or why the goal is not met and what the limit is. */
  readonly note?: string;
}

/** A result, and the benchmark that it is of. */
export type CollectedResult = Result & { readonly benchmark: string };

/** Environment variable with the name of the benchmark that runs, also in the processes that it starts. */
export const benchmarkVariable = "FORGELINE_BENCH_NAME";

/** Prints a figure, with its goal and whether it is met. @throws Error for a goal without `met` or the reverse */
export function result(one: Result): void {
  const { name, value, unit, goal, met, note } = one;
  if ((goal === undefined) !== (met === undefined)) throw new Error(`${name}: a goal and whether it is met`);
  const verdict = goal === undefined ? "" : `, goal ${goal}: ${met === true ? "met" : "NOT MET"}`;
  console.log(`→ ${name}: ${shownValue({ value, unit })}${verdict}${note === undefined ? "" : ` (${note})`}`);
  const file = process.env[resultsVariable];
  const collected: CollectedResult = { ...one, benchmark: process.env[benchmarkVariable] ?? "" };
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(collected)}\n`);
}

/** Returns a value with its unit, to three digits. */
export function shownValue({ value, unit }: Pick<Result, "value" | "unit">): string {
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  const text = rounded.toLocaleString("en-US", { maximumSignificantDigits: 21 });
  return `${text} ${unit}`.trimEnd();
}

/** Returns a quantile. @param part from 0, the least value, to 1, the greatest */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the collected results of a file. */
export function readResults(file: string): readonly CollectedResult[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CollectedResult);
}
