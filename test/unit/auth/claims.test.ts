import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Claim, SecretClaims } from "../../../src/auth/claims.ts";
import type { Secrets, Session } from "../../../src/auth/sessionStore.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { Clock, RotatingService, turn } from "./rotatingService.ts";

const [SMALL, LARGE] = ["1111111111111111", "9999999999999999"];
const keyOf = (machine: string): string => `forgeline.claim.s1.${machine}`;

describe("claims among machines", () => {
  let root: string;
  let clock: Clock;
  let secrets: InMemorySecrets;
  let log: RecordingLog;
  let session: Session;
  let ending: AbortController;

  beforeEach(() => {
    root = temporaryFolder();
    clock = new Clock();
    secrets = new InMemorySecrets();
    log = new RecordingLog();
    session = new RotatingService(clock).session();
    clock.advance(2_000);
    ending = new AbortController();
  });

  const open = (directory: string, over: Secrets = secrets): SecretClaims =>
    new SecretClaims({ secrets: over, directory, log, wait: clock.wait, now: clock.read, elapsed: clock.read });
  /** A window of the machine with this id. */
  async function machine(id: string, over?: Secrets): Promise<SecretClaims> {
    await writeFile(join(root, "machine"), id);
    const claims = open(root, over);
    // The id is read with the first use; a session that nobody has makes no difference.
    secrets.broken.add("keys");
    await claims.acquire({ ...session, id: "none" }, ending.signal);
    secrets.broken.delete("keys");
    log.lines.length = 0;
    return claims;
  }
  /** Takes a claim, with the time that it waits passing at once. */
  async function take(claims: SecretClaims, of = session): Promise<Claim | undefined> {
    const taken = claims.acquire(of, ending.signal);
    const progress = { done: false };
    void taken.finally(() => (progress.done = true)).catch(() => undefined);
    while (!progress.done) {
      await turn();
      if (clock.isAwaited) clock.advance(100);
    }
    return taken;
  }
  const claimOf = (id: string): object => JSON.parse(secrets.values.get(keyOf(id)) ?? "{}") as object;
  const state = (id: string): unknown => (claimOf(id) as { state?: unknown }).state;
  /** What another machine's claim to the same refresh token looks like. */
  const rivalOf = (id: string, of: string): string => JSON.stringify({ ...claimOf(id), nonce: "n", state: of });

  it("are pending for two seconds, then confirmed, and name no token", async () => {
    const taken = (await machine(SMALL)).acquire(session, ending.signal);
    await clock.asleep();
    assert.equal(state(SMALL), "pending");
    assert.doesNotMatch([...secrets.values].join(), /refresh-|access-/);
    clock.advance(1_999);
    await turn();
    assert.equal(state(SMALL), "pending");
    clock.advance(1);
    assert.ok(await taken);
    assert.equal(state(SMALL), "confirmed");
  });

  it("go to the smaller ID of two that are pending", async () => {
    const [small, large] = [await machine(SMALL), await machine(LARGE)];
    const both = Promise.all([small.acquire(session, ending.signal), large.acquire(session, ending.signal)]);
    await clock.asleep();
    await turn();
    assert.deepEqual([...secrets.values.keys()], [SMALL, LARGE].map(keyOf));
    clock.advance(2_000);
    const [first, second] = await both;
    assert.ok(first);
    assert.equal(second, undefined);
    assert.deepEqual([...secrets.values.keys()], [keyOf(SMALL)]);
  });

  it("wait for another one to the same refresh token", async () => {
    const [small, large] = [await machine(SMALL), await machine(LARGE)];
    assert.ok(await take(large));
    assert.equal(await take(small), undefined);
    assert.equal(secrets.values.has(keyOf(SMALL)), false);
    assert.ok(await take(small, { ...session, refreshToken: "next" }));
    assert.ok(await take(await machine("5555555555555555"), { ...session, id: "s2" }));
  });

  it("yield to one that was confirmed while they waited", async () => {
    const [small, large] = [await machine(SMALL), await machine(LARGE)];
    const won = await take(large);
    const confirmed = secrets.values.get(keyOf(LARGE)) ?? "";
    await won?.withdraw();
    const taken = small.acquire(session, ending.signal);
    await clock.asleep();
    secrets.values.set(keyOf(LARGE), confirmed);
    clock.advance(2_000);
    assert.equal(await taken, undefined);
    assert.deepEqual([...secrets.values.keys()], [keyOf(LARGE)]);
  });

  for (const [left, patience] of [
    ["pending", 10_000],
    ["confirmed", 90_000],
  ] as const)
    it(`ignore a ${left} one that stays unchanged for ${patience / 1000} s`, async () => {
      const [small, large] = [await machine(SMALL), await machine(LARGE)];
      await take(small);
      const content = claimOf(SMALL);
      secrets.values.set(keyOf(SMALL), JSON.stringify({ ...content, state: left }));
      clock.advance(1_000_000);
      assert.equal(await large.acquire(session, ending.signal), undefined, "seen for the first time");
      clock.advance(patience - 1);
      assert.equal(await large.acquire(session, ending.signal), undefined);
      clock.advance(1);
      assert.ok(await take(large));
      secrets.values.set(keyOf(SMALL), JSON.stringify({ ...content, nonce: "another", state: left }));
      const anew = await (await machine(LARGE)).acquire(session, ending.signal);
      assert.equal(anew, undefined, "a new attempt counts anew");
    });

  it("stay while their machine extends them, and are withdrawn after that too", async () => {
    const [small, large] = [await machine(SMALL), await machine(LARGE)];
    const held = await take(small);
    for (let minute = 0; minute < 5; minute++) {
      assert.equal(await take(large), undefined);
      clock.advance(60_000);
      assert.equal(await held?.renew(), true);
    }
    await held?.withdraw();
    assert.equal(await held?.renew(), false);
    assert.ok(await take(large));
  });

  it("wait and look once more when the confirmation took longer than half a second", async () => {
    const slow: Secrets = {
      keys: () => secrets.keys(),
      get: (key) => secrets.get(key),
      delete: (key) => secrets.delete(key),
      onDidChange: secrets.onDidChange,
      store: async (key, value) => {
        if (value.includes("confirmed")) clock.advance(501);
        await secrets.store(key, value);
      },
    };
    const claims = await machine(SMALL, slow);
    for (const rival of [undefined, "pending", "confirmed"] as const) {
      const taken = claims.acquire(session, ending.signal);
      await clock.asleep();
      clock.advance(2_000);
      await clock.asleep();
      assert.equal(state(SMALL), "confirmed");
      if (rival) secrets.values.set(keyOf(LARGE), rivalOf(SMALL, rival));
      clock.advance(2_000);
      assert.equal((await taken) !== undefined, rival !== "confirmed", `${rival} rival`);
      secrets.values.clear();
    }
  });

  it("wait and look once more when they were pending for longer than others wait", async () => {
    const taken = (await machine(SMALL)).acquire(session, ending.signal);
    await clock.asleep();
    // As after a computer's sleep.
    clock.advance(3_600_000);
    await clock.asleep();
    secrets.values.set(keyOf(LARGE), rivalOf(SMALL, "confirmed"));
    clock.advance(2_000);
    assert.equal(await taken, undefined);
  });

  it("begin two seconds after the session was issued, until all see the previous claim", async () => {
    const claims = await machine(SMALL);
    await (await take(claims))?.fulfil(session);
    const before = secrets.values.get(keyOf(SMALL));
    const taken = claims.acquire({ ...session, refreshToken: "next", issuedAt: clock.now - 500 }, ending.signal);
    await clock.asleep();
    clock.advance(1_499);
    await turn();
    assert.equal(secrets.values.get(keyOf(SMALL)), before);
    clock.advance(1);
    await clock.asleep();
    clock.advance(2_000);
    assert.ok(await taken);
    // Of a machine whose clock is ahead.
    const later = { ...session, refreshToken: "of-later", issuedAt: clock.now + 60_000 };
    const ahead = claims.acquire(later, ending.signal);
    await clock.asleep();
    assert.equal(state(SMALL), "pending");
    clock.advance(2_000);
    assert.ok(await ahead);
  });

  it("yield to another process of the machine, and leave its claim alone", async () => {
    const claims = await machine(SMALL);
    const taken = claims.acquire(session, ending.signal);
    await clock.asleep();
    const theirs = (secrets.values.get(keyOf(SMALL)) ?? "").replace(/"nonce":"[^"]*"/, '"nonce":"theirs"');
    secrets.values.set(keyOf(SMALL), theirs);
    clock.advance(2_000);
    assert.equal(await taken, undefined);
    assert.equal(secrets.values.get(keyOf(SMALL)), theirs);
  });

  it("stay after a renewal, and remove claims that others left untouched for an hour", async () => {
    const [small, large] = [await machine(SMALL), await machine(LARGE)];
    const next = (number: number): Session => ({ ...session, refreshToken: `refresh-${number}` });
    await (await take(large, next(0)))?.fulfil(next(1));
    assert.deepEqual([...secrets.values.keys()], [keyOf(LARGE)]);
    const claim = await take(small, next(1));
    const loser = keyOf("5555555555555555");
    secrets.values.set(loser, (secrets.values.get(keyOf(SMALL)) ?? "").replace("confirmed", "pending"));
    await claim?.fulfil(next(2));
    await (await take(small, next(3)))?.fulfil(next(4));
    const all = [keyOf(SMALL), loser, keyOf(LARGE)];
    assert.deepEqual([...secrets.values.keys()].sort(), all, "a deletion that is late could take a new one");
    clock.advance(3_600_000);
    secrets.values.set(loser, (secrets.values.get(loser) ?? "").replace(/"nonce":"[^"]*"/, '"nonce":"new"'));
    await (await take(small, next(5)))?.fulfil(next(6));
    assert.deepEqual([...secrets.values.keys()].sort(), [keyOf(SMALL), loser]);
    await secrets.store("forgeline.claim.s2.x", "{}");
    await large.forget("s1");
    assert.deepEqual([...secrets.values.keys()], ["forgeline.claim.s2.x"]);
  });

  it("are removed when withdrawn, or when the window closes while they wait", async () => {
    const [small, large] = [await machine(SMALL), await machine(LARGE)];
    await (await take(small))?.withdraw();
    assert.equal(secrets.values.size, 0);
    await (await take(large))?.withdraw();
    const taken = small.acquire(session, ending.signal);
    await clock.asleep();
    ending.abort();
    await assert.rejects(taken, { name: "AbortError" });
    assert.equal(secrets.values.size, 0);
  });

  for (const operation of ["keys", "get", "store"] as const)
    it(`are skipped with a warning where the keychain refuses (${operation})`, async () => {
      const claims = await machine(SMALL);
      await secrets.store(keyOf(LARGE), "{}");
      secrets.broken.add(operation);
      assert.ok(await take(claims));
      assert.match(log.text, /warn Renewing without a claim between machines/);
    });

  it("never reject at their end", async () => {
    const claims = await machine(SMALL);
    const claim = await take(claims);
    for (const operation of ["keys", "get", "delete"] as const) secrets.broken.add(operation);
    await claim?.withdraw();
    await claim?.fulfil(session);
    await claims.forget("s1");
    assert.equal(log.lines.length, 3);
  });

  describe("with slow calls and stalling processes", () => {
    /** Three machines of which each wants the next token as soon as it sees one, three times. */
    async function race(lag: number, seed: number): Promise<{ replays: number; renewals: number }> {
      const shared = new Simulation(lag, seed);
      let generation = 0;
      let replays = 0;
      const issued = [-1_000_000];
      await shared.run(
        [SMALL, "5555555555555555", LARGE].map(async (id, number) => {
          const directory = join(root, `${seed}-${id}`);
          await mkdir(directory);
          await writeFile(join(directory, "machine"), id);
          const view = shared.secrets(number);
          const { wait, elapsed } = shared;
          const claims = new SecretClaims({ secrets: view, directory, log, wait, now: elapsed, elapsed });
          const look = async (): Promise<number> => Number((await view.get("session")) ?? 0);
          for (let mine = await look(); mine < 3; mine = await look()) {
            const current = { ...session, refreshToken: `refresh-${mine}`, issuedAt: issued[mine] ?? 0 };
            const claim = await claims.acquire(current, ending.signal);
            if (claim && (await look()) === mine) {
              await shared.pause();
              if (mine !== generation) replays += 1;
              else {
                generation += 1;
                issued.push(shared.elapsed());
                await shared.pause();
                await view.store("session", String(mine + 1));
                await claim.fulfil({ ...session, refreshToken: `refresh-${mine + 1}` });
                continue;
              }
            }
            await claim?.withdraw();
            await shared.wait(300 + 700 * shared.random());
          }
        }),
      );
      return { replays, renewals: generation };
    }
    const races = async (lag: number): Promise<readonly { replays: number; renewals: number }[]> => {
      const outcomes = [];
      for (let seed = 1; seed <= 40; seed++) outcomes.push(await race(lag, lag * 100 + seed));
      return outcomes;
    };

    for (const lag of [0, 50, 200, 500])
      it(`are never held by two machines when secrets are seen after up to ${lag} ms`, async () => {
        for (const outcome of await races(lag)) assert.deepEqual(outcome, { replays: 0, renewals: 3 });
      });

    it("fail when secrets are seen after up to 5 s, which these races find", async () => {
      const replays = (await races(5_000)).reduce((sum, outcome) => sum + outcome.replays, 0);
      assert.ok(replays > 0, "these races would find a fault");
    });
  });

  describe("by the ID of a machine", () => {
    const ids = (): string[] => [...secrets.values.keys()].map((key) => key.slice(key.lastIndexOf(".") + 1));

    it("share it among windows that begin at the same time, in one file", async () => {
      const directory = join(root, "storage");
      const sessions = Array.from({ length: 10 }, (_, number) => ({ ...session, id: `s${number}` }));
      await Promise.all(sessions.map((one) => take(open(directory), one)));
      assert.equal(ids().length, 10);
      assert.deepEqual(await readdir(directory), ["machine"]);
      assert.deepEqual(new Set(ids()), new Set([await readFile(join(directory, "machine"), "utf8")]));
    });

    it("use one of their own where none can be kept or read", async () => {
      await writeFile(join(root, "file"), "");
      await writeFile(join(root, "machine"), "no id");
      for (const directory of [join(root, "file"), root]) {
        secrets.values.clear();
        for (const number of [1, 2]) await take(open(directory), { ...session, id: `s${number}` });
        assert.equal(new Set(ids()).size, 2);
      }
    });
  });
});

/** What several machines share in a made-up time: each write is seen by each of the others within the lag. */
class Simulation {
  private now = 0;
  private seed: number;
  private readonly lag: number;
  private readonly events: { readonly at: number; readonly go: () => void }[] = [];
  private readonly writes: { readonly key: string; readonly text: string | undefined; readonly seen: number[] }[] = [];

  constructor(lag: number, seed: number) {
    this.lag = lag;
    this.seed = seed;
  }

  /** 0 up to 1, the same again for the same seed (mulberry32). */
  random(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), this.seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  readonly elapsed = (): number => this.now;

  readonly wait = (ms: number): Promise<void> => new Promise((go) => void this.events.push({ at: this.now + ms, go }));

  /** Mostly a few ms; now and then a process stalls for seconds. */
  pause(): Promise<void> {
    return this.wait(this.random() < 0.03 ? this.random() * 12_000 : this.random() * 20);
  }

  /** As this one of three machines sees them. */
  secrets(machine: number): Secrets {
    const textOf = (key: string): string | undefined =>
      this.writes.findLast((write) => write.key === key && (write.seen[machine] ?? 0) <= this.now)?.text;
    const read = async <T>(look: () => T): Promise<T> => {
      await this.pause();
      const found = look();
      await this.pause();
      return found;
    };
    const write = (key: string, text: string | undefined): Promise<void> =>
      read(() => {
        const seen = [0, 1, 2].map((other) => (other === machine ? this.now : this.now + this.lag * this.random()));
        this.writes.push({ key, text, seen });
      });
    return {
      keys: () =>
        read(() => [...new Set(this.writes.map(({ key }) => key))].filter((key) => textOf(key) !== undefined)),
      get: (key) => read(() => textOf(key)),
      store: write,
      delete: (key) => write(key, undefined),
      onDidChange: () => ({ dispose: () => undefined }),
    };
  }

  /** Lets time pass until all of it is done. */
  async run(work: readonly Promise<unknown>[]): Promise<void> {
    const progress = { done: false };
    const all = Promise.all(work).finally(() => (progress.done = true));
    while (!progress.done) {
      await turn();
      const next = this.events.sort((a, b) => a.at - b.at).shift();
      if (!next) continue;
      this.now = next.at;
      next.go();
    }
    await all;
  }
}
