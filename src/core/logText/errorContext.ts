import { errorStrength, mayBeError, STRENGTH, type Strength } from "./errorWords.ts";
import { LogRecords } from "./logRecords.ts";
import { failedProgram, programLine } from "./programs.ts";

/** Titles whose explanation is the next line with text. */
const TITLES = /^(?:\* What went wrong:|rake aborted!)$/;
const TRACEBACK = "Traceback (most recent call last):";
/** The title of a file in PHPStan's table, and a row below it. */
const TABLE_START = "  Line ";
const TABLE = /^ {1,3}Line {3,}\S/;
const ROW = /^ {1,3}\d{1,7} {3,}\S/;
/**
 * What test frameworks write above failures: errors below are theirs, those above may come from tests that passed.
 */
const FAILURES = new RegExp(
  [
    /^\s{0,4}\d{1,6} failing$/,
    /^(?:Failures:|failures:|Failed Tests|Summary of all failing tests)/,
    /^={3,100} (?:FAILURES|ERRORS) ={3,100}$/,
    /^There (?:was|were) \d{1,6} (?:failure|error)/,
    /^✖ failing tests:$/,
    /^⎯{1,100}\s{0,4}Failed/,
    /^(?:FAIL|ERROR): \S{1,300} \(/,
    /<<< (?:FAILURE|ERROR)!/,
    /^\S.{1,300} FAILED$/,
    /^ {2}\d{1,6}\) \[\w{1,60}\] ›/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
/** PHPUnit's title of a test that failed, above what failed in it. */
const TEST_TITLE = /^\d{1,6}\) \S{1,300}::\S/;
/** Limit of the programs that are told apart. */
const PROGRAMS = 100;
/** Limit of lines between a title and what it is about. */
const NEAR = 200;

/** What a line says of a failure. */
export interface ContextRating {
  /** How well it explains one, as `errorStrength`. */
  readonly strength: Strength;
  /** The program that wrote the line, if several write into the log. */
  readonly program: string;
  /** The program that failed, as the line says. */
  readonly failed?: string;
}

/** Knows the lines that only those above them make errors. */
export class ErrorContext {
  private expected: "next" | "failure" | "row" | { readonly column: number } | undefined;
  private since = 0;
  /** The programs whose tests failed. */
  private readonly failing = new Set<string>();
  private readonly records = new LogRecords();

  /** Forgets what came before a command. */
  reset(): void {
    this.expected = undefined;
    this.failing.clear();
    this.records.reset();
  }

  /** Returns what a line says of a failure; undefined if nothing. */
  rate(text: string): ContextRating | undefined {
    const { isOpen } = this.records;
    if (!isOpen && this.expected === undefined && !mayBeError(text) && !text.startsWith(TABLE_START)) return undefined;
    const line = programLine(text);
    if (this.failing.size < PROGRAMS && FAILURES.test(line.body)) this.failing.add(line.program);
    const most = this.records.limit(line);
    const hasFailures = this.failing.has(line.program);
    const strength = this.strengthOf(text);
    if (hasFailures && TEST_TITLE.test(line.body)) this.expect("failure");
    if (strength === undefined) return undefined;
    const { program } = line;
    const failed = failedProgram(text, line);
    const own = strength === STRENGTH.cause && hasFailures ? STRENGTH.certain : strength;
    const limited = most !== undefined && strength < most ? most : own;
    return { strength: limited, program, ...(failed !== undefined && { failed }) };
  }

  private strengthOf(text: string): Strength | undefined {
    const { expected } = this;
    if (expected !== undefined && ++this.since > NEAR) this.expected = undefined;
    const traced = text.endsWith(TRACEBACK) ? text.length - TRACEBACK.length : -1;
    if (traced >= 0) this.expect({ column: traced });
    else if (TITLES.test(text)) this.expect("next");
    else if (TABLE.test(text)) this.expect("row");
    else if (expected !== undefined && text.trim() !== "") {
      if (expected === "next" || expected === "failure") {
        this.expected = undefined;
        return expected === "failure" ? STRENGTH.cause : (errorStrength(text) ?? STRENGTH.likely);
      }
      if (expected === "row") {
        if (ROW.test(text)) return STRENGTH.cause;
      } else if (/\S/.test(text.charAt(expected.column))) {
        this.expected = undefined;
        return STRENGTH.cause;
      }
    }
    return errorStrength(text);
  }

  private expect(expected: ErrorContext["expected"]): void {
    this.expected = expected;
    this.since = 0;
  }
}
