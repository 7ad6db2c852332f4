import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FileChange } from "../../../../src/git/fileChange.ts";
import "../../../support/vscodeStub.ts";

const { cutText, cutTexts } = await import("../../../../src/core/comparisons/missing.ts");

const modified: FileChange = { status: "modified", path: "a", oldPath: "a", additions: 2, deletions: 1 };

describe("the words about a truncated list of files", () => {
  for (const [words, completeness, changed, all] of [
    [[], "complete", 3, 9],
    [["The host may have truncated the list after 1 file."], "unclear", 3, 9],
    [["The host truncated the list after 1 file, which contains 3 of 4 changed lines."], "cut", 3, 4],
    [["The host truncated the list after 1 file."], "cut", 3, 3],
    [["The host truncated the list after 1 file."], "cut", 3, undefined],
    [["The host truncated the list after 1 file."], "cut", undefined, 9],
  ] as const)
    it(`are “${words.join()}” for a ${completeness} one with ${changed} of ${all} lines`, () => {
      const { additions: _, deletions: __, ...uncounted } = modified;
      const counted = all === undefined ? undefined : { additions: all, deletions: 0 };
      assert.deepEqual(cutText(completeness, [changed === undefined ? uncounted : modified], counted), words);
    });

  it("count the lists of commits", () => {
    assert.deepEqual(cutTexts(0, 0), []);
    assert.deepEqual(cutTexts(1, 2), [
      "The host truncated the list of 1 commit.",
      "The host may have truncated the lists of 2 commits.",
    ]);
  });
});
