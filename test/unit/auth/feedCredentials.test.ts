import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FeedCredentialsError, FeedSignIns } from "../../../src/auth/feedCredentials.ts";
import { KeychainError, type Session } from "../../../src/auth/sessionStore.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";

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
    const account = (username: string): Session => {
      return { ...session("oauth", "a"), user: { id: 1, username, name: username } };
    };
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
