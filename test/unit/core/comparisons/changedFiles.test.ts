import assert from "node:assert/strict";
import fc from "fast-check";
import type { Client } from "../../../../src/api/client.ts";
import { combineChanges } from "../../../../src/core/comparisons/combine.ts";
import * as completeness from "../../../../src/core/comparisons/completeness.ts";
import { type ChangedFolder, folderTree, inOrder } from "../../../../src/core/comparisons/folderTree.ts";
import { countFileLines, createLineBudget } from "../../../../src/core/comparisons/hostLines.ts";
import { commitRange } from "../../../../src/core/mergeRequests/commitRange.ts";
import type { FileChange } from "../../../../src/git/fileChange.ts";

type Lines = readonly [additions: number, deletions: number];
const change = (status: FileChange["status"], path = "a", oldPath = path, lines?: Lines): FileChange => ({
  ...{ status, path, oldPath },
  ...(lines && { additions: lines[0], deletions: lines[1] }),
});
/** Changes as text: `modified a, renamed a > b`; commits are separated by `|`. */
const changesOf = (commit: string): FileChange[] =>
  commit.split(", ").map((one) => {
    const [, status, old = "", path = old] = /^(\w+) (\w)(?: > (\w))?$/.exec(one) ?? [];
    return change(status as FileChange["status"], path, old, [1, 0]);
  });
const combine = (commits: string): string =>
  combineChanges(commits.split(" | ").map(changesOf))
    .map(({ status, path, oldPath }) => `${status} ${path === oldPath ? path : `${oldPath} > ${path}`}`)
    .join(", ");

describe("combineChanges", () => {
  it("keeps what only one commit touched, lines included, and leaves others uncounted", () => {
    const [added, modified] = [change("added", "a", "a", [1, 0]), change("modified", "b", "b", [1, 0])];
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

describe("a host's list of files", () => {
  const { completenessByCount, completenessByLines, endsAtLimit, uncertainFiles } = completeness;
  const counted = (status: FileChange["status"], lines?: Lines): FileChange => change(status, "a", "a", lines);
  const judge = ([additions, deletions]: Lines, ...files: FileChange[]) =>
    completenessByLines({ additions, deletions }, files);

  const binary = { ...counted("added"), binary: true };
  const cases: readonly [expected: ReturnType<typeof judge>, total: Lines, why: string, ...files: FileChange[]][] = [
    ["complete", [3, 1], "lines of all files", counted("modified", [2, 1]), counted("added", [1, 0])],
    ["cut", [3, 2], "lines of all files", counted("modified", [2, 1]), counted("added", [1, 0])],
    ["complete", [2, 1], "binary files have none", counted("modified", [2, 1]), binary],
    ["cut", [9, 1], "binary files have none", counted("modified", [2, 1]), binary],
    ["complete", [1, 0], "counted in another way", counted("modified", [2, 1])],
    ["complete", [1, 1], "counted in another way", counted("modified", [2, 1])],
    ["complete", [3, 1], "a rename as it is", counted("renamed", [3, 1])],
    ["unclear", [13, 11], "a rename as deleted and new, with as many lines of each", counted("renamed", [3, 1])],
    ["cut", [14, 11], "a rename with more lines on one side", counted("renamed", [3, 1])],
    ["cut", [13, 1], "a rename with more lines on one side", counted("renamed", [3, 1])],
    ["unclear", [900, 0], "a new file adds any number", counted("added")],
    ["cut", [900, 1], "a new file deletes nothing", counted("added")],
    ["cut", [1, 900], "a deleted file adds nothing", counted("deleted")],
    ["unclear", [0, 900], "a deleted file deletes any number", counted("deleted")],
    ["unclear", [9, 900], "a modified file does both", counted("modified")],
    ["unclear", [900, 5], "five lines of the renamed file", counted("added"), counted("renamed", [0, 0])],
    ["cut", [5, 900], "a new file deletes nothing", counted("added"), counted("renamed", [0, 0])],
  ];
  for (const [expected, total, why, ...files] of cases)
    it(`is ${expected} with +${total.join(" −")} of the host: ${why}`, () =>
      assert.equal(judge(total, ...files), expected));

  for (const [expected, total, file, before, after] of [
    ["complete", [900, 0], counted("added"), 0, 900],
    ["cut", [901, 0], counted("added"), 0, 900],
    ["complete", [30, 20], counted("modified"), 90, 100],
    ["cut", [30, 19], counted("modified"), 90, 100],
    ["cut", [130, 120], counted("modified"), 90, 100],
    ["complete", [12, 10], counted("renamed", [2, 0]), 10, 12],
    ["cut", [13, 11], counted("renamed", [2, 0]), 10, 12],
  ] as const)
    it(`is ${expected} with +${total.join(" −")} of a ${file.status} file of ${before}, now ${after} lines`, () => {
      const [additions, deletions] = total;
      const lines = new Map<FileChange, completeness.FileLines>([[file, { before, after }]]);
      assert.equal(completenessByLines({ additions, deletions }, [file], lines), expected);
    });

  it("is never cut when it is whole, however the host counts renames", () => {
    const counts = {
      added: fc.nat(9),
      deleted: fc.nat(9),
      kept: fc.nat(9),
      isCounted: fc.boolean(),
      asTwo: fc.boolean(),
    };
    const file = fc.record({ status: fc.constantFrom("added", "deleted", "modified", "renamed"), ...counts });
    fc.assert(
      fc.property(fc.array(file), (given) => {
        const total = { additions: 0, deletions: 0 };
        const lines = new Map<FileChange, completeness.FileLines>();
        const files = given.map(({ status, added, deleted, kept, isCounted, asTwo }) => {
          const [a, d] = [status === "deleted" ? 0 : added, status === "added" ? 0 : deleted];
          const k = status === "modified" || status === "renamed" ? kept : 0;
          const again = status === "renamed" && asTwo ? k : 0;
          total.additions += a + again;
          total.deletions += d + again;
          const one = counted(status, isCounted ? [a, d] : undefined);
          lines.set(one, { before: d + k, after: a + k });
          return one;
        });
        assert.notEqual(completenessByLines(total, files), "cut");
        assert.equal(completenessByLines(total, files, lines), "complete");
        assert.ok(uncertainFiles(files).every((one) => lines.has(one)));
      }),
    );
  });

  it("is checked with the lines of its files where they are, as Git counts them", async () => {
    const body = [Buffer.alloc(8_000, "\n"), Buffer.from("\0\nend")];
    const raw = (_: number, path: string) => Promise.resolve({ body: path === "b" ? body.toReversed() : body });
    const budget = createLineBudget({ repositoryFiles: { raw } } as unknown as Client, 1);
    const files = [counted("added"), counted("deleted"), change("modified", "b")];
    const lines = await countFileLines(budget, { base: "0", head: "1" }, files, new AbortController().signal);
    const counts = [...(lines?.values() ?? [])].flatMap(({ before, after }) => [before, after]);
    assert.deepEqual(counts, [0, 8_002, 8_002, 0, 0, 0]);
  });

  it("is compared with the host's own count", () => {
    const judged = (["12", "12+", "11", "13", "1000+", "", "many", null, undefined] as const).map((told) =>
      completenessByCount(told, 12),
    );
    assert.deepEqual(judged, ["complete", "cut", undefined, "cut", "cut", undefined, undefined, undefined, undefined]);
  });

  it("may be cut if it ends at a multiple of a thousand files", () => {
    const ends = (count: number): boolean => endsAtLimit(Array.from({ length: count }, () => counted("added")));
    assert.deepEqual([100, 999, 1_000, 1_001, 3_000].map(ends), [false, false, true, false, true]);
  });
});

const modified = (path: string): FileChange => change("modified", path);
const drawn = ({ name, folders, files }: ChangedFolder): unknown => [
  name,
  ...folders.map(drawn),
  ...files.map(({ path }) => path),
];
const all = ({ folders, files }: ChangedFolder): readonly FileChange[] => [...folders.flatMap(all), ...files];

describe("changed files", () => {
  it("are in folders, of which single-child ones are merged", () => {
    const tree = folderTree(["b.txt", "src/a/x/2.txt", "src/a/x/10.txt", "docs/d.md", "src/c.txt", "a"].map(modified));
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
        assert.deepEqual(pathsOf(all(folderTree(paths.map(modified)))), sorted);
        assert.deepEqual(pathsOf(inOrder(paths.map(modified))), sorted);
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
