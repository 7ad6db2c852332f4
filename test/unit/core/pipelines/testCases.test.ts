import assert from "node:assert/strict";
import type { TestCase, TestReport, TestReportSummary } from "../../../../src/api/resources/pipelines.ts";
import { reportSuites, summarySuites } from "../../../../src/core/pipelines/testCases.ts";
import { caseFiles } from "../../../../src/features/pipelines/testReports/caseFile.ts";

const counts = { total_count: null, success_count: null, failed_count: null, skipped_count: null, error_count: null };
const noCounts = { total_time: null, ...counts };
const suite = (cases: readonly Partial<TestCase>[], name = "unit"): TestReport => ({
  ...noCounts,
  test_suites: [{ ...noCounts, name, test_cases: cases }],
});
const casesOf = (...cases: readonly Partial<TestCase>[]) => [...reportSuites(suite(cases))[0]!.cases()];

describe("cases of a test report", () => {
  it("lead to the failed line of their file", () => {
    const fileOf = (one: Partial<TestCase>) =>
      caseFiles(casesOf({ name: "a", status: "failed", ...one })[0]!, "acme/app", listed)[0];
    const files = ["src/test/java/com/acme/CartTest.java", "api/tests/Unit/CartTest.php"];
    const listed = (path: string) => files.find((one) => one.endsWith(`/${path}`));
    const stack =
      "at run (/usr/lib/runner.js:3:1)\n  at add (/builds/acme/app/src/add.js:7:2)\n  at test (test/a.js:5:1)";
    assert.deepEqual(fileOf({ file: "./test/a.js", stack_trace: stack }), { path: "test/a.js", line: 5 });
    assert.deepEqual(fileOf({ file: "test/b.js", stack_trace: stack }), { path: "test/b.js" });
    assert.deepEqual(fileOf({ stack_trace: stack }), { path: "src/add.js", line: 7 });
    assert.equal(fileOf({ system_output: "boom" }), undefined);
    assert.deepEqual(
      fileOf({ file: "cypress/a.cy.js", system_output: "at Context.eval (webpack:///./cypress/a.cy.js:12:7)" }),
      { path: "cypress/a.cy.js", line: 12 },
    );
    assert.deepEqual(
      fileOf({
        stack_trace:
          "at org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:38)\nat com.acme.CartTest.adds two, at once(CartTest.java:9)",
      }),
      { path: files[0], line: 9 },
    );
    assert.deepEqual(fileOf({ file: "Tests/Unit/CartTest (Tests\\Unit\\CartTest)::it adds" }), { path: files[1] });
    const inKotlin = casesOf({ name: "a", stack_trace: "at com.acme.OrderTest.adds(OrderTest.kt:9)" })[0]!;
    assert.deepEqual(caseFiles(inKotlin, "acme/app")[0], { path: "src/test/kotlin/com/acme/OrderTest.kt", line: 9 });
    assert.deepEqual(fileOf({ file: "tests/test_a.py::test_b" }), { path: "tests/test_a.py" });
    assert.deepEqual(fileOf({ file: "spec/a.js:7:2" }), { path: "spec/a.js", line: 7 });
  });

  it("have outcome, time, output and recent failures", () => {
    const [one] = casesOf({
      ...{ status: "failed", name: "adds", classname: "Cart", execution_time: 0.25, system_output: "boom" },
      ...{ stack_trace: "at a", recent_failures: { count: 3, base_branch: "main" } },
    });
    assert.deepEqual(one, {
      ...{ key: '["Cart","adds"]', name: "adds", classname: "Cart", file: undefined, status: "failed" },
      ...{ outcome: "failed", milliseconds: 250, output: "boom", stack: "at a" },
      recentFailures: { count: 3, branch: "main" },
    });
  });

  it("unescape the quotation marks that Node.js escapes twice", () => {
    const report = suite([{ name: "reads &quot;a&quot; &amp; b", classname: "&quot;c&quot;" }], "&quot;unit&quot;");
    const [shown] = reportSuites(report);
    assert.equal(shown?.name, '"unit"');
    const [one] = shown.cases();
    assert.deepEqual([one?.classname, one?.name], ['"c"', 'reads "a" &amp; b']);
  });

  it("have unique keys, without a name, time or known status too", () => {
    const cases = casesOf(
      { name: "a", classname: "x/y" },
      { name: "a", classname: "x/y" },
      {},
      { name: null, classname: null, execution_time: -1 },
      { name: "a", classname: "x", status: "toString" },
    );
    const found = cases.map(({ key }) => key);
    assert.deepEqual(found, ['["x/y","a"]', '["x/y","a"]#2', '["",""]', '["",""]#2', '["x","a"]']);
    for (const { outcome, milliseconds } of cases) assert.deepEqual([outcome, milliseconds], [undefined, undefined]);
  });

  it("have output of any type as text, and are grouped by several classes", () => {
    const outputs = [{ message: "m", type: "t" }, { message: { deep: 1 } }, 5, null];
    const listed = outputs.map((system_output) => casesOf({ system_output })[0]!.output);
    assert.deepEqual(listed, ["m\nt", '{\n  "message": {\n    "deep": 1\n  }\n}', "", ""]);
    const grouped = (...classes: readonly string[]) =>
      reportSuites(suite(classes.map((classname) => ({ classname }))))[0]!.grouped;
    assert.deepEqual([grouped("a", "a"), grouped("a", "b"), grouped()], [false, true, false]);
  });
});

describe("suites of a test report", () => {
  const summary = (...suites: readonly object[]): TestReportSummary => ({
    total: {},
    test_suites: suites.map((one) => ({ ...noCounts, build_ids: null, name: null, ...one })),
  });

  it("have keys of their names and order", () => {
    const told = summarySuites(summary({ name: "a", build_ids: [1, 2] }, { name: "a", build_ids: [3] }, {}));
    const seen = told.map(({ key, jobIds }) => `${key} ${jobIds.join()}`);
    assert.deepEqual(seen, ["a 1,2", "a#2 3", " "]);
    const report = { ...noCounts, test_suites: [...suite([], "a").test_suites, ...suite([], "a").test_suites] };
    const got = reportSuites(report).map(({ key }) => key);
    assert.deepEqual(got, ["a", "a#2"]);
  });

  it("have the counts and errors of the host", () => {
    const counted = { success_count: 3, failed_count: 1, total_count: 5, total_time: 2.5 };
    const [one] = summarySuites(summary({ name: "a", ...counted, suite_error: "JUnit XML parsing failed" }));
    assert.deepEqual(one?.counts, { passed: 3, failed: 1, errored: 0, skipped: 0, total: 5, seconds: 2.5 });
    assert.equal(one.error, "JUnit XML parsing failed");
  });
});
