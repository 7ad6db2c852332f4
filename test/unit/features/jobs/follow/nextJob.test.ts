import assert from "node:assert/strict";
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
  {
    path = [],
    left = {},
    shown = [],
  }: { path?: readonly number[]; left?: Record<number, number>; shown?: readonly number[] } = {},
  of: readonly Job[] = jobs,
): string | undefined | null => nextJob(stagesOf(of), new Set(shown), path, ({ id }) => left[id])?.name;

describe("the job whose log is shown next", () => {
  const odd = (status: string): Job[] => [job(1, "x", "test", status)];
  for (const [what, name, given, of] of [
    ["the running one on the critical path", "unit", { path: [3, 5], left: { 2: 900, 3: 10 } }],
    ["the longest one beside the critical path", "unit", { path: [4, 5], left: { 2: 10, 3: 20 } }],
    ["the longest one without a critical path", "unit", { left: { 2: 10, 3: 20 } }],
    ["the first one if nothing is known", "lint", {}],
    ["none that was shown", "lint", { path: [3], shown: [3] }],
    ["none that has not started", undefined, { shown: [2, 3] }],
    ["one in a state of newer hosts", "x", {}, odd("canceling")],
    ["one in an unknown state", "x", {}, odd("brand_new")],
  ] as const)
    it(`is ${what}`, () => assert.equal(next(given, of), name));

  it("is the new attempt of one that was shown", () =>
    assert.equal(nextJob(stagesOf([...jobs, job(9, "unit", "test", "running")]), new Set([2, 3]), [], () => 1)?.id, 9));

  it("may be one that has not started yet", () => {
    const names = (of: (one: Job) => boolean): unknown[] => jobs.filter(of).map(({ name }) => name);
    assert.deepEqual([names(isStarted), names(isPending)], [["lint", "unit"], ["e2e"]]);
  });
});
