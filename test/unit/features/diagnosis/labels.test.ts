import assert from "node:assert/strict";
import type { EndingKind } from "../../../../src/core/diagnosis/ending.ts";
import { endingHelp, endingWords } from "../../../../src/features/diagnosis/labels.ts";

describe("how a job ended, in words", () => {
  const cases: Readonly<Record<EndingKind, readonly [words: string, help: RegExp | undefined]>> = {
    script: ["script failed", undefined],
    timeout: ["timed out", /increase its timeout/],
    runner: ["runner failed (some reason)", /Retry the job/],
    stuck: ["no runner picked it up", /runner with the job's tags/],
    canceled: ["canceled", undefined],
    dependency: ["missing dependency (some reason)", /Retry the jobs it needs/],
    trigger: ["could not start the downstream pipeline (some reason)", undefined],
    quota: ["no compute minutes left", /Add compute minutes/],
    permission: ["not permitted (some reason)", undefined],
    other: ["some reason", undefined],
  };
  for (const [kind, [words, help]] of Object.entries(cases) as [EndingKind, (typeof cases)[EndingKind]][])
    it(`${kind}: ${words}`, () => {
      const ending = { kind, reason: "some_reason" };
      assert.equal(endingWords(ending, undefined), words);
      const shown = endingHelp(ending);
      if (help === undefined) assert.equal(shown, undefined);
      else assert.match(shown ?? "", help);
    });

  it("names the exit code, and says where the host gives no reason", () => {
    assert.equal(endingWords({ kind: "script", reason: undefined }, 2), "script failed with exit code 2");
    assert.equal(endingWords({ kind: "other", reason: undefined }, undefined), "unknown reason");
  });
});
