import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { ListOptions } from "../../../../src/api/request.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequests.ts";
import { mergeRequestFolders } from "../../../../src/core/mergeRequests/folders.ts";
import { ProjectMergeRequests } from "../../../../src/core/mergeRequests/projectMergeRequests.ts";
import { FakeHost, fault, pipeline } from "../tree/fakeHost.ts";

const scope = { instance: "https://git.example.com", project: "group/project" };
const signal = new AbortController().signal;
const mergeRequest = (iid: number, rest: Partial<MergeRequest> = {}): MergeRequest => ({
  ...{ id: 100 + iid, iid, project_id: 1, title: `number ${iid}`, state: "opened", sha: `sha${iid}` },
  ...{ created_at: null, updated_at: null, web_url: "", ...rest },
});

describe("what is known of merge requests", () => {
  let host: FakeHost;
  let listed: MergeRequest[];
  let data: ProjectMergeRequests;
  /** The folder of what is open from a branch. */
  const current = (everywhere: boolean, branch = "main") =>
    mergeRequestFolders({ project: { branch, root: "/x" }, username: "alice", everywhere, filter: {}, own: [] })[0]!;

  beforeEach(() => {
    host = new FakeHost();
    listed = [mergeRequest(1), mergeRequest(2)];
    const mergeRequests = {
      list: (_query: object, options: ListOptions) => host.pages("everywhere", () => listed, options),
      listForProject: (_: unknown, _query: object, options: ListOptions) =>
        host.pages("of the project", () => listed, options),
    };
    const client = { ...host.client, mergeRequests } as unknown as Client;
    data = new ProjectMergeRequests({ scope, client, number: () => 1, now: () => 1 });
  });

  it("leaves out branches of the same name in other projects", async () => {
    listed = [
      mergeRequest(1, { project_id: 9, source_project_id: 1 }),
      mergeRequest(2, { project_id: 9, source_project_id: 9 }),
      mergeRequest(3, { source_project_id: null }),
    ];
    await data.list(current(true)).load(signal);
    const found = data.rows(current(true))?.map(({ iid }) => iid);
    assert.deepEqual(found, [3, 1]);
  });

  it("finds the merge request of a checked-out branch", async () => {
    const query = { state: "opened", scope: "all" };
    for (const [name, everywhere, more] of [
      ["merge-requests/2/topic", false, { source_branch: "topic", iids: [2] }],
      ["merge-requests/2/topic", true, { source_branch: "topic" }],
      ["merge-requests/2", true, { iids: [2] }],
    ] as const)
      assert.deepEqual(current(everywhere, name).query, { ...query, ...more });
    listed = [
      mergeRequest(2, { source_project_id: 7 }),
      mergeRequest(2, { id: 900, project_id: 9, source_project_id: 9 }),
      mergeRequest(1),
    ];
    const folder = current(true, "merge-requests/2/topic");
    await data.list(folder).load(signal);
    const shown = data.rows(folder)?.map(({ id }) => id);
    assert.deepEqual(shown, [102]);
  });

  it("finds pipelines by their refs, then by their heads", async () => {
    host.pipelines = [
      pipeline(5, "success", { sha: "sha1" }),
      pipeline(6, "failed", { sha: "merged", ref: "refs/merge-requests/1/merge" }),
      pipeline(7, "running", { sha: "sha2" }),
    ];
    assert.equal(data.heads.of(mergeRequest(1)), undefined);
    await data.heads.refresh(signal);
    assert.deepEqual([data.heads.of(mergeRequest(1))?.id, data.heads.of(mergeRequest(2))?.id], [6, 7]);
    assert.equal(data.heads.of(mergeRequest(3, { sha: null })), undefined);
    const told = data.pipelineOf(mergeRequest(2, { project_id: 9 }), { everywhere: true });
    assert.equal(told, undefined, "of another project with the same number");
    data.heads.learn(mergeRequest(3), pipeline(9, "manual"));
    assert.equal(data.heads.of(mergeRequest(3))?.id, 9);
    assert.equal(data.heads.of(mergeRequest(3, { sha: "moved" })), undefined, "another head has another pipeline");
  });

  it("stops requesting pipelines after a refusal", async () => {
    await data.list(current(false)).load(signal);
    const opened = { folders: [current(false)], pipelines: [] };
    const keys = (): string =>
      data
        .refreshes(opened)
        .map(({ key }) => key)
        .join();
    assert.equal(keys(), "folder current,heads");
    host.pipelines = [];
    host.fails = (what) => (what.startsWith("list") ? fault("forbidden") : undefined);
    await assert.rejects(data.heads.refresh(signal));
    assert.equal(keys(), "folder current");
  });
});
