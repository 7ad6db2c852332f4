import { type ReportProblem, type Frame, type Matcher, stackProblem } from "./problem.ts";

const FRAME = /^\s{1,20}at (?:.{0,500}? \()?((?:file:\/\/)?[^\s()][^()]{0,1000}):(\d{1,7}):(\d{1,7})\)?$/;
const OTHER_FRAME = /^\s{1,20}at (?:.{0,500} \((?:<anonymous>|native|index \d{1,6})\)|\S.{0,500})$/;
const ERROR = /^\s{0,20}(?:Uncaught |\[)?((?:[A-Z]\w{0,80})?(?:Error|Exception)(?: \[\w{1,80}\])?)(?::? |:?$)/;
const TITLE = /^ {2}● (?!Console)(.{1,500})$/;
/** Babel's format; its columns are zero-based. */
const SYNTAX_ERROR = /^\s{0,20}SyntaxError: (\S[^:]{0,1000}): (.{1,500}) \((\d{1,7}):(\d{1,7})\)$/;
const OUTSIDE = /(?:^|[/\\])node_modules[/\\]|^node:|^internal\/|^native$/;
/** Limit of lines between an error and its stack: messages and value diffs. */
const NEAR = 100;
const FRAME_LIMIT = 50;
/** Limit of lines with the reason below a test's name. */
const REASON_LIMIT = 6;

/** Node's stack traces, below an error (mocha, uncaught) or a failed test's name (jest). */
export class ScriptStack implements Matcher {
  private header: { readonly at: number; readonly lines: string[]; readonly jest: boolean } | undefined;
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
      this.header = { at, lines: [title[1] ?? ""], jest: true };
      return true;
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
    if (header && at - header.at > NEAR) this.header = undefined;
    if (header?.jest) {
      // The source excerpt ends the message.
      if (/^\s{0,10}(?:> )?\s{0,6}\d{0,6} \|/.test(text)) return false;
      if (text.trim() !== "" && header.lines.length <= REASON_LIMIT) header.lines.push(text.trim());
      return false;
    }
    const error = ERROR.test(text);
    if (!error && header && header.lines.length === 1 && header.lines[0]?.endsWith(":") && text.trim() !== "")
      header.lines.push(text.trim());
    if (error) this.header = { at, lines: [text.trim()], jest: false };
    return false;
  }

  end(found: ReportProblem): void {
    const { header } = this;
    const problem =
      header &&
      stackProblem(header.jest ? "jest" : "node", { at: header.at, message: header.lines.join("\n") }, this.frames);
    if (problem) found(problem);
    this.header = undefined;
    this.frames = [];
    this.inStack = false;
  }
}
