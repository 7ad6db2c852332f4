import { setImmediate as breathe } from "node:timers/promises";
import type { ColoredLine } from "./colors.ts";
import { ERROR_RANKS } from "./logErrors.ts";
import type { SectionRange } from "./logSections.ts";
import type { LogSegment } from "./logSegment.ts";

/** Bytes copied before other work gets a turn. */
const TURN = 4 * 1024 * 1024;

export interface SnapshotOptions {
  readonly segments: readonly LogSegment[];
  /** The unfinished last line. */
  readonly rest: string;
  /** Lines after the first shown one, without the unfinished one. */
  readonly lines: number;
  readonly sections: readonly SectionRange[];
  /** Bytes of the host's log that were read. */
  readonly read: number;
  /** What the runner says it kept, in bytes, when it cut the log off. */
  readonly runnerLimit: number | undefined;
  /** The best rank of an error in what is not shown. */
  readonly hiddenError: number | undefined;
}

/** A log as it stood at a moment: what a document shows until it is renewed. Line numbers count from the log's first line. */
export class LogSnapshot {
  readonly sections: readonly SectionRange[];
  readonly read: number;
  readonly runnerLimit: number | undefined;
  /** The first line that is shown: those before are left out because the log is too long. */
  readonly firstLine: number;
  /** Lines, with the unfinished one. */
  readonly lines: number;
  /** Of the text in UTF-8. */
  readonly bytes: number;
  private readonly segments: readonly LogSegment[];
  private readonly parts: readonly Buffer[];
  private readonly hiddenError: number | undefined;

  constructor({ segments, rest, lines, sections, read, runnerLimit, hiddenError }: SnapshotOptions) {
    this.segments = segments;
    this.sections = sections;
    this.read = read;
    this.runnerLimit = runnerLimit;
    this.hiddenError = hiddenError;
    this.firstLine = segments[0]?.firstLine ?? 0;
    this.lines = lines + (rest === "" ? 0 : 1);
    this.parts = [...segments.flatMap((segment) => segment.text()), ...(rest === "" ? [] : [Buffer.from(rest)])];
    this.bytes = this.parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** The whole text behind a head, copied in turns. */
  async text(head: Buffer): Promise<Buffer> {
    const whole = Buffer.allocUnsafe(head.length + this.bytes);
    head.copy(whole);
    let at = head.length;
    let sinceTurn = 0;
    for (const part of this.parts) {
      at += part.copy(whole, at);
      sinceTurn += part.length;
      if (sinceTurn < TURN) continue;
      sinceTurn = 0;
      await breathe();
    }
    return whole;
  }

  colorsAt(line: number): ColoredLine | undefined {
    return this.segmentOf(line)?.colors.at(line);
  }

  /** Whether any line tells when it was written. */
  get timed(): boolean {
    return this.segments.some(({ timed }) => timed);
  }

  /** When a line was written, in milliseconds since the epoch. */
  timeAt(line: number): number | undefined {
    return this.segmentOf(line)?.timeAt(line);
  }

  /** The line that most likely tells why the job failed; `hidden` tells that what is not shown has one as likely. */
  get firstError(): { readonly line: number; readonly hidden: boolean } | undefined {
    for (let rank = 0; rank < ERROR_RANKS; rank++) {
      const line = this.segments.find(({ errors }) => errors[rank] !== undefined)?.errors[rank];
      if (line !== undefined && line < this.firstLine + this.lines)
        return { line, hidden: this.hiddenError !== undefined && this.hiddenError <= rank };
    }
    return undefined;
  }

  private segmentOf(line: number): LogSegment | undefined {
    let [low, high] = [0, this.segments.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.segments[middle]?.firstLine ?? 0) <= line) low = middle;
      else high = middle;
    }
    return this.segments[low];
  }
}
