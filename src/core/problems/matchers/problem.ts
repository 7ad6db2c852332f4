export type Severity = "error" | "warning" | "info";

/** A place in a source file, as a tool wrote it. */
export interface Frame {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column?: number;
}

/** Something that a tool complained about in a log, with the place in the sources that it named. */
export interface LogProblem extends Frame {
  /** From 0: the number that was given with the first line of the complaint. */
  readonly logLine: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly severity: Severity;
  readonly message: string;
  readonly code?: string;
  /** The tool: "tsc", "eslint", "gcc", … */
  readonly source: string;
  /** What the log says about the folder of a relative path: a folder of the runner, or the end of one (a Go package). */
  readonly folder?: string;
  /** Of a stack: the frames outside of this one, innermost first. The first whose file is known stands for the problem. */
  readonly frames?: readonly Frame[];
}

/** Takes what a matcher found. */
export type Found = (problem: LogProblem) => void;

/** Reads the finished plain lines of a log, one tool's complaints each. Time must be linear in the line. */
export interface Matcher {
  /** Looks at a line; what it found, complete, goes to `found`. True when the line is this tool's, so that nobody else need look. */
  line(text: string, at: number, found: Found): boolean;
  /** The log is over: what was held back. */
  end?(found: Found): void;
}

/** Digits of a text as a number; undefined where there is none. */
export const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined || digits === "" ? undefined : Number(digits);

/** An optional property, for objects whose optional properties are never undefined. */
export function column(value: number | undefined): { readonly column?: number } {
  return value === undefined || value < 1 ? {} : { column: value };
}
