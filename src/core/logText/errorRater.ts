import { setImmediate as breathe } from "node:timers/promises";
import { type ErrorLines, findFirstError, type FirstError } from "./errorLines.ts";
import type { LogPiece } from "./lineBlock.ts";
import { ErrorFinder, stylesMatter } from "./logErrors.ts";

/** Number of lines rated before yielding to other work. */
const TURN = 1_000;
/** Most lines that wait and are parsed already, which take more memory than blocks. */
const WAITING = 5_000;
/** Number of rated pieces that are forgotten at once. */
const FORGOTTEN = 100;

interface WaitingPiece {
  readonly piece: LogPiece;
  /** Number of its first line. */
  readonly line: number;
  /** What its lines are added to. */
  readonly errors: ErrorLines;
  /** Of text. */
  readonly bytes: number;
}

/**
 * Rates the lines of a log in order, behind those who read it: that takes longer than reading, and few ask for the first
 * error.
 */
export class ErrorRater {
  private readonly finder = new ErrorFinder();
  private readonly pieces: WaitingPiece[] = [];
  /** Index of the next one. */
  private next = 0;
  /** Number of waiting lines that are parsed. */
  private parsed = 0;
  /** Number of bytes that are to be rated by `rateSome`, less what it rated too much. */
  private due = 0;
  private added = 0;
  private rated = 0;
  /** Those who may ask for the first error, as long as they may. */
  private asking: WeakRef<FirstErrorSearch>[] = [];

  add(piece: WaitingPiece): void {
    this.pieces.push(piece);
    this.added++;
    if (piece.piece.kind === "block") return;
    this.parsed++;
    while (this.parsed > WAITING) this.rateNext();
  }

  /** Rates the pieces that wait longest, of as many bytes of text as it was told in all. */
  rateSome(bytes: number): void {
    this.due += bytes;
    while (this.due > 0) {
      const rated = this.rateNext();
      if (!rated) return;
      this.due -= rated.bytes;
    }
  }

  /** Rates what is to be added to these, which is what waits longest. */
  rateAllOf(errors: ErrorLines): void {
    while (this.pieces[this.next]?.errors === errors) this.rateNext();
  }

  /**
   * Returns the question for the first error of the log as it is now.
   * @param hidden of the part that is not shown, which was rated
   */
  ask(hidden: ErrorLines, shown: readonly ErrorLines[]): FirstErrorSearch {
    const asked: FirstErrorSearch = new FirstErrorSearch(hidden, shown, (signal) => this.rateUpTo(asked, signal));
    this.asking = [...this.asking.filter((one) => one.deref() !== undefined), new WeakRef(asked)];
    asked.position = this.added;
    return asked;
  }

  private async rateUpTo(asked: FirstErrorSearch, signal: AbortSignal | undefined): Promise<void> {
    let lines = 0;
    while (this.rated < asked.position) {
      const { piece } = this.rateNext() ?? {};
      lines += piece?.kind === "block" ? piece.lines : 1;
      if (lines < TURN) continue;
      lines = 0;
      await breathe();
      signal?.throwIfAborted();
    }
    asked.settle();
  }

  private rateNext(): WaitingPiece | undefined {
    const waiting = this.pieces[this.next];
    if (!waiting) return undefined;
    this.answerAsked();
    const { piece, errors } = waiting;
    let at = waiting.line;
    for (const line of piece.kind === "block" ? piece.eachLine(stylesMatter) : [piece]) {
      const rated = this.finder.rate(line, errors);
      if (rated) errors.add(rated, at);
      at++;
    }
    if (piece.kind !== "block") this.parsed--;
    this.rated++;
    this.next++;
    if (this.next >= FORGOTTEN || this.next === this.pieces.length) {
      this.pieces.splice(0, this.next);
      this.next = 0;
    }
    return waiting;
  }

  /** Answers those who asked when no more was there than is rated: what comes next is not theirs. */
  private answerAsked(): void {
    if (this.asking.length === 0) return;
    this.asking = this.asking.filter((one) => {
      const asked = one.deref();
      if (asked?.position === this.rated) asked.settle();
      return asked !== undefined && asked.position > this.rated;
    });
  }
}

/** The first error of a log as it was at one time. */
export class FirstErrorSearch {
  private readonly hidden: ErrorLines;
  private readonly shown: readonly ErrorLines[];
  private readonly rate: (signal?: AbortSignal) => Promise<void>;
  private found: { readonly error: FirstError | undefined } | undefined;
  /** Number of pieces that the log had. */
  position = 0;

  constructor(hidden: ErrorLines, shown: readonly ErrorLines[], rate: (signal?: AbortSignal) => Promise<void>) {
    this.hidden = hidden;
    this.shown = shown;
    this.rate = rate;
  }

  /** Finds it now that all of its log is rated, and nothing behind it. */
  settle(): void {
    this.found ??= { error: findFirstError(this.hidden, this.shown) };
  }

  /** Returns the first error; undefined if there is none. @throws the reason of the signal */
  async find(signal?: AbortSignal): Promise<FirstError | undefined> {
    if (!this.found) await this.rate(signal);
    return this.found?.error;
  }
}
