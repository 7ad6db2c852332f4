import assert from "node:assert/strict";
import type { Client } from "../../../../src/api/client.ts";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import type { Usual } from "../../../../src/core/pipelines/durations.ts";
import { jobTimes, knownTimes } from "../../../../src/core/pipelines/estimates.ts";
import { jobItem } from "../../../../src/core/pipelines/jobItem.ts";
import { jobKey } from "../../../../src/core/pipelines/jobKey.ts";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import { stagesOf } from "../../../../src/core/pipelines/stages.ts";
import { jobTimeLeft, type PipelineTimes, pipelineTimes } from "../../../../src/core/pipelines/timeLeft.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { FakeHost, job as fakeJob, pipeline } from "../tree/fakeHost.ts";

const now = Date.parse("2026-01-31T12:00:00Z");
const ago = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

const usualTimes: Readonly<Record<string, number>> = { build: 60, lint: 100, unit: 200, e2e: 300, deploy: 40 };
/** In the order of the stages. */
const stageNames: Readonly<Record<string, string>> = {
  ...{ build: "build", lint: "build" },
  ...{ unit: "test", e2e: "test", odd: "test" },
  deploy: "deploy",
};
const usualOf = ({ name }: Pick<Job, "name">): Usual | undefined => {
  const seconds = usualTimes[name ?? ""];
  return seconds === undefined ? undefined : { seconds, queued: 5, runs: 5, durations: [seconds] };
};

let nextId = 1;
const job = (name: string, status: string, more: Partial<Job> = {}): Job => ({
  id: Object.keys(stageNames).indexOf(name) * 10_000 + nextId++,
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

describe("the time left of a job", () => {
  const leftOf = (of: Job): number | undefined => jobTimeLeft(of, usualOf(of), now);

  it("is the rest of its usual time, with the queue before it starts", () => {
    assert.deepEqual([leftOf(running("unit", 50)), leftOf(job("unit", "created"))], [150, 205]);
    assert.equal(leftOf(job("unit", "pending", { queued_duration: 2 })), 203);
    assert.equal(leftOf(job("unit", "pending", { queued_duration: 60 })), 200);
    assert.equal(leftOf(running("odd", 5)), undefined);
    for (const status of ["success", "failed", "canceled", "skipped", "manual"])
      assert.equal(leftOf(job("unit", status)), 0);
  });
});

describe("the time left of a pipeline", () => {
  const [unit, e2e, deploy, odd] = ["unit", "e2e", "deploy", "odd"].map((name) => job(name, "created"));
  const both = [running("build", 10), running("lint", 10)];
  const manual = job("unit", "manual");
  const optional = { ...manual, allow_failure: true };
  const failed = job("build", "failed", { duration: 3 });
  const late = running("lint", 40);
  type Needs = Readonly<Record<string, readonly string[]>>;
  const behindManual = { e2e: ["unit"], deploy: ["unit"] };
  const cases: readonly (readonly [title: string, jobs: readonly unknown[], left?: number, needs?: Needs])[] = [
    ["adds up stages", [...both, unit, e2e, deploy], 90 + 305 + 45],
    ["follows needs", [...both, unit, deploy], 50 + 205 + 45, { unit: ["build"], deploy: ["unit"] }],
    ["starts at empty needs", [...both, unit, deploy], 205, { unit: [], deploy: ["build"] }],
    ["leaves out what waits for a manual job", [running("lint", 0), manual, deploy], 100],
    ["leaves out an optional manual job", [running("lint", 0), optional, deploy], 145],
    ["leaves out what needs a manual job", [running("lint", 0), optional, e2e, deploy], 100, behindManual],
    ["leaves out what a failure stops", [failed, late, unit, deploy], 60],
    ["includes what an allowed failure does not stop", [{ ...failed, allow_failure: true }, late, unit], 60 + 205],
    ["includes what runs behind a failure", [job("build", "failed"), running("unit", 20)], 180],
    ["is unknown while a job never ran before", [running("build", 5), odd]],
    ["is known if that job will not run", [job("build", "failed"), late, odd], 60],
    ["is unknown when nothing runs", [ended("build", 60), ended("unit", 200)]],
    ["is unknown without jobs", []],
  ];
  for (const [title, jobs, left, needs] of cases)
    it(title, () => assert.equal(times(jobs as readonly Job[], needs).left, left));

  it("has the jobs on its critical path", () => {
    const jobs = [...both, unit, e2e, deploy] as readonly Job[];
    assert.deepEqual(times(jobs).path, [both[1]?.id, e2e?.id, deploy?.id]);
  });

  it("takes linear time for thousands of jobs", () => {
    const first = job("build", "manual", { stage: "first" });
    const rest = Array.from({ length: 3_000 }, (_, at) => job("lint", "created", { stage: `stage ${at}` }));
    assert.equal(times([first, ...rest]).left, undefined);
    assert.equal(times(rest).left, 3_000 * 105);
  });
});

describe("how much slower than usual a pipeline is", () => {
  const created = job("deploy", "created");
  for (const [title, jobs, seconds] of [
    ["nothing within the usual time", [ended("build", 60), ended("unit", 210)], undefined],
    ["by its critical path once it ended", [ended("build", 60), ended("unit", 310)], 110],
    ["nothing while it runs as usual", [ended("build", 60), running("unit", 100), created], undefined],
    ["by the expected path while it runs", [ended("build", 260), running("unit", 100), created], 200],
    ["nothing for one without dependents", [ended("lint", 100), ended("build", 100), ended("unit", 200)], undefined],
    ["nothing if a job never ran before", [ended("build", 60), ended("unit", 400), ended("odd", 5)], undefined],
  ] as const)
    it(title, () => assert.equal(times(jobs).slower?.seconds, seconds));
});

const { signal } = new AbortController();
const runs = (name: string, stage: string, from: number, duration: number): Job[] =>
  [0, 1, 2].map((at) =>
    fakeJob(from + at, name, stage, "success", { duration, pipeline: pipeline(at + 1, "success", { project_id: 1 }) }),
  );
const of = pipeline(9, "running");
const build = fakeJob(91, "build", "build", "running", { started_at: ago(100), pipeline: of });
const unit = fakeJob(92, "unit", "test", "created", { pipeline: of });

describe("the time that a running pipeline still takes, as it is shown", () => {
  let host: FakeHost;
  let cache: PipelineJobsCache;

  beforeEach(async () => {
    host = new FakeHost();
    const jobs = {
      list: (_: unknown, _query: object, options: object) =>
        host.pages("past", () => [...runs("build", "build", 1, 160), ...runs("unit", "test", 11, 240)], options),
      listForPipeline: (_: unknown, _id: number, _query: object, options: object) =>
        host.pages("jobs", () => [build, unit], options),
    };
    cache = new PipelineJobsCache({ jobs } as unknown as Pick<Client, "jobs">, new RecordStore(), () => now);
    await cache.of(1, 9).load(signal);
  });

  it("is the sum of its jobs", async () => {
    await cache.durations.ensure(1, signal);
    assert.equal(knownTimes(cache, 1, of, undefined, now)?.left, 60 + 240);
    assert.equal(jobTimes(cache, 1, build, now).left, 60);
    assert.equal(jobTimes(cache, 1, { ...build, name: "new" }, now).left, undefined);
    const slow = fakeJob(95, "build", "build", "success", { duration: 240, pipeline: of });
    assert.equal(jobTimes(cache, 1, slow, now).slower?.seconds, 80);
    assert.equal(knownTimes(cache, 1, { ...of, status: "success" }, undefined, now)?.left, undefined, "it has ended");
    assert.equal(knownTimes(cache, 1, pipeline(10, "running"), undefined, now), undefined, "its jobs are unknown");
  });

  it("is computed again only after a second or a change", async () => {
    const times = (at = now) => knownTimes(cache, 1, of, undefined, at);
    const before = times();
    assert.equal(times(now + 500), before);
    assert.notEqual(times(now + 1_500), before);
    await cache.durations.ensure(1, signal);
    const known = times();
    assert.notEqual(known, before);
    assert.equal(times(), known);
    cache.keepNeeds(9, new Map());
    assert.notEqual(times(), known);
  });

  it("is replaced by the delay once overdue", async () => {
    await cache.durations.ensure(1, signal);
    const late = now + 210_000;
    const times = jobTimes(cache, 1, build, late);
    assert.deepEqual([times.left, times.slower?.seconds], [undefined, 150]);
    const row = jobItem({ instance: "https://git.example.com", project: 1, job: build }, { times });
    assert.match(String(row.description), / · slower than usual: \+2m 30s, \+94%$/);
    assert.match(row.accessibilityInformation?.label ?? "", /, 2 minutes 30 seconds \(94%\) slower than usual$/);
    assert.equal(knownTimes(cache, 1, of, undefined, late)?.left, undefined, "its pipeline waits for it");
    cache.keepNeeds(9, new Map([[jobKey("test", "unit"), []]]));
    assert.equal(knownTimes(cache, 1, of, undefined, late)?.left, 240, "it does not decide when the pipeline ends");
  });
});
