import assert from "node:assert/strict";
import { DisposableStore } from "../../../../src/core/base/disposable.ts";
import { CancelledError, isCancelled, UserError } from "../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../src/core/base/events.ts";
import { onceLoaded } from "../../../../src/core/base/onceLoaded.ts";

it("DisposableStore disposes what it owns once, in reverse order, and at once what is added too late", () => {
  const ended: string[] = [];
  const store = new DisposableStore();
  const [early] = ["early", "a", "b"].map((name) => store.add({ dispose: () => ended.push(name) }));
  assert.ok(early);
  store.delete(early);
  store.dispose();
  store.dispose();
  store.add({ dispose: () => ended.push("late") });
  assert.deepEqual(ended, ["early", "b", "a", "late"]);
});

describe("Emitter", () => {
  it("calls every listener although one throws, then throws", () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event(() => {
      throw new Error("first");
    });
    emitter.event((value) => heard.push(value));
    assert.throws(() => emitter.fire(1), AggregateError);
    assert.deepEqual(heard, [1]);
  });

  it("stops calling a listener after its dispose, and all after the emitter's", () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    const listener = (): unknown => heard.push("same");
    const one = emitter.event(listener);
    emitter.event(listener);
    one.dispose();
    emitter.fire(1);
    emitter.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, ["same"]);
  });
});

it("isCancelled recognizes cancellation of every origin", () => {
  for (const error of [
    new CancelledError(),
    new DOMException("x", "AbortError"),
    Object.assign(new Error("x"), { name: "Canceled" }),
    Object.assign(new Error("x"), { kind: "cancelled" }),
  ])
    assert.ok(isCancelled(error), error.name);
  for (const error of [new Error("Cancelled"), new UserError("no"), undefined]) assert.ok(!isCancelled(error));
});

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
