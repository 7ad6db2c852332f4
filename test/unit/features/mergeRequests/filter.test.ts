import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { MergeRequestFilter } from "../../../../src/core/mergeRequests/filter.ts";
import "../../../support/vscodeStub.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";

const { mergeRequestFilters } = await import("../../../../src/features/mergeRequests/filter.ts");
const here = { instance: "https://git.example.com", project: "group/app" };
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

describe("the merge request filter", () => {
  it("is kept per project, as far as it is well formed and no default", async () => {
    const memory = new InMemoryMemento();
    await mergeRequestFilters.write(memory, here, full);
    assert.deepEqual(mergeRequestFilters.read(memory, here), full);
    assert.deepEqual(mergeRequestFilters.read(memory, { ...here, project: "group/other" }), {});
    await mergeRequestFilters.write(memory, here, {});
    assert.deepEqual(memory.keys(), []);
    const defaults = { state: "opened", scope: "all", orderBy: "created_at", sort: "desc" };
    const odd = { ...defaults, search: "  ", author: 7, draft: "maybe", extra: 1 };
    for (const kept of [null, undefined, 7, "x", [], odd]) assert.deepEqual(mergeRequestFilters.parse(kept), {});
    assert.deepEqual(mergeRequestFilters.parse({ search: " heat " }), { search: "heat" });
  });

  it("has words for each of its fields", () => {
    assert.equal(mergeRequestFilters.message({}), undefined);
    for (const [key, value] of Object.entries(full))
      assert.match(mergeRequestFilters.message({ [key]: value }) ?? "", /^Filter: \S/, key);
    assert.equal(mergeRequestFilters.message({ state: "closed", search: "two\nlines" }), "Filter: closed, “two lines”");
  });
});
