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

/** By their numbers: failed with `!`, canceled with `?`. */
const pipelinesOf = (text: string): Pipeline[] =>
  text
    .split(" ")
    .map((one) => pipeline(parseInt(one), one.endsWith("!") ? "failed" : one.endsWith("?") ? "canceled" : "success"));

describe("the history of a red branch", () => {
  for (const [title, id, read, expected] of [
    ["starts at the first failed pipeline after a green one", 9, "9! 8! 7! 6 5", [6, 7, 3, 4]],
    ["skips canceled and later pipelines", 11, "12 10? 9 8!", [9, 11, 1, 3]],
    ["starts at the oldest pipeline if none passed", 9, "3!", [undefined, 3, 2, 1]],
  ] as const)
    it(title, () => {
      const { lastGreen, firstRed, redCount, read: earlier } = redSince(pipeline(id, "failed"), pipelinesOf(read));
      assert.deepEqual([lastGreen?.id, firstRed.id, redCount, earlier], expected);
    });
});

describe("flaky jobs", () => {
  it("passed and failed on one commit", () => {
    const runs = "unit failed a,unit success a,unit failed b,unit failed b,lint success b,unit success c,unit failed c";
    const jobs = runs.split(",").map((one, at) => job(at + 1, ...(one.split(" ") as [string, string, string])));
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
    assert.equal(flipsOf("unit", [bare(1, "success"), bare(2, "failed")])[0]?.sha, "sha5");
  });
});

it("merge requests brought commits by their merge commit, their squashed commit or their head", () => {
  const merged = [
    { iid: 1, merge_commit_sha: "a" },
    { iid: 2, merge_commit_sha: null, squash_commit_sha: "b" },
    { iid: 3, sha: "c" },
    { iid: 4, sha: "d", merge_commit_sha: null },
  ] as unknown as MergeRequest[];
  const brought = broughtBy(
    ["a", "b", "c"].map((id) => ({ id })),
    merged,
  );
  const found = brought.map(({ iid }) => iid);
  assert.deepEqual(found, [1, 2, 3]);
});
