import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import { BranchPipeline } from "../../../../src/core/pipelines/branchPipeline.ts";
import { PipelineJobsCache } from "../../../../src/core/pipelines/pipelineJobsCache.ts";
import { type ExpandedNodes, ProjectPipelines } from "../../../../src/core/pipelines/projectPipelines.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { PollScheduler, type PollHandle } from "../../../../src/core/tree/poll.ts";
import { json, TestServer } from "../../api/server.ts";
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
  let server: TestServer | undefined;

  const now = (): number => timers.now();
  const iso = (at: number): string => new Date(at).toISOString();
  const show = async (): Promise<void> => {
    await Promise.all([data.loadList(signal), branch.load(signal)]);
  };
  const open = async (id: number): Promise<void> => {
    opened.pipelines.add(id);
    await data.jobs(id).load(signal);
  };
  /** What a view does: one budget, one source, the next most useful request. */
  const poll = (): { pollHandle: PollHandle; stop(): void } => {
    const polling = new PollScheduler({ timers });
    const pollHandle = polling.add({
      name: "view",
      demand: () => (data.running ? "running" : "idle"),
      poll: async (abort) => data.next(opened)?.run(abort),
      refresh: () => undefined,
    });
    return { pollHandle, stop: () => polling.dispose() };
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

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it("cost two requests to show, sent together", async () => {
    const showing = show();
    assert.deepEqual(host.whats, ["list {} page 1", "latest main"]);
    await showing;
    assert.equal(host.requests.length, 2);
    assert.equal(data.running, false);
  });

  it("follow a running pipeline to its end with its stages, within 2 requests per 30 s", async () => {
    host.pipelines[49] = pipeline(50, "running", { updated_at: iso(now()) });
    host.jobs.set(50, [job(1, "compile", "build", "running"), job(2, "unit", "test", "created")]);
    await show();
    await open(50);
    host.requests.length = 0;
    const polling = poll();
    await timers.advance(60 * second);
    assert.ok(host.whats.includes("jobs 50 page 1") && host.whats.includes("list {} page 1"), host.whats.join());
    host.jobs.set(50, [job(1, "compile", "build"), job(2, "unit", "test")]);
    host.pipelines[49] = pipeline(50, "success", { updated_at: iso(now()) });
    await timers.advance(60 * second);
    assert.equal(data.branchPipeline?.status, "success");
    assert.equal(data.list.items?.[0]?.status, "success");
    assert.deepEqual(
      data.knownJobs(50)?.stages?.map(({ status }) => status),
      ["success", "success"],
    );
    assert.equal(data.running, false);
    const settled = now();
    await timers.advance(600 * second);
    for (const { at } of host.requests) {
      const within = host.requests.filter((other) => other.at >= at && other.at <= at + 30 * second).length;
      assert.ok(within <= 2, `${within} requests within 30 s`);
    }
    const idle = host.requests.filter(({ at }) => at > settled + 60 * second);
    assert.ok(idle.length >= 8 && idle.length <= 9, `${idle.length} in nine idle minutes`);
    assert.ok(
      idle.every(({ what }) => !what.startsWith("jobs")),
      "finished jobs are left alone",
    );
    polling.stop();
  });

  it("keep a long running pipeline within the budget and still settle", async () => {
    host.pipelines[49] = pipeline(50, "running");
    const jobs = Array.from({ length: 450 }, (_, at) => job(at + 1, `job ${at}`, "test", "running"));
    host.jobs.set(50, jobs);
    await show();
    await open(50);
    host.requests.length = 0;
    const polling = poll();
    host.jobs.set(
      50,
      jobs.map((one) => ({ ...one, status: "success" })),
    );
    host.pipelines[49] = pipeline(50, "success", { updated_at: iso(now()) });
    await timers.advance(15 * 60 * second);
    polling.stop();
    assert.equal(data.knownJobs(50)?.unfinishedSince, Infinity);
    for (const { at } of host.requests) {
      assert.ok(host.requests.filter((other) => other.at >= at && other.at <= at + 30 * second).length <= 2);
    }
  });

  it("give several open pipelines their turns", async () => {
    for (const id of [48, 49, 50]) {
      host.pipelines[id - 1] = pipeline(id, "running");
      host.jobs.set(id, [job(id * 10, "a", "test", "running")]);
    }
    await show();
    for (const id of [48, 49, 50]) await open(id);
    host.requests.length = 0;
    const polling = poll();
    await timers.advance(20 * 60 * second);
    polling.stop();
    for (const what of ["list {} page 1", "jobs 48 page 1", "jobs 49 page 1", "jobs 50 page 1"]) {
      const share = host.whats.filter((one) => one === what).length / host.requests.length;
      assert.ok(share > 0.2 && share < 0.3, `${what}: ${share}`);
    }
  });

  it("do not let a request that fails keep the others from their turn", async () => {
    host.pipelines[49] = pipeline(50, "running");
    host.jobs.set(50, [job(1, "a", "test", "running")]);
    await show();
    await open(50);
    host.requests.length = 0;
    host.fails = (what) => (what.startsWith("jobs") ? fault("server") : undefined);
    const polling = poll();
    await timers.advance(10 * 60 * second);
    polling.stop();
    assert.ok(host.whats.filter((what) => what.startsWith("list")).length > 3, host.whats.join());
  });

  it("are looked after with one request at a time, also on a host that fails; opening them may take several", async () => {
    server = await TestServer.start();
    const { seen: requests } = server;
    server.handler = (_request, response) => response.writeHead(502).end();
    client = server.client();
    current.ready(client);
    data = new ProjectPipelines({ scope, client, filter: {}, branch, now });
    const seen = async (...asking: Promise<unknown>[]): Promise<number> => {
      const before = requests.length;
      await Promise.allSettled(asking);
      return requests.length - before;
    };
    assert.equal(await seen(data.loadList(signal)), 3);
    assert.equal(await seen(branch.load(signal)), 3);
    assert.equal(await seen(data.jobs(7).load(signal)), 3);
    server.handler = (_request, response) => json(response, [pipeline(7, "running")]);
    await data.loadList(signal);
    server.handler = (_request, response) => json(response, [job(1, "a", "test", "running")]);
    await open(7);
    server.handler = (_request, response) => response.writeHead(502).end();
    data.addFound(pipeline(3, "running"));
    const tasks = data.refreshes(opened);
    assert.deepEqual(
      tasks.map(({ key }) => key),
      ["list", "branch", "jobs 7", "pipeline 3"],
    );
    for (const { key, run } of tasks) assert.equal(await seen(run(signal)), 1, key);
  });

  it("look at the branch by itself only when the list does not tell of it", async () => {
    await show();
    host.requests.length = 0;
    let polling = poll();
    await timers.advance(10 * 60 * second);
    polling.stop();
    assert.ok(host.whats.filter((what) => what.startsWith("latest")).length <= 1, host.whats.join());
    data.filter = { status: "failed" };
    await data.loadList(signal);
    host.requests.length = 0;
    polling = poll();
    await timers.advance(10 * 60 * second);
    polling.stop();
    assert.ok(host.whats.filter((what) => what.startsWith("latest")).length >= 4, host.whats.join());
  });

  it("learn from the list that the branch has a newer pipeline", async () => {
    await show();
    host.pipelines.push(pipeline(51, "pending"));
    host.latest = 51;
    await data.refreshList(signal);
    assert.equal(branch.readAt, 0);
    host.requests.length = 0;
    await data.next(opened)?.run(signal);
    assert.deepEqual(host.whats, ["latest main"]);
    assert.equal(data.branchPipeline?.id, 51);
  });

  it("look at a running pace for a minute after a push, because its pipeline comes a moment later", async () => {
    await show();
    data.notePush();
    assert.equal(data.running, true);
    await timers.advance(61 * second);
    assert.equal(data.running, false);
  });

  it("look for the pipeline that a write makes a moment later: in the list first, whatever its branch, until it is there", async () => {
    // A list that may leave out the branch's pipeline, so that the branch is looked at by itself.
    data = new ProjectPipelines({ scope, client, filter: { source: "push" }, branch, now });
    await show();
    data.expectPipeline();
    assert.equal(data.running, true);
    host.requests.length = 0;
    const polling = poll();
    polling.pollHandle.soon(3 * second);
    await timers.advance(20 * second);
    assert.deepEqual(host.whats, ['list {"source":"push"} page 1', 'list {"source":"push"} page 1']);
    host.pipelines = [...host.pipelines, pipeline(51, "success", { ref: "stable" })];
    await timers.advance(15 * second);
    assert.equal(data.list.items?.[0]?.id, 51);
    host.requests.length = 0;
    await timers.advance(16 * second);
    polling.stop();
    assert.deepEqual(host.whats, ["latest main"], "others have their turn again");
  });

  it("refresh after a write: the list, the branch, the written pipeline's jobs; nothing else", async () => {
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
      await Promise.all(data.refreshes(opened).map((task) => task.run(signal)));
      assert.deepEqual([...host.whats].sort(), ["jobs 50 page 1", "latest main", "list {} page 1"]);
    }
  });

  it("drop a deleted pipeline with the list's own request, wherever it stood", async () => {
    for (const id of [31, 40]) {
      await show();
      host.requests.length = 0;
      host.pipelines = host.pipelines.filter((one) => one.id !== id);
      data.markChanged(id, undefined);
      await Promise.all(data.refreshes(opened).map((task) => task.run(signal)));
      assert.deepEqual([...host.whats].sort(), ["latest main", "list {} page 1"]);
      assert.equal(
        data.list.items?.some((one) => one.id === id),
        false,
      );
    }
  });

  it("look at a written pipeline that the list's request does not reach, and drop it when it is gone", async () => {
    host.pipelines = Array.from({ length: 150 }, (_, at) => pipeline(at + 1));
    host.latest = 150;
    await show();
    while (data.list.hasMore) await data.list.more(signal);
    host.pipelines[14] = pipeline(15, "running");
    data.markChanged(15, undefined);
    await Promise.all(data.refreshes(opened).map((task) => task.run(signal)));
    assert.equal(data.list.items?.find(({ id }) => id === 15)?.status, "running");
    host.pipelines[14] = pipeline(15, "failed");
    const polling = poll();
    await timers.advance(2 * 60 * second);
    polling.stop();
    assert.equal(data.list.items.find(({ id }) => id === 15)?.status, "failed", "followed to its end");
    host.pipelines = host.pipelines.filter(({ id }) => id !== 15);
    data.markChanged(15, undefined);
    await Promise.all(data.refreshes(opened).map((task) => task.run(signal)));
    assert.equal(
      data.list.items.some(({ id }) => id === 15),
      false,
    );
  });

  it("show one that no list holds in a row of its own, and keep it up to date while it runs", async () => {
    await show();
    data.addFound(pipeline(50));
    assert.equal(data.found.length, 0, "the list has it");
    host.pipelines[2] = pipeline(3, "running");
    data.addFound(pipeline(3, "running"));
    assert.deepEqual(
      data.found.map(({ id }) => id),
      [3],
    );
    host.pipelines[2] = pipeline(3, "failed");
    const polling = poll();
    await timers.advance(2 * 60 * second);
    polling.stop();
    assert.equal(data.found[0]?.status, "failed");
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

  it("ask for nothing that is closed", async () => {
    host.pipelines[49] = pipeline(50, "running");
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
