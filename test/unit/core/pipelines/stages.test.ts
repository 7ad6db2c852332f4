import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import { stagesOf } from "../../../../src/core/pipelines/stages.ts";
import { stageStatus } from "../../../../src/core/pipelines/stageStatus.ts";
import { job } from "../tree/fakeHost.ts";

const shape = (jobs: readonly Job[]): unknown =>
  stagesOf(jobs).map(({ name, jobs: rows }) => [
    name,
    rows.map(({ job: { id }, earlier }) => [id, ...earlier.map((one) => one.id)]),
  ]);

describe("stages of a pipeline", () => {
  it("come in the order of their lowest job id, whatever order the jobs come in", () => {
    const jobs = [
      job(5, "deploy", "deploy"),
      job(1, "compile", "build"),
      job(4, "e2e", "test"),
      job(3, "unit", "test"),
      job(2, "lint", "build"),
    ];
    const expected = [
      ["build", [[1], [2]]],
      ["test", [[3], [4]]],
      ["deploy", [[5]]],
    ];
    assert.deepEqual(shape(jobs), expected);
    fc.assert(
      fc.property(fc.shuffledSubarray(jobs, { minLength: jobs.length }), (mixed) =>
        assert.deepEqual(shape(mixed), expected),
      ),
    );
  });

  it("keep their place when jobs are retried, and put earlier attempts below the latest", () => {
    const jobs = [
      job(1, "compile", "build", "failed"),
      job(2, "unit", "test"),
      job(9, "compile", "build"),
      job(8, "compile", "build", "canceled"),
    ];
    assert.deepEqual(shape(jobs), [
      ["build", [[9, 8, 1]]],
      ["test", [[2]]],
    ]);
  });

  it("survive jobs without a stage", () => {
    assert.deepEqual(shape([job(1, "a", null as unknown as string)]), [["", [[1]]]]);
  });

  const cases: readonly (readonly [statuses: string, expected: string])[] = [
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
  ];
  for (const [statuses, expected] of cases) {
    it(`sum up "${statuses}" as ${expected}`, () => {
      const jobs = statuses
        .split(" ")
        .filter(Boolean)
        .map((word) => ({ status: word.replace("?", ""), allow_failure: word.endsWith("?") }));
      assert.equal(stageStatus(jobs), expected);
    });
  }
});
