import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { MovedLines } from "../../../../src/core/comparisons/movedLines.ts";

describe("lines that have moved", () => {
  const before = ["one", "two", "three", "four", "five"];
  const of = (after: readonly string[], start: number, end = start): unknown => {
    const { lines, changed } = new MovedLines(before, after).of({ start, end });
    return [lines.start, lines.end, changed];
  };

  it("are where lines above them were added or removed", () => {
    assert.deepEqual(of(["zero", ...before], 3), [4, 4, false]);
    assert.deepEqual(of(before.slice(2), 3, 5), [1, 3, false]);
    assert.deepEqual(of(before, 2, 4), [2, 4, false]);
  });

  it("are reported as changed at their place", () => {
    assert.deepEqual(of(["one", "two", "THREE", "four", "five"], 3), [3, 3, true]);
    // One of a range is left.
    assert.deepEqual(of(["one", "two", "THREE", "four", "five"], 3, 4), [4, 4, true]);
    assert.deepEqual(of(["one", "two", "three", "more", "four", "five"], 3, 4), [3, 5, true]);
  });

  it("are at the next line when they were removed, in range", () => {
    assert.deepEqual(of(["one", "two", "four", "five"], 3), [3, 3, true]);
    assert.deepEqual(of(["one"], 5), [1, 1, true]);
    assert.deepEqual(of([], 5), [1, 1, true]);
  });

  it("map unchanged lines to identical text, in range", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), (old, young, one, other) => {
        const [start, end] = [(one % old.length) + 1, (other % old.length) + 1].toSorted((a, b) => a - b);
        const { lines, changed } = new MovedLines(old, young).of({ start: start!, end: end! });
        assert.ok(lines.start >= 1 && lines.start <= lines.end && lines.end <= young.length);
        if (!changed) assert.deepEqual(young.slice(lines.start - 1, lines.end), old.slice(start! - 1, end));
      }),
    );
  });
});
