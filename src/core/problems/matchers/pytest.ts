import { type ReportProblem, type Frame, type Matcher, stackProblem, type StackHeader } from "./problem.ts";

const PLACE = /^(\S[^:]{0,1000}\.pyi?):(\d{1,7}): ?/;
const WINDOWS_PLACE = /^([A-Za-z]:\\[^:]{0,1000}\.pyi?):(\d{1,7}): ?/;
const EXCEPTION = /^((?:[A-Za-z_]\w{0,100}\.){0,20}[A-Z]\w{0,100})(?:: (.*))?$/;
const TITLE = /^(?:_{3,200} .{1,300} _{3,200}|={3,200}(?: .{1,300} ={3,200})?)$/;
const FRAME_LIMIT = 50;

/**
 * Failures of pytest. Long tracebacks have a location with only the exception's name below the lines that begin with
 * `E`; in short ones the locations come first; with --tb=line and in the warnings summary the message follows the
 * location.
 */
export class Pytest implements Matcher {
  private frames: Frame[] = [];
  private firstFrame = 0;
  private failure: StackHeader | undefined;

  line(text: string, at: number, found: ReportProblem): boolean {
    if (text.startsWith("E  ")) {
      this.failure ??= { at, message: text.slice(1).trim() };
      return true;
    }
    if (TITLE.test(text)) {
      this.end(found);
      return false;
    }
    const place = text.includes(".py") ? (PLACE.exec(text) ?? WINDOWS_PLACE.exec(text)) : null;
    if (!place) return false;
    const [whole, path = "", line] = place;
    const rest = text.slice(whole.length);
    const frame = { path, line: Number(line) };
    const exception = EXCEPTION.exec(rest);
    if (!exception) {
      if (rest !== "" && !rest.startsWith("in ")) return false;
      if (this.frames.length === 0) this.firstFrame = at;
      this.frames.unshift(frame);
      if (this.frames.length > FRAME_LIMIT) this.frames.pop();
      return true;
    }
    const [, name = "", message] = exception;
    if (message === undefined && this.failure) report(found, this.failure, [frame, ...this.frames]);
    else if (message !== undefined || name.endsWith("Error"))
      found({
        logLine: at,
        ...frame,
        severity: name.endsWith("Warning") ? "warning" : "error",
        message: rest,
        source: "pytest",
      });
    this.forget();
    return true;
  }

  /** Ends a test's output; short tracebacks are complete only now. */
  end(found: ReportProblem): void {
    if (this.failure) report(found, { at: this.firstFrame, message: this.failure.message }, this.frames);
    this.forget();
  }

  private forget(): void {
    this.frames = [];
    this.failure = undefined;
  }
}

function report(found: ReportProblem, header: StackHeader, frames: readonly Frame[]): void {
  const problem = stackProblem("pytest", header, frames);
  if (problem) found(problem);
}
