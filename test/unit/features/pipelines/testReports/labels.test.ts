import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Outcome, ReportedCase } from "../../../../../src/core/pipelines/testCases.ts";
import "../../../../support/vscodeStub.ts";

const { countWords, endedWords, failedWords, historyWords, noteWords } =
  await import("../../../../../src/features/pipelines/testReports/labels.ts");

const counts = { passed: 0, failed: 0, errored: 0, skipped: 0, total: 0, seconds: undefined };
const told = (recentFailures: ReportedCase["recentFailures"], outcome: Outcome | undefined = "failed"): string[] =>
  noteWords({ outcome, status: "odd", recentFailures } as ReportedCase);

describe("words about test reports", () => {
  it("count cases, the worst first, and one as one", () => {
    assert.equal(countWords({ ...counts, passed: 30, failed: 2, total: 32, seconds: 4 }), "2 failed, 30 passed · 4s");
    assert.equal(countWords({ ...counts, passed: 30, total: 30, seconds: 0.3 }), "30 passed");
    assert.deepEqual([countWords({ ...counts, total: 1 }), countWords({ ...counts, total: 3 })], ["1 test", "3 tests"]);
    assert.deepEqual(
      [failedWords(1), failedWords(2)],
      ["1 test failed. Expand the suite to see it.", "2 tests failed. Expand the suite to see them."],
    );
    assert.deepEqual(
      [endedWords(1), endedWords(2)],
      ["1 test has an error. Expand the suite to see it.", "2 tests have errors. Expand the suite to see them."],
    );
  });

  it("say how often a case failed lately, and what an odd status is", () => {
    assert.deepEqual(told({ count: 1, branch: "main" }), ["failed once recently on main"]);
    assert.deepEqual(told({ count: 2, branch: "main" }), ["failed 2 times recently on main"]);
    assert.deepEqual(
      [told({ count: 1, branch: undefined }), told({ count: 5, branch: undefined })],
      [["failed once recently"], ["failed 5 times recently"]],
    );
    assert.deepEqual(
      [told(undefined), noteWords({ outcome: undefined, status: "odd", recentFailures: undefined } as ReportedCase)],
      [[], ["status “odd”"]],
    );
  });

  it("tell what became of a case in the pipelines before", () => {
    assert.equal(historyWords([]), undefined);
    assert.equal(historyWords([undefined, undefined]), "new on this branch");
    assert.equal(historyWords(["passed", "passed"]), "previous 2 pipelines: passed");
    assert.equal(historyWords(["failed", "passed", undefined]), "previously: failed, passed, not run");
  });
});
