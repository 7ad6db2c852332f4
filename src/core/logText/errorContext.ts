import { errorStrength, mayBeError, STRENGTH, type Strength } from "./errorEvidence.ts";
import { LogRecords } from "./logRecords.ts";
import { failedProgram, programLine } from "./programs.ts";

/** Titles whose explanation is the next line with text. */
const TITLES = /^(?:\* What went wrong:|rake aborted!)$/;
/** Messages that say only that something failed, and leave why to the next line with text. */
const ANNOUNCEMENTS =
  /^\s{0,4}(?:\w{0,60}(?:Error|ERROR): (?:An error (?:has )?occurred\b.{0,200}:|Error during .{1,60} execution)|[A-Z]\w{0,60}Error:|Errors:|\[?(?:ERROR|Error|error)\b.{1,300}\b(?:message|reason|because):|Error: \[?[A-Z]{1,4}-?\d{1,6}\]?)$/;
/** What Gradle puts between such a title and the explanation. */
const TASK_FAILED = /^Execution failed for task /;
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
/** Lines that only give the place of what is above them. */
const POINTERS: readonly {
  readonly like: RegExp;
  /** The line that they are about, if not the one above. */
  readonly about?: RegExp;
  readonly strength: Strength;
}[] = [
  // Windows PowerShell, in any language.
  { like: /^ {4}\+ CategoryInfo {1,12}: /, about: /^[^\s+:][^:]{0,200} : \S/, strength: STRENGTH.cause },
  // Terraform, TFLint.
  { like: /^[\s│]{1,6}on \S{1,300} line \d{1,7}\b/, about: /^(?:[│╷] ?)?[Ww]arning: /, strength: STRENGTH.warned },
  // Elixir, Rust.
  { like: /^[\s│]{1,8}(?:└─|-->) \S{1,300}:\d{1,7}:\d{1,7}/, about: /^\s{0,8}warning\b/, strength: STRENGTH.warned },
  // ansible-lint, and others that write the place below.
  { like: /^[^\s:]{1,500}\.\w{1,12}:\d{1,7}(?::\d{1,7})?(?: Task\/Handler: .{1,500})?$/, strength: STRENGTH.likely },
];
const MESSAGE = /^(?:[│╷] )?\s{0,8}[\p{L}\p{N}]/u;
/** How far above them that is at most. */
const ABOVE = 8;

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
  /** How many lines above it the error is. */
  readonly back?: number;
}

/** Knows the lines that only those above them make errors. */
export class ErrorContext {
  private expected: "next" | "failure" | "row" | { readonly column: number } | undefined;
  /** The last lines above, each at its number among those seen since the last break. */
  private readonly above: string[] = [];
  private seen = 0;
  private since = 0;
  /** The programs whose tests failed. */
  private readonly failing = new Set<string>();
  private readonly records = new LogRecords();

  /** Forgets what came before a command. */
  reset(): void {
    this.skip();
    this.expected = undefined;
    this.failing.clear();
    this.records.reset();
  }

  /** Forgets the lines above, when others came between. */
  skip(): void {
    this.seen = 0;
  }

  /** Returns what a line says of a failure; undefined if nothing. */
  rate(text: string): ContextRating | undefined {
    const rating = (mayPoint(text) ? this.pointed(text) : undefined) ?? this.rateLine(text);
    this.above[this.seen++ % ABOVE] = text;
    return rating;
  }

  /** Returns what a line says of one above it that it gives the place of. */
  private pointed(text: string): ContextRating | undefined {
    const pointer = POINTERS.find(({ like }) => like.test(text));
    if (!pointer) return undefined;
    const { about, strength } = pointer;
    let back = about ? this.findAbove((line) => about.test(line)) : 1;
    // PowerShell's `throw`: the message, its place, the source.
    if (back === undefined && strength === STRENGTH.cause)
      back = 1 + (this.findAbove((line) => !line.startsWith("+ ")) ?? 0);
    const message = this.lineAbove(back ?? 0);
    if (!MESSAGE.test(message) || (!about && /^\s/.test(message))) return undefined;
    return { strength, program: "", back: back ?? 0 };
  }

  /** Returns a line above; "" if it is not known. @param back 1 for the last one */
  private lineAbove(back: number): string {
    const isKnown = back >= 1 && back <= Math.min(ABOVE, this.seen);
    return isKnown ? (this.above[(this.seen - back) % ABOVE] ?? "") : "";
  }

  /** Returns how many lines above the nearest one is that is like this. */
  private findAbove(isLike: (line: string) => boolean): number | undefined {
    for (let back = 1; back <= Math.min(ABOVE, this.seen); back++) if (isLike(this.lineAbove(back))) return back;
    return undefined;
  }

  private rateLine(text: string): ContextRating | undefined {
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
    else if (expected === undefined && ANNOUNCEMENTS.test(text)) {
      this.expect("failure");
      return STRENGTH.words;
    } else if (TABLE.test(text)) this.expect("row");
    else if (expected !== undefined && text.trim() !== "") {
      if (expected === "next" && TASK_FAILED.test(text)) return STRENGTH.closing;
      if (expected === "next" || expected === "failure") {
        this.expected = undefined;
        return expected === "failure" ? STRENGTH.cause : (errorStrength(text) ?? STRENGTH.likely);
      }
      if (expected === "row") {
        if (ROW.test(text)) return STRENGTH.cause;
      } else if (expected.column > 0 && text.startsWith("\t")) {
        // Frames behind a tab stand below a title that something else precedes.
        this.expected = { column: 0 };
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

/** Returns whether a line can give the place of one above it; cheap. */
function mayPoint(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  if (last >= 48 && last <= 57) return text.includes(":");
  if (last === 58) return text.includes(" line ");
  return text.startsWith("    + ") || text.includes(" Task/Handler: ");
}
