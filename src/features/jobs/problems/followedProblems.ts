import { setImmediate as breathe } from "node:timers/promises";
import type { LogPiece } from "../../../core/logText/lineBlock.ts";
import { ProblemCollector, type ReadProblems } from "../../../core/problems/problemCollector.ts";

/** Number of lines read before yielding to other work. */
const TURN = 1_000;
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
    if (this.parsed > WAITING) for (const piece of this.take()) this.read(piece);
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
  async end(): Promise<ReadProblems> {
    const { reading } = this;
    const pieces = this.take();
    const before = this.last;
    const read = async (): Promise<ReadProblems> => {
      await before;
      let lines = 0;
      for (const piece of pieces) {
        this.read(piece, reading);
        lines += piece !== "skip" && piece.kind === "block" ? piece.lines : 1;
        if (lines < TURN) continue;
        lines = 0;
        await breathe();
      }
      return reading.end();
    };
    const ended = read();
    this.last = ended;
    return ended;
  }

  private read(piece: LogPiece | "skip", reading = this.reading): void {
    if (piece === "skip") reading.skip();
    else reading.lines([piece]);
  }

  private take(): readonly (LogPiece | "skip")[] {
    const { waiting } = this;
    this.waiting = [];
    this.parsed = 0;
    return waiting;
  }
}
