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
        const line = `_= ${pieces.join("")}`;
        const expected = plain.some((expression) => expression.test(line));
        if (expected) found++;
        assert.equal(isErrorMessage(line), expected, line);
      }),
      { numRuns: 20_000 },
    );
    assert.ok(found > 1_000);
  });

  it("comes to an end on lines of a million characters, which takes hours in quadratic time", () => {
    const leads = ["so err ", "so error ", "so error A", "so Error [", "so thread '"];
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
    const starts = [
      "E ",
      "thread '",
      "/",
      "error TS1",
      "[error] ",
      "[ERROR] ",
      "npm error ",
      "  1) ",
      "web:build: ",
      "#1 1.00 ",
    ];
    const repeated = [
      "a",
      " ",
      "1",
      ":1",
      "/a.b:1",
      "(1,2",
      "failed ",
      "warn",
      "passed ",
      "ok",
      "[",
      "@a/",
      "a:",
      "- ",
      "✖",
      "\t",
    ];
    for (const start of starts)
      for (const piece of repeated) isErrorMessage(`${start}${piece.repeat(1_000_000 / piece.length)}é`);
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

  it("finds what failed before the script began", async () => {
    assert.equal(
      await first(`${section("get_sources", "fatal: repository not found\n")}ERROR: Job failed\n`),
      "fatal: repository not found",
    );
  });

  it("takes the last output of a script that failed without an error, before what the runner says", async () => {
    const after = section("after_script", "error: of no consequence\n");
    const closing = `${E}[31;1mERROR: Job failed: exit code 1${E}[0;m\n`;
    assert.equal(await first(`${section("step_script", "silence\n \n------\n")}${after}${closing}`), "silence");
    assert.equal(await first(`${section("step_script", "")}${after}${closing}`), "ERROR: Job failed: exit code 1");
    assert.equal(await first(section("step_script", "still running\n")), undefined);
    assert.equal(await first(`${section("step_script", "done\n")}Job succeeded\n`), undefined);
  });

  it("takes what the last command wrote, and what came before it if that is nothing", async () => {
    const closing = "ERROR: Job failed: exit code 1\n";
    const [failing, quiet] = ["$ one\nerror: the first\n", "$ two\n"];
    const found = (script: string): Promise<string | undefined> => first(section("step_script", script) + closing);
    assert.equal(await found(`${failing}${quiet}error: the second\n`), "error: the second");
    assert.equal(await found(`${failing}${quiet}not an e.\n`), "not an e.");
    assert.equal(await found(`${failing}${quiet}`), "error: the first");
    assert.equal(await found(`$ one\nfine\n${quiet}`), "$ two");
    assert.equal(await found(`$ one\nUpdate failed.\n${quiet}`), "$ two");
  });

  it("does not take a command that a program writes for one of the runner's, which are green", async () => {
    const green = `${E}[32;1m$ yarn build${E}[0;m\n`;
    assert.equal(await first(section("step_script", `${green}error: one\n$ tsc\nerror: two\n`)), "error: one");
    assert.equal(await first(section("step_script", "$ yarn build\nerror: one\n$ tsc\nerror: two\n")), "error: two");
  });

  it("takes the sections of a script for parts of it where runners write no section around it", async () => {
    const closing = "ERROR: Job failed: exit code 1\n";
    const log = `Fetching changes...\n$ ./all.sh\n${section("my_tests", "one of two\n")}${closing}`;
    assert.equal(await first(log), "one of two");
    assert.equal(await first(`$ ./all.sh\nno luck\n${section("get_sources", "nothing\n")}${closing}`), "no luck");
  });

  it("takes a command that is a section's header for one", async () => {
    const steps = `${section("section_script_step_0", "error: one\n").replace("Ksection_script_step_0", "K$ one")}${section("section_script_step_1", "error: two\n").replace("Ksection_script_step_1", "K$ two")}`;
    assert.equal(await first(section("step_script", steps)), "error: two");
  });

  it("takes the upload of artifacts for the cause if it failed after a script that succeeded", async () => {
    const script = section("step_script", "error: of no consequence\n");
    const upload = (name: string): string => section(`upload_artifacts_on_${name}`, "ERROR: too large archive\n");
    const closing = "ERROR: Job failed: exit code 1\n";
    assert.equal(await first(script + upload("success") + closing), "ERROR: too large archive");
    assert.equal(await first(script + upload("failure") + closing), "error: of no consequence");
    assert.equal(await first(`${script}${upload("success")}Job succeeded\n`), "error: of no consequence");
  });

  it("takes the caches and artifacts of a job for the cause only if nothing else failed", async () => {
    const cache = section("restore_cache", "FATAL: no cache\n");
    const closing = "ERROR: Job failed: exit code 1\n";
    assert.equal(await first(`${cache}${section("step_script", "$ x\nthe reason\n")}${closing}`), "the reason");
    assert.equal(await first(`${cache}${section("get_sources", "fatal: no\n")}${closing}`), "fatal: no");
    assert.equal(await first(cache + closing), "FATAL: no cache");
  });

  it("prefers the line that names the cause to those around it", async () => {
    const best: readonly (readonly [lines: string, best: string])[] = [
      [
        'Traceback (most recent call last):\n  File "a.py", line 3\n    x()\nacme.Broken: no shelf\n',
        "acme.Broken: no shelf",
      ],
      ["> Task :test FAILED\n* What went wrong:\n\nA reason.\n", "A reason."],
      ["  Line   src/A.php\n ------ ----\n  9      Function a not found.\n", "  9      Function a not found."],
      ["npm error code 1\nsrc/a.ts(1,2): error TS1005: ';' expected.\n", "src/a.ts(1,2): error TS1005: ';' expected."],
      [
        "Error: of a test that passed\n  1 failing\n\n  TypeError: of one that failed\n",
        "  TypeError: of one that failed",
      ],
      ["$ a\n  1 failing\n$ b\nError: one\nsrc/a.ts(1,2): error TS1: two\n", "src/a.ts(1,2): error TS1: two"],
      ["FAIL a.test.js\n  ● Console\n  ● adds\n", "  ● adds"],
    ];
    for (const [lines, expected] of best) assert.equal(await first(section("step_script", lines)), expected);
  });

  it("finds nothing in a log without errors", async () => {
    assert.equal(await first(section("step_script", "$ make\nall good, 0 errors\n")), undefined);
  });
});
