import { LogParser } from "../../../core/logText/parser.ts";
import type { LogLine } from "../../../core/logText/sections.ts";
import { Checkouts } from "../../../core/problems/checkout.ts";
import type { LogProblem } from "../../../core/problems/matchers/problem.ts";
import { ProblemScanner } from "../../../core/problems/matchers/scanner.ts";

/** What a log tells of problems, and of where its paths begin. */
export interface ReadProblems {
  readonly problems: readonly LogProblem[];
  /** Folders of the runner. */
  readonly checkouts: readonly string[];
}

/** Gathers the problems of a log whose lines come bit by bit. A problem's `logLine` counts the log's lines, those of sections too. */
export class ProblemReading {
  private readonly scanner = new ProblemScanner();
  private readonly checkouts = new Checkouts();
  private readonly problems: LogProblem[] = [];
  private at = 0;

  lines(lines: readonly LogLine[]): void {
    for (const line of lines) {
      const text = line.kind === "sectionEnd" ? "" : line.text;
      this.checkouts.line(text);
      this.problems.push(...this.scanner.push(text, this.at++));
    }
  }

  /** All that is known at the log's end. What a host passes on late may still be added, and asked for again. */
  end(): ReadProblems {
    this.problems.push(...this.scanner.end());
    return { problems: [...this.problems], checkouts: this.checkouts.folders };
  }
}

/**
 * Reads a whole log.
 * @param progress is told the bytes so far.
 * @param breathe lets others have a turn, after each quarter of a megabyte.
 * @throws what the bytes throw.
 */
export async function readProblems(
  bytes: AsyncIterable<Uint8Array>,
  progress: (bytes: number) => void,
  breathe: () => Promise<unknown>,
): Promise<ReadProblems> {
  const parser = new LogParser();
  const reading = new ProblemReading();
  let read = 0;
  let sinceTurn = 0;
  for await (const chunk of bytes) {
    reading.lines(parser.push(chunk));
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
