import assert from "node:assert/strict";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import type { Pipeline } from "../../../../src/api/resources/pipelines.ts";
import { isCancelled } from "../../../../src/core/base/errors.ts";
import { familyJobs, type FamilySource } from "../../../../src/core/pipelines/familyJobs.ts";
import { lastPassedJob } from "../../../../src/core/pipelines/lastPassedJob.ts";
import { PipelineJobs } from "../../../../src/core/pipelines/pipelineJobs.ts";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import type { FabricatedPipeline } from "../../../service/fabricated.ts";
import { emptyService } from "../../../support/emptyService.ts";
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

describe("the jobs of the pipelines used last", () => {
  const { signal } = new AbortController();

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

/** The IDs of the jobs of pipeline 1, whose job has its number, and what was asked. */
async function family(children: Readonly<Record<number, readonly Partial<Pipeline>[] | Error>>, available = true) {
  const [asked, failed]: [string[], unknown[]] = [[], []];
  const source = {
    client: {
      extras: {
        available: () => available,
        bridges: (_project: unknown, id: number) => ({
          page: () => {
            asked.push(`bridges ${id}`);
            const found = children[id] ?? [];
            if (found instanceof Error) return Promise.reject(found);
            return Promise.resolve({ items: found.map((one) => ({ id: 0, downstream_pipeline: one })) });
          },
        }),
      },
    },
    pipelineJobs: {
      of: (_: unknown, id: number) => ({
        ensure: () => Promise.resolve(void asked.push(`jobs ${id}`)),
        latest: [{ id }],
      }),
    },
    records: { changedAt: () => 0 },
    failed: (error: unknown) => void failed.push(error),
  } as unknown as FamilySource;
  const jobs = await familyJobs(source, "acme/app", 1, new AbortController().signal);
  return { jobs: jobs.map(({ id }) => id), asked, failed: failed.length };
}
const child = (id: number): Partial<Pipeline> => ({ id, source: "parent_pipeline" });

describe("the jobs of a pipeline and its child pipelines", () => {
  it("include those of children at any depth, but not of other projects", async () => {
    const { jobs } = await family({ 1: [child(2), { id: 3, source: "pipeline" }], 2: [child(4)], 4: [child(5)] });
    assert.deepEqual(jobs, [1, 2, 4]);
  });

  it("are the pipeline's own without a route for children or an answer", async () => {
    assert.deepEqual(await family({ 1: [child(2)] }, false), { jobs: [1], asked: ["jobs 1"], failed: 0 });
    const { jobs, failed } = await family({ 1: new Error("no") });
    assert.deepEqual([jobs, failed], [[1], 1]);
  });
});

/** On the local service: which job it is, and how many requests it takes. */
describe("the last passed job of a name", () => {
  const service = emptyService();
  const { signal } = new AbortController();
  let path: string;
  let projects = 0;
  beforeEach(async () => {
    projects += 1;
    path = `demo/p${projects}`;
    await service.control.createProject({ path, members: ["alice"], files: { "a.txt": "0\n" } });
  });

  /** Adds a pipeline with a job `unit`. @returns the job's ID */
  const add = async (ref: string, status: string, more: FabricatedPipeline = {}): Promise<number> => {
    const unit = [{ name: "unit", status }];
    const { jobs } = await service.control.addPipeline({ project: path, ref, status, jobs: unit, ...more });
    return jobs[0] ?? 0;
  };
  const lint = { jobs: [{ name: "lint", status: "success" }] };
  const find = async (id: number): Promise<{ readonly id: number | undefined; readonly requests: number }> => {
    const job = await service.client.jobs.get(path, id);
    const since = await service.control.lastRequest();
    const found = await lastPassedJob(service.client, path, job, signal);
    return { id: found?.id, requests: (await service.control.requests(since)).length };
  };
  /** Passed jobs of other work, so many that the first page of the project's jobs has no others. */
  const others = (): Promise<number> => add("busy", "success", { jobs: [], jobCount: 120 });

  it("is the newest earlier one on the branch, found by one request", async () => {
    await add("topic", "success");
    const passed = await add("topic", "success", { status: "failed" });
    await add("main", "success");
    await add("topic", "success", lint);
    const failed = await add("topic", "failed");
    await add("topic", "success");
    assert.deepEqual(await find(failed), { id: passed, requests: 1 });
  });

  it("is found in the newest green pipeline of a busy branch", async () => {
    await add("topic", "success");
    const passed = await add("topic", "success");
    await others();
    const failed = await add("topic", "failed");
    await add("topic", "success");
    assert.deepEqual(await find(failed), { id: passed, requests: 3 });
  });

  it("is that of the default branch if none passed on the branch, found by six requests at most", async () => {
    const passed = await add("main", "success");
    const { id, requests } = await find(await add("topic", "failed"));
    assert.equal(id, passed);
    assert.ok(requests <= 3, String(requests));
    await others();
    for (const _ of ["no green pipeline", "one without the job"]) {
      assert.deepEqual(await find(await add("topic", "failed")), { id: passed, requests: 6 });
      await add("topic", "success", lint);
    }
  });

  it("is that of the merge request's target", async () => {
    const { control } = service;
    for (const [branch, startBranch] of [
      ["release", "main"],
      ["topic", "release"],
    ] as const)
      await control.commit({ "a.txt": branch }, { project: path, branch, startBranch, message: branch });
    await control.addMergeRequest({ project: path, sourceBranch: "topic", targetBranch: "release", title: "Topic" });
    const passed = await add("release", "success");
    await add("main", "success");
    assert.equal((await find(await add("topic", "failed"))).id, passed);
  });

  it("is one with an erased log only if there is no other", async () => {
    const erased = { jobs: [{ name: "unit", status: "success", overrides: { erased_at: "2026-01-01T00:00:00Z" } }] };
    const only = await add("topic", "success", erased);
    assert.equal((await find(await add("topic", "failed"))).id, only);
    const kept = await add("main", "success");
    await add("topic", "success", erased);
    assert.equal((await find(await add("topic", "failed"))).id, kept);
  });

  it("is missing if none passed", async () => {
    await add("main", "success", lint);
    assert.equal((await find(await add("main", "failed"))).id, undefined);
  });
});
