import { Numbers } from "./numbers.ts";

/** When lines were written, in milliseconds since the epoch, of those lines that have times. */
export class LineTimes {
  private readonly lines = new Numbers(Uint32Array);
  private readonly times = new Numbers(Float64Array);

  get size(): number {
    return this.lines.length;
  }

  /** @param line greater than all previous ones */
  add(line: number, time: number): void {
    this.lines.push(line);
    this.times.push(time);
  }

  at(line: number): number | undefined {
    const at = this.lines.firstFrom(line);
    return at < this.lines.length && this.lines.at(at) === line ? this.times.at(at) : undefined;
  }

  /** Frees the capacity that is not used, after the last line. */
  trim(): void {
    this.lines.trim();
    this.times.trim();
  }
}
