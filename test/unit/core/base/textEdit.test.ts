import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { editedText, insertion, orderedEdits } from "../../../../src/core/base/textEdit.ts";

describe("edits of a text", () => {
  it("keep the order of insertions at one place, before what is replaced there", () => {
    const edits = [{ start: 1, end: 2, text: "X" }, insertion(1, "1"), insertion(1, "2")];
    assert.deepEqual(orderedEdits(edits), [{ start: 1, end: 2, text: "12X" }]);
    assert.equal(editedText("abc", edits), "a12Xc");
  });

  it("are refused when two overlap", () => {
    assert.throws(() => editedText("abcdef", [{ start: 0, end: 3, text: "" }, insertion(2, "x")]), /overlap/);
  });

  it("do the same as one by one from the last to the first", () => {
    const places = fc.uniqueArray(fc.nat(20), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ minLength: 21, maxLength: 21 }), places, fc.string(), (text, at, put) => {
        const sorted = at.toSorted((a, b) => a - b);
        const edits = sorted.flatMap((start, index) =>
          index % 2 === 0 ? [{ start, end: sorted[index + 1] ?? start + 1, text: put }] : [],
        );
        const oneByOne = edits.reduceRight((now, { start, end }) => now.slice(0, start) + put + now.slice(end), text);
        assert.equal(editedText(text, edits.toReversed()), oneByOne);
      }),
    );
  });
});
