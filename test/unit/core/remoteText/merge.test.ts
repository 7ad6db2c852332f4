import assert from "node:assert/strict";
import { editedText } from "../../../../src/core/base/textEdit.ts";
import { lineEdits, mergeTexts, openConflicts } from "../../../../src/core/remoteText/merge.ts";

const labels = { base: "before", mine: "mine", theirs: "theirs" };

describe("merging two changes of a text", () => {
  for (const [what, base, mine, theirs, merged] of [
    ["keeps both changes of different lines", "a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n"],
    ["takes an equal change once", "a\nb\nc", "a\nx\nc", "a\nx\nc\nd", "a\nx\nc\nd"],
    ["keeps what one side deleted deleted", "a\nb\nc\nd", "a\nc\nd", "a\nb\nc\nD", "a\nc\nD"],
    ["ignores how lines are broken", "a\nb\nc", "A\r\nb\r\nc", "a\nb\nC", "A\nb\nC"],
  ] as const)
    it(what, () => {
      assert.deepEqual(mergeTexts({ base, mine, theirs }, labels), { text: merged, conflicts: [] });
      assert.equal(editedText(mine, lineEdits(mine, merged)).replaceAll("\r\n", "\n"), merged);
    });

  it("puts both versions of the same lines between conflict markers", () => {
    const { text, conflicts } = mergeTexts({ base: "a\nb\n", mine: "a\nb\nmine\n", theirs: "a\nb\ntheirs\n" }, labels);
    const markers = "<<<<<<< mine\nmine\n||||||| before\n=======\ntheirs\n>>>>>>> theirs\n";
    assert.deepEqual([text, conflicts.length], [`a\nb\n${markers}`, 1]);
  });

  it("counts conflicts that are still marked, or have neither change", () => {
    const versions = { base: "a\nb\nc\n", mine: "a\nB\nc\nm\n", theirs: "a\nß\nc\nt\n" };
    const open = (text: string): number => openConflicts(versions, text);
    assert.equal(open(mergeTexts(versions, labels).text), 2);
    assert.equal(open(versions.base), 2);
    assert.equal(open("a\nß\nc\n"), 1);
    assert.equal(open("a\nß\nc\nm\nt\n"), 0);
    const markers = "<<<<<<< x\n>>>>>>> x";
    assert.equal(openConflicts({ base: "", mine: markers, theirs: "t" }, markers), 0, "a text about conflicts");
  });
});
