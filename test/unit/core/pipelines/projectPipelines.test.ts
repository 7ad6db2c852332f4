import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import { BranchPipeline } from "../../../../src/core/pipelines/branchPipeline.ts";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import { type ExpandedNodes, ProjectPipelines } from "../../../../src/core/pipelines/projectPipelines.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { PollScheduler } from "../../../../src/core/tree/poll.ts";
import { FakeCurrent } from "../fakeCurrent.ts";
import { FakeHost, fault, job, pipeline } from "../tree/fakeHost.ts";
import { FakeTimers } from "../tree/fakeTimers.ts";

const signal = new AbortController().signal;
const second = 1_000;
const scope = { instance: "https://git.example.com", project: 1 };

describe("the pipelines of a project", () => {
  let timers: FakeTimers;
  let host: FakeHost;
  let client: Client;
  let branch: BranchPipeline;
  let data: ProjectPipelines;
  let pipelineJobs: PipelineJobsCache;
  let current: FakeCurrent;
  let opened: { list: boolean; branch: boolean; pipelines: Set<number> };

  const now = (): number => timers.now();
  const iso = (at: number): string => new Date(at).toISOString();
  const show = async (): Promise<void> => {
    await Promise.all([data.loadList(signal), branch.load(signal)]);
  };
  const open = async (id: number): Promise<void> => {
    opened.pipelines.add(id);
    await data.jobs(id).load(signal);
  };
  const refreshAll = (): Promise<unknown> => Promise.all(data.refreshes(opened).map((task) => task.run(signal)));
  const ids = (of: readonly { readonly id: number }[] = data.list.items ?? []): number[] => of.map(({ id }) => id);
  const running = (id: number): void => {
    host.pipelines[id - 1] = pipeline(id, "running");
  };
  /** Polls as a view does, for some time. */
  const poll = async (seconds: number, soon?: number): Promise<void> => {
    using _polling = startPolling(soon);
    await timers.advance(seconds * second);
  };
  const startPolling = (soon?: number): Disposable => {
    const polling = new PollScheduler({ timers });
    const handle = polling.add({
      name: "view",
      demand: () => (data.running ? "running" : "idle"),
      poll: async (abort) => data.next(opened)?.run(abort),
      refresh: () => undefined,
    });
    if (soon !== undefined) handle.soon(soon * second);
    return { [Symbol.dispose]: () => polling.dispose() };
  };
  const assertWithinBudget = (): void => {
    for (const { at } of host.requests) {
      const within = host.requests.filter((other) => other.at >= at && other.at <= at + 30 * second).length;
      assert.ok(within <= 2, `${within} requests within 30 s`);
    }
  };

  beforeEach(() => {
    timers = new FakeTimers();
    host = new FakeHost(now);
    client = host.client;
    current = new FakeCurrent();
    current.ready(client);
    branch = new BranchPipeline(current, now);
    const records = new RecordStore();
    pipelineJobs = new PipelineJobsCache(client, records, now);
    data = new ProjectPipelines({ scope, client, records, pipelineJobs, filter: {}, branch, now });
    opened = { list: true, branch: true, pipelines: new Set() };
    host.pipelines = Array.from({ length: 50 }, (_, at) => pipeline(at + 1));
    host.latest = 50;
  });

  it("follow a running pipeline to its end with its stages, within 2 requests per 30 s", async () => {
    host.pipelines[49] = pipeline(50, "running", { updated_at: iso(now()) });
    host.jobs.set(50, [job(1, "compile", "build", "running"), job(2, "unit", "test", "created")]);
    await show();
    await open(50);
    host.requests.length = 0;
    using _polling = startPolling();
    await timers.advance(60 * second);
    assert.ok(host.whats.includes("jobs 50 page 1") && host.whats.includes("list {} page 1"), host.whats.join());
    host.jobs.set(50, [job(1, "compile", "build"), job(2, "unit", "test")]);
    host.pipelines[49] = pipeline(50, "success", { updated_at: iso(now()) });
    await timers.advance(60 * second);
    const stages = data.knownJobs(50)?.stages?.map(({ status }) => status);
    assert.deepEqual(
      [data.branchPipeline?.status, data.list.items?.[0]?.status, stages, data.running],
      ["success", "success", ["success", "success"], false],
    );
    const settled = now();
    await timers.advance(600 * second);
    assertWithinBudget();
    const idle = host.requests.filter(({ at }) => at > settled + 60 * second);
    assert.ok(idle.length >= 8 && idle.length <= 9, `${idle.length} in nine idle minutes`);
    assert.ok(idle.every(({ what }) => !what.startsWith("jobs")));
  });

  it("give several open pipelines equal turns, also while some requests fail", async () => {
    for (const id of [48, 49, 50]) {
      running(id);
      host.jobs.set(id, [job(id * 10, "a", "test", "running")]);
    }
    await show();
    for (const id of [48, 49, 50]) await open(id);
    for (const fails of [false, true]) {
      host.requests.length = 0;
      if (fails) host.fails = (what) => (what.startsWith("jobs") ? fault("server") : undefined);
      await poll(20 * 60);
      for (const what of ["list {} page 1", "jobs 48 page 1", "jobs 49 page 1", "jobs 50 page 1"]) {
        const asked = host.whats.filter((one) => one === what).length;
        const share = asked / host.requests.length;
        assert.ok(fails ? asked > 3 : share > 0.2 && share < 0.3, `${what}: ${share}`);
      }
    }
  });

  it("repeat failed requests only when opened, not in the background", async () => {
    running(50);
    host.jobs.set(50, [job(500, "a", "test", "running")]);
    await show();
    await open(50);
    data.addFound(pipeline(3, "running"));
    assert.ok(host.requests.every(({ repeat }) => repeat));
    const tasks = data.refreshes(opened);
    assert.equal(tasks.map(({ key }) => key).join(), "list,branch,jobs 50,pipeline 3");
    host.requests.length = 0;
    for (const { run } of tasks) await run(signal);
    assert.deepEqual([host.requests.length, host.requests.some(({ repeat }) => repeat)], [4, false]);
  });

  it("poll the branch by itself only when the list leaves it out", async () => {
    const latest = (): number => host.whats.filter((what) => what.startsWith("latest")).length;
    await show();
    host.requests.length = 0;
    await poll(10 * 60);
    assert.ok(latest() <= 1, host.whats.join());
    data.filter = { status: "failed" };
    await data.loadList(signal);
    host.requests.length = 0;
    await poll(10 * 60);
    assert.ok(latest() >= 4, host.whats.join());
  });

  it("poll at a running pace for a minute after a push", async () => {
    await show();
    data.notePush();
    assert.equal(data.running, true);
    await timers.advance(61 * second);
    assert.equal(data.running, false);
  });

  it("look for the pipeline of a write in the list first, until it appears", async () => {
    // A list that may leave out the branch's pipeline, so that the branch is polled by itself.
    data = new ProjectPipelines({ scope, client, filter: { source: "push" }, branch, now });
    await show();
    data.expectPipeline();
    assert.equal(data.running, true);
    host.requests.length = 0;
    using _polling = startPolling(3);
    await timers.advance(20 * second);
    assert.deepEqual(host.whats, ['list {"source":"push"} page 1', 'list {"source":"push"} page 1']);
    host.pipelines = [...host.pipelines, pipeline(51, "success", { ref: "stable" })];
    await timers.advance(15 * second);
    assert.equal(data.list.items?.[0]?.id, 51);
    host.requests.length = 0;
    await timers.advance(16 * second);
    assert.deepEqual(host.whats, ["latest main"]);
  });

  it("refresh list, branch and jobs of the written pipeline after a write", async () => {
    host.jobs.set(50, [job(500, "a", "test", "failed")]);
    host.jobs.set(49, [job(490, "a", "test", "success")]);
    await show();
    await open(50);
    await open(49);
    for (const [pipelineId, jobId] of [
      [50, undefined],
      [undefined, 500],
    ] as const) {
      host.requests.length = 0;
      pipelineJobs.noteWrite(pipelineId, jobId);
      data.markChanged(pipelineId, jobId);
      await refreshAll();
      assert.deepEqual([...host.whats].sort(), ["jobs 50 page 1", "latest main", "list {} page 1"]);
    }
  });

  it("read a written pipeline of a later page by itself, follow it, and drop it when it is gone", async () => {
    host.pipelines = Array.from({ length: 150 }, (_, at) => pipeline(at + 1));
    host.latest = 150;
    await show();
    while (data.list.hasMore) await data.list.more(signal);
    const status = () => data.list.items?.find(({ id }) => id === 15)?.status;
    running(15);
    data.markChanged(15, undefined);
    await refreshAll();
    assert.equal(status(), "running");
    host.pipelines[14] = pipeline(15, "failed");
    await poll(2 * 60);
    assert.equal(status(), "failed");
    host.pipelines = host.pipelines.filter(({ id }) => id !== 15);
    data.markChanged(15, undefined);
    await refreshAll();
    assert.equal(ids().includes(15), false);
  });

  it("read the details of a pipeline once, and again when it changed", async () => {
    await show();
    host.requests.length = 0;
    const [latest, other] = [...(data.list.items ?? [])];
    assert.ok(latest && other);
    assert.equal((await data.loadDetails(latest, signal)).duration, 61, "the branch's came with its details");
    assert.equal((await data.loadDetails(other, signal)).coverage, "87.5");
    await data.loadDetails(other, signal);
    assert.deepEqual(host.whats, ["get 49"]);
    await data.loadDetails({ ...other, status: "failed" }, signal);
    assert.deepEqual(host.whats, ["get 49", "get 49"]);
  });

  it("request nothing that is closed", async () => {
    running(50);
    host.jobs.set(50, [job(1, "a", "test", "running")]);
    await show();
    await open(50);
    data.close(50);
    const closed: ExpandedNodes = { list: false, branch: true, pipelines: new Set() };
    host.requests.length = 0;
    for (let times = 0; times < 4; times++) await data.next(closed)?.run(signal);
    assert.deepEqual(new Set(host.whats), new Set(["latest main"]));
  });
});
