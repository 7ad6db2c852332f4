import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { diffLines } from "../../../../../src/core/comparisons/hunks.ts";
import { type DiffFile, placeIn, positionOf } from "../../../../../src/core/mergeRequests/review/positions.ts";
import { applySuggestions, setResolved } from "../../../../../src/core/mergeRequests/review/write.ts";
import { fakeApp, project } from "../../fakeApp.ts";
import { fault } from "../../tree/fakeHost.ts";

it("threads resolved and suggestions applied without a response are found on the host", async () => {
  const lost = () => Promise.reject(Object.assign(fault("network"), { outcomeUnknown: true }));
  const suggestions = [8, 9].map((id) => ({ id, applied: true }));
  const items = [{ id: "a", notes: [{ id: 1, body: "x", resolvable: true, resolved: true, suggestions }] }];
  const list = () => ({ all: () => Promise.resolve({ items, pages: [], capped: false }) });
  const { app } = fakeApp({ discussions: { resolve: lost, applySuggestions: lost, list } });
  const place = { instance: project.instance, project: project.project, iid: 5 };
  assert.equal((await setResolved(app, place, "a", true)).id, "a");
  await assert.rejects(setResolved(app, place, "a", false), /The change was not made/);
  assert.equal((await applySuggestions(app, place, [8, 9], "Fix", {})).length, 2);
  await assert.rejects(applySuggestions(app, place, [8, 10], undefined, {}), /The change was not made/);
});

const [base, start, head] = ["b".repeat(40), "5".repeat(40), "e".repeat(40)];
const shas = { base, start, head };
const version = { base_sha: base, start_sha: start, head_sha: head };
const lines = diffLines("@@ -2,3 +2,4 @@\n b\n-c\n+C\n+C2\n d\n");
const file = (side: "old" | "new", more: Partial<DiffFile["diff"]> = {}, path = "src/a.ts"): DiffFile => ({
  path,
  diff: { iid: 7, side, base, head, ...more },
});
const code = (path: string, before: number, after: number): string =>
  `${createHash("sha1").update(path).digest("hex")}_${before}_${after}`;
const paths = { old_path: "src/a.ts", new_path: "src/a.ts" };

describe("positions of threads", () => {
  it("have the new number of added lines, the old one of removed lines, else both", () => {
    const text = { ...version, ...paths, position_type: "text" };
    assert.deepEqual(positionOf(file("new"), shas, lines, { start: 3, end: 3 }), { ...text, new_line: 3 });
    assert.deepEqual(positionOf(file("old"), shas, lines, { start: 3, end: 3 }), { ...text, old_line: 3 });
    assert.deepEqual(positionOf(file("new"), shas, lines, { start: 5, end: 5 }), { ...text, old_line: 4, new_line: 5 });
    assert.deepEqual(positionOf(file("old"), shas, lines, { start: 9, end: 9 }), {
      ...text,
      old_line: 9,
      new_line: 10,
    });
  });

  it("have the line codes of a range", () => {
    assert.deepEqual(positionOf(file("new"), shas, lines, { start: 2, end: 4 }), {
      ...version,
      ...paths,
      position_type: "text",
      new_line: 4,
      line_range: {
        start: { line_code: code("src/a.ts", 2, 2), old_line: 2, new_line: 2 },
        end: { line_code: code("src/a.ts", 4, 4), type: "new", new_line: 4 },
      },
    });
  });

  it("have both paths of a renamed file", () => {
    const renamed = { ...version, old_path: "src/a.ts", new_path: "src/b.ts", position_type: "file" };
    assert.deepEqual(positionOf(file("new", { otherPath: "src/a.ts" }, "src/b.ts"), shas, [], undefined), renamed);
    assert.deepEqual(positionOf(file("old", { otherPath: "src/b.ts" }), shas, [], undefined), renamed);
  });

  it("lead back to their document", () => {
    for (const side of ["old", "new"] as const) {
      const span = { start: 3, end: 3 };
      assert.deepEqual(placeIn(file(side), positionOf(file(side), shas, lines, span)), span);
    }
    const range = { start: 2, end: 4 };
    assert.deepEqual(placeIn(file("new"), positionOf(file("new"), shas, lines, range)), range);
  });

  it("of unchanged lines and whole files are shown on the new side", () => {
    const both = positionOf(file("old"), shas, lines, { start: 4, end: 4 });
    assert.equal(placeIn(file("old"), both), undefined);
    assert.deepEqual(placeIn(file("new"), both), { start: 5, end: 5 });
    const whole = positionOf(file("old"), shas, [], undefined);
    assert.deepEqual([placeIn(file("old"), whole), placeIn(file("new"), whole)], [undefined, "file"]);
    // A removed file has no other side.
    assert.equal(placeIn(file("old", { alone: true }), whole), "file");
  });

  it("on a picture are those of the whole file", () => {
    const point = { ...version, ...paths, position_type: "image", width: 64, height: 48, x: 10, y: 12 };
    assert.deepEqual([placeIn(file("new"), point), placeIn(file("old"), point)], ["file", undefined]);
    assert.equal(placeIn(file("old", { alone: true }), point), "file");
    assert.equal(placeIn(file("new", { head: "f".repeat(40) }), point), undefined);
  });

  it("of other versions and files are not shown", () => {
    const position = positionOf(file("new"), shas, lines, { start: 3, end: 3 });
    assert.equal(placeIn(file("new", { head: "f".repeat(40) }), position), undefined);
    assert.equal(placeIn(file("new", {}, "src/other.ts"), position), undefined);
    assert.equal(placeIn(file("old"), position), undefined);
  });

  it("without valid lines are not shown", () => {
    for (const line of [0, -1, null, undefined])
      assert.equal(placeIn(file("new"), { ...version, ...paths, position_type: "text", new_line: line }), undefined);
    const found = placeIn(file("new"), {
      ...version,
      ...paths,
      new_line: 4,
      line_range: { start: { new_line: 9 }, end: { new_line: 4 } },
    });
    assert.deepEqual(found, { start: 4, end: 4 });
  });
});
