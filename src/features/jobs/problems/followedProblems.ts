import { Pace } from "../../../core/base/pace.ts";
import type { LogPiece } from "../../../core/logText/lineBlock.ts";
import { ProblemCollector, type ReadProblems } from "../../../core/problems/problemCollector.ts";

/** Limit of waiting lines that are parsed already, which take more memory than blocks. */
const WAITING = 20_000;

/**
 * Collects the problems of a log that is followed. Only those of failed jobs are shown, so that blocks of lines wait until
 * they are known to be needed, and keep nobody waiting who reads the log.
 */
export class FollowedProblems {
  private reading = new ProblemCollector();
  private waiting: (LogPiece | "skip")[] = [];
  /** Number of lines that wait and are parsed already. */
  private parsed = 0;
  private last: Promise<unknown> = Promise.resolve();

  add(pieces: readonly LogPiece[]): void {
    for (const piece of pieces) {
      this.waiting.push(piece);
      if (piece.kind !== "block") this.parsed++;
    }
    if (this.parsed > WAITING) void this.readWaiting();
  }

  /** Continues behind lines that are left out. */
  skip(): void {
    this.waiting.push("skip");
  }

  /** Starts anew, after the log was reset. */
  reset(): void {
    this.reading = new ProblemCollector();
    this.take();
  }

  /** Drops what was not read: it is not needed. */
  drop(): void {
    this.take();
  }

  /** Returns the problems so far, once the lines were read, in turns. */
  end(): Promise<ReadProblems> {
    const { reading } = this;
    const ended = this.readWaiting().then(() => reading.end());
    this.last = ended;
    return ended;
  }

  /** Reads what waits, behind what is being read, and yields to other work in between. */
  private readWaiting(): Promise<unknown> {
    const { reading, last } = this;
    const pieces = this.take();
    const read = async (): Promise<void> => {
      await last;
      const pace = new Pace();
      for (const piece of pieces) {
        if (piece === "skip") reading.skip();
        else await reading.linesInTurns(piece, pace);
      }
    };
    this.last = read();
    return this.last;
  }

  private take(): readonly (LogPiece | "skip")[] {
    const { waiting } = this;
    this.waiting = [];
    this.parsed = 0;
    return waiting;
  }
}
