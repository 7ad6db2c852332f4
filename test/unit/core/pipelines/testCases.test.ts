import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { TestCase, TestReport, TestReportSummary } from "../../../../src/api/resources/pipelines.ts";
import { reportSuites, summarySuites } from "../../../../src/core/pipelines/testCases.ts";
import { caseFile } from "../../../../src/features/pipelines/testReports/caseFile.ts";

const noCounts = {
  total_time: null,
  total_count: null,
  success_count: null,
  failed_count: null,
  skipped_count: null,
  error_count: null,
};
const suite = (cases: readonly Partial<TestCase>[], name = "unit"): TestReport => ({
  ...noCounts,
  test_suites: [{ ...noCounts, name, test_cases: cases }],
});
const casesOf = (...cases: readonly Partial<TestCase>[]) => [...reportSuites(suite(cases))[0]!.cases()];

describe("cases of a test report", () => {
  it("say where their file is in the repository, and the line that failed there", () => {
    const fileOf = (one: Partial<TestCase>) =>
      caseFile(casesOf({ name: "a", status: "failed", ...one })[0]!, "acme/app");
    const stack =
      "at run (/usr/lib/runner.js:3:1)\n  at add (/builds/acme/app/src/add.js:7:2)\n  at test (test/a.js:5:1)";
    assert.deepEqual(fileOf({ file: "./test/a.js", stack_trace: stack }), { path: "test/a.js", line: 5 });
    assert.deepEqual(fileOf({ file: "test/b.js", stack_trace: stack }), { path: "test/b.js" });
    assert.deepEqual(fileOf({ stack_trace: stack }), { path: "src/add.js", line: 7 });
    assert.equal(fileOf({ system_output: "boom" }), undefined);
  });

  it("have their outcome, time, output and what happened lately", () => {
    const [one] = casesOf({
      status: "failed",
      name: "adds",
      classname: "Cart",
      execution_time: 0.25,
      system_output: "boom",
      stack_trace: "at a",
      recent_failures: { count: 3, base_branch: "main" },
    });
    assert.deepEqual(one, {
      key: '["Cart","adds"]',
      name: "adds",
      classname: "Cart",
      file: undefined,
      status: "failed",
      outcome: "failed",
      milliseconds: 250,
      output: "boom",
      stack: "at a",
      recentFailures: { count: 3, branch: "main" },
    });
  });

  it("are named with the quotation marks that Node.js escapes twice", () => {
    const report = suite([{ name: "reads &quot;a&quot; &amp; b", classname: "&quot;c&quot;" }], "&quot;unit&quot;");
    const [shown] = reportSuites(report);
    assert.equal(shown?.name, '"unit"');
    const [one] = shown.cases();
    assert.deepEqual([one?.classname, one?.name], ['"c"', 'reads "a" &amp; b']);
  });

  it("keep apart what is named alike, and may have no name, time or known status", () => {
    const cases = casesOf(
      { name: "a", classname: "x/y" },
      { name: "a", classname: "x/y" },
      {},
      { name: null, classname: null, execution_time: -1 },
      { name: "a", classname: "x", status: "toString" },
    );
    assert.deepEqual(
      cases.map(({ key }) => key),
      ['["x/y","a"]', '["x/y","a"]#2', '["",""]', '["",""]#2', '["x","a"]'],
    );
    assert.deepEqual(
      cases.map(({ outcome, milliseconds }) => [outcome, milliseconds]),
      Array.from(cases, () => [undefined, undefined]),
    );
  });

  it("have their output as text, whatever the report brought", () => {
    assert.equal(casesOf({ system_output: { message: "m", type: "t" } })[0]!.output, "m\nt");
    assert.equal(
      casesOf({ system_output: { message: { deep: 1 } } })[0]!.output,
      '{\n  "message": {\n    "deep": 1\n  }\n}',
    );
    assert.equal(casesOf({ system_output: 5 })[0]!.output, "");
    assert.equal(casesOf({ system_output: null })[0]!.output, "");
  });

  it("stand below their classes where there are several", () => {
    assert.equal(reportSuites(suite([{ classname: "a" }, { classname: "a" }]))[0]!.grouped, false);
    assert.equal(reportSuites(suite([{ classname: "a" }, { classname: "b" }]))[0]!.grouped, true);
    assert.equal(reportSuites(suite([]))[0]!.grouped, false);
  });
});

describe("suites of a test report", () => {
  const summary = (...suites: readonly object[]): TestReportSummary => ({
    total: {},
    test_suites: suites.map((one) => ({ ...noCounts, build_ids: null, name: null, ...one })),
  });

  it("are known by their names, and by their order where they are named alike", () => {
    const told = summarySuites(summary({ name: "a", build_ids: [1, 2] }, { name: "a", build_ids: [3] }, {}));
    assert.deepEqual(
      told.map(({ key, jobIds }) => [key, jobIds]),
      [
        ["a", [1, 2]],
        ["a#2", [3]],
        ["", []],
      ],
    );
    const report = { ...noCounts, test_suites: [...suite([], "a").test_suites, ...suite([], "a").test_suites] };
    assert.deepEqual(
      reportSuites(report).map(({ key }) => key),
      ["a", "a#2"],
    );
  });

  it("count what the host counts, and say what it could not read", () => {
    const [one] = summarySuites(
      summary({
        name: "a",
        success_count: 3,
        failed_count: 1,
        total_count: 5,
        total_time: 2.5,
        suite_error: "JUnit XML parsing failed",
      }),
    );
    assert.deepEqual(one?.counts, { passed: 3, failed: 1, errored: 0, skipped: 0, total: 5, seconds: 2.5 });
    assert.equal(one.error, "JUnit XML parsing failed");
  });
});
