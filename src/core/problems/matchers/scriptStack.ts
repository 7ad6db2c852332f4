import { type ReportProblem, type Frame, type Matcher, stackProblem } from "./problem.ts";

const FRAME = /^\s{1,20}at (?:.{0,500}? \()?((?:file:\/\/)?[^\s()][^()]{0,1000}):(\d{1,7}):(\d{1,7})\)?$/;
const OTHER_FRAME = /^\s{1,20}at (?:.{0,500} \((?:<anonymous>|native|index \d{1,6})\)|\S.{0,500})$/;
const ERROR = /^\s{0,20}(?:Uncaught |\[)?((?:[A-Z]\w{0,80})?(?:Error|Exception)(?: \[\w{1,80}\])?)(?::? |:?$)/;
const TITLE = /^ {2}● (?!Console)(.{1,500})$/;
/** A failed test of Mocha, Jasmine or Karma: its error may have any name, or none. */
const TEST = /^ {0,8}\d{1,5}\) (\S.{0,500})$|^([A-Z].{0,500}) FAILED$/;
/** Babel's format; its columns are zero-based. */
const SYNTAX_ERROR = /^\s{0,20}SyntaxError: (\S[^:]{0,1000}): (.{1,500}) \((\d{1,7}):(\d{1,7})\)$/;
const OUTSIDE = /(?:^|[/\\])node_modules[/\\]|^node:|^internal\/|^native$/;
/** Limit of lines between an error and its stack: messages and value diffs, which are long below a test's name. */
const NEAR = 100;
const NEAR_TEST = 1000;
const FRAME_LIMIT = 50;
/** Limit of lines with the reason below a test's name. */
const REASON_LIMIT = 6;

/** Node's stack traces, below an error (mocha, uncaught) or a failed test's name (jest). */
export class ScriptStack implements Matcher {
  private header:
    | { readonly at: number; readonly lines: string[]; readonly kind: "jest" | "test" | "error" }
    | undefined;
  /** The line of the last failed test's title, until its stack. */
  private testAt = Number.NEGATIVE_INFINITY;
  private frames: Frame[] = [];
  private inStack = false;

  line(text: string, at: number, found: ReportProblem): boolean {
    if (/^\s{1,20}at \S/.test(text) && this.header) {
      const frame = FRAME.exec(text);
      this.inStack ||= frame !== null || OTHER_FRAME.test(text);
      if (frame) {
        const [, path = "", line, column] = frame;
        if (!OUTSIDE.test(path) && this.frames.length < FRAME_LIMIT)
          this.frames.push({ path, line: Number(line), column: Number(column) });
      }
      return true;
    }
    if (this.inStack) this.end(found);
    const title = TITLE.exec(text);
    if (title) {
      this.header = { at, lines: [title[1] ?? ""], kind: "jest" };
      return true;
    }
    const test = TEST.exec(text);
    if (test) {
      this.testAt = at;
      this.header = { at, lines: [(test[1] ?? test[2] ?? "").replace(/:$/, "")], kind: "test" };
      return false;
    }
    const unparsed = SYNTAX_ERROR.exec(text);
    if (unparsed) {
      const [, path = "", message = "", line, column] = unparsed;
      found({
        logLine: at,
        path,
        line: Number(line),
        column: Number(column) + 1,
        severity: "error",
        message,
        code: "SyntaxError",
        source: "jest",
      });
      this.header = undefined;
      return true;
    }
    const { header } = this;
    if (header && at - header.at > NEAR && at - this.testAt > NEAR_TEST) this.header = undefined;
    const error = ERROR.test(text);
    if (header?.kind === "jest" || (header?.kind === "test" && !error)) {
      // The source excerpt ends the message.
      if (/^\s{0,10}(?:> )?\s{0,6}\d{0,6} \|/.test(text)) return false;
      if (text.trim() !== "" && header.lines.length <= REASON_LIMIT) header.lines.push(text.trim());
      return false;
    }
    if (!error && header && header.lines.length === 1 && header.lines[0]?.endsWith(":") && text.trim() !== "")
      header.lines.push(text.trim());
    if (error) this.header = { at, lines: [text.trim()], kind: "error" };
    return false;
  }

  end(found: ReportProblem): void {
    const { header } = this;
    const problem =
      header &&
      stackProblem(
        header.kind === "jest" ? "jest" : "node",
        { at: header.at, message: header.lines.join("\n") },
        this.frames,
      );
    if (problem) found(problem);
    this.testAt = Number.NEGATIVE_INFINITY;
    this.header = undefined;
    this.frames = [];
    this.inStack = false;
  }
}
