import assert from "node:assert/strict";
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
  it("finds lines in any case, as typed, or by expressions", () => {
    const [first, second, last] = [
      ["a", 0, 0, 4],
      ["a", 1, 9, 4],
      ["a", 3, 0, 4],
    ];
    for (const [text, how, at] of [
      ["wind", {}, [first, second, last]],
      ["wind", { matchCase: true }, [second]],
      [
        "風",
        {},
        [
          ["気象", 0, 0, 1],
          ["気象", 1, 2, 1],
        ],
      ],
      ["w.nd", {}, []],
      ["", {}, []],
      ["^w.*d$", { regex: true }, [first]],
      [
        "^W",
        { regex: true, matchCase: true },
        [
          ["a", 0, 0, 1],
          ["a", 3, 0, 1],
        ],
      ],
    ] as const)
      assert.deepEqual(found(text, how), { at, more: false }, text);
    for (const regex of [true, false])
      assert.deepEqual(found("wind", { most: 2, regex }), { at: [first, second], more: true });
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
