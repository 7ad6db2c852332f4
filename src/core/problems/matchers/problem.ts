export type Severity = "error" | "warning" | "info";

/** A source location as written by a tool. */
export interface Frame {
  readonly path: string;
  /** One-based. */
  readonly line: number;
  /** One-based. */
  readonly column?: number;
}

/** A problem that a tool reported in a log, with its source location. */
export interface LogProblem extends Frame {
  /** Zero-based number of the first line of the message. */
  readonly logLine: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly severity: Severity;
  readonly message: string;
  readonly code?: string;
  /** Name of the tool: "tsc", "eslint", "gcc", … */
  readonly source: string;
  /** The folder of a relative path, as far as known: a folder of the runner, or only its last parts (a Go package). */
  readonly folder?: string;
  /**
   * The outer frames of a stack trace, innermost first. The problem is shown at the first frame whose file is known.
   */
  readonly frames?: readonly Frame[];
}

/** Receives the problems that a matcher finds. */
export type ReportProblem = (problem: LogProblem) => void;

/** Recognizes the messages of one tool in the plain lines of a log, in linear time. */
export interface Matcher {
  /**
   * Processes a line and reports complete problems. Returns true if the line belongs to the tool, which skips the other
   * matchers.
   */
  line(text: string, at: number, found: ReportProblem): boolean;
  /** Reports what is pending at the end of the log. */
  end?(found: ReportProblem): void;
}

/** Returns digits as a number; undefined if there are none. */
export const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined || digits === "" ? undefined : Number(digits);

/** Returns an object with the column if it is known. */
export function column(value: number | undefined): { readonly column?: number } {
  return value === undefined || value < 1 ? {} : { column: value };
}

/** The message above a stack trace. */
export interface StackHeader {
  /** Zero-based line of the log. */
  readonly at: number;
  readonly message: string;
}

/** Returns the problem of a stack trace, at its innermost frame; undefined without frames. */
export function stackProblem(
  source: string,
  { at, message }: StackHeader,
  [first, ...rest]: readonly Frame[],
): LogProblem | undefined {
  return (
    first && { logLine: at, ...first, severity: "error", message, source, ...(rest.length > 0 && { frames: rest }) }
  );
}
