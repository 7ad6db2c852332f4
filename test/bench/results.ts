/** Prints the figures of benchmarks. */

interface Result {
  /** What was measured, unique in its benchmark. */
  readonly name: string;
  readonly value: number;
  /** `ms`, `rows`; `×` for a ratio of two measurements in the same run. */
  readonly unit: string;
  /** As shown: `≤ 1.05`, `< 100 ms`. */
  readonly goal?: string;
  /** Whether the goal is met; required with a goal. */
  readonly met?: boolean;
  /** Quartiles, what it is made of, or why the goal is not met. */
  readonly note?: string;
}

/** Prints a figure, with its goal and whether it is met. */
export function result({ name, value, unit, goal, met, note }: Result): void {
  const verdict = goal === undefined ? "" : `, goal ${goal}: ${met === true ? "met" : "NOT MET"}`;
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  const shown = `${rounded.toLocaleString("en-US", { maximumSignificantDigits: 21 })} ${unit}`;
  console.log(`→ ${name}: ${shown}${verdict}${note === undefined ? "" : ` (${note})`}`);
}

/** Returns a quantile. @param part from 0, the least value, to 1, the greatest */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
