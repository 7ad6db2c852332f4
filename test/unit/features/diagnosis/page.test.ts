import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Diagnosis, FailedJob } from "../../../../src/core/diagnosis/diagnosis.ts";
import type { LogFacts } from "../../../../src/core/diagnosis/logFacts.ts";
import { wordsOf } from "../../../../src/core/webview/element.ts";
import type { DiagnosisState } from "../../../../src/features/diagnosis/page.ts";
import "../../../support/vscodeStub.ts";
import { assertHarmless, buttonsOf, elementsOf } from "../../core/webview/tree.ts";

const { pageOf } = await import("../../../../src/features/diagnosis/page.ts");
const { PageTargets } = await import("../../../../src/features/diagnosis/targets.ts");

const instance = "https://git.example";
const pipeline = { id: 9, status: "failed", ref: "topic", sha: "0123456789abcdef", web_url: `${instance}/p/9` };
const writing = { now: 0, language: "en" };
const log = (more: Partial<LogFacts> = {}): LogFacts => ({
  firstError: { line: 16, text: "boom: error", before: ["$ make"], after: ["after"] },
  problems: [
    {
      path: "/builds/g/p/src/a.c",
      line: 12,
      column: 3,
      logLine: 16,
      severity: "error",
      message: "expected ';'",
      source: "gcc",
    },
  ],
  problemCount: 1,
  checkouts: ["/builds/g/p"],
  lines: 30,
  exitCode: 2,
  isCut: false,
  ...more,
});
const failure = (more: Partial<FailedJob> = {}): FailedJob => ({
  job: { id: 4, name: "unit", stage: "test", status: "failed", duration: 6 },
  ending: { kind: "script", reason: "script_failure" },
  log: log(),
  suites: [],
  onTarget: undefined,
  flips: undefined,
  alike: [],
  ...more,
});
const diagnosis = (more: Partial<Diagnosis> = {}): Diagnosis => ({
  pipeline,
  state: "failed",
  ciFileErrors: undefined,
  failures: [failure()],
  allowed: [],
  canceled: [],
  areJobsCut: false,
  downstream: [],
  otherSuites: [],
  target: undefined,
  since: undefined,
  suspects: undefined,
  ...more,
});
const draw = (more: Partial<Diagnosis> = {}, state: Partial<DiagnosisState> = {}) => {
  const targets = new PageTargets();
  const page = pageOf(
    {
      ref: { instance, project: "g/p", pipeline },
      loaded: true,
      isComparing: false,
      diagnosis: diagnosis(more),
      ...state,
    },
    writing,
    targets,
  );
  return { page, targets, words: wordsOf(page) };
};

describe("the page of why a pipeline failed", () => {
  it("shows how a job ended, its first error and its problems, each a link", () => {
    const { page, targets, words } = draw();
    assert.match(words, /1 failed job/);
    assert.match(words, /test · script failed with exit code 2 · took 6s/);
    assert.match(words, /First error, line 17 of the log/);
    assert.deepEqual(
      elementsOf(page).flatMap((one) => (one.tag === "mark" ? wordsOf(one) : [])),
      ["boom: error"],
    );
    const shown = buttonsOf(page);
    assert.ok(shown.includes("src/a.c:12:3"), shown.join());
    assert.deepEqual(targets.get("problem-4-0"), {
      kind: "file",
      path: "/builds/g/p/src/a.c",
      folder: undefined,
      line: 12,
      column: 3,
      checkouts: ["/builds/g/p"],
    });
    assert.equal(targets.get("error-4")?.kind, "firstError");
    assert.equal(targets.get("compare-4")?.kind, "compareLog");
    assertHarmless(page, instance);
  });

  it("offers to read a log that was not read, and says why one could not be", () => {
    const { targets, words } = draw({
      failures: [
        failure({ log: undefined }),
        failure({ job: { id: 5, name: "lint", status: "failed" }, log: { unreadable: "500 Oops" } }),
      ],
    });
    assert.equal(targets.get("read-4")?.kind, "readLog");
    assert.match(words, /The log could not be read\. 500 Oops/);
  });

  it("says what helps where the log is not the reason", () => {
    const stuck = { kind: "stuck", reason: "stuck_or_timeout_failure" } as const;
    assert.match(draw({ failures: [failure({ ending: stuck })] }).words, /no runner took it.*tags of the job/);
  });

  it("marks jobs that fail on the target branch or are flaky, and lists those that failed the same way", () => {
    const { words } = draw({
      failures: [
        failure({
          onTarget: "fails",
          flips: [{ sha: "abcdef0123", passed: { id: 1 }, failed: { id: 2 } }],
          alike: [{ id: 7, name: "unit 2/2" }],
        }),
      ],
      target: { ref: "main", pipeline: { id: 8, status: "failed" }, failed: [] },
    });
    assert.match(words, /also fails on main/);
    assert.match(words, /flaky: passed and failed on 1 commit/);
    assert.match(words, /1 more job failed the same way: unit 2\/2/);
  });

  it("shows failed tests with their messages, which links open in their files", () => {
    const cases = [
      {
        key: "k",
        name: "adds",
        classname: "Sum",
        file: "test/a.js",
        message: "Expected 3\nat a.js:4",
        recentFailures: 4,
      },
    ];
    const { targets, words, page } = draw({
      failures: [failure({ suites: [{ key: "unit", name: "unit", failed: 1, total: 15, error: undefined, cases }] })],
    });
    assert.match(words, /1 of 15 tests failed/);
    assert.match(words, /Sum › adds · failed 4 times recently/);
    assert.match(words, /Expected 3/);
    assert.equal(targets.get("test-4-0-0")?.kind, "file");
    assertHarmless(page, instance);
  });

  it("says since when the branch is red, and who changed what", () => {
    const { words, targets } = draw({
      since: {
        lastGreen: { id: 5, status: "success" },
        firstRed: { id: 6, status: "failed" },
        redCount: 3,
        read: 10,
      },
      suspects: {
        since: "green",
        commits: [{ id: "c0ffee1234567", title: "Break it", author_name: "Bob" }],
        isCut: true,
        mergeRequests: [],
      },
    });
    assert.match(words, /3 failed pipelines in a row, since #6/);
    assert.match(words, /Last passed: #5/);
    assert.match(words, /c0ffee12 Break it Bob/);
    assert.equal(targets.get("pipeline-6")?.kind, "diagnosis");
    assert.equal(targets.get("commit-c0ffee1234567")?.kind, "commit");
  });

  it("shows errors of the CI file alone", () => {
    const { words } = draw({ state: "invalidCiFile", ciFileErrors: "jobs:a is unknown", failures: [] });
    assert.match(words, /Invalid CI file.*jobs:a is unknown.*Open CI File/);
    assert.doesNotMatch(words, /failed job/);
  });

  it("says that nothing failed, and what a pipeline waits for", () => {
    const of = (status: string) => draw({ state: "noFailure", failures: [], pipeline: { ...pipeline, status } }).words;
    assert.match(of("success"), /No job has failed\./);
    assert.match(of("running"), /No job has failed so far/);
    assert.match(of("manual"), /waits for a manual or scheduled job/);
  });

  it("draws texts of logs and hosts as text, however they look", () => {
    const nasty = "<img src=x onerror=alert(1)> [x](command:forgeline.pipeline.delete) \u202e \u001b[31m";
    const { page } = draw({
      ciFileErrors: nasty,
      failures: [
        failure({
          job: { id: 4, name: nasty, stage: nasty, status: "failed" },
          ending: { kind: "other", reason: nasty },
          log: log({ firstError: { line: 0, text: nasty, before: [nasty], after: [nasty] } }),
        }),
      ],
    });
    assertHarmless(page, instance);
    assert.ok(!JSON.stringify(page).includes("\u202e"));
  });
});
