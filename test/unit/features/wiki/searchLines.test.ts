import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { BadPattern, searchLines } from "../../../../src/features/wiki/searchLines.ts";

const pages = [
  { slug: "a", content: "Wind\r\nrain and wind\n\nWINDOW" },
  { slug: "b", content: null },
  { slug: "気象", content: "風\n強い風" },
];
const found = (text: string, { matchCase = false, regex = false, most = 10 } = {}) => {
  const { lines, more } = searchLines(pages, { text, matchCase, regex }, most);
  return { at: lines.map(({ page, line, column, length }) => [page.slug, line, column, length]), more };
};

describe("search in wiki pages", () => {
  it("finds lines whatever the case, or as typed, in any script", () => {
    assert.deepEqual(found("wind").at, [
      ["a", 0, 0, 4],
      ["a", 1, 9, 4],
      ["a", 3, 0, 4],
    ]);
    assert.deepEqual(found("wind", { matchCase: true }).at, [["a", 1, 9, 4]]);
    assert.deepEqual(found("風").at, [
      ["気象", 0, 0, 1],
      ["気象", 1, 2, 1],
    ]);
    assert.deepEqual(found("w.nd").at, []);
    assert.deepEqual(found(""), { at: [], more: false });
  });

  it("finds by expressions", () => {
    assert.deepEqual(found("^w.*d$", { regex: true }).at, [["a", 0, 0, 4]]);
    assert.deepEqual(found("^W", { regex: true, matchCase: true }).at, [
      ["a", 0, 0, 1],
      ["a", 3, 0, 1],
    ]);
  });

  it("says when there is more", () => {
    for (const regex of [true, false])
      assert.deepEqual(found("wind", { most: 2, regex }), {
        at: [
          ["a", 0, 0, 4],
          ["a", 1, 9, 4],
        ],
        more: true,
      });
    assert.equal(found("wind", { most: 3 }).more, false);
  });

  it("refuses what is no expression, and stops one that does not end", () => {
    assert.throws(
      () => found("(", { regex: true }),
      (error) => error instanceof BadPattern && error.message.includes("Unterminated group"),
    );
    const long = [{ slug: "x", content: `${"a".repeat(60)}!` }];
    assert.throws(
      () => searchLines(long, { text: "(a+)+$", matchCase: true, regex: true }, 10),
      (error) => error instanceof BadPattern && error.message === "",
    );
  });
});
