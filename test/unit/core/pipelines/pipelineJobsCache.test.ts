import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { FakeHost, job } from "../tree/fakeHost.ts";

const { signal } = new AbortController();

describe("the jobs of the pipelines used last", () => {
  let host: FakeHost;
  let cache: PipelineJobsCache;

  beforeEach(() => {
    host = new FakeHost();
    cache = new PipelineJobsCache(host.client, new RecordStore(), () => 1_000);
  });
  const fill = (pipeline: number, count: number): unknown =>
    host.jobs.set(
      pipeline,
      Array.from({ length: count }, (_, at) => job(pipeline * 100_000 + at, `${at}`, "test")),
    );

  it("know of writes by pipeline and job, also after they left the cache", async () => {
    for (const id of [7, 8]) {
      fill(id, 3);
      await cache.of(1, id).load(signal);
    }
    const shown = [7, 8].map((id) => cache.of(1, id));
    for (let id = 100; id < 160; id++) cache.of(1, id);
    assert.notEqual(cache.of(1, 7), shown[0]);
    cache.noteWrite(7, undefined);
    const found = shown.map((one) => one.isWritten);
    assert.deepEqual(found, [true, false]);
    cache.noteWrite(undefined, 800_001);
    assert.equal(shown[1]?.isWritten, true);
  });

  it("are bounded in number and jobs, dropping the least recently used", async () => {
    for (let id = 1; id <= 60; id++) cache.of(1, id);
    const old = cache.of(1, 11);
    assert.equal(cache.of(1, 11), old);
    for (const id of [101, 102, 103]) {
      fill(id, 4_000);
      await cache.of(1, id).load(signal);
    }
    assert.equal(cache.of(1, 102).latest?.length, 4_000);
    assert.equal(cache.of(1, 101).latest, undefined, "together they would be 12,000 jobs");
  });
});
