import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { mergeRequestContext, mergeRequestStyle } = await import("../../../../src/core/mergeRequests/style.ts");

describe("how a merge request looks", () => {
  // Older hosts send no `draft`.
  const older = { work_in_progress: true };
  const rows: readonly (readonly [
    what: string,
    standing: Parameters<typeof mergeRequestStyle>[0],
    look: string,
    context: string,
  ])[] = [
    ["open", { state: "opened" }, "opened", "mergeRequest opened"],
    ["draft", { state: "opened", draft: true }, "draft", "mergeRequest opened draft"],
    ["draft as older hosts say it", { state: "opened", ...older }, "draft", "mergeRequest opened draft"],
    ["conflict", { state: "opened", has_conflicts: true }, "conflict", "mergeRequest opened conflict"],
    [
      "conflict by its status, and a draft",
      { state: "opened", draft: true, detailed_merge_status: "conflict" },
      "conflict",
      "mergeRequest opened draft conflict",
    ],
    [
      "something else in the way",
      { state: "opened", detailed_merge_status: "not_approved" },
      "blocked",
      "mergeRequest opened",
    ],
    [
      "a status that nobody knows, which keeps it from being merged",
      { state: "opened", detailed_merge_status: "bad_weather" },
      "blocked",
      "mergeRequest opened",
    ],
    [
      "to be merged by itself",
      { state: "opened", merge_when_pipeline_succeeds: true },
      "opened",
      "mergeRequest opened autoMerge",
    ],
    ["being checked", { state: "opened", detailed_merge_status: "checking" }, "opened", "mergeRequest opened"],
    [
      "merged, whatever was said before",
      { state: "merged", draft: true, has_conflicts: true },
      "merged",
      "mergeRequest merged draft conflict",
    ],
    ["closed", { state: "closed" }, "closed", "mergeRequest closed"],
    ["locked", { state: "locked" }, "locked", "mergeRequest locked"],
    ["a state that nobody knows", { state: "paused" }, "opened", "mergeRequest paused"],
  ];
  for (const [what, standing, look, context] of rows) {
    it(what, () => {
      assert.equal(mergeRequestStyle(standing), look);
      assert.equal(mergeRequestContext(standing), context);
    });
  }
});
