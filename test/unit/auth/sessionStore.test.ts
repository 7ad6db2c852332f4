import assert from "node:assert/strict";
import { KeychainError, type Session, type SessionChange, SessionStore } from "../../../src/auth/sessionStore.ts";
import { atEndOfTests } from "../../support/endOfTests.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { latch, turn } from "./rotatingService.ts";

const session = (id: string, change: Partial<Session> = {}): Session => ({
  ...{ id, instance: "https://git.example.com", method: "oauth", user: { id: 1, username: "alice", name: "Alice" } },
  ...{ label: `alice @ git.example.com (${id})`, scopes: ["api"], accessToken: `secret-access-${id}` },
  ...{ refreshToken: `secret-refresh-${id}`, expiresAt: 1_800_000_000_000, clientId: "app", status: "active" },
  ...{ redirectUri: "http://127.0.0.1/callback", codeVerifier: "secret-verifier", ...change },
});
const keychain = (operation: KeychainError["operation"]) => (error: unknown) =>
  error instanceof KeychainError && error.operation === operation;
const ids = (sessions: readonly Session[]): string[] => sessions.map(({ id }) => id).sort();

describe("session store", () => {
  let secrets: InMemorySecrets;
  let log: RecordingLog;
  let opened: SessionStore[];
  let heard: [window: number, change: Record<string, string[]>][];

  beforeEach(() => {
    secrets = new InMemorySecrets();
    log = new RecordingLog();
    opened = [];
    heard = [];
  });
  afterEach(() => {
    for (const store of opened) store.dispose();
  });
  atEndOfTests(() => assert.doesNotMatch(log.text, /secret-/));

  async function open(): Promise<SessionStore> {
    const store = new SessionStore(secrets, log);
    const window = opened.push(store) - 1;
    await store.ready;
    store.onDidChange(({ added, removed, changed }: SessionChange) => {
      const all = { added: ids(added), removed: ids(removed), changed: ids(changed) };
      heard.push([window, Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0))]);
    });
    return store;
  }

  it("keeps one secret per session, listed by age after a restart", async () => {
    const store = await open();
    const [b, a] = [session("b", { createdAt: 1 }), session("a", { createdAt: 2 })];
    for (const one of [b, a]) await store.write(one);
    await secrets.store("something.else", "not ours");
    const keys = ["forgeline.session.a", "forgeline.session.b", "something.else"];
    assert.deepEqual([...secrets.values.keys()].sort(), keys);
    const later = await open();
    assert.deepEqual([later.list(), await later.read("a")], [[b, a], a]);
  });

  it("loses nothing when two windows add at the same time", async () => {
    const [one, two] = [await open(), await open()];
    await Promise.all([one.write(session("a")), two.write(session("b"))]);
    await turn();
    for (const store of [one, two, await open()]) assert.deepEqual(ids(store.list()), ["a", "b"]);
  });

  it("reports once to each window what was added, changed and removed", async () => {
    const [one, two] = [await open(), await open()];
    const newer = session("a", { accessToken: "secret-access-new" });
    for (const [change, expected] of [
      [() => one.write(session("a")), { added: ["a"] }],
      [() => two.write(newer), { changed: ["a"] }],
      [() => one.write(newer), undefined],
      [() => one.remove("a"), { removed: ["a"] }],
      [() => one.remove("unknown"), undefined],
    ] as const) {
      await change();
      await turn();
      assert.deepEqual(heard.splice(0).sort(), expected ? [0, 1].map((window) => [window, expected]) : []);
      assert.deepEqual(two.list(), one.list());
    }
  });

  for (const [name, stored] of [
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["another id", JSON.stringify(session("other"))],
    ["no token", JSON.stringify({ ...session("bad"), accessToken: 5 })],
    ["no user", JSON.stringify({ ...session("bad"), user: null })],
    ["a format of a later version", JSON.stringify({ format: 7, id: "bad", sealed: "c2VjcmV0" })],
    ["another encoding", "v2:c2VjcmV0"],
    ["an unknown method", JSON.stringify({ ...session("bad"), method: "magic" })],
  ] as const)
    it(`skips ${name} with a warning, and leaves it as it is`, async () => {
      await secrets.store("forgeline.session.bad", stored);
      await secrets.store("forgeline.session.good", JSON.stringify(session("good")));
      const store = await open();
      assert.deepEqual(ids(store.list()), ["good"]);
      assert.match(log.text, /warn .*bad is unreadable/);
      assert.equal(await store.read("bad"), undefined);
      await store.write(session("good", { accessToken: "secret-access-next" }));
      assert.equal(secrets.values.get("forgeline.session.bad"), stored);
    });

  it("does not go on with a session that a later version has stored in its own format", async () => {
    const store = await open();
    await store.write(session("a"));
    const later = JSON.stringify({ format: 7, id: "a", sealed: "c2VjcmV0" });
    await secrets.store("forgeline.session.a", later);
    await turn();
    assert.deepEqual(store.list(), [], "its refresh token may be used up");
    assert.equal(secrets.values.get("forgeline.session.a"), later);
  });

  it("reads a session of any earlier version", async () => {
    const { status: _status, ...rest } = session("a");
    for (const stored of [
      { status: "active" },
      { status: "expired", issuedAt: 1, createdAt: 2 },
      { status: "expired", ended: "answerLost", issuedAt: 1, createdAt: 2 },
    ]) {
      await secrets.store("forgeline.session.a", JSON.stringify({ ...rest, ...stored }));
      assert.deepEqual((await open()).list(), [{ ...rest, ...stored }]);
    }
  });

  it("reads a session with optional fields missing or odd", async () => {
    const { refreshToken: _r, expiresAt: _e, ...rest } = session("a");
    const user = { id: 1, username: "alice" };
    const odd = { ...rest, expiresAt: "soon", scopes: ["api", 4], status: "odd", user };
    await secrets.store("forgeline.session.a", JSON.stringify(odd));
    assert.deepEqual((await open()).list(), [{ ...rest, user: { ...user, name: "alice" } }]);
  });

  it("writes in the order of the calls", async () => {
    const store = await open();
    await Promise.all([1, 2, 3].map((step) => store.write(session("a", { accessToken: `secret-access-${step}` }))));
    assert.match(secrets.values.get("forgeline.session.a") ?? "", /secret-access-3/);
    const slowly = latch();
    const write = secrets.store.bind(secrets);
    secrets.store = (key, value) => {
      secrets.store = write;
      return slowly.opened.then(() => write(key, value));
    };
    const changes = Promise.all([store.write(session("a")), store.remove("a")]);
    await turn();
    slowly.open();
    await changes;
    await turn();
    assert.deepEqual(store.list(), []);
    assert.equal(secrets.values.size, 0);
  });

  it("keeps a session that the keychain refuses in use, and stores it once it can", async () => {
    const store = await open();
    secrets.broken.add("store");
    await assert.rejects(store.write(session("a")), keychain("write"));
    assert.deepEqual(ids(store.list()), ["a"]);
    assert.deepEqual(await store.read("a"), session("a"));
    secrets.announce("forgeline.session.a");
    await turn();
    assert.deepEqual(ids(store.list()), ["a"]);
    secrets.broken.clear();
    await store.read("a");
    assert.deepEqual(ids((await open()).list()), ["a"]);
  });

  it("does not hide a newer session of another window with one that the keychain refused before", async () => {
    const store = await open();
    secrets.broken.add("store");
    await assert.rejects(store.write({ ...session("a"), issuedAt: 1 }));
    assert.equal(store.isUnsaved("a"), true);
    secrets.broken.clear();
    secrets.values.set("forgeline.session.a", JSON.stringify({ ...session("a"), issuedAt: 2, accessToken: "newer" }));
    assert.equal((await store.read("a"))?.accessToken, "newer");
    assert.equal(store.list()[0]?.accessToken, "newer");
    assert.equal(store.isUnsaved("a"), false);
    assert.match(secrets.values.get("forgeline.session.a") ?? "", /newer/);
  });

  describe("a session that the keychain refused in place of another one", () => {
    const key = "forgeline.session.a";
    const before = session("a", { issuedAt: 1 });
    const held = session("a", { issuedAt: 3, accessToken: "secret-access-held" });
    const stored = (): string => secrets.values.get(key) ?? "";
    async function refused(): Promise<SessionStore> {
      const store = await open();
      await store.write(before);
      await turn();
      secrets.broken.add("store");
      await assert.rejects(store.write(held));
      secrets.broken.clear();
      return store;
    }

    it("is not saved with a read, only when the caller has excluded other windows", async () => {
      const store = await refused();
      secrets.announce(key);
      assert.deepEqual([await store.read("a"), stored(), store.isUnsaved("a")], [held, JSON.stringify(before), true]);
      await store.saveAgain("a");
      assert.deepEqual([stored(), store.isUnsaved("a")], [JSON.stringify(held), false]);
    });

    it("does not come back after another window has signed out", async () => {
      const store = await refused();
      await secrets.delete(key);
      await turn();
      await store.saveAgain("a");
      assert.deepEqual([await store.read("a"), store.list(), secrets.values.size], [undefined, [], 0]);
    });

    it("gives way to a sign-in with a personal access token, which has no time", async () => {
      const store = await refused();
      const { refreshToken: _r, expiresAt: _e, ...rest } = session("a", { method: "token", accessToken: "secret-pat" });
      await secrets.store(key, JSON.stringify(rest));
      await turn();
      await store.saveAgain("a");
      assert.deepEqual([await store.read("a"), stored()], [rest, JSON.stringify(rest)]);
    });

    it("does not give way to an older one that another window stored late, or to a keychain that cannot be read", async () => {
      const store = await refused();
      await secrets.store(key, JSON.stringify(session("a", { issuedAt: 2, accessToken: "secret-late" })));
      secrets.broken.add("get");
      assert.deepEqual(await store.read("a"), held);
      secrets.broken.clear();
      await store.saveAgain("a");
      assert.deepEqual([await store.read("a"), stored()], [held, JSON.stringify(held)]);
    });
  });

  it("uses the known session when the keychain cannot be read", async () => {
    const store = await open();
    await store.write(session("a"));
    secrets.broken.add("get");
    assert.deepEqual(await store.read("a"), session("a"));
    await assert.rejects(store.read("b"), keychain("read"));
  });

  it("is ready, and empty, when the keychain cannot be listed", async () => {
    secrets.broken.add("keys");
    const store = await open();
    assert.deepEqual(store.list(), []);
    assert.match(log.text, /error .*could not be listed/);
    await store.write(session("a"));
    assert.deepEqual(ids(store.list()), ["a"]);
  });

  it("forgets what the keychain does not delete, with an error", async () => {
    const store = await open();
    await store.write(session("a"));
    secrets.broken.add("delete");
    await assert.rejects(store.remove("a"), keychain("delete"));
    assert.deepEqual(store.list(), []);
  });

  it("fires nothing after dispose, and survives a listener that throws", async () => {
    const store = await open();
    store.onDidChange(() => {
      throw new Error("listener");
    });
    await store.write(session("b"));
    assert.deepEqual(ids(store.list()), ["b"]);
    await turn();
    heard.length = 0;
    store.dispose();
    await secrets.store("forgeline.session.a", JSON.stringify(session("a")));
    await turn();
    assert.deepEqual(heard, []);
  });
});
