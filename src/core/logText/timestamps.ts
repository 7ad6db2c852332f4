/** Pattern of `2026-09-25T07:33:00.992977Z 00O `: 0 a digit, h a hex digit, o the stream, f the continuation flag. */
const TEMPLATE = "0000-00-00T00:00:00.000000Z hhof";
/** Tries the whole pattern at once, which is the usual case and faster. */
const PREFIX = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [\da-fA-F]{2}[OE][ +]/y;
const TIME_END = TEMPLATE.indexOf("Z") + 1;
const STREAM = TEMPLATE.indexOf("h");

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
      return c === 32 || c === 43; // blank: a line of its own; +: continues the last line of its stream
    default:
      return c === expected.charCodeAt(0);
  }
}

/** The start of a line in a log with timestamps. */
export interface LineStart {
  /** Number and letter of the stream, e.g. `00O`; empty for lines without prefix. */
  readonly stream: string;
  /** Whether it continues the last line of its stream. */
  readonly continues: boolean;
  /** When it was written, in milliseconds since the epoch. */
  readonly time: number | undefined;
}

/** Receives a log without its timestamps. */
export interface LineReceiver {
  /** Receives the start of a line. Never called for logs without timestamps. */
  begin(start: LineStart): void;
  /** Receives text; line breaks only of logs without timestamps, where the next line's start ends a line. */
  text(text: string): void;
}

/**
 * Removes the timestamp prefix from each line of a log whose first line has one. Lines without prefix are a stream of
 * their own. What the receiver gets does not depend on how the input is split, except for the pieces of text, and takes
 * linear time.
 */
export class TimestampReader {
  private readonly receiver: LineReceiver;
  /** Whether the log has timestamps; undefined until the first line's start is known. */
  private known: boolean | undefined;
  /** The start of a line that may still become a prefix. */
  private start = "";
  private atStart = true;

  /** @param stamped undefined at the start of a log */
  constructor(receiver: LineReceiver, stamped?: boolean) {
    this.receiver = receiver;
    this.known = stamped;
  }

  get stamped(): boolean | undefined {
    return this.known;
  }

  /** Returns whether the next text is the start of a line. */
  get isAtStart(): boolean {
    return this.atStart && this.start === "";
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.known === false) {
        this.receiver.text(at === 0 ? text : text.slice(at));
        return;
      }
      if (this.atStart) {
        at = this.readStart(text, at);
        continue;
      }
      const lineBreak = text.indexOf("\n", at);
      const end = lineBreak < 0 ? text.length : lineBreak;
      if (end > at) this.receiver.text(text.slice(at, end));
      this.atStart = lineBreak >= 0;
      at = end + 1;
    }
  }

  /** Passes on the text held back at the end of the log; returns whether a line break ended it. */
  end(): boolean {
    if (this.start !== "") this.unprefixed();
    return this.known === true && this.atStart;
  }

  /** Reads a possible prefix and returns the position behind it. */
  private readStart(text: string, from: number): number {
    PREFIX.lastIndex = from;
    if (this.start === "" && PREFIX.test(text)) {
      this.start = text.slice(from, PREFIX.lastIndex);
      this.prefixed();
      return from + TEMPLATE.length;
    }
    let at = from;
    let length = this.start.length;
    while (at < text.length && length < TEMPLATE.length) {
      if (!fits(TEMPLATE.charAt(length), text.charCodeAt(at))) {
        this.start += text.slice(from, at);
        this.known ??= false;
        this.unprefixed();
        return at;
      }
      at++;
      length++;
    }
    this.start += text.slice(from, at);
    if (length === TEMPLATE.length) this.prefixed();
    return at;
  }

  private prefixed(): void {
    const { start } = this;
    this.known = true;
    const time = Date.parse(start.slice(0, TIME_END));
    this.receiver.begin({
      stream: start.slice(STREAM, -1),
      continues: start.endsWith("+"),
      time: Number.isNaN(time) ? undefined : time,
    });
    this.start = "";
    this.atStart = false;
  }

  private unprefixed(): void {
    if (this.known === true) this.receiver.begin({ stream: "", continues: false, time: undefined });
    if (this.start !== "") this.receiver.text(this.start);
    this.start = "";
    this.atStart = false;
  }
}
