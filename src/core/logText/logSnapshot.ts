import { setImmediate as breathe } from "node:timers/promises";
import type { ColoredLine } from "./colors.ts";
import type { FirstError } from "./errorLines.ts";
import type { FirstErrorSearch } from "./errorRater.ts";
import type { SectionRange } from "./logSections.ts";
import type { LogSegment } from "./logSegment.ts";

/** Number of bytes copied before yielding to other work. */
const TURN = 4 * 1024 * 1024;

export interface SnapshotOptions {
  readonly segments: readonly LogSegment[];
  /** The unfinished last line. */
  readonly rest: string;
  /** Number of finished lines from the first shown one. */
  readonly lines: number;
  readonly sections: readonly SectionRange[];
  /** Number of bytes of the host's log that were read. */
  readonly read: number;
  /** The runner's limit in bytes, if it truncated the log. */
  readonly runnerLimit: number | undefined;
  readonly firstError: FirstErrorSearch;
}

/**
 * The state of a log at one time, which a document shows until it is refreshed. Line numbers count from the start of
 * the log.
 */
export class LogSnapshot {
  readonly sections: readonly SectionRange[];
  readonly read: number;
  readonly runnerLimit: number | undefined;
  /** The first shown line; earlier ones are dropped when the log is too long. */
  readonly firstLine: number;
  /** Number of lines, including the unfinished one. */
  readonly lines: number;
  /** Size of the text in UTF-8. */
  readonly bytes: number;
  private readonly first: FirstErrorSearch;
  private readonly segments: readonly LogSegment[];
  private readonly parts: readonly Buffer[];

  constructor({ segments, rest, lines, sections, read, runnerLimit, firstError }: SnapshotOptions) {
    this.segments = segments;
    this.sections = sections;
    this.read = read;
    this.runnerLimit = runnerLimit;
    this.first = firstError;
    this.firstLine = segments[0]?.firstLine ?? 0;
    this.lines = lines + (rest === "" ? 0 : 1);
    this.parts = [...segments.map((segment) => segment.text()), ...(rest === "" ? [] : [Buffer.from(rest)])];
    this.bytes = this.parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** Returns the text after a header; copies in slices to keep the extension host responsive. */
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

  /**
   * Returns the line that is most likely the cause of the failure, once all lines were looked at, in turns; undefined if
   * there is none.
   * @throws the reason of the signal
   */
  firstError(signal?: AbortSignal): Promise<FirstError | undefined> {
    return this.first.find(signal);
  }

  colorsAt(line: number): ColoredLine | undefined {
    return this.segmentOf(line)?.colorsAt(line);
  }

  /** Returns whether any line has a time. */
  get timed(): boolean {
    return this.segments.some(({ timed }) => timed);
  }

  /** Returns when a line was written, in milliseconds since the epoch. */
  timeAt(line: number): number | undefined {
    return this.segmentOf(line)?.timeAt(line);
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
