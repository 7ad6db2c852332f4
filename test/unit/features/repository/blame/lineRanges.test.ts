import assert from "node:assert/strict";
import fc from "fast-check";
import {
  LARGEST_REQUEST,
  type LineRange,
  LineSet,
  nextRequest,
} from "../../../../../src/features/repository/blame/lineRanges.ts";

const range = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.nat(20))
  .map(([start, more]): LineRange => ({ start, end: start + more }));
const linesOf = (ranges: readonly LineRange[]): number[] =>
  ranges.flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, at) => start + at));
const setOf = (ranges: readonly LineRange[]): LineSet => {
  const set = new LineSet();
  for (const one of ranges) set.add(one);
  return set;
};

describe("ranges of lines", () => {
  it("miss exactly the lines that nobody added, once each and in order", () => {
    fc.assert(
      fc.property(fc.array(range), range, (added, wanted) => {
        const known = new Set(linesOf(added));
        const shown = linesOf(setOf(added).missing(wanted));
        const expected = linesOf([wanted]).filter((line) => !known.has(line));
        assert.deepEqual(shown, expected);
      }),
    );
  });
});

describe("the next request for blame", () => {
  it("is the first unknown block within the file, without folded lines, with what lies near", () => {
    const rows: readonly (readonly [known: string, wanted: string, lines: number, next?: string])[] = [
      ["", "60-90", 1000, "51-100"],
      ["", "-20-30", 1000, "1-50"],
      ["", "980-1040", 997, "951-997"],
      ["1-100", "20-100", 1000],
      ["1-100", "80-120", 1000, "101-150"],
      ["1-100 120-130", "80-160", 1000, "101-200"],
      ["", "1-30 700-720", 1000, "1-50"],
      ["1-50", "1-30 700-720", 1000, "651-750"],
      ["1-50 651-750", "1-30 700-720", 1000],
      ["", "1-9000", 10_000, `1-${LARGEST_REQUEST}`],
      ["", "1-50", 0],
    ];
    const ranges = (text: string): LineRange[] =>
      [...text.matchAll(/(-?\d+)-(\d+)/g)].map(([, start, end]) => ({ start: Number(start), end: Number(end) }));
    for (const [known, wanted, lines, next] of rows) {
      const found = nextRequest(setOf(ranges(known)), ranges(wanted), lines);
      assert.equal(found && `${found.start}-${found.end}`, next, `${wanted} beside ${known}`);
    }
  });

  it("leads to all wanted lines in few bounded requests, none of known lines", () => {
    fc.assert(
      fc.property(fc.array(range), fc.array(range), fc.nat(90), (loaded, wanted, lineCount) => {
        const known = setOf(loaded);
        const asked: LineRange[] = [];
        const ask = () => nextRequest(known, wanted, lineCount);
        for (let next = ask(); next !== undefined; next = ask()) {
          const { start, end } = next;
          assert.ok(start >= 1 && start <= end && end <= lineCount && end - start < LARGEST_REQUEST);
          assert.ok(known.missing(next).length > 0, "asked for what is known");
          known.add(next);
          asked.push(next);
          assert.ok(asked.length <= 10);
        }
        const shown = wanted.flatMap(({ start, end }) => known.missing({ start, end: Math.min(end, lineCount) }));
        assert.deepEqual(shown, []);
      }),
    );
  });
});
