import assert from "node:assert/strict";
import fc from "fast-check";
import type { Client } from "../../../../src/api/client.ts";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import { criticalPath, slowestJob, type TimedJob } from "../../../../src/core/pipelines/criticalPath.ts";
import {
  JobDurations,
  remaining,
  slower,
  type TimedRun,
  type Usual,
} from "../../../../src/core/pipelines/durations.ts";
import { jobDuration } from "../../../../src/core/pipelines/jobDuration.ts";
import { PastDurations } from "../../../../src/core/pipelines/pastDurations.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { FakeHost, fault, job, pipeline } from "../tree/fakeHost.ts";

const timed = (key: string, stage: number, seconds: number | undefined, needs?: readonly string[]): TimedJob => ({
  key,
  stage,
  seconds,
  needs,
});

describe("the critical path of a pipeline", () => {
  const gone = [timed("a", 0, 10), timed("b", 1, 5, ["gone"]), timed("c", 2, 7, ["gone", "b"])];
  const untimed = [
    ...[timed("none", 0, undefined), timed("a", 1, 5, ["none"]), timed("skipped", 2, undefined, ["a"])],
    ...[timed("b", 3, 5, ["skipped"]), timed("manual", 4, undefined, ["b"])],
  ];
  const cyclic = [
    ...[timed("a", 0, 1, ["c"]), timed("b", 0, 2, ["a"]), timed("c", 0, 3, ["b"])],
    ...[timed("self", 0, 1, ["self"]), timed("after", 1, 10)],
  ];
  for (const [title, jobs, path] of [
    ["ignores needs of missing jobs", gone, ["b", "c"]],
    ["passes jobs without a time, but neither starts nor ends with them", untimed, ["a", "skipped", "b"]],
    ["is empty when nothing has run", [timed("a", 0, undefined), timed("b", 1, 0)], []],
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
          timed(String(at), stages[at] ?? 0, seconds, needs?.filter((need) => need < at).map(String)),
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
    const jobs = Array.from({ length: 10_000 }, (_, at) => timed(String(at), 0, 1, at === 0 ? [] : [String(at - 1)]));
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
  assert.equal(slowestJob([timed("a", 0, 1), timed("b", 0, 7), timed("c", 1, 7)]), "b");
  assert.equal(slowestJob([timed("a", 0, undefined), timed("b", 0, 0)]), undefined);
});

const run = (
  id: number,
  duration: number | null,
  more: Partial<TimedRun> & { pipelineId?: number } = {},
): TimedRun => ({
  ...{ id, name: "build", stage: "test", status: "success", ref: "main", duration },
  pipeline: { id: more.pipelineId ?? 1_000 + id },
  ...more,
});

const asked = (more: Partial<TimedRun> = {}): TimedRun => run(100, null, { status: "running", ...more });

describe("what a job usually takes", () => {
  const add = (...runs: readonly TimedRun[]): JobDurations => {
    const durations = new JobDurations();
    for (const one of runs) durations.add(one);
    return durations;
  };
  const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const tens = range(1, 20).map((id) => run(id, id > 10 ? 30 : 10));
  const quick = [...range(1, 5).map((id) => run(id, 100)), run(6, 20, { ref: "quick" }), run(7, 22, { ref: "quick" })];
  const matrix = [run(1, 10, { name: "test: [linux]" }), run(2, 90, { name: "test: [mac]" })];
  const staged = [...matrix, run(3, 500, { name: "e2e" })];
  const odd = [run(1, 60), run(1, 60), run(2, 5, { status: "failed" }), run(3, null), run(4, NaN)];
  const attempts = [run(1, 10, { pipelineId: 7 }), run(3, 50, { pipelineId: 7 }), run(2, 20, { pipelineId: 7 })];
  const cases: readonly [title: string, runs: readonly TimedRun[], usual?: number | undefined, asked?: TimedRun][] = [
    ["is unknown before it ran", []],
    ["is the median of its runs", [60, 62, 900, 58, 61].map((took, id) => run(id, took)), 61],
    ["averages the two middle runs", [60, 62, 900, 58, 61, 64].map((took, id) => run(id, took)), 61.5],
    ["is that of the last ten runs", tens, 30],
    ["follows the order of runs, not of answers", tens.toReversed(), 30],
    ["counts only successful runs", odd, 60],
    ["counts only the last attempt of a pipeline", attempts, 50],
    ["is that of all branches for one with two runs", quick, 100, asked({ ref: "quick" })],
    ["is that of a branch with three runs", [...quick, run(8, 21, { ref: "quick" })], 21, asked({ ref: "quick" })],
    ["is that of all branches for a new one", quick, 100, asked({ ref: "new" })],
    ["leaves out later runs", [run(1, 10), run(5, 90)], 10, asked({ id: 3 })],
    ["is that of each part of a matrix", matrix, 90, asked({ name: "test: [mac]" })],
    ["is that of its matrix for a new part", staged, 50, asked({ name: "test: [windows]" })],
    ["is that of its stage for a new job", staged, 90, asked({ name: "new" })],
    ["is unknown for a new stage", staged, undefined, asked({ name: "new", stage: "deploy" })],
  ];
  for (const [title, runs, seconds, of = asked()] of cases)
    it(title, () => assert.equal(add(...runs).usual(of)?.seconds, seconds));

  it("counts runs, and includes the time in the queue", () => {
    assert.equal(add(run(1, 60), run(1, 60), run(2, 5, { pipelineId: 1_001 })).usual(asked())?.runs, 1);
    assert.equal(add(...staged).usual(asked({ name: "new" }))?.runs, 0, "none for the usual time of a stage");
    const runs = [3, 5, null, 40].map((queued, id) => run(id, 10, { queued_duration: queued }));
    assert.equal(add(...runs).usual(asked())?.queued, 5);
  });

  it("is kept for 2,000 jobs", () => {
    const durations = add(...range(1, 2_001).map((id) => run(id, 10, { name: `job ${id}`, stage: `stage ${id}` })));
    const seconds = (name: string) => durations.usual(asked({ id: 9_999, name, stage: "" }))?.seconds;
    assert.deepEqual(["job 1", "job 2", "job 2001"].map(seconds), [undefined, 10, 10]);
  });
});

const usual = (...durations: number[]): Usual => ({
  seconds: durations[durations.length >> 1] ?? 0,
  queued: 0,
  runs: durations.length,
  durations,
});

it("a running job takes the rest of its usual time, then that of slower runs, then ten seconds", () => {
  assert.equal(remaining(usual(100, 100, 100), 30), 70);
  assert.equal(remaining(usual(100, 110, 120, 200, 300), 150), 100);
  assert.equal(remaining(usual(100, 100, 100), 400), 10);
});

it("a job is slow if it takes >=25 % and >=10 s longer than the median of three runs or more", () => {
  const seconds = (took: number | null | undefined, median: number, runs = 3) =>
    slower(took, { seconds: median, runs });
  assert.deepEqual(seconds(150, 100), { seconds: 50, ratio: 1.5 });
  assert.deepEqual([seconds(150, 100, 2), seconds(124, 100)], [undefined, undefined]);
  assert.deepEqual([seconds(125, 100)?.seconds, seconds(19, 10), seconds(20, 10)?.ratio], [25, undefined, 2]);
  for (const unknown of [null, undefined, NaN]) assert.equal(seconds(unknown, 1, 9), undefined);
  assert.equal(slower(100, undefined), undefined);
});

const now = Date.UTC(2026, 10, 20, 12);
const before = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

describe("the duration of a job", () => {
  const ended = { started_at: before(90), finished_at: before(30) };
  const rows: readonly (readonly [what: string, job: Parameters<typeof jobDuration>[0], seconds?: number | null])[] = [
    ["running, from its start", { status: "running", started_at: before(90), duration: 12.5 }, 90],
    ["running, without a duration", { status: "running", started_at: before(90), finished_at: null }, 90],
    ["being canceled", { status: "canceling", started_at: before(90), duration: 12 }, 90],
    ["a clock behind the host's", { status: "running", started_at: before(-5), duration: 12 }, 12],
    ["a clock behind the host's, without a duration", { status: "running", started_at: before(-5), duration: null }, 0],
    ["over", { status: "success", ...ended, duration: 60.2 }, 60.2],
    ["over without an end", { status: "canceled", started_at: before(90), finished_at: null, duration: 5 }, 5],
    ["ended with an unknown status", { status: "brand_new", ...ended, duration: 60 }, 60],
    ["not begun", { status: "pending", started_at: null, duration: null }, null],
    ["an invalid start", { status: "running", started_at: "soon", duration: 7 }, 7],
    ["nothing", { status: "running" }],
  ];
  for (const [what, one, seconds] of rows)
    it(`${what}: ${seconds}`, () => assert.equal(jobDuration(one, now), seconds));
});

const past = (id: number, name: string, duration: number, of = id): Job =>
  job(id, name, "test", "success", { duration, pipeline: pipeline(of) });
const { signal } = new AbortController();

describe("the past durations of an account's jobs", () => {
  let now: number;
  let host: FakeHost;
  let rows: Job[];
  let durations: PastDurations;

  beforeEach(() => {
    now = 1_000_000;
    host = new FakeHost();
    rows = [past(1, "unit", 60), past(2, "lint", 10)];
    const list = (project: unknown, query: object, options: object) =>
      host.pages(`${String(project)} ${JSON.stringify(query)}`, () => rows, options);
    durations = new PastDurations({ jobs: { list } } as unknown as Pick<Client, "jobs">, new RecordStore(), () => now);
  });

  it("cost one request per half hour", async () => {
    for (const _ of [1, 2]) await durations.ensure("group/app", signal);
    assert.deepEqual(host.whats, ['group/app {"scope":["success"]} page 1']);
    const running = (name: string) => job(9, name, "test", "running", { pipeline: pipeline(999, "running") });
    const seconds = ["unit", "lint"].map((name) => durations.usual("group/app", running(name))?.seconds);
    assert.deepEqual(seconds, [60, 10]);
    now += 31 * 60_000;
    assert.equal(durations.isDue("group/app"), true);
    await durations.ensure("group/app", signal);
    assert.equal(host.requests.length, 2);
  });

  it("cost a second request where few pipelines fill a page", async () => {
    for (const [count, requests] of [
      [150, 2],
      [10, 1],
    ] as const) {
      host.requests.length = 0;
      rows = Array.from({ length: 350 }, (_, at) => past(at + 1, `job ${at % count}`, 5, Math.floor(at / count)));
      await durations.ensure(count, signal);
      assert.equal(host.requests.length, requests);
    }
  });

  it("are requested again after a cancellation, not soon after a failure", async () => {
    host.fails = () => fault("forbidden");
    await assert.rejects(durations.ensure(1, signal), { kind: "forbidden" });
    assert.equal(durations.isDue(1), false);
    await assert.rejects(durations.ensure(2, AbortSignal.abort()));
    assert.equal(durations.isDue(2), true);
  });
});
