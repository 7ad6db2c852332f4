import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type MergeRequestFilter, mergeRequestQuery } from "../../../../src/core/mergeRequests/filter.ts";

const full: Required<MergeRequestFilter> = {
  state: "merged",
  scope: "assigned_to_me",
  search: "heat",
  author: "alice",
  labels: "bug,ui",
  milestone: "1.0",
  sourceBranch: "topic",
  targetBranch: "main",
  draft: "no",
  orderBy: "updated_at",
  sort: "asc",
};

describe("the query of the merge request filter", () => {
  it("asks for the open ones of everybody unless it says otherwise", () => {
    assert.deepEqual(mergeRequestQuery({}, "alice"), { state: "opened", scope: "all" });
    assert.deepEqual(mergeRequestQuery(full, "alice"), {
      state: "merged",
      scope: "assigned_to_me",
      search: "heat",
      author_username: "alice",
      labels: "bug,ui",
      milestone: "1.0",
      source_branch: "topic",
      target_branch: "main",
      wip: "no",
      order_by: "updated_at",
      sort: "asc",
    });
  });

  it("asks for the reviews of the account in use by its user name", () => {
    assert.deepEqual(mergeRequestQuery({ scope: "reviews_for_me" }, "bob"), {
      state: "opened",
      scope: "all",
      reviewer_username: "bob",
    });
  });
});
