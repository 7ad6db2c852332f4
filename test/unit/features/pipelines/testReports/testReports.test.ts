import assert from "node:assert/strict";
import type { Client } from "../../../../../src/api/client.ts";
import type { ApiErrorKind } from "../../../../../src/api/errors.ts";
import type { PipelineRef } from "../../../../../src/core/pipelines/refs.ts";
import type { Outcome, ReportedCase } from "../../../../../src/core/pipelines/testCases.ts";
import { earlierResults } from "../../../../../src/features/pipelines/testReports/history.ts";
import {
  countWords,
  endedWords,
  failedWords,
  historyWords,
  noteWords,
} from "../../../../../src/features/pipelines/testReports/labels.ts";
import type { OpenReport, OpenSuite } from "../../../../../src/features/pipelines/testReports/openReport.ts";
import { jobsOf } from "../../../../../src/features/pipelines/testReports/rerunJobs.ts";
import { cut, messageText, terminalText } from "../../../../../src/features/pipelines/testReports/shownText.ts";
import { stackFrames } from "../../../../../src/features/pipelines/testReports/stackFrames.ts";
import { waitPatience } from "../../../../../tools/patience.ts";
import { fault } from "../../../core/tree/fakeHost.ts";

const ref: PipelineRef = {
  instance: "https://git.example.com",
  project: 1,
  pipeline: { id: 1_000, status: "success", ref: "main", sha: "a", web_url: "" },
};

describe("results of cases in earlier pipelines", () => {
  const asked: string[] = [];

  /** A host with finished pipelines from `newest` down to 1, whose reports are as told. */
  const host = (newest: number, reports: Readonly<Record<number, "failed" | ApiErrorKind>> = {}): Client => {
    asked.length = 0;
    const pages = async function* () {
      for (let id = newest, n = 1; id > 0; n++) {
        asked.push(`page ${n}`);
        const items = Array.from({ length: Math.min(20, id) }, (_, at) => ({ id: id - at, status: "success" }));
        id -= items.length;
        yield await Promise.resolve({ items });
      }
    };
    return {
      pipelines: {
        list: pages,
        testReport: (_project: unknown, id: number) => {
          asked.push(`report ${id}`);
          const told = reports[id] ?? "success";
          if (told !== "success" && told !== "failed") return Promise.reject(fault(told));
          return Promise.resolve({
            test_suites: [{ name: "unit", test_cases: [{ name: "adds", classname: "c", status: told }] }],
          });
        },
      },
    } as unknown as Client;
  };
  const outcomes = async (client: Client, signal = new AbortController().signal): Promise<(string | undefined)[]> =>
    (await earlierResults(client, ref, signal)).map(
      (suites) => [...suites.values()].flatMap((cases) => [...cases.values()])[0],
    );

  it("are those of the three pipelines before it", async () => {
    assert.deepEqual(await outcomes(host(1_003, { 998: "failed" })), ["passed", "failed", "passed"]);
    assert.deepEqual(asked, ["page 1", "report 999", "report 998", "report 997"]);
  });

  it("are found within five pages of the list", async () => {
    assert.equal((await outcomes(host(1_050))).length, 3);
    assert.deepEqual(asked.slice(0, 4), ["page 1", "page 2", "page 3", "report 999"]);
    assert.deepEqual(await outcomes(host(1_200)), []);
    assert.deepEqual(asked, ["page 1", "page 2", "page 3", "page 4", "page 5"]);
  });

  it("leave out missing and broken reports", async () => {
    assert.deepEqual(await outcomes(host(1_000, { 999: "notFound", 998: "invalidResponse" })), ["passed"]);
    assert.deepEqual(await outcomes(host(1_000, { 999: "server" })), ["passed", "passed"]);
  });

  it("end at a rate limit", async () => {
    assert.deepEqual(await outcomes(host(1_000, { 998: "rateLimited" })), ["passed"]);
    const found = asked.filter((one) => one.startsWith("report"));
    assert.deepEqual(found, ["report 999", "report 998"], "it is not asked on");
    await assert.rejects(outcomes(host(1_000, { 999: "rateLimited" })), { kind: "rateLimited" });
  });
});

const report: unknown = { ref: { project: "demo/weather", pipeline: { id: 7 } } };
const suite = (name: string, ...jobIds: number[]): OpenSuite => ({ name, jobIds }) as OpenSuite;
let asked = 0;
let capped = false;
const jobs = [
  { id: 1, name: "rspec 1/2", status: "success" },
  { id: 2, name: "rspec 2/2", status: "failed" },
  { id: 3, name: "unit", status: "success" },
  { id: 4, name: "unit tests", status: "failed" },
  { id: 5, name: "matrix: [linux]", status: "success" },
  { id: 6, name: "matrix: [mac]", status: "success" },
];
const client = {
  jobs: { listForPipeline: () => ({ all: () => ({ items: (asked++, jobs), capped }) }) },
} as unknown as Client;
const ids = async (...suites: OpenSuite[]): Promise<number[]> =>
  (await jobsOf(client, report as OpenReport, suites, AbortSignal.timeout(waitPatience))).map(({ id }) => id);

describe("the jobs that tests came from", () => {
  it("are known without a request if there is one", async () => {
    asked = 0;
    assert.deepEqual(await ids(suite("unit", 3), suite("again", 3)), [3]);
    assert.equal(asked, 0);
  });

  it("are the failed ones of several, or all", async () => {
    assert.deepEqual(await ids(suite("rspec", 1, 2)), [2]);
    assert.deepEqual(await ids(suite("matrix", 5, 6)), [5, 6]);
  });

  it("are found by the suite's name without IDs", async () => {
    assert.deepEqual(await ids(suite("unit")), [3]);
    assert.deepEqual(await ids(suite("matrix")), [5, 6]);
    assert.deepEqual(await ids(suite("nowhere")), []);
  });

  it("are not searched in an incomplete list", async () => {
    capped = true;
    await assert.rejects(ids(suite("unit")), /only the first 6 items/);
    capped = false;
  });
});

const places = (text: string): string[] =>
  stackFrames(text).map(({ path, line, column }) =>
    [path, line, column].filter((part) => part !== undefined).join(":"),
  );

const frame = (n: number): string => `    at f (/b/a.js:${n}:1)`;

describe("places in the text of a failed test", () => {
  for (const [language, text, ...expected] of [
    [
      "JavaScript",
      "Error: missing\n    at T.<anonymous> (file:///b/g/dew%20point.js:8:73)\n    at async Test.run (node:internal/test:1069:7)\n    at /b/g/run.js:3:1",
      "file:///b/g/dew%20point.js:8:73",
      "node:internal/test:1069:7",
      "/b/g/run.js:3:1",
    ],
    [
      "Python, the innermost first",
      'Traceback (most recent call last):\n  File "/b/g/test_a.py", line 7, in test_sum\n    self.assertEqual(add(1, 1), 3)\n  File "/usr/lib/case.py", line 885, in assertEqual\nAssertionError: 2 != 3',
      "/usr/lib/case.py:885",
      "/b/g/test_a.py:7",
    ],
    [
      "the JVM",
      "java.lang.AssertionError: expected:<1>\n\tat app//org.junit.Assert.fail(Assert.java:89)\n\tat com.acme.CartTest.adds(CartTest.java:42)",
      "org/junit/Assert.java:89",
      "com/acme/CartTest.java:42",
    ],
    [".NET", "   at Shop.CartTests.Adds() in /b/g/CartTests.cs:line 12", "/b/g/CartTests.cs:12"],
    [".NET in German", "   bei Cart.Adds(Int32 a) in C:\\b\\g\\Cart.cs:Zeile 3.", "C:\\b\\g\\Cart.cs:3"],
    [".NET in French", "   à Cart.Adds() dans /b/g/Cart.cs:ligne 3", "/b/g/Cart.cs:3"],
    [".NET on Windows", "   at Cart.Adds() in C:\\b\\g\\Cart.cs:line 3", "C:\\b\\g\\Cart.cs:3"],
    ["pytest", "def test_a():\n>       assert 1 == 2\n\ntests/test_a.py:2: AssertionError", "tests/test_a.py:2"],
    ["Go", "    cart_test.go:19: got 1, want 2", "cart_test.go:19"],
    [
      "Ruby",
      "Failure/Error: x\n./spec/cart_spec.rb:5:in `block (2 levels) in <top (required)>'",
      "./spec/cart_spec.rb:5",
    ],
    ["PHP", "Failed asserting that false is true.\n\n/b/g/CartTest.php:9", "/b/g/CartTest.php:9"],
    ["Rust", "thread 'tests::adds' panicked at src/lib.rs:14:9:", "src/lib.rs:14:9"],
    ["nothing", ""],
    ["a line that is too long", "a.b:1:".repeat(100_000)],
    ["a repeated frame", `${frame(1)}\n`.repeat(3), "/b/a.js:1:1"],
  ] as const)
    it(`are found in ${language}`, () => assert.deepEqual(places(text), expected));

  it("have the names of functions", () =>
    assert.equal(stackFrames("    at T.<anonymous> (/b/a.js:8:73)")[0]?.label, "T.<anonymous>"));

  it("are fifty at most, from the first and the last thousand lines", () => {
    const long = Array.from({ length: 200_000 }, (_, at) => frame(at + 1)).join("\n");
    assert.equal(stackFrames(long).length, 50);
    for (const lineBreak of ["\n", "\r\n"]) {
      const text = (lines: number): string =>
        Array.from({ length: lines }, (_, at) =>
          [999, 1_000, lines - 1_001, lines - 1_000].includes(at) ? frame(at) : "x",
        ).join(lineBreak);
      assert.deepEqual(places(text(5_000)), ["/b/a.js:999:1", "/b/a.js:4000:1"]);
      assert.deepEqual(places(text(2_000)), ["/b/a.js:999:1", "/b/a.js:1000:1"]);
    }
  });
});

describe("text of a test report", () => {
  it("keeps its colours in the output, and obeys nothing else", () => {
    assert.equal(terminalText("a\u001b[31mred\u001b[0m\nb"), "a\u001b[31mred\u001b[0m\r\nb\u001b[0m");
    assert.equal(terminalText("a\u001b[2J\u001b]8;;http://x\u0007link\u001b[10;5Hb\u0007\u0008\rc"), "alinkb\r\nc");
    assert.equal(terminalText("\ue000plain\ttext\r\n"), "plain\ttext\r\n");
  });

  it("has no colours in a message", () =>
    assert.equal(messageText("\u001b[1mboom\u001b[0m\r\nat x\u0000\n"), "boom\nat x"));

  it("is cut between characters", () => {
    assert.deepEqual(cut("abc", 3), { text: "abc", whole: true });
    assert.deepEqual(cut("ab😀", 3), { text: "ab", whole: false });
  });
});

const counts = { passed: 0, failed: 0, errored: 0, skipped: 0, total: 0, seconds: undefined };
const noted = (recentFailures: ReportedCase["recentFailures"], outcome: Outcome | undefined = "failed"): string =>
  noteWords({ outcome, status: "odd", recentFailures } as ReportedCase).join();

describe("the words of test reports", () => {
  it("count outcomes, and say what is known of earlier runs", () => {
    for (const [text, expected] of [
      [countWords({ ...counts, passed: 30, failed: 2, total: 32, seconds: 4 }), "2 failed, 30 passed · 4s"],
      [countWords({ ...counts, passed: 30, total: 30, seconds: 0.3 }), "30 passed"],
      [countWords({ ...counts, total: 1 }), "1 test"],
      [countWords({ ...counts, total: 3 }), "3 tests"],
      [failedWords(1), "1 test failed. Expand the suite to see it."],
      [failedWords(2), "2 tests failed. Expand the suite to see them."],
      [endedWords(1), "1 test has an error. Expand the suite to see it."],
      [endedWords(2), "2 tests have errors. Expand the suite to see them."],
      [noted({ count: 1, branch: "main" }), "failed once recently on main"],
      [noted({ count: 2, branch: "main" }), "failed 2 times recently on main"],
      [noted({ count: 5, branch: undefined }), "failed 5 times recently"],
      [noted(undefined), ""],
      [
        noteWords({ outcome: undefined, status: "odd", recentFailures: undefined } as ReportedCase).join(),
        "status “odd”",
      ],
      [historyWords([]), undefined],
      [historyWords([undefined, undefined]), "new on this branch"],
      [historyWords(["passed", "passed"]), "previous 2 pipelines: passed"],
      [historyWords(["failed", "passed", undefined]), "previously: failed, passed, not run"],
    ])
      assert.equal(text, expected);
  });
});
