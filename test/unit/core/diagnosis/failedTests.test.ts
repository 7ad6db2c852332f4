import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { TestCase, TestSuite } from "../../../../src/api/resources/pipelines.ts";
import { failedSuites } from "../../../../src/core/diagnosis/failedTests.ts";

const suite = (cases: readonly TestCase[], more: Partial<TestSuite> = {}): TestSuite => {
  const count = (status: string): number => cases.filter((one) => one.status === status).length;
  return {
    ...{ name: "unit", total_count: cases.length, success_count: count("success"), failed_count: count("failed") },
    ...{ error_count: count("error"), skipped_count: count("skipped"), test_cases: cases, ...more },
  };
};
const failed = (...suites: readonly TestSuite[]) => failedSuites({ test_suites: suites });

describe("the failed tests of a report", () => {
  it("are those with failures or errors", () => {
    const [found] = failed(
      suite([
        { name: "passes", status: "success" },
        { name: "fails", status: "failed", system_output: "expected 3" },
        { name: "breaks", status: "error", system_output: " ", stack_trace: "at a.js:4" },
        { name: "later", status: "skipped" },
      ]),
    );
    assert.deepEqual([found?.failed, found?.total], [2, 4]);
    const listed = found?.cases.map(({ name, message }) => `${name}: ${message}`).join();
    assert.equal(listed, "fails: expected 3,breaks: at a.js:4");
    assert.deepEqual(failed(suite([{ name: "passes", status: "success" }])), []);
    assert.equal(failed(suite([{ name: "breaks", status: "error" }])).length, 1);
  });

  it("include unreadable reports", () => {
    assert.equal(failed(suite([], { suite_error: "JUnit XML parsing failed" }))[0]?.error, "JUnit XML parsing failed");
  });

  it("are fifty per suite, with cut messages", () => {
    const long = { status: "failed", system_output: "x".repeat(5_000) };
    const cases = Array.from({ length: 60 }, (_, at) => ({ name: `t${at}`, ...long }));
    const [found] = failed(suite(cases));
    assert.deepEqual([found?.failed, found?.cases.length, found?.cases[0]?.message.length], [60, 50, 2_000]);
  });
});
