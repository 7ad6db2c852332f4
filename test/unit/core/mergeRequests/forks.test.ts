import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { localBranchName, requestOfBranch } from "../../../../src/core/mergeRequests/localBranch.ts";
import { forkOf, sourceName } from "../../../../src/core/mergeRequests/sourceBranch.ts";

describe("the local branch of a merge request from elsewhere", () => {
  for (const [iid, source] of [
    [1, "topic"],
    [20, "feature/deep"],
    [3, undefined],
  ] as const) {
    it(`names !${iid} of ${source ?? "nothing"}`, () =>
      assert.deepEqual(requestOfBranch(localBranchName(iid, source)), { iid, source }));
  }
  for (const branch of [
    "main",
    "merge-requests",
    "merge-requests/x/topic",
    "merge-requests/0/topic",
    "my/merge-requests/1/topic",
    "merge-requests/1topic",
    "merge-requests/99999999999999999999",
  ]) {
    it(`is not ${branch}`, () => assert.equal(requestOfBranch(branch), undefined));
  }
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

  it("precedes its branch", () =>
    assert.deepEqual(
      [sourceName("topic", "bob/weather"), sourceName("topic", undefined)],
      ["bob/weather:topic", "topic"],
    ));
});
