import { AnsiLines } from "./ansi.ts";
import { type LogLine, Sections } from "./sections.ts";
import { TimestampStripper } from "./timestamps.ts";

/**
 * Parses a job's log from bytes to lines: UTF-8 (invalid bytes become U+FFFD), runner timestamps, terminal sequences,
 * sections. The result does not depend on how the bytes are split.
 */
export class LogParser {
  private readonly decoder = new TextDecoder();
  private readonly stamps = new TimestampStripper();
  private readonly ansi = new AnsiLines();
  private readonly sections = new Sections((line) => this.stamps.timeAt(line));

  /** Returns the number of characters processed. */
  get work(): number {
    return this.ansi.work;
  }

  /** Returns the lines that these bytes complete. */
  push(bytes: Uint8Array): LogLine[] {
    return this.sections.push(this.ansi.push(this.stamps.push(this.decoder.decode(bytes, { stream: true }))));
  }

  /** Returns the unfinished last line without changing the state. */
  peek(): LogLine | undefined {
    return this.sections.peek(this.ansi.peek());
  }

  /** Returns the remaining lines at the end of the log. */
  end(): LogLine[] {
    const rest = this.stamps.push(this.decoder.decode()) + this.stamps.end();
    return [
      ...this.sections.push(this.ansi.push(rest)),
      ...this.sections.push(this.ansi.end()),
      ...this.sections.end(),
    ];
  }
}
