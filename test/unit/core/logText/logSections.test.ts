import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { type SectionRange, SectionRanges } from "../../../../src/core/logText/logSections.ts";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import type { LogLine } from "../../../../src/core/logText/sections.ts";

const E = "\u001b";
const start = (name: string): string => `section_start:10:${name}\r${E}[0K${name}\n`;
const end = (name: string): string => `section_end:19:${name}\r${E}[0K\n`;

function linesOf(log: string): LogLine[] {
  const parser = new LogParser();
  return [...parser.push(Buffer.from(log)), ...parser.end()];
}

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
    assert.deepEqual(titles(rangesOf(linesOf(log), 100, 50)), ["s16", "s17", "s18", "s19"]);
  });

  it("keeps the newest, whenever some were dropped", () => {
    const step = fc.tuple(fc.boolean(), fc.constantFrom("a", "b", "c"));
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 20, maxLength: 200 }),
        fc.integer({ min: 4, max: 12 }),
        fc.nat(60),
        (steps, limit, first) => {
          const lines = linesOf(steps.map(([opens, name]) => (opens ? start(name) : end(name))).join(""));
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
    const [range] = rangesOf(linesOf(`section_start:1:a\r${E}[0K${"x".repeat(5000)}\n`), 10);
    assert.equal(range?.title, "x".repeat(400));
  });
});
