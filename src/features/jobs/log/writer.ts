import type { Disposable } from "../../../core/base/disposable.ts";
import type { LineColors } from "../../../core/logText/colors.ts";
import type { LogPiece } from "../../../core/logText/lineBlock.ts";
import { LogParser } from "../../../core/logText/parser.ts";
import { Transcript } from "../../../core/logText/transcript.ts";
import { Batch, type Schedule } from "./batch.ts";
import type { FollowedJob, FollowEvent } from "./follow.ts";
import type { LogListener } from "./logListener.ts";

/** The localized messages in a channel. */
export interface ChannelMessages {
  header(job: FollowedJob): string;
  empty(job: FollowedJob): string;
  reset(): string;
  waiting(error: unknown, until: number): string;
  resumed(): string;
  retried(newer: FollowedJob): string;
  limit(bytes: number): string;
  skipped(bytes: number): string;
  /** What comes after the end of a log that was too long is too long as well. */
  rest(): string;
  stopped(): string;
  failed(error: unknown): string;
  ended(job: FollowedJob): string;
  late(): string;
  gone(): string;
}

export interface ChannelWriterOptions {
  readonly append: (text: string) => void;
  readonly messages: ChannelMessages;
  /** Returns the limit of the channel's log text, in bytes; what crosses it is written whole. */
  readonly limit: () => number;
  readonly later?: Schedule;
  /** Receives the log's finished lines. */
  readonly companion?: Pick<LogListener, "lines">;
}

/** Number of bytes at the end of an ended job's log that are shown although the log exceeds its channel's limit. */
export const LOG_END = 2 * 1024 * 1024;

/** Writes the events of a followed job to its channel. */
export class ChannelWriter implements Disposable {
  private readonly words: ChannelMessages;
  private readonly limit: () => number;
  private readonly batch: Batch;
  private companion: Pick<LogListener, "lines"> | undefined;
  private readonly transcript = new Transcript();
  private parser = new LogParser();
  private written = 0;
  private full = false;
  /** Bytes that the end of the log may have beyond the limit; rendering may make it longer. */
  private extra = 0;
  private begun = false;
  /** Whether the final status was the last thing written. */
  private statusWritten = false;

  constructor({ append, messages, limit, later, companion }: ChannelWriterOptions) {
    this.words = messages;
    this.limit = limit;
    this.companion = companion;
    this.batch = new Batch(append, later);
  }

  get colors(): LineColors {
    return this.transcript.colors;
  }

  /** Returns whether the limit is reached. */
  get isFull(): boolean {
    return this.full;
  }

  /** Returns the number of line breaks written so far. */
  get lines(): number {
    return this.transcript.lines;
  }

  handle(event: FollowEvent): void {
    switch (event.type) {
      case "status":
        if (!this.begun) this.note(this.words.header(event.job));
        this.begun = true;
        break;
      case "bytes":
        if (this.full) break;
        if (this.statusWritten) this.note(this.words.late());
        this.statusWritten = false;
        this.add(this.parser.pieces(event.bytes));
        break;
      case "quiet":
        if (!this.full) this.log(this.transcript.unfinished(this.parser.peek()));
        break;
      case "empty":
        this.note(this.words.empty(event.job));
        break;
      case "reset":
        this.finishLog();
        this.statusWritten = false;
        this.written = this.extra = 0;
        this.full = false;
        this.note(this.words.reset());
        break;
      case "skipped":
        // Otherwise the log goes on where it was, possibly in the middle of a line.
        if (event.bytes > 0) {
          this.finishLog();
          this.note(this.words.skipped(event.bytes));
        }
        this.extra = this.written - this.limit() + 2 * LOG_END;
        this.full = false;
        break;
      case "waiting":
        this.note(this.words.waiting(event.error, event.until));
        break;
      case "resumed":
        this.note(this.words.resumed());
        break;
      case "retried":
        this.finishLog();
        this.note(this.words.retried(event.job));
        break;
      case "finished":
        // The last line stays unfinished, because late output may continue it.
        if (!this.full) this.log(this.transcript.unfinished(this.parser.peek()));
        this.writeMessage(this.words.ended(event.job));
        this.statusWritten = true;
        break;
      case "end":
        this.finishLog();
        // Repeats the status after late output, so that it is the last line.
        if (!this.statusWritten) this.note(event.job ? this.words.ended(event.job) : this.words.gone());
        this.batch.flush();
        break;
    }
  }

  /** Starts the log of another job below, with a limit of its own. @param companion receives its finished lines */
  next(companion?: Pick<LogListener, "lines">): void {
    this.finishLog();
    this.companion = companion;
    this.begun = this.statusWritten = this.full = false;
    this.written = this.extra = 0;
  }

  /** Writes a message that belongs to no event. */
  writeMessage(text: string): void {
    this.note(text);
    this.batch.flush();
  }

  /** Ends the log after the user stopped it. */
  stopped(): void {
    this.finishLog();
    this.writeMessage(this.words.stopped());
  }

  /** Ends the log after an error. */
  failed(error: unknown): void {
    this.finishLog();
    this.writeMessage(this.words.failed(error));
  }

  dispose(): void {
    this.batch.dispose();
  }

  private finishLog(): void {
    const lines = this.parser.end();
    // At the limit the unfinished line is shown, but the rest of it is left out.
    const rest = this.full ? this.transcript.add(lines) : this.read(lines);
    if (rest !== "") this.statusWritten = false;
    this.log(rest);
    this.parser = new LogParser();
  }

  private read(pieces: readonly LogPiece[]): string {
    this.companion?.lines(pieces);
    return this.transcript.add(pieces);
  }

  private note(text: string): void {
    this.put(this.transcript.note(text));
  }

  /** Writes text of the log. What crosses the limit is written whole, because it is not read again. */
  private log(text: string): void {
    if (text === "") return;
    this.put(text);
    this.count(Buffer.byteLength(text));
  }

  /** Writes finished lines of the log. */
  private add(pieces: readonly LogPiece[]): void {
    this.companion?.lines(pieces);
    let written = 0;
    for (const piece of pieces) {
      const { text, bytes } = this.transcript.addPiece(piece);
      this.put(text);
      written += bytes;
    }
    this.count(written);
  }

  /** Counts what was written, and ends the log at its limit. */
  private count(bytes: number): void {
    if (bytes === 0) return;
    this.written += bytes;
    const limit = this.limit() + this.extra;
    if (this.full || this.written <= limit) return;
    this.full = true;
    this.put(this.transcript.unfinished(this.parser.peek()));
    this.note(this.extra > 0 ? this.words.rest() : this.words.limit(limit));
  }

  private put(text: string | Buffer): void {
    this.batch.add(text);
  }
}
