import type { Found, Frame, Matcher } from "./problem.ts";

const FRAME = /^\s{1,20}at (?:.{0,500}? \()?((?:file:\/\/)?[^\s()][^()]{0,1000}):(\d{1,7}):(\d{1,7})\)?$/;
const OTHER_FRAME = /^\s{1,20}at (?:.{0,500} \((?:<anonymous>|native|index \d{1,6})\)|\S.{0,500})$/;
const ERROR = /^\s{0,20}(?:Uncaught |\[)?((?:[A-Z]\w{0,80})?(?:Error|Exception)(?: \[\w{1,80}\])?)(?::? |:?$)/;
const TITLE = /^ {2}● (?!Console)(.{1,500})$/;
/** Babel says where in words; its columns begin at 0. */
const UNPARSED = /^\s{0,20}SyntaxError: (\S[^:]{0,1000}): (.{1,500}) \((\d{1,7}):(\d{1,7})\)$/;
const OUTSIDE = /(?:^|[/\\])node_modules[/\\]|^node:|^internal\/|^native$/;
/** Lines between an error and its stack: messages, and values that differ. */
const NEAR = 100;
const KEPT = 50;
/** Lines below a test's name that say why it failed. */
const REASONS = 6;

/** Stacks as Node writes them, below an error (mocha, uncaught) or a failed test's name (jest). */
export class ScriptStack implements Matcher {
  private header: { readonly at: number; readonly lines: string[]; readonly jest: boolean } | undefined;
  private frames: Frame[] = [];
  private inStack = false;

  line(text: string, at: number, found: Found): boolean {
    if (/^\s{1,20}at \S/.test(text) && this.header) {
      const frame = FRAME.exec(text);
      this.inStack ||= frame !== null || OTHER_FRAME.test(text);
      if (frame) {
        const [, path = "", line, column] = frame;
        if (!OUTSIDE.test(path) && this.frames.length < KEPT)
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
    const unparsed = UNPARSED.exec(text);
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
      // The excerpt of the source ends what is said.
      if (/^\s{0,10}(?:> )?\s{0,6}\d{0,6} \|/.test(text)) return false;
      if (text.trim() !== "" && header.lines.length <= REASONS) header.lines.push(text.trim());
      return false;
    }
    const error = ERROR.test(text);
    if (!error && header && header.lines.length === 1 && header.lines[0]?.endsWith(":") && text.trim() !== "")
      header.lines.push(text.trim());
    if (error) this.header = { at, lines: [text.trim()], jest: false };
    return false;
  }

  end(found: Found): void {
    const { header, frames } = this;
    const [first, ...rest] = frames;
    if (header && first) {
      found({
        logLine: header.at,
        ...first,
        severity: "error",
        message: header.lines.join("\n"),
        source: header.jest ? "jest" : "node",
        ...(rest.length > 0 && { frames: rest }),
      });
    }
    this.header = undefined;
    this.frames = [];
    this.inStack = false;
  }
}
