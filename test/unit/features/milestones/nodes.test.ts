import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Milestone } from "../../../../src/api/resources/milestoneTypes.ts";
import { countOf, percentOf, sumOf } from "../../../../src/features/milestones/nodes.ts";
import { groupPathOf, projectPathOf, refOf } from "../../../../src/features/milestones/owner.ts";
import "../../../support/vscodeStub.ts";

const open = { instance: "https://host/sub", project: "g/s/p", projectId: 7 };
const milestone: Milestone = { id: 1, iid: 2, title: "1.0", state: "active" };

describe("whose milestones are", () => {
  it("shows in them, wherever they were listed", () => {
    const [inProject, inGroup] = [{ project: "g/s/p" }, { group: "g/s" }];
    for (const [fields, asked, ...owner] of [
      [{ group_id: 5 }, inProject, "g/s/p", 5],
      [{ project_id: 7 }, inProject, "g/s/p", undefined],
      [{ project_id: 7, group_id: null }, inGroup, "g/s/p", undefined],
      [{ project_id: 8 }, inGroup, 8, undefined],
      [{}, inGroup, "g/s/p", "g/s"],
      [{}, inProject, "g/s/p", undefined],
    ] as const) {
      const { project, group } = refOf({ ...milestone, ...fields }, open, asked);
      assert.deepEqual([project, group], owner);
    }
  });

  it("is told by the addresses of their pages, as far as those tell", () => {
    const of = (web_url: string | null) => [groupPathOf({ web_url }), projectPathOf({ web_url }, "https://host/sub")];
    assert.deepEqual(of("https://host/sub/groups/g/s/-/milestones/3"), ["g/s", undefined]);
    assert.deepEqual(of("https://host/sub/g/s/p/-/milestones/3"), [undefined, "g/s/p"]);
    assert.deepEqual(of("javascript:alert(1)"), [undefined, undefined]);
    assert.deepEqual(of(null), [undefined, undefined]);
  });
});

describe("progress of milestones", () => {
  it("counts what is closed or merged, and is never whole before everything is", () => {
    assert.deepEqual(
      countOf([{ state: "closed" }, { state: "merged" }, { state: "opened" }, { state: "locked" }, {}]),
      { closed: 2, total: 5 },
    );
    assert.deepEqual(sumOf({ mergeRequests: { closed: 2, total: 3 }, issues: { closed: 5, total: 7 } }), {
      closed: 7,
      total: 10,
    });
    assert.deepEqual([sumOf({}), sumOf({ issues: { closed: 0, total: 0 } })], [undefined, undefined]);
    for (const [closed, total, percent] of [
      [7, 10, 70],
      [999, 1000, 99],
      [3, 3, 100],
    ] as const)
      assert.equal(percentOf({ closed, total }), percent);
  });
});
