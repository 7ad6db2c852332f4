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
  it("are sorted by their lowest job ID", () => {
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

  it("keep their place after a retry, with earlier attempts below the latest", () => {
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

  it("accept jobs without a stage", () => {
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
    it(`have the status ${expected || "created"} with jobs ${statuses || "none"}`, () => {
      const jobs = statuses
        .split(" ")
        .filter(Boolean)
        .map((word) => ({ status: word.replace("?", ""), allow_failure: word.endsWith("?") }));
      assert.equal(stageStatus(jobs), expected);
    });
  }
});
