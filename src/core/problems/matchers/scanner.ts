import { ownText } from "../../base/ownText.ts";
import { colons } from "./colons.ts";
import { eslintLines, EslintStylish } from "./eslint.ts";
import { Folders } from "./folders.ts";
import { goCompiled, GoPanic, GoTest } from "./go.ts";
import { JavaStack } from "./javaStack.ts";
import { maven } from "./maven.ts";
import { parenthesized } from "./parenthesized.ts";
import type { LogProblem, Matcher } from "./problem.ts";
import { Pytest } from "./pytest.ts";
import { Python } from "./python.ts";
import { Rust } from "./rust.ts";
import { ScriptStack } from "./scriptStack.ts";
import { tscPretty } from "./tscPretty.ts";

export type { Frame, LogProblem, Severity } from "./problem.ts";

/** Limit of characters per line; locations are at the start of lines. */
const LINE_LIMIT = 4000;
/** Limit of problems per log. */
const PROBLEM_LIMIT = 2000;
const MESSAGE_LIMIT = 2000;
/** Limit of characters of all problems together. */
const TEXT_LIMIT = 10_000_000;

/**
 * Finds the problems that tools report in a job's log, line by line: tsc, ESLint, gcc and clang, Python and pytest, Go,
 * Rust, javac, Maven and the JVM, MSBuild, mocha, jest and Node. Duplicates are dropped, and at most 2,000 problems are
 * reported, of ten million characters. Takes linear time.
 */
export class ProblemScanner {
  private readonly folders = new Folders();
  private readonly matchers: readonly Matcher[] = [
    new Rust(),
    tscPretty,
    parenthesized,
    maven,
    eslintLines,
    colons,
    goCompiled,
    new GoPanic(),
    new GoTest(),
    new Python(),
    new Pytest(),
    new JavaStack(),
    new ScriptStack(),
    new EslintStylish(),
  ];
  private readonly known = new Set<string>();
  /** Number of characters of the problems found. */
  private size = 0;
  private found: LogProblem[] = [];

  /**
   * Processes a line.
   * @param line without escape sequences
   * @param at zero-based number for `logLine`
   * @returns the problems that are complete now; a stack trace only after its last line
   */
  push(line: string, at: number): readonly LogProblem[] {
    const text = line.length > LINE_LIMIT ? line.slice(0, LINE_LIMIT) : line;
    this.folders.line(text);
    for (const matcher of this.matchers) if (matcher.line(text, at, this.add)) break;
    return this.takeFound();
  }

  /** Returns whether the limit of problems is reached. */
  get full(): boolean {
    return this.known.size >= PROBLEM_LIMIT;
  }

  /** Returns what is pending at the end of the log. */
  end(): readonly LogProblem[] {
    for (const matcher of this.matchers) matcher.end?.(this.add);
    return this.takeFound();
  }

  private readonly add = (problem: LogProblem): void => {
    if (this.known.size >= PROBLEM_LIMIT || this.size > TEXT_LIMIT || problem.line < 1) return;
    const message = ownText(problem.message.trim().slice(0, MESSAGE_LIMIT));
    const key = [problem.path, problem.line, problem.column, problem.severity, message].join("\0");
    if (this.known.has(key)) return;
    this.known.add(key);
    const { path, code, frames } = problem;
    const folder = problem.folder === undefined ? this.folders.current : ownText(problem.folder);
    const kept: LogProblem = {
      ...problem,
      message,
      path: ownText(path),
      ...(code !== undefined && { code: ownText(code) }),
      ...(frames && { frames: frames.map((frame) => ({ ...frame, path: ownText(frame.path) })) }),
      ...(folder !== undefined && { folder }),
    };
    this.size += key.length + message.length + (frames ?? []).reduce((sum, frame) => sum + frame.path.length, 0);
    this.found.push(kept);
  };

  private takeFound(): readonly LogProblem[] {
    const { found } = this;
    if (found.length > 0) this.found = [];
    return found;
  }
}
