import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import { jobTimes, knownTimes } from "../../../../src/core/pipelines/estimates.ts";
import { jobKey } from "../../../../src/core/pipelines/jobKey.ts";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import "../../../support/vscodeStub.ts";
import { FakeHost, job, pipeline } from "../tree/fakeHost.ts";

const { jobItem } = await import("../../../../src/core/pipelines/jobItem.ts");

const now = Date.parse("2026-01-31T12:00:00Z");
const ago = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();
const { signal } = new AbortController();
const runs = (name: string, stage: string, from: number, duration: number): Job[] =>
  [0, 1, 2].map((at) =>
    job(from + at, name, stage, "success", { duration, pipeline: pipeline(at + 1, "success", { project_id: 1 }) }),
  );
const of = pipeline(9, "running");
const build = job(91, "build", "build", "running", { started_at: ago(100), pipeline: of });
const unit = job(92, "unit", "test", "created", { pipeline: of });

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
    const slow = job(95, "build", "build", "success", { duration: 240, pipeline: of });
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
    const spoken = row.accessibilityInformation?.label ?? "";
    assert.match(spoken, /, 2 minutes 30 seconds \(94%\) slower than usual$/);
    assert.equal(knownTimes(cache, 1, of, undefined, late)?.left, undefined, "its pipeline waits for it");
    cache.keepNeeds(9, new Map([[jobKey("test", "unit"), []]]));
    assert.equal(knownTimes(cache, 1, of, undefined, late)?.left, 240, "it does not decide when the pipeline ends");
  });
});
