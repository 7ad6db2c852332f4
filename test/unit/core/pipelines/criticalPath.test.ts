import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { criticalPath, slowestJob, type TimedJob } from "../../../../src/core/pipelines/criticalPath.ts";

const job = (key: string, stage: number, seconds: number | undefined, needs?: readonly string[]): TimedJob => ({
  key,
  stage,
  seconds,
  needs,
});

describe("the critical path of a pipeline", () => {
  const gone = [job("a", 0, 10), job("b", 1, 5, ["gone"]), job("c", 2, 7, ["gone", "b"])];
  const untimed = [
    ...[job("none", 0, undefined), job("a", 1, 5, ["none"]), job("skipped", 2, undefined, ["a"])],
    ...[job("b", 3, 5, ["skipped"]), job("manual", 4, undefined, ["b"])],
  ];
  const cyclic = [
    ...[job("a", 0, 1, ["c"]), job("b", 0, 2, ["a"]), job("c", 0, 3, ["b"])],
    ...[job("self", 0, 1, ["self"]), job("after", 1, 10)],
  ];
  for (const [title, jobs, path] of [
    ["ignores needs of missing jobs", gone, ["b", "c"]],
    ["passes jobs without a time, but neither starts nor ends with them", untimed, ["a", "skipped", "b"]],
    ["is empty when nothing has run", [job("a", 0, undefined), job("b", 1, 0)], []],
    ["terminates on cyclic needs", cyclic, ["a", "b", "c", "after"]],
  ] as const)
    it(title, () => assert.deepEqual(criticalPath(jobs), path));

  it("is the longest of all chains", () => {
    const some = fc.array(
      fc.record({
        stage: fc.nat(3),
        seconds: fc.option(fc.nat(20), { nil: undefined }),
        needs: fc.option(fc.array(fc.nat(8), { maxLength: 3 }), { nil: undefined }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(some, (given) => {
        // Needs of jobs told before, so that there are no circles; stages grow with the order.
        const stages = given.map(({ stage }) => stage).sort((a, b) => a - b);
        const jobs = given.map(({ seconds, needs }, at) =>
          job(String(at), stages[at] ?? 0, seconds, needs?.filter((need) => need < at).map(String)),
        );
        const path = criticalPath(jobs);
        const chain = path.map((key) => jobs[Number(key)]!);
        const found = chain.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
        assert.equal(found, longest(jobs));
        chain.forEach((each, at) =>
          assert.ok(at === 0 || waitsFor(each, chain[at - 1]!), `${each.key} does not wait for ${chain[at - 1]?.key}`),
        );
      }),
    );
  });

  it("takes linear time for a chain of ten thousand jobs", () => {
    const jobs = Array.from({ length: 10_000 }, (_, at) => job(String(at), 0, 1, at === 0 ? [] : [String(at - 1)]));
    assert.equal(criticalPath(jobs).length, 10_000);
  });
});

const waitsFor = (job: TimedJob, other: TimedJob): boolean =>
  job.needs === undefined ? other.stage < job.stage : job.needs.includes(other.key);

/** By trying every chain. */
function longest(jobs: readonly TimedJob[]): number {
  const until = (job: TimedJob): number =>
    (job.seconds ?? 0) + Math.max(0, ...jobs.filter((other) => waitsFor(job, other)).map(until));
  return Math.max(0, ...jobs.map(until));
}

it("the slowest job is the first of those that took longest, if any ran", () => {
  assert.equal(slowestJob([job("a", 0, 1), job("b", 0, 7), job("c", 1, 7)]), "b");
  assert.equal(slowestJob([job("a", 0, undefined), job("b", 0, 0)]), undefined);
});
