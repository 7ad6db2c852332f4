import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequestTypes.ts";
import type { Pipeline } from "../../../../src/api/resources/pipelines.ts";
import { broughtBy, flipsOf, redSince } from "../../../../src/core/diagnosis/history.ts";

const pipeline = (id: number, status: string): Pipeline => ({ id, status, ref: "main", sha: `sha${id}` });
const job = (id: number, name: string, status: string, sha: string, more: Partial<Job> = {}): Job => ({
  id,
  name,
  status,
  commit: { id: sha },
  ...more,
});

describe("the history of a red branch", () => {
  const list = (...of: readonly (readonly [id: number, status: string])[]) => of.map((one) => pipeline(...one));
  for (const [title, id, read, expected] of [
    [
      "starts at the first failed pipeline after a green one",
      9,
      list([9, "failed"], [8, "failed"], [7, "failed"], [6, "success"], [5, "success"]),
      [6, 7, 3, 4],
    ],
    [
      "skips canceled and later pipelines",
      11,
      list([12, "success"], [10, "canceled"], [9, "success"], [8, "failed"]),
      [9, 11, 1, 3],
    ],
    ["starts at the oldest pipeline if none passed", 9, list([3, "failed"]), [undefined, 3, 2, 1]],
  ] as const)
    it(title, () => {
      const { lastGreen, firstRed, redCount, read: earlier } = redSince(pipeline(id, "failed"), read);
      assert.deepEqual([lastGreen?.id, firstRed.id, redCount, earlier], expected);
    });
});

describe("flaky jobs", () => {
  it("passed and failed on one commit", () => {
    const jobs = [
      job(1, "unit", "failed", "a"),
      job(2, "unit", "success", "a"),
      job(3, "unit", "failed", "b"),
      job(4, "unit", "failed", "b"),
      job(5, "lint", "success", "b"),
      job(6, "unit", "success", "c"),
      job(7, "unit", "failed", "c"),
    ];
    const flips = flipsOf("unit", jobs).map(({ sha, passed, failed }) => `${sha} ${passed.id} ${failed.id}`);
    assert.deepEqual(flips, ["c 6 7", "a 2 1"]);
    assert.deepEqual(flipsOf("lint", jobs), []);
  });

  it("exclude runner failures", () => {
    const lost = job(1, "unit", "failed", "a", { failure_reason: "runner_system_failure" });
    const stuck = job(3, "unit", "failed", "a", { failure_reason: "stuck_or_timeout_failure" });
    assert.deepEqual(flipsOf("unit", [lost, stuck, job(2, "unit", "success", "a")]), []);
  });

  it("use the commit of the pipeline if a job has none", () => {
    const bare = (id: number, status: string): Job => ({ id, name: "unit", status, pipeline: pipeline(5, "failed") });
    assert.deepEqual(
      flipsOf("unit", [bare(1, "success"), bare(2, "failed")]).map(({ sha }) => sha),
      ["sha5"],
    );
  });
});

it("merge requests brought commits by their merge commit, their squashed commit or their head", () => {
  const merged = [
    { iid: 1, merge_commit_sha: "a" },
    { iid: 2, merge_commit_sha: null, squash_commit_sha: "b" },
    { iid: 3, sha: "c" },
    { iid: 4, sha: "d", merge_commit_sha: null },
  ] as unknown as MergeRequest[];
  const commits = ["a", "b", "c"].map((id) => ({ id }));
  assert.deepEqual(
    broughtBy(commits, merged).map(({ iid }) => iid),
    [1, 2, 3],
  );
});
