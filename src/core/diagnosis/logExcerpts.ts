import { setImmediate as breathe } from "node:timers/promises";
import type { FirstError } from "../logText/errorLines.ts";
import { LogText } from "../logText/logText.ts";

/** Most text of a log that can be asked about, in bytes. */
const textLimit = 16 * 1024 * 1024;
/** Limit of characters per line of an excerpt. */
const lineLimit = 500;
/** Number of bytes processed before yielding to other work. */
const turn = 256 * 1024;

/** The lines of a log as documents show them, without escape sequences. */
export interface LogLines {
  readonly lines: readonly string[];
  /** Zero-based number of the first line, greater than 0 where the start of a long log was dropped. */
  readonly firstLine: number;
  /** The line that is most likely the cause of a failure, zero-based. */
  readonly firstError: Pick<FirstError, "line" | "isSure"> | undefined;
}

/** A part of a log. Lines are zero-based. */
export interface Excerpt {
  readonly from: number;
  readonly lines: readonly string[];
}

/**
 * Reads the lines of a log, the last 16 MiB of it.
 * @throws what the bytes throw
 */
export async function readLogLines(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<LogLines> {
  const log = new LogText(textLimit);
  let sinceTurn = 0;
  for await (const chunk of bytes) {
    log.push(chunk);
    sinceTurn += chunk.length;
    if (sinceTurn < turn) continue;
    sinceTurn = 0;
    await breathe();
    signal.throwIfAborted();
  }
  log.end();
  const snapshot = log.snapshot();
  const text = (await snapshot.text(Buffer.alloc(0))).toString("utf8");
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  const firstError = await snapshot.firstError(signal);
  return { lines: text === "" ? [] : lines, firstLine: snapshot.firstLine, firstError };
}

/** Returns the lines around one. @param line zero-based @param context lines before and after it */
export function linesAround({ lines, firstLine }: LogLines, line: number, context: number): Excerpt {
  const at = Math.min(Math.max(0, line - firstLine), Math.max(0, lines.length - 1));
  const from = Math.max(0, at - context);
  return { from: firstLine + from, lines: lines.slice(from, at + context + 1).map(short) };
}

/** Returns the last lines. */
export function lastLines({ lines, firstLine }: LogLines, count: number): Excerpt {
  const from = Math.max(0, lines.length - count);
  return { from: firstLine + from, lines: lines.slice(from).map(short) };
}

/** Returns the lines that contain a text in any case, and how many there are. @param most lines returned */
export function linesWith(
  { lines, firstLine }: LogLines,
  text: string,
  most: number,
): { readonly found: readonly { readonly line: number; readonly text: string }[]; readonly count: number } {
  const wanted = text.toLowerCase();
  const found: { readonly line: number; readonly text: string }[] = [];
  let count = 0;
  lines.forEach((line, at) => {
    if (!line.toLowerCase().includes(wanted)) return;
    count++;
    if (found.length < most) found.push({ line: firstLine + at, text: short(line) });
  });
  return { found, count };
}

/** Returns an excerpt with one-based line numbers. */
export const numbered = ({ from, lines }: Excerpt): string =>
  lines.map((line, at) => `${from + at + 1}: ${line}`).join("\n");

const short = (line: string): string => (line.length > lineLimit ? `${line.slice(0, lineLimit)}…` : line);
