import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { stagesOf } from "../../../../src/core/pipelines/stages.ts";
import { stageStatus } from "../../../../src/core/pipelines/stageStatus.ts";
import { job } from "../tree/fakeHost.ts";

describe("stages of a pipeline", () => {
  it("are sorted by their lowest job ID, in any order of jobs", () => {
    const jobs = [
      job(5, "e", "deploy"),
      job(1, "a", "build"),
      job(4, "d", "test"),
      job(3, "c", "test"),
      job(2, "b", "build"),
    ];
    const expected = ["build 1,2", "test 3,4", "deploy 5"];
    fc.assert(
      fc.property(fc.shuffledSubarray(jobs, { minLength: jobs.length }), (mixed) =>
        assert.deepEqual(
          stagesOf(mixed).map(({ name, jobs: rows }) => `${name} ${rows.map((row) => row.job.id).join()}`),
          expected,
        ),
      ),
    );
  });

  it("keep their place after a retry, with earlier attempts below the latest", () => {
    const [first, second] = stagesOf([
      job(1, "compile", "build", "failed"),
      job(2, "unit", null as unknown as string),
      job(9, "compile", "build"),
      job(8, "compile", "build", "canceled"),
    ]);
    const [row] = first?.jobs ?? [];
    assert.deepEqual([row?.job.id, row?.earlier.map(({ id }) => id)], [9, [8, 1]]);
    assert.deepEqual([second?.name, second?.jobs.map((one) => one.job.id)], ["", [2]], "a job without a stage");
  });

  for (const [statuses, expected] of [
    ["success success", "success"],
    ["success failed", "failed"],
    ["success failed?", "success"],
    ["failed?", "success"],
    ["failed running", "running"],
    ["pending pending", "pending"],
    ["pending running", "running"],
    ["created success", "created"],
    ["created created", "created"],
    ["canceling success", "running"],
    ["success canceled", "canceled"],
    ["success manual", "manual"],
    ["success manual?", "success"],
    ["manual?", "manual"],
    ["skipped skipped", "skipped"],
    ["scheduled success", "scheduled"],
    ["brand_new success", "running"],
    ["", "created"],
  ] as const)
    it(`have the status ${expected} with jobs ${statuses || "none"}`, () => {
      const words = statuses.split(" ").filter(Boolean);
      const jobs = words.map((word) => ({ status: word.replace("?", ""), allow_failure: word.endsWith("?") }));
      assert.equal(stageStatus(jobs), expected);
    });
});
