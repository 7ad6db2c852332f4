import assert from "node:assert/strict";
import type { Diagnosis, FailedJob } from "../../../../src/core/diagnosis/diagnosis.ts";
import type { FailedSuite } from "../../../../src/core/diagnosis/failedTests.ts";
import type { LogFacts } from "../../../../src/core/diagnosis/logFacts.ts";
import { wordsOf } from "../../../../src/core/webview/element.ts";
import { pageOf, type DiagnosisState } from "../../../../src/features/diagnosis/page.ts";
import { PageTargets } from "../../../../src/features/diagnosis/targets.ts";
import { assertHarmless, elementsOf } from "../../core/webview/tree.ts";

const instance = "https://git.example";
const pipeline = { id: 9, status: "failed", ref: "topic", sha: "0123456789abcdef", web_url: `${instance}/p/9` };
const writing = { now: 0, language: "en" };
const problem = {
  ...{ path: "/builds/g/p/src/a.c", line: 12, column: 3, logLine: 16 },
  severity: "error",
  ...{ message: "expected ';'", source: "gcc" },
} as const;
const log = (more: Partial<LogFacts> = {}): LogFacts => ({
  firstError: { line: 16, isSure: true, text: "boom: error", before: ["$ make"], after: ["after"] },
  ...{ problems: [problem], problemCount: 1, checkouts: ["/builds/g/p"], lines: 30, exitCode: 2, isCut: false },
  ...more,
});
const failure = (more: Partial<FailedJob> = {}): FailedJob => ({
  job: { id: 4, name: "unit", stage: "test", status: "failed", duration: 6 },
  ending: { kind: "script", reason: "script_failure" },
  ...{ log: log(), suites: [], onTarget: undefined, flips: undefined, alike: [] },
  ...more,
});
const diagnosis = (more: Partial<Diagnosis> = {}): Diagnosis => ({
  ...{ pipeline, state: "failed", ciFileErrors: undefined, failures: [failure()], allowed: [], canceled: [] },
  ...{ areJobsCut: false, downstream: [], otherSuites: [], target: undefined, since: undefined, suspects: undefined },
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
  return { page, targets, words: wordsOf(page).replaceAll("\n", " ") };
};

type Test = FailedSuite["cases"][number];
const test = (name: string, more: Partial<Test> = {}): Test => ({
  ...{ key: name, name, classname: "", file: undefined, message: "", recentFailures: undefined },
  ...more,
});
const suite = (cases: readonly Test[], more: Partial<FailedSuite> = {}): FailedSuite => ({
  ...{ key: "unit", name: "unit", failed: cases.length, total: cases.length, error: undefined, cases },
  ...more,
});
const named = (id: number, name: string, more: object = {}): FailedJob =>
  failure({ job: { id, name, stage: "test", status: "failed", ...more }, log: undefined });
const started = (id: number, name: string, downstream_pipeline: object | null): unknown => ({
  id,
  name,
  status: "failed",
  downstream_pipeline,
});
/** A diagnosis with a bit of everything. */
const everything: Partial<Diagnosis> = {
  since: { lastGreen: { id: 5, status: "success" }, firstRed: { id: 6 }, redCount: 3, read: 10 },
  suspects: {
    since: "green",
    commits: [{ id: "c0ffee1234567", title: "Break it", author_name: "Bob" }],
    isCut: true,
    mergeRequests: [{ iid: 3, title: "Try it", author: { name: "Carol" } }],
  } as unknown as Diagnosis["suspects"],
  target: { ref: "main", pipeline: { id: 8, status: "failed" }, failed: [] },
  failures: [
    failure({
      log: log({ problems: Array<typeof problem>(15).fill(problem), problemCount: 40 }),
      onTarget: "fails",
      flips: [{ sha: "abcdef0123", passed: { id: 1 }, failed: { id: 2 } }],
      alike: [6, 7].map((id) => ({ id, name: `unit ${id - 4}/3` })),
      suites: [
        suite([
          test("adds", { classname: "Sum", file: "test/a.js", message: "No\nat a.js:4", recentFailures: 4 }),
          test("once", { message: "Expected 3", recentFailures: 1 }),
        ]),
      ],
    }),
    named(5, "unread"),
    failure({ job: { id: 60, name: "lint", status: "failed" }, log: { unreadable: "500 Oops" } }),
  ],
  allowed: [named(30, "lint", { allow_failure: true })],
  canceled: [named(31, "deploy", { status: "canceled" }), named(32, "skipped", { status: "skipped" })],
  downstream: [
    started(1, "there", { id: 70, status: "failed", project_id: 44 }),
    started(2, "here", { id: 71, status: "failed" }),
    started(3, "nowhere", null),
  ] as Diagnosis["downstream"],
  otherSuites: [
    suite(
      Array.from({ length: 10 }, (_, at) => test(`t${at}`)),
      { failed: 25, total: 30, error: "JUnit XML parsing failed" },
    ),
  ],
};
const red = (read: number) => ({ lastGreen: undefined, firstRed: pipeline, redCount: 1, read });
const passed = (status: string): Partial<Diagnosis> => ({
  state: "noFailure",
  failures: [],
  pipeline: { ...pipeline, status },
});

/** What is drawn, with words that the page has, and words that it lacks. */
const cases: Readonly<Record<string, readonly [Partial<Diagnosis>, has: readonly RegExp[], lacks?: RegExp]>> = {
  "a bit of everything": [
    everything,
    [
      /^Why is pipeline #9 red\?.*Retry Pipeline/,
      /5 failed jobs.*First error, line 17 of the log.*src\/a\.c:12:3 expected ';' gcc.*and 30 more in the log/,
      /also fails on main.*flaky: passed and failed on 1 commit.*Passed and failed on the same commit: abcdef01/,
      /2 of 2 tests failed unit.*Sum › adds · failed 4 times recentlyNoat a\.js:4once ?Expected 3/,
      /2 more jobs failed the same way: unit 2\/3, unit 3\/3/,
      /The log could not be read\. 500 Oops/,
      /Failed downstream pipelines.*nowhere/,
      /Other failed tests.*25 of 30 tests failed.*The test report could not be read: JUnit XML.*t9and 15 more/,
      /3 failed pipelines in a row, since #6.*Last passed: #5.*!3 Try it Carol/,
      /between the last passed and the first failed pipeline:.*c0ffee12 Break it Bob and more commits/,
      /Target branchmain {2}Pipeline #8 failed/,
      /Allowed to fail \(1\).*Canceled \(2\)/,
    ],
    /No errors found|truncated|More jobs failed|1 times|…|none of its jobs/,
  ],
  "a single failed job": [
    { target: { ref: "main", pipeline: undefined, failed: [] }, failures: [failure({ onTarget: "passes" })] },
    [
      /1 failed job.*test · script failed with exit code 2 · took 6s.*does not fail on main.*No finished pipeline/,
      /0123456789(?!a)/,
    ],
    /more|flaky|Failed downstream|Allowed to fail|Canceled/,
  ],
  "a log whose first error is uncertain": [
    {
      failures: [failure({ log: log({ firstError: { line: 0, isSure: false, text: "bye", before: [], after: [] } }) })],
    },
    [/Likely the first error, line 1 of the log/],
  ],
  "a log without errors that is truncated": [
    { failures: [failure({ log: log({ firstError: undefined, isCut: true }) })] },
    [/No errors found in the log\.The log is truncated\. Errors may be missing\./],
  ],
  "what helps where the log does not explain the failure": [
    { failures: [failure({ ending: { kind: "stuck", reason: "stuck_or_timeout_failure" } })] },
    [/no runner picked it up.*job's tags/],
  ],
  "the first failed pipeline of a branch": [
    { since: red(0), suspects: { since: "target", commits: [{ id: "c0ffee12" }], isCut: false, mergeRequests: [] } },
    [/First failed pipeline of topic,.*no earlier pipeline\..*Commits that are not in the target branch:/],
    /more commits/,
  ],
  "that the one earlier pipeline did not pass": [{ since: red(1) }, [/The 1 earlier pipeline did not pass\./]],
  "that no earlier pipeline passed": [{ since: red(4) }, [/None of the 4 earlier pipelines passed\./]],
  "errors of the CI file alone": [
    { state: "invalidCiFile", ciFileErrors: "jobs:a is unknown" },
    [/Invalid CI file.*jobs:a is unknown.*Open CI File/],
    /failed job/,
  ],
  "that nothing failed": [passed("success"), [/^Pipeline #9.*No job has failed\./], /Retry Pipeline/],
  "that nothing failed so far": [passed("running"), [/No job has failed so far/]],
  "that a pipeline waits": [passed("manual"), [/is waiting for a manual or scheduled job/]],
  "that no job explains the failure": [{ failures: [] }, [/none of its jobs did/]],
};

describe("the page of why a pipeline failed", () => {
  for (const [what, [more, has, lacks]] of Object.entries(cases))
    it(`shows ${what}`, () => {
      const { page, words } = draw(more);
      for (const pattern of has) assert.match(words, pattern);
      if (lacks) assert.doesNotMatch(words, lacks);
      assertHarmless(page, instance);
    });

  it("links what it shows", () => {
    const { targets } = draw(everything);
    const links = {
      firstError: "error-4",
      log: "log-4 log-7 log-31",
      compareLog: "compare-4",
      retry: "retry-4",
      file: "problem-4-9 test-4-0-0",
      readLog: "read-5 read-60",
      commit: `flip-4-abcdef0123 commit-c0ffee1234567 commit-${pipeline.sha}`,
      mergeRequest: "mergeRequest-3",
      pipeline: "pipeline-5 pipeline-8",
      diagnosis: "pipeline-6",
    };
    for (const [kind, ids] of Object.entries(links))
      for (const id of ids.split(" ")) assert.equal(targets.get(id)?.kind, kind, id);
    for (const id of ["problem-4-10", "read-4", "log-32", "read-32", "test-4-0-1"])
      assert.equal(targets.get(id), undefined);
    const { path, line, column } = problem;
    const file = { kind: "file", path, folder: undefined, line, column, checkouts: ["/builds/g/p"] };
    assert.deepEqual(targets.get("problem-4-0"), file);
    const projectOf = (id: string): unknown => {
      const target = targets.get(id);
      return target?.kind === "diagnosis" && target.scope.project;
    };
    assert.deepEqual(["downstream-70", "downstream-71"].map(projectOf), [44, "g/p"]);
  });

  it("can be read by keyboard and by ear", () => {
    const all = elementsOf(draw(everything).page);
    const ciFile = draw({ state: "invalidCiFile", ciFileErrors: "jobs:a is unknown", failures: [] });
    const texts = [...all, ...elementsOf(ciFile.page)].filter(({ tag }) => tag === "pre");
    assert.deepEqual(
      texts.map(({ attributes }) => [attributes?.tabindex, attributes?.["aria-label"]]),
      ["First error of unit", "Message", "Message", "Invalid CI file"].map((label) => ["0", label]),
    );
    assert.equal(texts[0] && wordsOf(texts[0]), "$ make\nboom: error\nafter");
    const [article] = all.filter(({ tag }) => tag === "article");
    const [heading] = all.filter(({ tag }) => tag === "h3");
    assert.equal(article?.attributes?.["aria-labelledby"], heading?.attributes?.id);
    const found = elementsOf(article ? [article] : []).flatMap(({ attributes }) =>
      attributes?.class === "tool" ? attributes["aria-label"] : [],
    );
    assert.deepEqual(found, ["Show Log: unit", "Compare Log with Last Passed: unit", "Retry Job: unit"]);
    const icons = all.flatMap(
      ({ attributes }) => /icon-(warning|circle-slash)/.exec(attributes?.class ?? "")?.[1] ?? [],
    );
    assert.deepEqual(icons, ["warning", "circle-slash", "circle-slash"]);
  });

  it("draws sixty failed jobs, and says that there are more", () => {
    const { page, words } = draw({
      failures: Array.from({ length: 60 }, (_, at) => named(at + 1, `job ${at}a`)),
      areJobsCut: true,
    });
    assert.match(words, /60 failed jobs.*More jobs failed than are listed here\./s);
    assert.equal(elementsOf(page).filter(({ tag }) => tag === "article").length, 60);
  });

  it("says what it is doing, and what went wrong", () => {
    const busy = ({ page }: ReturnType<typeof draw>) => page[0]?.attributes?.["aria-busy"];
    const reading = draw({ pipeline: undefined, state: "reading", failures: [] }, { loaded: false });
    assert.match(reading.words, /Why is pipeline #9 red\?.*Loading…/);
    const comparing = draw({}, { isComparing: true });
    assert.match(comparing.words, /Comparing with earlier pipelines…/);
    const failed = draw({}, { isComparing: true, problem: { message: "No connection", remedy: "Switch Account" } });
    assert.match(failed.words, /No connection.*last update.*Switch Account.*Try Again.*1 failed job/);
    assert.deepEqual([reading, comparing, draw(), failed].map(busy), ["true", "true", "false", "false"]);
  });

  it("draws texts of logs and hosts as text", () => {
    const nasty = "<img src=x onerror=alert(1)> [x](command:forgeline.pipeline.delete) \u202e \u001b[31m";
    const { page } = draw({
      failures: [
        failure({
          job: { id: 4, name: nasty, stage: nasty, status: "failed" },
          ending: { kind: "other", reason: nasty },
          log: log({ firstError: { line: 0, isSure: false, text: nasty, before: [nasty], after: [nasty] } }),
        }),
      ],
    });
    assertHarmless(page, instance);
    assert.ok(!JSON.stringify(page).includes("\u202e"));
    assert.ok(elementsOf(page).some(({ attributes }) => attributes?.["aria-label"]?.startsWith("Show Log: <img")));
  });
});
