/** Pattern of `2026-09-25T07:33:00.992977Z 00O `: 0 a digit, h a hex digit, o the stream, f the continuation flag. */
const TEMPLATE = "0000-00-00T00:00:00.000000Z hhof";

const isDigit = (c: number): boolean => c >= 48 && c <= 57;

function fits(expected: string, c: number): boolean {
  switch (expected) {
    case "0":
      return isDigit(c);
    case "h":
      return isDigit(c) || (c >= 97 && c <= 102) || (c >= 65 && c <= 70);
    case "o":
      return c === 79 || c === 69; // O or E: standard output or error
    case "f":
      return c === 32 || c === 43; // blank: a line of its own; +: joins the line before
    default:
      return c === expected.charCodeAt(0);
  }
}

/**
 * Removes the timestamp prefix from each line of a log whose first line has one. A `+` flag marks a continuation, so
 * the line break before it is removed as well. Line breaks are therefore held back until the start of the next line is
 * known. Lines without prefix are unchanged.
 * The result does not depend on how the input is split, and takes linear time.
 */
export class TimestampStripper {
  /** Whether the log has timestamps; undefined until the first line's start is known. */
  private stamped: boolean | undefined;
  /** The start of a line that may still become a prefix. */
  private start = "";
  private atStart = true;
  private heldBreak = false;
  /** Number of line breaks in the output so far. */
  private lines = 0;
  private readonly times = new LineTimes();

  /**
   * Returns when an output line was written, according to its prefix.
   * @param line zero-based, not less than in the previous call
   * @returns milliseconds since the epoch
   */
  timeAt(line: number): number | undefined {
    return this.times.at(line);
  }

  /** Returns the output for `text` and text held back before, as far as it is certain. */
  push(text: string): string {
    if (this.stamped === false) return text;
    const out: string[] = [];
    let at = 0;
    while (at < text.length) {
      if (this.atStart) {
        at = this.readStart(text, at, out);
        continue;
      }
      const lineBreak = this.stamped ? text.indexOf("\n", at) : -1;
      if (lineBreak < 0) {
        out.push(text.slice(at));
        break;
      }
      if (lineBreak > at) out.push(text.slice(at, lineBreak));
      this.heldBreak = true;
      this.atStart = true;
      at = lineBreak + 1;
    }
    return out.join("");
  }

  /** Returns the text held back at the end of the log. */
  end(): string {
    const rest = (this.heldBreak ? "\n" : "") + this.start;
    this.heldBreak = false;
    this.start = "";
    return rest;
  }

  /** Reads a possible prefix and returns the position behind it. */
  private readStart(text: string, from: number, out: string[]): number {
    let at = from;
    while (at < text.length && this.start.length < TEMPLATE.length) {
      if (!fits(TEMPLATE.charAt(this.start.length), text.charCodeAt(at))) {
        this.stamped ??= false;
        if (this.heldBreak) this.breakLine(out);
        out.push(this.start);
        this.endPrefix();
        return at;
      }
      this.start += text.charAt(at++);
    }
    if (this.start.length === TEMPLATE.length) {
      this.stamped = true;
      if (!this.start.endsWith("+")) {
        if (this.heldBreak) this.breakLine(out);
        this.times.add(this.lines, Date.parse(this.start.slice(0, TEMPLATE.indexOf("Z") + 1)));
      }
      this.endPrefix();
    }
    return at;
  }

  private breakLine(out: string[]): void {
    out.push("\n");
    this.lines++;
  }

  private endPrefix(): void {
    this.atStart = false;
    this.heldBreak = false;
    this.start = "";
  }
}

/** Times of output lines, dropped once they were queried. */
class LineTimes {
  private waiting: { readonly line: number; readonly time: number }[] = [];
  private next = 0;

  add(line: number, time: number): void {
    if (this.next > 1024) {
      this.waiting = this.waiting.slice(this.next);
      this.next = 0;
    }
    if (!Number.isNaN(time)) this.waiting.push({ line, time });
  }

  at(line: number): number | undefined {
    while ((this.waiting[this.next]?.line ?? line) < line) this.next++;
    const first = this.waiting[this.next];
    return first?.line === line ? first.time : undefined;
  }
}
