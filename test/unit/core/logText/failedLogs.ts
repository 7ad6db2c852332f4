import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("failures/", import.meta.url);
const E = "\u001b";
/** Mark the line that explains the failure, and those that explain it as well. */
const [MARK, AS_WELL] = ["▶ ", "▷ "];

/** A failed job as the files in `failures/` describe it. */
export interface Failure {
  readonly title: string;
  /** Whether much of what it says looks like an error and is none. */
  readonly noisy: boolean;
  /** Whether the lines are a whole log; otherwise what the script wrote. */
  readonly whole: boolean;
  readonly lines: readonly string[];
  /** Index of the line that explains the failure. */
  readonly cause: number;
  /** Indices of lines that explain it as well. */
  readonly asWell: readonly number[];
}

/** The failures of a file: `### title`, then the lines, with `\\e` for escape and at most one line behind the mark. */
export const failuresOf = (file: string): Failure[] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .split(/^### /m)
    .slice(1)
    .map((text) => readFailure(text, file.includes("noisy")));

export const failures: readonly Failure[] = readdirSync(FOLDER)
  .sort()
  .flatMap((file) => failuresOf(`failures/${file}`));

function readFailure(text: string, noisy: boolean): Failure {
  const [heading = "", ...lines] = text.replace(/\n$/, "").split("\n");
  const [title = "", mode] = heading.split(" | ");
  const marked = (mark: string): number[] => lines.flatMap((line, at) => (line.startsWith(mark) ? [at] : []));
  return {
    title,
    noisy,
    whole: mode === "whole",
    lines: lines.map((line) => readLine(line.replace(/^[▶▷] /, ""))),
    cause: marked(MARK)[0] ?? -1,
    asWell: marked(AS_WELL),
  };
}

function readLine(line: string): string {
  return line.replaceAll("\\e", E).replaceAll(/\[\[(start|end) (\w+)\]\]/g, `section_$1:1758785580:$2\r${E}[0K`);
}

/** How a runner writes a log. */
export interface RunnerStyle {
  readonly name: string;
  /** Returns the log's lines, and how many come before those of the script. */
  readonly lines: (failure: Failure) => { readonly lines: readonly string[]; readonly before: number };
}

const runner = failuresOf("runners.txt");
const written = (title: string): readonly string[] => runner.find((one) => one.title === title)?.lines ?? [];

function wrap({ whole, lines }: Failure, style: string, command = "$&"): ReturnType<RunnerStyle["lines"]> {
  if (whole) return { lines, before: 0 };
  const [before, after] = [written(`${style} before`), written(`${style} after`)];
  return {
    lines: [...before, ...lines.map((line) => line.replace(/^\$ .*/, command)), ...after],
    before: before.length,
  };
}
const inSections = (failure: Failure) => wrap(failure, "sections", `${E}[32;1m$&${E}[0;m`);

/** With sections and colors; with timestamps too; and as old runners write, with neither. */
export const runnerStyles: readonly RunnerStyle[] = [
  { name: "sections", lines: inSections },
  {
    name: "timestamps",
    lines: (failure) => {
      const { lines, before } = inSections(failure);
      return { lines: lines.map((line) => `2026-09-25T07:33:00.992977Z 00O ${line}`), before };
    },
  },
  { name: "plain", lines: (failure) => wrap(failure, "plain") },
];
