import { type ReportProblem, type Frame, type Matcher, stackProblem, type StackHeader } from "./problem.ts";

const FRAME =
  /^\s{1,12}at (?:[\w.@-]{1,200}\/){0,2}([\w.$<>]{1,500})\((\w{1,200}\.(?:java|kt|scala|groovy)):(\d{1,7})\)/;
const ANY_FRAME = /^\s{1,12}(?:at [\w.@/$<>-]{1,700}\(|\.\.\. \d{1,6} (?:more|common frames omitted))/;
const HEADER =
  /^\s{0,12}(?:\[ERROR\] {1,4})?(?:Exception in thread "[^"]{0,200}" |Caused by: )?((?:\w{1,100}\.){1,20}[A-Z]\w{0,100})(?:: (.*))?$/;
const FRAME_LIMIT = 50;

/** JVM stack traces. Frames have the class and the file name; the folder follows from the package. */
export class JavaStack implements Matcher {
  private header: StackHeader | undefined;
  private frames: Frame[] = [];
  private inStack = false;

  line(text: string, at: number, found: ReportProblem): boolean {
    if (this.header && ANY_FRAME.test(text)) {
      this.inStack = true;
      const frame = FRAME.exec(text);
      if (frame && this.frames.length < FRAME_LIMIT)
        this.frames.push({ path: javaPath(frame[1] ?? "", frame[2] ?? ""), line: Number(frame[3]) });
      return true;
    }
    if (this.inStack) this.end(found);
    const header = HEADER.exec(text);
    const name = header?.[1]?.slice(header[1].lastIndexOf(".") + 1);
    this.header =
      header && name !== undefined
        ? { at, message: header[2] === undefined ? name : `${name}: ${header[2]}` }
        : undefined;
    return false;
  }

  end(found: ReportProblem): void {
    const problem = this.header && stackProblem("java", this.header, this.frames);
    if (problem) found(problem);
    this.header = undefined;
    this.frames = [];
    this.inStack = false;
  }
}

/** Returns the file's path below the source folder: `com.acme.Main.run`, `Main.java` → `com/acme/Main.java`. */
export function javaPath(method: string, file: string): string {
  const parts = method.split(".");
  const own = parts.findIndex((part) => /^[A-Z]/.test(part));
  return [...parts.slice(0, own < 0 ? Math.max(0, parts.length - 2) : own), file].join("/");
}
