import { errorStrength, mayBeError, STRENGTH, type Strength } from "./errorWords.ts";

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
    /^\S.{0,300} > .{1,300} FAILED$/,
    /^ {2}\d{1,6}\) \[\w{1,60}\] ›/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
/** Limit of lines between a title and what it is about. */
const NEAR = 200;

/** Knows the lines that only those above them make errors. */
export class ErrorContext {
  private expected: "next" | "row" | { readonly column: number } | undefined;
  private since = 0;
  private hasFailures = false;

  /** Forgets what came before a command. */
  reset(): void {
    this.expected = undefined;
    this.hasFailures = false;
  }

  /** Returns how well a line explains a failure, as `errorStrength`. */
  strength(text: string): Strength | undefined {
    if (this.expected === undefined && !mayBeError(text) && !text.startsWith(TABLE_START)) return undefined;
    this.hasFailures ||= FAILURES.test(text);
    const strength = this.strengthOf(text);
    return strength === STRENGTH.cause && this.hasFailures ? STRENGTH.certain : strength;
  }

  private strengthOf(text: string): Strength | undefined {
    const { expected } = this;
    if (expected !== undefined && ++this.since > NEAR) this.expected = undefined;
    const traced = text.endsWith(TRACEBACK) ? text.length - TRACEBACK.length : -1;
    if (traced >= 0) this.expect({ column: traced });
    else if (TITLES.test(text)) this.expect("next");
    else if (TABLE.test(text)) this.expect("row");
    else if (expected !== undefined && text.trim() !== "") {
      if (expected === "next") {
        this.expected = undefined;
        return errorStrength(text) ?? STRENGTH.likely;
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
