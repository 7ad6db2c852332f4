import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CommitFilter } from "../../../../src/features/repository/filter.ts";
import "../../../support/vscodeStub.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";

const { commitFilters, commitQuery, followsBranch, isUnfiltered } =
  await import("../../../../src/features/repository/filter.ts");
const here = { instance: "https://git.example.com", project: "group/app" };
const full: CommitFilter = {
  ref: "v1..v2",
  path: "src/a.ts",
  since: "2026-01-31T00:00:00.000Z",
  until: "2026-02-28T00:00:00.000Z",
  firstParent: true,
  stats: true,
};
const onTopic = { branch: "topic", head: "b".repeat(40) };

describe("the commit filter", () => {
  it("is kept per project, and leaves nothing behind when it is cleared", async () => {
    const memory = new InMemoryMemento();
    await commitFilters.write(memory, here, full);
    assert.deepEqual(commitFilters.read(memory, here), full);
    assert.deepEqual(commitFilters.read(memory, { ...here, project: "group/other" }), {});
    await commitFilters.write(memory, here, {});
    assert.deepEqual(memory.keys(), []);
  });

  it("takes only what is well formed", () => {
    const odd = { ref: " ", path: 7, all: "yes", since: "", stats: false, extra: 1 };
    for (const kept of [null, undefined, 7, "x", [], odd]) assert.deepEqual(commitFilters.parse(kept), {});
    assert.deepEqual(commitFilters.parse({ ref: " main ", all: true }), { ref: "main", all: true });
  });

  it("asks for the current branch unless it names a ref, or for all", () => {
    const { since, until } = full;
    for (const [filter, at, query] of [
      [{}, onTopic, { ref_name: "topic" }],
      [{}, { ...onTopic, detached: true }, { ref_name: onTopic.head }],
      [{}, {}, {}],
      [full, onTopic, { ref_name: "v1..v2", path: "src/a.ts", since, until, first_parent: true, with_stats: true }],
      [{ all: true, ref: "main" }, onTopic, { all: true }],
    ] as const)
      assert.deepEqual(commitQuery(filter, at), query);
  });

  it("knows whether the rows follow the branch, and whether any commit is left out", () => {
    const all = { all: true } as const;
    assert.deepEqual([{}, { path: "a" }, { ref: "main" }, all].map(followsBranch), [true, true, false, false]);
    const whole = { stats: true, firstParent: true, all: true } as const;
    assert.deepEqual([{}, whole, { path: "a" }, { ref: "a..b" }].map(isUnfiltered), [true, true, false, false]);
  });

  it("has words for each of its fields", () => {
    assert.equal(commitFilters.message({}), undefined);
    for (const [key, value] of Object.entries({ ...full, all: true }))
      assert.match(commitFilters.message({ [key]: value }) ?? "", /^Filter: \S/, key);
    assert.equal(commitFilters.message({ ref: "a".repeat(40) }), "Filter: of aaaaaaaa");
    assert.equal(commitFilters.message({ ref: "v1..v2", path: "src\nx" }), "Filter: between v1..v2, touching src x");
    assert.equal(commitFilters.message({ ref: "main", all: true }), "Filter: all branches and tags");
  });
});
