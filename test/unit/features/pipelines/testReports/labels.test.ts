import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Outcome, ReportedCase } from "../../../../../src/core/pipelines/testCases.ts";
import "../../../../support/vscodeStub.ts";

const { countWords, endedWords, failedWords, historyWords, noteWords } =
  await import("../../../../../src/features/pipelines/testReports/labels.ts");

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
