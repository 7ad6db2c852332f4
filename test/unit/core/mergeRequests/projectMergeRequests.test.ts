import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { ListOptions } from "../../../../src/api/request.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequests.ts";
import { mergeRequestFolders } from "../../../../src/core/mergeRequests/folders.ts";
import { ProjectMergeRequests } from "../../../../src/core/mergeRequests/projectMergeRequests.ts";
import { FakeHost, fault, job, pipeline } from "../tree/fakeHost.ts";
import { FakeTimers } from "../tree/fakeTimers.ts";

const second = 1_000;
const scope = { instance: "https://git.example.com", project: "group/project" };
const signal = new AbortController().signal;
const mergeRequest = (iid: number, rest: Partial<MergeRequest> = {}): MergeRequest => ({
  id: 100 + iid,
  iid,
  project_id: 1,
  title: `number ${iid}`,
  state: "opened",
  created_at: null,
  updated_at: null,
  web_url: "",
  sha: `sha${iid}`,
  ...rest,
});

describe("what is known of merge requests", () => {
  let timers: FakeTimers;
  let host: FakeHost;
  let listed: MergeRequest[];
  let data: ProjectMergeRequests;
  const folders = (everywhere = false) =>
    mergeRequestFolders({
      project: { branch: "main", root: "/x" },
      username: "alice",
      everywhere,
      filter: {},
      own: [],
    });
  const folder = (id: string, everywhere = false) => folders(everywhere).find((one) => one.id === id)!;

  beforeEach(() => {
    timers = new FakeTimers();
    host = new FakeHost(() => timers.now());
    listed = [mergeRequest(1), mergeRequest(2)];
    const { client } = host;
    const list = (what: string, options: ListOptions) => host.pages(what, () => listed, options);
    const mergeRequests = {
      list: (query: object, options: ListOptions) => list(`everywhere ${JSON.stringify(query)}`, options),
      listForProject: (_project: unknown, query: object, options: ListOptions) =>
        list(`merge requests ${JSON.stringify(query)}`, options),
    };
    data = new ProjectMergeRequests({
      scope,
      client: { ...client, mergeRequests } as unknown as Client,
      number: () => 1,
      now: () => timers.now(),
    });
  });

  it("keeps a list until its query changes", async () => {
    const list = data.list(folder("all"));
    await list.load(signal);
    assert.equal(data.list(folder("all")), list);
    assert.equal(data.list({ ...folder("all"), query: { state: "closed" } }).items, undefined);
    assert.equal(data.list(folder("all", true)).items, undefined, "all projects are another list");
  });

  it("counts with a simple view, and requests a merge check with the first load", async () => {
    const list = data.list(folder("assigned"));
    await list.count(signal);
    assert.equal(list.total, 2);
    await list.load(signal);
    await list.refresh(signal);
    assert.deepEqual(host.whats, [
      'merge requests {"state":"opened","scope":"assigned_to_me","view":"simple"} page 1',
      'merge requests {"state":"opened","scope":"assigned_to_me","with_merge_status_recheck":true} page 1',
      'merge requests {"state":"opened","scope":"assigned_to_me"} page 1',
    ]);
  });

  it("requests merge checks until the status is known, only of open ones", async () => {
    listed = [mergeRequest(1, { detailed_merge_status: "mergeable" })];
    const list = data.list(folder("all"));
    await list.load(signal);
    listed = [mergeRequest(1, { detailed_merge_status: "unchecked" })];
    await list.refresh(signal);
    await list.refresh(signal);
    listed = [mergeRequest(1, { detailed_merge_status: "conflict" })];
    await list.refresh(signal);
    await list.refresh(signal);
    await data.list({ ...folder("all"), query: { state: "merged" } }).load(signal);
    assert.deepEqual(
      host.whats.map((what) => what.includes("with_merge_status_recheck")),
      [true, false, true, true, false, false],
    );
  });

  it("polls for a pending merge status, and updates all folders", async () => {
    const statuses = (...of: ["checking" | "conflict", "mergeable"]): void => {
      listed = of.map((status, at) => mergeRequest(at + 1, { detailed_merge_status: status }));
    };
    statuses("checking", "mergeable");
    const opened = { folders: [folder("current"), folder("all")], pipelines: [] };
    for (const one of opened.folders) await data.list(one).load(signal);
    assert.deepEqual([data.isAwaited(opened), data.isRunning(opened)], [true, true]);
    statuses("conflict", "mergeable");
    host.requests.length = 0;
    const look = data.next(opened);
    assert.equal(look?.key, "folder current", "before the pipelines, which were never looked at");
    await look.run(signal);
    assert.equal(host.requests.length, 1);
    assert.deepEqual(
      data.rows(folder("all"))?.map(({ detailed_merge_status: status }) => status),
      ["mergeable", "conflict"],
    );
    assert.deepEqual([data.isAwaited(opened), data.isRunning(opened)], [false, false]);
  });

  it("stops polling for a merge status after three attempts", async () => {
    const unchecked = Object.fromEntries([["merge_status", "unchecked"]]);
    listed = [mergeRequest(1, { detailed_merge_status: "draft_status", ...unchecked })];
    const list = data.list(folder("all"));
    await list.load(signal);
    for (let look = 0; look < 3; look++) {
      assert.equal(list.isAwaited, true);
      await list.refresh(signal);
    }
    assert.equal(list.isAwaited, false);
    listed = [mergeRequest(1, { sha: "moved", detailed_merge_status: "unchecked" })];
    await list.refresh(signal);
    assert.equal(list.isAwaited, true);
  });

  it("leaves out branches of the same name in other projects", async () => {
    listed = [
      mergeRequest(1, { project_id: 9, source_project_id: 1 }),
      mergeRequest(2, { project_id: 9, source_project_id: 9 }),
      mergeRequest(3, { source_project_id: null }),
    ];
    await data.list(folder("current", true)).load(signal);
    assert.deepEqual(
      data.rows(folder("current", true))?.map(({ iid }) => iid),
      [3, 1],
    );
  });

  it("finds the merge request of a checked-out branch", async () => {
    const current = (branch: string, everywhere: boolean) =>
      mergeRequestFolders({ project: { branch, root: "/x" }, username: "alice", everywhere, filter: {}, own: [] })[0]!;
    const query = { state: "opened", scope: "all" };
    for (const [name, everywhere, more] of [
      ["merge-requests/2/topic", false, { source_branch: "topic", iids: [2] }],
      ["merge-requests/2/topic", true, { source_branch: "topic" }],
      ["merge-requests/2", true, { iids: [2] }],
    ] as const)
      assert.deepEqual(current(name, everywhere).query, { ...query, ...more });
    listed = [
      mergeRequest(2, { source_project_id: 7 }),
      mergeRequest(2, { id: 900, project_id: 9, source_project_id: 9 }),
      mergeRequest(1),
    ];
    const folder = current("merge-requests/2/topic", true);
    await data.list(folder).load(signal);
    assert.deepEqual(
      data.rows(folder)?.map(({ id }) => id),
      [102],
    );
  });

  it("finds pipelines by their refs, then by their heads", async () => {
    host.pipelines = [
      pipeline(5, "success", { sha: "sha1" }),
      pipeline(6, "failed", { sha: "merged", ref: "refs/merge-requests/1/merge" }),
      pipeline(7, "running", { sha: "sha2" }),
    ];
    assert.equal(data.heads.of(mergeRequest(1)), undefined);
    await data.heads.refresh(signal);
    assert.equal(data.heads.of(mergeRequest(1))?.id, 6);
    assert.equal(data.heads.of(mergeRequest(2))?.id, 7);
    assert.equal(data.heads.of(mergeRequest(3, { sha: null })), undefined);
    assert.equal(
      data.pipelineOf(mergeRequest(2, { project_id: 9 }), { everywhere: true }),
      undefined,
      "of another project with the same number",
    );
    data.heads.learn(mergeRequest(3), pipeline(9, "manual"));
    assert.equal(data.heads.of(mergeRequest(3))?.id, 9);
    assert.equal(data.heads.of(mergeRequest(3, { sha: "moved" })), undefined, "another head has another pipeline");
  });

  it("stops requesting pipelines after a refusal", async () => {
    await data.list(folder("all")).load(signal);
    const opened = { folders: [folder("all")], pipelines: [] };
    const keys = (): string =>
      data
        .refreshes(opened)
        .map(({ key }) => key)
        .join();
    assert.equal(keys(), "folder all,heads");
    host.pipelines = [];
    host.fails = (what) => (what.startsWith("list") ? fault("forbidden") : undefined);
    await assert.rejects(data.heads.refresh(signal));
    assert.equal(keys(), "folder all");
  });

  it("refreshes only what is open, jobs while they run, without repeating failed requests", async () => {
    host.pipelines = [pipeline(5, "running", { sha: "sha1" })];
    host.jobs.set(5, [job(1, "unit", "test", "running")]);
    const shown = [folder("current"), folder("all")];
    for (const one of [...shown, folder("assigned")]) await data.list(one).load(signal);
    await data.heads.refresh(signal);
    await data.jobs(scope, 5).load(signal);
    const opened = () => ({ folders: shown, pipelines: [{ ...scope, pipeline: data.heads.of(mergeRequest(1))! }] });
    const polled = async (): Promise<string[]> => {
      host.requests.length = 0;
      for (let times = 0; times < 8; times++) {
        await timers.advance(30 * second);
        await data.next(opened())?.run(signal);
      }
      assert.ok(host.requests.every(({ repeat }) => !repeat));
      return [...new Set(host.whats.map((what) => what.replace(/ page.*/, "")))].sort();
    };
    const lists = [',"source_branch":"main"', ""].map(
      (more) => `merge requests {"state":"opened","scope":"all"${more}}`,
    );
    assert.equal(data.isRunning(opened()), true);
    assert.deepEqual(await polled(), ["jobs 5", "list {}", ...lists]);
    host.pipelines = [pipeline(5, "success", { sha: "sha1" })];
    host.jobs.set(5, [job(1, "unit", "test", "success")]);
    await polled();
    assert.equal(data.isRunning(opened()), false);
    assert.deepEqual(await polled(), ["list {}", ...lists]);
  });
});
