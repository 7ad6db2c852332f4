import assert from "node:assert/strict";
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

  it("has one holder at a time and leaves no file", async () => {
    const holders = await Promise.all([1, 2, 3, 4, 5].map(() => open().tryAcquire("session-1")));
    const [release, ...others] = holders.filter((holder) => holder !== undefined);
    assert.ok(release);
    assert.equal(others.length, 0);
    assert.equal(await open().tryAcquire("session-1"), undefined);
    await release();
    assert.deepEqual(await readdir(join(directory, "locks")), []);
    assert.ok(await open().tryAcquire("session-1"));
  });

  it("holds names apart, whatever is in them", async () => {
    assert.ok(await open().tryAcquire("a/../../b"));
    assert.ok(await open().tryAcquire("b"));
    assert.deepEqual((await readdir(join(directory, "locks"))).sort(), ["a_.._.._b.lock", "b.lock"]);
    assert.deepEqual(await readdir(directory), ["locks"]);
  });

  it("is taken over from a dead holder by exactly one, and the dead one's late release harms nobody", async () => {
    const dead = await open().tryAcquire("x");
    time += 1_001;
    const holders = await Promise.all([1, 2, 3, 4, 5].map(() => open().tryAcquire("x")));
    assert.equal(holders.filter((holder) => holder !== undefined).length, 1);
    await dead?.();
    assert.equal(await open().tryAcquire("x"), undefined);
  });

  it("is not taken over before its time", async () => {
    await open().tryAcquire("x");
    time += 1_000;
    assert.equal(await open().tryAcquire("x"), undefined);
  });

  it("counts a half-written file by its time stamp", async () => {
    await (await open().tryAcquire("x"))?.();
    await writeFile(join(directory, "locks", "x.lock"), "");
    assert.equal(await open().tryAcquire("x"), undefined);
    time += 5_000;
    assert.ok(await open().tryAcquire("x"));
  });

  it("says when locking is impossible", async () => {
    await writeFile(join(directory, "locks"), "a file where the folder should be");
    await assert.rejects(open().tryAcquire("x"));
  });
});
