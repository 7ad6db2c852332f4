import type { Found, Frame, LogProblem, Matcher } from "./problem.ts";

const PLACE = /^(\S[^:]{0,1000}\.pyi?):(\d{1,7}): ?/;
const WINDOWS_PLACE = /^([A-Za-z]:\\[^:]{0,1000}\.pyi?):(\d{1,7}): ?/;
const EXCEPTION = /^((?:[A-Za-z_]\w{0,100}\.){0,20}[A-Z]\w{0,100})(?:: (.*))?$/;
const TITLE = /^(?:_{3,200} .{1,300} _{3,200}|={3,200}(?: .{1,300} ={3,200})?)$/;
const KEPT = 50;

/**
 * pytest: in its long tracebacks a place with the exception's name alone below the lines that begin with `E`; in short
 * ones the places come first; with --tb=line, and in the summary of warnings, the message stands behind the place.
 */
export class Pytest implements Matcher {
  private frames: Frame[] = [];
  private firstFrame = 0;
  private said: { readonly at: number; readonly message: string } | undefined;

  line(text: string, at: number, found: Found): boolean {
    if (text.startsWith("E  ")) {
      this.said ??= { at, message: text.slice(1).trim() };
      return true;
    }
    if (TITLE.test(text)) {
      this.end(found);
      return false;
    }
    const place = PLACE.exec(text) ?? WINDOWS_PLACE.exec(text);
    if (!place) return false;
    const [whole, path = "", line] = place;
    const rest = text.slice(whole.length);
    const frame = { path, line: Number(line) };
    const exception = EXCEPTION.exec(rest);
    if (!exception) {
      if (rest !== "" && !rest.startsWith("in ")) return false;
      if (this.frames.length === 0) this.firstFrame = at;
      this.frames.unshift(frame);
      if (this.frames.length > KEPT) this.frames.pop();
      return true;
    }
    const [, name = "", message] = exception;
    if (message === undefined && this.said) found(this.problem(frame, this.said.at, this.said.message, this.frames));
    else if (message !== undefined || name.endsWith("Error"))
      found({ ...this.problem(frame, at, rest, []), ...(name.endsWith("Warning") && { severity: "warning" }) });
    this.forget();
    return true;
  }

  /** The end of one test's lines: in short tracebacks only now all places are there. */
  end(found: Found): void {
    const [first, ...rest] = this.frames;
    if (first && this.said) found(this.problem(first, this.firstFrame, this.said.message, rest));
    this.forget();
  }

  private problem(place: Frame, logLine: number, message: string, frames: readonly Frame[]): LogProblem {
    return {
      logLine,
      ...place,
      severity: "error",
      message,
      source: "pytest",
      ...(frames.length > 0 && { frames }),
    };
  }

  private forget(): void {
    this.frames = [];
    this.said = undefined;
  }
}
