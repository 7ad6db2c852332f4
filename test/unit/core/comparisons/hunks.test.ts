import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { diffLines, lineInDiff } from "../../../../src/core/comparisons/hunks.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const diff =
  "@@ -2,4 +2,5 @@ heading\n b\n-c\n+C\n+C2\n d\n e\n@@ -10,2 +11,1 @@\n j\n-k\n\\ No newline at end of file\n";

describe("lines of a unified diff", () => {
  const lines = diffLines(diff);

  it("have their numbers on both sides", () => {
    const told = lines.map(({ kind, old, new: now }) => `${kind} ${old} ${now}`);
    const first = ["unchanged 2 2", "removed 3 3", "added 4 3", "added 4 4", "unchanged 4 5", "unchanged 5 6"];
    assert.deepEqual(told, [...first, "unchanged 10 11", "removed 11 12"]);
  });

  it("are found by their number, also outside of the hunks", () => {
    for (const [side, at, kind, old, now] of [
      ["new", 1, "unchanged", 1, 1],
      ["new", 3, "added", 4, 3],
      ["old", 3, "removed", 3, 3],
      ["new", 5, "unchanged", 4, 5],
      ["new", 8, "unchanged", 7, 8],
      ["old", 9, "unchanged", 9, 10],
      ["old", 15, "unchanged", 15, 15],
    ] as const)
      assert.deepEqual(lineInDiff(lines, side, at), { kind, old, new: now });
  });

  it("may look like the header of a hunk or a file", () => {
    const kinds = diffLines("@@ -1,2 +1,2 @@\n--- a/file\n+++ b/file\n @@ -9 +9 @@\n").map(({ kind }) => kind);
    assert.deepEqual(kinds, ["removed", "added", "unchanged"]);
  });

  it("of an added or removed file begin at the first", () => {
    assert.deepEqual(diffLines("@@ -0,0 +1,2 @@\n+a\n+b\n"), [
      { kind: "added", old: 1, new: 1 },
      { kind: "added", old: 1, new: 2 },
    ]);
    assert.deepEqual(diffLines("@@ -1 +0,0 @@\n-a\n"), [{ kind: "removed", old: 1, new: 1 }]);
  });

  it("lead from each line of a file to the same text on the other side", () => {
    const [before, after] = ["before", "after"].map((name) => path.join(temporaryFolder(), name)) as [string, string];
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "@@", "-x", "+y"), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 3 }), (old, now, context) => {
        writeFileSync(before, old.map((line) => `${line}\n`).join(""));
        writeFileSync(after, now.map((line) => `${line}\n`).join(""));
        const found = diffLines(gitDiff(before, after, context));
        const both = { old, new: now };
        for (const side of ["old", "new"] as const)
          for (const [index, line] of both[side].entries()) {
            const place = lineInDiff(found, side, index + 1);
            assert.equal(place[side], index + 1);
            const other = side === "old" ? "new" : "old";
            if (place.kind === "unchanged") assert.equal(both[other][place[other] - 1], line);
          }
      }),
      { numRuns: 40 },
    );
  });
});

function gitDiff(before: string, after: string, context: number): string {
  try {
    return execFileSync("git", ["diff", "--no-index", `-U${context}`, before, after], { encoding: "utf8" });
  } catch (error) {
    // Exit code 1 says that the files differ.
    return (error as { stdout: string }).stdout;
  }
}
