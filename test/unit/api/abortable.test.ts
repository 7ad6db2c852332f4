import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "mocha";
import { abortable } from "../../../src/api/abortable.ts";

describe("abortable work", () => {
  const endless = new Promise<never>(() => undefined);

  it("settles like the work, and leaves nothing at the signal", async () => {
    const { signal } = new AbortController();
    const failure = new Error("failed");
    assert.equal(await abortable(Promise.resolve(1), signal), 1);
    await assert.rejects(abortable(Promise.reject(failure), signal), failure);
    assert.equal(await abortable(Promise.resolve(2), undefined), 2);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("rejects with the signal's reason, or another, once the signal is aborted", async () => {
    const controller = new AbortController();
    const [why, other] = [new Error("why"), new Error("other")];
    const [left, leftOtherwise] = [
      abortable(endless, controller.signal),
      abortable(endless, controller.signal, () => other),
    ];
    controller.abort(why);
    await assert.rejects(left, why);
    await assert.rejects(leftOtherwise, other);
    await assert.rejects(abortable(endless, controller.signal), why, "at once where it is aborted already");
    await assert.rejects(abortable(Promise.reject(other), controller.signal), why, "the work's own failure is handled");
  });
});
