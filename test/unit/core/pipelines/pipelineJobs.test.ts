import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import { isCancelled } from "../../../../src/core/base/errors.ts";
import { PipelineJobs } from "../../../../src/core/pipelines/pipelineJobs.ts";
import { FakeHost, job } from "../tree/fakeHost.ts";

const signal = new AbortController().signal;

describe("the jobs of a pipeline", () => {
  let host: FakeHost;
  let clock: number;
  let jobs: PipelineJobs;
  const status = (id: number): Job["status"] =>
    jobs.stages?.flatMap((stage) => stage.jobs).find((row) => row.job.id === id)?.job.status;

  beforeEach(() => {
    clock = 1_000_000;
    host = new FakeHost(() => clock);
    jobs = new PipelineJobs(
      (options) => host.client.jobs.listForPipeline(1, 7, { include_retried: true }, { perPage: 100, ...options }),
      () => clock,
    );
  });

  it("cost one request per hundred to open, and one to look again however many there are", async () => {
    host.jobs.set(
      7,
      Array.from({ length: 2_000 }, (_, at) => job(at + 1, `job ${at + 1}`, `stage ${at % 4}`)),
    );
    await jobs.load(signal);
    assert.equal(host.requests.length, 20);
    assert.equal(
      jobs.stages?.reduce((sum, stage) => sum + stage.jobs.length, 0),
      2_000,
    );
    assert.equal(jobs.unfinishedSince, Infinity);
    await jobs.poll(signal);
    assert.equal(host.requests.length, 21);
  });

  it("say how many they are when the host does not return the rest", async () => {
    const read = (capped: boolean) => Promise.resolve({ items: [job(1, "a", "test"), job(2, "b", "test")], capped });
    let isCapped = true;
    const part = new PipelineJobs(
      (options) => ({
        ...host.client.jobs.listForPipeline(1, 7, {}, { perPage: 100, ...options }),
        all: () => read(isCapped),
      }),
      () => clock,
    );
    await part.load(signal);
    assert.equal(part.capped, 2);
    isCapped = false;
    await part.load(signal);
    assert.equal(part.capped, undefined);
  });

  it("find every change of a long pipeline by looking at the pages with unfinished jobs", async () => {
    const all = Array.from({ length: 1_000 }, (_, at) =>
      job(at + 1, `job ${at + 1}`, "test", at < 150 || at > 900 ? "running" : "success"),
    );
    host.jobs.set(7, all);
    await jobs.load(signal);
    host.jobs.set(
      7,
      all.map((one) => ({ ...one, status: "success" })),
    );
    let looks = 0;
    while (jobs.unfinishedSince !== Infinity && looks < 50) {
      clock += 15_000;
      await jobs.poll(signal);
      looks++;
    }
    assert.ok(looks <= 12, `settled after ${looks}`);
    assert.equal(status(1), "success");
    assert.equal(status(1_000), "success");
  });

  it("put a new attempt in the place of the old one", async () => {
    host.jobs.set(7, [job(1, "a", "build", "failed"), job(2, "b", "test", "skipped")]);
    await jobs.load(signal);
    host.jobs.set(7, [job(1, "a", "build", "failed"), job(2, "b", "test", "created"), job(3, "a", "build", "running")]);
    await jobs.poll(signal);
    const [build, test] = jobs.stages ?? [];
    assert.deepEqual(
      [build?.name, build?.jobs[0]?.job.id, build?.jobs[0]?.earlier.map(({ id }) => id)],
      ["build", 3, [1]],
    );
    assert.equal(test?.jobs[0]?.job.status, "created");
  });

  it("tell the pipeline's status when the jobs carry it", async () => {
    const carried = { id: 7, ref: "main", sha: "abc", status: "canceled" };
    host.jobs.set(7, [job(1, "a", "build", "running", { pipeline: carried })]);
    await jobs.load(signal);
    assert.equal(await jobs.poll(signal), "canceled");
    host.jobs.set(7, [job(1, "a", "build", "running")]);
    assert.equal(await jobs.poll(signal), undefined);
  });

  it("drop a look that was overtaken by reading all anew, and one that was called off", async () => {
    host.jobs.set(7, [job(1, "a", "build", "running")]);
    await jobs.load(signal);
    const look = jobs.poll(signal);
    host.jobs.set(7, [job(1, "a", "build", "success")]);
    const [late] = await Promise.allSettled([look, jobs.load(signal)]);
    assert.ok(late.status === "fulfilled" || isCancelled(late.reason));
    assert.equal(status(1), "success");
    await assert.rejects(jobs.poll(AbortSignal.abort()), isCancelled);
  });
});
