import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { type ChangedFolder, folderTree, inOrder } from "../../../../src/core/comparisons/folderTree.ts";
import { commitRange } from "../../../../src/core/mergeRequests/commitRange.ts";
import type { FileChange } from "../../../../src/git/fileChange.ts";

const change = (path: string): FileChange => ({ status: "modified", path, oldPath: path });
const drawn = ({ name, folders, files }: ChangedFolder): unknown => [
  name,
  ...folders.map(drawn),
  ...files.map(({ path }) => path),
];
const all = ({ folders, files }: ChangedFolder): readonly FileChange[] => [...folders.flatMap(all), ...files];

describe("changed files", () => {
  it("are in folders, of which single-child ones are merged", () => {
    const tree = folderTree(["b.txt", "src/a/x/2.txt", "src/a/x/10.txt", "docs/d.md", "src/c.txt", "a"].map(change));
    assert.deepEqual(drawn(tree), [
      "",
      ["docs", "docs/d.md"],
      ["src", ["a/x", "src/a/x/2.txt", "src/a/x/10.txt"], "src/c.txt"],
      "a",
      "b.txt",
    ]);
    assert.equal(tree.folders[1]?.folders[0]?.path, "src/a/x");
  });

  it("are all in the tree, with any names", () => {
    const part = fc.constantFrom("a", "b", "__proto__", "constructor", "c.txt", " ", "日本");
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const pathsOf = (files: readonly FileChange[]): string[] => files.map((one) => one.path).sort();
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
        const sorted = [...paths].sort();
        assert.deepEqual(pathsOf(all(folderTree(paths.map(change)))), sorted);
        assert.deepEqual(pathsOf(inOrder(paths.map(change))), sorted);
      }),
    );
  });
});

it("the commits of a merge request are between both ends, if the host sends them", () => {
  const ends = { base_sha: "b", head_sha: "h", start_sha: "s" };
  const none = { base_sha: null, head_sha: null, start_sha: null };
  const merged = { state: "merged", sha: "x", target_branch: "main" };
  assert.equal(commitRange({ ...merged, diff_refs: ends }), "b..h");
  assert.equal(commitRange({ ...merged, state: "opened" }), "main..x");
  assert.equal(commitRange({ ...merged, merge_commit_sha: "m" }), "m^1..x");
  assert.equal(commitRange(merged), undefined, "the target has them by now");
  assert.equal(commitRange({ state: "opened", sha: null, target_branch: "main", diff_refs: none }), undefined);
});
