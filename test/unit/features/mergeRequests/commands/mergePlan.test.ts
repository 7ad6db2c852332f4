import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import { FakePick, nextBox, settled, setStubBoxes } from "../../../core/ui/stubBoxes.ts";
import { full, instance } from "../page/overviews.ts";

const { askMergePlan, initialPlan } = await import("../../../../../src/features/mergeRequests/commands/mergePlan.ts");

/** The menu for a merge request, with the row that Enter takes. */
async function menuOf(changes: Partial<MergeRequest>, pipelineStatus?: string) {
  const mergeRequest = { ...full, ...changes };
  const pipeline = pipelineStatus === undefined ? undefined : { id: 12, status: pipelineStatus };
  const shown = nextBox(FakePick);
  const answer = askMergePlan({
    ref: { instance, project: "group/app", mergeRequest: { ...mergeRequest, head_pipeline: pipeline ?? null } },
    pipeline,
    plan: initialPlan(mergeRequest),
    keep: () => undefined,
  });
  const box = await shown;
  await settled();
  const [first] = box.activeItems;
  return { answer, box, first };
}

describe("the menu of a merge", () => {
  setStubBoxes();

  it("begins at the merge that is possible, or at what is in its way", async () => {
    for (const [status, pipeline, label] of [
      ["mergeable", undefined, "Merge Now"],
      ["ci_still_running", "running", "Merge When Pipeline Succeeds"],
      ["ci_must_pass", "failed", "Its pipeline must succeed first."],
      ["conflict", undefined, "It has conflicts with the target branch."],
    ] as const) {
      const { first, box } = await menuOf({ detailed_merge_status: status }, pipeline);
      assert.equal(first?.label, label);
      box.hide();
    }
  });

  it("answers with help for what is in the way", async () => {
    for (const status of ["conflict", "need_rebase", "draft_status", "not_approved", "requested_changes", "checking"]) {
      const { first, box, answer } = await menuOf({ detailed_merge_status: status });
      assert.ok(first && !first.label.startsWith("Merge"), first?.label);
      assert.equal(box.labels[0], first.label);
      if (status === "conflict") assert.equal(first.description, "Check Out Branch");
      box.choose(first.label);
      assert.equal(await answer, "help");
    }
  });
});
