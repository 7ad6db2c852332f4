import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { FileLock } from "../../../src/auth/lock.ts";
import { ownIdentity, type ProcessIdentity } from "../../../src/auth/processIdentity.ts";

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

  describe("whose owner's process has ended", () => {
    const file = (number = 1): string => join(directory, "locks", `x.${number}`);
    /** A process that has the lock. */
    async function owner(): Promise<ChildProcess> {
      const child = spawn(process.execPath, [join(import.meta.dirname, "lockOwner.ts"), join(directory, "locks"), "x"], { stdio: ["ignore", "pipe", "inherit"] });
      const [said] = (await once(child.stdout, "data")) as [Buffer];
      assert.equal(said.toString().trim(), "held");
      return child;
    }
    async function kill(child: ChildProcess): Promise<void> {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    /** The lock as if somebody like this had taken it. */
    async function heldBy(owner: Partial<ProcessIdentity>): Promise<void> {
      const identity = (await ownIdentity()) ?? assert.fail("no identity");
      await (await open().tryAcquire("x"))?.();
      await writeFile(file(2), `${time} of-somebody ${JSON.stringify({ ...identity, ...owner })}`);
    }
    const killedPid = async (): Promise<number> => {
      const child = await owner();
      await kill(child);
      await rm(join(directory, "locks"), { recursive: true });
      return child.pid ?? assert.fail("no pid");
    };

    it("is taken over at once, by exactly one", async () => {
      const child = await owner();
      assert.equal(await open().tryAcquire("x"), undefined, "alive");
      await kill(child);
      const holders = await Promise.all(Array.from({ length: 8 }, () => open().tryAcquire("x")));
      assert.equal(holders.filter((holder) => holder !== undefined).length, 1);
    });

    it("is held on by one that is alive, until its time is over", async () => {
      const child = await owner();
      try {
        time += 900;
        assert.equal(await open().tryAcquire("x"), undefined);
        time += 10_000;
        assert.ok(await open().tryAcquire("x"));
      } finally {
        await kill(child);
      }
    });

    it("is free when another process has got the pid", async () => {
      await heldBy({ started: "1" });
      assert.ok(await open().tryAcquire("x"));
    });

    it("is held by this very process", async () => {
      await heldBy({});
      assert.equal(await open().tryAcquire("x"), undefined);
    });

    for (const [name, change] of [
      ["of another boot", (place: string) => place.replace(/^\S+/, "11111111-2222-3333-4444-555555555555")],
      ["in another pid namespace", (place: string) => place.replace(/pid:\[\d+\]/, "pid:[1]")],
    ] as const) {
      it(`ends by time alone ${name}`, async () => {
        const { place } = (await ownIdentity()) ?? assert.fail("no identity");
        assert.notEqual(change(place), place);
        await heldBy({ pid: await killedPid(), place: change(place) });
        assert.equal(await open().tryAcquire("x"), undefined);
        time += 1_001;
        assert.ok(await open().tryAcquire("x"));
      });
    }

    for (const [name, text] of [
      ["says no owner", (at: number) => `${at} 4711 6f1c`],
      ["names an owner that cannot be read", (at: number) => `${at} 6f1c {"pid":`],
      ["names no pid", (at: number) => `${at} 6f1c {"pid":0,"place":""}`],
      ["knew no identity", (at: number) => `${at} 6f1c null`],
    ] as const) {
      it(`ends by time alone where the file ${name}`, async () => {
        await (await open().tryAcquire("x"))?.();
        await writeFile(file(2), text(time));
        assert.equal(await open().tryAcquire("x"), undefined);
        time += 1_001;
        assert.ok(await open().tryAcquire("x"));
      });
    }

    it("ends by time alone for who has no identity to compare with", async () => {
      const child = await owner();
      await kill(child);
      const stranger = new FileLock({ directory: join(directory, "locks"), expiry: 1_000, now: () => time, identity: () => Promise.resolve(undefined) });
      assert.equal(await stranger.tryAcquire("x"), undefined);
    });

    it("names its owner by pid, place and start", async () => {
      await open().tryAcquire("x");
      const text = await readFile(file(), "utf8");
      assert.deepEqual(JSON.parse(text.slice(text.indexOf("{"))), await ownIdentity());
    });
  });

  it("says when locking is impossible", async () => {
    await writeFile(join(directory, "locks"), "a file where the folder should be");
    await assert.rejects(open().tryAcquire("x"));
  });
});
