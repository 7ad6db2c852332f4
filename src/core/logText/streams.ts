import { type AnsiItem, AnsiLines, type Pen } from "./ansi.ts";
import type { StyledText } from "./line.ts";
import { applySgr } from "./sgr.ts";
import { FLAGS, PLAIN, type Style } from "./style.ts";
import { type LineReceiver, type LineStart, TimestampReader } from "./timestamps.ts";

/** Where a stamp says the stream. */
const STREAM = 28;

const NOTHING: StyledText = { text: "", spans: [] };

/**
 * The streams of a log: what the runner, and the standard output and error of its commands wrote, each with a line and
 * a cursor of its own. A continuation (`+`) belongs to the last line of its stream.
 * Output channels can only append, so when a line of another stream follows, the line above it is returned as it is.
 * What continues it later is returned as a line of its own: nothing is repeated or lost, and no line contains text of
 * two streams. Of a progress line this leaves one more line for each interruption. Channels and documents show the same.
 */
export class LogStreams implements LineReceiver {
  private readonly stamps: TimestampReader;
  private readonly pen: Pen;
  private readonly streams = new Map<string, AnsiLines>();
  private readonly items: AnsiItem[] = [];
  /** The stream of the last line. */
  private current: AnsiLines | undefined;
  private name = "";

  /** @param within the state inside a log; without, at its start */
  constructor(within?: { readonly stamped: boolean; readonly style: Style }) {
    this.stamps = new TimestampReader(this, within?.stamped);
    this.pen = { style: within?.style ?? PLAIN };
  }

  /** Returns whether lines have stamps; undefined until the first one's start is known. */
  get stamped(): boolean | undefined {
    return this.stamps.stamped;
  }

  /** Returns the style of the next text. */
  get style(): Style {
    return this.pen.style;
  }

  /** Returns whether whole lines of text and colors can follow that depend on nothing but the style. */
  get isPlain(): boolean {
    if (!this.current || (this.pen.style.flags & FLAGS.conceal) !== 0) return false;
    // With stamps, the next line's start ends the last line, whatever its state is.
    return this.stamps.stamped === true ? this.stamps.isAtStart : this.current.isAtStart;
  }

  /** Returns whether a line at this position belongs to the stream of the last line. */
  continuesAt(bytes: Buffer, at: number): boolean {
    if (this.stamps.stamped !== true) return true;
    return this.name !== "" && bytes.toString("latin1", at + STREAM, at + STREAM + this.name.length) === this.name;
  }

  /** Ends the last line before whole lines of its stream, and returns the items that completes. */
  endLine(): AnsiItem[] {
    this.current?.endBefore();
    return this.items.splice(0);
  }

  /** Applies the parameters of color sequences that were read elsewhere. */
  applyColors(sequences: readonly string[]): void {
    for (const parameters of sequences) this.pen.style = applySgr(this.pen.style, parameters);
  }

  /** Returns the number of characters processed. */
  get work(): number {
    return [...this.streams.values()].reduce((sum, { work }) => sum + work, 0);
  }

  /** Returns the items that this text completes. */
  push(text: string): AnsiItem[] {
    this.stamps.push(text);
    return this.items.splice(0);
  }

  /** Returns the unfinished line of the last stream. */
  peek(): StyledText {
    return this.current?.peek() ?? NOTHING;
  }

  /** Returns the remaining items at the end of the log. */
  end(): AnsiItem[] {
    if (this.stamps.end()) this.current?.push("\n");
    this.current?.end();
    for (const lines of this.streams.values()) lines.end();
    return this.items.splice(0);
  }

  begin({ stream, continues, time }: LineStart): void {
    const lines = this.linesOf(stream);
    if (this.current !== lines) this.current?.interrupt();
    this.current = lines;
    this.name = stream;
    lines.begin(continues, time);
  }

  text(text: string): void {
    this.current ??= this.linesOf("");
    this.current.push(text);
  }

  private linesOf(stream: string): AnsiLines {
    let lines = this.streams.get(stream);
    if (!lines) this.streams.set(stream, (lines = new AnsiLines(this.items, this.pen)));
    return lines;
  }
}
