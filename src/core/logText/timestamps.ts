/** `2026-09-25T07:33:00.992977Z 00O `: 0 a digit, h a hex digit, o the stream's letter, f the joining mark. */
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
 * Takes the time-stamp prefix off each line of a log whose first line has one. Where the mark is `+`, the line break
 * before it goes too: runners break a line there only to stamp it. A line break is therefore held back until
 * the start of the next line is known. Lines without prefix in a stamped log pass as they are.
 *
 * Same output however the input is cut; linear time.
 */
export class TimestampStripper {
  /** undefined until the first line's start is known. */
  private stamped: boolean | undefined;
  /** What a line has begun with, while it may still become a prefix. */
  private start = "";
  private atStart = true;
  private heldBreak = false;
  /** Line breaks given out so far: the number of the line that comes. */
  private lines = 0;
  private readonly times = new LineTimes();

  /**
   * When a line that was given out was written, as its prefix says.
   * @param line counted from 0, never less than in the call before.
   * @returns milliseconds since the epoch
   */
  timeAt(line: number): number | undefined {
    return this.times.at(line);
  }

  /** The part of `text`, and of what was held back before, that is certain by now. */
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

  /** What is still held back, for the end of the log. */
  end(): string {
    const rest = (this.heldBreak ? "\n" : "") + this.start;
    this.heldBreak = false;
    this.start = "";
    return rest;
  }

  /** Reads on in a possible prefix; returns the position after what it used. */
  private readStart(text: string, from: number, out: string[]): number {
    let at = from;
    while (at < text.length && this.start.length < TEMPLATE.length) {
      if (!fits(TEMPLATE.charAt(this.start.length), text.charCodeAt(at))) {
        this.stamped ??= false;
        if (this.heldBreak) this.breakLine(out);
        out.push(this.start);
        this.settle();
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
      this.settle();
    }
    return at;
  }

  private breakLine(out: string[]): void {
    out.push("\n");
    this.lines++;
  }

  private settle(): void {
    this.atStart = false;
    this.heldBreak = false;
    this.start = "";
  }
}

/** The times of lines that are given out but not asked for yet: those asked for in order cost nothing any more. */
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
