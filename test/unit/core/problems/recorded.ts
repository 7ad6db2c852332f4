import { readdirSync, readFileSync } from "node:fs";
import { type LogProblem, ProblemScanner } from "../../../../src/core/problems/matchers/scanner.ts";
import { parsed } from "../logText/parsed.ts";

/** An output of a tool in `samples/`. A line that begins with `=> ` is a problem that the line above it begins, read off by eye. */
export interface Output {
  readonly name: string;
  readonly lines: readonly string[];
  /** As `told` writes them. */
  readonly problems: readonly string[];
}

const FOLDER = new URL("samples/", import.meta.url);
const MARK = "=> ";

function readOutput(name: string, text: string): Output {
  const lines: string[] = [];
  const problems: string[] = [];
  for (const line of text.split("\n"))
    if (line.startsWith(MARK)) problems.push(`${lines.length} ${line.slice(MARK.length)}`);
    else lines.push(line);
  return { name, lines: plainLines(lines.join("\n")), problems };
}
const read = (file: string): string => readFileSync(new URL(file, FOLDER), "utf8");

/** Recorded outputs of real tools, each with its command, version and folder in the first lines. */
export const recorded: readonly Output[] = readdirSync(FOLDER)
  .filter((file) => file !== "tools.txt")
  .map((file) => readOutput(file.replace(/\.txt$/, ""), read(file)));
export const recordedOf = (name: string): Output => recorded.find((one) => one.name === name)!;

/** Short outputs in the forms that tools document, each below its heading. */
export const written: readonly Output[] = read("tools.txt")
  .split(/^### /m)
  .slice(1)
  .map((text) => readOutput(text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)));

/** Returns the lines of a log without escape sequences. */
export function plainLines(log: string): string[] {
  return parsed(log).map((line) => ("text" in line ? line.text : ""));
}

export function scan(lines: readonly string[]): LogProblem[] {
  const scanner = new ProblemScanner();
  return [...lines.flatMap((line, at) => [...scanner.push(line, at)]), ...scanner.end()];
}

type Place = Pick<LogProblem, "path" | "line" | "column">;
const place = ({ path, line, column }: Place): string => `${path}:${line}${column === undefined ? "" : `:${column}`}`;

/** A problem on one line, for comparing: `7 tsc src/a.ts:6:9 error TS2322: message <folder> ← frames`. */
export function told(problem: LogProblem): string {
  const { logLine, source, severity, code, message, folder, frames = [] } = problem;
  return [
    `${logLine + 1} ${source} ${place(problem)} ${severity} ${code === undefined ? "" : `${code}: `}${message.replaceAll("\n", " ⏎ ")}`,
    ...(folder === undefined ? [] : [`<${folder}>`]),
    ...frames.map((frame) => `← ${place(frame)}`),
  ].join(" ");
}
