import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { withLock } from "../../../tools/install/lock.mjs";
import { Scope } from "../../../tools/scope.ts";

describe("withLock", () => {
  let scope: Scope;
  let file: string;

  beforeEach(async () => {
    scope = new Scope();
    file = join(await scope.folder("forgeline-lock-"), "lock");
  });
  afterEach(() => scope[Symbol.asyncDispose]());

  it("holds the file during the task only, also when the task fails", async () => {
    await assert.rejects(
      withLock(file, () => {
        assert.equal(existsSync(file), true);
        return Promise.reject(new Error("no"));
      }),
      /no/,
    );
    assert.equal(existsSync(file), false);
  });

  it("takes over from an owner that is gone", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeFileSync(file, String(pid));
    let ran = false;
    await withLock(file, () => {
      ran = true;
      return Promise.resolve();
    });
    assert.equal(ran, true);
  });

  it("lets one run after the other", async () => {
    const order: string[] = [];
    const turn = (name: string) => () => {
      order.push(`${name} in`);
      return new Promise<void>((resolve) => {
        setImmediate(() => {
          order.push(`${name} out`);
          resolve();
        });
      });
    };
    await Promise.all([withLock(file, turn("first")), withLock(file, turn("second"))]);
    assert.deepEqual(order, ["first in", "first out", "second in", "second out"]);
  });
});
