import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Renewal } from "../../../../../src/features/jobs/log/renewal.ts";

describe("logs/renewal", () => {
  it("hands over no more than four times the log, however it grows", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 1, maxLength: 300 }), fc.nat(3000), (growth, first) => {
        const renewal = new Renewal();
        let size = first;
        let handed = size;
        renewal.done(size);
        for (const more of growth) {
          size += more;
          if (!renewal.due(size)) continue;
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
    const renewal = new Renewal();
    renewal.done(0);
    assert.equal(renewal.due(0), false);
    assert.equal(renewal.due(1), true);
    renewal.done(100);
    assert.deepEqual([renewal.due(149), renewal.due(150)], [false, true]);
    renewal.reset();
    assert.equal(renewal.due(3), true);
  });
});
