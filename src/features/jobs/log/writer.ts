import type { Disposable } from "../../../core/base/disposable.ts";
import type { LineColors } from "../../../core/logText/colors.ts";
import { LogParser } from "../../../core/logText/parser.ts";
import type { LogLine } from "../../../core/logText/sections.ts";
import { Transcript } from "../../../core/logText/transcript.ts";
import { Batch, type Later } from "./batch.ts";
import type { LogCompanion } from "./companion.ts";
import type { FollowedJob, FollowEvent } from "./follow.ts";

/** Our own sentences in a channel, in the person's language. */
export interface ChannelWords {
  header(job: FollowedJob): string;
  empty(job: FollowedJob): string;
  reset(): string;
  waiting(error: unknown, until: number): string;
  resumed(): string;
  retried(newer: FollowedJob): string;
  limit(bytes: number): string;
  stopped(): string;
  failed(error: unknown): string;
  ended(job: FollowedJob): string;
  late(): string;
  gone(): string;
}

export interface ChannelWriterOptions {
  readonly append: (text: string) => void;
  readonly words: ChannelWords;
  /** Bytes of text that the channel takes of the log. */
  readonly limit: () => number;
  readonly later?: Later;
  /** Is given the log's finished lines, too. */
  readonly companion?: Pick<LogCompanion, "lines">;
}

/** Writes what following a job tells into its channel. */
export class ChannelWriter implements Disposable {
  private readonly words: ChannelWords;
  private readonly limit: () => number;
  private readonly batch: Batch;
  private readonly companion: Pick<LogCompanion, "lines"> | undefined;
  private readonly transcript = new Transcript();
  private parser = new LogParser();
  private written = 0;
  private full = false;
  private begun = false;
  /** The status is written, and nothing of the log since. */
  private told = false;
  private atLineStart = true;

  constructor({ append, words, limit, later, companion }: ChannelWriterOptions) {
    this.words = words;
    this.limit = limit;
    this.companion = companion;
    this.batch = new Batch(append, later);
  }

  get colors(): LineColors {
    return this.transcript.colors;
  }

  /** Whether the limit is reached, so that more of the log would not be shown. */
  get isFull(): boolean {
    return this.full;
  }

  /** Line breaks written so far. */
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
        if (this.told) this.note(this.words.late());
        this.told = false;
        this.log(this.read(this.parser.push(event.bytes)));
        break;
      case "quiet":
        if (!this.full) this.log(this.transcript.unfinished(this.parser.peek()));
        break;
      case "empty":
        this.note(this.words.empty(event.job));
        break;
      case "reset":
        this.finishLog();
        this.told = false;
        this.written = 0;
        this.full = false;
        this.note(this.words.reset());
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
        // The log's line stays unfinished: what comes late may go on with it.
        if (!this.full) this.log(this.transcript.unfinished(this.parser.peek()));
        this.say(this.words.ended(event.job));
        this.told = true;
        break;
      case "end":
        this.finishLog();
        // With what came late, the status once more: it is the last line.
        if (!this.told) this.note(event.job ? this.words.ended(event.job) : this.words.gone());
        this.batch.flush();
        break;
    }
  }

  /** A sentence that no event stands for. */
  say(text: string): void {
    this.note(text);
    this.batch.flush();
  }

  /** The person called it off. */
  stopped(): void {
    this.finishLog();
    this.say(this.words.stopped());
  }

  /** It cannot go on. */
  failed(error: unknown): void {
    this.finishLog();
    this.say(this.words.failed(error));
  }

  dispose(): void {
    this.batch.dispose();
  }

  private finishLog(): void {
    const rest = this.full ? "" : this.read(this.parser.end());
    if (rest !== "") this.told = false;
    this.log(rest);
    this.parser = new LogParser();
  }

  private read(lines: readonly LogLine[]): string {
    this.companion?.lines(lines);
    return this.transcript.add(lines);
  }

  private note(text: string): void {
    this.put(this.transcript.note(text));
  }

  /** Text of the log, up to the limit, in whole lines. */
  private log(text: string): void {
    if (text === "") return;
    const size = Buffer.byteLength(text);
    const limit = this.limit();
    if (this.written + size <= limit) {
      this.written += size;
      this.put(text);
      return;
    }
    this.full = true;
    const room = Buffer.from(text).subarray(0, Math.max(0, limit - this.written));
    const kept = room.subarray(0, room.lastIndexOf(10) + 1).toString();
    this.put(kept);
    this.transcript.drop(text.slice(kept.length), this.atLineStart);
    this.note(this.words.limit(limit));
  }

  private put(text: string): void {
    if (text === "") return;
    this.atLineStart = text.endsWith("\n");
    this.batch.add(text);
  }
}
