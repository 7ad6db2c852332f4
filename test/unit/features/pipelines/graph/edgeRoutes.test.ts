import assert from "node:assert/strict";
import fc from "fast-check";
import type { Box } from "../../../../../src/features/pipelines/graph/columns.ts";
import { edgeRoutes } from "../../../../../src/features/pipelines/graph/edgeRoutes.ts";

type Point = readonly [x: number, y: number];

/** Columns of so many jobs, as the page lays them out: 100 × 30, 54 apart, rows 10 apart. Their ids are `column row`, from 0. */
const grid = (...lengths: readonly number[]): Map<string, Box> =>
  new Map(
    lengths.flatMap((length, column) =>
      Array.from(
        { length },
        (_, row) => [`${column} ${row}`, { left: 154 * column, top: 40 + 40 * row, width: 100, height: 30 }] as const,
      ),
    ),
  );
const route = (boxes: ReadonlyMap<string, Box>, from: string, to: string): string =>
  edgeRoutes(boxes, [{ from, to }])[0] ?? assert.fail("no line");

/** Points along a path, close to each other. */
function points(path: string): Point[] {
  const numbers = (given: string): number[] => (given.match(/-?[\d.]+/g) ?? []).map(Number);
  const found: Point[] = [];
  for (const [, letter = "", rest = ""] of path.matchAll(/([MHC])([^MHC]*)/g)) {
    const [x, y] = found.at(-1) ?? [0, 0];
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers(rest);
    if (letter === "M") found.push([a, b]);
    else
      for (let at = 1; at <= 50; at++)
        found.push(
          letter === "H" ? [x + ((a - x) * at) / 50, y] : [bezier(at / 50, x, a, c, e), bezier(at / 50, y, b, d, f)],
        );
  }
  return found;
}
const bezier = (t: number, a: number, b: number, c: number, d: number): number =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
/** Ids of the boxes that a path runs behind. */
const behind = (boxes: ReadonlyMap<string, Box>, path: string): string[] =>
  [...boxes]
    .filter(([, { left, top, width, height }]) =>
      points(path).some(
        ([x, y]) => x > left + 0.1 && x < left + width - 0.1 && y > top + 0.1 && y < top + height - 0.1,
      ),
    )
    .map(([id]) => id);

describe("the line between two jobs", () => {
  for (const [what, boxes, from, to, path] of [
    ["curves to another row", grid(1, 2), "0 0", "1 1", /^M 100 55 C 127 55 127 95 154 95$/],
    ["is straight on one level", grid(1, 1), "0 0", "1 0", /^M 100 55 H 154$/],
    ["goes around the left within a column", grid(1, 2), "1 0", "1 1", /^M 154 55 C 13\d\.\d 55 13\d\.\d 95 154 95$/],
    [
      "passes a skipped column above its jobs",
      grid(1, 4, 1),
      "0 0",
      "2 0",
      /C 127 55 127 35 154 35 H 254 C 281 35 281 55 308 55$/,
    ],
    ["passes it between the nearest rows", grid(3, 5, 3), "0 1", "2 2", / 115 H 254 /],
    ["is straight below a shorter column", grid(3, 1, 3), "0 2", "2 2", /^M 100 135 H 154 H 254 H 308$/],
  ] as const)
    it(what, () => assert.match(route(boxes, from, to), path));

  it("swings out further for jobs that are further apart, into no other column", () => {
    const boxes = grid(1, 90);
    const out = (to: string): number => Math.min(...points(route(boxes, "1 0", to)).map(([x]) => x));
    assert.ok(out("1 1") > out("1 5") && out("1 89") > 100);
  });

  it("runs apart from those of other jobs in the same gap, and with those of its own", () => {
    const boxes = grid(3, 3, 3);
    const level = (path: string | undefined): string => / (\S+) H 254 /.exec(path ?? "")?.[1] ?? assert.fail(path);
    const [a, b, c] = edgeRoutes(boxes, [
      { from: "0 0", to: "2 1" },
      { from: "0 0", to: "2 2" },
      { from: "0 1", to: "2 0" },
    ]).map(level);
    assert.equal(a, b);
    assert.notEqual(a, c);
  });

  it("is none where a job is missing", () =>
    assert.deepEqual(
      edgeRoutes(grid(1), [
        { from: "0 0", to: "1 0" },
        { from: "x", to: "0 0" },
      ]),
      [undefined, undefined],
    ));

  it("runs behind no job, from the one to the other, whatever the graph", () => {
    const lengths = fc.array(fc.nat(12), { minLength: 1, maxLength: 6 });
    const picks = fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 30 });
    fc.assert(
      fc.property(lengths, picks, (columns, picked) => {
        const boxes = grid(...columns);
        const ids = [...boxes.keys()];
        const edges =
          ids.length === 0
            ? []
            : picked.map(([from, to]) => ({ from: ids[from % ids.length] ?? "", to: ids[to % ids.length] ?? "" }));
        edgeRoutes(boxes, edges).forEach((path, at) => {
          assert.deepEqual(behind(boxes, path ?? ""), [], path);
          const [along, { from, to }] = [points(path ?? ""), edges[at] ?? assert.fail()];
          const [start, end] = [boxes.get(from), boxes.get(to)];
          const [first, last] = [along[0], along.at(-1)];
          assert.ok(
            start &&
              end &&
              first &&
              last &&
              (first[0] === start.left || first[0] === start.left + start.width) &&
              first[1] === start.top + 15 &&
              last[0] === end.left &&
              last[1] === end.top + 15,
          );
        });
      }),
    );
  });
});
