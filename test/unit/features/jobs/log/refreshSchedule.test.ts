import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { RefreshSchedule } from "../../../../../src/features/jobs/log/refreshSchedule.ts";

describe("logs/renewal", () => {
  it("hands over no more than four times the log, however it grows", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 1, maxLength: 300 }), fc.nat(3000), (growth, first) => {
        const renewal = new RefreshSchedule();
        let size = first;
        let handed = size;
        renewal.done(size);
        for (const more of growth) {
          size += more;
          if (!renewal.isDue(size)) continue;
          handed += size;
          renewal.done(size);
        }
        // The end, too.
        handed += size;
        assert.ok(handed <= 4 * size, `${handed} of ${size}`);
      }),
    );
  });

  it("is due with the first text, and after that when the text grew by half", () => {
    const renewal = new RefreshSchedule();
    renewal.done(0);
    assert.equal(renewal.isDue(0), false);
    assert.equal(renewal.isDue(1), true);
    renewal.done(100);
    assert.deepEqual([renewal.isDue(149), renewal.isDue(150)], [false, true]);
    renewal.reset();
    assert.equal(renewal.isDue(3), true);
  });
});
