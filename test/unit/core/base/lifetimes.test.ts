import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { DisposableStore } from "../../../../src/core/base/disposable.ts";
import { CancelledError, isCancelled, UserError } from "../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../src/core/base/events.ts";

describe("DisposableStore", () => {
  it("ends what it owns once, in reverse order", () => {
    const ended: string[] = [];
    const store = new DisposableStore();
    for (const name of ["a", "b", "c"]) store.add({ dispose: () => ended.push(name) });
    store.dispose();
    store.dispose();
    assert.deepEqual(ended, ["c", "b", "a"]);
  });

  it("ends at once what is added too late", () => {
    const store = new DisposableStore();
    store.dispose();
    let ended = false;
    store.add({ dispose: () => (ended = true) });
    assert.ok(ended);
  });

  it("lets one go early", () => {
    let count = 0;
    const store = new DisposableStore();
    const item = store.add({ dispose: () => count++ });
    store.delete(item);
    store.dispose();
    assert.equal(count, 1);
  });
});

describe("Emitter", () => {
  it("calls every listener though one throws, then tells", () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event(() => {
      throw new Error("first");
    });
    emitter.event((value) => heard.push(value));
    assert.throws(() => emitter.fire(1), AggregateError);
    assert.deepEqual(heard, [1]);
  });

  it("stops calling after dispose, for one listener and for all", () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    const one = emitter.event(() => heard.push("one"));
    emitter.event(() => heard.push("two"));
    one.dispose();
    emitter.fire(1);
    emitter.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, ["two"]);
  });

  it("keeps two subscriptions of the same listener apart", () => {
    const emitter = new Emitter<number>();
    let count = 0;
    const listener = (): unknown => count++;
    const first = emitter.event(listener);
    emitter.event(listener);
    first.dispose();
    emitter.fire(1);
    assert.equal(count, 1);
  });
});

describe("isCancelled", () => {
  for (const [name, error, expected] of [
    ["our own", new CancelledError(), true],
    ["an aborted fetch", new DOMException("x", "AbortError"), true],
    ["VS Code's", Object.assign(new Error("x"), { name: "Canceled" }), true],
    ["the client's", Object.assign(new Error("x"), { kind: "cancelled" }), true],
    ["a message that only says so", new Error("Cancelled"), false],
    ["an error for the person", new UserError("no"), false],
    ["nothing", undefined, false],
  ] as const) {
    it(`knows ${name}`, () => assert.equal(isCancelled(error), expected));
  }
});
