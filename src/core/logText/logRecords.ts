import { STRENGTH, type Strength } from "./errorWords.ts";
import type { ProgramLine } from "./programs.ts";

const TIME = "\\[?(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[T ])?\\d\\d:\\d\\d:\\d\\d\\S{0,20}";
/** Records of levels that a program survives, with a time and a level; without a time those of .NET and of pytest. */
const ERROR = new RegExp(
  `^(?:${TIME}.{0,60}?[ \\[(](?:(?:ERROR|SEVERE|CRITICAL)\\b|error\\])|.{0,60}\\blevel=error\\b|\\{.{0,200}"(?:level|severity)":\\s?(?:"(?:error|ERROR)"|50\\b)|fail: \\S{1,300}\\[\\d|ERROR {2,8}[\\w.]{1,100}:\\S{1,100}:\\d|E, \\[\\d{4}-|stderr \\| \\S{1,300} > |\\S.{0,300} > .{1,300} STANDARD_(?:OUT|ERROR)$)`,
);
const WARNING = new RegExp(
  `^(?:${TIME}.{0,60}?[ \\[(](?:WARN(?:ING)?|warn(?:ing)?)\\b|warn: \\S{1,300}\\[\\d|WARNING {1,8}[\\w.]{1,100}:\\S{1,100}:\\d)`,
);
/** What tools write above a stack of their own, and below everything that explains it. */
const OWN_STACK = /^(?:\[ERROR\] .{0,2000}-> \[Help \d\]|\* Exception is:)$/;
/** What belongs to the record above it: a stack, or what is indented. */
const PART_OF_STACK =
  /^(?:\s|$|(?:Caused by|Suppressed|Traceback \(most|During handling of|The above exception)|\.{3} \d)/;
/** The exception itself. */
const EXCEPTION = /^(?:[a-z]\w{0,60}\.){0,12}[A-Z]\w{0,100}(?::|$)/;
/** What test frameworks indent, whose records are over. */
const FAILED = /^\s{1,4}(?:Failed|\d{1,6}\)|●|✗|✖|✘|×|not ok) |^\s{0,8}(?:--- )?FAIL/;

/**
 * Knows what programs wrote into their logs: they went on after it, so that it explains a failure less well than what
 * a tool says at its end.
 */
export class LogRecords {
  /** How well the open record explains a failure at most. */
  private most: Strength | undefined;
  private program = "";
  private hasException = false;

  reset(): void {
    this.most = undefined;
  }

  get isOpen(): boolean {
    return this.most !== undefined;
  }

  /** Returns how well a line explains a failure at most; undefined if it is not in a record. */
  limit({ program, body }: ProgramLine): Strength | undefined {
    const most = ERROR.test(body)
      ? STRENGTH.likely
      : WARNING.test(body)
        ? STRENGTH.words
        : OWN_STACK.test(body)
          ? STRENGTH.closing
          : undefined;
    if (most !== undefined) {
      this.most = most;
      this.program = program;
      this.hasException = false;
      return most;
    }
    // Lines of other programs stand between those of a record.
    if (this.most === undefined || program !== this.program) return undefined;
    if (PART_OF_STACK.test(body) && !FAILED.test(body)) return this.most;
    if (!this.hasException && EXCEPTION.test(body)) {
      this.hasException = true;
      return this.most;
    }
    this.most = undefined;
    return undefined;
  }
}
