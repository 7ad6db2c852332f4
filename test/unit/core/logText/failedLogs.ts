import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("failures/", import.meta.url);
const E = "\u001b";
/** Marks the line that explains the failure. */
const MARK = "▶ ";

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
}

/** The failures of a file: `### title`, then the lines, with `\\e` for escape and at most one line behind a mark. */
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
  return {
    title,
    noisy,
    whole: mode === "whole",
    lines: lines.map((line) => readLine(line.startsWith(MARK) ? line.slice(MARK.length) : line)),
    cause: lines.findIndex((line) => line.startsWith(MARK)),
  };
}

function readLine(line: string): string {
  return line
    .replaceAll("\\e", E)
    .replaceAll(/\[\[(start|end) (\w+)\]\]/g, (_, which: string, name: string) => marker(which, name));
}

function marker(which: string, name: string): string {
  return `section_${which}:1758785580:${name}\r${E}[0K`;
}

/** How a runner writes a log. */
export interface RunnerStyle {
  readonly name: string;
  /** Returns the log's lines, and how many come before those of the script. */
  readonly lines: (failure: Failure) => { readonly lines: readonly string[]; readonly before: number };
}

const began = (name: string, title: string): string => `${marker("start", name)}${E}[0K${E}[36;1m${title}${E}[0;m`;
const yellow = (text: string): string => `${E}[0;33m${text}${E}[0;m`;

const COLORED = {
  before: [
    `${E}[0KRunning with gitlab-runner 16.9.1 (782c6ecb)${E}[0;m`,
    began("prepare_executor", 'Preparing the "docker" executor'),
    "Using Docker executor with image node:20 ...",
    marker("end", "prepare_executor"),
    began("get_sources", "Getting source from Git repository"),
    "Reinitialized existing Git repository in /builds/acme/shop/.git/",
    marker("end", "get_sources"),
    began("restore_cache", "Restoring cache"),
    ...["WARNING: file does not exist", "Failed to extract cache"].map(yellow),
    marker("end", "restore_cache"),
    began("step_script", 'Executing "step_script" stage of the job script'),
  ],
  after: [
    marker("end", "step_script"),
    began("upload_artifacts_on_failure", "Uploading artifacts for failed job"),
    yellow("WARNING: report.xml: no matching files"),
    `${E}[31;1mERROR: No files to upload${E}[0;m`,
    marker("end", "upload_artifacts_on_failure"),
    began("cleanup_file_variables", "Cleaning up project directory"),
    marker("end", "cleanup_file_variables"),
    ...[`${E}[31;1mERROR: Job failed: exit code 1`, `${E}[0;m`],
  ],
};

const PLAIN = {
  before: [
    "Running with gitlab-runner 11.2.0 (35e8515d)",
    "Using Docker executor with image node:20 ...",
    "Cloning repository...",
    "Checking out 1f2e3d4c as main...",
  ],
  after: ["Uploading artifacts...", "WARNING: report.xml: no matching files", "ERROR: Job failed: exit code 1"],
};

/** With sections and colors; with timestamps too; and as old runners write, with neither. */
export const runnerStyles: readonly RunnerStyle[] = [
  { name: "sections", lines: (failure) => wrap(failure, COLORED, greenCommand) },
  {
    name: "timestamps",
    lines: (failure) => {
      const { lines, before } = wrap(failure, COLORED, greenCommand);
      return { lines: lines.map((line) => `2026-09-25T07:33:00.992977Z 00O ${line}`), before };
    },
  },
  { name: "plain", lines: (failure) => wrap(failure, PLAIN, (line) => line) },
];

function greenCommand(line: string): string {
  return line.replace(/^\$ .*/, `${E}[32;1m$&${E}[0;m`);
}

function wrap(
  { whole, lines }: Failure,
  { before, after }: typeof PLAIN,
  line: (text: string) => string,
): { readonly lines: readonly string[]; readonly before: number } {
  if (whole) return { lines, before: 0 };
  return { lines: [...before, ...lines.map(line), ...after], before: before.length };
}
