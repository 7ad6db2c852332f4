import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { combineChanges } from "../../../../src/core/comparisons/combine.ts";
import type { FileChange } from "../../../../src/git/fileChange.ts";

const counted = { additions: 1, deletions: 0 };
const change = (status: FileChange["status"], path: string, oldPath = path): FileChange => ({
  status,
  path,
  oldPath,
  ...counted,
});
/** Changes as text: `modified a, renamed a > b`; commits are separated by `|`. */
const changesOf = (commit: string): FileChange[] =>
  commit.split(", ").map((one) => {
    const [, status, old = "", path = old] = /^(\w+) (\w)(?: > (\w))?$/.exec(one) ?? [];
    return change(status as FileChange["status"], path, old);
  });
const combine = (commits: string): string =>
  combineChanges(commits.split(" | ").map(changesOf))
    .map(({ status, path, oldPath }) => `${status} ${path === oldPath ? path : `${oldPath} > ${path}`}`)
    .join(", ");

describe("combineChanges", () => {
  it("keeps what only one commit touched, lines included, and leaves others uncounted", () => {
    const [added, modified] = [change("added", "a"), change("modified", "b")];
    assert.deepEqual(combineChanges([[modified], [added]]), [added, modified]);
    assert.deepEqual(combineChanges([[modified], [modified]]), [{ status: "modified", path: "b", oldPath: "b" }]);
  });

  for (const [title, commits, expected] of [
    ["follows a file through its life", "added a | modified a", "added a"],
    ["drops a file that came and went", "added a | deleted a", ""],
    ["follows the rename of a new file", "added a | renamed a > b | modified b", "added b"],
    ["takes a file that came back for a changed one", "deleted a | added a", "modified a"],
    ["takes a changed file for a deleted one", "modified a | deleted a", "deleted a"],
    ["follows renames back to the base", "renamed a > b | modified b | renamed b > c", "renamed a > c"],
    ["takes a rename and back for a change", "renamed a > b | renamed b > a", "modified a"],
    ["follows a rename of a changed file", "modified a | renamed a > b", "renamed a > b"],
    ["names a deleted file as the base does", "renamed a > b | deleted b", "deleted a"],
    ["lets files swap", "modified a, modified b | renamed a > b, renamed b > a", "renamed b > a, renamed a > b"],
    ["finds a new file in a renamed one's place", "renamed a > b | added a", "added a, renamed a > b"],
  ] as const)
    it(title, () => assert.equal(combine(commits), expected));

  it("keeps the mode that the base has", () => {
    const [before, after] = ["100644", "100755"] as const;
    const [file] = combineChanges(
      [before, after].map((oldMode) => [{ ...change("modified", "a"), oldMode, newMode: after }]),
    );
    assert.deepEqual([file?.oldMode, file?.newMode], [before, after]);
  });
});
