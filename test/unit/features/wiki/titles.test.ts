import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { slugOf } from "../../../../src/core/addresses/wiki.ts";
import { planMoves, tidyTitle, titleProblem } from "../../../../src/features/wiki/titles.ts";

describe("titles of wiki pages", () => {
  it("can be of any script, with folders and spaces", () => {
    for (const title of ["home", "Sensors/North pier", "気象/手引き", "دليل", "a.md", "100 % (sure)?", "/top"])
      assert.equal(titleProblem(title), undefined, title);
    assert.equal(tidyTitle("  /Sensors /  North   pier "), "Sensors/North pier");
  });

  it("are refused with the reason", () => {
    const kinds = [
      "",
      "   ",
      "/",
      "a/",
      "a//b",
      "a/ /b",
      "../b",
      "a/./b",
      "uploads/x",
      "a/uploads/x",
      "é".repeat(123),
    ].map((title) => titleProblem(title)?.kind);
    assert.deepEqual(kinds, [
      "empty",
      "empty",
      "empty",
      "empty",
      "emptyFolder",
      "emptyFolder",
      "dots",
      "dots",
      "uploads",
      "uploads",
      "long",
    ]);
    assert.equal(titleProblem("é".repeat(122)), undefined);
    assert.deepEqual(titleProblem("North  pier", new Set(["North-pier"])), { kind: "taken", slug: "North-pier" });
  });
});

describe("moves of wiki pages", () => {
  const page = (slug: string) => ({ slug, format: "markdown" });

  it("take what is below a folder along", () => {
    const moves = planMoves([page("Old/a"), page("Old/deep/b")], "Old", "New name");
    assert.deepEqual(
      moves.map(({ page: { slug }, to }) => [slug, slugOf(to)]),
      [
        ["Old/a", "New-name/a"],
        ["Old/deep/b", "New-name/deep/b"],
      ],
    );
  });

  it("are none when the place is the same", () =>
    assert.deepEqual(planMoves([page("Old-name")], "Old-name", "Old name"), []));

  it("meet none that is still to be moved", () => {
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
