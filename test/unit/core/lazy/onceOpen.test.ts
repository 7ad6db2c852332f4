import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { Logger } from "../../../../src/core/base/log.ts";
import type { Current } from "../../../../src/core/currentProject.ts";
import { onceOpen } from "../../../../src/core/lazy/onceOpen.ts";

const none: Current = { kind: "noFolder" };
const ready = { kind: "ready" } as Current;

describe("a part that waits for an open project", () => {
  const made = (value: Current, load: () => Promise<{ dispose(): void }>) => {
    const changed = new Emitter<Current>();
    const source = { value, onDidChange: changed.event };
    const errors: string[] = [];
    const part = onceOpen(
      source,
      { error: (text: string) => errors.push(text) } as unknown as Logger,
      "The part",
      load,
    );
    return {
      part,
      errors,
      become: async (next: Current): Promise<void> => {
        source.value = next;
        changed.fire(next);
        await new Promise(setImmediate);
      },
    };
  };

  it("is loaded with the first one, once, and ends with what waited for it", async () => {
    let [loads, ends] = [0, 0];
    const { part, become } = made(none, () => Promise.resolve({ dispose: () => ends++ }).finally(() => loads++));
    await become({ kind: "loading" });
    assert.equal(loads, 0);
    await become(ready);
    await become(none);
    await become(ready);
    assert.deepEqual([loads, ends], [1, 0]);
    part.dispose();
    assert.equal(ends, 1);
  });

  it("is there at once where the project is", async () => {
    let loads = 0;
    made(ready, () => Promise.resolve({ dispose: () => undefined }).finally(() => loads++));
    await new Promise(setImmediate);
    assert.equal(loads, 1);
  });

  it("ends when it comes too late", async () => {
    let ends = 0;
    const { part } = made(ready, () => Promise.resolve({ dispose: () => ends++ }));
    part.dispose();
    await new Promise(setImmediate);
    assert.equal(ends, 1);
  });

  it("is tried again after a failure, which the log tells", async () => {
    let loads = 0;
    const { errors, become } = made(ready, () =>
      ++loads === 1 ? Promise.reject(new Error("gone")) : Promise.resolve({ dispose: () => undefined }),
    );
    await become(none);
    await become(ready);
    assert.deepEqual([loads, errors], [2, ["The part could not be loaded"]]);
  });
});
