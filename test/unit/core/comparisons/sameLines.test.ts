import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { editorLines, gitLines, lineBefore, sameLines } from "../../../../src/core/comparisons/sameLines.ts";

/** For each line now, the one it was before. */
const mapped = (before: readonly string[], now: readonly string[]): (number | undefined)[] => {
  const runs = sameLines(before, now);
  return now.map((_, line) => lineBefore(runs, line));
};

/** One change of an editor: so many lines from `at` on give way to others. */
const edit = fc.record({ at: fc.nat(40), removed: fc.nat(5), added: fc.nat(5) });

describe("lines that stay the same", () => {
  it("are followed through any edits, and only they, where all lines differ", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.array(edit, { maxLength: 6 }), (count, edits) => {
        const before = Array.from({ length: count }, (_, line) => `line ${line}`);
        let now: { text: string; was?: number }[] = before.map((text, was) => ({ text, was }));
        for (const [index, { at, removed, added }] of edits.entries()) {
          const fresh = Array.from({ length: added }, (_, line) => ({ text: `new ${index}.${line}` }));
          now = [...now.slice(0, at), ...fresh, ...now.slice(at + removed)];
        }
        const texts = now.map(({ text }) => text);
        const found = mapped(before, texts);
        assert.deepEqual(
          found,
          now.map(({ was }) => was),
        );
      }),
    );
  });

  it("have the same text in the same order, for any texts", () => {
    const text = fc.array(fc.constantFrom("", "}", "a", "b", "c"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, now) => {
        const pairs = mapped(before, now).flatMap((was, line) => (was === undefined ? [] : [{ was, line }]));
        for (const { was, line } of pairs) assert.equal(now[line], before[was]);
        for (const [index, { was }] of pairs.slice(1).entries()) assert.ok(was > (pairs[index]?.was ?? -1));
      }),
    );
  });

  it("are all lines of an equal text, and none of a different one", () => {
    const same = fc.array(fc.constantFrom("a", "b", ""));
    fc.assert(fc.property(same, (lines) => assert.deepEqual(mapped(lines, lines), [...lines.keys()])));
    assert.deepEqual(mapped(["a", "b"], ["x", "y", "z"]), [undefined, undefined, undefined]);
    assert.deepEqual(sameLines([], []), []);
  });

  it("are found between equal lines that were changed in several places", () => {
    const before = ["{", "}", "{", "}", "{", "}", "{", "}"];
    const now = ["{", "new", "}", "{", "}", "{", "}", "new", "{", "}"];
    assert.deepEqual(mapped(before, now), [0, undefined, 1, 2, 3, 4, 5, undefined, 6, 7]);
  });

  it("are found in long files without looking at every pair of lines", () => {
    const before = Array.from({ length: 20_000 }, (_, line) => (line % 3 === 0 ? "}" : `line ${line}`));
    const now = before.flatMap((text, line) => (line % 100 === 50 ? [`${text} changed`, "one more"] : [text]));
    const map = mapped(before, now);
    assert.equal(map.filter((was) => was === undefined).length, 400);
    assert.deepEqual([map[0], map[50], map[51], map[52], map.at(-1)], [0, undefined, undefined, 51, 19_999]);
  });

  it("follow the line counts of git and of the editor", () => {
    assert.deepEqual(gitLines("\ufeffa\r\nb\n"), ["a", "b"]);
    assert.deepEqual(gitLines("a\n\nb"), ["a", "", "b"]);
    assert.deepEqual(gitLines(""), []);
    assert.deepEqual(editorLines("a\r\nb\n"), ["a", "b", ""]);
    assert.deepEqual(editorLines("a\r\rb\n\rc"), ["a", "", "b", "", "c"]);
    assert.deepEqual(mapped(gitLines("a\nb\n"), editorLines("a\r\nb\r\n")), [0, 1, undefined]);
  });

  it("are only those at both ends if more than 100,000 others differ", () => {
    const lines = (count: number, word: string): string[] => Array.from({ length: count }, (_, at) => `${word} ${at}`);
    const before = ["start", ...lines(50_000, "a"), "middle", "end"];
    const now = ["start", ...lines(50_001, "b"), "middle", "c", "end"];
    assert.deepEqual(sameLines(before, now), [
      { before: 0, now: 0, length: 1 },
      { before: before.length - 1, now: now.length - 1, length: 1 },
    ]);
    assert.equal(sameLines(before.slice(0, -40_000), now.slice(0, -40_000)).length, 1);
  });
});
