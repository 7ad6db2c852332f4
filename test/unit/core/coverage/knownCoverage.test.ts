import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { KnownCoverage } from "../../../../src/core/coverage/knownCoverage.ts";

describe("the known coverage of changed lines", () => {
  const version = { iid: 7, head: "abc", pipeline: 9 };
  const coverage = { covered: 25, total: 30, isPartial: false };

  it("belongs to one version of a merge request and one pipeline, and fires when there is more", () => {
    const known = new KnownCoverage();
    let fired = 0;
    known.onDidChange(() => fired++);
    assert.equal(known.of(version), undefined);
    known.keep(version, coverage);
    assert.deepEqual([known.of({ ...version }), fired], [coverage, 1]);
    for (const other of [{ iid: 8 }, { head: "def" }, { pipeline: 10 }])
      assert.equal(known.of({ ...version, ...other }), undefined);
  });

  it("is kept for the hundred versions that were shown last", () => {
    const known = new KnownCoverage();
    for (let iid = 1; iid <= 100; iid++) known.keep({ ...version, iid }, coverage);
    known.keep({ ...version, iid: 1 }, coverage);
    known.keep({ ...version, iid: 101 }, coverage);
    const found = [1, 2, 3, 101].map((iid) => known.of({ ...version, iid }) !== undefined);
    assert.deepEqual(found, [true, false, true, true]);
  });
});
