import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import { isCancelled } from "../../../../src/core/base/errors.ts";
import { BranchPipeline } from "../../../../src/core/pipelines/branchPipeline.ts";
import { fakeConnection } from "../fakeConnection.ts";
import { FakeCurrent } from "../fakeCurrent.ts";
import { FakeHost, fault, pipeline } from "../tree/fakeHost.ts";

const signal = new AbortController().signal;

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
