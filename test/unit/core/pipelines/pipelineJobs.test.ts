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
  const status = (id: number): string | undefined => jobs.latest?.find((one) => one.id === id)?.status ?? undefined;
  const failed = 1_234;
  /** What the answers to requests wait for that are sent now. */
  let held: Promise<void> | undefined;
  const all = (): Job[] =>
    Array.from({ length: 2_000 }, (_, at) =>
      job(at + 1, `job ${at + 1}`, at < 1_500 ? "test" : "deploy", at + 1 === failed ? "failed" : "success"),
    );
  const setStatus = (of: (id: number) => boolean, to: string, rows = all()): unknown =>
    host.jobs.set(
      7,
      rows.map((one) => (of(one.id) ? { ...one, status: to } : one)),
    );

  beforeEach(async () => {
    clock = 1_000_000;
    host = new FakeHost(() => clock);
    host.jobs.set(7, all());
    jobs = new PipelineJobs(
      (options) => {
        const list = host.client.jobs.listForPipeline(1, 7, { include_retried: true }, { perPage: 100, ...options });
        const until = held;
        const page: typeof list.page = async (cursor) => (await Promise.all([list.page(cursor), until]))[0];
        return { ...list, page };
      },
      () => clock,
    );
    await jobs.load(signal);
    host.requests.length = 0;
  });

  it("find every change of a long pipeline on the pages with unfinished jobs", async () => {
    const all = Array.from({ length: 1_000 }, (_, at) =>
      job(at + 1, `job ${at + 1}`, "test", at < 150 || at > 900 ? "running" : "success"),
    );
    host.jobs.set(7, all);
    await jobs.load(signal);
    const ended = all.map((one) => ({ ...one, status: "success" }));
    host.jobs.set(7, ended);
    let looks = 0;
    for (; jobs.unfinishedSince !== Infinity && looks < 50; looks++) {
      clock += 15_000;
      await jobs.poll(signal);
    }
    assert.ok(looks <= 12, `settled after ${looks}`);
    assert.deepEqual([1, 1_000].map(status), ["success", "success"]);
  });

  it("drop a poll that a load overtook, or that was aborted", async () => {
    host.jobs.set(7, [job(1, "a", "build", "running")]);
    await jobs.load(signal);
    const look = jobs.poll(signal);
    host.jobs.set(7, [job(1, "a", "build", "success")]);
    const [late] = await Promise.allSettled([look, jobs.load(signal)]);
    assert.ok(late.status === "fulfilled" || isCancelled(late.reason));
    assert.equal(status(1), "success");
    await assert.rejects(jobs.poll(AbortSignal.abort()), isCancelled);
  });

  it("take two requests after a retry: the newest jobs, and the page of failed ones", async () => {
    host.jobs.set(7, [...all(), job(2_001, `job ${failed}`, "test", "running")]);
    jobs.noteWrite();
    assert.equal(jobs.isWritten, true);
    await jobs.update(signal);
    assert.deepEqual(host.whats, ["jobs 7 page 1", "jobs 7 page 8"]);
    assert.deepEqual([jobs.isWritten, status(2_001), jobs.size], [false, "running", 2_001]);
  });

  it("continue to older pages while all jobs are new, and are all read when most may have changed", async () => {
    const more = Array.from({ length: 250 }, (_, at) => job(2_001 + at, `more ${at}`, "test", "running"));
    host.jobs.set(7, [...all().filter(({ id }) => id !== failed), ...more]);
    await jobs.update(signal);
    assert.deepEqual(host.whats.slice(0, 3), ["jobs 7 page 1", "jobs 7 page 2", "jobs 7 page 3"]);
    assert.deepEqual([2_250, 2_001].map(status), ["running", "running"]);
    setStatus(() => true, "running");
    await jobs.load(signal);
    host.requests.length = 0;
    await jobs.update(signal);
    assert.equal(host.requests.length, 20);
  });

  it("follow a job that moved to the next page", async () => {
    // The last one of the first page, and so on the second page once there is a newer job.
    setStatus((id) => id === 1_901, "running");
    await jobs.poll(signal);
    assert.equal(status(1_901), "running");
    host.jobs.set(7, [...all(), job(2_001, "new", "test", "success")]);
    for (let looks = 0; looks < 2; looks++) {
      clock += 15_000;
      await jobs.poll(signal);
    }
    assert.equal(status(1_901), "success");
    assert.equal(jobs.unfinishedSince, Infinity);
  });

  it("are not read again without a change", async () => {
    await jobs.ensure(clock, signal);
    assert.deepEqual(host.whats, []);
    await jobs.ensure(clock + 1, signal);
    assert.deepEqual(host.whats, ["jobs 7 page 1", "jobs 7 page 8"], "the pipeline has changed since");
  });

  it("are requested once for concurrent callers, whoever leaves, and again after a write", async () => {
    const leaving = new AbortController();
    const left = jobs.load(leaving.signal);
    const stay = Promise.all([jobs.load(signal), jobs.update(signal)]);
    leaving.abort();
    await assert.rejects(left, isCancelled);
    await stay;
    assert.equal(host.requests.length, 20);
    const before = jobs.load(signal);
    jobs.noteWrite();
    await Promise.all([before, jobs.update(signal)]);
    assert.equal(jobs.isWritten, false);
  });

  /** Sends a poll, whose answer comes only when it is let go. */
  const latePoll = async (): Promise<{ readonly answered: Promise<unknown>; readonly letGo: () => void }> => {
    let letGo = (): void => undefined;
    held = new Promise<void>((resolve) => (letGo = resolve));
    const answered = jobs.poll(signal);
    held = undefined;
    // The host has looked up its jobs by then.
    await new Promise(setImmediate);
    return { answered, letGo };
  };

  it("ignore the answer to an earlier request", async () => {
    const { answered, letGo } = await latePoll();
    clock += 1_000;
    host.jobs.set(7, [...all(), job(2_001, `job ${failed}`, "test", "running")]);
    jobs.noteWrite();
    await jobs.update(signal);
    letGo();
    await assert.rejects(answered, isCancelled);
    assert.equal(status(2_001), "running");
  });

  it("have the age of their request, not of its answer", async () => {
    const { answered, letGo } = await latePoll();
    const askedAt = clock;
    clock += 5_000;
    letGo();
    await answered;
    assert.equal(jobs.seenAt, askedAt);
  });
});
