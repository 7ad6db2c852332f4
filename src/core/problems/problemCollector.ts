import { type LogPiece, textsOf } from "../logText/lineBlock.ts";
import { LogParser } from "../logText/parser.ts";
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
    for (const text of textsOf(pieces)) {
      this.checkouts.line(text);
      this.problems.push(...this.scanner.push(text, this.at++));
    }
  }

  /** Continues behind lines that are left out. */
  skip(): void {
    this.problems.push(...this.scanner.end());
    this.uncountedFrom ??= this.at;
    // The end of a log says most: what came before must not crowd it out.
    if (this.scanner.full) this.scanner = new ProblemScanner();
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
 * Reads a whole log.
 * @param progress receives the number of bytes so far
 * @param breathe yields to other work, after each 256 KB
 * @throws what the bytes throw
 */
export async function readProblems(
  bytes: AsyncIterable<Uint8Array>,
  progress: (bytes: number) => void,
  breathe: () => Promise<unknown>,
): Promise<ReadProblems> {
  const parser = new LogParser();
  const reading = new ProblemCollector();
  let read = 0;
  let sinceTurn = 0;
  for await (const chunk of bytes) {
    reading.lines(parser.pieces(chunk));
    read += chunk.length;
    progress(read);
    sinceTurn += chunk.length;
    if (sinceTurn < 256 * 1024) continue;
    sinceTurn = 0;
    await breathe();
  }
  reading.lines(parser.end());
  return reading.end();
}
