import { type LogLine, Sections } from "./sections.ts";
import { LogStreams } from "./streams.ts";

/**
 * Parses a job's log from bytes to lines: UTF-8 (invalid bytes become U+FFFD), runner timestamps, terminal sequences,
 * sections. The result does not depend on how the bytes are split.
 */
export class LogParser {
  private readonly decoder = new TextDecoder();
  private readonly streams = new LogStreams();
  private readonly sections = new Sections();

  /** Returns the number of characters processed. */
  get work(): number {
    return this.streams.work;
  }

  /** Returns the lines that these bytes complete. */
  push(bytes: Uint8Array): LogLine[] {
    return this.sections.push(this.streams.push(this.decoder.decode(bytes, { stream: true })));
  }

  /** Returns the unfinished last line without changing the state. */
  peek(): LogLine | undefined {
    return this.sections.peek(this.streams.peek());
  }

  /** Returns the remaining lines at the end of the log. */
  end(): LogLine[] {
    return [
      ...this.sections.push(this.streams.push(this.decoder.decode())),
      ...this.sections.push(this.streams.end()),
      ...this.sections.end(),
    ];
  }
}
