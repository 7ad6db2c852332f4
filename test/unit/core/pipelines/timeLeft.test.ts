import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import type { Usual } from "../../../../src/core/pipelines/durations.ts";
import { jobKey } from "../../../../src/core/pipelines/jobKey.ts";
import { stagesOf } from "../../../../src/core/pipelines/stages.ts";
import { jobTimeLeft, type PipelineTimes, pipelineTimes } from "../../../../src/core/pipelines/timeLeft.ts";

const now = Date.parse("2026-01-31T12:00:00Z");
const ago = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

const usualTimes: Readonly<Record<string, number>> = { build: 60, lint: 100, unit: 200, e2e: 300, deploy: 40 };
const stageNames: Readonly<Record<string, string>> = {
  build: "build",
  lint: "build",
  unit: "test",
  e2e: "test",
  deploy: "deploy",
  odd: "test",
};
const usualOf = ({ name }: Pick<Job, "name">): Usual | undefined => {
  const seconds = usualTimes[name ?? ""];
  return seconds === undefined ? undefined : { seconds, queued: 5, runs: 5, durations: [seconds] };
};

let nextId = 1;
const job = (name: string, status: string, more: Partial<Job> = {}): Job => ({
  id: nextId++,
  name,
  stage: stageNames[name] ?? "",
  status,
  ...more,
});
const running = (name: string, since: number, more: Partial<Job> = {}): Job =>
  job(name, "running", { started_at: ago(since), ...more });
const ended = (name: string, duration: number, more: Partial<Job> = {}): Job =>
  job(name, "success", { started_at: ago(1_000), finished_at: ago(500), duration, ...more });

const times = (jobs: readonly Job[], needs?: Readonly<Record<string, readonly string[]>>): PipelineTimes => {
  const key = (name: string): string => jobKey(stageNames[name] ?? "", name);
  const byKey = needs && new Map(Object.entries(needs).map(([name, of]) => [key(name), of.map(key)]));
  return pipelineTimes(stagesOf(jobs), usualOf, byKey, now);
};
const left = (...jobs: readonly Job[]): number | undefined => times(jobs).left;

describe("the time a job still takes", () => {
  const leftOf = (of: Job): number | undefined => jobTimeLeft(of, usualOf(of), now);

  it("is what is left of its usual time, with that in the queue before it starts", () => {
    assert.equal(leftOf(running("unit", 50)), 150);
    assert.equal(leftOf(job("unit", "created")), 205);
    assert.equal(leftOf(job("unit", "pending", { queued_duration: 2 })), 203);
    assert.equal(leftOf(job("unit", "pending", { queued_duration: 60 })), 200);
  });

  it("is none once it has ended, and while somebody must start it", () => {
    for (const status of ["success", "failed", "canceled", "skipped", "manual"])
      assert.equal(leftOf(job("unit", status)), 0);
  });

  it("is unknown for one that never ran", () => {
    assert.equal(leftOf(running("odd", 5)), undefined);
  });
});

describe("the time a pipeline still takes", () => {
  it("is that of its stages, one after the other", () => {
    const jobs = [running("build", 10), running("lint", 10), job("unit", "created"), job("e2e", "created")];
    const deploy = job("deploy", "created");
    assert.equal(left(...jobs, deploy), 90 + 305 + 45);
    assert.deepEqual(times([...jobs, deploy]).path, [jobs[1]?.id, jobs[3]?.id, deploy.id]);
  });

  it("goes along needs where they are known", () => {
    const jobs = [running("build", 10), running("lint", 10), job("unit", "created"), job("deploy", "created")];
    assert.equal(times(jobs, { unit: ["build"], deploy: ["unit"] }).left, 50 + 205 + 45);
    assert.equal(times(jobs, { unit: [], deploy: ["build"] }).left, 205);
  });

  it("does not count manual jobs, nor what waits for them", () => {
    const first = running("lint", 0);
    assert.equal(left(first, job("unit", "manual"), job("deploy", "created")), 100);
    assert.equal(left(first, job("unit", "manual", { allow_failure: true }), job("deploy", "created")), 145);
    const jobs = [first, job("unit", "manual", { allow_failure: true }), job("deploy", "created")];
    assert.equal(times(jobs, { deploy: ["unit"] }).left, 100);
  });

  it("does not count what a failure keeps from running", () => {
    const failed = job("build", "failed", { duration: 3 });
    assert.equal(left(failed, running("lint", 40), job("unit", "created"), job("deploy", "created")), 60);
    assert.equal(left({ ...failed, allow_failure: true }, running("lint", 40), job("unit", "created")), 60 + 205);
  });

  it("counts what runs although something before it stopped", () => {
    assert.equal(left(job("build", "failed"), running("unit", 20)), 180);
  });

  it("is unknown if a job that counts never ran, and when nothing runs", () => {
    assert.equal(left(running("build", 5), job("odd", "created")), undefined);
    assert.equal(left(job("build", "failed"), running("lint", 40), job("odd", "created")), 60);
    assert.equal(left(ended("build", 60), ended("unit", 200)), undefined);
    assert.equal(left(), undefined);
  });

  it("takes no more than a moment for thousands of jobs", () => {
    const first = job("build", "manual", { stage: "first" });
    const rest = Array.from({ length: 3_000 }, (_, at) => job("lint", "created", { stage: `stage ${at}` }));
    assert.equal(left(first, ...rest), undefined);
    assert.equal(left(...rest), 3_000 * 105);
  });
});

describe("a pipeline that is slower than usual", () => {
  it("says by how much its critical path is longer, when it has ended", () => {
    assert.equal(times([ended("build", 60), ended("unit", 210)]).slower, undefined);
    assert.equal(times([ended("build", 60), ended("unit", 310)]).slower?.seconds, 110);
  });

  it("says so while it runs, by what is to be expected", () => {
    assert.equal(times([ended("build", 60), running("unit", 100), job("deploy", "created")]).slower, undefined);
    const { slower } = times([ended("build", 260), running("unit", 100), job("deploy", "created")]);
    assert.equal(slower?.seconds, 200);
  });

  it("does not say so because of a slow job that nothing waits for", () => {
    assert.equal(times([ended("lint", 100), ended("build", 100), ended("unit", 200)]).slower, undefined);
  });

  it("does not say so when a job of it never ran before", () => {
    assert.equal(times([ended("build", 60), ended("unit", 400), ended("odd", 5)]).slower, undefined);
  });
});
