import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { onceLoaded } from "../../../../src/core/base/onceLoaded.ts";

describe("onceLoaded", () => {
  it("loads with the first call, again after a failure, then never more", async () => {
    let loads = 0;
    const load = onceLoaded(async () => {
      if (++loads === 1) throw new Error("the chunk is gone");
      return Promise.resolve(loads);
    });
    assert.deepEqual([loads, load.loaded], [0, undefined]);
    await assert.rejects(load(), /the chunk is gone/);
    assert.deepEqual([await load(), await load(), loads, load.loaded], [2, 2, 2, 2]);
  });

  it("loads once for concurrent callers", async () => {
    let loads = 0;
    const load = onceLoaded(() => Promise.resolve(++loads));
    assert.deepEqual(await Promise.all([load(), load()]), [1, 1]);
  });
});
