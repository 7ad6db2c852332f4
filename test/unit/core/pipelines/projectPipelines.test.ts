import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { BranchPipeline } from "../../../../src/core/pipelines/branchPipeline.ts";
import { ProjectPipelines } from "../../../../src/core/pipelines/projectPipelines.ts";
import { PollScheduler } from "../../../../src/core/tree/poll.ts";
import { FakeCurrent } from "../fakeCurrent.ts";
import { FakeHost, job, pipeline } from "../tree/fakeHost.ts";
import { FakeTimers } from "../tree/fakeTimers.ts";

const signal = new AbortController().signal;
const scope = { instance: "https://git.example.com", project: 1 };

describe("the pipelines of a project", () => {
  let timers: FakeTimers;
  let host: FakeHost;
  let branch: BranchPipeline;
  let data: ProjectPipelines;
  let opened: { list: boolean; branch: boolean; pipelines: Set<number> };

  const show = () => Promise.all([data.loadList(signal), branch.load(signal)]);
  const refreshAll = (): Promise<unknown> => Promise.all(data.refreshes(opened).map((task) => task.run(signal)));
  const running = (id: number): void => {
    host.pipelines[id - 1] = pipeline(id, "running");
  };
  /** Polls as a view does, for some minutes. */
  const poll = async (minutes: number): Promise<void> => {
    const polling = new PollScheduler({ timers });
    const demand = () => (data.running ? "running" : "idle");
    polling.add({
      name: "view",
      demand,
      poll: async (abort) => data.next(opened)?.run(abort),
      refresh: () => undefined,
    });
    await timers.advance(minutes * 60_000);
    polling.dispose();
  };

  beforeEach(() => {
    timers = new FakeTimers();
    const now = (): number => timers.now();
    host = new FakeHost(now);
    const { client } = host;
    const current = new FakeCurrent();
    current.ready(client);
    branch = new BranchPipeline(current, now);
    data = new ProjectPipelines({ scope, client, filter: {}, branch, now });
    opened = { list: true, branch: true, pipelines: new Set() };
    host.pipelines = Array.from({ length: 150 }, (_, at) => pipeline(at + 1));
    host.latest = 150;
  });

  it("repeat failed requests only when opened, not in the background", async () => {
    running(150);
    host.jobs.set(150, [job(500, "a", "test", "running")]);
    await show();
    opened.pipelines.add(150);
    await data.jobs(150).load(signal);
    data.addFound(pipeline(3, "running"));
    assert.ok(host.requests.every(({ repeat }) => repeat));
    const tasks = data.refreshes(opened);
    assert.equal(tasks.map(({ key }) => key).join(), "list,branch,jobs 150,pipeline 3");
    host.requests.length = 0;
    for (const { run } of tasks) await run(signal);
    assert.deepEqual([host.requests.length, host.requests.some(({ repeat }) => repeat)], [4, false]);
  });

  it("poll the branch by itself only when the list leaves it out", async () => {
    const latest = (): number => host.whats.filter((what) => what.startsWith("latest")).length;
    await show();
    host.requests.length = 0;
    await poll(10);
    assert.ok(latest() <= 1, host.whats.join());
    data.filter = { status: "failed" };
    await data.loadList(signal);
    host.requests.length = 0;
    await poll(10);
    assert.ok(latest() >= 4, host.whats.join());
  });

  it("read a written pipeline of a later page by itself, follow it, and drop it when it is gone", async () => {
    await show();
    while (data.list.hasMore) await data.list.more(signal);
    const status = () => data.list.items?.find(({ id }) => id === 15)?.status;
    running(15);
    data.markChanged(15, undefined);
    await refreshAll();
    assert.equal(status(), "running");
    host.pipelines[14] = pipeline(15, "failed");
    await poll(2);
    assert.equal(status(), "failed");
    host.pipelines = host.pipelines.filter(({ id }) => id !== 15);
    data.markChanged(15, undefined);
    await refreshAll();
    assert.equal(status(), undefined);
  });
});
