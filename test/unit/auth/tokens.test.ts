import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError } from "../../../src/api/errors.ts";
import { FileHandover } from "../../../src/auth/handover.ts";
import { FileLock } from "../../../src/auth/lock.ts";
import { SnapshotSecrets } from "../../support/fakes/inMemorySecrets.ts";
import { apiError, Desk, latch, turn } from "./rotatingService.ts";

const kindOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "no error";
  } catch (error) {
    return error instanceof ApiError ? error.kind : String(error);
  }
};

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
    desk.secrets.values.set("forgeline.session.s1", JSON.stringify({ ...desk.service.session(), accessToken: "silent" }));
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
      const answers = await Promise.all(windows.map(({ tokens }) => tokens.credentials("s1").token({ stale: "access-0" })));
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

  it("renews shortly before the end, sooner for short lives", async () => {
    await desk.signIn();
    const { tokens } = await desk.window();
    desk.clock.advance(7200 * 1000 - 61_000);
    assert.equal(await tokens.credentials("s1").token({}), "access-0");
    desk.service.life = 20;
    desk.clock.advance(1_000);
    assert.equal(await tokens.credentials("s1").token({}), "access-1");
    desk.clock.advance(17_999);
    assert.equal(await tokens.credentials("s1").token({}), "access-1");
    desk.clock.advance(1);
    assert.equal(await tokens.credentials("s1").token({}), "access-2");
  });

  it("goes on with the renewed pair in this window when the keychain refuses it, and keeps it once that recovers", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.secrets.broken.add("store");
    assert.equal(await tokens.credentials("s1").token({ stale: "access-0" }), "access-1");
    assert.equal(await tokens.credentials("s1").token({ stale: "access-1" }), "access-2");
    desk.secrets.broken.clear();
    assert.equal((await store.read("s1"))?.accessToken, "access-2");
    assert.match(desk.secrets.values.get("forgeline.session.s1") ?? "", /access-2/);
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

  describe("in browser pages, whose secrets are snapshots", () => {
    let directory: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "forgeline-handover-"));
    });
    afterEach(() => rm(directory, { recursive: true }));

    it("takes what another page renewed, also over several renewals, with one refresh each", async () => {
      await desk.signIn();
      const page = (): ReturnType<Desk["window"]> =>
        desk.window({ secrets: new SnapshotSecrets(desk.secrets), handover: new FileHandover({ directory, log: desk.log }) });
      const pages = [await page(), await page()] as const;
      const token = (index: 0 | 1, stale: string): Promise<string> => pages[index].tokens.credentials("s1").token({ stale });
      assert.equal(await token(0, "access-0"), "access-1");
      assert.equal(await token(0, "access-1"), "access-2");
      assert.equal(await token(1, "access-0"), "access-2");
      assert.equal(desk.service.refreshes, 2);
      assert.equal((await readdir(directory)).length, 2);
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
