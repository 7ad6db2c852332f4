import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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

const section = (name: string, lines: string, header = name): string =>
  `section_start:1:${name}\r${E}[0K${header}\n${lines}section_end:9:${name}\r${E}[0K\n`;
const record = "10:12:31 ERROR shop - no price\n";
const maven = "[ERROR] Failed to execute goal a:b:1:c on project d: e -> [Help 1]";

/** Lines of one kind in `kindsOfLines.txt`, with `\\e` for escape. */
const kinds = readFileSync(new URL("kindsOfLines.txt", import.meta.url), "utf8").split(/^### /m);
const linesOf = (kind: string): string[] => {
  const [, ...lines] = kinds
    .find((text) => text.startsWith(`${kind}\n`))!
    .replaceAll("\\e", E)
    .trimEnd()
    .split("\n");
  return lines;
};

describe("the first error of a log", () => {
  for (const line of linesOf("errors")) it(`matches ${line}`, () => assert.ok(isErrorMessage(line)));
  for (const line of linesOf("harmless")) it(`does not match ${line}`, () => assert.ok(!isErrorMessage(line)));

  it("matches what plain expressions in quadratic time match", () => {
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

  it("takes linear time for lines of 200,000 characters", () => {
    const repeat = (piece: string): string => `${piece.repeat(200_000 / piece.length)}é`;
    const leads = "so err |so error |so error A|so Error [|so thread '".split("|");
    const pieces = "a.b|Error|Error.|1|A|ErrorA-|error a |Error [a |' panicked a|errors  |[1".split("|");
    for (const lead of leads) for (const piece of pieces) assert.ok(!isErrorMessage(lead + repeat(piece)), piece);
    const starts =
      "E ¦thread '¦/¦error TS1¦[error] ¦[ERROR] ¦npm error ¦  1) ¦web:build: ¦#1 1.00 ¦10:12:31 err ¦stderr | err ¦{err ¦+ err¦[ERROR] err ";
    const repeated = "a| |1|:1|/a.b:1|(1,2|failed |warn|passed |ok|[|@a/|a:|- |✖|\t".split("|");
    for (const start of starts.split("¦")) for (const piece of repeated) isErrorMessage(start + repeat(piece));
  });

  const closing = "ERROR: Job failed: exit code 1\n";
  const script = (lines: string): string => section("step_script", lines) + closing;
  const red = (text: string, code = "31"): string => `${E}[${code}m${text}${E}[0m`;
  const upload = (name: string): string => section(`upload_artifacts_on_${name}`, "ERROR: too large archive\n");
  const after = section("after_script", "error: of no consequence\n");
  const cache = section("restore_cache", "FATAL: no cache\n");
  const minor = section("step_script", "error: of no consequence\n");
  const found: readonly (readonly [title: string, ...logs: (readonly [log: string, line: string | undefined])[]])[] = [
    [
      "prefers the script's errors to those around it",
      [
        section("get_sources", "error: pathspec 'x' did not match\n") +
          script("working\nerror: the reason\nerror: more\n"),
        "error: the reason",
      ],
      [section("step_script", section("my_tests", "TypeError: inner\n")), "TypeError: inner"],
      [`${section("get_sources", "fatal: repository not found\n")}ERROR: Job failed\n`, "fatal: repository not found"],
    ],
    [
      "prefers words to colors, and colors of the script to words elsewhere",
      [section("step_script", `${red("1 failing")}\nfatal: words\n`), "fatal: words"],
      [script(`${red("1 failing")}\n`), "1 failing"],
      [script(`${red("1 failing", "38;2;220;20;20")}\n`), "1 failing"],
      [`plain ${red("red")} and a lot more that is plain\n${red("all of it", "91")}\n`, "all of it"],
    ],
    [
      "takes the last output of a script that failed without an error",
      [`${section("step_script", "silence\n \n------\n")}${after}${E}[31;1m${closing}${E}[0;m\n`, "silence"],
      [`${section("step_script", "")}${after}${E}[31;1m${closing}`, "ERROR: Job failed: exit code 1"],
      [section("step_script", "still running\n"), undefined],
      [`${section("step_script", "done\n")}Job succeeded\n`, undefined],
      [section("step_script", "$ make\nall good, 0 errors\n"), undefined],
    ],
    [
      "takes the output of the last command, and of those before it if that is empty",
      [script("$ one\nerror: the first\n$ two\nerror: the second\n"), "error: the second"],
      [script("$ one\nerror: the first\n$ two\nnot an e.\n"), "not an e."],
      [script("$ one\nerror: the first\n$ two\n"), "error: the first"],
      [script("$ one\nfine\n$ two\n"), "$ two"],
      [script("$ one\nUpdate failed.\n$ two\n"), "$ two"],
    ],
    [
      "takes only green commands for those of a runner that colors them",
      [section("step_script", `${E}[32;1m$ yarn build${E}[0;m\nerror: one\n$ tsc\nerror: two\n`), "error: one"],
      [section("step_script", "$ yarn build\nerror: one\n$ tsc\nerror: two\n"), "error: two"],
    ],
    [
      "takes sections of a script for parts of it where the runner writes none around it",
      [`Fetching changes...\n$ ./all.sh\n${section("my_tests", "one of two\n")}${closing}`, "one of two"],
      [`$ ./all.sh\nno luck\n${section("get_sources", "nothing\n")}${closing}`, "no luck"],
    ],
    [
      "takes a section's header for a command",
      [
        section("step_script", section("a", "error: one\n", "$ one") + section("b", "error: two\n", "$ two")),
        "error: two",
      ],
    ],
    [
      "takes a failed upload of artifacts for the cause after a script that succeeded",
      [minor + upload("success") + closing, "ERROR: too large archive"],
      [minor + upload("failure") + closing, "error: of no consequence"],
      [`${minor}${upload("success")}Job succeeded\n`, "error: of no consequence"],
    ],
    [
      "takes a failed cache for the cause only if nothing else failed",
      [cache + script("$ x\nthe reason\n"), "the reason"],
      [cache + section("get_sources", "fatal: no\n") + closing, "fatal: no"],
      [cache + closing, "FATAL: no cache"],
    ],
    [
      "prefers the line that names the cause to those around it",
      [
        script('Traceback (most recent call last):\n  File "a.py", line 3\n    x()\nacme.Broken: no shelf\n'),
        "acme.Broken: no shelf",
      ],
      [script("> Task :test FAILED\n* What went wrong:\n\nA reason.\n"), "A reason."],
      [script("  Line   src/A.php\n ------ ----\n  9      Function a not found.\n"), "  9      Function a not found."],
      [
        script("npm error code 1\nsrc/a.ts(1,2): error TS1005: ';' expected.\n"),
        "src/a.ts(1,2): error TS1005: ';' expected.",
      ],
      [
        script("Error: of a test that passed\n  1 failing\n\n  TypeError: of one that failed\n"),
        "  TypeError: of one that failed",
      ],
      [script("$ a\n  1 failing\n$ b\nError: one\nsrc/a.ts(1,2): error TS1: two\n"), "src/a.ts(1,2): error TS1: two"],
      [script("FAIL a.test.js\n  ● Console\n  ● adds\n"), "  ● adds"],
    ],
    [
      "takes diffs, PowerShell's and failed results for no end of a step",
      ...[
        "- three\n+ four",
        "@@ -1 +1 @@\n+ four",
        "At line:1 char:1\n+ dotnett build",
        "+ = b",
        "4 passed, 1 failed in 0.41s",
        "Tests:       1 failed, 12 passed, 13 total",
        "3 examples, 1 failure",
      ].map((lines) => [script(`error: one\n${lines}\nerror: two\n`), "error: one"] as const),
    ],
    [
      "takes a log record for the cause if there is no other",
      [
        script("2026-03-04 10:12:31,412 ERROR shop: no price\nOSError: refused\nbye\n"),
        "2026-03-04 10:12:31,412 ERROR shop: no price",
      ],
      [script("10:12:31 WARN shop - no price\nOSError: refused\nbye\n"), "OSError: refused"],
    ],
    [
      "ends a log record behind its own stack",
      [script(`${record}a.B: x\n\tat a.B.c(B.java:1)\ngoing on\nError: real\n`), "Error: real"],
      [script(`${record}a.B: x\n\tat a.B.c(B.java:1)\nOSError: real\n`), "OSError: real"],
      [script("10:12:31 WARN shop - no price, failed\nError: real\nTypeError: more\n"), "Error: real"],
      [
        script(`app-1  | ${record}db-1   | starting\napp-1  | OSError: logged\ndb-1   | OSError: real\n`),
        "db-1   | OSError: real",
      ],
    ],
    [
      "prefers the error of a tool to its own stack",
      [script(`${maven}\norg.apache.E: x\n    at f\nCaused by: g.HException\n`), maven],
      [script("> Task :a FAILED\n\n* Exception is:\norg.gradle.TaskException: failed\n\tat x\n"), "> Task :a FAILED"],
    ],
    [
      "prefers errors of the program that failed where several write into one log",
      [
        script("app-1    | Error: noise\ntests-1  | Error: real\ntests-1 exited with code 1\n"),
        "tests-1  | Error: real",
      ],
      [
        script("@a/b:test: Error: noise\n@a/c:build: Error: real\n@a/c:build:  ELIFECYCLE  exit code 1.\n"),
        "@a/c:build: Error: real",
      ],
      [
        script("c:test: Error: noise\nd:build: Error: real\nd:build: ERROR: command finished with error\n"),
        "d:build: Error: real",
      ],
      [script("p/a check: Error: noise\np/b check: Error: real\np/b check: Failed\n"), "p/b check: Error: real"],
      [
        script('#7 1.20 error: noise\n#9 2.10 error: real\n#9 ERROR: process "x" did not complete\n'),
        "#9 2.10 error: real",
      ],
      [script("#2 ERROR: cache: not found\n#7 1.20 error: real\n"), "#7 1.20 error: real"],
    ],
    [
      "takes the failure of a test for the cause, whatever it says",
      [
        script(
          "Error: noise\nThere was 1 error:\n\n1) Acme\\OrderTest::testIsRefunded\nAcme\\Refused: no refund\n\nError: more\n",
        ),
        "Acme\\Refused: no refund",
      ],
      [script("Error: noise\nChrome 122 Cart adds FAILED\n\tError: real\n"), "\tError: real"],
      [
        script("a-1  | Error: noise\nt-1  |   1 failing\na-1  | Error: more\nt-1  |   Error: real\n"),
        "t-1  |   Error: real",
      ],
    ],
    [
      "reads what npm repeats of a failed installation",
      [
        script("npm error code 1\nnpm error path /a\nnpm error gyp ERR! stack Error: no Python\n"),
        "npm error gyp ERR! stack Error: no Python",
      ],
      [script("npm error code 1\nnpm error Error: more\n"), "npm error code 1"],
    ],
  ];
  for (const [title, ...logs] of found)
    it(title, async () => {
      for (const [log, line] of logs) assert.equal(await first(log), line, log);
    });

  for (const step of linesOf("steps"))
    it(`drops weaker errors before a successful step: ${step.replaceAll(E, "")}`, async () => {
      assert.equal(await first(script(`error: of no consequence\n${step}\nit does not work\n`)), "it does not work");
      assert.equal(await first(script(`error: the only one\n${step}\ngoing on\n`)), "error: the only one");
      assert.equal(await first(script(`a.c:1:2: error: stays\n${step}\nerror: more\n`)), "a.c:1:2: error: stays");
    });

  for (const passed of linesOf("passed"))
    it(`prefers causes below a passed test: ${passed}`, async () => {
      assert.equal(await first(script(`Error: expected\n${passed}\nError: real\n`)), "Error: real");
      assert.equal(await first(script(`Error: real\n${passed}\nFAIL other\n`)), "Error: real");
    });

  for (const record of linesOf("records"))
    it(`prefers errors to a log record and its stack: ${record}`, async () => {
      const java = "java.net.ConnectException: refused\n\tat a.B.c(B.java:1)\nCaused by: java.io.EOFException: x\n";
      const python = 'Traceback (most recent call last):\n  File "a.py", line 1, in b\n    c()\nOSError: refused\n';
      for (const stack of [java, `\n${java}`, python])
        assert.equal(await first(script(`${record}\n${stack}working\nError: real\n`)), "Error: real");
    });
});
