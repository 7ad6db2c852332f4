import assert from "node:assert/strict";
import type { Client } from "../../../../src/api/client.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequests.ts";
import { ForkNames } from "../../../../src/core/mergeRequests/forkNames.ts";
import { localBranchName, requestOfBranch } from "../../../../src/core/mergeRequests/localBranch.ts";
import { forkOf, sourceName } from "../../../../src/core/mergeRequests/sourceBranch.ts";
import { fault } from "../tree/fakeHost.ts";

describe("the local branch of a merge request from elsewhere", () => {
  it("names its number and source branch", () => {
    for (const of of [
      { iid: 1, source: "topic" },
      { iid: 20, source: "feature/deep" },
      { iid: 3, source: undefined },
    ])
      assert.deepEqual(requestOfBranch(localBranchName(of.iid, of.source)), of);
  });

  it("is not recognized in other names", () => {
    const names = "merge-requests/x/topic merge-requests/0/topic my/merge-requests/1/topic merge-requests/1topic";
    for (const branch of ["main", "merge-requests", "merge-requests/99999999999999999999", ...names.split(" ")])
      assert.equal(requestOfBranch(branch), undefined, branch);
  });
});

describe("the fork of a merge request", () => {
  it("is an existing project other than the target", () => {
    assert.equal(forkOf({ source_project_id: 7, target_project_id: 5 }), 7);
    assert.equal(forkOf({ source_project_id: 7, project_id: 5 }), 7, "older answers name the target only once");
    assert.equal(forkOf({ source_project_id: 5, target_project_id: 5 }), undefined);
    assert.equal(forkOf({ source_project_id: null, target_project_id: 5 }), undefined);
    assert.equal(forkOf({ target_project_id: 5 }), undefined);
    assert.equal(forkOf({ source_project_id: 7 }), undefined);
  });

  it("precedes its branch", () => {
    assert.equal(sourceName("topic", "bob/weather"), "bob/weather:topic");
    assert.equal(sourceName("topic", undefined), "topic");
  });
});

const signal = new AbortController().signal;
const from = (fork: number | null, target = 1): MergeRequest => ({
  ...{ id: 1, iid: 1, project_id: target, target_project_id: target, source_project_id: fork },
  ...{ title: "", state: "opened", created_at: null, updated_at: null, web_url: "" },
});

describe("the names of forks", () => {
  let asked: number[];
  let answer: (id: number) => unknown;
  let available: boolean | undefined;
  let names: ForkNames;

  beforeEach(() => {
    asked = [];
    available = undefined;
    answer = (id) => ({ id, path_with_namespace: `somebody/fork${id}` });
    const project = (id: number): Promise<unknown> => {
      asked.push(id);
      return Promise.resolve().then(() => answer(id));
    };
    names = new ForkNames({ extras: { available: () => available, project } } as unknown as Client);
  });

  it("are requested once for each fork", async () => {
    assert.equal(await names.learn([from(7), from(8), from(7), from(1), from(null)], signal), true);
    assert.deepEqual(asked, [7, 8]);
    const found = [from(7), from(8), from(1), from(null)].map((one) => names.of(one));
    assert.deepEqual(found, ["somebody/fork7", "somebody/fork8", undefined, undefined]);
    assert.deepEqual([await names.learn([from(7), from(8)], signal), asked.length], [false, 2]);
  });

  it("are given up for invisible forks, not after network errors", async () => {
    const fails = (kind: "notFound" | "network") => () => {
      throw fault(kind);
    };
    answer = fails("notFound");
    for (const _ of [1, 2]) await names.learn([from(7)], signal);
    assert.deepEqual([asked, names.of(from(7))], [[7], undefined]);
    answer = fails("network");
    await assert.rejects(names.learn([from(8)], signal));
    answer = (id) => ({ id, path_with_namespace: "back/again" });
    await names.learn([from(8)], signal);
    assert.equal(names.of(from(8)), "back/again");
  });

  it("are requested ten at a time, and never without the route", async () => {
    await names.learn(
      Array.from({ length: 30 }, (_, at) => from(at + 10)),
      signal,
    );
    assert.equal(asked.length, 10);
    available = false;
    assert.deepEqual([await names.learn([from(99)], signal), asked.length], [false, 10]);
  });
});
