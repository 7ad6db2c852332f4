import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { seedOf, shuffled } from "../../support/seed.ts";

describe("the order of test files", () => {
  const files = Array.from({ length: 40 }, (_, at) => `file${at}`);

  it("is the same with the same seed, another with another, and loses none", () => {
    assert.deepEqual(shuffled(files, 7), shuffled(files, 7));
    assert.notDeepEqual(shuffled(files, 7), shuffled(files, 8));
    assert.notDeepEqual(shuffled(files, 7), files);
    assert.deepEqual(shuffled(files, 7).sort(), files.toSorted());
  });

  it("puts every file first with some seed", () => {
    const first = new Set(Array.from({ length: 1_000 }, (_, seed) => shuffled(files, seed)[0]));
    assert.equal(first.size, files.length);
  });

  it("refuses what is no seed", () => {
    assert.equal(seedOf("0"), 0);
    for (const wrong of ["-1", "1.5", "x", String(2 ** 32)]) assert.throws(() => seedOf(wrong), /enter a whole number/);
  });
});
