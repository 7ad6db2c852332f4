import { errorStrength, STRENGTH, type Strength } from "./errorWords.ts";

/** Titles whose explanation is the next line with text. */
const TITLES = /^(?:\* What went wrong:|rake aborted!)$/;
const TRACEBACK = "Traceback (most recent call last):";
/** The title of a file in PHPStan's table, and a row below it. */
const TABLE = /^ {1,3}Line {3,}\S/;
const ROW = /^ {1,3}\d{1,7} {3,}\S/;
/** Limit of lines between a title and what it is about. */
const NEAR = 200;

/** Knows the lines that only those above them make errors. */
export class ErrorContext {
  private expected: "next" | "row" | { readonly column: number } | undefined;
  private since = 0;

  reset(): void {
    this.expected = undefined;
  }

  /** Returns how well a line explains a failure, as `errorStrength`. */
  strength(text: string): Strength | undefined {
    const { expected } = this;
    if (expected !== undefined && ++this.since > NEAR) this.reset();
    const traced = text.endsWith(TRACEBACK) ? text.length - TRACEBACK.length : -1;
    if (traced >= 0) this.expect({ column: traced });
    else if (TITLES.test(text)) this.expect("next");
    else if (TABLE.test(text)) this.expect("row");
    else if (expected !== undefined && text.trim() !== "") {
      if (expected === "next") {
        this.reset();
        return errorStrength(text) ?? STRENGTH.likely;
      }
      if (expected === "row") {
        if (ROW.test(text)) return STRENGTH.cause;
      } else if (/\S/.test(text.charAt(expected.column))) {
        this.reset();
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
