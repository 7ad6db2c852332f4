import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { SessionCredentials } from "../../../src/auth/credentials.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { Emitter } from "../../../src/core/base/events.ts";
import { KnownSecrets } from "../../../src/core/base/knownSecrets.ts";
import { CapabilityStore } from "../../../src/core/capabilities.ts";
import type { Change } from "../../../src/core/changes.ts";
import { Connections } from "../../../src/core/connections.ts";
import { loadClient } from "../../../src/core/lazy/chunks.ts";
import type { Net } from "../../../src/core/net/net.ts";
import { FakeConfig } from "../../support/fakes/fakeConfig.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";

const silent = { error() {}, warn() {}, info() {}, debug() {}, trace() {} };
const host = "https://git.example.com";
const session = (id: string, more: Partial<Session> = {}): Session => ({
  ...{ id, instance: host, method: "token", user: { id: 1, username: id, name: id }, label: id, scopes: ["api"] },
  ...{ accessToken: `token-${id}`, status: "active", createdAt: id.charCodeAt(0), ...more },
});

describe("Connections", () => {
  let sessions: SessionStore;
  let config: FakeConfig;
  let connections: Connections;
  let changes: Emitter<Change>;
  let heard: string[];

  beforeEach(async () => {
    sessions = new SessionStore(new InMemorySecrets(), silent);
    config = new FakeConfig({ "forgeline.http.timeout": 1 }, [{ url: host, name: "Work" }]);
    changes = new Emitter<Change>();
    const of = () => ({ scheme: "private-token", token: () => Promise.resolve("") });
    connections = new Connections({
      loadClient,
      changes,
      config,
      sessions,
      credentials: { of } as unknown as SessionCredentials,
      feeds: () => ({ basic: () => Promise.reject(new Error("not asked")) }),
      capabilities: new CapabilityStore(new InMemoryMemento()),
      net: {} as Net,
      log: silent,
      secrets: new KnownSecrets(),
      memory: new InMemoryMemento(),
      remembered: () => [{ url: "https://typed.example.com", clientId: "app" }],
    });
    heard = [];
    connections.onDidChange((instance) => heard.push(instance));
    await sessions.ready;
    await connections.loadClient();
  });

  it("keeps a connection while only its token changes, and makes another for another account", async () => {
    await sessions.write(session("a"));
    const first = connections.get(host);
    assert.equal(first.session?.id, "a");
    heard = [];
    await sessions.write(session("a", { accessToken: "rotated" }));
    assert.equal(connections.get(host), first);
    assert.deepEqual(heard, []);
    await sessions.write(session("b"));
    assert.equal(connections.get(host), first, "a second account takes nothing away from the first");
    await connections.prefer("b");
    assert.equal(connections.get(host).session?.id, "b");
    assert.deepEqual(heard, [host]);
  });

  it("fires when a session ends, and falls back to another account", async () => {
    await sessions.write(session("a"));
    await sessions.write(session("b"));
    connections.get(host);
    heard = [];
    await sessions.write(session("a", { status: "expired" }));
    assert.deepEqual(heard, [host]);
    assert.equal(connections.get(host).session?.id, "b");
  });

  it("lists hosts from settings, earlier sign-ins and sessions, once each", async () => {
    await sessions.write(session("a"));
    await sessions.write(session("c", { instance: "https://third.example.com" }));
    const urls = connections.instances.map(({ url }) => url);
    assert.deepEqual(urls, [host, "https://typed.example.com", "https://third.example.com"]);
  });

  it("makes another when the scopes of the account or the settings of hosts change, and only then", async () => {
    await sessions.write(session("a", { scopes: ["read_api"] }));
    const narrow = connections.get(host);
    await sessions.write(session("a", { scopes: ["api"] }));
    const first = connections.get(host);
    assert.notEqual(first, narrow);
    heard = [];
    config.changed.fire((section) => section === "forgeline.log");
    assert.equal(connections.get(host), first);
    config.changed.fire((section) => section === "forgeline.instances");
    assert.notEqual(connections.get(host), first);
    assert.deepEqual(heard, [host]);
  });
});
