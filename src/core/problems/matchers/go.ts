import { ownText } from "../../base/ownText.ts";
import {
  column,
  type ReportProblem,
  type Frame,
  type LogProblem,
  type Matcher,
  numberOf,
  stackProblem,
  type StackHeader,
} from "./problem.ts";

const COMPILED = /^(vet: )?([^\s:][^:]{0,500}\.go):(\d{1,7}):(?:(\d{1,7}):)? /;
/** The package whose messages follow: `# example.com/acme/shop [example.com/acme/shop.test]`. */
const COMPILING = /^# \S{1,500}(?: \[\S{1,500}\])?$/;
const TESTED = /^(\s{4,40})([\w.-]{1,200}\.go):(\d{1,7}): ?(.*)$/;
const BEGUN = /^=== (?:RUN|CONT|NAME) {1,4}(\S{1,500})$/;
const ENDED = /^\s{0,40}--- (FAIL|PASS|SKIP): (\S{1,500}) \(/;
const PACKAGE = /^(?:FAIL|ok {2})\t(\S{1,500})(?:\s|$)/;
const FRAME = /^\t(\S.{0,500}\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,16})?$/;
/** Sources of Go itself and of modules. */
const GO_SOURCES = /\/(?:go|go-\d[\d.]*|toolchain@[^/]+)\/src\/|\/pkg\/mod\//;
const CONTINUATION_LIMIT = 5;
const PENDING_LIMIT = 1000;

/**
 * `file.go:line:column: message` of go build, go vet and linters. Without a column it is a program's own log unless it
 * stands below a package's name.
 */
export class GoCompiled implements Matcher {
  private compiling = false;

  line(text: string, at: number, found: ReportProblem): boolean {
    const match = text.includes(".go:") ? COMPILED.exec(text) : null;
    if (!match) {
      // Continuations are indented.
      if (!text.startsWith("\t")) this.compiling = COMPILING.test(text);
      return false;
    }
    const [whole, vet, path = "", line, start] = match;
    if (start === undefined && vet === undefined && !this.compiling) return false;
    found({
      logLine: at,
      path,
      line: Number(line),
      ...column(numberOf(start)),
      severity: "error",
      message: text.slice(whole.length),
      source: "go",
    });
    return true;
  }
}

interface TestMessage {
  readonly test: string | undefined;
  readonly problem: LogProblem;
  readonly indent: number;
  readonly more: string[];
}

/**
 * Messages of go test. They are reported if their test fails: the result comes before them or, with -v, after. The
 * package, which gives the folder of the files, comes last.
 */
export class GoTest implements Matcher {
  private current: string | undefined;
  private failing = false;
  private readonly failed = new Set<string>();
  private messages: TestMessage[] = [];
  private last: TestMessage | undefined;

  line(text: string, at: number, found: ReportProblem): boolean {
    const begun = BEGUN.exec(text);
    if (begun) {
      this.current = ownText(begun[1] ?? "");
      this.failing = false;
      this.last = undefined;
      return true;
    }
    const ended = ENDED.exec(text);
    if (ended) {
      const [, outcome, name = ""] = ended;
      const test = ownText(name);
      this.current = test;
      this.failing = outcome === "FAIL";
      if (this.failing && this.failed.size < PENDING_LIMIT) this.failed.add(test);
      this.last = undefined;
      return true;
    }
    const tested = TESTED.exec(text);
    if (tested) {
      const [, indent = "", path = "", line, message = ""] = tested;
      this.last = {
        test: this.current,
        problem: {
          logLine: at,
          path: ownText(path),
          line: Number(line),
          severity: "error",
          message: ownText(message),
          source: "go test",
        },
        indent: indent.length,
        more: [],
      };
      if (this.messages.length < PENDING_LIMIT) this.messages.push(this.last);
      return true;
    }
    if (this.last && this.last.more.length < CONTINUATION_LIMIT && indentOf(text) > this.last.indent) {
      this.last.more.push(ownText(text.trim()));
      return true;
    }
    this.last = undefined;
    const named = PACKAGE.exec(text);
    if (!named) return false;
    this.report(found, named[1]);
    return true;
  }

  end(found: ReportProblem): void {
    this.report(found, undefined);
  }

  private report(found: ReportProblem, folder: string | undefined): void {
    for (const { test, problem, more } of this.messages) {
      if (test === undefined || !this.failed.has(test)) continue;
      found({
        ...problem,
        message: [problem.message, ...more].filter((part) => part !== "").join("\n"),
        ...(folder !== undefined && { folder }),
      });
    }
    this.messages = [];
    this.failed.clear();
    this.current = undefined;
    this.failing = false;
    this.last = undefined;
  }
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** Go panics and the stack of the panicking goroutine. */
export class GoPanic implements Matcher {
  private header: StackHeader | undefined;
  private frames: Frame[] = [];
  private running = false;

  line(text: string, at: number, found: ReportProblem): boolean {
    if (text.startsWith("panic: ") || text.startsWith("fatal error: ")) {
      this.end(found);
      this.header = { at, message: text.slice(text.indexOf(": ") + 2).replace(/ \[recovered\]$/, "") };
      return true;
    }
    if (!this.header) return false;
    if (text.startsWith("goroutine ")) {
      // The first goroutine is the one that panicked.
      if (this.running) this.end(found);
      else this.running = true;
      return true;
    }
    const frame = this.running ? FRAME.exec(text) : null;
    if (frame) {
      const [, path = "", line] = frame;
      if (!GO_SOURCES.test(path) && this.frames.length < 50) this.frames.push({ path, line: Number(line) });
      return true;
    }
    if (this.running && text === "") this.end(found);
    return false;
  }

  end(found: ReportProblem): void {
    const problem = this.header && stackProblem("go", this.header, this.frames);
    if (problem) found(problem);
    this.header = undefined;
    this.frames = [];
    this.running = false;
  }
}
