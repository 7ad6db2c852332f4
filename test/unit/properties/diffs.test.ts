import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, it } from "mocha";
import { type DiffLine, diffLines, lineInDiff } from "../../../src/core/comparisons/hunks.ts";
import { type DiffFile, placeIn, positionOf } from "../../../src/core/mergeRequests/review/positions.ts";
import { mutated } from "../../support/mutated.ts";
import { holds } from "../../support/property.ts";

/** A file by what became of each of its lines, and how many lines stand around a change in the diff. */
const change = fc.record({
  lines: fc.array(fc.constantFrom("kept", "removed", "added"), { minLength: 1, maxLength: 40 }),
  context: fc.nat(3),
  starting: fc.constantFrom("", "@@ -1 +1 @@", "-", "+", " ", "\\ No newline", "diff --git a b"),
});

/** Writes the diff of a file as git does, and where each line is on both sides. */
function written({ lines, context, starting }: typeof change extends fc.Arbitrary<infer T> ? T : never): {
  readonly diff: string;
  readonly whole: readonly DiffLine[];
} {
  const whole: DiffLine[] = [];
  let [old, now] = [1, 1];
  for (const line of lines) {
    whole.push({ kind: line === "kept" ? "unchanged" : line === "added" ? "added" : "removed", old, new: now });
    if (line !== "added") old += 1;
    if (line !== "removed") now += 1;
  }
  const isShown = whole.map((_, at) =>
    whole.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== "unchanged"),
  );
  const hunks: DiffLine[][] = [];
  for (const [at, line] of whole.entries()) {
    if (isShown[at] !== true) continue;
    if (isShown[at - 1] === true) hunks.at(-1)?.push(line);
    else hunks.push([line]);
  }
  const side = (hunk: readonly DiffLine[], missing: DiffLine["kind"], of: "old" | "new"): string => {
    const count = hunk.filter(({ kind }) => kind !== missing).length;
    const first = (hunk[0]?.[of] ?? 1) - (count === 0 ? 1 : 0);
    return count === 1 ? String(first) : `${first},${count}`;
  };
  const marks = { added: "+", removed: "-", unchanged: " " } as const;
  const text = hunks.map((hunk) =>
    [
      `@@ -${side(hunk, "added", "old")} +${side(hunk, "removed", "new")} @@ f()`,
      ...hunk.map(({ kind }) => marks[kind] + starting),
    ].join("\n"),
  );
  return { diff: text.map((hunk) => `${hunk}\n`).join(""), whole };
}

const shas = { base: "b".repeat(40), start: "s".repeat(40), head: "h".repeat(40) };
const fileOn = (side: "old" | "new"): DiffFile => ({
  path: "a.ts",
  diff: { iid: 1, side, base: shas.base, head: shas.head },
});

describe("lines of diffs, for any change", function () {
  it("lead from each side to the other and back, inside of hunks and outside", () =>
    holds("diffLines", change, (made) => {
      const { diff, whole } = written(made);
      const lines = diffLines(diff);
      assert.deepEqual(
        lines.filter(({ kind }) => kind !== "unchanged"),
        whole.filter(({ kind }) => kind !== "unchanged"),
      );
      for (const line of whole) {
        if (line.kind !== "added") assert.deepEqual(lineInDiff(lines, "old", line.old), line);
        if (line.kind !== "removed") assert.deepEqual(lineInDiff(lines, "new", line.new), line);
      }
    }));

  it("have a position by which a thread stands where it was made", () =>
    holds("positions", fc.tuple(change, fc.nat(), fc.nat()), ([made, first, second]) => {
      const { diff, whole } = written(made);
      const lines = diffLines(diff);
      for (const side of ["old", "new"] as const) {
        const ofSide = whole.filter(({ kind }) => kind !== (side === "old" ? "added" : "removed"));
        if (ofSide.length === 0) continue;
        const [start = 0, end = 0] = [first, second].map((at) => (at % ofSide.length) + 1).sort((a, b) => a - b);
        const position = positionOf(fileOn(side), shas, lines, { start, end });
        const last = ofSide[end - 1] ?? assert.fail();
        assert.deepEqual(
          [position.old_line, position.new_line],
          [last.kind === "added" ? undefined : last.old, last.kind === "removed" ? undefined : last.new],
        );
        const shown = placeIn(fileOn(side), position);
        // An unchanged line belongs to the new side, where its thread stands.
        if (side === "old" && last.kind === "unchanged") assert.equal(shown, undefined);
        else {
          const begin = ofSide[start - 1];
          const known = side === "new" ? begin?.kind !== "removed" : begin?.kind !== "added";
          assert.deepEqual(shown, { start: known ? start : end, end });
        }
        // What the host would call the lines.
        if (start !== end)
          assert.equal(
            position.line_range?.end.line_code,
            `${createHash("sha1").update("a.ts").digest("hex")}_${last.old}_${last.new}`,
          );
      }
    }));

  it("are no more than the text has, whatever hunks claim", () =>
    holds(
      "damagedDiffs",
      mutated("@@ -1,3 +1,4 @@\n a\n-b\n+c\n+d\n e\n@@ -20,0 +22 @@\n+x\n\\ No newline at end of file\n", [
        ...["@@ -1,99999999999 +1,9 @@\n", "@@ -0,0 +0,0 @@\n", "@@ -1 +1 @@", "\r\n", "\n", "+", "-", "\0"],
      ]),
      (diff) => {
        const lines = diffLines(diff);
        assert.ok(lines.length <= diff.split("\n").length);
        for (const side of ["old", "new"] as const)
          for (const line of [1, 2, 20, 1_000_000]) assert.equal(lineInDiff(lines, side, line)[side], line);
      },
    ));
});
