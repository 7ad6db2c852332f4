import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { SecretClaims } from "../../../src/auth/claims.ts";
import { FileHandover } from "../../../src/auth/handover.ts";
import { type OAuthOperations, refreshToken } from "../../../src/auth/oauth.ts";
import type { Secrets } from "../../../src/auth/sessionStore.ts";
import { FileLock, type Lock } from "../../../src/core/base/fileLock.ts";
import { SnapshotSecrets } from "../../support/fakes/inMemorySecrets.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { TestServer } from "../api/server.ts";
import { apiError, Desk, type DeskWindow, kindOf, SharedLock, turn } from "./rotatingService.ts";

/** Minutes that a clock is off or jumps by, in ms. */
const TEN_MINUTES = 600_000;

describe("renewals under faults", () => {
  let desk: Desk;
  let directory: string;
  beforeEach(() => {
    desk = new Desk();
    directory = temporaryFolder();
  });
  afterEach(() => desk.close());

  /** A window with everything that windows share, as the product has it. */
  function open(
    options: {
      machine?: string;
      secrets?: Secrets;
      lock?: Lock;
      /** How far the clock of the computer is ahead, in ms. */
      offset?: () => number;
    } = {},
  ): Promise<DeskWindow> {
    const { machine = "one", secrets = desk.secrets, lock = desk.lock, offset = () => 0 } = options;
    const { log, clock } = desk;
    const now = (): number => clock.now + offset();
    const own = join(directory, machine);
    return desk.window({
      secrets,
      lock,
      now,
      handover: new FileHandover({ directory: join(own, "handover"), log }),
      claims: new SecretClaims({ secrets, directory: own, log, now, wait: clock.wait, elapsed: clock.read }),
      // As the product does, by the clock of the computer.
      refresh: async (session) => {
        const { accessToken, refreshToken: next } = await desk.service.refresh(session);
        return { accessToken, refreshToken: next ?? "", issuedAt: now(), expiresAt: now() + desk.service.life * 1_000 };
      },
    });
  }
  /** Lets time pass until the work is done, while somebody waits for that: files take turns that are no time. */
  async function passing<T>(work: Promise<T>): Promise<T> {
    const progress = { done: false };
    void work.catch(() => undefined).finally(() => (progress.done = true));
    while (!progress.done) {
      await turn();
      if (desk.clock.isAwaited) desk.clock.advance(20);
    }
    return work;
  }
  const status = async ({ store }: DeskWindow): Promise<string | undefined> => (await store.read("s1"))?.status;

  describe("with a keychain that fails", () => {
    /** The secrets, of which calls fail that a test chooses by their number, from 0. */
    class FailingSecrets implements Secrets {
      readonly calls: string[] = [];
      fails: (call: number) => boolean = () => false;
      readonly onDidChange = desk.secrets.onDidChange;
      readonly keys = (): Promise<string[]> => this.call("keys", () => desk.secrets.keys());
      readonly get = (key: string): Promise<string | undefined> => this.call("get", () => desk.secrets.get(key));
      readonly store = (key: string, value: string): Promise<void> =>
        this.call("store", () => desk.secrets.store(key, value));
      readonly delete = (key: string): Promise<void> => this.call("delete", () => desk.secrets.delete(key));

      private async call<T>(name: string, work: () => Promise<T>): Promise<T> {
        this.calls.push(name);
        if (this.fails(this.calls.length - 1)) throw new Error(`keychain locked (${name})`);
        return work();
      }
    }

    /** Renews once, and asks from another window afterwards; returns the calls of the keychain. */
    async function renew(fails: (call: number) => boolean): Promise<readonly string[]> {
      desk = new Desk();
      await rm(join(directory, "one"), { recursive: true, force: true });
      await desk.signIn();
      desk.clock.advance(2_000);
      const secrets = new FailingSecrets();
      const [window, other] = [await open({ secrets }), await open()];
      secrets.calls.length = 0;
      secrets.fails = fails;
      const answers = [await passing(window.token("access-0")), await passing(window.token())];
      answers.push(await passing(other.token("access-0")));
      assert.deepEqual([answers, desk.service.refreshes], [["access-1", "access-1", "access-1"], 1]);
      assert.equal(await status(window), "active");
      desk.close();
      return [...secrets.calls];
    }

    it("renew once at whichever of its calls it fails, once or from then on, also for the windows beside", async () => {
      const calls = await renew(() => false);
      assert.deepEqual(new Set(calls), new Set(["keys", "get", "store"]));
      for (let at = 0; at < calls.length; at++) {
        await renew((call) => call === at);
        await renew((call) => call >= at);
      }
    });
  });

  it("sign nobody out while the network is down over an expiry, and renew once when it is back", async () => {
    await desk.signIn();
    const windows = [await open(), await open(), await open()];
    desk.service.failure = () => apiError("network", "ECONNREFUSED");
    desk.clock.advance(7_200_000);
    const kinds = await passing(Promise.all(windows.map((window) => kindOf(window.token()))));
    assert.deepEqual(kinds, ["network", "network", "network"]);
    desk.service.failure = undefined;
    desk.service.refreshes = 0;
    const answers = await passing(Promise.all(windows.map((window) => window.token())));
    assert.deepEqual([new Set(answers), desk.service.refreshes], [new Set(["access-1"]), 1]);
    for (const window of windows) assert.equal(await status(window), "active");
  });

  it("end a revoked session once for all windows: one request, one line in the log", async () => {
    await desk.signIn();
    const windows = [await open(), await open(), await open()];
    desk.clock.advance(2_000);
    desk.service.failure = () => apiError("invalidRequest", "invalid_grant", 400);
    for (let times = 0; times < 2; times++) {
      const kinds = await passing(Promise.all(windows.map((window) => kindOf(window.token("access-0")))));
      assert.deepEqual(kinds, ["unauthorized", "unauthorized", "unauthorized"]);
    }
    assert.equal(desk.service.refreshes, 1);
    assert.equal(desk.log.lines.filter((line) => line.includes("has ended")).length, 1);
    for (const { store } of windows) assert.equal(store.list()[0]?.status, "expired");
  });

  it("end a revoked session in each browser page, which does not see what others have stored", async () => {
    await desk.signIn();
    const pages = [0, 1].map(() => new SnapshotSecrets(desk.secrets));
    const windows = await Promise.all(pages.map((secrets) => open({ secrets })));
    desk.clock.advance(2_000);
    desk.service.failure = () => apiError("invalidRequest", "invalid_grant", 400);
    for (const stale of ["access-0", undefined])
      for (const window of windows) assert.equal(await passing(kindOf(window.token(stale))), "unauthorized");
    assert.equal(desk.service.refreshes, 2);
  });

  describe("with clocks that are ten minutes off", () => {
    for (const life of [7_200, 300]) {
      it(`go on over the ends of tokens that live ${life} s, with computers whose clocks are ahead and behind`, async () => {
        desk.service.life = life;
        await desk.signIn();
        const windows: DeskWindow[] = [];
        for (const [machine, offset] of [
          ["right", 0],
          ["ahead", TEN_MINUTES],
          ["behind", -TEN_MINUTES],
        ] as const)
          windows.push(await open({ machine, offset: () => offset, lock: new SharedLock() }));
        let valid = desk.clock.now + life * 1_000;
        let generation = 0;
        /** As a request does, to which the host answers 401 with a token that is not the newest or has ended. */
        const request = async (window: DeskWindow): Promise<void> => {
          const isValid = (given: string): boolean => {
            if (desk.service.generation !== generation) {
              generation = desk.service.generation;
              valid = desk.clock.now + life * 1_000;
            }
            return given === `access-${generation}` && desk.clock.now < valid;
          };
          let given = await passing(window.token());
          for (let refused = 0; !isValid(given); refused++) {
            assert.ok(refused < 2, `${given} is refused too`);
            given = await passing(window.token(given));
          }
        };
        for (let round = 0; round < 6; round++) {
          for (const window of windows) await request(window);
          desk.clock.advance(life * 1_000);
        }
        for (const window of windows) assert.equal(await status(window), "active");
        assert.ok(desk.service.refreshes <= 6 * windows.length, `${desk.service.refreshes} renewals`);
      });
    }

    for (const jump of [TEN_MINUTES, -TEN_MINUTES])
      it(`renew once when the time of day jumps by ${jump / 60_000} minutes during a renewal`, async () => {
        await desk.signIn();
        desk.clock.advance(2_000);
        let offset = 0;
        const taken: boolean[] = [];
        const now = (): number => desk.clock.now + offset;
        const locks = new FileLock({ directory: join(directory, "locks"), now, elapsed: desk.clock.read });
        const lock: Lock = {
          tryAcquire: async (name) => {
            const held = await locks.tryAcquire(name);
            taken.push(held !== undefined);
            return held;
          },
        };
        const window = (): Promise<DeskWindow> => open({ offset: () => offset, lock });
        const [first, second] = [await window(), await window()];
        const gate = desk.service.hold();
        const sent = new Promise<void>((resolve) => {
          const get = () => (resolve(), gate.opened);
          Object.defineProperty(desk.service, "gate", { configurable: true, get });
        });
        const one = first.token("access-0");
        await passing(sent);
        offset = jump;
        const two = second.token("access-0");
        while (taken.length < 2) await turn();
        assert.deepEqual(taken, [true, false]);
        gate.open();
        assert.deepEqual(await passing(Promise.all([one, two])), ["access-1", "access-1"]);
        assert.equal(desk.service.refreshes, 1);
        assert.equal(await status(second), "active");
      });

    it("renew ahead of the end again though the clock was set back after a failure", async () => {
      await desk.signIn();
      let offset = 0;
      const window = await desk.window({ now: () => desk.clock.now + offset });
      desk.service.failure = () => apiError("network");
      desk.clock.advance(7_200_000 - 60_000);
      assert.equal(await window.token(), "access-0");
      await turn();
      assert.equal(desk.service.refreshes, 1);
      offset = -TEN_MINUTES;
      desk.clock.advance(400_000);
      assert.equal(await window.token(), "access-0");
      await turn();
      assert.equal(desk.service.refreshes, 2);
    });
  });

  describe("with an answer that drips in over minutes", () => {
    let server: TestServer;
    beforeEach(async () => {
      server = await TestServer.start();
    });
    afterEach(() => server.close());

    /** Refresh tokens that the host has taken. */
    let taken: string[];
    /** What windows do with files, during which no time passes. */
    let working: Set<Promise<unknown>>;

    /** Two windows of a machine, whose host sends a byte of an answer in each second, until `seconds` have passed for the whole. */
    async function slow(seconds: number, { once = false } = {}): Promise<readonly [DeskWindow, DeskWindow]> {
      [taken, working] = [[], new Set()];
      const limits: AbortSignal[] = [];
      const answer = JSON.stringify({ access_token: "access-1", refresh_token: "refresh-1", expires_in: 7200 });
      const drip = async (response: ServerResponse): Promise<void> => {
        response.writeHead(200, { "content-type": "application/json" });
        const limit = limits.at(-1);
        for (let second = 1; second < seconds && !limit?.aborted; second++) {
          response.write(answer[second - 1] ?? " ");
          desk.clock.advance(1_000);
          do await turn();
          while ((await Promise.all(working)).length > 0);
        }
        response.end(answer.slice(seconds - 1));
      };
      server.handler = ({ body }, response) => {
        const refresh = new URLSearchParams(body).get("refresh_token") ?? "";
        const isRefused = once && taken.includes(refresh);
        taken.push(refresh);
        if (!isRefused) return void drip(response);
        response.writeHead(400, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: "invalid_grant" }));
      };
      const oauth: OAuthOperations = server.client().oauth;
      const { read, wait } = desk.clock;
      const locks = new FileLock({ directory: join(directory, "locks"), now: read, elapsed: read });
      const counted = <T>(work: Promise<T>): Promise<T> => {
        working.add(work);
        void work.finally(() => working.delete(work)).catch(() => undefined);
        return work;
      };
      const lock: Lock = {
        tryAcquire: async (name) => {
          const held = await counted(locks.tryAcquire(name));
          return held && { ...held, renew: () => counted(held.renew()) };
        },
      };
      await desk.signIn({ codeVerifier: "v".repeat(43) });
      const window = (): Promise<DeskWindow> =>
        desk.window({
          lock,
          beat: wait,
          refresh: (session, signal) => refreshToken(oauth, session, { signal, now: read }),
          deadline: (ms) => {
            const limit = new AbortController();
            void wait(ms, new AbortController().signal).then(() => limit.abort(new Error("time is up")));
            limits.push(limit.signal);
            return limit.signal;
          },
        });
      return [await window(), await window()];
    }

    it("wait for one that takes nearly five minutes, while no other window sends the refresh token", async () => {
      const windows = await slow(290, { once: true });
      assert.deepEqual(await Promise.all(windows.map((window) => window.token("access-0"))), ["access-1", "access-1"]);
      assert.deepEqual([taken, await status(windows[0])], [["refresh-0"], "active"]);
    });

    it("end the session after one that takes longer where the host takes a refresh token once", async () => {
      const [window] = await slow(700, { once: true });
      const asked = kindOf(window.token("access-0"));
      while (taken.length < 2) await turn();
      assert.equal(await passing(asked), "unauthorized");
      assert.deepEqual([taken, (await window.store.read("s1"))?.ended], [["refresh-0", "refresh-0"], "answerLost"]);
    });
  });

  describe("with a host that gives odd lifetimes", () => {
    for (const [life, said] of [
      [1, 1],
      [4, 4],
      [9, 9],
      [4, 0],
      [12, 12],
    ] as const) {
      it(`lose no call in two windows with tokens that live ${life} s, where the host says ${said} s`, async () => {
        desk.service.life = said;
        await desk.signIn();
        const windows = [await desk.window(), await desk.window()];
        let [generation, ends] = [0, desk.clock.now + life * 1_000];
        /** Returns whether the host accepts a token 50 ms after it was asked for. */
        const isAccepted = (given: string): boolean => {
          if (desk.service.generation !== generation) {
            generation = desk.service.generation;
            ends = desk.clock.now + life * 1_000;
          }
          desk.clock.advance(50);
          return given === `access-${generation}` && desk.clock.now < ends;
        };
        const failed: number[] = [];
        for (let call = 0; call < 100; call++) {
          const window = windows[call % 2] ?? assert.fail("no window");
          const given = await window.token();
          // As a request does, which is repeated once.
          if (!isAccepted(given) && !isAccepted(await window.token(given))) failed.push(call);
          desk.clock.advance(270);
          await turn();
        }
        assert.deepEqual(failed, []);
        assert.ok(desk.service.refreshes <= 50 / life, `${desk.service.refreshes} renewals in less than 50 s`);
      });
    }
  });
});
