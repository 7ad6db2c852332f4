import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
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
  id,
  name: "build",
  stage: "test",
  status: "success",
  ref: "main",
  duration,
  pipeline: { id: more.pipelineId ?? 1_000 + id },
  ...more,
});

const asked = (more: Partial<TimedRun> = {}): TimedRun => run(100, null, { status: "running", ...more });

describe("what a job usually takes", () => {
  let durations: JobDurations;
  const seconds = (of: TimedRun = asked()): number | undefined => durations.usual(of)?.seconds;

  beforeEach(() => {
    durations = new JobDurations();
  });

  it("is unknown before it ran", () => {
    assert.equal(durations.usual(asked()), undefined);
  });

  it("is the median of its runs, whatever one of them took", () => {
    for (const [at, took] of [60, 62, 900, 58, 61].entries()) durations.add(run(at, took));
    assert.deepEqual([seconds(), durations.usual(asked())?.runs], [61, 5]);
    durations.add(run(6, 64));
    assert.equal(seconds(), 61.5);
  });

  it("is that of the last ten runs", () => {
    for (let id = 1; id <= 10; id++) durations.add(run(id, 10));
    for (let id = 11; id <= 20; id++) durations.add(run(id, 30));
    assert.equal(seconds(), 30);
  });

  it("follows the order of the runs, not that of the answers", () => {
    for (let id = 20; id >= 1; id--) durations.add(run(id, id > 10 ? 30 : 10));
    assert.equal(seconds(), 30);
  });

  it("counts only runs that succeeded, and each once", () => {
    durations.add(run(1, 60));
    durations.add(run(1, 60));
    durations.add(run(2, 5, { status: "failed" }));
    durations.add(run(3, null));
    durations.add(run(4, NaN));
    assert.deepEqual([seconds(), durations.usual(asked())?.runs], [60, 1]);
  });

  it("counts the last attempt of a pipeline only", () => {
    durations.add(run(1, 10, { pipelineId: 7 }));
    durations.add(run(3, 50, { pipelineId: 7 }));
    durations.add(run(2, 20, { pipelineId: 7 }));
    assert.deepEqual([seconds(), durations.usual(asked())?.runs], [50, 1]);
  });

  it("is that of the job's branch where it ran there several times, else that of all", () => {
    for (let id = 1; id <= 5; id++) durations.add(run(id, 100));
    durations.add(run(6, 20, { ref: "quick" }));
    durations.add(run(7, 22, { ref: "quick" }));
    assert.equal(seconds(asked({ ref: "quick" })), 100);
    durations.add(run(8, 21, { ref: "quick" }));
    assert.equal(seconds(asked({ ref: "quick" })), 21);
    assert.equal(seconds(asked({ ref: "new" })), 100);
  });

  it("does not include later runs", () => {
    durations.add(run(1, 10));
    durations.add(run(5, 90));
    assert.equal(seconds(asked({ id: 3 })), 10);
  });

  it("is told of each part of a matrix by itself", () => {
    durations.add(run(1, 10, { name: "test: [linux]" }));
    durations.add(run(2, 90, { name: "test: [mac]" }));
    assert.equal(seconds(asked({ name: "test: [mac]" })), 90);
  });

  it("is that of its matrix, else that of its stage, for a job that never ran", () => {
    durations.add(run(1, 10, { name: "test: [linux]" }));
    durations.add(run(2, 30, { name: "test: [mac]" }));
    durations.add(run(3, 500, { name: "e2e" }));
    assert.deepEqual([seconds(asked({ name: "test: [windows]" })), seconds(asked({ name: "new" }))], [20, 30]);
    assert.equal(durations.usual(asked({ name: "new" }))?.runs, 0);
    assert.equal(seconds(asked({ name: "new", stage: "deploy" })), undefined);
    durations.add(run(4, 700, { name: "deploy", stage: "deploy" }));
    assert.equal(seconds(asked({ name: "new", stage: "deploy" })), 700);
  });

  it("has its time in the queue", () => {
    for (const [id, queued] of [3, 5, null, 40].entries()) durations.add(run(id, 10, { queued_duration: queued }));
    assert.equal(durations.usual(asked())?.queued, 5);
  });

  it("is kept for a limited number of jobs", () => {
    for (let id = 1; id <= 2_001; id++) durations.add(run(id, 10, { name: `job ${id}`, stage: `stage ${id}` }));
    assert.deepEqual(
      ["job 1", "job 2", "job 2001"].map((name) => seconds(asked({ id: 9_999, name, stage: "" }))),
      [undefined, 10, 10],
    );
  });
});

const usual = (...durations: number[]): Usual => ({
  seconds: durations[durations.length >> 1] ?? 0,
  queued: 0,
  runs: durations.length,
  durations,
});

describe("how long a job still runs", () => {
  it("is what is left of its usual time", () => {
    assert.equal(remaining(usual(100, 100, 100), 30), 70);
  });

  it("is that of the runs that took longer, once it takes longer than usual", () => {
    assert.equal(remaining(usual(100, 110, 120, 200, 300), 150), 100);
  });

  it("is a little, once no run took longer", () => {
    assert.equal(remaining(usual(100, 100, 100), 400), 10);
  });
});

describe("slower than usual", () => {
  it("is what takes a quarter and ten seconds longer, after three runs", () => {
    assert.deepEqual(slower(150, { seconds: 100, runs: 3 }), { seconds: 50, ratio: 1.5 });
    assert.equal(slower(150, { seconds: 100, runs: 2 }), undefined);
    assert.equal(slower(124, { seconds: 100, runs: 3 }), undefined);
    assert.equal(slower(125, { seconds: 100, runs: 3 })?.seconds, 25);
    assert.equal(slower(19, { seconds: 10, runs: 3 }), undefined);
    assert.equal(slower(20, { seconds: 10, runs: 3 })?.ratio, 2);
    for (const unknown of [null, undefined, NaN]) assert.equal(slower(unknown, { seconds: 1, runs: 9 }), undefined);
    assert.equal(slower(100, undefined), undefined);
  });
});
