import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { mergeRequestContext, mergeRequestStyle } = await import("../../../../src/core/mergeRequests/style.ts");

describe("the style of a merge request", () => {
  // Older hosts send no `draft`.
  const older = { work_in_progress: true };
  const rows: readonly (readonly [standing: Parameters<typeof mergeRequestStyle>[0], look: string, context: string])[] =
    [
      [{ state: "opened" }, "opened", "opened"],
      [{ state: "opened", draft: true }, "draft", "opened draft"],
      [{ state: "opened", ...older }, "draft", "opened draft"],
      [{ state: "opened", has_conflicts: true }, "conflict", "opened conflict"],
      [{ state: "opened", draft: true, detailed_merge_status: "conflict" }, "conflict", "opened draft conflict"],
      [{ state: "opened", detailed_merge_status: "not_approved" }, "blocked", "opened"],
      [{ state: "opened", detailed_merge_status: "bad_weather" }, "blocked", "opened"],
      [{ state: "opened", merge_when_pipeline_succeeds: true }, "opened", "opened autoMerge"],
      [{ state: "opened", detailed_merge_status: "checking" }, "opened", "opened"],
      [{ state: "merged", draft: true, has_conflicts: true }, "merged", "merged draft conflict"],
      [{ state: "closed" }, "closed", "closed"],
      [{ state: "locked" }, "locked", "locked"],
      [{ state: "paused" }, "opened", "paused"],
    ];
  for (const [standing, look, context] of rows)
    it(`is ${look}, "${context}" for ${JSON.stringify(standing)}`, () => {
      assert.equal(mergeRequestStyle(standing), look);
      assert.equal(mergeRequestContext(standing), `mergeRequest ${context}`);
    });
});
