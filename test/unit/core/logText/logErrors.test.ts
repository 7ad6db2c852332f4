import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { isErrorMessage } from "../../../../src/core/logText/logErrors.ts";
import { LogText } from "../../../../src/core/logText/logText.ts";

const E = "\u001b";

/** The line that is found in a log. */
async function first(log: string): Promise<string | undefined> {
  const text = new LogText();
  text.push(Buffer.from(log));
  text.end();
  const snapshot = text.snapshot();
  const line = snapshot.firstError?.line;
  return line === undefined ? undefined : (await snapshot.text(Buffer.alloc(0))).toString().split("\n")[line];
}

const section = (name: string, lines: string): string =>
  `section_start:1:${name}\r${E}[0K${name}\n${lines}section_end:9:${name}\r${E}[0K\n`;

describe("logs/logErrors", () => {
  const errors = [
    "error: could not compile `app`",
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.",
    "src/a.ts:3:5 - error TS2322: Type 'string' is not assignable.",
    "main.c:3:5: error: expected ';' before '}' token",
    "main.c:1:10: fatal error: nothere.h: No such file or directory",
    "error[E0308]: mismatched types",
    "fatal: unable to access 'https://git.example.com/': Could not resolve host",
    "Program.cs(3,5): error CS1002: ; expected [/app/app.csproj]",
    "TypeError: x is not a function",
    "AssertionError [ERR_ASSERTION]: 1 == 2",
    'Exception in thread "main" java.lang.IllegalStateException: no',
    "[ERROR] Failed to execute goal",
    "npm ERR! code ELIFECYCLE",
    "npm error: something",
    "ERROR: Job failed: exit code 1",
    "--- FAIL: TestThing (0.00s)",
    "FAIL\texample.com/app 0.003s",
    "FAILED tests/test_a.py::test_b - assert 1 == 2",
    "panic: runtime error: index out of range",
    "thread 'main' panicked at src/main.rs:2:5:",
    "Traceback (most recent call last):",
    "E       assert 1 == 2",
    "make: *** [Makefile:2: all] Error 1",
    "make[1]: *** [all] Error 2",
    "  ✖ 3 problems (3 errors, 0 warnings)".replace(", 0 warnings", ""),
    "  ✗ adds numbers",
  ];
  for (const line of errors) it(`is one: ${line}`, () => assert.ok(isErrorMessage(line)));

  const others = [
    "$ echo error: not yet run",
    "0 errors, 2 warnings",
    "Found 0 errors. Watching for file changes.",
    "Tests: 5 passed, failed: 0",
    "Build succeeded with no errors",
    "errors: 0",
    "checking error handling … ok",
    "✔ throws a TypeError when asked",
    "compiling src/errors.ts",
    "ERROR_LEVEL=debug",
    "test failover ... ok",
    "downloading failsafe-plugin",
  ];
  for (const line of others) it(`is none: ${line}`, () => assert.ok(!isErrorMessage(line)));

  it("is the same as by expressions that say it plainly, which take quadratic time", () => {
    const plain = [
      /\b(?:[Ee]rror|[Ff]atal)(?: [a-z]+)?(?: ?\[?[A-Z]+[-\w]*\d+\]?)?\s?:/,
      /\b[\w.]*(?:Error|Exception)\b(?:: | \[\w+\]: |$)/,
    ];
    const piece = fc.oneof(
      fc.constantFrom("error", "Error", "fatal", "Fatal", "Exception", "TS2322", "E03-08", "A1", "a", "A", "1"),
      fc.constantFrom(" ", "\t", ":", ": ", "[", "]", ".", "-", "_", "é"),
    );
    let found = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // Neither matches another expression, nor is harmless.
        const line = `( ${pieces.join("")}`;
        const expected = plain.some((expression) => expression.test(line));
        if (expected) found++;
        assert.equal(isErrorMessage(line), expected, line);
      }),
      { numRuns: 20_000 },
    );
    assert.ok(found > 1_000);
  });

  it("comes to an end on lines of a million characters, which takes hours in quadratic time", () => {
    const leads = ["err ", "error ", "error A", "Error [", "thread '"];
    const pieces = [
      "a.b",
      "Error",
      "Error.",
      "1",
      "A",
      "ErrorA-",
      "error a ",
      "Error [a ",
      "' panicked a",
      "errors  ",
      "[1",
    ];
    for (const lead of leads)
      for (const piece of pieces)
        assert.ok(!isErrorMessage(`${lead}${piece.repeat(1_000_000 / piece.length)}é`), piece);
  });

  it("prefers what the job's script says to what is said around it", async () => {
    const log = `${section("get_sources", "error: pathspec 'x' did not match\n")}${section("step_script", "working\nerror: the reason\nerror: more\n")}ERROR: Job failed: exit code 1\n`;
    assert.equal(await first(log), "error: the reason");
  });

  it("looks into sections within the script", async () => {
    assert.equal(await first(section("step_script", section("my_tests", "TypeError: inner\n"))), "TypeError: inner");
  });

  it("takes words before colours, and colours of the script before words elsewhere", async () => {
    assert.equal(await first(section("step_script", `${E}[31m1 failing${E}[0m\nfatal: words\n`)), "fatal: words");
    assert.equal(
      await first(`${section("step_script", `${E}[31m1 failing${E}[0m\n`)}ERROR: Job failed\n`),
      "1 failing",
    );
    assert.equal(
      await first(`${section("step_script", `${E}[38;2;220;20;20m1 failing${E}[0m\n`)}ERROR: Job failed\n`),
      "1 failing",
    );
  });

  it("takes a line for red when most of it is", async () => {
    assert.equal(
      await first(`plain ${E}[31mred${E}[0m and a lot more that is plain\n${E}[91mall of it${E}[0m\n`),
      "all of it",
    );
  });

  it("finds what failed before the script began, and what the runner says at last", async () => {
    assert.equal(
      await first(`${section("get_sources", "fatal: repository not found\n")}ERROR: Job failed\n`),
      "fatal: repository not found",
    );
    assert.equal(
      await first(
        `${section("step_script", "silence\n")}${section("after_script", "error: of no consequence\n")}${E}[31;1mERROR: Job failed: exit code 1${E}[0;m\n`,
      ),
      "ERROR: Job failed: exit code 1",
    );
  });

  it("finds nothing in a log without errors", async () => {
    assert.equal(await first(section("step_script", "$ make\nall good, 0 errors\n")), undefined);
  });
});
