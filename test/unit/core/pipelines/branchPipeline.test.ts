import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import { isCancelled } from "../../../../src/core/base/errors.ts";
import { BranchPipeline, targetOf } from "../../../../src/core/pipelines/branchPipeline.ts";
import type { OpenProject } from "../../../../src/git/project.ts";
import { fakeConnection } from "../fakeConnection.ts";
import { FakeCurrent } from "../fakeCurrent.ts";
import { FakeHost, fault, pipeline } from "../tree/fakeHost.ts";
import { settle } from "../tree/fakeTimers.ts";

const signal = new AbortController().signal;

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

  const repository = { root: "/app", branch: "main", head: "aaaa" };
  const targets: readonly (readonly [what: string, project: Partial<OpenProject>, request?: string])[] = [
    ["a branch", repository, "latest main"],
    ["a branch with a slash", { ...repository, branch: "feature/x" }, "latest feature/x"],
    ["a project without a repository", {}, "latest "],
    ["a detached head", { root: "/app", head: "aaaa", detached: true }, 'list {"sha":"aaaa"} page 1'],
    ["a repository without commits", { root: "/app", branch: "main" }],
  ];
  for (const [what, project, request] of targets)
    it(`sends ${request === undefined ? "no request" : "one request"} for ${what}`, async () => {
      const open: OpenProject = { instance: "https://git.example.com", project: 1, name: "app", ...project };
      current.move({ kind: "ready", project: open, connection: fakeConnection(client) });
      await branch.load(signal);
      assert.deepEqual(host.whats, request === undefined ? [] : [request]);
      assert.equal(kind(), request === undefined ? "empty" : "pipeline");
      assert.equal(branch.value.kind === "none" ? "" : branch.value.target.kind, targetOf(open).kind);
    });

  it("sends nothing by itself or without a project", async () => {
    await branch.load(signal);
    current.ready(client);
    assert.equal(kind(), "waiting");
    assert.equal(host.requests.length, 0);
    current.move({ kind: "signedOut", project: { instance: "https://git.example.com", project: 1, name: "app" } });
    assert.equal(kind(), "none");
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
    assert.deepEqual([host.requests.length, kind()], [3, "pipeline"]);
  });

  it("keeps the answer after all callers left, and sends nothing for an aborted call", async () => {
    current.ready(client);
    const leaver = new AbortController();
    const only = branch.load(leaver.signal);
    leaver.abort();
    await assert.rejects(only, isCancelled);
    await settle();
    assert.equal(kind(), "pipeline");
    assert.equal(host.requests.length, 1);
    await assert.rejects(branch.load(AbortSignal.abort()), isCancelled);
    assert.equal(host.requests.length, 1);
  });

  it("aborts the request on dispose", async () => {
    current.ready(client);
    const late = branch.load(signal);
    branch.dispose();
    await assert.rejects(late, isCancelled);
    assert.equal(kind(), "waiting");
  });

  it("drops the answer for another branch", async () => {
    current.ready(client);
    const late = branch.load(signal);
    current.ready(client, { branch: "other" });
    await assert.rejects(late, isCancelled);
    assert.equal(kind(), "waiting");
    host.latest = undefined;
    await branch.load(signal);
    assert.equal(kind(), "empty");
  });

  it("keeps its value as outdated when a commit or push moves the branch", async () => {
    current.ready(client);
    await branch.load(signal);
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
    current.ready(client);
    await branch.load(signal);
    host.fails = () => fault("network");
    await assert.rejects(branch.load(signal));
    assert.equal(kind(), "pipeline");
    host.fails = () => fault("forbidden");
    await branch.load(signal);
    assert.equal(kind(), "failed");
    host.fails = () => fault("network");
    await branch.load(signal);
    assert.equal(kind(), "failed");
    host.fails = undefined;
    await branch.load(signal);
    assert.equal(kind(), "pipeline");
  });

  it("takes news about its own pipeline only, and marks its details as outdated", async () => {
    current.ready(client);
    await branch.load(signal);
    changes.length = 0;
    branch.patch({ id: 5, status: "failed" });
    branch.patch({ id: 7, status: "running" });
    assert.deepEqual(changes, []);
    branch.patch({ id: 7, status: "success" });
    assert.ok(branch.value.kind === "pipeline" && branch.value.pipeline.status === "success");
    assert.equal(branch.readAt, 0);
  });

  describe("in answers to other requests", () => {
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

    it("updates its pipeline or shows a newer one, but none of another branch, project or parent", async () => {
      current.ready(client);
      await branch.load(signal);
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
    });

    it("shows the first pipeline of a branch that had none", async () => {
      host.latest = undefined;
      current.ready(client);
      await branch.load(signal);
      assert.deepEqual(shown(), ["empty"]);
      await answer({ ...pipeline(8, "pending"), ref: "main" });
      assert.deepEqual(shown(), [8, "pending"]);
    });

    it("ignores answers of an account no longer in use", async () => {
      current.ready(client);
      await branch.load(signal);
      const before = current.value;
      current.ready(new FakeHost().client);
      assert.ok(before.kind === "ready");
      before.connection.records.add("pipelines.list", [{ ...pipeline(30, "failed"), ref: "main" }], ++clock);
      await turn();
      assert.deepEqual(shown(), ["waiting"]);
    });
  });

  it("remembers since when the host fails to answer", async () => {
    current.ready(client);
    host.fails = () => fault("network");
    await branch.load(signal).catch(() => undefined);
    assert.equal(branch.failedAt, clock);
    host.fails = () => fault("forbidden");
    await branch.load(signal);
    assert.equal(branch.failedAt, undefined, "a refusal is an answer");
  });
});
