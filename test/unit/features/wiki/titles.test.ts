import assert from "node:assert/strict";
import { slugOf } from "../../../../src/core/addresses/wiki.ts";
import { planMoves, tidyTitle, titleProblem } from "../../../../src/features/wiki/titles.ts";

describe("titles of wiki pages", () => {
  it("may have any script, folders and spaces", () => {
    for (const title of ["home", "Sensors/North pier", "気象/手引き", "دليل", "a.md", "100 % (sure)?", "/top"])
      assert.equal(titleProblem(title), undefined, title);
    assert.equal(tidyTitle("  /Sensors /  North   pier "), "Sensors/North pier");
  });

  it("are refused with the reason", () => {
    for (const [kind, ...titles] of [
      ["empty", "", "   ", "/", "a/"],
      ["emptyFolder", "a//b", "a/ /b"],
      ["dots", "../b", "a/./b"],
      ["uploads", "uploads/x", "a/uploads/x"],
      ["long", "é".repeat(123)],
      [undefined, "é".repeat(122)],
    ] as const)
      for (const title of titles) assert.equal(titleProblem(title)?.kind, kind, title);
    assert.deepEqual(titleProblem("North  pier", new Set(["North-pier"])), { kind: "taken", slug: "North-pier" });
  });
});

describe("moves of wiki pages", () => {
  const page = (slug: string) => ({ slug, format: "markdown" });

  it("include the pages below a folder", () => {
    const moves = planMoves([page("Old/a"), page("Old/deep/b")], "Old", "New name");
    const found = moves.map(({ page: { slug }, to }) => [slug, slugOf(to)]);
    assert.deepEqual(found, [
      ["Old/a", "New-name/a"],
      ["Old/deep/b", "New-name/deep/b"],
    ]);
  });

  it("are none to the same place", () => assert.deepEqual(planMoves([page("Old-name")], "Old-name", "Old name"), []));

  it("are ordered so that each target is free", () => {
    const moved = ["a/x", "a/a/x", "a/a/a/x"];
    const there = new Set(moved);
    for (const {
      page: { slug },
      to,
    } of planMoves(moved.map(page), "a", "a/a")) {
      there.delete(slug);
      assert.equal(there.has(slugOf(to)), false, `${to} is taken`);
      there.add(slugOf(to));
    }
    assert.deepEqual([...there].sort(), ["a/a/a/a/x", "a/a/a/x", "a/a/x"]);
  });
});
