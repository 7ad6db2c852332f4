import type { JavaStack } from "./javaStack.ts";
import type { Matcher, ReportProblem } from "./problem.ts";

/** `[ERROR]   CartTest.total:12->check:30 expected: <4> but was: <3>`, also with a base class before the method. */
const FAILURE =
  /^\[(?:ERROR|WARNING)\] {2,6}((?:\w{1,100}\.){0,20}[A-Z]\w{0,200})(?:>\w{1,200})?\.\w{1,200}(?:\(.{0,100}\))?:(\d{1,7})(?:->(?:\w{1,200}\.)?\w{1,200}:\d{1,7}){0,8} (.{1,2000})$/;

/** The list of failed tests that Surefire closes with; those whose stack was found are left out. */
export class Surefire implements Matcher {
  private readonly stacks: JavaStack;

  constructor(stacks: JavaStack) {
    this.stacks = stacks;
  }

  line(text: string, at: number, found: ReportProblem): boolean {
    const failure = FAILURE.exec(text);
    if (!failure) return false;
    const [, type = "", digits, message = ""] = failure;
    const line = Number(digits);
    const path = type.replaceAll(".", "/");
    if (this.stacks.reported(path.slice(path.lastIndexOf("/") + 1), line)) return true;
    found({
      logLine: at,
      path: `${path}.java`,
      line,
      severity: "error",
      message,
      source: "surefire",
      frames: [{ path: `${path}.kt`, line }],
    });
    return true;
  }
}
