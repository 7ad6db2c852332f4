import { ownText } from "../../base/ownText.ts";
import { linePrefix, type LinePrefix } from "../../logText/linePrefix.ts";
import { Blocks } from "./blocks.ts";
import { EslintStylish } from "./eslint.ts";
import { Folders } from "./folders.ts";
import { GoCompiled, GoPanic, GoTest } from "./go.ts";
import { JavaStack } from "./javaStack.ts";
import { hasPlace, lines } from "./lines.ts";
import type { LogProblem, Matcher } from "./problem.ts";
import { Pytest } from "./pytest.ts";
import { Python } from "./python.ts";
import { Rust } from "./rust.ts";
import { ScriptStack } from "./scriptStack.ts";
import { Surefire } from "./surefire.ts";

export type { Frame, LogProblem, Severity } from "./problem.ts";

/** Limit of characters per line; locations are at the start of lines. */
const LINE_LIMIT = 4000;
/** Limit of problems per log. */
const PROBLEM_LIMIT = 2000;
const MESSAGE_LIMIT = 2000;
/** Limit of characters of all problems together. */
const TEXT_LIMIT = 10_000_000;

/** Limit of programs whose lines have a prefix and are followed at the same time. */
const PROGRAM_LIMIT = 16;
/** Limit of labels that were seen once. */
const LABEL_LIMIT = 256;

/** Lines without a place, after which a program with a prefix is read only where a message may begin. */
const QUIET_LINES = 60;
/** A cheap test that matches all lines that can begin a message of several lines. */
const NOTABLE =
  /[Ee]rror|ERROR|[Ww]arn|WARN|[Ff]ailed|FAIL|Exception|panic|Trace|File "|^E {2}|^\s{0,12}at |[●✘✖×❯▲]|^\s{0,40}--- |=== |^\s{0,6}\d{1,5}\) |^[A-Z]{1,5}\d{3}|^(?:In|ok|#|CMake) |^ {1,3}Line {3}|^[\w./@\\:-]{1,300}\.\w{1,8}$/;

interface Program {
  readonly matchers: readonly Matcher[];
  readonly folder: string | undefined;
  /** Number of lines since one was notable. */
  quiet: number;
}

/** Returns matchers for the lines of one program. */
function createMatchers(): readonly Matcher[] {
  const javaStack = new JavaStack();
  return [
    new Rust(),
    new Blocks(),
    lines,
    new GoCompiled(),
    new GoPanic(),
    new GoTest(),
    new Python(),
    new Pytest(),
    javaStack,
    new Surefire(javaStack),
    new ScriptStack(),
    new EslintStylish(),
  ];
}

/**
 * Finds the problems that tools report in a job's log, line by line: compilers, linters, test frameworks and stack
 * traces. Lines with the prefix of a tool that runs others (times, BuildKit, turbo, Compose, Ant, …) are first read
 * without it, by matchers of their own, so that the lines of several programs may be mixed. Duplicates are dropped, and
 * at most 2,000 problems are reported, of ten million characters. Takes linear time.
 */
export class ProblemScanner {
  private readonly folders = new Folders();
  private readonly matchers = createMatchers();
  /** Programs by prefix, the oldest first. */
  private readonly programs = new Map<string, Program>();
  private readonly labels = new Set<string>();
  private prefixFolder: string | undefined;
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
    const prefix = linePrefix(text);
    if (!prefix || !this.prefixed(text, prefix, at)) this.run(this.matchers, text, at);
    return this.takeFound();
  }

  /** Returns whether the limit of problems is reached. */
  get full(): boolean {
    return this.known.size >= PROBLEM_LIMIT;
  }

  /** Returns what is pending at the end of the log. */
  end(): readonly LogProblem[] {
    for (const program of this.programs.values()) this.endProgram(program);
    for (const matcher of this.matchers) matcher.end?.(this.add);
    return this.takeFound();
  }

  private run(matchers: readonly Matcher[], text: string, at: number): boolean {
    for (const matcher of matchers) if (matcher.line(text, at, this.add)) return true;
    return false;
  }

  /** Processes a line without its prefix; returns whether it belongs to a tool. */
  private prefixed(text: string, prefix: LinePrefix, at: number): boolean {
    const rest = text.slice(prefix.length);
    const program = this.programOf(prefix);
    if (program) {
      program.quiet = hasPlace(rest) || NOTABLE.test(rest) ? 0 : program.quiet + 1;
      if (program.quiet > QUIET_LINES) return false;
    }
    this.prefixFolder = prefix.folder;
    const taken =
      (program ? this.run(program.matchers, rest, at) : lines.line(rest, at, this.add)) ||
      (rest.startsWith(" ") && lines.line(rest.trimStart(), at, this.add));
    this.prefixFolder = undefined;
    return taken;
  }

  /** Returns the program of a prefix; undefined for a word, and a label that was not seen before. */
  private programOf({ key, isLabel, isWord, folder }: LinePrefix): Program | undefined {
    if (isWord) return undefined;
    const known = this.programs.get(key);
    if (known) return known;
    // Many lines have a word before a colon; a program's come more than once.
    if (isLabel && !this.labels.has(key)) {
      if (this.labels.size >= LABEL_LIMIT) this.labels.clear();
      this.labels.add(ownText(key));
      return undefined;
    }
    const [oldest] = this.programs;
    if (oldest && this.programs.size >= PROGRAM_LIMIT) {
      this.programs.delete(oldest[0]);
      this.endProgram(oldest[1]);
    }
    const program: Program = {
      matchers: createMatchers(),
      folder: folder === undefined ? undefined : ownText(folder),
      quiet: QUIET_LINES,
    };
    this.programs.set(ownText(key), program);
    return program;
  }

  private endProgram({ matchers, folder }: Program): void {
    this.prefixFolder = folder;
    for (const matcher of matchers) matcher.end?.(this.add);
    this.prefixFolder = undefined;
  }

  private readonly add = (problem: LogProblem): void => {
    if (this.known.size >= PROBLEM_LIMIT || this.size > TEXT_LIMIT || problem.line < 1) return;
    const message = ownText(problem.message.trim().slice(0, MESSAGE_LIMIT));
    const key = [problem.path, problem.line, problem.column, problem.severity, message].join("\0");
    if (this.known.has(key)) return;
    this.known.add(key);
    const { path, code, frames } = problem;
    const given = problem.folder ?? this.prefixFolder;
    const folder = given === undefined ? this.folders.current : ownText(given);
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
