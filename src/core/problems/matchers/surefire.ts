import type { JavaStack } from "./javaStack.ts";
import type { Matcher, ReportProblem } from "./problem.ts";

/** `[ERROR]   CartTest.total:12->check:30 expected: <4> but was: <3>`, also with a base class before the method. */
const FAILURE =
  /^(\[(?:ERROR|WARNING)\])? {2,6}(?:Run \d{1,3}: )?((?:\w{1,100}\.){0,20}[A-Z][\w$]{0,200})(?:>\w{1,200})?\.\w[^:]{0,300}:(\d{1,7})(?:->(?:[\w$]{1,200}\.)?\w{1,200}:\d{1,7}){0,8}(?: (.{0,2000}))?$/;

/** Surefire 2 lists them without a level, the first one on the same line. */
const LIST = /^(?:Failed tests|Tests in error): ?/;

/** The list of failed tests that Surefire closes with; those whose stack was found are left out. */
export class Surefire implements Matcher {
  private readonly stacks: JavaStack;
  private inList = false;

  constructor(stacks: JavaStack) {
    this.stacks = stacks;
  }

  line(text: string, at: number, found: ReportProblem): boolean {
    const list = LIST.exec(text)?.[0];
    this.inList = list !== undefined || (this.inList && text.startsWith(" "));
    const failure = FAILURE.exec(list === undefined ? text : text.slice(list.trimEnd().length));
    if (!failure || (failure[1] === undefined && !this.inList)) return false;
    const [, , type = "", digits, message = ""] = failure;
    const line = Number(digits);
    // A nested class is in the file of the outer one.
    const path = type.replace(/\$.*$/, "").replaceAll(".", "/");
    if (this.stacks.reported(path.slice(path.lastIndexOf("/") + 1), line)) return true;
    found({
      logLine: at,
      path: `${path}.java`,
      line,
      severity: "error",
      message: message === "" ? `${type} failed` : message,
      source: "surefire",
      frames: [{ path: `${path}.kt`, line }],
    });
    return true;
  }
}
