import assert from "node:assert/strict";
import fc from "fast-check";
import { RefreshSchedule } from "../../../../../src/features/jobs/log/refreshSchedule.ts";

const MB = 1024 * 1024;

describe("the refresh schedule of a log", () => {
  it("refreshes a visible text up to 1 MiB after every look, a larger one once per second and MiB", () => {
    const schedule = new RefreshSchedule();
    for (const size of [0, 1, 5000, MB]) {
      assert.equal(size === 0 || schedule.isDue(size, 0, true), true);
      schedule.done(size, 0);
    }
    schedule.done(9 * MB, 50_000);
    assert.deepEqual([schedule.isDue(10 * MB, 59_999, true), schedule.isDue(10 * MB, 60_000, true)], [false, true]);
  });

  it("hands over a visible text at no more than 1 MiB per second once it is larger than that", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ more: fc.nat(3 * MB), ms: fc.integer({ min: 100, max: 10_000 }) }), { maxLength: 200 }),
        (polls) => {
          const schedule = new RefreshSchedule();
          let [size, now, handed] = [2 * MB, 0, 0];
          schedule.done(size, now);
          for (const { more, ms } of polls) {
            size += more;
            now += ms;
            if (!schedule.isDue(size, now, true)) continue;
            handed += size;
            schedule.done(size, now);
          }
          assert.ok(handed <= (now / 1000) * MB, `${handed} in ${now} ms`);
        },
      ),
    );
  });

  it("refreshes a hidden text when it grew by half, which hands over no more than four times the log", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 1, maxLength: 300 }), fc.nat(3000), (growth, first) => {
        const schedule = new RefreshSchedule();
        let size = first;
        let handed = size;
        schedule.done(size, 0);
        for (const more of growth) {
          size += more;
          if (!schedule.isDue(size, 0, false)) continue;
          handed += size;
          schedule.done(size, 0);
        }
        // The end, too.
        handed += size;
        assert.ok(handed <= 4 * size, `${handed} of ${size}`);
      }),
    );
  });

  it("starts over with the log", () => {
    const schedule = new RefreshSchedule();
    schedule.done(100, 0);
    assert.deepEqual([schedule.isDue(149, 0, false), schedule.isDue(150, 0, false)], [false, true]);
    schedule.reset();
    assert.deepEqual([schedule.isDue(0, 0, false), schedule.isDue(3, 0, false)], [false, true]);
  });
});
