import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  JobDurations,
  remaining,
  slower,
  type TimedRun,
  type Usual,
} from "../../../../src/core/pipelines/durations.ts";

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
