import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { localBranchName, requestOfBranch } from "../../../../src/core/mergeRequests/localBranch.ts";
import { forkOf, sourceName } from "../../../../src/core/mergeRequests/sourceBranch.ts";

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
