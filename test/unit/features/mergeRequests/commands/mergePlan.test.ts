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

  it("begins at Merge Now where nothing is in the way", async () => {
    const { first } = await menuOf({});
    assert.equal(first?.label, "Merge Now");
  });

  for (const status of ["conflict", "need_rebase", "draft_status", "not_approved", "requested_changes", "checking"])
    it(`does not begin at an act that fails: ${status}`, async () => {
      const { first, box, answer } = await menuOf({ detailed_merge_status: status });
      assert.ok(first && !first.label.startsWith("Merge"), first?.label);
      assert.equal(box.labels[0], first.label);
      box.choose(first.label);
      assert.equal(await answer, "help");
    });

  it("says in lines that are not cut off what is in the way and what helps", async () => {
    const { first } = await menuOf({ detailed_merge_status: "conflict" });
    assert.deepEqual(
      [first?.label, first?.description, first?.detail],
      [
        "It has conflicts with the target branch.",
        "Check Out Branch",
        "Check out the branch, merge the target branch into it and push.",
      ],
    );
  });

  it("begins at the merge that waits while the pipeline must pass and runs", async () => {
    const { first } = await menuOf({ detailed_merge_status: "ci_still_running" }, "running");
    assert.equal(first?.label, "Merge When Pipeline Succeeds");
    const failed = await menuOf({ detailed_merge_status: "ci_must_pass" }, "failed");
    assert.equal(failed.first?.label, "Its pipeline must succeed first.");
  });
});
