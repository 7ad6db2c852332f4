import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { Client } from "../../../../src/api/client.ts";
import type { Bridge } from "../../../../src/api/resources/extraTypes.ts";
import { isCancelled } from "../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { Connection } from "../../../../src/core/connections.ts";
import type { Current } from "../../../../src/core/currentProject.ts";
import { BranchPipeline } from "../../../../src/core/pipelines/branchPipeline.ts";
import { ProjectPipelines } from "../../../../src/core/pipelines/projectPipelines.ts";
import { PollScheduler } from "../../../../src/core/tree/poll.ts";
import type { OpenProject } from "../../../../src/git/project.ts";
import { fakeConnection } from "../fakeConnection.ts";
import { FakeHost, job, pipeline, fault } from "../tree/fakeHost.ts";
import { FakeTimers } from "../tree/fakeTimers.ts";

/** The open project, moved by the test. */
class FakeCurrent {
  private readonly changed = new Emitter<Current>();
  readonly onDidChange = this.changed.event;
  value: Current = { kind: "loading" };
  private readonly connections = new Map<Client, Connection>();

  ready(client: Client, project: Partial<OpenProject> = {}): void {
    const open: OpenProject = {
      ...{ instance: "https://git.example.com", project: 1, name: "app", root: "/app", branch: "main", head: "aaaa" },
      ...project,
    };
    const connection = this.connections.get(client) ?? fakeConnection(client, { instance: { url: open.instance } });
    this.connections.set(client, connection);
    this.move({ kind: "ready", project: open, connection });
  }

  move(value: Current): void {
    this.value = value;
    this.changed.fire(value);
  }
}

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

const ready = { instance: "https://git.example.com", project: 1, name: "app" };

describe("the current branch's pipeline", () => {
  let host: FakeHost;
  let client: Client;
  let current: FakeCurrent;
  let branch: BranchPipeline;
  let clock: number;
  let changes: string[];

  beforeEach(() => {
    clock = 1_000;
    host = new FakeHost();
    client = host.client;
    host.pipelines = [pipeline(7, "running"), pipeline(5)];
    host.latest = 7;
    current = new FakeCurrent();
    branch = new BranchPipeline(current, () => clock);
    changes = [];
    branch.onDidChange(() => changes.push(branch.value.kind));
  });

  const kind = (): string => branch.value.kind;
  /** Shows the pipeline of a branch. */
  const load = async (): Promise<void> => {
    current.ready(client);
    await branch.load(signal);
  };

  const repository = { root: "/app", branch: "main", head: "aaaa" };
  for (const [what, project, request] of [
    ["a branch with a slash", { ...repository, branch: "feature/x" }, "latest feature/x"],
    ["a project without a repository", {}, "latest "],
    ["a detached head", { ...repository, detached: true }, 'list {"sha":"aaaa"} page 1'],
    ["a repository without commits", { root: "/app", branch: "main" }, undefined],
  ] as const)
    it(`sends ${request === undefined ? "no request" : "one request"} for ${what}`, async () => {
      current.move({ kind: "ready", project: { ...ready, ...project }, connection: fakeConnection(client) });
      assert.equal(host.requests.length, 0);
      await branch.load(signal);
      assert.deepEqual(host.whats, request === undefined ? [] : [request]);
      assert.equal(kind(), request === undefined ? "empty" : "pipeline");
    });

  it("shares one request among callers, whichever of them leaves", async () => {
    current.ready(client);
    await Promise.all([branch.load(signal), branch.load(), branch.load(signal)]);
    assert.deepEqual([host.requests.length, changes], [1, ["waiting", "pipeline"]]);
    for (const first of [true, false]) {
      current.ready(client, { branch: `b${String(first)}` });
      const leaver = new AbortController();
      const calls = [branch.load(first ? leaver.signal : signal), branch.load(first ? signal : leaver.signal)];
      leaver.abort();
      const [left, stayed] = await Promise.allSettled(first ? calls : calls.reverse());
      assert.ok(left?.status === "rejected" && isCancelled(left.reason) && stayed?.status === "fulfilled");
    }
    await assert.rejects(branch.load(AbortSignal.abort()), isCancelled);
    assert.deepEqual([host.requests.length, kind()], [3, "pipeline"]);
  });

  it("drops the answer for another branch or after dispose", async () => {
    current.ready(client);
    const late = branch.load(signal);
    current.ready(client, { branch: "other" });
    await assert.rejects(late, isCancelled);
    assert.equal(kind(), "waiting");
    const last = branch.load(signal);
    branch.dispose();
    await assert.rejects(last, isCancelled);
    assert.equal(kind(), "waiting");
  });

  it("keeps its value as outdated when a commit or push moves the branch", async () => {
    await load();
    assert.equal(branch.readAt, clock);
    for (const moved of [{ head: "bbbb" }, { head: "bbbb", pushed: "bbbb" }]) {
      current.ready(client, moved);
      assert.deepEqual([kind(), branch.readAt], ["pipeline", 0]);
      await branch.load(signal);
      current.ready(client, moved);
      assert.equal(branch.readAt, clock, "the same again is no news");
    }
  });

  it("shows a lasting failure, and keeps the pipeline through a passing one", async () => {
    await load();
    host.fails = () => fault("network");
    await assert.rejects(branch.load(signal));
    assert.deepEqual([kind(), branch.failedAt], ["pipeline", clock]);
    host.fails = () => fault("forbidden");
    await branch.load(signal);
    assert.deepEqual([kind(), branch.failedAt], ["failed", undefined], "a refusal is an answer");
    host.fails = () => fault("network");
    await branch.load(signal);
    assert.equal(kind(), "failed");
  });

  const answer = async (...pipelines: readonly object[]): Promise<void> => {
    const { value } = current;
    assert.ok(value.kind === "ready");
    value.connection.records.add("pipelines.list", pipelines, ++clock);
    await turn();
  };
  const shown = (): readonly unknown[] => {
    const { value } = branch;
    return value.kind === "pipeline" ? [value.pipeline.id, value.pipeline.status] : [value.kind];
  };

  it("updates its pipeline or shows a newer one of other answers, but none of another branch, project or parent", async () => {
    await load();
    changes.length = 0;
    branch.patch({ id: 5, status: "failed" });
    branch.patch({ id: 7, status: "running" });
    assert.deepEqual(changes, []);
    await answer({ ...pipeline(7, "success"), ref: "main" });
    assert.deepEqual([...shown(), branch.readAt], [7, "success", 0]);
    const newer = { ...pipeline(20, "running"), ref: "main" };
    const others = [{ ref: "other" }, { project_id: 99 }, { source: "parent_pipeline" }];
    await answer(
      ...others.map((more, at) => ({ ...newer, id: 11 + at, ...more })),
      { id: 14, status: "running", ref: "main" },
      { ...newer, id: 6 },
    );
    assert.deepEqual(shown(), [7, "success"]);
    await answer(newer);
    assert.deepEqual([...shown(), branch.readAt, host.requests.length], [20, "running", 0, 1]);
    const before = current.value;
    current.ready(new FakeHost().client);
    assert.ok(before.kind === "ready");
    before.connection.records.add("pipelines.list", [{ ...newer, id: 30 }], ++clock);
    await turn();
    assert.deepEqual(shown(), ["waiting"], "the account is no longer in use");
  });

  it("shows the first pipeline of a branch that had none", async () => {
    host.latest = undefined;
    await load();
    assert.deepEqual(shown(), ["empty"]);
    await answer({ ...pipeline(8, "pending"), ref: "main" });
    assert.deepEqual(shown(), [8, "pending"]);
  });
});

describe("the trigger jobs of a pipeline", () => {
  const { signal } = new AbortController();
  const bridge = (id: number, status: string, started?: ReturnType<typeof pipeline>): Bridge => ({
    ...job(id, `trigger ${id}`, "deploy", status),
    downstream_pipeline: started ?? null,
  });

  let host: FakeHost;
  let clock: number;
  let data: ProjectPipelines;
  let failures: unknown[];
  const opened = (...pipelines: number[]) => ({ list: false, branch: false, pipelines: new Set(pipelines) });

  beforeEach(() => {
    clock = 1_000_000;
    host = new FakeHost(() => clock);
    host.pipelines = [pipeline(7)];
    failures = [];
    data = new ProjectPipelines({
      failed: (error) => failures.push(error),
      scope: { instance: "https://git.example.com", project: 1 },
      client: host.client,
      filter: {},
      branch: new BranchPipeline(new FakeCurrent()),
      now: () => clock,
    });
  });

  it("are not requested without the route, and are empty after a failure", async () => {
    await data.bridges.load(1, 7, signal);
    assert.deepEqual(host.whats, []);
    host.bridges.set(7, [bridge(2, "success")]);
    host.fails = () => fault("server");
    await data.bridges.load(1, 7, signal);
    assert.deepEqual([data.bridges.of(7), failures.length], [[], 1], "the log tells why there are none");
  });

  it("are read again only while the pipeline is open and runs", async () => {
    const become = (status: string) =>
      host.bridges.set(7, [bridge(2, "success", pipeline(70, status, { project_id: 9 }))]);
    become("running");
    await data.bridges.load(1, 7, signal);
    const looks = async (...open: number[]): Promise<unknown[]> => {
      host.requests.length = 0;
      for (const task of data.refreshes(opened(...open)).filter(({ key }) => key.startsWith("bridges")))
        await task.run(signal);
      assert.ok(host.requests.every(({ repeat }) => !repeat));
      return [...host.whats, data.running];
    };
    assert.deepEqual([await looks(), await looks(7)], [[true], ["bridges 7 page 1", true]]);
    become("success");
    assert.deepEqual([await looks(7), await looks(7)], [["bridges 7 page 1", false], [false]]);
  });

  it("are dropped if the pipeline was closed while they were read", async () => {
    host.bridges.set(7, [bridge(2, "running", pipeline(70, "running", { project_id: 9 }))]);
    const reading = data.bridges.load(1, 7, signal);
    data.close(7);
    await reading;
    assert.equal(data.running, false);
    await data.bridges.load(1, 7, signal);
    const looking = data.bridges.refresh(7, signal);
    data.close(7);
    await looking;
    assert.equal(data.running, false);
  });

  it("lead to downstream jobs, which are followed while they run", async () => {
    host.bridges.set(7, [bridge(2, "running", pipeline(70, "running", { project_id: 9 }))]);
    await data.bridges.load(1, 7, signal);
    host.jobs.set(70, [job(700, "deep", "test", "running", { pipeline: pipeline(70, "success") })]);
    await data.jobs(70, 9).load(signal);
    host.requests.length = 0;
    const task = data.refreshes(opened(7, 70)).find(({ key }) => key === "jobs 70");
    assert.ok(task);
    await task.run(signal);
    assert.deepEqual(host.whats, ["jobs 70 page 1"]);
    assert.equal(data.bridges.downstream(70)?.status, "success");
    data.close(7);
    assert.equal(data.bridges.downstream(70), undefined);
  });
});
