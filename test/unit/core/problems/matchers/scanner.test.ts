import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Folders } from "../../../../../src/core/problems/matchers/folders.ts";
import { ProblemScanner } from "../../../../../src/core/problems/matchers/scanner.ts";
import { plainLines, recorded, recordedOf, scan, told, written } from "../recorded.ts";
import tables from "./scanner.json" with { type: "json" };

const found = (...lines: string[]): string[] => scan(lines).map(told);
const byLine = (problems: readonly string[]): string[] =>
  problems.toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b));

describe("the problem scanner", () => {
  for (const { name, lines, problems } of [...recorded, ...written])
    it(`finds the problems of ${name}`, () => assert.deepEqual(byLine(found(...lines)), problems));

  it("finds problems between timestamps, sections and colors of the runner", () => {
    const { lines, problems } = recordedOf("tsc-pretty");
    const stamped = lines.map((line) => `2026-09-25T07:33:01.992977Z 01O ${line}\n`).join("");
    const log = `2026-09-25T07:33:00.000000Z 00O section_start:1758785580:step_script\r\u001b[0K\n${stamped}`;
    const shifted = problems.map((line) => line.replace(/^\d+/, (at) => String(Number(at) + 1)));
    assert.deepEqual(found(...plainLines(log)), shifted);
  });

  it("takes the end of a range", () => {
    const [range] = scan(["a.cs(4,1,4,9): error CS1: x"]);
    assert.deepEqual([range?.endLine, range?.endColumn], [4, 9]);
  });

  it("keeps the innermost 200 folders that make enters", () => {
    const folders = new Folders();
    for (let at = 0; at < 300; at++) folders.line(`make: Entering directory '/x/${at}'`);
    assert.equal(folders.current, "/x/299");
    for (let at = 0; at < 199; at++) folders.line("make: Leaving directory '/x'");
    assert.equal(folders.current, "/x/100");
    folders.line("make: Leaving directory '/x/100'");
    assert.equal(folders.current, undefined);
  });

  const single = "src/my cart.ts(12,7): error TS2322: No.";
  const stack = [
    "TypeError: x is not a function",
    "    at Object.total (/builds/acme/shop/src/cart.js:12:7)",
    "    at /builds/acme/shop/src/main.js:3:1",
  ];
  for (const [name = "", prefix = "", folder] of tables.prefixes)
    it(`finds messages, and stacks among other lines, behind the prefix of ${name}`, () => {
      const within = folder === undefined ? "" : ` <${folder}>`;
      assert.deepEqual(found(prefix + single), [`1 tsc src/my cart.ts:12:7 error TS2322: No.${within}`]);
      const lines = ["starting", ...stack, "done"].flatMap((line) => [prefix + line, "something else"]);
      assert.deepEqual(found(...lines), [
        `3 node /builds/acme/shop/src/cart.js:12:7 error TypeError: x is not a function${within} ← /builds/acme/shop/src/main.js:3:1`,
      ]);
    });

  it("keeps the stacks of programs apart that write at the same time", () => {
    const other = ["RangeError: y", "    at one (/builds/acme/shop/src/order.js:1:2)", "end"];
    const lines = stack.flatMap((line, at) => [`web:test: ${line}`, `api:test: ${other[at] ?? ""}`]);
    assert.deepEqual(found("web:test: .", "api:test: .", ...lines), [
      "4 node /builds/acme/shop/src/order.js:1:2 error RangeError: y <api>",
      "3 node /builds/acme/shop/src/cart.js:12:7 error TypeError: x is not a function <web> ← /builds/acme/shop/src/main.js:3:1",
    ]);
  });

  it("returns valid problems for any lines", () => {
    const piece = fc.constantFrom(...tables.pieces);
    const line = fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        for (const { path, line: at, message, logLine } of scan(lines.map((parts) => parts.join(""))))
          assert.ok(at >= 1 && message.length <= 2000 && logLine < lines.length && typeof path === "string");
      }),
      { numRuns: 500 },
    );
  });

  // What takes quadratic time for such a line takes minutes.
  it("takes linear time for lines of 200,000 characters", () => {
    for (const piece of tables.repeated) {
      const rest = piece.repeat(200_000 / piece.length);
      const scanner = new ProblemScanner();
      for (const [at, lead] of tables.leads.entries()) scanner.push(lead + rest, at);
      scanner.end();
    }
  });

  it("stops at 2,000 problems and cuts messages to 2,000 characters", () => {
    const problems = scan(Array.from({ length: 3000 }, (_, at) => `a.c:${at + 1}:1: error: ${"x".repeat(3000)}`));
    assert.equal(problems.length, 2000);
    assert.ok(problems.every(({ message }) => message.length === 2000));
  });
});
