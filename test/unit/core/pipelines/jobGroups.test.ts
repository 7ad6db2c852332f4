import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { groupCounts, groupName, groupState, jobGroups } from "../../../../src/core/pipelines/jobGroups.ts";
import { stagesOf } from "../../../../src/core/pipelines/stages.ts";
import { job } from "../tree/fakeHost.ts";

/** As the host writes it. */
const rule = /([\b\s:]+((\[.*\])|(\d+[\s:/\\]+\d+))){1,3}\s*$/;

describe("the groups of a stage's jobs", () => {
  it("follow the host's rule for any name", () => {
    const part = fc.constantFrom("a", " ", ":", "[", "]", "1", "20", "/", "\\", " 1/2", ": [x, y]");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const name = parts.join("");
        assert.equal(groupName(name), name.replace(rule, "") || name);
      }),
      { numRuns: 2_000 },
    );
  });

  it("have failed jobs first, and keep their place in the stage", () => {
    const jobs = [
      job(1, "lint", "test"),
      job(2, "rspec 1/4", "test"),
      job(3, "rspec 2/4", "test", "failed", { allow_failure: true }),
      job(4, "docs", "test"),
      job(5, "rspec 3/4", "test", "running"),
      job(6, "rspec 4/4", "test", "failed"),
    ];
    const groups = jobGroups(jobs.map((one) => ({ job: one, earlier: [] })));
    const found = groups.map((group) => `${group.name} ${group.jobs.map(({ job: { id } }) => id).join()}`);
    assert.deepEqual(found, ["lint 1", "rspec 6,3,5,2", "docs 4"]);
  });

  it("separate jobs without a name, and join attempts of a job", () => {
    const [stage] = stagesOf([
      job(1, "rspec 1/2", "test", "failed"),
      job(2, "rspec 2/2", "test"),
      job(3, "rspec 1/2", "test"),
      { ...job(4, "", "test"), name: null },
      { ...job(5, "", "test"), name: null },
    ]);
    assert.deepEqual(
      stage?.groups.map(({ jobs }) => jobs.map(({ job: { id }, earlier }) => `${id}+${earlier.length}`).join()),
      ["3+1,2+0", "4+0", "5+0"],
    );
  });

  for (const [statuses, status, allowed, counts] of [
    ["success failed running", "failed", false, [3, 1, 0, 1]],
    ["success failed! running", "running", undefined, [3, 0, 1, 1]],
    ["success failed!", "failed", true, [2, 0, 1, 0]],
    ["success created", "created", undefined, [2, 0, 0, 0]],
    ["success success", "success", undefined, [2, 0, 0, 0]],
  ] as const)
    it(`have the worst status of their jobs: ${statuses}`, () => {
      const jobs = statuses
        .split(" ")
        .map((one, at) => job(at, `x ${at}/9`, "", one.replace("!", ""), { allow_failure: one.endsWith("!") }));
      const [group] = jobGroups(jobs.map((one) => ({ job: one, earlier: [] })));
      assert.ok(group);
      const state = groupState(group);
      assert.deepEqual([state.status, state.allow_failure], [status, allowed]);
      const { all, failed, allowed: tolerated, active } = groupCounts(group);
      assert.deepEqual([all, failed, tolerated, active], counts);
    });
});
