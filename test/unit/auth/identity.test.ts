import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Connect, identify, isAccepted } from "../../../src/auth/identity.ts";
import { newSession } from "../../../src/auth/newSession.ts";
import { RememberedInstances } from "../../../src/auth/rememberedInstances.ts";
import { missingScopes } from "../../../src/auth/scopes.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";
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
  it("tells the user and the scopes the host reports", async () => {
    const seen: string[] = [];
    const connect = connectTo(
      () => Promise.resolve(alice),
      () => Promise.resolve({ scope: ["read_api"] }),
      seen,
    );
    assert.deepEqual(await identify(connect, query), {
      user: { id: 1, username: "alice", name: "alice" },
      scopes: ["read_api"],
      missing: ["api"],
    });
    assert.deepEqual(seen, ["private-token"]);
  });

  it("asks for no scopes when the token's answer told them", async () => {
    const connect = connectTo(
      () => Promise.resolve(alice),
      () => assert.fail("not asked"),
    );
    assert.deepEqual((await identify(connect, { ...query, method: "oauth", granted: ["api"] })).scopes, ["api"]);
  });

  for (const [name, info] of [
    ["refuses to tell", () => Promise.reject(apiError("unauthorized"))],
    ["has no such route", () => Promise.reject(apiError("notFound"))],
    ["tells nothing", () => Promise.resolve({})],
  ] as const) {
    it(`takes the scopes asked for when the host ${name}`, async () => {
      const { scopes, missing } = await identify(
        connectTo(() => Promise.resolve(alice), info),
        query,
      );
      assert.deepEqual([scopes, missing], [["api"], []]);
    });
  }

  it("fails as the user's request fails", async () => {
    const connect = connectTo(
      () => Promise.reject(apiError("insufficientScope")),
      () => Promise.resolve({ scope: ["read_user"] }),
    );
    await assert.rejects(identify(connect, query), { kind: "insufficientScope" });
  });

  for (const [given, wanted, missing] of [
    [["api"], ["api"], []],
    [["api"], ["read_api", "read_user"], []],
    [["read_api"], ["api"], ["api"]],
    [["read_user"], ["read_api", "openid"], ["read_api", "openid"]],
    [[], [], []],
  ] as const) {
    it(`misses [${missing.join()}] of [${wanted.join()}] with [${given.join()}]`, () =>
      assert.deepEqual(missingScopes(given, wanted), missing));
  }

  it("knows a refused token from a host that cannot be asked", async () => {
    const session = new RotatingService(new Clock()).session();
    const ask = (user: () => Promise<unknown>): Promise<boolean> =>
      isAccepted(
        connectTo(user, () => assert.fail()),
        session,
      );
    assert.equal(await ask(() => Promise.resolve(alice)), true);
    assert.equal(await ask(() => Promise.reject(apiError("unauthorized"))), false);
    assert.equal(await ask(() => Promise.reject(apiError("insufficientScope"))), true);
    await assert.rejects(
      ask(() => Promise.reject(apiError("network"))),
      { kind: "network" },
    );
  });
});

describe("new session", () => {
  const identity = { user: { id: 7, username: "alice", name: "Alice" }, scopes: ["api"], missing: [] };
  const grant = { instance: INSTANCE, method: "token", accessToken: "t" } as const;
  const before = new RotatingService(new Clock()).session();

  it("is a new account", () => {
    const { id, ...rest } = newSession(grant, identity, [], [INSTANCE], 5);
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      ...grant,
      user: identity.user,
      label: "alice @ git.example.com",
      scopes: ["api"],
      createdAt: 5,
      status: "active",
    });
  });

  it("replaces an expired one of the same account and keeps nothing of its tokens", () => {
    const again = newSession(
      grant,
      identity,
      [{ ...before, status: "expired", createdAt: 1, label: "alice @ home" }],
      [],
      5,
    );
    assert.deepEqual(again, {
      ...grant,
      id: "s1",
      user: identity.user,
      label: "alice @ home",
      scopes: ["api"],
      createdAt: 1,
      status: "active",
    });
  });

  it("stands beside another user and beside the same name elsewhere", () => {
    const bob = newSession(grant, { ...identity, user: { id: 8, username: "bob", name: "Bob" } }, [before], [], 5);
    const other = newSession({ ...grant, instance: `${INSTANCE}:8443` }, identity, [before], [], 5);
    assert.deepEqual([bob.label, other.label], ["bob @ git.example.com", "alice @ git.example.com:8443"]);
    assert.equal(new Set([before.id, bob.id, other.id]).size, 3);
  });
});

describe("remembered instances", () => {
  it("keeps the latest first, with the application ID until another is given or the instance forgotten", async () => {
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

  it("keeps where the application has the host answer, as long as it is the same application", async () => {
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

  for (const stored of [undefined, "text", [null, 4, { url: 5 }, { url: "nonsense" }]]) {
    it(`reads ${JSON.stringify(stored)} as nothing`, async () => {
      const memory = new InMemoryMemento();
      await memory.update("forgeline.instances", stored);
      assert.deepEqual(new RememberedInstances(memory).list(), []);
    });
  }
});
