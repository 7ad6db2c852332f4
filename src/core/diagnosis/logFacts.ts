import { LogText } from "../logText/logText.ts";
import { LogParser } from "../logText/parser.ts";
import { readInTurns } from "../logText/readInTurns.ts";
import type { LogProblem } from "../problems/matchers/problem.ts";
import { ProblemCollector } from "../problems/problemCollector.ts";

/** Most of a log's text that is kept while it is read, in bytes; four times what runners write by default. */
const textLimit = 16 * 1024 * 1024;
/** Lines shown before and after the first error. */
const before = 3;
const after = 8;
/** Limit of characters per excerpt line. */
const lineLimit = 1000;
/** Limit of problems kept per log. */
const problemLimit = 50;

/** A line of a log with its zero-based number, as documents of logs count. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/** The line that is most likely the cause of a failure, with the lines around it. */
export interface FirstError extends NumberedLine {
  /** Whether its evidence leaves no doubt. */
  readonly isSure: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What a log says of a failure. */
export interface LogFacts {
  /** Undefined if no line looks like an error. */
  readonly firstError: FirstError | undefined;
  /** Errors first; the first fifty. */
  readonly problems: readonly LogProblem[];
  /** Number of problems in the log. */
  readonly problemCount: number;
  /** Checkout folders of the runner, which paths of problems are relative to. */
  readonly checkouts: readonly string[];
  /** Number of lines. */
  readonly lines: number;
  /** Exit code of the script, as the runner reports it. */
  readonly exitCode: number | undefined;
  /** Whether the runner cut the log at its size limit, or its start was dropped here. */
  readonly isCut: boolean;
}

/** The runner's closing sentences. */
const exited =
  /^(?:ERROR: )?Job failed: (?:exit (?:code|status) (\d{1,10})|command terminated with exit code (\d{1,10}))/;

/**
 * Reads what a log says of a failure. Keeps at most 16 MiB of it at a time.
 * @throws what the bytes throw
 */
export async function readLogFacts(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<LogFacts> {
  const log = new LogText(textLimit);
  const parser = new LogParser();
  const problems = new ProblemCollector();
  await readInTurns(bytes, signal, (chunk) => {
    log.push(chunk);
    problems.lines(parser.pieces(chunk));
  });
  log.end();
  problems.lines(parser.end());
  const snapshot = log.snapshot();
  const text = await snapshot.text(Buffer.alloc(0));
  const found = problems.end();
  const firstError = await snapshot.firstError(signal);
  return {
    firstError: firstError && { ...excerpt(text, firstError.line, snapshot.firstLine), isSure: firstError.isSure },
    problems: mostSevere(found.problems),
    problemCount: found.problems.length,
    checkouts: found.checkouts,
    lines: snapshot.firstLine + snapshot.lines,
    exitCode: exitCodeOf(text),
    isCut: snapshot.runnerLimit !== undefined || snapshot.firstLine > 0,
  };
}

/** Returns a line with those around it. @param base number of the first line of the text */
function excerpt(text: Buffer, line: number, base: number): Omit<FirstError, "isSure"> {
  const lines = linesAt(text, Math.max(0, line - base - before), line - base + after + 1);
  const at = Math.min(before, line - base);
  return { line, text: lines[at] ?? "", before: lines.slice(0, at), after: trimmed(lines.slice(at + 1)) };
}

/** Returns lines of a text. @param to exclusive */
function linesAt(text: Buffer, from: number, to: number): string[] {
  let start = 0;
  for (let skipped = 0; skipped < from; skipped++) {
    const end = text.indexOf(10, start);
    if (end < 0) return [];
    start = end + 1;
  }
  const lines: string[] = [];
  while (lines.length < to - from && start < text.length) {
    const end = text.indexOf(10, start);
    const stop = end < 0 ? text.length : end;
    lines.push(text.toString("utf8", start, Math.min(stop, start + 4 * lineLimit)).slice(0, lineLimit));
    start = stop + 1;
  }
  return lines;
}

/** Drops blank lines at the end. */
const trimmed = (lines: readonly string[]): string[] =>
  lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1);

function exitCodeOf(text: Buffer): number | undefined {
  const end = text.toString("utf8", Math.max(0, text.length - 8192));
  for (const line of end.split("\n").reverse()) {
    const match = exited.exec(line.trim());
    if (match) return Number(match[1] ?? match[2]);
  }
  return undefined;
}

function mostSevere(problems: readonly LogProblem[]): LogProblem[] {
  const order = ["error", "warning", "info"] as const;
  return order.flatMap((severity) => problems.filter((one) => one.severity === severity)).slice(0, problemLimit);
}
