import assert from "node:assert/strict";
import { it } from "mocha";
import { type MergeRequestFilter, mergeRequestQuery } from "../../../../src/core/mergeRequests/filter.ts";

const filter: Required<MergeRequestFilter> = {
  ...{ state: "merged", scope: "assigned_to_me", search: "heat", author: "alice", labels: "bug,ui", milestone: "1.0" },
  ...{ sourceBranch: "topic", targetBranch: "main", draft: "no", orderBy: "updated_at", sort: "asc" },
};
const { author: author_username, sourceBranch: source_branch, targetBranch: target_branch, ...same } = filter;

it("the filter of merge requests becomes a query for open ones of everyone by default", () => {
  const { draft: wip, orderBy: order_by, ...rest } = same;
  const query = { ...rest, author_username, source_branch, target_branch, wip, order_by };
  assert.deepEqual(mergeRequestQuery({}, "alice"), { state: "opened", scope: "all" });
  assert.deepEqual(mergeRequestQuery(filter, "alice"), query);
  const reviews = { state: "opened", scope: "all", reviewer_username: "bob" };
  assert.deepEqual(mergeRequestQuery({ scope: "reviews_for_me" }, "bob"), reviews);
});
