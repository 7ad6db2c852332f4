import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { placesOf } from "../../../../src/core/comparisons/findLines.ts";

/** Lines that count how often they are compared. */
function counted(count: number): { readonly lines: readonly string[]; readonly reads: () => number } {
  let reads = 0;
  const lines = new Proxy(Array<string>(count).fill("x"), {
    get: (target, name) => {
      if (typeof name === "string" && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  return { lines, reads: () => reads };
}

describe("lines in a file", () => {
  it("are found at every place, also overlapping", () => {
    const line = fc.constantFrom("a", "b");
    const some = fc.array(line, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), some, fc.nat(10), (file, lines, from) => {
        const isAt = (at: number): boolean => lines.every((one, index) => file[at + index] === one);
        const places = [...file.keys()].filter((at) => at >= from && at + lines.length <= file.length && isAt(at));
        assert.deepEqual(placesOf(file, lines, from), places);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are found in a few steps for each, also where all are equal", () => {
    const [file, lines] = [counted(60_000), counted(6_000)];
    assert.equal(placesOf(file.lines, lines.lines).length, 54_001);
    assert.ok(file.reads() + lines.reads() < 10 * 66_000, `${file.reads() + lines.reads()} steps`);
  });
});
