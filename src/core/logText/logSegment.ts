import { LineColors } from "./colors.ts";
import { ErrorLines } from "./errorLines.ts";
import { Numbers } from "./numbers.ts";
import type { StyledSpan } from "./style.ts";

/** A block of whole lines with their colors, times and errors, so that the start of a long log can be dropped. */
export class LogSegment {
  readonly firstLine: number;
  readonly colors = new LineColors();
  lines = 0;
  /** Size of the text in UTF-8. */
  bytes = 0;
  readonly errors = new ErrorLines();
  private parts: string[] = [];
  private written: Buffer[] = [];
  /** Milliseconds since the epoch by line, NaN if unknown; created with the first time. */
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

  /** Returns whether any line has a time. */
  get timed(): boolean {
    return this.times !== undefined;
  }

  /** Returns when a line was written, in milliseconds since the epoch. */
  timeAt(line: number): number | undefined {
    const at = line - this.firstLine;
    const time = this.times && at >= 0 && at < this.times.length ? this.times.at(at) : NaN;
    return Number.isNaN(time) ? undefined : time;
  }

  /** Returns the text in UTF-8; each line ends with a line break. */
  text(): readonly Buffer[] {
    if (this.parts.length > 0) this.written.push(Buffer.from(`${this.parts.join("\n")}\n`));
    this.parts = [];
    return (this.written = this.written.length > 16 ? [Buffer.concat(this.written)] : [...this.written]);
  }

  /** Frees what only further lines would need. */
  close(): void {
    // Joined, because the pieces are slices that keep their whole chunks in memory.
    this.text();
    this.colors.trim();
    this.times?.trim();
  }

  private keepTime(time: number): void {
    this.times ??= new Numbers(Float64Array);
    while (this.times.length < this.lines) this.times.push(NaN);
    this.times.push(time);
  }
}
