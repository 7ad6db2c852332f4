import assert from "node:assert/strict";
import fc from "fast-check";
import { linePrefix } from "../../../../src/core/logText/linePrefix.ts";
import { type SectionRange, SectionRanges } from "../../../../src/core/logText/logSections.ts";
import type { LogLine } from "../../../../src/core/logText/sections.ts";
import { parsed } from "./parsed.ts";

/** The prefix, the program's line, and the folder that it names. */
const split = (text: string): (string | undefined)[] => {
  const prefix = linePrefix(text);
  return prefix ? [text.slice(0, prefix.length), text.slice(prefix.length), prefix.folder] : [];
};

describe("the prefix of a line", () => {
  it("ends before the indentation of the program's line", () => {
    const plain =
      "12:34:56 ¦[12:34:56.789] ¦2026-03-04T10:12:31.004Z ¦2026-03-04 10:12:31,004 ¦2026/03/04 10:12:31 ¦#12 3.456 ¦3.456 ¦web-1  | ¦│ ¦" +
      "    [javac] ¦[@acme/web]: ¦##[error]¦web: ¦2026-03-04 10:12:31,004 web-1  | ";
    const message = "  src/a.ts(1,2): error TS1: no";
    for (const [prefix, folder] of [
      ...plain.split("¦").map((prefix) => [prefix, undefined] as const),
      ["web:build: ", "web"],
      ["@acme/web:build: ", "web"],
      ["packages/web build: ", "packages/web"],
      ["#12 3.456 @acme/web:build: ", "web"],
    ] as const)
      assert.deepEqual(split(prefix + message), [prefix, message, folder]);
  });

  it("is missing from plain lines, and leaves out words of the message", () => {
    const bare = "|  |src/a.ts:1:2: error: no|    at f (a.js:1:2)|gcc -c a.c|a/b.c:3:4|https://a.example/b: c";
    for (const line of bare.split("|")) assert.deepEqual(split(line), [], line);
    assert.deepEqual(split("web:test: TypeError: no"), ["web:test: ", "TypeError: no", "web"]);
    assert.deepEqual(split("web:test: packages/core: ok"), ["web:test: ", "packages/core: ok", "web"]);
    assert.deepEqual(split("12:34:56 TypeError: no"), ["12:34:56 ", "TypeError: no", undefined]);
  });

  it("has one key per program, whatever the times", () => {
    const keys = (...lines: string[]): number => new Set(lines.map((line) => linePrefix(line)?.key)).size;
    assert.deepEqual([keys("#12 3.456 a", "#12 4.001 b"), keys("12:34:56 a", "12:34:57 b")], [1, 1]);
    assert.equal(keys("10:12:31 web-1  | a", "10:12:32 web-1  | b"), 1);
    assert.deepEqual([keys("#12 3.456 a", "#13 3.456 b"), keys("web:test: a", "api:test: a")], [2, 2]);
  });

  it("distinguishes words before messages from programs", () => {
    const isWord = (line: string): boolean | undefined => linePrefix(line)?.isWord;
    for (const line of ["Error: a", "TypeError: a", "note: a", "fatal error: a"]) assert.equal(isWord(line), true);
    for (const line of ["web: a", "web:build: a", "[error] a"]) assert.equal(isWord(line), false);
  });
});

const E = "\u001b";
const start = (name: string): string => `section_start:10:${name}\r${E}[0K${name}\n`;
const end = (name: string): string => `section_end:19:${name}\r${E}[0K\n`;

/** Where the sections end that are open to the end of the log. */
const OPEN = 1_000_000;

/** The ranges of a log whose first lines are dropped. */
function rangesOf(lines: readonly LogLine[], limit: number, first = 0): readonly SectionRange[] {
  const ranges = new SectionRanges(limit);
  lines.forEach((line, at) => {
    ranges.add(line, at);
    if (at === first) ranges.dropBefore(first);
  });
  return ranges.shown(first, OPEN);
}
const titles = (ranges: readonly SectionRange[]): string[] => ranges.map(({ title }) => title);

describe("the sections of a log", () => {
  it("drops sections whose lines are not kept", () => {
    const log = Array.from({ length: 20 }, (_, i) => `${start(`s${i}`)}text\n${end(`s${i}`)}`).join("");
    assert.deepEqual(titles(rangesOf(parsed(log), 100, 50)), ["s16", "s17", "s18", "s19"]);
  });

  it("keeps the newest, whenever some were dropped", () => {
    const step = fc.tuple(fc.boolean(), fc.constantFrom("a", "b", "c"));
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 20, maxLength: 200 }),
        fc.integer({ min: 4, max: 12 }),
        fc.nat(60),
        (steps, limit, first) => {
          const lines = parsed(steps.map(([opens, name]) => (opens ? start(name) : end(name))).join(""));
          const from = Math.min(first, Math.max(0, lines.length - 1));
          const all = rangesOf(lines, 1_000, from);
          const open = all.filter(({ end: last }) => last === OPEN).length;
          const newest = all
            .toSorted((a, b) => (b.end ?? 0) - (a.end ?? 0) || a.start - b.start)
            .slice(0, Math.max(limit, open))
            .sort((a, b) => a.start - b.start);
          assert.deepEqual(rangesOf(lines, limit, from), newest);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("bounds a title", () => {
    const [range] = rangesOf(parsed(`section_start:1:a\r${E}[0K${"x".repeat(5000)}\n`), 10);
    assert.equal(range?.title, "x".repeat(400));
  });
});
