import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  LARGEST_REQUEST,
  type LineRange,
  LineSet,
  nextRequest,
  overlap,
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
        assert.deepEqual(
          linesOf(setOf(added).missing(wanted)),
          linesOf([wanted]).filter((line) => !known.has(line)),
        );
      }),
    );
  });

  it("overlap when they have a line in common", () => {
    fc.assert(
      fc.property(range, range, (a, b) =>
        assert.equal(
          overlap(a, b),
          linesOf([a]).some((line) => linesOf([b]).includes(line)),
        ),
      ),
    );
  });
});

describe("the next request for blame", () => {
  it("is rounded up to blocks within the file", () => {
    assert.deepEqual(nextRequest(new LineSet(), [{ start: 60, end: 90 }], 1000), { start: 51, end: 100 });
    assert.deepEqual(nextRequest(new LineSet(), [{ start: -20, end: 30 }], 1000), { start: 1, end: 50 });
    assert.deepEqual(nextRequest(new LineSet(), [{ start: 980, end: 1040 }], 997), { start: 951, end: 997 });
  });

  it("asks for no line again, but takes what lies near together in one", () => {
    const known = setOf([{ start: 1, end: 100 }]);
    assert.equal(nextRequest(known, [{ start: 20, end: 100 }], 1000), undefined);
    assert.deepEqual(nextRequest(known, [{ start: 80, end: 120 }], 1000), { start: 101, end: 150 });
    known.add({ start: 120, end: 130 });
    assert.deepEqual(nextRequest(known, [{ start: 80, end: 160 }], 1000), { start: 101, end: 200 });
  });

  it("leaves folded lines out: places far from each other come one after the other", () => {
    const wanted = [
      { start: 1, end: 30 },
      { start: 700, end: 720 },
    ];
    const known = new LineSet();
    const first = nextRequest(known, wanted, 1000);
    assert.deepEqual(first, { start: 1, end: 50 });
    known.add(first);
    const second = nextRequest(known, wanted, 1000);
    assert.deepEqual(second, { start: 651, end: 750 });
    known.add(second);
    assert.equal(nextRequest(known, wanted, 1000), undefined);
  });

  it("comes to an end with all wanted lines known, none asked for twice in full, none too many at once", () => {
    fc.assert(
      fc.property(fc.array(range), fc.array(range), fc.nat(90), (loaded, wanted, lineCount) => {
        const known = setOf(loaded);
        const asked: LineRange[] = [];
        for (
          let next = nextRequest(known, wanted, lineCount);
          next !== undefined;
          next = nextRequest(known, wanted, lineCount)
        ) {
          assert.ok(
            next.start >= 1 &&
              next.start <= next.end &&
              next.end <= lineCount &&
              next.end - next.start < LARGEST_REQUEST,
          );
          assert.ok(known.missing(next).length > 0, "asked for what is known");
          known.add(next);
          asked.push(next);
          assert.ok(asked.length <= 10);
        }
        assert.deepEqual(
          wanted.flatMap(({ start, end }) => known.missing({ start, end: Math.min(end, lineCount) })),
          [],
        );
      }),
    );
    assert.deepEqual(nextRequest(new LineSet(), [{ start: 1, end: 9_000 }], 10_000), {
      start: 1,
      end: LARGEST_REQUEST,
    });
  });

  it("is none for a file without lines", () =>
    assert.equal(nextRequest(new LineSet(), [{ start: 1, end: 50 }], 0), undefined));
});
