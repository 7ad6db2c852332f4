import { STRENGTH, type Strength } from "./errorEvidence.ts";
import type { ProgramLine } from "./programs.ts";

/** `2026-03-04T10:12:31.412Z`, `[10:12:31]`, `2026-03-04 10:12:31,412`. */
const TIME = /\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d\S{0,20}/.source;
const anyOf = (...expressions: readonly string[]): RegExp => new RegExp(`^(?:${expressions.join("|")})`);

/** Records of levels that programs survive. */
const ERROR = anyOf(
  String.raw`${TIME}.{0,60}?[ \t\[(.](?:(?:ERROR|SEVERE|CRITICAL)\b|error\])`,
  // logfmt, JSON.
  String.raw`.{0,60}\blevel=error\b`,
  String.raw`\{.{0,200}"(?:level|severity)":\s?(?:"(?:error|ERROR)"|50\b)`,
  // .NET, pytest, Python's default, Ruby, Go's klog, Nest.
  String.raw`fail: \S{1,300}\[\d`,
  String.raw`ERROR {2,8}[\w.]{1,100}:\S{1,100}:\d`,
  String.raw`(?:ERROR|CRITICAL):[\w.]{1,100}:\S`,
  String.raw`E, \[\d{4}-`,
  String.raw`E\d{4} \d\d:\d\d:\d\d\.`,
  String.raw`\[Nest\] .{0,60} ERROR \[`,
  // What tests write, by Vitest and Gradle.
  String.raw`stderr \| \S{1,300} > `,
  String.raw`\S.{0,300} > .{1,300} STANDARD_(?:OUT|ERROR)$`,
);
const WARNING = anyOf(
  String.raw`${TIME}.{0,60}?[ \t\[(.](?:WARN(?:ING)?|warn(?:ing)?)\b`,
  String.raw`warn: \S{1,300}\[\d`,
  String.raw`WARNING {1,8}[\w.]{1,100}:\S{1,100}:\d`,
  String.raw`WARNING:[\w.]{1,100}:\S`,
  String.raw`W, \[\d{4}-`,
  String.raw`W\d{4} \d\d:\d\d:\d\d\.`,
  String.raw`\[Nest\] .{0,60} WARN \[`,
  // Python, of what nobody caught.
  "Exception ignored in",
);
/** What tools write above a stack of their own, and below everything that explains it. */
const OWN_STACK = /^(?:\[ERROR\] .{0,2000}-> \[Help \d\]|\* Exception is:)$/;
/** What belongs to the record above it: a stack, or what is indented. */
const PART_OF_STACK =
  /^(?:\s|$|(?:Caused by|Suppressed|Traceback \(most|During handling of|The above exception)|\.{3} \d)/;
/** The exception itself. */
const EXCEPTION = /^(?:[a-z]\w{0,60}\.){0,12}[A-Z]\w{0,100}(?::|$)/;
/** A message that can be a tool's as well. */
const BARE = /^(?:Error|Exception|FATAL|ERROR)(?::|$)/;
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
    const isOwn = this.most === STRENGTH.words && BARE.test(body);
    if (!this.hasException && !isOwn && EXCEPTION.test(body)) {
      this.hasException = true;
      return this.most;
    }
    this.most = undefined;
    return undefined;
  }
}
