import { AnsiLines } from "./ansi.ts";
import { type LogLine, Sections } from "./sections.ts";
import { TimestampStripper } from "./timestamps.ts";

/**
 * A job's log, from bytes as they arrive to lines: UTF-8 (invalid bytes become U+FFFD), the runner's time-stamp
 * prefix, terminal sequences, sections. The lines are the same however the bytes are cut.
 */
export class LogParser {
  private readonly decoder = new TextDecoder();
  private readonly stamps = new TimestampStripper();
  private readonly ansi = new AnsiLines();
  private readonly sections = new Sections((line) => this.stamps.timeAt(line));

  /** Characters looked at or copied so far. */
  get work(): number {
    return this.ansi.work;
  }

  /** The lines that these bytes complete. */
  push(bytes: Uint8Array): LogLine[] {
    return this.sections.push(this.ansi.push(this.stamps.push(this.decoder.decode(bytes, { stream: true }))));
  }

  /** The unfinished last line as it stands, for a log that has gone quiet; changes nothing. */
  peek(): LogLine | undefined {
    return this.sections.peek(this.ansi.peek());
  }

  /** What is left when the log is over. */
  end(): LogLine[] {
    const rest = this.stamps.push(this.decoder.decode()) + this.stamps.end();
    return [
      ...this.sections.push(this.ansi.push(rest)),
      ...this.sections.push(this.ansi.end()),
      ...this.sections.end(),
    ];
  }
}
