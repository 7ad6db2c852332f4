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
    for (const kept of [
      null,
      undefined,
      7,
      "x",
      [],
      { ref: " ", path: 7, all: "yes", since: "", stats: false, extra: 1 },
    ])
      assert.deepEqual(commitFilters.parse(kept), {});
    assert.deepEqual(commitFilters.parse({ ref: " main ", all: true }), { ref: "main", all: true });
  });

  it("begins at the current branch, at the commit of a detached head, or where the host does", () => {
    assert.deepEqual(commitQuery({}, onTopic), { ref_name: "topic" });
    assert.deepEqual(commitQuery({}, { ...onTopic, detached: true }), { ref_name: onTopic.head });
    assert.deepEqual(commitQuery({}, {}), {});
  });

  it("asks for what it says, under the documents' names", () => {
    assert.deepEqual(commitQuery(full, onTopic), {
      ref_name: "v1..v2",
      path: "src/a.ts",
      since: full.since,
      until: full.until,
      first_parent: true,
      with_stats: true,
    });
    assert.deepEqual(commitQuery({ all: true, ref: "main" }, onTopic), { all: true }, "of all there is no ref");
  });

  it("knows whether the rows follow the branch, and whether any commit is left out", () => {
    assert.deepEqual([{}, { path: "a" }, { ref: "main" }, { all: true } as const].map(followsBranch), [
      true,
      true,
      false,
      false,
    ]);
    assert.deepEqual(
      [{}, { stats: true, firstParent: true, all: true } as const, { path: "a" }, { ref: "a..b" }].map(isUnfiltered),
      [true, true, false, false],
    );
  });

  it("has words for each of its fields, and none when there is nothing to say", () => {
    assert.equal(commitFilters.message({}), undefined);
    for (const [key, value] of Object.entries({ ...full, all: true }))
      assert.match(commitFilters.message({ [key]: value }) ?? "", /^Filter: \S/, key);
    assert.equal(commitFilters.message({ ref: "a".repeat(40) }), "Filter: of aaaaaaaa");
    assert.equal(commitFilters.message({ ref: "v1..v2", path: "src\nx" }), "Filter: between v1..v2, touching src x");
    assert.equal(commitFilters.message({ ref: "main", all: true }), "Filter: all branches and tags");
  });
});
