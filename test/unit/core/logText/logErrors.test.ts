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
  const line = (await snapshot.firstError())?.line;
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
    "attempt 3/3 failed: Error: refused",
    "E       DeprecationWarning: an error by -W error",
    "    org.junit.ComparisonFailure: expected:<[4]> but was:<[3]>",
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
    'level=warning msg="error: no rows"',
    '{"level":"warn","err":"Error: no leader"}',
    '{"level":40,"err":"Error: no leader"}',
    "(node:41) UnhandledPromiseRejectionWarning: Error: no such file",
    "/usr/lib/python3/dist-packages/a/long/way/to/the/file/that/warns/of/it/sql.py:761: UserWarning: Error: of no consequence",
    "external/com_google_protobuf/src/google/protobuf/compiler/java/message.cc:114:15: warning: error: unused",
    "W: GPG error: http://deb.example.org/debian bookworm InRelease",
    "w: /src/Failure.kt: (9, 13): Error: unused",
    "npm http fetch GET 503 https://registry.example.org/a attempt 1 failed with 503: error: x",
    "npm error gyp verb `which` failed Error: not found: python2",
    "attempt 1/3 failed: Error: refused",
    "Error: refused (Attempt 2 of 3)",
    "Error: Failed to download. Will retry.",
    "Error: connect ECONNREFUSED, trying again",
    "Error: no cache, falling back to the registry",
    "FAILED - RETRYING: [web1]: pull the image (5 retries left).",
    "Error: jpegtran is missing, skipping",
    "e: Daemon compilation failed: Could not connect to Kotlin compile daemon",
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

  it("comes to an end on lines of 200,000 characters, each of which takes a minute in quadratic time", () => {
    const length = 200_000;
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
      for (const piece of pieces) assert.ok(!isErrorMessage(`${lead}${piece.repeat(length / piece.length)}é`), piece);
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
      "10:12:31 err ",
      "stderr | err ",
      "{err ",
      "+ err",
      "[ERROR] err ",
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
      for (const piece of repeated) isErrorMessage(`${start}${piece.repeat(length / piece.length)}é`);
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

  const script = (lines: string): string => `${section("step_script", lines)}ERROR: Job failed: exit code 1\n`;

  const steps = [
    "[INFO] --- surefire:3.1.2:test (default-test) @ core ---",
    "[INFO] BUILD SUCCESS",
    "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0",
    "Step 3/7 : COPY Gemfile ./",
    `${E}[36mINFO${E}[0m[0042] Taking snapshot of full filesystem...`,
    "INFO[0051] RUN pip install -r requirements.txt",
    "Status: Downloaded newer image for ruby:3.2-slim",
    "Successfully installed django-5.0.2",
    "Bundle complete! 41 Gemfile dependencies, 118 gems now installed.",
    "added 1412 packages in 41s",
    "+ npm ci",
    "++ version=1.4.0",
    "+ [[ -n x ]]",
    "...ignoring",
    "make: [Makefile:14: db] Error 1 (ignored)",
    "py311: OK ✔ in 9.41 seconds",
    "py312: commands[0]> pytest -q",
    "  12 passing (412ms)",
    "4 passed, 1 warning in 0.41s",
    "======================== 4 passed in 0.41s ========================",
    "Tests:       12 passed, 12 total",
    "      Tests  12 passed (12)",
    "88 examples, 0 failures, 1 pending",
    "OK (12 tests, 40 assertions)",
    "  Tests:    12 passed (40 assertions)",
    "2 doctests, 31 tests, 0 failures",
    "3 runs, 9 assertions, 0 failures, 0 errors, 0 skips",
    "100% tests passed, 0 tests failed out of 4",
    "All checks passed!",
    "Success: no issues found in 12 source files",
    "> Task :core:compileJava",
    "> Task :core:processResources NO-SOURCE",
    "** BUILD SUCCEEDED ** [12.3 sec]",
    "[10:12:31]: --- Step: build_app ---",
    "nox > Session tests-3.11 was successful.",
    "    Finished `dev` profile [unoptimized] target(s) in 3.20s",
    "Build succeeded.",
    "✓ built in 4.12s",
    "✨  Done in 4.12s.",
    "webpack 5.90.3 compiled successfully in 4120 ms",
    "Setting up nginx (1.24.0-2ubuntu7) ...",
    "Apply complete! Resources: 1 added, 0 changed, 0 destroyed.",
  ];
  for (const step of steps)
    it(`takes what comes before for a step that succeeded: ${step.replaceAll(E, "")}`, async () => {
      assert.equal(await first(script(`error: of no consequence\n${step}\nit does not work\n`)), "it does not work");
      assert.equal(await first(script(`error: the only one\n${step}\ngoing on\n`)), "error: the only one");
      assert.equal(await first(script(`a.c:1:2: error: stays\n${step}\nerror: more\n`)), "a.c:1:2: error: stays");
    });

  it("takes the lines of a difference, of PowerShell and of a failure for no commands that a shell traces", async () => {
    for (const lines of [
      "- three\n+ four\n",
      "@@ -1 +1 @@\n+ four\n",
      "At line:1 char:1\n+ dotnett build\n",
      "+ = b\n",
    ])
      assert.equal(await first(script(`error: one\n${lines}error: two\n`)), "error: one", lines);
    for (const line of [
      "4 passed, 1 failed in 0.41s",
      "Tests:       1 failed, 12 passed, 13 total",
      "3 examples, 1 failure",
    ])
      assert.equal(await first(script(`error: one\n${line}\nerror: two\n`)), "error: one", line);
  });

  for (const passed of [
    "  ✓ adds",
    "--- PASS: TestAdd (0.00s)",
    "[       OK ] Cart.Empty (0 ms)",
    "ok 1 - adds",
    "a.py::b PASSED",
    "a.py::b PASSED   [ 11%]",
    "test a ... ok",
  ])
    it(`prefers causes below a test that passed, which may have written those above: ${passed}`, async () => {
      assert.equal(await first(script(`Error: expected\n${passed}\nError: real\n`)), "Error: real");
      assert.equal(await first(script(`Error: real\n${passed}\nFAIL other\n`)), "Error: real");
    });

  const records = [
    "2026-03-04 10:12:31,412 ERROR shop.http: request failed",
    "[2026-03-04 10:12:32,120] ERROR Exiting due to an exception (kafka.Kafka$)",
    "10:12:31.412 [main] ERROR com.acme.Cart - Unexpected failure",
    "10:12:31.412 [error] GenServer #PID<0.412.0> terminating",
    'time="2026-03-04T10:12:31Z" level=error msg="request failed"',
    '{"level":"error","msg":"request failed"}',
    '{"level":50,"msg":"request failed: Error"}',
    "fail: Shop.Api.Worker[0]",
    "ERROR    shop.prices:prices.py:40 no price",
    "E, [2026-03-04T10:12:31.412207 #91] ERROR -- : Payment failed",
    "stderr | src/retry.test.ts > retry > gives up",
    "ApiTest > reportsNoConnection STANDARD_ERROR",
    "2026-03-04 10:12:31,900 WARNING shop.http: GET failed, retry 1 of 3",
    "10:12:33.120 [pool-7-thread-1] WARN  shop.Rates - no rates",
    "warn: Shop.Api.Worker[3]",
    "2026-03-04T10:12:31.412Z\tERROR\tcart/pay.go:31\tpayment failed",
    "[2026-03-04 10:12:31] testing.ERROR: card declined",
    "ERROR:shop.prices:no price",
    "E0304 10:12:31.412207      41 pay.go:31] payment failed",
    "[Nest] 41  - 03/04/2026, 10:12:31 AM   ERROR [ExceptionsHandler] card declined",
    "WARNING:shop.prices:no price, failed",
    "W, [2026-03-04T10:12:31.412207 #91]  WARN -- : Payment failed",
    "W0304 10:12:31.412207      41 pay.go:31] payment failed",
    "[Nest] 41  - 03/04/2026, 10:12:31 AM    WARN [Rates] fetch failed",
    "WARNING  shop.retry:retry.py:21 attempt 1 failed",
    "Exception ignored in: <function Pool.__del__ at 0x7f2a>",
  ];
  for (const record of records)
    it(`prefers an error to what a program logged, with its stack: ${record}`, async () => {
      const java = "java.net.ConnectException: refused\n\tat a.B.c(B.java:1)\nCaused by: java.io.EOFException: x\n";
      const python = 'Traceback (most recent call last):\n  File "a.py", line 1, in b\n    c()\nOSError: refused\n';
      for (const stack of [java, `\n${java}`, python])
        assert.equal(await first(script(`${record}\n${stack}working\nError: real\n`)), "Error: real");
    });

  it("takes what is logged for the cause if nothing else is", async () => {
    const record = "2026-03-04 10:12:31,412 ERROR shop: no price\n";
    assert.equal(await first(script(`${record}OSError: refused\nbye\n`)), record.trimEnd());
    assert.equal(await first(script("10:12:31 WARN shop - no price\nOSError: refused\nbye\n")), "OSError: refused");
  });

  it("ends a record with what is no part of its stack, and knows whose it is", async () => {
    const record = "10:12:31 ERROR shop - no price\n";
    const stack = "a.B: x\n\tat a.B.c(B.java:1)\n";
    assert.equal(await first(script(`${record}${stack}going on\nError: real\n`)), "Error: real");
    assert.equal(await first(script(`${record}${stack}OSError: real\n`)), "OSError: real");
    const warning = "10:12:31 WARN shop - no price, failed\n";
    assert.equal(await first(script(`${warning}Error: real\nTypeError: more\n`)), "Error: real");
    const both = `app-1  | ${record}db-1   | starting\napp-1  | OSError: logged\ndb-1   | OSError: real\n`;
    assert.equal(await first(script(both)), "db-1   | OSError: real");
  });

  it("prefers the error of a tool to its own stack below it", async () => {
    const maven = "[ERROR] Failed to execute goal a:b:1:c on project d: e -> [Help 1]\n";
    assert.equal(await first(script(`${maven}org.apache.E: x\n    at f\nCaused by: g.HException\n`)), maven.trimEnd());
    const gradle = "> Task :a FAILED\n\n* Exception is:\norg.gradle.TaskException: failed\n\tat x\n";
    assert.equal(await first(script(gradle)), "> Task :a FAILED");
  });

  it("prefers the errors of the program that failed, where several write into one log", async () => {
    const logs: readonly (readonly [lines: string, best: string])[] = [
      ["app-1    | Error: noise\ntests-1  | Error: real\ntests-1 exited with code 1\n", "tests-1  | Error: real"],
      [
        "@a/b:test: Error: noise\n@a/c:build: Error: real\n@a/c:build:  ELIFECYCLE  exit code 1.\n",
        "@a/c:build: Error: real",
      ],
      [
        "c:test: Error: noise\nd:build: Error: real\nd:build: ERROR: command finished with error\n",
        "d:build: Error: real",
      ],
      ["p/a check: Error: noise\np/b check: Error: real\np/b check: Failed\n", "p/b check: Error: real"],
      ['#7 1.20 error: noise\n#9 2.10 error: real\n#9 ERROR: process "x" did not complete\n', "#9 2.10 error: real"],
      ["#2 ERROR: cache: not found\n#7 1.20 error: real\n", "#7 1.20 error: real"],
    ];
    for (const [lines, best] of logs) assert.equal(await first(script(lines)), best);
  });

  it("takes what failed in a test for its cause, whatever it says", async () => {
    const phpunit =
      "There was 1 error:\n\n1) Acme\\OrderTest::testIsRefunded\nAcme\\Refused: no refund\n\nError: more\n";
    assert.equal(await first(script(`Error: noise\n${phpunit}`)), "Acme\\Refused: no refund");
    assert.equal(await first(script("Error: noise\nChrome 122 Cart adds FAILED\n\tError: real\n")), "\tError: real");
    assert.equal(
      await first(script("a-1  | Error: noise\nt-1  |   1 failing\na-1  | Error: more\nt-1  |   Error: real\n")),
      "t-1  |   Error: real",
    );
  });

  it("looks into what npm repeats of an installation that failed", async () => {
    const npm = "npm error code 1\nnpm error path /a\nnpm error gyp ERR! stack Error: no Python\n";
    assert.equal(await first(script(npm)), "npm error gyp ERR! stack Error: no Python");
    assert.equal(await first(script("npm error code 1\nnpm error Error: more\n")), "npm error code 1");
  });

  it("finds nothing in a log without errors", async () => {
    assert.equal(await first(section("step_script", "$ make\nall good, 0 errors\n")), undefined);
  });
});
