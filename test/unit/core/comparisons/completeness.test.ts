import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  endsAtLimit,
  type FileLines,
  uncertainFiles,
  completenessByCount,
  completenessByLines,
} from "../../../../src/core/comparisons/completeness.ts";
import type { FileChange } from "../../../../src/git/fileChange.ts";

type Lines = readonly [additions: number, deletions: number];
const change = (status: FileChange["status"], lines?: Lines): FileChange => ({
  status,
  path: "a",
  oldPath: "a",
  ...(lines ? { additions: lines[0], deletions: lines[1] } : {}),
});
const judge = ([additions, deletions]: Lines, ...files: FileChange[]) =>
  completenessByLines({ additions, deletions }, files);
const judgeKnowing = ([additions, deletions]: Lines, ...files: [FileChange, before: number, after: number][]) =>
  completenessByLines(
    { additions, deletions },
    files.map(([file]) => file),
    new Map(files.map(([file, before, after]): [FileChange, FileLines] => [file, { before, after }])),
  );

describe("whether a host's list of files is complete", () => {
  it("is told by its lines, where each file has them", () => {
    assert.equal(judge([3, 1], change("modified", [2, 1]), change("added", [1, 0])), "complete");
    assert.equal(judge([3, 2], change("modified", [2, 1]), change("added", [1, 0])), "cut");
    assert.equal(judge([2, 1], change("modified", [2, 1]), { ...change("added"), binary: true }), "complete");
    assert.equal(judge([9, 1], change("modified", [2, 1]), { ...change("added"), binary: true }), "cut");
    assert.equal(judge([1, 0], change("modified", [2, 1])), "complete", "counted in another way");
  });

  it("is told with renames, too, which hosts may count as deleted and new: as many lines of each", () => {
    assert.equal(judge([3, 1], change("renamed", [3, 1])), "complete");
    assert.equal(judge([13, 11], change("renamed", [3, 1])), "unclear");
    assert.equal(judge([14, 11], change("renamed", [3, 1])), "cut");
    assert.equal(judge([13, 1], change("renamed", [3, 1])), "cut");
  });

  it("is told with files of which the host left out the lines, as far as their kind allows", () => {
    assert.equal(judge([900, 0], change("added")), "unclear");
    assert.equal(judge([900, 1], change("added")), "cut", "a new file deletes nothing");
    assert.equal(judge([1, 900], change("deleted")), "cut");
    assert.equal(judge([0, 900], change("deleted")), "unclear");
    assert.equal(judge([9, 900], change("modified")), "unclear");
    assert.equal(
      judge([900, 5], change("added"), change("renamed", [0, 0])),
      "unclear",
      "five lines of the renamed file, the others new",
    );
    assert.equal(judge([5, 900], change("added"), change("renamed", [0, 0])), "cut");
  });

  it("is told once the lines of those files are known", () => {
    assert.equal(judgeKnowing([900, 0], [change("added"), 0, 900]), "complete");
    assert.equal(judgeKnowing([901, 0], [change("added"), 0, 900]), "cut");
    assert.equal(
      judgeKnowing([30, 20], [change("modified"), 90, 100]),
      "complete",
      "whatever became of them, there are ten more",
    );
    assert.equal(judgeKnowing([30, 19], [change("modified"), 90, 100]), "cut");
    assert.equal(judgeKnowing([130, 120], [change("modified"), 90, 100]), "cut", "more than it has");
    assert.equal(judgeKnowing([12, 10], [change("renamed", [2, 0]), 10, 12]), "complete");
    assert.equal(judgeKnowing([13, 11], [change("renamed", [2, 0]), 10, 12]), "cut");
  });

  it("is never denied to a list that is whole, however the host counts renames", () => {
    const file = fc.record({
      status: fc.constantFrom("added", "deleted", "modified", "renamed"),
      added: fc.nat(9),
      deleted: fc.nat(9),
      kept: fc.nat(9),
      told: fc.boolean(),
      asTwo: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(file), (given) => {
        const total = { additions: 0, deletions: 0 };
        const lines = new Map<FileChange, FileLines>();
        const files = given.map(({ status, added, deleted, kept, told, asTwo }) => {
          const [a, d, k] = [
            status === "deleted" ? 0 : added,
            status === "added" ? 0 : deleted,
            status === "modified" || status === "renamed" ? kept : 0,
          ];
          const again = status === "renamed" && asTwo ? k : 0;
          total.additions += a + again;
          total.deletions += d + again;
          const one = change(status, told ? [a, d] : undefined);
          lines.set(one, { before: d + k, after: a + k });
          return one;
        });
        assert.notEqual(completenessByLines(total, files), "cut");
        assert.equal(completenessByLines(total, files, lines), "complete");
        assert.ok(uncertainFiles(files).every((one) => lines.has(one)));
      }),
    );
  });

  it("is told by the host's own count", () => {
    const judged = (["12", "12+", "11", "13", "1000+", "", "many", null, undefined] as const).map((told) =>
      completenessByCount(told, 12),
    );
    assert.deepEqual(judged, ["complete", "cut", undefined, "cut", "cut", undefined, undefined, undefined, undefined]);
  });

  it("is in doubt where it ends at a round number of very many", () => {
    const ends = (count: number): boolean => endsAtLimit(Array.from({ length: count }, () => change("added")));
    assert.deepEqual([100, 999, 1_000, 1_001, 3_000].map(ends), [false, false, true, false, true]);
  });
});
