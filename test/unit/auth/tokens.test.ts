import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError } from "../../../src/api/errors.ts";
import { type Claim, type Claims, SecretClaims } from "../../../src/auth/claims.ts";
import { FileHandover } from "../../../src/auth/handover.ts";
import { FileLock } from "../../../src/core/base/fileLock.ts";
import { type InMemorySecrets, SnapshotSecrets } from "../../support/fakes/inMemorySecrets.ts";
import { apiError, Desk, latch, turn } from "./rotatingService.ts";

const kindOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "no error";
  } catch (error) {
    return error instanceof ApiError ? error.kind : String(error);
  }
};

/** Claims that a test gives and takes. */
class GivenClaims implements Claims {
  free = true;
  gate: Promise<void> | undefined;
  /** Its end waits for this. */
  ended: Promise<void> | undefined;
  readonly calls: string[] = [];

  async acquire(): Promise<Claim | undefined> {
    this.calls.push("acquire");
    await this.gate;
    const note = async (call: string): Promise<void> => {
      this.calls.push(call);
      await this.ended;
    };
    return this.free
      ? {
          exclusive: true,
          renew: () => note("renew").then(() => true),
          withdraw: () => note("withdraw"),
          fulfil: ({ accessToken }) => note(`fulfil ${accessToken}`),
        }
      : undefined;
  }

  forget(sessionId: string): Promise<void> {
    this.calls.push(`forget ${sessionId}`);
    return Promise.resolve();
  }
}

describe("tokens", () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk();
  });
  afterEach(() => {
    desk.close();
  });

  it("hands out the stored token without asking anybody", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    assert.equal(await tokens.credentials("s1").token({}), "access-0");
    assert.equal(tokens.credentials("s1").scheme, "bearer");
    assert.equal(desk.service.refreshes + desk.lock.tries, 0);
  });

  it("(a) reads the stored session, not its own copy", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    desk.secrets.values.set(
      "forgeline.session.s1",
      JSON.stringify({ ...desk.service.session(), accessToken: "silent" }),
    );
    assert.equal(await tokens.credentials("s1").token({}), "silent");
  });

  it("(b) answers a stale token with the stored one when that is another", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    assert.equal(await tokens.credentials("s1").token({ stale: "of-before" }), "access-0");
    assert.equal(desk.service.refreshes, 0);
  });

  it("(c) joins the callers of one window in one refresh", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    const credentials = tokens.credentials("s1");
    const gate = latch();
    desk.service.gate = gate.opened;
    const answers = Promise.all([1, 2, 3].map(() => credentials.token({ stale: "access-0" })));
    await turn();
    gate.open();
    assert.deepEqual(await answers, ["access-1", "access-1", "access-1"]);
    assert.equal(desk.service.refreshes, 1);
    assert.equal(desk.lock.tries, 1);
  });

  it("(d) refreshes once when five windows pass the expiry together", async () => {
    await desk.signIn();
    const windows = await Promise.all([1, 2, 3, 4, 5].map(() => desk.window()));
    desk.clock.advance(7200 * 1000);
    const gate = latch();
    desk.service.gate = gate.opened;
    const answers = Promise.all(windows.map(({ tokens }) => tokens.credentials("s1").token({})));
    await desk.clock.asleep();
    gate.open();
    assert.deepEqual(new Set(await answers), new Set(["access-1"]));
    assert.equal(desk.service.refreshes, 1);
    for (const { store } of windows) {
      assert.equal((await store.read("s1"))?.refreshToken, "refresh-1");
      assert.equal(store.list()[0]?.status, "active");
    }
  });

  it("(d) also through lock files, each window with a lock of its own", async () => {
    const directory = await mkdtemp(join(tmpdir(), "forgeline-lock-"));
    try {
      await desk.signIn();
      const windows = await Promise.all([1, 2, 3, 4, 5].map(() => desk.window({ lock: new FileLock({ directory }) })));
      const answers = await Promise.all(
        windows.map(({ tokens }) => tokens.credentials("s1").token({ stale: "access-0" })),
      );
      assert.deepEqual(new Set(answers), new Set(["access-1"]));
      assert.equal(desk.service.refreshes, 1);
      assert.equal((await readdir(directory)).length, 1);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it("(d) looks again once it has the lock", async () => {
    await desk.signIn();
    const gate = latch();
    const slow = await desk.window({ lock: { tryAcquire: () => gate.opened.then(() => desk.lock.tryAcquire()) } });
    const fast = await desk.window();
    const late = slow.tokens.credentials("s1").token({ stale: "access-0" });
    await turn();
    assert.equal(await fast.tokens.credentials("s1").token({ stale: "access-0" }), "access-1");
    gate.open();
    assert.equal(await late, "access-1");
    assert.equal(desk.service.refreshes, 1);
  });

  it("(d) takes over when the window that held the lock is gone", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    desk.lock.held = true;
    const answer = tokens.credentials("s1").token({ stale: "access-0" });
    await desk.clock.asleep();
    desk.lock.held = false;
    desk.clock.advance(1_000);
    assert.equal(await answer, "access-1");
  });

  it("(d) refreshes without a lock where files cannot be written", async () => {
    await desk.signIn();
    const { tokens } = await desk.window({ lock: { tryAcquire: () => Promise.reject(new Error("read-only disk")) } });
    const answer = tokens.credentials("s1").token({ stale: "access-0" });
    await desk.clock.asleep();
    desk.clock.advance(2_000);
    assert.equal(await answer, "access-1");
  });

  it("(e) takes the token that another window rotated while ours was refused", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    const gate = latch();
    desk.service.gate = gate.opened;
    const answer = tokens.credentials("s1").token({ stale: "access-0" });
    await turn();
    desk.service.generation = 1;
    await desk.signIn();
    gate.open();
    assert.equal(await answer, "access-1");
    assert.equal(store.list()[0]?.status, "active");
  });

  it("(e) keeps a pair that came after another window gave the session up", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    const gate = latch();
    desk.service.gate = gate.opened;
    const answer = tokens.credentials("s1").token({ stale: "access-0" });
    await turn();
    const [given] = store.list();
    assert.ok(given);
    await store.write({ ...given, status: "expired" });
    gate.open();
    assert.equal(await answer, "access-1");
    assert.equal(store.list()[0]?.status, "active");
  });

  it("(e) waits a moment for the other window's write before it gives up", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.service.generation = 1;
    const answer = tokens.credentials("s1").token({ stale: "access-0" });
    await desk.clock.asleep();
    await desk.signIn();
    assert.equal(await answer, "access-1");
    assert.equal(store.list()[0]?.status, "active");
  });

  for (const code of ["invalid_grant", "invalid_client", "unauthorized_client"]) {
    it(`(e) ends the session for good on ${code} when nobody rotated it`, async () => {
      await desk.signIn();
      const { tokens, store } = await desk.window();
      desk.service.failure = () => apiError("invalidRequest", code, 400);
      const answer = kindOf(tokens.credentials("s1").token({ stale: "access-0" }));
      await desk.clock.asleep();
      desk.clock.advance(2_000);
      assert.equal(await answer, "unauthorized");
      assert.equal((await store.read("s1"))?.status, "expired");
      assert.equal(await kindOf(tokens.credentials("s1").token({})), "unauthorized");
      assert.equal(desk.service.refreshes, 1);
    });
  }

  for (const [kind, code, status] of [
    ["network", "ECONNREFUSED", undefined],
    ["timeout", undefined, undefined],
    ["certificate", "CERT_HAS_EXPIRED", undefined],
    ["proxy", "PROXY_407", undefined],
    ["server", undefined, 502],
    ["rateLimited", undefined, 429],
    ["forbidden", undefined, 403],
    ["unauthorized", undefined, 401],
    ["invalidResponse", undefined, 200],
  ] as const) {
    it(`(f) never signs out on ${kind}`, async () => {
      await desk.signIn();
      const { tokens, store } = await desk.window();
      desk.service.failure = () => apiError(kind, code, status);
      assert.equal(await kindOf(tokens.credentials("s1").token({ stale: "access-0" })), kind);
      assert.equal((await store.read("s1"))?.status, "active");
      assert.equal(desk.lock.held, false);
      desk.service.failure = undefined;
      assert.equal(await tokens.credentials("s1").token({ stale: "access-0" }), "access-1");
    });
  }

  it("(f) goes on with a token that still counts when renewing ahead of time fails", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    desk.service.failure = () => apiError("network");
    desk.clock.advance(7200 * 1000 - 30_000);
    assert.equal(await tokens.credentials("s1").token({}), "access-0");
    desk.clock.advance(30_000);
    assert.equal(await kindOf(tokens.credentials("s1").token({})), "network");
  });

  it("(g) a flight of a removed session does not clear the one that came after", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    const credentials = tokens.credentials("s1");
    const first = latch();
    desk.service.gate = first.opened;
    const old = kindOf(credentials.token({ stale: "access-0" }));
    await turn();
    await store.remove("s1");
    await desk.signIn({ accessToken: "again", refreshToken: "refresh-1" });
    const second = latch();
    desk.service.gate = second.opened;
    desk.lock.held = false;
    const joined = credentials.token({ stale: "again" });
    await turn();
    first.open();
    assert.equal(await old, "no error");
    const late = credentials.token({ stale: "again" });
    second.open();
    assert.deepEqual(await Promise.all([joined, late]), ["access-2", "access-2"]);
    assert.equal(desk.service.refreshes, 2);
  });

  it("(g) whoever signs in again is not held up by a flight of the time before", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    const credentials = tokens.credentials("s1");
    const never = latch();
    desk.service.gate = never.opened;
    const old = kindOf(credentials.token({ stale: "access-0" }));
    await turn();
    await store.remove("s1");
    await desk.signIn({ accessToken: "again" });
    desk.lock.held = false;
    desk.service.gate = undefined;
    assert.equal(await credentials.token({ stale: "again" }), "access-1");
    never.open();
    assert.equal(await old, "no error");
  });

  it("lets an aborted caller go and finishes for the others", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    const credentials = tokens.credentials("s1");
    const gate = latch();
    desk.service.gate = gate.opened;
    const controller = new AbortController();
    const gone = credentials.token({ stale: "access-0", signal: controller.signal });
    const stays = credentials.token({ stale: "access-0" });
    await turn();
    controller.abort();
    await assert.rejects(gone, { name: "AbortError" });
    gate.open();
    assert.equal(await stays, "access-1");
    assert.equal(desk.service.refreshes, 1);
  });

  it("keeps the renewed pair even when every caller has gone", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    const gate = latch();
    desk.service.gate = gate.opened;
    const controller = new AbortController();
    const gone = tokens.credentials("s1").token({ stale: "access-0", signal: controller.signal });
    await turn();
    controller.abort();
    await assert.rejects(gone);
    const written = new Promise((resolve) => store.onDidChange(resolve));
    gate.open();
    await written;
    assert.equal((await store.read("s1"))?.refreshToken, "refresh-1");
  });

  it("renews five minutes before the end, sooner for short lives, while nobody waits", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    const token = (): Promise<string> => tokens.credentials("s1").token({});
    const renewal = (): Promise<unknown> => new Promise((resolve) => store.onDidChange(resolve));
    desk.clock.advance(7200 * 1000 - 300_001);
    assert.equal(await token(), "access-0");
    await turn();
    assert.equal(desk.lock.tries, 0);
    desk.service.life = 20;
    desk.clock.advance(1);
    const gate = latch();
    desk.service.gate = gate.opened;
    const first = renewal();
    assert.deepEqual(await Promise.all([token(), token()]), ["access-0", "access-0"], "the host has not answered yet");
    assert.equal(await token(), "access-0");
    gate.open();
    await first;
    assert.equal(await token(), "access-1");
    assert.equal(desk.service.refreshes, 1);
    desk.clock.advance(17_999);
    assert.equal(await token(), "access-1");
    await turn();
    assert.equal(desk.lock.tries, 1);
    desk.clock.advance(1);
    const second = renewal();
    assert.equal(await token(), "access-1");
    await second;
    assert.equal(await token(), "access-2");
  });

  it("makes whoever comes after the end wait for the renewal that was started before it", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    const gate = latch();
    desk.service.gate = gate.opened;
    desk.clock.advance(7200 * 1000 - 1);
    assert.equal(await tokens.credentials("s1").token({}), "access-0");
    desk.clock.advance(1);
    const late = tokens.credentials("s1").token({});
    gate.open();
    assert.equal(await late, "access-1");
    assert.equal(desk.service.refreshes, 1);
  });

  it("leaves a host alone for half a minute that failed to renew ahead of the end", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    const token = async (): Promise<void> => {
      assert.equal(await tokens.credentials("s1").token({}), "access-0");
      await turn();
    };
    desk.service.failure = () => apiError("server", undefined, 503);
    desk.clock.advance(7200 * 1000 - 60_000);
    await token();
    await token();
    desk.clock.advance(29_999);
    await token();
    assert.equal(desk.service.refreshes, 1);
    desk.clock.advance(1);
    await token();
    assert.equal(desk.service.refreshes, 2);
    assert.match(desk.log.text, /warn The session alice @ git.example.com could not be renewed yet/);
  });

  it("hands out what the host has just issued, though it ends at once, and never one that had ended before", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.service.life = 0;
    assert.equal(await tokens.credentials("s1").token({ stale: "access-0" }), "access-1");
    assert.equal(desk.service.refreshes, 1);
    // A window that is always first, and whose tokens have always ended.
    const lock = {
      tryAcquire: async () => {
        desk.service.generation++;
        await store.write({ ...desk.service.session(), issuedAt: desk.clock.now - 7_200_000 });
        return undefined;
      },
    };
    await store.write({ ...desk.service.session(), issuedAt: desk.clock.now - 7_200_000 });
    const { tokens: unlucky } = await desk.window({ lock });
    assert.equal(await kindOf(unlucky.credentials("s1").token({})), "invalidResponse");
  });

  it("uses a token with a lifetime under ten seconds until it is refused, and renews none that has just been issued", async () => {
    for (const life of [0, -7200, 9]) {
      await desk.signIn({ id: "s1", expiresAt: desk.clock.now + life * 1000 });
      desk.service.life = life;
      const { tokens, store } = await desk.window();
      const credentials = tokens.credentials("s1");
      const first = (await store.read("s1"))?.accessToken ?? "";
      const before = desk.service.refreshes;
      desk.clock.advance(20_000);
      for (let call = 0; call < 67; call++) assert.equal(await credentials.token({}), first);
      await turn();
      assert.equal(desk.service.refreshes, before, "it is not renewed ahead");
      const second = await credentials.token({ stale: first });
      assert.notEqual(second, first);
      for (let call = 0; call < 67; call++) assert.equal(await credentials.token({ stale: second }), second);
      assert.equal(desk.service.refreshes, before + 1);
      desk.clock.advance(500);
      assert.notEqual(await credentials.token({ stale: second }), second);
      assert.equal(desk.service.refreshes, before + 2);
      assert.equal(store.list()[0]?.status, "active");
    }
    assert.equal(desk.log.lines.filter((line) => line.includes("until the host refuses it")).length, 3);
  });

  it("tells that the keychain refused a renewed session, and what follows, in the log and to who shows it later", async () => {
    await desk.signIn();
    const told: string[] = [];
    const { tokens, store } = await desk.window({ unsaved: (session, { account }) => told.push(session.id, account) });
    desk.secrets.broken.add("store");
    await tokens.credentials("s1").token({ stale: "access-0" });
    assert.deepEqual(told, ["s1", "alice @ git.example.com"]);
    assert.match(desk.log.text, /warn The keychain could not store .* it may be lost with the next start/);
    assert.equal(store.isUnsaved("s1"), true);
    desk.secrets.broken.clear();
    await tokens.credentials("s1").token({});
    await turn();
    assert.equal(store.isUnsaved("s1"), false);
  });

  it("goes on with the renewed pair in this window when the keychain refuses it, and keeps it once that recovers", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.secrets.broken.add("store");
    assert.equal(await tokens.credentials("s1").token({ stale: "access-0" }), "access-1");
    assert.equal(await tokens.credentials("s1").token({ stale: "access-1" }), "access-2");
    const stored = (): string => desk.secrets.values.get("forgeline.session.s1") ?? "";
    assert.equal(await tokens.credentials("s1").token({}), "access-2");
    await turn();
    desk.secrets.broken.clear();
    assert.equal((await store.read("s1"))?.accessToken, "access-2");
    await tokens.credentials("s1").token({});
    await turn();
    assert.match(stored(), /access-0/, "not tried with every request");
    desk.clock.advance(30_000);
    await tokens.credentials("s1").token({});
    await turn();
    assert.match(stored(), /access-2/);
    assert.equal(desk.service.refreshes, 2);
  });

  it("does not store a renewal that the keychain refused while another window renews the session", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.secrets.broken.add("store");
    await tokens.credentials("s1").token({ stale: "access-0" });
    desk.secrets.broken.clear();
    desk.lock.held = true;
    assert.equal(await tokens.credentials("s1").token({}), "access-1");
    desk.secrets.announce("forgeline.session.s1");
    await turn();
    assert.equal(store.isUnsaved("s1"), true);
    assert.match(desk.secrets.values.get("forgeline.session.s1") ?? "", /access-0/);
    desk.service.generation = 2;
    await desk.signIn({ issuedAt: desk.clock.now + 1 });
    desk.lock.held = false;
    assert.equal(await tokens.credentials("s1").token({}), "access-2");
    assert.match(desk.secrets.values.get("forgeline.session.s1") ?? "", /access-2/);
  });

  it("stores a personal access token that the keychain refused in place of a session", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    const { refreshToken: _none, issuedAt: _i, expiresAt: _e, ...rest } = desk.service.session();
    desk.secrets.broken.add("store");
    await assert.rejects(store.write({ ...rest, method: "token", accessToken: "personal" }));
    desk.secrets.broken.clear();
    const credentials = tokens.credentials("s1");
    const both = [credentials.token({}), credentials.token({ stale: "personal" })];
    assert.deepEqual(await Promise.all(both), ["personal", "personal"]);
    await turn();
    assert.match(desk.secrets.values.get("forgeline.session.s1") ?? "", /personal/);
    assert.deepEqual([desk.service.checks, desk.service.refreshes], [1, 0]);
  });

  it("does not bring back a session that was signed out during the refresh", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    const gate = latch();
    desk.service.gate = gate.opened;
    const answer = kindOf(tokens.credentials("s1").token({ stale: "access-0" }));
    await turn();
    await store.remove("s1");
    gate.open();
    assert.equal(await answer, "unauthorized");
    assert.equal(desk.secrets.values.size, 0);
  });

  it("ends a session without a refresh token when its token is refused", async () => {
    const { refreshToken: _none, ...session } = desk.service.session();
    await desk.secrets.store("forgeline.session.s1", JSON.stringify(session));
    const { tokens, store } = await desk.window();
    assert.equal(await kindOf(tokens.credentials("s1").token({ stale: "access-0" })), "unauthorized");
    assert.equal((await store.read("s1"))?.status, "expired");
  });

  it("tells a session that is gone by kind", async () => {
    const { tokens } = await desk.window();
    assert.equal(await kindOf(tokens.credentials("s1").token({})), "unauthorized");
  });

  describe("a personal token", () => {
    const personal = { method: "token", accessToken: "pat", refreshToken: "" } as const;

    it("stays when only one operation was refused", async () => {
      await desk.signIn(personal);
      const { tokens, store } = await desk.window();
      const credentials = tokens.credentials("s1");
      assert.equal(credentials.scheme, "private-token");
      const gate = latch();
      desk.service.gate = gate.opened;
      const answers = Promise.all([credentials.token({ stale: "pat" }), credentials.token({ stale: "pat" })]);
      await turn();
      gate.open();
      assert.deepEqual(await answers, ["pat", "pat"]);
      assert.equal(desk.service.checks, 1);
      assert.equal(store.list()[0]?.status, "active");
    });

    it("ends when the instance refuses the token itself", async () => {
      await desk.signIn(personal);
      const { tokens, store } = await desk.window();
      desk.service.accepted = false;
      assert.equal(await kindOf(tokens.credentials("s1").token({ stale: "pat" })), "unauthorized");
      assert.equal((await store.read("s1"))?.status, "expired");
      assert.equal(desk.service.refreshes, 0);
    });

    it("stays when the instance cannot be asked", async () => {
      await desk.signIn(personal);
      const { tokens, store } = await desk.window();
      desk.service.failure = () => apiError("network");
      assert.equal(await kindOf(tokens.credentials("s1").token({ stale: "pat" })), "network");
      assert.equal(store.list()[0]?.status, "active");
    });
  });

  describe("handed over between windows of a machine", () => {
    let directory: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "forgeline-handover-"));
    });
    afterEach(() => rm(directory, { recursive: true }));

    const stored = (secrets: InMemorySecrets): string | undefined =>
      /access-\d/.exec(secrets.values.get("forgeline.session.s1") ?? "")?.[0];
    /** A window of the desktop that does not see yet what others save. */
    async function late(options: Parameters<Desk["window"]>[0] = {}) {
      const secrets = new SnapshotSecrets(desk.secrets);
      const window = await desk.window({
        secrets,
        handover: new FileHandover({ directory, log: desk.log }),
        claims: new GivenClaims(),
        ...options,
      });
      return {
        ...window,
        secrets,
        token: (stale?: string) => window.tokens.credentials("s1").token(stale === undefined ? {} : { stale }),
      };
    }

    it("takes what another window renewed before its secret is seen, without a lock or a request", async () => {
      await desk.signIn();
      const [fast, slow] = [await late(), await late()];
      assert.equal(await fast.token("access-0"), "access-1");
      desk.lock.held = true;
      assert.equal(await slow.token("access-0"), "access-1");
      assert.equal(desk.service.refreshes, 1);
      assert.equal(stored(slow.secrets), "access-0", "an older session could hide a newer one");
    });

    it("writes what was handed over when two seconds later the store still shows what was before", async () => {
      await desk.signIn();
      const [fast, slow] = [await late(), await late()];
      await fast.token("access-0");
      desk.clock.advance(2_000);
      assert.equal(await slow.token("access-0"), "access-1");
      await turn();
      assert.equal(desk.lock.tries, 1, "nobody goes about to write it");
      desk.clock.advance(1);
      const kept = new Promise((resolve) => slow.store.onDidChange(resolve));
      assert.equal(await slow.token("access-0"), "access-1");
      await kept;
      await turn();
      assert.equal(stored(slow.secrets), "access-1");
      assert.equal(desk.service.refreshes, 1);
    });

    it("renews from what was handed over once that has ended, though the store never shows it", async () => {
      await desk.signIn();
      const [fast, slow] = [await late(), await late()];
      await fast.token("access-0");
      desk.clock.advance(7200 * 1000);
      desk.lock.held = true;
      const next = slow.token();
      await desk.clock.asleep();
      assert.equal(desk.lock.tries, 2, "it waits for a moment, though the store holds another session");
      desk.lock.held = false;
      desk.clock.advance(1_000);
      assert.equal(await next, "access-2");
      assert.equal(await fast.token(), "access-2");
      assert.equal(await fast.token("access-2"), "access-3");
      assert.equal(await slow.token("access-2"), "access-3");
      assert.equal(desk.service.refreshes, 3);
      assert.equal(desk.log.text.includes("has ended"), false);
    });

    it("goes on in three windows over several renewals when the keychain refuses writes, also if a token is refused early", async () => {
      await desk.signIn();
      desk.secrets.broken.add("store");
      const three = [await late(), await late(), await late()];
      for (const { secrets } of three) secrets.broken.add("store");
      for (let round = 1; round <= 4; round++)
        for (const { token } of three) {
          // As a request does: once with the token, once more when that is refused.
          const first = await token();
          const next = first === `access-${round}` ? first : await token(first);
          assert.equal(next === `access-${round}` ? next : await token(next), `access-${round}`);
          if (round > 1) assert.notEqual(first, "access-0", "what is known to be used up is not sent again");
        }
      assert.equal(desk.service.refreshes, 4);
      assert.equal(stored(desk.secrets), "access-0");
    });

    it("is gone when the session signs out, whose latest version is to be revoked", async () => {
      const session = await desk.signIn();
      const [fast, slow] = [await late(), await late()];
      await fast.token("access-0");
      assert.equal((await slow.tokens.end(session)).accessToken, "access-1");
      assert.deepEqual(await readdir(directory), []);
    });

    it("does not take what was handed over before somebody signed in again", async () => {
      await desk.signIn();
      const [fast, slow] = [await late(), await late()];
      await fast.token("access-0");
      await slow.store.write({ ...desk.service.session(), accessToken: "again", refreshToken: "of-another-sign-in" });
      assert.equal(await slow.token("access-0"), "again");
    });

    it("in browser pages, takes what another page renewed, also over several renewals, with one refresh each", async () => {
      await desk.signIn();
      const page = (): ReturnType<Desk["window"]> =>
        desk.window({
          secrets: new SnapshotSecrets(desk.secrets),
          handover: new FileHandover({ directory, log: desk.log }),
        });
      const pages = [await page(), await page()] as const;
      const kept = new Promise((resolve) => pages[1].store.onDidChange(resolve));
      const token = (index: 0 | 1, stale: string): Promise<string> =>
        pages[index].tokens.credentials("s1").token({ stale });
      assert.equal(await token(0, "access-0"), "access-1");
      assert.equal(await token(0, "access-1"), "access-2");
      assert.equal(await token(1, "access-0"), "access-2");
      assert.equal(desk.service.refreshes, 2);
      assert.equal((await readdir(directory)).length, 2);
      await kept;
      assert.equal(pages[1].store.list()[0]?.accessToken, "access-2", "a page's secrets are its own to write");
    });
  });

  describe("claimed among machines", () => {
    it("waits without the lock while another machine has the claim, and takes what that renewed", async () => {
      await desk.signIn();
      const claims = new GivenClaims();
      claims.free = false;
      const { tokens } = await desk.window({ claims });
      const answer = tokens.credentials("s1").token({ stale: "access-0" });
      await desk.clock.asleep();
      assert.equal(desk.lock.held, false);
      desk.service.generation = 1;
      await desk.signIn();
      assert.equal(await answer, "access-1");
      assert.deepEqual([desk.service.refreshes, claims.calls], [0, ["acquire"]]);
    });

    it("tries again after a moment when that did not renew it", async () => {
      await desk.signIn();
      const claims = new GivenClaims();
      claims.free = false;
      const { tokens } = await desk.window({ claims });
      const answer = tokens.credentials("s1").token({ stale: "access-0" });
      await desk.clock.asleep();
      claims.free = true;
      desk.clock.advance(1_000);
      assert.equal(await answer, "access-1");
      assert.deepEqual(claims.calls, ["acquire", "acquire", "fulfil access-1"]);
    });

    it("extends the claim while the answer takes long, until it is there", async () => {
      await desk.signIn();
      const claims = new GivenClaims();
      const gate = latch();
      desk.service.gate = gate.opened;
      const { tokens } = await desk.window({ claims, beat: desk.clock.wait });
      const answer = tokens.credentials("s1").token({ stale: "access-0" });
      for (let beats = 0; beats < 2; beats++) {
        await desk.clock.asleep();
        desk.clock.advance(30_000);
        await turn();
      }
      gate.open();
      assert.equal(await answer, "access-1");
      assert.deepEqual(claims.calls, ["acquire", "renew", "renew", "fulfil access-1"]);
    });

    it("looks at the session once more when it has the claim", async () => {
      await desk.signIn();
      const claims = new GivenClaims();
      const gate = latch();
      claims.gate = gate.opened;
      const { tokens } = await desk.window({ claims });
      const answer = tokens.credentials("s1").token({ stale: "access-0" });
      await turn();
      desk.service.generation = 1;
      await desk.signIn();
      gate.open();
      assert.equal(await answer, "access-1");
      assert.deepEqual([desk.service.refreshes, claims.calls], [0, ["acquire", "withdraw"]]);
    });

    it("withdraws the claim when the renewal failed, for now or for good", async () => {
      await desk.signIn();
      const claims = new GivenClaims();
      const { tokens } = await desk.window({ claims });
      desk.service.failure = () => apiError("network");
      assert.equal(await kindOf(tokens.credentials("s1").token({ stale: "access-0" })), "network");
      desk.service.failure = () => apiError("invalidRequest", "invalid_grant", 400);
      const ended = kindOf(tokens.credentials("s1").token({ stale: "access-0" }));
      await desk.clock.asleep();
      desk.clock.advance(2_000);
      assert.equal(await ended, "unauthorized");
      assert.deepEqual(claims.calls, ["acquire", "withdraw", "acquire", "withdraw"]);
    });

    it("renews once more for whoever was refused the token that has just been issued", async () => {
      await desk.signIn();
      const claims = new GivenClaims();
      const { tokens, store } = await desk.window({ claims });
      const gate = latch();
      claims.ended = gate.opened;
      const stored = new Promise((resolve) => store.onDidChange(resolve));
      const first = tokens.credentials("s1").token({ stale: "access-0" });
      await stored;
      const second = tokens.credentials("s1").token({ stale: "access-1" });
      await turn();
      gate.open();
      assert.deepEqual(await Promise.all([first, second]), ["access-1", "access-2"]);
    });

    it("lets go of a claim that is being made when the window closes", async () => {
      await desk.signIn();
      desk.clock.advance(2_000);
      const claims = new SecretClaims({
        secrets: desk.secrets,
        directory: "/dev/null/none",
        log: desk.log,
        wait: desk.clock.wait,
        now: desk.clock.read,
        elapsed: desk.clock.read,
      });
      const { tokens } = await desk.window({ claims });
      const answer = tokens.credentials("s1").token({ stale: "access-0" });
      await desk.clock.asleep();
      assert.equal(desk.secrets.values.size, 2);
      tokens.dispose();
      await assert.rejects(answer, { name: "AbortError" });
      assert.deepEqual([...desk.secrets.values.keys()], ["forgeline.session.s1"]);
      assert.equal(desk.lock.held, false);
      assert.equal(desk.service.refreshes, 0);
    });

    it("forgets the claims to a session that was removed", async () => {
      await desk.signIn();
      const claims = new GivenClaims();
      const { store } = await desk.window({ claims });
      await store.remove("s1");
      assert.deepEqual(claims.calls, ["forget s1"]);
    });
  });

  it("writes no secret to the log", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    await tokens.credentials("s1").token({ stale: "access-0" });
    desk.service.failure = () => apiError("invalidRequest", "invalid_grant");
    const ended = kindOf(tokens.credentials("s1").token({ stale: "access-1" }));
    await desk.clock.asleep();
    desk.clock.advance(2_000);
    await ended;
    assert.notEqual(desk.log.lines.length, 0);
    assert.doesNotMatch(desk.log.text, /access-\d|refresh-\d|verifier/);
  });
});
