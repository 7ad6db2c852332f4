import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";
import type { LineRange } from "../../../../src/core/coverage/changedLines.ts";
import type { ChangedFileCoverage } from "../../../../src/features/coverage/changed.ts";

const { rowsOf } = await import("../../../../src/features/coverage/uncovered.ts");

const fileOf = (path: string, total: number, ...uncovered: readonly LineRange[]): ChangedFileCoverage => ({
  file: { path, oldPath: path, status: "modified" },
  uncovered,
  total,
  covered: total - uncovered.reduce((sum, { start, end }) => sum + end - start + 1, 0),
});
const texts = (files: readonly ChangedFileCoverage[], cut = false): string[] =>
  rowsOf({ files, cut }).map(({ label, description = "" }) => `${label} | ${description}`);

describe("the list of uncovered changed lines", () => {
  it("begins with the files where there are several, those with most uncovered lines first", () => {
    const few = fileOf("src/a.ts", 5, { start: 7, end: 7 });
    const many = fileOf("b.ts", 1_200, { start: 3, end: 1_002 }, { start: 1_010, end: 1_010 });
    assert.deepEqual(texts([few, many]), [
      "Files | ",
      "b.ts | 1,001 of 1,200 changed lines not covered",
      "a.ts | 1 of 5 changed lines not covered · src",
      "src/a.ts (4 of 5 covered) | ",
      "a.ts:7 | 1 line",
      "b.ts (199 of 1,200 covered) | ",
      "b.ts:3-1002 | 1,000 lines",
      "b.ts:1010 | 1 line",
    ]);
    const rows = rowsOf({ files: [few, many], cut: false });
    assert.deepEqual("value" in rows[1]! && rows[1].value, { file: many, lines: { start: 3, end: 1_002 } });
  });

  it("has only the lines of a single file", () => {
    assert.deepEqual(texts([fileOf("a.ts", 1, { start: 7, end: 7 })], true), [
      "a.ts (0 of 1 covered) | ",
      "a.ts:7 | 1 line",
      "Some files are not listed. | ",
    ]);
  });

  it("lists a thousand rows, and says that there are more", () => {
    const files = Array.from({ length: 600 }, (_, at) => fileOf(`f${at}.ts`, 2, { start: 1, end: 1 }));
    const rows = texts(files);
    assert.equal(rows.length, 1_002);
    assert.equal(rows.filter((row) => row.includes("not covered")).length, 200);
    assert.equal(rows.at(-1), "Some files are not listed. | ");
  });
});
