import { type ReportProblem, type Frame, type Matcher, stackProblem } from "./problem.ts";

const FRAME =
  // Names of tests in Kotlin and Groovy are sentences.
  /^\s{1,12}at (?:[\w.@-]{0,200}\/){0,2}([\w.$<>-]{1,500}(?:[ ,'][^\n]{0,500})?)\(([\w.-]{1,200}\.(?:java|kts?|scala|groovy)):(\d{1,7})\)/;
const ANY_FRAME =
  /^\s{1,12}(?:at [\w.@/$<>-]{1,700}(?:[ ,'].{1,500}\([\w.-]{1,200}\.(?:java|kts?|scala|groovy):\d{1,7}\)|\()|\.\.\. \d{1,6} (?:more|common frames omitted))/;
const HEADER =
  /^\s{0,12}(?:\[ERROR\] {1,4})?(?:Exception in thread "[^"]{0,200}" |Caused by: )?((?:\w{1,100}\.){1,20}[A-Z][\w$]{0,100})(?:: (.*)|:)?$/;
/** A test that failed, as Surefire writes it above its exception, whatever that is called. */
const TEST = /^(?:\[\w{1,7}\] {1,4})?(?!Tests run:)(\S.{0,500}?)[ -]{1,4}Time elapsed: .{1,40}<<< (?:FAILURE|ERROR)!$/;
/** Names that stand for an error also with a message of several lines. */
const THROWABLE = /(?:Error|Exception|Throwable|Failure|Failed)$/;
const FRAME_LIMIT = 50;
/** Limit of lines of a message, and of those that are kept. */
const MESSAGE_LINES = 60;
const KEPT_LINES = 6;
/** Limit of places that are remembered. */
const REPORTED_LIMIT = 5000;

/** JVM stack traces. Frames have the class and the file name; the folder follows from the package. */
export class JavaStack implements Matcher {
  private header: { readonly at: number; readonly message: string[]; readonly isThrowable: boolean } | undefined;
  private frames: Frame[] = [];
  private inStack = false;
  /** The line of the last failed test's title. */
  private testAt = Number.NEGATIVE_INFINITY;
  private readonly places = new Set<string>();

  /** Returns whether a stack with this line of a class was reported. */
  reported(type: string, line: number): boolean {
    return this.places.has(`${type}:${line}`);
  }

  line(text: string, at: number, found: ReportProblem): boolean {
    if (this.header && ANY_FRAME.test(text)) {
      this.inStack = true;
      const frame = FRAME.exec(text);
      if (frame && this.frames.length < FRAME_LIMIT)
        this.frames.push({ path: javaPath(frame[1] ?? "", frame[2] ?? ""), line: Number(frame[3]) });
      return true;
    }
    if (this.inStack) this.end(found);
    const test = text.endsWith("!") ? TEST.exec(text)?.[1] : undefined;
    if (test !== undefined) {
      this.testAt = at;
      this.header = { at, message: [test], isThrowable: true };
      return false;
    }
    const header = HEADER.exec(text);
    const name = header?.[1]?.slice(header[1].lastIndexOf(".") + 1);
    if (header && name !== undefined) {
      const message = header[2] === undefined || header[2] === "" ? name : `${name}: ${header[2]}`;
      this.header = { at, message: [message], isThrowable: THROWABLE.test(name) || at - this.testAt < MESSAGE_LINES };
    } else this.continueMessage(text, at);
    return false;
  }

  end(found: ReportProblem): void {
    const { header } = this;
    const problem = header && stackProblem("java", { at: header.at, message: header.message.join("\n") }, this.frames);
    if (problem) {
      found(problem);
      for (const { path, line } of this.frames) {
        if (this.places.size >= REPORTED_LIMIT) break;
        this.places.add(`${path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."))}:${line}`);
      }
    }
    this.header = undefined;
    this.frames = [];
    this.inStack = false;
  }

  /** Adds a line to the message, as AssertJ's and Hamcrest's have; the stack may follow below them. */
  private continueMessage(text: string, at: number): void {
    const { header } = this;
    if (!header) return;
    if (!header.isThrowable || at - header.at > MESSAGE_LINES) this.header = undefined;
    else if (text.trim() !== "" && header.message.length < KEPT_LINES) header.message.push(text.trim());
  }
}

/** Returns the file's path below the source folder: `com.acme.Main.run`, `Main.java` → `com/acme/Main.java`. */
export function javaPath(method: string, file: string): string {
  const parts = method.split(".");
  const own = parts.findIndex((part) => /^[A-Z]/.test(part));
  return [...parts.slice(0, own < 0 ? Math.max(0, parts.length - 2) : own), file].join("/");
}
