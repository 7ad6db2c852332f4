import assert from "node:assert/strict";
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import fs, { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { FileLock } from "../../../../src/core/base/fileLock.ts";
import type { ProcessIdentity } from "../../../../src/core/base/processIdentity.ts";

describe("file lock", () => {
  let directory: string;
  let time: number;
  /** When the clock that nobody sets began, in ms since the epoch. */
  let booted: number;
  const elapsed = (): number => time - booted;
  const open = (now = (): number => time): FileLock =>
    new FileLock({ directory: join(directory, "locks"), expiry: 1_000, now, elapsed });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "forgeline-lock-"));
    time = Date.now();
    booted = time - Number(process.hrtime.bigint() / 1_000_000n);
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("has one holder at a time and leaves one small file", async () => {
    for (let round = 0; round < 5; round++) {
      const holders = await Promise.all([1, 2, 3, 4, 5].map(() => open().tryAcquire("session-1")));
      const [held, ...others] = holders.filter((holder) => holder !== undefined);
      assert.ok(held);
      assert.equal(others.length, 0);
      assert.equal(await open().tryAcquire("session-1"), undefined);
      await held.release();
      await held.release();
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
      await dead?.release();
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
      elapsed: () => elapsed() + 1_001,
      identity: () => Promise.resolve(undefined),
    });
    assert.equal(await slow.tryAcquire("x"), undefined);
    assert.deepEqual(await readdir(join(directory, "locks")), ["x.3"]);
  });

  it("is not taken over before its time", async () => {
    await open().tryAcquire("x");
    time += 1_000;
    assert.equal(await open().tryAcquire("x"), undefined);
  });

  it("is held for longer by its holder, unless another has taken it over", async () => {
    const held = await open().hold("x");
    time += 900;
    assert.equal(await held.renew(), true);
    time += 900;
    assert.equal(await open().tryAcquire("x"), undefined);
    assert.equal((await readdir(join(directory, "locks"))).length, 1);
    time += 200;
    const other = await open().hold("x");
    assert.equal(await held.renew(), false);
    await held.release();
    assert.equal(await open().tryAcquire("x"), undefined);
    await other.release();
    assert.ok(await open().tryAcquire("x"));
  });

  it("is waited for, until it is free or the one who waits gives up", async () => {
    const held = await open().hold("x");
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
    await held.release();
    await (await next).release();
  });

  describe("whose holder's process is known", () => {
    const file = (): string => join(directory, "locks", "x.1");
    /** Lets another process take the lock; answers how to kill it. */
    async function held(): Promise<() => Promise<void>> {
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
      const before = await readFile(file(), "utf8");
      assert.notEqual(change(before), before);
      await writeFile(file(), change(before));
    };
    const owner =
      (change: Partial<ProcessIdentity>) =>
      (text: string): string => {
        const at = text.indexOf("{");
        return text.slice(0, at) + JSON.stringify({ ...(JSON.parse(text.slice(at)) as ProcessIdentity), ...change });
      };
    /** It ends by its time alone. */
    async function endsByTime(): Promise<void> {
      assert.equal(await open().tryAcquire("x"), undefined);
      time += 60_000;
      assert.ok(await open().tryAcquire("x"));
    }

    it("is taken over at once, by exactly one, when that was killed, and not before", async () => {
      const kill = await held();
      assert.equal(await open().tryAcquire("x"), undefined);
      await kill();
      const holders = await Promise.all(Array.from({ length: 8 }, () => open().tryAcquire("x")));
      assert.equal(holders.filter((holder) => holder !== undefined).length, 1);
    });

    it("is not taken over when the time of day jumps, and is at once when that was killed, also if the time was set back", async () => {
      const kill = await held();
      for (const jump of [600_000, -600_000]) {
        assert.equal(await open(() => time + jump).tryAcquire("x"), undefined);
      }
      await kill();
      assert.ok(await open(() => time - 600_000).tryAcquire("x"));
    });

    it("ends by its time though that lives", async () => {
      const kill = await held();
      await endsByTime();
      await kill();
    });

    it("is taken over when its pid has come again", async function () {
      if (process.platform !== "linux") this.skip();
      const kill = await held();
      await rewrite(owner({ started: "1" }));
      assert.ok(await open().tryAcquire("x"));
      await kill();
    });

    it("is taken over when that has ended and its parent has not looked", async function () {
      if (process.platform !== "linux") this.skip();
      const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [line] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = Number(line.toString());
      const stat = (): Promise<string> => readFile(`/proc/${pid}/stat`, "utf8");
      // Only a shell would look after its child; what it has become does not.
      while ((await readFile(`/proc/${parent.pid ?? 0}/comm`, "utf8")) !== "sleep\n");
      process.kill(pid, "SIGKILL");
      while (!/\) Z /.test(await stat()));
      await open().tryAcquire("x");
      await rewrite(owner({ pid, started: (await stat()).split(" ")[21] ?? "" }));
      assert.ok(await open().tryAcquire("x"));
      const gone = once(parent, "exit");
      parent.kill("SIGKILL");
      await gone;
    });

    for (const [what, change] of [
      [
        "of another boot",
        (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27} pid/, "00000000-0000-4000-8000-000000000000 pid"),
      ],
      ["of another pid namespace", (text: string) => text.replace(/pid:\[\d+\]/, "pid:[1]")],
      ["in the form of before", (text: string) => text.replace(/^(\d+) (\S+) .*"pid":(\d+).*$/, "$1 $3 $2")],
      ["of half a text", (text: string) => text.slice(0, -5)],
    ] as const) {
      it(`ends by its time when that was killed and is ${what}`, async function () {
        if (process.platform !== "linux") this.skip();
        const kill = await held();
        await kill();
        await rewrite(change);
        await endsByTime();
      });
    }

    it("ends by its time where the system does not say who this process is", async () => {
      const kill = await held();
      await kill();
      const blind = new FileLock({
        directory: join(directory, "locks"),
        now: () => time,
        identity: () => Promise.resolve(undefined),
      });
      assert.equal(await blind.tryAcquire("x"), undefined);
      time += 150_000;
      assert.ok(await blind.tryAcquire("x"));
    });

    it("goes by the pid alone where the system tells no start time", async () => {
      const place = "win32 desk 29000000";
      const elsewhere = new FileLock({
        directory: join(directory, "locks"),
        now: () => time,
        elapsed,
        identity: () => Promise.resolve({ pid: process.pid, place }),
      });
      const kill = await held();
      await rewrite((text) => owner({ place })(text).replace(/,"started":"\d+"/, ""));
      assert.equal(await elsewhere.tryAcquire("x"), undefined);
      await kill();
      assert.ok(await elsewhere.tryAcquire("x"));
    });
  });

  it("leaves nothing of a process that ended while it took it, or that was slower", async () => {
    await mkdir(join(directory, "locks"));
    await writeFile(join(directory, "locks", "x.1.draft-of-a-dead-one"), "17");
    assert.ok(await open().tryAcquire("x"));
    assert.deepEqual(await readdir(join(directory, "locks")), ["x.1"]);
  });

  it("is not held by whose draft a faster one has removed, and has one holder where there are no links", async () => {
    const { link } = fs;
    const refuse = (code: string): void => {
      fs.link = () => Promise.reject(Object.assign(new Error(code), { code }));
      syncBuiltinESMExports();
    };
    try {
      refuse("ENOENT");
      assert.equal(await open().tryAcquire("x"), undefined);
      refuse("EPERM");
      const holders = await Promise.all([1, 2, 3].map(() => open().tryAcquire("x")));
      assert.equal(holders.filter((holder) => holder !== undefined).length, 1);
      assert.deepEqual(await readdir(join(directory, "locks")), ["x.1"]);
    } finally {
      fs.link = link;
      syncBuiltinESMExports();
    }
  });

  it("counts a half-written file by its time stamp", async () => {
    await (await open().tryAcquire("x"))?.release();
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

describe("claims of a file lock", () => {
  let directory: string;
  let time: number;
  const window = (): FileLock => new FileLock({ directory: join(directory, "told"), now: () => time });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "forgeline-claims-"));
    time = Date.now();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("are granted to one window of many that ask at the same time", async () => {
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => window().claim(`pipeline ${round}`, time - 1000)),
      );
      assert.equal(answers.filter(Boolean).length, 1, `round ${round}`);
    }
  });

  it("are refused to a window that looks later, and to the same one", async () => {
    const [a, b] = [window(), window()];
    assert.equal(await a.claim("pipeline 1", time - 60_000), true);
    time += 50_000;
    assert.equal(await b.claim("pipeline 1", time - 110_000), false);
    assert.equal(await a.claim("pipeline 1", time - 110_000), false);
    assert.equal(await b.claim("pipeline 2", time - 110_000), true, "another pipeline is another matter");
  });

  it("are granted anew, to one window, when it went on again after the last one", async () => {
    assert.equal(await window().claim("pipeline 1", time - 1000), true);
    time += 60_000;
    const since = time - 30_000;
    time += 10_000;
    const answers = await Promise.all(Array.from({ length: 8 }, () => window().claim("pipeline 1", since)));
    assert.equal(answers.filter(Boolean).length, 1);
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
    const [only, ...others] = await readdir(told);
    assert.ok(only);
    assert.deepEqual(others, []);
    const longAgo = new Date(time - 31 * 24 * 3_600_000);
    await utimes(join(told, only), longAgo, longAgo);
    await claims.claim("pipeline 2", time);
    const left = await readdir(told);
    assert.equal(left.length, 1);
    assert.notEqual(left[0], only);
  });
});
