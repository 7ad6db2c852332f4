import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { RefreshSchedule } from "../../../../../src/features/jobs/log/refreshSchedule.ts";

describe("the refresh schedule of a log", () => {
  it("hands over no more than four times the log, however it grows", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 1, maxLength: 300 }), fc.nat(3000), (growth, first) => {
        const schedule = new RefreshSchedule();
        let size = first;
        let handed = size;
        schedule.done(size);
        for (const more of growth) {
          size += more;
          if (!schedule.isDue(size)) continue;
          handed += size;
          schedule.done(size);
        }
        // The end, too.
        handed += size;
        assert.ok(handed <= 4 * size, `${handed} of ${size}`);
      }),
    );
  });

  it("is due with the first text, and after that when the text grew by half", () => {
    const schedule = new RefreshSchedule();
    schedule.done(0);
    assert.equal(schedule.isDue(0), false);
    assert.equal(schedule.isDue(1), true);
    schedule.done(100);
    assert.deepEqual([schedule.isDue(149), schedule.isDue(150)], [false, true]);
    schedule.reset();
    assert.equal(schedule.isDue(3), true);
  });
});
