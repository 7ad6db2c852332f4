import { type ReportProblem, type Frame, type Matcher, stackProblem } from "./problem.ts";

const FRAME = /^([ |+]{2,40})File "([^"]{1,1000})", line (\d{1,7})(?:, in (.{1,500}))?$/;
const EXCEPTION = /^(?:[A-Za-z_]\w{0,100}\.){0,20}[A-Za-z_]\w{0,100}(?:: |:?$)/;
/** Limit of source lines and markers behind a frame. */
const BETWEEN = 30;
const FRAME_LIMIT = 50;

/** Python tracebacks with the outer frames, and syntax errors, which have only a location. */
export class Python implements Matcher {
  private frames: Frame[] = [];
  private indent = "";
  private began = 0;
  private since = 0;
  /** Line with the "Traceback" title, if the first frame may follow. */
  private title: number | undefined;

  line(text: string, at: number, found: ReportProblem): boolean {
    const frame = FRAME.exec(text);
    if (frame) {
      const [, lead = "", path = "", line] = frame;
      if (this.frames.length === 0) {
        this.began = this.title === at - 1 ? this.title : at;
        this.indent = lead.slice(0, -2);
      }
      this.since = 0;
      this.frames.unshift({ path, line: Number(line) });
      if (this.frames.length > FRAME_LIMIT) this.frames.pop();
      return true;
    }
    if (text.endsWith("Traceback (most recent call last):")) this.title = at;
    if (this.frames.length === 0) return false;
    if (text.startsWith(`${this.indent} `) && ++this.since <= BETWEEN) return true;
    const rest = text.slice(this.indent.length);
    const raised = text.startsWith(this.indent) && EXCEPTION.test(rest);
    const problem = raised ? stackProblem("python", { at: this.began, message: rest }, this.frames) : undefined;
    this.frames = [];
    if (!problem) return false;
    found(problem);
    return true;
  }
}
