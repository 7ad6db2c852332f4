import assert from "node:assert/strict";
import { accountLabel } from "../../../src/auth/accountLabel.ts";
import { FeedCredentialsError, FeedSignIns } from "../../../src/auth/feedCredentials.ts";
import { type Connect, identify, isAccepted } from "../../../src/auth/identity.ts";
import { newSession } from "../../../src/auth/newSession.ts";
import { RememberedInstances } from "../../../src/auth/rememberedInstances.ts";
import { missingScopes } from "../../../src/auth/scopes.ts";
import type { Session } from "../../../src/auth/session.ts";
import { KeychainError } from "../../../src/auth/sessionStore.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { apiError, Clock, INSTANCE, RotatingService } from "./rotatingService.ts";

const alice = { id: 1, username: "alice", name: "" };
const connectTo =
  (user: () => Promise<unknown>, tokenInfo: () => Promise<unknown>, seen: string[] = []): Connect =>
  (_instance, credentials) => {
    seen.push(credentials?.scheme ?? "none");
    return { users: { current: user }, oauth: { tokenInfo } } as unknown as ReturnType<Connect>;
  };
const query = { instance: INSTANCE, method: "token", accessToken: "t", wanted: ["api"] } as const;

describe("identity", () => {
  const identified = (user: () => Promise<unknown>, info: () => Promise<unknown>, more: object = {}) =>
    identify(connectTo(user, info), { ...query, ...more });
  const found = () => Promise.resolve(alice);

  it("has the user and the scopes that the host reports", async () => {
    const seen: string[] = [];
    const connect = connectTo(found, () => Promise.resolve({ scope: ["read_api"] }), seen);
    assert.deepEqual(await identify(connect, query), {
      user: { id: 1, username: "alice", name: "alice" },
      scopes: ["read_api"],
      missing: ["api"],
    });
    assert.deepEqual(seen, ["private-token"]);
  });

  it("sends no request for scopes that the token's answer had", async () => {
    const { scopes } = await identified(found, () => assert.fail("asked"), { method: "oauth", granted: ["api"] });
    assert.deepEqual(scopes, ["api"]);
  });

  it("assumes the requested scopes where the host does not report them", async () => {
    for (const info of [
      () => Promise.reject(apiError("unauthorized")),
      () => Promise.reject(apiError("notFound")),
      () => Promise.resolve({}),
    ]) {
      const { scopes, missing } = await identified(found, info);
      assert.deepEqual([scopes, missing], [["api"], []]);
    }
  });

  it("fails as the request for the user fails", async () => {
    const refused = () => Promise.reject(apiError("insufficientScope"));
    const work = identified(refused, () => Promise.resolve({ scope: ["read_user"] }));
    await assert.rejects(work, { kind: "insufficientScope" });
  });

  it("misses the scopes that no granted one includes", () => {
    for (const [given, wanted, missing] of [
      [["api"], ["api"], []],
      [["api"], ["read_api", "read_user"], []],
      [["read_api"], ["api"], ["api"]],
      [["read_user"], ["read_api", "openid"], ["read_api", "openid"]],
      [[], [], []],
    ] as const)
      assert.deepEqual(missingScopes(given, wanted), missing, `${given.join()} for ${wanted.join()}`);
  });

  it("distinguishes a refused token from a host that cannot be reached", async () => {
    const session = new RotatingService(new Clock()).session();
    const ask = (user: () => Promise<unknown>): Promise<boolean> =>
      isAccepted(
        connectTo(user, () => assert.fail("asked")),
        session,
      );
    assert.equal(await ask(found), true);
    assert.equal(await ask(() => Promise.reject(apiError("unauthorized"))), false);
    assert.equal(await ask(() => Promise.reject(apiError("insufficientScope"))), true);
    const unreachable = ask(() => Promise.reject(apiError("network")));
    await assert.rejects(unreachable, { kind: "network" });
  });
});

describe("new session", () => {
  const identity = { user: { id: 7, username: "alice", name: "Alice" }, scopes: ["api"], missing: [] };
  const grant = { instance: INSTANCE, method: "token", accessToken: "t" } as const;
  const before = new RotatingService(new Clock()).session();

  const { user } = identity;
  const made = { ...grant, user, scopes: ["api"], status: "active" };

  it("gets an ID and a label", () => {
    const { id, ...rest } = newSession(grant, identity, [], [INSTANCE], 5);
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, { ...made, label: "alice @ git.example.com", createdAt: 5 });
  });

  it("replaces an expired session of the account, without its tokens", () => {
    const old: Session = { ...before, status: "expired", createdAt: 1, label: "alice @ home" };
    const again = newSession(grant, identity, [old], [], 5);
    assert.deepEqual(again, { ...made, id: "s1", label: "alice @ home", createdAt: 1 });
  });

  it("is separate from other users and from the same name elsewhere", () => {
    const bob = newSession(grant, { ...identity, user: { id: 8, username: "bob", name: "Bob" } }, [before], [], 5);
    const other = newSession({ ...grant, instance: `${INSTANCE}:8443` }, identity, [before], [], 5);
    assert.deepEqual([bob.label, other.label], ["bob @ git.example.com", "alice @ git.example.com:8443"]);
    assert.equal(new Set([before.id, bob.id, other.id]).size, 3);
  });
});

describe("remembered instances", () => {
  it("keeps the latest first, with its application ID", async () => {
    const memory = new InMemoryMemento();
    const remembered = new RememberedInstances(memory);
    await remembered.remember({ url: "https://a", clientId: "1" });
    await remembered.remember({ url: "https://b", name: "not kept" });
    await remembered.remember({ url: "https://a" });
    assert.deepEqual(new RememberedInstances(memory).list(), [
      { url: "https://a", clientId: "1" },
      { url: "https://b" },
    ]);
    await remembered.remember({ url: "https://a", clientId: "2" });
    await remembered.forget("https://b");
    assert.deepEqual(remembered.list(), [{ url: "https://a", clientId: "2" }]);
  });

  it("keeps the kind of redirect URI while the application is the same", async () => {
    const memory = new InMemoryMemento();
    const remembered = new RememberedInstances(memory);
    await remembered.remember({ url: "https://a", clientId: "1", redirect: "own" });
    await remembered.remember({ url: "https://a" });
    assert.deepEqual(new RememberedInstances(memory).list(), [{ url: "https://a", clientId: "1", redirect: "own" }]);
    await remembered.remember({ url: "https://a", clientId: "2" });
    assert.deepEqual(remembered.list(), [{ url: "https://a", clientId: "2" }]);
    await memory.update("forgeline.instances", [
      { url: "https://a", clientId: "1", redirect: "odd" },
      { url: "https://b", redirect: "shared" },
    ]);
    assert.deepEqual(remembered.list(), [{ url: "https://a", clientId: "1" }, { url: "https://b" }]);
  });

  it("reads anything else that is stored as nothing", async () => {
    const memory = new InMemoryMemento();
    for (const stored of [undefined, "text", [null, 4, { url: 5 }, { url: "nonsense" }]]) {
      await memory.update("forgeline.instances", stored);
      assert.deepEqual(new RememberedInstances(memory).list(), []);
    }
  });
});

const host = "https://git.example.com";
const short = "alice @ git.example.com";

describe("account label", () => {
  for (const [name, instance, others, taken, expected] of [
    ["host alone", `${host}/forge`, [], [], short],
    ["the port where it is not the usual one", `${host}:8443/forge`, [], [], `${short}:8443`],
    ["itself among the others", host, [host], [], short],
    ["other hosts", host, ["https://example.com", `${host}:8443`], [], short],
    ["another port", `${host}:8443`, [host], [], `${short}:8443`],
    ["another sub-path", `${host}/b`, [`${host}/a`], [], `${short}/b`],
    ["another scheme", "http://git.example.com", [host], [], "alice @ http://git.example.com"],
    ["the short form taken", `${host}/b`, [], [short], `${short}/b`],
    ["every form taken", host, [], [short, `alice @ ${host}`, `alice @ ${host} (2)`], `alice @ ${host} (3)`],
    ["others that are no address", host, ["nonsense"], [], short],
  ] as const)
    it(`with ${name}`, () => assert.equal(accountLabel("alice", instance, others, taken), expected));

  it("names no other host, and is plain text, whatever a host calls its user", () => {
    for (const [username, expected] of [
      ["mallory @ git.example.com", "mallory _ git.example.com @ evil.example"],
      ["[x](command:quit) $(bug)", "_x__command_quit_ __bug_ @ evil.example"],
      ["a\u202eb\nc", "a_b_c @ evil.example"],
      ["jürgen.o-k_1", "jürgen.o-k_1 @ evil.example"],
      ["x".repeat(1_000_000), `${"x".repeat(100)} @ evil.example`],
    ] as const)
      assert.equal(accountLabel(username, "https://evil.example", [], []), expected);
  });
});

const instance = "https://git.example.com";
const other = "https://other.example.com";
const session = (method: Session["method"], accessToken: string): Session => ({
  id: "s",
  instance,
  method,
  user: { id: 1, username: "alice", name: "Alice" },
  label: "alice",
  scopes: ["api"],
  accessToken,
  status: "active",
});

function signIns(account?: Session, secrets = new InMemorySecrets()) {
  const stored = { now: account };
  const feeds = new FeedSignIns({
    secrets,
    sessions: { read: () => Promise.resolve(stored.now) },
    account: (of) => (of === instance ? account : undefined),
  });
  return { feeds, secrets, stored };
}
const why = (expected: FeedCredentialsError["why"]) => (error: unknown) => {
  assert.ok(error instanceof FeedCredentialsError);
  assert.deepEqual([error.why, error.instance], [expected, instance]);
  return true;
};

describe("credentials of the package registry", () => {
  it("are missing until they are given, and after they are forgotten", async () => {
    const { feeds } = signIns(session("oauth", "oauth-token"));
    await assert.rejects(feeds.of(instance).basic({}), why("missing"));
    await feeds.keep(instance, { username: "alice", password: "pat" });
    assert.deepEqual(await feeds.of(instance).basic({}), { username: "alice", password: "pat" });
    assert.equal(await feeds.given(other), undefined, "each instance has its own");
    await feeds.forget(instance);
    await assert.rejects(feeds.of(instance).basic({}), why("missing"));
  });

  it("are the stored personal token of the session unless others are given", async () => {
    const { feeds, stored } = signIns(session("token", "pat-1"));
    assert.deepEqual(await feeds.of(instance).basic({}), { username: "alice", password: "pat-1" });
    stored.now = session("token", "pat-2");
    assert.deepEqual(await feeds.of(instance).basic({ stale: "pat-1" }), { username: "alice", password: "pat-2" });
    const bot = { username: "bot", password: "given" };
    await feeds.keep(instance, bot);
    assert.deepEqual(await feeds.of(instance).basic({}), bot, "what was given goes before");
  });

  it("are refused once the host has refused them", async () => {
    const { feeds } = signIns();
    await feeds.keep(instance, { username: "alice", password: "pat" });
    await assert.rejects(feeds.of(instance).basic({ stale: "pat" }), why("refused"));
  });

  it("are missing where something else is stored, and in no error", async () => {
    const { feeds, secrets } = signIns();
    const lacking = ['{"username":"alice"}', '{"username":1,"password":"p"}', '{"username":"alice","password":""}'];
    for (const stored of ["", "x", "null", "[]", ...lacking]) {
      await secrets.store("forgeline.feed.https://git.example.com", stored);
      assert.equal(await feeds.given(instance), undefined, stored);
    }
    await feeds.keep(instance, { username: "alice", password: "top-secret" });
    const refused = feeds.of(instance).basic({ stale: "top-secret" });
    const error: unknown = await refused.catch((reason: unknown) => reason);
    assert.doesNotMatch(`${String(error)} ${JSON.stringify(error)}`, /top-secret/);
  });

  it("are removed with their account, and with the last account of the host", async () => {
    const { feeds } = signIns();
    const account = (username: string): Session => ({
      ...session("oauth", "a"),
      user: { id: 1, username, name: username },
    });
    const kept = async (username: string, last: boolean): Promise<boolean> => {
      await feeds.keep(instance, { username: "alice", password: "pat" });
      await feeds.forgetOf(account(username), last);
      return (await feeds.given(instance)) !== undefined;
    };
    const left = [await kept("Alice", false), await kept("bob", false), await kept("bob", true)];
    assert.deepEqual(left, [false, true, false]);
  });

  it("fail with the operation that the keychain refuses", async () => {
    const refuse = () => Promise.reject(new Error("locked"));
    const feeds = new FeedSignIns({
      secrets: { get: refuse, store: refuse, delete: refuse },
      sessions: { read: () => Promise.resolve(undefined) },
      account: () => undefined,
    });
    const operation = (expected: KeychainError["operation"]) => (error: unknown) =>
      error instanceof KeychainError && error.operation === expected;
    await assert.rejects(feeds.of(instance).basic({}), operation("read"));
    await assert.rejects(feeds.keep(instance, { username: "a", password: "b" }), operation("write"));
    await assert.rejects(feeds.forget(instance), operation("delete"));
  });
});
