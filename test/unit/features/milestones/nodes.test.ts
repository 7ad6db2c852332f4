import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Milestone } from "../../../../src/api/resources/milestoneTypes.ts";
import { parentGroup } from "../../../../src/core/groups/groupsAbove.ts";
import { countOf, percentOf, sumOf } from "../../../../src/features/milestones/nodes.ts";
import { groupPathOf, projectPathOf, refOf } from "../../../../src/features/milestones/owner.ts";
import "../../../support/vscodeStub.ts";

const { milestoneFilters } = await import("../../../../src/features/milestones/filter.ts");

const open = { instance: "https://host/sub", project: "g/s/p", projectId: 7 };
const milestone = (fields: object): Milestone => ({ id: 1, iid: 2, title: "1.0", state: "active", ...fields });

describe("whose milestones are", () => {
  it("shows in them, wherever they were listed", () => {
    const owner = (fields: object, asked: Parameters<typeof refOf>[2]) => {
      const { project, group } = refOf(milestone(fields), open, asked);
      return [project, group];
    };
    assert.deepEqual(owner({ group_id: 5 }, { project: "g/s/p" }), ["g/s/p", 5]);
    assert.deepEqual(owner({ project_id: 7 }, { project: "g/s/p" }), ["g/s/p", undefined]);
    assert.deepEqual(owner({ project_id: 7, group_id: null }, { group: "g/s" }), ["g/s/p", undefined]);
    assert.deepEqual(owner({ project_id: 8 }, { group: "g/s" }), [8, undefined]);
    assert.deepEqual(owner({}, { group: "g/s" }), ["g/s/p", "g/s"]);
    assert.deepEqual(owner({}, { project: "g/s/p" }), ["g/s/p", undefined]);
  });

  it("is told by the addresses of their pages, as far as those tell", () => {
    const of = (web_url: string | null) => [groupPathOf({ web_url }), projectPathOf({ web_url }, "https://host/sub")];
    assert.deepEqual(of("https://host/sub/groups/g/s/-/milestones/3"), ["g/s", undefined]);
    assert.deepEqual(of("https://host/sub/g/s/p/-/milestones/3"), [undefined, "g/s/p"]);
    assert.deepEqual(of("javascript:alert(1)"), [undefined, undefined]);
    assert.deepEqual(of(null), [undefined, undefined]);
  });

  it("knows the group of a project by its path", () => {
    assert.deepEqual(["g/s/p", "alice/p", "p", 12].map(parentGroup), ["g/s", "alice", undefined, undefined]);
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
    assert.deepEqual(
      [
        percentOf({ closed: 7, total: 10 }),
        percentOf({ closed: 999, total: 1000 }),
        percentOf({ closed: 3, total: 3 }),
      ],
      [70, 99, 100],
    );
  });
});

describe("the search of the Milestones view", () => {
  it("takes what is well formed", () => {
    assert.deepEqual(
      [
        milestoneFilters.parse({ search: " a " }),
        milestoneFilters.parse({ search: " " }),
        milestoneFilters.parse(null),
        milestoneFilters.parse({ search: 1 }),
      ],
      [{ search: "a" }, {}, {}, {}],
    );
  });
});
