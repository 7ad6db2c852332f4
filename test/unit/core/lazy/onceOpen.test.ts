import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { Logger } from "../../../../src/core/base/log.ts";
import type { Current } from "../../../../src/core/currentProject.ts";
import { onceOpen } from "../../../../src/core/lazy/onceOpen.ts";

const none: Current = { kind: "noFolder" };
const ready = { kind: "ready" } as Current;

describe("a part that waits for an open project", () => {
  let ends: number;
  let loads: number;
  const made = (value: Current, load?: () => Promise<{ dispose(): void }>) => {
    [loads, ends] = [0, 0];
    const changed = new Emitter<Current>();
    const source = { value, onDidChange: changed.event };
    const errors: string[] = [];
    const log = { error: (text: string) => errors.push(text) } as unknown as Logger;
    const part = onceOpen(source, log, "The part", () => {
      loads += 1;
      return load?.() ?? Promise.resolve({ dispose: () => ends++ });
    });
    const become = async (next: Current): Promise<void> => {
      source.value = next;
      changed.fire(next);
      await new Promise(setImmediate);
    };
    return { part, errors, become };
  };

  it("is loaded once, with the first project, and ends with its owner", async () => {
    const { part, become } = made(none);
    await become({ kind: "loading" });
    assert.equal(loads, 0);
    for (const next of [ready, none, ready]) await become(next);
    assert.deepEqual([loads, ends], [1, 0]);
    part.dispose();
    assert.equal(ends, 1);
  });

  it("is loaded at once where a project is open, and ends if its owner has ended by then", async () => {
    const { part } = made(ready);
    part.dispose();
    await new Promise(setImmediate);
    assert.deepEqual([loads, ends], [1, 1]);
  });

  it("is loaded again after a failure, which is logged", async () => {
    const { errors, become } = made(ready, () =>
      loads === 1 ? Promise.reject(new Error("gone")) : Promise.resolve({ dispose: () => undefined }),
    );
    await become(none);
    await become(ready);
    assert.deepEqual([loads, errors], [2, ["The part could not be loaded"]]);
  });
});
