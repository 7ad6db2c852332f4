import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import * as completeness from "../../../../src/core/comparisons/completeness.ts";
import type { FileChange } from "../../../../src/git/fileChange.ts";

const { completenessByCount, completenessByLines, endsAtLimit, uncertainFiles } = completeness;

type Lines = readonly [additions: number, deletions: number];
const change = (status: FileChange["status"], lines?: Lines): FileChange => ({
  status,
  path: "a",
  oldPath: "a",
  ...(lines ? { additions: lines[0], deletions: lines[1] } : {}),
});
const judge = ([additions, deletions]: Lines, ...files: FileChange[]) =>
  completenessByLines({ additions, deletions }, files);
describe("a host's list of files", () => {
  const binary = { ...change("added"), binary: true };
  const cases: readonly [expected: ReturnType<typeof judge>, total: Lines, why: string, ...files: FileChange[]][] = [
    ["complete", [3, 1], "lines of all files", change("modified", [2, 1]), change("added", [1, 0])],
    ["cut", [3, 2], "lines of all files", change("modified", [2, 1]), change("added", [1, 0])],
    ["complete", [2, 1], "binary files have none", change("modified", [2, 1]), binary],
    ["cut", [9, 1], "binary files have none", change("modified", [2, 1]), binary],
    ["complete", [1, 0], "counted in another way", change("modified", [2, 1])],
    ["complete", [1, 1], "counted in another way", change("modified", [2, 1])],
    ["complete", [3, 1], "a rename as it is", change("renamed", [3, 1])],
    ["unclear", [13, 11], "a rename as deleted and new, with as many lines of each", change("renamed", [3, 1])],
    ["cut", [14, 11], "a rename with more lines on one side", change("renamed", [3, 1])],
    ["cut", [13, 1], "a rename with more lines on one side", change("renamed", [3, 1])],
    ["unclear", [900, 0], "a new file adds any number", change("added")],
    ["cut", [900, 1], "a new file deletes nothing", change("added")],
    ["cut", [1, 900], "a deleted file adds nothing", change("deleted")],
    ["unclear", [0, 900], "a deleted file deletes any number", change("deleted")],
    ["unclear", [9, 900], "a modified file does both", change("modified")],
    ["unclear", [900, 5], "five lines of the renamed file", change("added"), change("renamed", [0, 0])],
    ["cut", [5, 900], "a new file deletes nothing", change("added"), change("renamed", [0, 0])],
  ];
  for (const [expected, total, why, ...files] of cases)
    it(`is ${expected} with +${total.join(" −")} of the host: ${why}`, () =>
      assert.equal(judge(total, ...files), expected));

  for (const [expected, total, file, before, after] of [
    ["complete", [900, 0], change("added"), 0, 900],
    ["cut", [901, 0], change("added"), 0, 900],
    ["complete", [30, 20], change("modified"), 90, 100],
    ["cut", [30, 19], change("modified"), 90, 100],
    ["cut", [130, 120], change("modified"), 90, 100],
    ["complete", [12, 10], change("renamed", [2, 0]), 10, 12],
    ["cut", [13, 11], change("renamed", [2, 0]), 10, 12],
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
      counted: fc.boolean(),
      asTwo: fc.boolean(),
    };
    const file = fc.record({ status: fc.constantFrom("added", "deleted", "modified", "renamed"), ...counts });
    fc.assert(
      fc.property(fc.array(file), (given) => {
        const total = { additions: 0, deletions: 0 };
        const lines = new Map<FileChange, completeness.FileLines>();
        const files = given.map(({ status, added, deleted, kept, counted, asTwo }) => {
          const [a, d] = [status === "deleted" ? 0 : added, status === "added" ? 0 : deleted];
          const k = status === "modified" || status === "renamed" ? kept : 0;
          const again = status === "renamed" && asTwo ? k : 0;
          total.additions += a + again;
          total.deletions += d + again;
          const one = change(status, counted ? [a, d] : undefined);
          lines.set(one, { before: d + k, after: a + k });
          return one;
        });
        assert.notEqual(completenessByLines(total, files), "cut");
        assert.equal(completenessByLines(total, files, lines), "complete");
        assert.ok(uncertainFiles(files).every((one) => lines.has(one)));
      }),
    );
  });

  it("is compared with the host's own count", () => {
    const judged = (["12", "12+", "11", "13", "1000+", "", "many", null, undefined] as const).map((told) =>
      completenessByCount(told, 12),
    );
    assert.deepEqual(judged, ["complete", "cut", undefined, "cut", "cut", undefined, undefined, undefined, undefined]);
  });

  it("may be cut if it ends at a multiple of a thousand files", () => {
    const ends = (count: number): boolean => endsAtLimit(Array.from({ length: count }, () => change("added")));
    assert.deepEqual([100, 999, 1_000, 1_001, 3_000].map(ends), [false, false, true, false, true]);
  });
});
