import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { type Claim, type Claims, SecretClaims } from "../../../src/auth/claims.ts";
import { FileHandover } from "../../../src/auth/handover.ts";
import { type InMemorySecrets, SnapshotSecrets } from "../../support/fakes/inMemorySecrets.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { apiError, Desk, kindOf, latch, turn } from "./rotatingService.ts";

const LIFE = 7_200_000;
const KEY = "forgeline.session.s1";

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
  afterEach(() => desk.close());

  const readOnlyDisk = { tryAcquire: () => Promise.reject(new Error("read-only disk")) };
  /** The access token in the keychain. */
  const stored = (secrets: InMemorySecrets = desk.secrets): string | undefined =>
    /"accessToken":"([^"]*)"/.exec(secrets.values.get(KEY) ?? "")?.[1];

  it("hands out the stored token without a request, in place of its own copy and of another stale one", async () => {
    const { tokens, token } = await desk.signedIn();
    assert.equal(await token(), "access-0");
    assert.equal(await token("of-before"), "access-0");
    desk.secrets.values.set(KEY, JSON.stringify({ ...desk.service.session(), accessToken: "silent" }));
    assert.equal(await token(), "silent");
    assert.equal(tokens.credentials("s1").scheme, "bearer");
    assert.equal(desk.service.refreshes + desk.lock.tries, 0);
  });

  /** A window whose renewal waits for an answer. */
  async function renewing(options?: Parameters<Desk["signedIn"]>[0]) {
    const window = await desk.signedIn(options);
    const gate = desk.service.hold();
    const answer = window.token("access-0");
    await turn();
    return { ...window, gate, answer };
  }

  it("joins the callers of one window in one refresh", async () => {
    const { token, gate, answer } = await renewing();
    const others = Promise.all([token("access-0"), token("access-0")]);
    await turn();
    gate.open();
    assert.deepEqual([await answer, ...(await others)], ["access-1", "access-1", "access-1"]);
    assert.deepEqual([desk.service.refreshes, desk.lock.tries], [1, 1]);
  });

  describe("of several windows", () => {
    it("are refreshed once when five windows pass the expiry together", async () => {
      await desk.signIn();
      const windows = await Promise.all([1, 2, 3, 4, 5].map(() => desk.window()));
      desk.clock.advance(LIFE);
      const gate = desk.service.hold();
      const answers = Promise.all(windows.map(({ token }) => token()));
      await desk.clock.asleep();
      gate.open();
      assert.deepEqual(new Set(await answers), new Set(["access-1"]));
      assert.equal(desk.service.refreshes, 1);
      for (const { store } of windows) {
        assert.equal((await store.read("s1"))?.refreshToken, "refresh-1");
        assert.equal(store.list()[0]?.status, "active");
      }
    });

    it("are looked up again once the lock is held", async () => {
      const gate = latch();
      const slow = await desk.signedIn({ lock: { tryAcquire: () => gate.opened.then(() => desk.lock.tryAcquire()) } });
      const late = slow.token("access-0");
      await turn();
      assert.equal(await (await desk.window()).token("access-0"), "access-1");
      gate.open();
      assert.equal(await late, "access-1");
      assert.equal(desk.service.refreshes, 1);
    });

    it("are refreshed by the next window when the holder of the lock is gone", async () => {
      const { token } = await desk.signedIn();
      desk.lock.held = true;
      const answer = token("access-0");
      await desk.clock.asleep();
      desk.lock.held = false;
      assert.equal(await desk.after(1_000, answer), "access-1");
    });

    it("are refreshed without a lock where files cannot be written", async () => {
      const { token } = await desk.signedIn({ lock: readOnlyDisk });
      assert.equal(await desk.after(2_000, token("access-0")), "access-1");
    });

    it("are taken from another window that rotated them while ours were refused", async () => {
      const { store, gate, answer } = await renewing();
      desk.service.generation = 1;
      await desk.signIn();
      gate.open();
      assert.equal(await answer, "access-1");
      assert.equal(store.list()[0]?.status, "active");
    });

    it("are kept when they come after another window gave the session up", async () => {
      const { store, gate, answer } = await renewing();
      await store.write({ ...desk.service.session(), status: "expired" });
      gate.open();
      assert.equal(await answer, "access-1");
      assert.equal(store.list()[0]?.status, "active");
    });

    it("are waited for when another window may be about to write them", async () => {
      const { token, store } = await desk.signedIn();
      desk.service.generation = 1;
      const answer = token("access-0");
      await desk.clock.asleep();
      await desk.signIn();
      assert.equal(await answer, "access-1");
      assert.equal(store.list()[0]?.status, "active");
    });
  });

  for (const code of ["invalid_grant", "invalid_client", "unauthorized_client"])
    it(`ends the session on ${code} when nobody rotated it`, async () => {
      const { token, store } = await desk.signedIn();
      desk.service.failure = () => apiError("invalidRequest", code, 400);
      assert.equal(await desk.after(2_000, kindOf(token("access-0"))), "unauthorized");
      assert.equal((await store.read("s1"))?.status, "expired");
      assert.equal(await kindOf(token()), "unauthorized");
      assert.equal(desk.service.refreshes, 1);
    });

  for (const [kind, code, status] of [
    ["network", "ECONNREFUSED"],
    ["timeout"],
    ["certificate", "CERT_HAS_EXPIRED"],
    ["proxy", "PROXY_407"],
    ["server", undefined, 502],
    ["rateLimited", undefined, 429],
    ["forbidden", undefined, 403],
    ["unauthorized", undefined, 401],
    ["invalidResponse", undefined, 200],
  ] as const)
    it(`never signs out on ${kind}`, async () => {
      const { token, store } = await desk.signedIn();
      desk.service.failure = () => apiError(kind, code, status);
      assert.equal(await kindOf(token("access-0")), kind);
      assert.equal((await store.read("s1"))?.status, "active");
      assert.equal(desk.lock.held, false);
      desk.service.failure = undefined;
      assert.equal(await token("access-0"), "access-1");
    });

  it("goes on with a valid token when renewing ahead of time fails", async () => {
    const { token } = await desk.signedIn();
    desk.service.failure = () => apiError("network");
    desk.clock.advance(LIFE - 30_000);
    assert.equal(await token(), "access-0");
    desk.clock.advance(30_000);
    assert.equal(await kindOf(token()), "network");
  });

  it("keeps the renewal of a removed session apart from that of the next sign-in", async () => {
    const { token, store, gate: first, answer } = await renewing();
    const old = kindOf(answer);
    await store.remove("s1");
    await desk.signIn({ accessToken: "again", refreshToken: "refresh-1" });
    const second = desk.service.hold();
    desk.lock.held = false;
    const joined = token("again");
    await turn();
    first.open();
    assert.equal(await old, "no error");
    const late = token("again");
    second.open();
    assert.deepEqual(await Promise.all([joined, late]), ["access-2", "access-2"]);
    assert.equal(desk.service.refreshes, 2);
  });

  it("lets an aborted caller go, finishes for the others and keeps the renewed pair", async () => {
    for (const others of [true, false]) {
      desk = new Desk();
      const { tokens, token, store } = await desk.signedIn();
      const gate = desk.service.hold();
      const controller = new AbortController();
      const gone = tokens.credentials("s1").token({ stale: "access-0", signal: controller.signal });
      const stays = others ? token("access-0") : undefined;
      await turn();
      controller.abort();
      await assert.rejects(gone, { name: "AbortError" });
      const written = new Promise((resolve) => store.onDidChange(resolve));
      gate.open();
      await written;
      assert.equal(await stays, others ? "access-1" : undefined);
      assert.equal((await store.read("s1"))?.refreshToken, "refresh-1");
      assert.equal(desk.service.refreshes, 1);
      desk.close();
    }
  });

  it("renews five minutes before the end, sooner for short lives, while nobody waits", async () => {
    const { token, store } = await desk.signedIn();
    const renewal = (): Promise<unknown> => new Promise((resolve) => store.onDidChange(resolve));
    desk.clock.advance(LIFE - 300_001);
    assert.equal(await token(), "access-0");
    await turn();
    assert.equal(desk.lock.tries, 0);
    desk.service.life = 20;
    desk.clock.advance(1);
    const gate = desk.service.hold();
    const first = renewal();
    assert.deepEqual(await Promise.all([token(), token()]), ["access-0", "access-0"], "the host has not answered yet");
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

  it("makes callers after the end wait for the renewal that began before it", async () => {
    const { token } = await desk.signedIn();
    const gate = desk.service.hold();
    desk.clock.advance(LIFE - 1);
    assert.equal(await token(), "access-0");
    desk.clock.advance(1);
    const late = token();
    gate.open();
    assert.equal(await late, "access-1");
    assert.equal(desk.service.refreshes, 1);
  });

  it("leaves a host alone for half a minute after it failed to renew ahead of the end", async () => {
    const { token } = await desk.signedIn();
    desk.service.failure = () => apiError("server", undefined, 503);
    desk.clock.advance(LIFE - 60_000);
    for (const [ms, refreshes] of [
      [0, 1],
      [0, 1],
      [29_999, 1],
      [1, 2],
    ] as const) {
      desk.clock.advance(ms);
      assert.equal(await token(), "access-0");
      await turn();
      assert.equal(desk.service.refreshes, refreshes);
    }
    assert.match(desk.log.text, /warn The session alice @ git.example.com could not be renewed yet/);
  });

  it("hands out a token that was just issued though it ends at once, and none that had ended before", async () => {
    const { token, store } = await desk.signedIn();
    desk.service.life = 0;
    assert.equal(await token("access-0"), "access-1");
    assert.equal(desk.service.refreshes, 1);
    const ended = () => ({ ...desk.service.session(), issuedAt: desk.clock.now - LIFE });
    // A window that is always first, and whose tokens have always ended.
    const lock = {
      tryAcquire: async () => {
        desk.service.generation++;
        await store.write(ended());
        return undefined;
      },
    };
    await store.write(ended());
    assert.equal(await kindOf((await desk.window({ lock })).token()), "invalidResponse");
  });

  for (const life of [0, -7200, 9])
    it(`uses a token that lives ${life} s until it is refused, and renews none that was just issued`, async () => {
      await desk.signIn({ expiresAt: desk.clock.now + life * 1000 });
      desk.service.life = life;
      const { token, store } = await desk.window();
      desk.clock.advance(20_000);
      for (let call = 0; call < 67; call++) assert.equal(await token(), "access-0");
      await turn();
      assert.equal(desk.service.refreshes, 0, "it is not renewed ahead");
      for (let call = 0; call < 2; call++) assert.equal(await token("access-0"), "access-1");
      for (let call = 0; call < 67; call++) assert.equal(await token("access-1"), "access-1");
      assert.equal(desk.service.refreshes, 1);
      desk.clock.advance(500);
      assert.equal(await token("access-1"), "access-2");
      assert.equal(desk.service.refreshes, 2);
      assert.equal(store.list()[0]?.status, "active");
      assert.equal(desk.log.lines.filter((line) => line.includes("until the host refuses it")).length, 1);
    });

  describe("that the keychain refuses", () => {
    it("are reported, in the log too, until they are saved", async () => {
      const told: string[] = [];
      const { token, store } = await desk.signedIn({
        unsaved: (session, { account }) => told.push(session.id, account),
      });
      desk.secrets.broken.add("store");
      await token("access-0");
      assert.deepEqual(told, ["s1", "alice @ git.example.com"]);
      assert.match(desk.log.text, /warn The keychain could not store .* it may be lost with the next start/);
      assert.equal(store.isUnsaved("s1"), true);
      desk.secrets.broken.clear();
      await token();
      await turn();
      assert.equal(store.isUnsaved("s1"), false);
    });

    it("are used in this window, and saved once the keychain recovers, at most each half minute", async () => {
      const { token, store } = await desk.signedIn();
      desk.secrets.broken.add("store");
      assert.equal(await token("access-0"), "access-1");
      assert.equal(await token("access-1"), "access-2");
      assert.equal(await token(), "access-2");
      await turn();
      desk.secrets.broken.clear();
      assert.equal((await store.read("s1"))?.accessToken, "access-2");
      await token();
      await turn();
      assert.equal(stored(), "access-0", "not tried with every request");
      desk.clock.advance(30_000);
      await token();
      await turn();
      assert.equal(stored(), "access-2");
      assert.equal(desk.service.refreshes, 2);
    });

    it("are not saved while another window renews the session", async () => {
      const { token, store } = await desk.signedIn();
      desk.secrets.broken.add("store");
      await token("access-0");
      desk.secrets.broken.clear();
      desk.lock.held = true;
      assert.equal(await token(), "access-1");
      desk.secrets.announce(KEY);
      await turn();
      assert.deepEqual([store.isUnsaved("s1"), stored()], [true, "access-0"]);
      desk.service.generation = 2;
      await desk.signIn({ issuedAt: desk.clock.now + 1 });
      desk.lock.held = false;
      assert.equal(await token(), "access-2");
      assert.equal(stored(), "access-2");
    });

    it("are saved where they are a personal access token in place of a session", async () => {
      const { token, store } = await desk.signedIn();
      const { refreshToken: _none, issuedAt: _i, expiresAt: _e, ...rest } = desk.service.session();
      desk.secrets.broken.add("store");
      await assert.rejects(store.write({ ...rest, method: "token", accessToken: "personal" }));
      desk.secrets.broken.clear();
      assert.deepEqual(await Promise.all([token(), token("personal")]), ["personal", "personal"]);
      await turn();
      assert.equal(stored(), "personal");
      assert.deepEqual([desk.service.checks, desk.service.refreshes], [1, 0]);
    });
  });

  it("does not bring back a session that was signed out during the refresh", async () => {
    const { store, gate, answer } = await renewing();
    await store.remove("s1");
    gate.open();
    assert.equal(await kindOf(answer), "unauthorized");
    assert.equal(desk.secrets.values.size, 0);
  });

  it("ends a session without a refresh token when its token is refused", async () => {
    await desk.signIn({ refreshToken: undefined });
    const { token, store } = await desk.window();
    assert.equal(await kindOf(token("access-0")), "unauthorized");
    assert.equal((await store.read("s1"))?.status, "expired");
    await store.remove("s1");
    assert.equal(await kindOf(token()), "unauthorized", "the session is gone");
  });

  describe("of a personal access token", () => {
    const personal = { method: "token", accessToken: "pat", refreshToken: "" } as const;

    it("stay when only one operation was refused, which is checked once", async () => {
      await desk.signIn(personal);
      const { tokens, token, store } = await desk.window();
      assert.equal(tokens.credentials("s1").scheme, "private-token");
      const gate = desk.service.hold();
      const answers = Promise.all([token("pat"), token("pat")]);
      await turn();
      gate.open();
      assert.deepEqual(await answers, ["pat", "pat"]);
      assert.equal(desk.service.checks, 1);
      assert.equal(store.list()[0]?.status, "active");
    });

    it("end when the instance refuses the token, and stay when it cannot be reached", async () => {
      await desk.signIn(personal);
      const { token, store } = await desk.window();
      desk.service.failure = () => apiError("network");
      assert.equal(await kindOf(token("pat")), "network");
      assert.equal((await store.read("s1"))?.status, "active");
      Object.assign(desk.service, { failure: undefined, accepted: false });
      assert.equal(await kindOf(token("pat")), "unauthorized");
      assert.equal((await store.read("s1"))?.status, "expired");
      assert.equal(desk.service.refreshes, 0);
    });
  });

  describe("handed over between windows of a machine", () => {
    let directory: string;
    beforeEach(() => {
      directory = temporaryFolder();
    });

    /** A window of the desktop that does not see yet what others save. */
    async function late(options: Parameters<Desk["window"]>[0] = { claims: new GivenClaims() }) {
      const secrets = new SnapshotSecrets(desk.secrets);
      const handover = new FileHandover({ directory, log: desk.log });
      return { ...(await desk.window({ secrets, handover, ...options })), secrets };
    }
    /** Two of them, the first of which has renewed the session. */
    async function renewed() {
      await desk.signIn();
      const [fast, slow] = [await late(), await late()];
      assert.equal(await fast.token("access-0"), "access-1");
      return { fast, slow };
    }

    it("are taken before the secret is seen, without a lock or a request", async () => {
      const { slow } = await renewed();
      desk.lock.held = true;
      assert.equal(await slow.token("access-0"), "access-1");
      assert.equal(desk.service.refreshes, 1);
      assert.equal(stored(slow.secrets), "access-0", "an older session could hide a newer one");
    });

    it("are written when the store still shows the old ones two seconds later", async () => {
      const { slow } = await renewed();
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

    it("are renewed once they have ended, though the store never shows them", async () => {
      const { fast, slow } = await renewed();
      desk.clock.advance(LIFE);
      desk.lock.held = true;
      const next = slow.token();
      await desk.clock.asleep();
      assert.equal(desk.lock.tries, 2, "it waits for a moment, though the store holds another session");
      desk.lock.held = false;
      assert.equal(await desk.after(1_000, next), "access-2");
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
          if (round > 1) assert.notEqual(first, "access-0", "a used-up token is not sent again");
        }
      assert.equal(desk.service.refreshes, 4);
      assert.equal(stored(), "access-0");
    });

    it("are removed when the session signs out, which revokes the latest", async () => {
      const { slow } = await renewed();
      const [session = assert.fail()] = slow.store.list();
      assert.equal((await slow.tokens.end(session)).accessToken, "access-1");
      assert.deepEqual(await readdir(directory), []);
    });

    it("are not taken after a new sign-in", async () => {
      const { slow } = await renewed();
      await slow.store.write({ ...desk.service.session(), accessToken: "again", refreshToken: "of-another-sign-in" });
      assert.equal(await slow.token("access-0"), "again");
    });

    it("are taken in browser pages over several renewals, with one refresh each", async () => {
      await desk.signIn();
      const [one, other] = [await late({}), await late({})];
      const kept = new Promise((resolve) => other.store.onDidChange(resolve));
      assert.equal(await one.token("access-0"), "access-1");
      assert.equal(await one.token("access-1"), "access-2");
      assert.equal(await other.token("access-0"), "access-2");
      assert.equal(desk.service.refreshes, 2);
      assert.equal((await readdir(directory)).length, 2);
      await kept;
      assert.equal(other.store.list()[0]?.accessToken, "access-2", "a page's secrets are its own to write");
    });
  });

  describe("claimed among machines", () => {
    it("are waited for without the lock while another machine has the claim", async () => {
      const claims = new GivenClaims();
      claims.free = false;
      const { token } = await desk.signedIn({ claims });
      const answer = token("access-0");
      await desk.clock.asleep();
      assert.equal(desk.lock.held, false);
      desk.service.generation = 1;
      await desk.signIn();
      assert.equal(await answer, "access-1");
      assert.deepEqual([desk.service.refreshes, claims.calls], [0, ["acquire"]]);
      const again = token("access-1");
      await desk.clock.asleep();
      claims.free = true;
      assert.equal(await desk.after(1_000, again), "access-2", "the other machine did not renew them");
      assert.deepEqual(claims.calls, ["acquire", "acquire", "acquire", "fulfil access-2"]);
    });

    it("extend the claim until a late answer arrives", async () => {
      const claims = new GivenClaims();
      const gate = desk.service.hold();
      const { token } = await desk.signedIn({ claims, beat: desk.clock.wait });
      const answer = token("access-0");
      for (let beats = 0; beats < 2; beats++) {
        await desk.clock.asleep();
        desk.clock.advance(30_000);
        await turn();
      }
      gate.open();
      assert.equal(await answer, "access-1");
      assert.deepEqual(claims.calls, ["acquire", "renew", "renew", "fulfil access-1"]);
    });

    it("are looked up again once the claim is held", async () => {
      const claims = new GivenClaims();
      const gate = latch();
      claims.gate = gate.opened;
      const { token } = await desk.signedIn({ claims });
      const answer = token("access-0");
      await turn();
      desk.service.generation = 1;
      await desk.signIn();
      gate.open();
      assert.equal(await answer, "access-1");
      assert.deepEqual([desk.service.refreshes, claims.calls], [0, ["acquire", "withdraw"]]);
    });

    it("withdraw the claim when the renewal failed, for now or for good", async () => {
      const claims = new GivenClaims();
      const { token } = await desk.signedIn({ claims });
      desk.service.failure = () => apiError("network");
      assert.equal(await kindOf(token("access-0")), "network");
      desk.service.failure = () => apiError("invalidRequest", "invalid_grant", 400);
      assert.equal(await desk.after(2_000, kindOf(token("access-0"))), "unauthorized");
      assert.deepEqual(claims.calls, ["acquire", "withdraw", "acquire", "withdraw"]);
    });

    it("are renewed again for a caller whose new token was refused", async () => {
      const claims = new GivenClaims();
      const { token, store } = await desk.signedIn({ claims });
      const gate = latch();
      claims.ended = gate.opened;
      const written = new Promise((resolve) => store.onDidChange(resolve));
      const first = token("access-0");
      await written;
      const second = token("access-1");
      await turn();
      gate.open();
      assert.deepEqual(await Promise.all([first, second]), ["access-1", "access-2"]);
    });

    it("remove a claim that is being made when the window closes", async () => {
      await desk.signIn();
      desk.clock.advance(2_000);
      const { secrets, log, clock } = desk;
      const { wait, read } = clock;
      const claims = new SecretClaims({ secrets, directory: "/dev/null/none", log, wait, now: read, elapsed: read });
      const { tokens, token } = await desk.window({ claims });
      const answer = token("access-0");
      await clock.asleep();
      assert.equal(secrets.values.size, 2);
      tokens.dispose();
      await assert.rejects(answer, { name: "AbortError" });
      assert.deepEqual([...secrets.values.keys()], [KEY]);
      assert.deepEqual([desk.lock.held, desk.service.refreshes], [false, 0]);
    });

    it("forget the claims to a removed session", async () => {
      const claims = new GivenClaims();
      await (await desk.signedIn({ claims })).store.remove("s1");
      assert.deepEqual(claims.calls, ["forget s1"]);
    });
  });

  it("writes no secret to the log", async () => {
    const { token } = await desk.signedIn();
    await token("access-0");
    desk.service.failure = () => apiError("invalidRequest", "invalid_grant");
    await desk.after(2_000, kindOf(token("access-1")));
    assert.notEqual(desk.log.lines.length, 0);
    assert.doesNotMatch(desk.log.text, /access-\d|refresh-\d|verifier/);
  });
});
