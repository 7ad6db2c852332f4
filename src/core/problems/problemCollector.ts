import type { Pace } from "../base/pace.ts";
import { type LogPiece, textsOf } from "../logText/lineBlock.ts";
import { LogParser } from "../logText/parser.ts";
import { readInTurns } from "../logText/readInTurns.ts";
import { Checkouts } from "./checkout.ts";
import type { LogProblem } from "./matchers/problem.ts";
import { ProblemScanner } from "./matchers/scanner.ts";

/** The problems of a log, and the checkout folders they are relative to. */
export interface ReadProblems {
  readonly problems: readonly LogProblem[];
  /** Folders of the runner. */
  readonly checkouts: readonly string[];
  /** The first `logLine` that is not a line number of the log, because lines before it were left out; undefined if none were. */
  readonly uncountedFrom?: number;
}

/** Collects the problems of a log line by line. `logLine` counts all lines of the log, including section lines. */
export class ProblemCollector {
  private scanner = new ProblemScanner();
  private readonly checkouts = new Checkouts();
  private readonly problems: LogProblem[] = [];
  private at = 0;
  private uncountedFrom: number | undefined;

  lines(pieces: readonly LogPiece[]): void {
    for (const text of textsOf(pieces)) this.line(text);
  }

  /** Reads lines, and yields to other work in between: a block may have tens of thousands. */
  async linesInTurns(piece: LogPiece, pace: Pace): Promise<void> {
    for (const text of textsOf([piece])) {
      this.line(text);
      if (pace.due) await pace.rest();
    }
  }

  /** Continues behind lines that are left out. */
  skip(): void {
    this.problems.push(...this.scanner.end());
    this.uncountedFrom ??= this.at;
    // The end of a log says most: what came before must not crowd it out.
    if (this.scanner.full) this.scanner = new ProblemScanner();
  }

  private line(text: string): void {
    this.checkouts.line(text);
    this.problems.push(...this.scanner.push(text, this.at++));
  }

  /** Returns the problems so far. Late lines may be added afterwards, and `end` called again. */
  end(): ReadProblems {
    this.problems.push(...this.scanner.end());
    const { uncountedFrom } = this;
    return {
      problems: [...this.problems],
      checkouts: this.checkouts.folders,
      ...(uncountedFrom !== undefined && { uncountedFrom }),
    };
  }
}

/**
 * Reads a whole log, and yields to other work in between.
 * @param progress receives the number of bytes so far
 * @throws what the bytes throw; the reason of the signal
 */
export async function readProblems(
  bytes: AsyncIterable<Uint8Array>,
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ReadProblems> {
  const parser = new LogParser();
  const reading = new ProblemCollector();
  let read = 0;
  await readInTurns(bytes, signal, (part) => {
    reading.lines(parser.pieces(part));
    read += part.length;
    progress(read);
  });
  reading.lines(parser.end());
  return reading.end();
}
