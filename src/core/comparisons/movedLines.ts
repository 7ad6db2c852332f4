import { type Run, sameLines } from "./sameLines.ts";

/** Lines of a text, counted from 1, both ends included. */
interface Lines {
  readonly start: number;
  readonly end: number;
}

/** Tells where lines of an older text are in a newer one. */
export class MovedLines {
  private readonly runs: readonly Run[];
  /** Number of lines of the newer text. */
  private readonly count: number;

  /** @param before lines of the older text @param now those of the newer one */
  constructor(before: readonly string[], now: readonly string[]) {
    this.runs = sameLines(before, now);
    this.count = now.length;
  }

  /** Returns where lines are now, and whether they were changed; lines that were removed are where the next ones are. */
  of({ start, end }: Lines): { readonly lines: Lines; readonly changed: boolean } {
    const kept = Array.from({ length: end - start + 1 }, (_, index) => this.now(start + index)).filter(
      (line) => line !== undefined,
    );
    const first = kept[0] ?? this.after(start);
    const lines = { start: this.within(first), end: this.within(kept.at(-1) ?? first) };
    return { lines, changed: kept.length < end - start + 1 || lines.end - lines.start !== end - start };
  }

  /** Returns the line of the older text that a line of the newer one comes from, or that stands before it. */
  before(line: number): number {
    const run = this.runs.findLast(({ now }) => now < line);
    return run === undefined ? 1 : run.before + Math.min(line - run.now, run.length);
  }

  private now(line: number): number | undefined {
    const run = this.runs.find(({ before, length }) => before < line && line <= before + length);
    return run && line - run.before + run.now;
  }

  /** Returns the line after the last one before a line that is in both texts. */
  private after(line: number): number {
    const run = this.runs.findLast(({ before }) => before < line);
    return run === undefined ? 1 : run.now + run.length + 1;
  }

  private within(line: number): number {
    return Math.max(1, Math.min(line, this.count));
  }
}
