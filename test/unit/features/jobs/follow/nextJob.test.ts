import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import { stagesOf } from "../../../../../src/core/pipelines/stages.ts";
import { isPending, isStarted, nextJob } from "../../../../../src/features/jobs/follow/nextJob.ts";
import { job } from "../../../core/tree/fakeHost.ts";

const jobs: readonly Job[] = [
  job(1, "build", "build", "success"),
  job(2, "lint", "test", "running"),
  job(3, "unit", "test", "running"),
  job(4, "e2e", "test", "pending"),
  job(5, "deploy", "deploy", "created"),
];
const next = (
  { path = [], left = {}, shown = [] }: { path?: number[]; left?: Record<number, number>; shown?: number[] } = {},
  of: readonly Job[] = jobs,
): string | undefined | null => nextJob(stagesOf(of), new Set(shown), path, ({ id }) => left[id])?.name;

describe("the job whose log is shown next", () => {
  it("is the running one that decides when the pipeline ends", () => {
    assert.equal(next({ path: [3, 5], left: { 2: 900, 3: 10 } }), "unit");
    assert.equal(next({ path: [4, 5], left: { 2: 10, 3: 20 } }), "unit");
  });

  it("is the one that takes longest, else the first, if that one is unknown", () => {
    assert.equal(next({ left: { 2: 10, 3: 20 } }), "unit");
    assert.equal(next(), "lint");
  });

  it("is none that was shown, and none that has not started", () => {
    assert.equal(next({ path: [3], shown: [3] }), "lint");
    assert.equal(next({ shown: [2, 3] }), undefined);
  });

  it("is the new attempt of one that was shown", () => {
    assert.equal(nextJob(stagesOf([...jobs, job(9, "unit", "test", "running")]), new Set([2, 3]), [], () => 1)?.id, 9);
  });

  it("is one in a state that only newer hosts have", () => {
    assert.equal(next({}, [job(1, "x", "test", "canceling")]), "x");
    assert.equal(next({}, [job(1, "x", "test", "brand_new")]), "x");
  });

  it("waits for those that a runner or something else will take up", () => {
    const names = (of: (one: Job) => boolean): unknown[] => jobs.filter(of).map(({ name }) => name);
    assert.deepEqual([names(isStarted), names(isPending)], [["lint", "unit"], ["e2e"]]);
  });
});
