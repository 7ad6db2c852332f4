import assert from "node:assert/strict";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequestTypes.ts";
import type { Changes } from "../../../../src/core/comparisons/comparison.ts";
import { cutText, cutTexts } from "../../../../src/core/comparisons/missing.ts";
import { ChangedFileRows } from "../../../../src/core/comparisons/rows.ts";
import type { ChangeNode } from "../../../../src/core/mergeRequests/nodes.ts";
import type { FileChange } from "../../../../src/git/fileChange.ts";

const changesOf = (count: number, missing?: string): Changes =>
  ({
    comparison: {},
    files: Array.from({ length: count }, (_, at) => ({ status: "added", path: `dir/${at}`, oldPath: `dir/${at}` })),
    ...(missing !== undefined && { missing }),
    from: "host",
  }) as unknown as Changes;
const place = { instance: "https://h", project: 1, row: "row" };
const isOpen = (node: ChangeNode | undefined): unknown => node?.kind === "changedFolder" && node.open;

describe("the rows of changed files", () => {
  it("expand the folders of a hundred files at most", () => {
    const rows = new ChangedFileRows(false);
    const found = [100, 101].map((count) => isOpen(rows.rows(place, changesOf(count)).nodes[0]));
    assert.deepEqual(found, [true, false]);
  });

  it("come five hundred at a time", async () => {
    const rows = new ChangedFileRows(true);
    assert.equal(rows.rows(place, changesOf(500)).more, undefined);
    const changes = changesOf(501);
    const { nodes, more } = rows.rows(place, changes);
    assert.equal(nodes.length, 500);
    await more?.(new AbortController().signal);
    const all = rows.rows(place, changes);
    assert.deepEqual([all.nodes.length, all.more], [501, undefined]);
  });

  it("have a note when there are none or none match, and a row for what is missing", () => {
    const rows = new ChangedFileRows(true);
    const all = { ...place, mergeRequest: { iid: 1 } as MergeRequest };
    const found = [rows.rows(all, changesOf(0)).note, rows.filtered(all, changesOf(1))];
    assert.deepEqual(found, ["No changed files", undefined]);
    rows.filter = () => () => false;
    assert.equal(rows.rows(all, changesOf(1)).note, "No changed files match the filter");
    assert.equal(rows.rows(all, changesOf(0)).note, "No changed files");
    assert.equal(rows.rows(place, changesOf(1)).nodes.length, 1, "the filter is for merge requests");
    const { nodes, note } = rows.rows(all, changesOf(1, "Some"));
    assert.deepEqual([nodes.map(({ kind }) => kind), note], [["missing"], undefined]);
  });

  it("are kept for twenty rows, by version", () => {
    const rows = new ChangedFileRows(true);
    const changes = changesOf(1);
    for (let row = 0; row <= 20; row++) rows.keep(`${row}`, "v", changes);
    const found = [rows.changesOf("0", "v"), rows.changesOf("1", "v"), rows.changesOf("1", "w")];
    assert.deepEqual(found, [undefined, changes, undefined]);
    const shown = [rows.isOutdated("1", "v"), rows.isOutdated("1", "w"), rows.isOutdated("0", "w")];
    assert.deepEqual(shown, [false, true, false]);
    assert.deepEqual([rows.known({ ...place, row: "1" }, "v")?.nodes.length, rows.known(place, "v")], [1, undefined]);
  });
});

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
