import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Diagnosis, FailedJob } from "../../../../src/core/diagnosis/diagnosis.ts";
import type { LogFacts } from "../../../../src/core/diagnosis/logFacts.ts";
import { wordsOf } from "../../../../src/core/webview/element.ts";
import type { DiagnosisState } from "../../../../src/features/diagnosis/page.ts";
import "../../../support/vscodeStub.ts";
import { assertHarmless, buttonsOf, elementsOf, withWords } from "../../core/webview/tree.ts";

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
  it("links the commit of the pipeline", () => {
    const { targets, words } = draw();
    assert.match(words, /0123456789(?!a)/);
    assert.deepEqual(targets.get(`commit-${pipeline.sha}`), { kind: "commit", commit: { id: pipeline.sha } });
  });

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
    for (const [id, kind] of [
      ["error-4", "firstError"],
      ["log-4", "log"],
      ["compare-4", "compareLog"],
      ["retry-4", "retry"],
    ] as const)
      assert.equal(targets.get(id)?.kind, kind);
    const excerpt = elementsOf(page).find(({ tag }) => tag === "pre");
    assert.equal(excerpt && wordsOf(excerpt), "$ make\nboom: error\nafter");
    assertHarmless(page, instance);
  });

  it("says where a log has no error, and where it is truncated", () => {
    const { words } = draw({ failures: [failure({ log: log({ firstError: undefined, isCut: true }) })] });
    assert.match(words, /No errors found in the log\.The log is truncated\. Errors may be missing\./);
    assert.doesNotMatch(draw().words, /No errors found|truncated/);
  });

  it("shows ten problems of a job, and how many more there are", () => {
    const [problem] = log().problems;
    assert.ok(problem);
    const problems = Array.from({ length: 15 }, (_, at) => ({ ...problem, line: at + 1 }));
    const { words, targets } = draw({ failures: [failure({ log: log({ problems, problemCount: 40 }) })] });
    assert.ok(targets.get("problem-4-9"));
    assert.equal(targets.get("problem-4-10"), undefined);
    assert.match(words, /and 30 more in the log/);
  });

  it("can be read by keyboard and by ear", () => {
    const cases = [
      { key: "k", name: "adds", classname: "", file: undefined, message: "Expected 3", recentFailures: undefined },
      {
        key: "l",
        name: "subtracts",
        classname: "",
        file: undefined,
        message: "No\nat a.js",
        recentFailures: undefined,
      },
    ];
    const { page } = draw({
      failures: [failure({ suites: [{ key: "unit", name: "unit", failed: 2, total: 3, error: undefined, cases }] })],
    });
    const ciFile = draw({ state: "invalidCiFile", ciFileErrors: "jobs:a is unknown", failures: [] });
    const texts = [...elementsOf(page), ...elementsOf(ciFile.page)].filter(({ tag }) => tag === "pre");
    assert.deepEqual(
      texts.map(({ attributes }) => [attributes?.tabindex, attributes?.["aria-label"]]),
      [
        ["0", "First error of unit"],
        ["0", "Message"],
        ["0", "Message"],
        ["0", "Invalid CI file"],
      ],
    );
    const [article] = elementsOf(page).filter(({ tag }) => tag === "article");
    const [heading] = elementsOf(page).filter(({ tag }) => tag === "h3");
    assert.equal(article?.attributes?.["aria-labelledby"], heading?.attributes?.id);
    const tools = article ? elementsOf([article]).filter(({ attributes }) => attributes?.class === "tool") : [];
    assert.deepEqual(
      tools.map(({ attributes }) => attributes?.["aria-label"]),
      ["Show Log: unit", "Compare Log with Last Passed: unit", "Retry Job: unit"],
    );
  });

  it("offers no log of a job that never had one", () => {
    const job = { id: 4, name: "unit", stage: "test", status: "canceled" };
    const skipped = draw({ failures: [], canceled: [failure({ job: { ...job, status: "skipped" }, log: undefined })] });
    assert.deepEqual([skipped.targets.get("log-4"), skipped.targets.get("read-4")], [undefined, undefined]);
    assert.ok(draw({ failures: [], canceled: [failure({ job, log: undefined })] }).targets.get("log-4"));
  });

  it("sets allowed failures and canceled jobs apart, folded", () => {
    const named = (id: number, name: string, more: object = {}) =>
      failure({ job: { id, name, stage: "test", status: "failed", ...more }, log: undefined });
    const { page } = draw({
      allowed: [named(5, "lint", { allow_failure: true })],
      canceled: [named(6, "deploy", { status: "canceled" })],
    });
    const folded = elementsOf(page).filter(({ attributes }) => attributes?.class === "folded");
    assert.deepEqual(
      folded.map((one) => wordsOf(one.children?.[0] ?? "")),
      ["Allowed to fail (1)", "Canceled (1)"],
    );
    assert.deepEqual(
      elementsOf(page)
        .flatMap(({ tag, attributes }) =>
          tag === "span" && /icon-(error|warning|circle-slash)/.test(attributes?.class ?? "") ? attributes?.class : [],
        )
        .filter((one) => one !== "icon icon-error"),
      ["icon icon-warning", "icon icon-circle-slash"],
    );
  });

  it("says that more jobs failed than it lists, and draws sixty", () => {
    const failures = Array.from({ length: 60 }, (_, at) =>
      failure({ job: { id: at + 1, name: `job ${at}a`, stage: "test", status: "failed" }, log: undefined }),
    );
    const { page, words, targets } = draw({ failures, areJobsCut: true });
    assert.match(words, /60 failed jobs/);
    assert.match(words, /More jobs failed than are listed here\./);
    assert.equal(elementsOf(page).filter(({ tag }) => tag === "article").length, 60);
    assert.equal(targets.get("read-60")?.kind, "readLog");
    assert.doesNotMatch(draw({ failures }).words, /More jobs failed/);
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
    assert.equal(targets.get("read-5")?.kind, "readLog", "it may work the next time");
  });

  it("says what helps where the log is not the reason", () => {
    const stuck = { kind: "stuck", reason: "stuck_or_timeout_failure" } as const;
    assert.match(draw({ failures: [failure({ ending: stuck })] }).words, /no runner picked it up.*job's tags/);
  });

  it("marks jobs that fail on the target branch or are flaky, and lists those that failed the same way", () => {
    const { words, targets } = draw({
      failures: [
        failure({
          onTarget: "fails",
          flips: [{ sha: "abcdef0123", passed: { id: 1 }, failed: { id: 2 } }],
          alike: [
            { id: 6, name: "unit 2/3" },
            { id: 7, name: "unit 3/3" },
          ],
        }),
      ],
      target: { ref: "main", pipeline: { id: 8, status: "failed" }, failed: [] },
    });
    assert.match(words, /also fails on main/);
    assert.match(words, /flaky: passed and failed on 1 commit/);
    assert.match(words, /Passed and failed on the same commit: abcdef01/);
    assert.deepEqual(targets.get("flip-4-abcdef0123"), { kind: "commit", commit: { id: "abcdef0123" } });
    assert.match(words, /2 more jobs failed the same way: unit 2\/3, unit 3\/3/);
    assert.match(words, /3 failed jobs/);
    const alike = targets.get("log-7");
    assert.ok(alike?.kind === "log" && alike.job.id === 7);
    assert.match(words, /Target branchmain {2}Pipeline #8 failed/);
    assert.equal(targets.get("pipeline-8")?.kind, "pipeline");
    const fresh = draw({
      failures: [failure({ onTarget: "passes" })],
      target: { ref: "main", pipeline: undefined, failed: [] },
    });
    assert.match(fresh.words, /does not fail on main[^]*No finished pipeline/);
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

  it("shows reports that could not be read, failed tests of other jobs, and how many more there are", () => {
    const cases = Array.from({ length: 10 }, (_, at) => ({
      key: `${at}`,
      name: `t${at}`,
      classname: "",
      file: undefined,
      message: "",
      recentFailures: undefined,
    }));
    const { words } = draw({
      otherSuites: [{ key: "e2e", name: "e2e", failed: 25, total: 30, error: "JUnit XML parsing failed", cases }],
    });
    assert.match(words, /Other failed tests.*25 of 30 tests failed.*e2e/);
    assert.match(words, /The test report could not be read: JUnit XML parsing failed/);
    assert.match(words, /and 15 more/);
  });

  it("links the downstream pipelines that failed, in their projects", () => {
    const { targets, words } = draw({
      failures: [],
      downstream: [
        { id: 1, name: "there", status: "failed", downstream_pipeline: { id: 70, status: "failed", project_id: 44 } },
        { id: 2, name: "here", status: "failed", downstream_pipeline: { id: 71, status: "failed" } },
        { id: 3, name: "nowhere", status: "failed", downstream_pipeline: null },
      ] as unknown as Diagnosis["downstream"],
    });
    assert.match(words, /Failed downstream pipelines.*nowhere/);
    const scopeOf = (id: string) => {
      const target = targets.get(id);
      return target?.kind === "diagnosis" && [target.scope.project, target.pipeline.id];
    };
    assert.deepEqual(
      [scopeOf("downstream-70"), scopeOf("downstream-71")],
      [
        [44, 70],
        ["g/p", 71],
      ],
    );
    assert.doesNotMatch(words, /none of its jobs/);
  });

  it("says what it is doing, and what went wrong", () => {
    const busy = ({ page }: ReturnType<typeof draw>) => page[0]?.attributes?.["aria-busy"];
    const reading = draw({ pipeline: undefined, state: "reading", failures: [] }, { loaded: false });
    assert.match(reading.words, /Why is pipeline #9 red\?.*Loading…/);
    const comparing = draw({}, { isComparing: true });
    assert.match(comparing.words, /Comparing with earlier pipelines…/);
    assert.deepEqual([busy(reading), busy(comparing), busy(draw())], ["true", "true", "false"]);
    const failed = draw({}, { problem: { message: "No connection", remedy: "Switch Account" } });
    assert.match(failed.words, /No connection.*last update.*Switch Account.*Try Again.*1 failed job/);
  });

  it("offers to retry only what failed, and is named after what it shows", () => {
    const passed = draw({ state: "noFailure", failures: [], pipeline: { ...pipeline, status: "success" } });
    assert.equal(wordsOf(elementsOf(passed.page).find(({ tag }) => tag === "h1") ?? ""), "Pipeline #9");
    assert.ok(!buttonsOf(passed.page).includes("Retry Pipeline"));
    const { page } = draw();
    assert.ok(withWords(page, "Retry Pipeline"));
    assert.equal(wordsOf(elementsOf(page).find(({ tag }) => tag === "h1") ?? ""), "Why is pipeline #9 red?");
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
        mergeRequests: [{ iid: 3, title: "Try it", author: { name: "Carol" } }] as unknown as NonNullable<
          Diagnosis["suspects"]
        >["mergeRequests"],
      },
    });
    assert.match(words, /3 failed pipelines in a row, since #6/);
    assert.match(words, /Last passed: #5/);
    assert.match(words, /c0ffee12 Break it Bob/);
    assert.match(words, /!3 Try it Carol/);
    assert.match(words, /between the last passed and the first failed pipeline:.*and more commits/);
    assert.equal(targets.get("mergeRequest-3")?.kind, "mergeRequest");
    const green = targets.get("pipeline-5");
    assert.ok(green?.kind === "pipeline" && green.pipeline.id === 5);
    assert.equal(targets.get("pipeline-6")?.kind, "diagnosis");
    assert.equal(targets.get("commit-c0ffee1234567")?.kind, "commit");
  });

  it("says that a pipeline is the first red one, and that none before it passed", () => {
    const since = (read: number) => ({ lastGreen: undefined, firstRed: pipeline, redCount: 1, read });
    const suspects = { since: "target", commits: [{ id: "c0ffee12" }], isCut: false, mergeRequests: [] } as const;
    const { words } = draw({ since: since(0), suspects });
    assert.match(words, /First failed pipeline of topic,.*The branch has no earlier pipeline\./);
    assert.match(words, /Commits that are not in the target branch:/);
    assert.doesNotMatch(words, /more commits/);
    assert.match(draw({ since: since(1) }).words, /The 1 earlier pipeline did not pass\./);
    assert.match(draw({ since: since(4) }).words, /None of the 4 earlier pipelines passed\./);
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
    assert.match(of("manual"), /is waiting for a manual or scheduled job/);
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
    assert.ok(elementsOf(page).some(({ attributes }) => attributes?.["aria-label"]?.startsWith("Show Log: <img")));
  });
});
