import assert from "node:assert/strict";
import fc from "fast-check";
import { Folders } from "../../../../../src/core/problems/matchers/folders.ts";
import { ProblemScanner } from "../../../../../src/core/problems/matchers/scanner.ts";
import { plainLines, recorded, recordedOf, scan, told, written } from "../recorded.ts";

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

  const prefixes: readonly (readonly [name: string, prefix: string, folder?: string])[] = [
    ["BuildKit", "#12 3.456 "],
    ["BuildKit's end", "3.456 "],
    ["turbo", "web:build: ", "web"],
    ["turbo with a scope", "@acme/web:build: ", "web"],
    ["pnpm", "packages/web build: ", "packages/web"],
    ["Compose", "web-1  | "],
    ["Ant", "    [javac] "],
    ["Yarn", "[@acme/web]: "],
    ["a time", "12:34:56 "],
    ["a time in brackets", "[12:34:56.789] "],
    ["a date", "2026-03-04T10:12:31.004Z "],
    ["a date and a name", "2026-03-04 10:12:31,004 web-1  | "],
    ["an Azure pipeline", "##[error]"],
  ];
  const single = "src/my cart.ts(12,7): error TS2322: No.";
  const stack = [
    "TypeError: x is not a function",
    "    at Object.total (/builds/acme/shop/src/cart.js:12:7)",
    "    at /builds/acme/shop/src/main.js:3:1",
  ];
  for (const [name, prefix, folder] of prefixes)
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

  const pieces =
    "/a/b.c:1:2: error: x|  at f (|E   x|File \"|--> |(1,2): error CS1: |:[1,2] |panic: |make: Entering directory '|● |)|]| |.go:1:|\t" +
    "|a.b.C: |web:build: |#1 2.34 |app ¦ |[1] |a.rb:1:2: C: x|CMake Error at a:1 (b):|  1) A::b|  1) test a (b)|Error: x" +
    "|  on a.tf line 1, in| FAIL  a| ❯ a.ts:1:2|✘ [ERROR] x|    a.ts:1:2:|   at A.b() in /a.cs:line 1|  Failed a [1 ms]|E501 x" +
    "| --> a.py:1:2|  Line   a.php|  1   x|/a.php:1|     # ./a.rb:1:in x|::error file=a,line=1::x";
  it("returns valid problems for any lines", () => {
    const piece = fc.constantFrom(...pieces.split("|").map((text) => text.replace("¦", "|")));
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
    const repeated =
      "a¦ ¦(¦:1¦:1:1: ¦/¦.¦a.¦at (¦\t¦_¦= ¦::¦(1,2¦\"¦[¦ [¦->¦E  ¦  ¦a/b.py:1¦1¦-¦a:1:1: error¦● ¦'¦| ¦a:¦@a/¦.rb:1¦::¦ > ¦ - ¦=a,¦[*] ¦SC2000 ";
    const leads =
      "¦  at ¦[ERROR] ¦thread '¦\tat ¦  File \"¦error: x¦/¦E  ¦x:1:1: error: ¦    x.go:1: ¦  --> ¦$ cd ¦panic: ¦  2:3  error  " +
      "¦java.lang.X: ¦web:build: ¦#1 1.00 ¦[a] ¦CMake Error at ¦a.hs:1:1: error:¦::error ¦  1) ¦In ¦Error: ¦E501 ¦FAIL  ¦  Failed " +
      "¦✘ [ERROR] ¦ERROR in ¦[error] -- ¦PHP Fatal error:  ¦[ERROR]   A.b:1 ¦a.py:1:1: E501 ¦ ❯ ¦00:01 +1: ¦  Line   ¦   ^-- ";
    for (const piece of repeated.split("¦")) {
      const rest = piece.repeat(200_000 / piece.length);
      const scanner = new ProblemScanner();
      for (const [at, lead] of leads.split("¦").entries()) scanner.push(lead + rest, at);
      scanner.end();
    }
  });

  it("stops at 2,000 problems and cuts messages to 2,000 characters", () => {
    const problems = scan(Array.from({ length: 3000 }, (_, at) => `a.c:${at + 1}:1: error: ${"x".repeat(3000)}`));
    assert.equal(problems.length, 2000);
    assert.ok(problems.every(({ message }) => message.length === 2000));
  });
});
