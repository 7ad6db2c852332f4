import { readdirSync, readFileSync } from "node:fs";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import { type LogProblem, ProblemScanner } from "../../../../src/core/problems/matchers/scanner.ts";

const FOLDER = new URL("samples/", import.meta.url);

/** Names of the recorded outputs of real tools; each file tells command, version and folder in its first lines. */
export const sampleNames: readonly string[] = readdirSync(FOLDER)
  .map((file) => file.replace(/\.txt$/, ""))
  .sort();

export const sampleBytes = (name: string): Uint8Array => readFileSync(new URL(`${name}.txt`, FOLDER));

/** A log as lines without escape sequences, as the log's reader makes them. */
export function plainLines(log: string | Uint8Array): string[] {
  const parser = new LogParser();
  return [...parser.push(Buffer.from(log)), ...parser.end()].map((line) => ("text" in line ? line.text : ""));
}

/** Everything that is found in these lines. */
export function scan(lines: readonly string[]): LogProblem[] {
  const scanner = new ProblemScanner();
  return [...lines.flatMap((line, at) => [...scanner.push(line, at)]), ...scanner.end()];
}

const place = ({
  path,
  line,
  column,
}: {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
}): string => `${path}:${[line, column].filter((part) => part !== undefined).join(":")}`;

/** A problem on one line, for comparing: `7 tsc src/a.ts:6:9 error TS2322: message <folder> ← frames`. */
export function told(problem: LogProblem): string {
  const { logLine, source, severity, code, message, folder, frames } = problem;
  return [
    `${logLine + 1} ${source} ${place(problem)} ${severity} ${code === undefined ? "" : `${code}: `}${message.replaceAll("\n", " ⏎ ")}`,
    ...(folder === undefined ? [] : [`<${folder}>`]),
    ...(frames ?? []).map((frame) => `← ${place(frame)}`),
  ].join(" ");
}
