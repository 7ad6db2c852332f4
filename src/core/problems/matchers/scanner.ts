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

/** Characters of a line that are looked at: places stand at the begin of lines, and each costs time. */
const LINE_LIMIT = 4000;
/** A log says more only when nobody reads it any more. */
const PROBLEM_LIMIT = 2000;
const MESSAGE_LIMIT = 2000;

/**
 * Finds what tools complained about in a job's log, line by line as it comes: tsc, ESLint, gcc and clang, Python and
 * pytest, Go, Rust, javac, Maven and the JVM, MSBuild, mocha, jest and Node. The same complaint is told once, and no
 * more than 2,000 of them. Linear time, whatever the lines hold.
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
  private found: LogProblem[] = [];

  /**
   * @param line a finished line without escape sequences.
   * @param at its number from 0, which problems name.
   * @returns what is complete by now; a stack only after its last line.
   */
  push(line: string, at: number): readonly LogProblem[] {
    const text = line.length > LINE_LIMIT ? line.slice(0, LINE_LIMIT) : line;
    this.folders.line(text);
    for (const matcher of this.matchers) if (matcher.line(text, at, this.add)) break;
    return this.take();
  }

  /** The log is over: what was held back. */
  end(): readonly LogProblem[] {
    for (const matcher of this.matchers) matcher.end?.(this.add);
    return this.take();
  }

  private readonly add = (problem: LogProblem): void => {
    if (this.known.size >= PROBLEM_LIMIT || problem.line < 1) return;
    const message = problem.message.trim().slice(0, MESSAGE_LIMIT);
    const key = [problem.path, problem.line, problem.column, problem.severity, message].join("\0");
    if (this.known.has(key)) return;
    this.known.add(key);
    const folder = problem.folder ?? this.folders.current;
    this.found.push({ ...problem, message, ...(folder !== undefined && { folder }) });
  };

  private take(): readonly LogProblem[] {
    const { found } = this;
    if (found.length > 0) this.found = [];
    return found;
  }
}
