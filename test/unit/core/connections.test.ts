import assert from "node:assert/strict";
import type { SessionCredentials } from "../../../src/auth/credentials.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { CancelledError } from "../../../src/core/base/errors.ts";
import { Emitter } from "../../../src/core/base/events.ts";
import { KnownSecrets } from "../../../src/core/base/knownSecrets.ts";
import { CapabilityStore } from "../../../src/core/capabilities.ts";
import type { Change } from "../../../src/core/changes.ts";
import { defineCommands } from "../../../src/core/commands/entries.ts";
import { Connections } from "../../../src/core/connections.ts";
import { AccountChangedError, holdAccounts } from "../../../src/core/heldAccounts.ts";
import { loadClient } from "../../../src/core/lazy/chunks.ts";
import type { Net } from "../../../src/core/net/net.ts";
import { confirm } from "../../../src/core/ui/confirm.ts";
import { FakeConfig } from "../../support/fakes/fakeConfig.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";

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

class Store {
  readonly values = new Map<string, unknown>();
  readonly get = (key: string): unknown => this.values.get(key);
  readonly update = (key: string, value: unknown): Promise<void> => {
    this.values.set(key, value);
    return Promise.resolve();
  };
}

describe("CapabilityStore", () => {
  it("keeps what it learns of each instance, together with what another window wrote meanwhile", () => {
    const store = new Store();
    const [one, other] = [new CapabilityStore(store), new CapabilityStore(store)];
    one.of("https://a").set("extra.project", "yes");
    other.of("https://a").set("dialect", "gitlab");
    other.of("https://b").set("dialect", "neutral");
    for (const capabilities of [one, new CapabilityStore(store)])
      assert.deepEqual(
        ["https://a", "https://b", "https://c"].map((url) => capabilities.of(url).get("dialect")),
        ["gitlab", "neutral", undefined],
      );
    assert.equal(new CapabilityStore(store).of("https://a").get("extra.project"), "yes");
  });

  it("ignores malformed stored values", () => {
    for (const stored of ["text", null, { "https://a": "no record" }, { "https://a": { dialect: 5 } }, []]) {
      const store = new Store();
      store.values.set("forgeline.instanceFacts", stored);
      assert.equal(new CapabilityStore(store).of("https://a").get("dialect"), undefined);
    }
  });

  it("knows what it learned even when that cannot be stored", () => {
    const full = { get: () => undefined, update: () => Promise.reject(new Error("full")) };
    const capabilities = new CapabilityStore(full).of("https://a");
    capabilities.set("dialect", "gitlab");
    assert.equal(capabilities.get("dialect"), "gitlab");
  });
});

const instance = "https://git.example.org";

describe("the account that a question is asked about", () => {
  let account: string | undefined;
  let answer: unknown;
  const context = {
    connections: { instances: [{ url: instance }], get: () => ({ session: account && { id: account } }) },
  } as never;
  const question = { question: "Delete it?", detail: ["One", "", "Two"], buttons: ["Delete"] };
  const stopped = { message: "Stopped: the account on git.example.org has changed." };
  let shown: unknown[];
  beforeEach(() => {
    [account, answer, shown] = ["alice", "Delete", []];
    vscodeFakes.window["showWarningMessage"] = (...given: unknown[]) => {
      shown = given;
      return Promise.resolve(typeof answer === "function" ? (answer as () => unknown)() : answer);
    };
  });

  it("is asked about in a modal dialog, whose closing button means no", async () => {
    assert.equal(await confirm(context, { instance }, question), "Delete");
    assert.deepEqual(shown, ["Delete it?", { modal: true, detail: "One\n\nTwo" }, "Delete"]);
    answer = undefined;
    await assert.rejects(confirm(context, { instance }, question), CancelledError);
    const running = { ...question, close: "Keep Running" };
    answer = () => shown.at(-1);
    await assert.rejects(confirm(context, { instance }, running), CancelledError);
    answer = () => shown[2];
    assert.equal(await confirm(context, { instance }, running), "Delete");
  });

  it("stops the act when another account is in use by the answer", async () => {
    answer = () => {
      account = "bob";
      return "Delete";
    };
    await assert.rejects(confirm(context, { instance }, question), stopped);
  });

  it("gives a command no connection of another account until it has ended", async () => {
    let later: Connections | undefined;
    const { test } = defineCommands<{ readonly connections: Connections }>()({
      test: {
        title: "Test",
        run: ({ connections }) => {
          later = connections;
          account = "bob";
          return Promise.resolve(connections.get(instance)).then(() => undefined);
        },
      },
    });
    await assert.rejects(async () => test.run(context), AccountChangedError);
    assert.deepEqual(later?.get(instance), { session: { id: "bob" } });
  });

  it("allows a sign-in while signed out", () => {
    account = undefined;
    const { held } = holdAccounts<{ readonly connections: Connections }>(context);
    account = "bob";
    assert.deepEqual(held.connections.get(instance), { session: { id: "bob" } });
  });
});
