import { type AnsiItem, AnsiLines, type Pen } from "./ansi.ts";
import type { StyledText } from "./line.ts";
import { PLAIN } from "./style.ts";
import { type LineReceiver, type LineStart, TimestampReader } from "./timestamps.ts";

const NOTHING: StyledText = { text: "", spans: [] };

/**
 * The streams of a log: what the runner, and the standard output and error of its commands wrote, each with a line and
 * a cursor of its own. A continuation (`+`) belongs to the last line of its stream.
 * Output channels can only append, so when a line of another stream follows, the line above it is returned as it is.
 * What continues it later is returned as a line of its own: nothing is repeated or lost, and no line contains text of
 * two streams. Of a progress line this leaves one more line for each interruption. Channels and documents show the same.
 */
export class LogStreams implements LineReceiver {
  private readonly stamps = new TimestampReader(this);
  private readonly pen: Pen = { style: PLAIN };
  private readonly streams = new Map<string, AnsiLines>();
  private readonly items: AnsiItem[] = [];
  /** The stream of the last line. */
  private current: AnsiLines | undefined;

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
