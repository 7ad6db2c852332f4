import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { FileLock } from "../../../src/auth/lock.ts";

describe("file lock", () => {
  let directory: string;
  let time: number;
  const open = (): FileLock => new FileLock({ directory: join(directory, "locks"), expiry: 1_000, now: () => time });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "forgeline-lock-"));
    time = Date.now();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("has one holder at a time and leaves one small file", async () => {
    for (let round = 0; round < 5; round++) {
      const holders = await Promise.all([1, 2, 3, 4, 5].map(() => open().tryAcquire("session-1")));
      const [release, ...others] = holders.filter((holder) => holder !== undefined);
      assert.ok(release);
      assert.equal(others.length, 0);
      assert.equal(await open().tryAcquire("session-1"), undefined);
      await release();
      await release();
      assert.equal((await readdir(join(directory, "locks"))).length, 1);
    }
  });

  it("holds names apart, whatever is in them", async () => {
    assert.ok(await open().tryAcquire("a/../../b"));
    assert.ok(await open().tryAcquire("b"));
    assert.deepEqual((await readdir(join(directory, "locks"))).sort(), ["a_______b.1", "b.1"]);
    assert.deepEqual(await readdir(directory), ["locks"]);
  });

  it("is taken over from a dead holder by exactly one, and the dead one's late release harms nobody", async () => {
    let dead = await open().tryAcquire("x");
    for (let round = 0; round < 20; round++) {
      time += 1_001;
      const holders = await Promise.all(Array.from({ length: 8 }, () => open().tryAcquire("x")));
      const alive = holders.filter((holder) => holder !== undefined);
      assert.equal(alive.length, 1);
      await dead?.();
      assert.equal(await open().tryAcquire("x"), undefined);
      [dead] = alive;
    }
  });

  it("is not taken by a window so slow that others have counted past what it saw", async () => {
    await open().tryAcquire("x");
    const file = (number: number): string => join(directory, "locks", `x.${number}`);
    let slept = false;
    const slow = new FileLock({
      directory: join(directory, "locks"),
      expiry: 1_000,
      now: () => {
        // Between its look at the dead holder and its own try.
        if (!slept) {
          writeFileSync(file(3), `${time + 1_001} another`);
          rmSync(file(1));
        }
        slept = true;
        return time + 1_001;
      },
    });
    assert.equal(await slow.tryAcquire("x"), undefined);
    assert.deepEqual(await readdir(join(directory, "locks")), ["x.3"]);
  });

  it("is not taken over before its time", async () => {
    await open().tryAcquire("x");
    time += 1_000;
    assert.equal(await open().tryAcquire("x"), undefined);
  });

  it("counts a half-written file by its time stamp", async () => {
    await (await open().tryAcquire("x"))?.();
    await writeFile(join(directory, "locks", "x.2"), "");
    assert.equal(await open().tryAcquire("x"), undefined);
    time += 5_000;
    assert.ok(await open().tryAcquire("x"));
  });

  it("says when locking is impossible", async () => {
    await writeFile(join(directory, "locks"), "a file where the folder should be");
    await assert.rejects(open().tryAcquire("x"));
  });
});
