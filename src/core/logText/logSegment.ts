import { LineColors } from "./colors.ts";
import { ERROR_RANKS, type ErrorRank } from "./logErrors.ts";
import { Numbers } from "./numbers.ts";
import type { StyledSpan } from "./style.ts";

/** A run of whole lines with everything that is known of them, so that the start of a long log can be let go. */
export class LogSegment {
  readonly firstLine: number;
  readonly colors = new LineColors();
  lines = 0;
  /** Of the text in UTF-8. */
  bytes = 0;
  /** The first line of each rank of error. */
  readonly errors: (number | undefined)[] = Array.from({ length: ERROR_RANKS });
  private parts: string[] = [];
  private written: Buffer[] = [];
  /** Milliseconds since the epoch by line, NaN for none; made with the first line that has one. */
  private times: Numbers | undefined;

  constructor(firstLine: number) {
    this.firstLine = firstLine;
  }

  add(text: string, spans: readonly StyledSpan[], time: number | undefined): void {
    this.colors.add(this.firstLine + this.lines, text, spans);
    if (time !== undefined || this.times) this.keepTime(time ?? NaN);
    this.parts.push(text);
    this.lines++;
    this.bytes += Buffer.byteLength(text) + 1;
  }

  addError(rank: ErrorRank, line: number): void {
    this.errors[rank] ??= line;
  }

  /** Whether any line tells when it was written. */
  get timed(): boolean {
    return this.times !== undefined;
  }

  /** When a line was written. */
  timeAt(line: number): number | undefined {
    const at = line - this.firstLine;
    const time = this.times && at >= 0 && at < this.times.length ? this.times.at(at) : NaN;
    return Number.isNaN(time) ? undefined : time;
  }

  /** The text in UTF-8, as far as it has come; each line ends with a line break. */
  text(): readonly Buffer[] {
    if (this.parts.length > 0) this.written.push(Buffer.from(`${this.parts.join("\n")}\n`));
    this.parts = [];
    return (this.written = this.written.length > 16 ? [Buffer.concat(this.written)] : [...this.written]);
  }

  private keepTime(time: number): void {
    this.times ??= new Numbers(Float64Array);
    while (this.times.length < this.lines) this.times.push(NaN);
    this.times.push(time);
  }
}
