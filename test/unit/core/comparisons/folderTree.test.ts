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
    const tree = folderTree(
      ["b.txt", "src/a/x/2.txt", "src/a/x/10.txt", "docs/d.md", "src/c.txt", "a.txt"].map(change),
    );
    assert.deepEqual(drawn(tree), [
      "",
      ["docs", "docs/d.md"],
      ["src", ["a/x", "src/a/x/2.txt", "src/a/x/10.txt"], "src/c.txt"],
      "a.txt",
      "b.txt",
    ]);
    assert.equal(tree.folders[1]?.folders[0]?.path, "src/a/x");
  });

  it("are all in the tree, with any names", () => {
    const part = fc.constantFrom("a", "b", "__proto__", "constructor", "c.txt", " ", "日本");
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
          { maxLength: 30 },
        ),
        (paths) => {
          const found = all(folderTree(paths.map(change))).map(({ path }) => path);
          assert.deepEqual(found.sort(), [...paths].sort());
          assert.deepEqual(
            inOrder(paths.map(change))
              .map(({ path }) => path)
              .sort(),
            [...paths].sort(),
          );
        },
      ),
    );
  });
});

describe("the commits of a merge request", () => {
  it("are between both ends, if the host sends them", () => {
    const ends = { base_sha: "b", head_sha: "h", start_sha: "s" };
    assert.equal(commitRange({ state: "merged", diff_refs: ends, sha: "x" }), "b..h");
    assert.equal(commitRange({ state: "opened", sha: "x", target_branch: "main" }), "main..x");
    assert.equal(commitRange({ state: "merged", sha: "x", target_branch: "main", merge_commit_sha: "m" }), "m^1..x");
    assert.equal(
      commitRange({ state: "merged", sha: "x", target_branch: "main" }),
      undefined,
      "the target has them by now",
    );
    assert.equal(
      commitRange({
        state: "opened",
        sha: null,
        target_branch: "main",
        diff_refs: { base_sha: null, head_sha: null, start_sha: null },
      }),
      undefined,
    );
  });
});
