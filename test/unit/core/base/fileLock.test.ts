import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import fs, { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { FileLock } from "../../../../src/core/base/fileLock.ts";
import type { ProcessIdentity } from "../../../../src/core/base/processIdentity.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

describe("file lock", () => {
  let directory: string;
  let time: number;
  /** When the clock that nobody sets began, in ms since the epoch. */
  let booted: number;
  const elapsed = (): number => time - booted;
  const open = (now = (): number => time): FileLock =>
    new FileLock({ directory: join(directory, "locks"), expiry: 1_000, now, elapsed });

  beforeEach(() => {
    directory = temporaryFolder();
    time = Date.now();
    booted = time - Number(process.hrtime.bigint() / 1_000_000n);
  });

  const acquire = (times: number, lock = open) =>
    Promise.all(Array.from({ length: times }, () => lock().tryAcquire("x")));
  const held = async (times: number, lock = open) => (await acquire(times, lock)).filter((one) => one !== undefined);
  const locks = (): Promise<string[]> => readdir(join(directory, "locks"));
  const lockFile = (number = 1): string => join(directory, "locks", `x.${number}`);

  it("has one holder at a time and leaves one small file", async () => {
    for (let round = 0; round < 5; round++) {
      const [holder, ...others] = await held(5);
      assert.ok(holder);
      assert.deepEqual([others, await held(1)], [[], []]);
      await holder.release();
      await holder.release();
      assert.equal((await locks()).length, 1);
    }
  });

  it("separates names with any characters", async () => {
    assert.ok(await open().tryAcquire("a/../../b"));
    assert.ok(await open().tryAcquire("b"));
    assert.deepEqual((await locks()).sort(), ["a_______b.1", "b.1"]);
    assert.deepEqual(await readdir(directory), ["locks"]);
  });

  it("is taken over from a dead holder after its time by exactly one, whom a late release does not harm", async () => {
    let [dead] = await held(1);
    for (let round = 0; round < 5; round++) {
      time += 1_000;
      assert.deepEqual(await held(1), []);
      time += 1;
      const alive = await held(8);
      assert.equal(alive.length, 1);
      await dead?.release();
      assert.deepEqual(await held(1), []);
      [dead] = alive;
    }
  });

  it("is not taken by a window so slow that others have counted past what it saw", async () => {
    await held(1);
    let slept = false;
    const slow = new FileLock({
      directory: join(directory, "locks"),
      expiry: 1_000,
      now: () => {
        // Between its look at the dead holder and its own try.
        if (!slept) {
          writeFileSync(lockFile(3), `${time + 1_001} another`);
          rmSync(lockFile(1));
        }
        slept = true;
        return time + 1_001;
      },
      elapsed: () => elapsed() + 1_001,
      identity: () => Promise.resolve(undefined),
    });
    assert.deepEqual([await held(1, () => slow), await locks()], [[], ["x.3"]]);
  });

  it("is renewed by its holder, unless another has taken it over", async () => {
    const holder = await open().hold("x");
    time += 900;
    assert.equal(await holder.renew(), true);
    time += 900;
    assert.deepEqual([await held(1), (await locks()).length], [[], 1]);
    time += 200;
    const other = await open().hold("x");
    assert.equal(await holder.renew(), false);
    await holder.release();
    assert.deepEqual(await held(1), []);
    await other.release();
    assert.equal((await held(1)).length, 1);
  });

  it("is waited for until it is free or the waiting window gives up", async () => {
    const holder = await open().hold("x");
    const stop = new AbortController();
    const waiting = new Promise<void>((resolve) => {
      void open()
        .hold("x", stop.signal, resolve)
        .catch(() => undefined);
    });
    const given = open().hold("x", stop.signal);
    await waiting;
    stop.abort(new Error("enough"));
    await assert.rejects(given);
    const next = open().hold("x");
    await holder.release();
    await (await next).release();
  });

  describe("whose holder's process is known", () => {
    /** Lets another process take the lock. @returns kills it */
    async function heldByChild(): Promise<() => Promise<void>> {
      const child = fork(join(import.meta.dirname, "lockHolder.ts"), [join(directory, "locks")]);
      const [taken] = (await once(child, "message")) as [boolean];
      assert.ok(taken);
      return async () => {
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        await gone;
      };
    }
    const rewrite = async (change: (text: string) => string): Promise<void> => {
      const before = await readFile(lockFile(), "utf8");
      assert.notEqual(change(before), before);
      await writeFile(lockFile(), change(before));
    };
    const owner =
      (change: Partial<ProcessIdentity>) =>
      (text: string): string => {
        const at = text.indexOf("{");
        return text.slice(0, at) + JSON.stringify({ ...(JSON.parse(text.slice(at)) as ProcessIdentity), ...change });
      };

    it("is taken over at once, by exactly one, after the process was killed, however the time of day jumps", async () => {
      const kill = await heldByChild();
      for (const jump of [0, 600_000, -600_000]) assert.deepEqual(await held(1, () => open(() => time + jump)), []);
      await kill();
      const [holder, ...others] = await held(8, () => open(() => time - 600_000));
      assert.ok(holder);
      assert.deepEqual(others, []);
    });

    it("is taken over when its pid has been reused", async function () {
      if (process.platform !== "linux") this.skip();
      const kill = await heldByChild();
      await rewrite(owner({ started: "1" }));
      assert.equal((await held(1)).length, 1);
      await kill();
    });

    const otherBoot = "00000000-0000-4000-8000-000000000000 pid";
    for (const [what, change] of [
      ["of a live process", undefined],
      ["of another boot", (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27} pid/, otherBoot)],
      ["of another pid namespace", (text: string) => text.replace(/pid:\[\d+\]/, "pid:[1]")],
      ["in the form of before", (text: string) => text.replace(/^(\d+) (\S+) .*"pid":(\d+).*$/, "$1 $3 $2")],
      ["of half a text", (text: string) => text.slice(0, -5)],
    ] as const)
      it(`ends by its time alone when it is ${what}`, async function () {
        if (process.platform !== "linux") this.skip();
        const kill = await heldByChild();
        if (change) {
          await kill();
          await rewrite(change);
        }
        assert.deepEqual(await held(1), []);
        time += 60_000;
        assert.equal((await held(1)).length, 1);
        if (!change) await kill();
      });

    it("ends by its time alone where the system does not identify this process", async () => {
      await (
        await heldByChild()
      )();
      const [at, now] = [join(directory, "locks"), () => time];
      const blind = () => new FileLock({ directory: at, now, identity: () => Promise.resolve(undefined) });
      assert.deepEqual(await held(1, blind), []);
      time += 150_000;
      assert.equal((await held(1, blind)).length, 1);
    });

    it("depends on the pid alone where the system has no start time", async () => {
      const place = "win32 desk 29000000";
      const identity = () => Promise.resolve({ pid: process.pid, place });
      const at = join(directory, "locks");
      const elsewhere = () => new FileLock({ directory: at, now: () => time, elapsed, identity });
      const kill = await heldByChild();
      await rewrite((text) => owner({ place })(text).replace(/,"started":"\d+"/, ""));
      assert.deepEqual(await held(1, elsewhere), []);
      await kill();
      assert.equal((await held(1, elsewhere)).length, 1);
    });
  });

  it("leaves nothing of a process that ended while it took the lock", async () => {
    await mkdir(join(directory, "locks"));
    await writeFile(join(directory, "locks", "x.1.draft-of-a-dead-one"), "17");
    assert.equal((await held(1)).length, 1);
    assert.deepEqual(await locks(), ["x.1"]);
  });

  it("is not taken when a faster window has removed the draft, and has one holder without hard links", async () => {
    const { link } = fs;
    const refuse = (code: string): void => {
      fs.link = () => Promise.reject(Object.assign(new Error(code), { code }));
      syncBuiltinESMExports();
    };
    try {
      refuse("ENOENT");
      assert.deepEqual(await held(1), []);
      refuse("EPERM");
      assert.equal((await held(3)).length, 1);
      assert.deepEqual(await locks(), ["x.1"]);
    } finally {
      fs.link = link;
      syncBuiltinESMExports();
    }
  });

  it("counts a half-written file by its time stamp", async () => {
    await (await held(1))[0]?.release();
    await writeFile(lockFile(2), "");
    assert.deepEqual(await held(1), []);
    time += 5_000;
    assert.equal((await held(1)).length, 1);
  });

  it("fails where locking is impossible", async () => {
    await writeFile(join(directory, "locks"), "a file where the folder should be");
    await assert.rejects(open().tryAcquire("x"));
  });
});

describe("claims of a file lock", () => {
  let directory: string;
  let time: number;
  const window = (): FileLock => new FileLock({ directory: join(directory, "told"), now: () => time });
  const granted = async (subject: string, since: number): Promise<number> =>
    (await Promise.all(Array.from({ length: 8 }, () => window().claim(subject, since)))).filter(Boolean).length;

  beforeEach(() => {
    directory = temporaryFolder();
    time = Date.now();
  });

  it("are granted to one of many windows at a time, and anew once the subject went on", async () => {
    for (let round = 0; round < 5; round++) assert.equal(await granted(`pipeline ${round}`, time - 1_000), 1);
    assert.equal(await granted("pipeline 1", time - 60_000), 0, "a window that looks later");
    time += 50_000;
    assert.equal(await granted("pipeline 1", time - 110_000), 0);
    assert.equal(await granted("pipeline 1", time - 30_000), 1);
  });

  it("count from the time stamp where a process ended before it wrote the time", async () => {
    const told = join(directory, "told");
    assert.equal(await window().claim("pipeline 1", time - 1000), true);
    const [name = ""] = await readdir(told);
    await writeFile(join(told, name), "");
    assert.equal(await window().claim("pipeline 1", time - 60_000), false);
    assert.equal(await window().claim("pipeline 1", time + 60_000), true);
  });

  it("leave one file for each subject, and none that is a month old", async () => {
    const claims = window();
    for (let round = 0; round < 3; round++) {
      assert.equal(await claims.claim("pipeline 1", time), true);
      time += 1000;
    }
    const told = join(directory, "told");
    const [only = "", ...others] = await readdir(told);
    assert.deepEqual(others, []);
    const longAgo = new Date(time - 31 * 24 * 3_600_000);
    await utimes(join(told, only), longAgo, longAgo);
    await claims.claim("pipeline 2", time);
    const left = await readdir(told);
    assert.deepEqual([left.length, left.includes(only)], [1, false]);
  });
});
