import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import Agent from "undici/lib/dispatcher/agent.js";
import { createClient } from "../../../src/api/client.ts";
import { CallbackInbox } from "../../../src/auth/callbackInbox.ts";
import { editorChange, editorSessions } from "../../../src/auth/editorSessions.ts";
import { FeedSignIns } from "../../../src/auth/feedCredentials.ts";
import type { Surface } from "../../../src/auth/flows.ts";
import { type Connect, isAccepted } from "../../../src/auth/identity.ts";
import { isRenewable, refreshToken } from "../../../src/auth/oauth.ts";
import { redirectSuffix } from "../../../src/auth/redirectAddress.ts";
import { RememberedInstances } from "../../../src/auth/rememberedInstances.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { Tokens } from "../../../src/auth/tokens.ts";
import { isCancelled, UserError } from "../../../src/core/base/errors.ts";
import { normalizeInstanceUrl } from "../../../src/core/base/instanceUrl.ts";
import { KnownSecrets } from "../../../src/core/base/knownSecrets.ts";
import type { Instance } from "../../../src/core/config.ts";
import type { ServiceInfo } from "../../service/control.ts";
import { type Service, startService } from "../../service/service.ts";
import type { FakeInput } from "../../support/boxes/fakeBoxes.ts";
import { atEndOfTests } from "../../support/endOfTests.ts";
import { ApprovingBrowser } from "../../support/fakes/approvingBrowser.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { signInEditor as editor } from "../../support/fakes/signInEditor.ts";
import { SharedLock } from "./rotatingService.ts";

// All loaded while this file loads, so that "vscode" is the fake above and not that of another file's tests.
await Promise.all(["signInPrompts", "messages", "acquireToken"].map((part) => import(`../../../src/auth/${part}.ts`)));
const { ForgelineAuthentication } = await import("../../../src/auth/provider.ts");

const BROWSER = "Approve in the Browser";
const PERSONAL = "Personal Access Token";
const CALLBACK = "code-oss://forgeline.forgeline/callback";

describe("sign-in against the local service", () => {
  let service: Service;
  let info: ServiceInfo;
  const agent = new Agent();
  const dispatcher = () => Promise.resolve(agent);
  /** A host beyond this machine, as far as the extension knows. */
  const unencrypted = "http://git.example.org";
  const connect: Connect = (url, credentials) =>
    createClient({
      baseUrl: url === unencrypted ? service.url : url,
      credentials,
      dispatcher,
      timeouts: { headers: 5_000 },
    });

  before(async () => {
    service = await startService({ basePath: "/forge", seed: "empty", dialect: "neutral" });
    info = await service.control.info();
  });
  after(async () => {
    await service.close();
    await agent.destroy();
  });

  const accountHere = (username: string): string => `${username} @ ${new URL(service.url).host}`;

  let secrets: InMemorySecrets;
  let log: RecordingLog;
  let memory: InMemoryMemento;
  let store: SessionStore;
  let inbox: CallbackInbox;
  let feeds: FeedSignIns;
  let known: KnownSecrets;
  /** What another window has made of the session. */
  let renewed: Partial<Session>;
  let configured: Instance[];
  let opened: { dispose(): void }[];
  let events: string[];
  let gitLabPages: boolean;
  /** Everything that no log may show. */
  let spoken: string[];

  beforeEach(async () => {
    secrets = new InMemorySecrets();
    log = new RecordingLog();
    memory = new InMemoryMemento();
    store = new SessionStore(secrets, log);
    inbox = new CallbackInbox({ secrets, log });
    feeds = new FeedSignIns({ secrets, sessions: store, account: () => undefined });
    known = new KnownSecrets();
    renewed = {};
    configured = [{ url: service.url, clientId: info.oauth.clientId }];
    opened = [store, inbox];
    events = [];
    gitLabPages = true;
    spoken = [];
    editor.answers = { quickPick: () => BROWSER };
    editor.warnings.length = 0;
    editor.asked.length = 0;
    await store.ready;
  });
  afterEach(async () => {
    for (const item of opened) item.dispose();
    await service.control.clearFaults();
  });
  atEndOfTests(() => {
    for (const secret of spoken) assert.ok(!log.text.includes(secret), `the log shows ${secret}`);
  });

  function authentication(
    surface: Surface = "web",
    hosts: readonly string[] = [],
    timeout = 60_000,
  ): InstanceType<typeof ForgelineAuthentication> {
    const provider = new ForgelineAuthentication({
      store,
      inbox,
      remembered: new RememberedInstances(memory),
      connect,
      instances: () => configured,
      remoteHosts: () => Promise.resolve(hosts),
      normalize: normalizeInstanceUrl,
      known,
      credentials: { end: (session) => Promise.resolve({ ...session, ...renewed }) },
      feeds: () => Promise.resolve(feeds),
      hasGitLabPages: () => Promise.resolve(gitLabPages),
      surface,
      callbackUri: CALLBACK,
      timeout,
      log,
    });
    const listening = store.onDidChange((change) => {
      for (const [kind, list] of Object.entries(editorChange(change)))
        events.push(...(list as { account: { label: string } }[]).map(({ account }) => `${kind} ${account.label}`));
    });
    editor.provider = provider;
    opened.push(provider, listening);
    return provider;
  }

  /** The person's browser: approves and follows the redirect. */
  function browser(decision: "allow" | "deny" = "allow", deliver?: (address: string) => void): void {
    editor.answers.open = (address) => {
      void (async () => {
        const landed = await new ApprovingBrowser().approve(address, info.users.alice, decision);
        if (landed === undefined) return;
        const fields = new URL(landed).searchParams;
        spoken.push(...["code", "state"].flatMap((name) => fields.get(name) ?? []));
        if (deliver) deliver(landed);
        else await fetch(landed);
      })();
    };
  }

  async function failureOf(
    work: Promise<unknown>,
  ): Promise<{ message: string; command: string | undefined; args: unknown }> {
    try {
      await work;
    } catch (error) {
      assert.ok(error instanceof UserError, String(error));
      return { message: error.message, command: error.action?.command, args: error.action?.args };
    }
    return assert.fail("it worked");
  }

  const remember = ({ accessToken, refreshToken: refresh = "", codeVerifier = "" }: Session): void =>
    void spoken.push(accessToken, refresh, codeVerifier);

  it("signs in through the loopback server, once, with everything the refresh needs", async () => {
    browser();
    const session = await authentication().signIn(configured[0]);
    remember(session);
    assert.equal(session.label, accountHere("alice"));
    assert.deepEqual([session.method, session.status, session.scopes], ["oauth", "active", ["api"]]);
    assert.match(session.redirectUri ?? "", /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    assert.match(session.codeVerifier ?? "", /^[\w-]{43,128}$/);
    assert.ok((session.expiresAt ?? 0) > Date.now() + 7_000_000);
    assert.deepEqual(events, [`added ${accountHere("alice")}`]);
    assert.deepEqual(editor.asked, [
      { forceNewSession: { detail: `Sign in to ${service.url}.` }, clearSessionPreference: true },
    ]);
    assert.deepEqual(editor.warnings, []);
    await assert.rejects(fetch(session.redirectUri ?? ""), "the server is closed");
  });

  it("signs in through the editor's own address, also when it lands in another window", async () => {
    const elsewhere = new CallbackInbox({ secrets, log });
    opened.push(elsewhere);
    browser("allow", (address) => {
      assert.ok(address.startsWith(`${CALLBACK}?`));
      void elsewhere.arrived(address);
    });
    const session = await authentication("desktop").signIn(configured[0]);
    remember(session);
    assert.equal(session.redirectUri, CALLBACK);
    assert.deepEqual([...secrets.values.keys()], [`forgeline.session.${session.id}`]);
  });

  it("takes the pasted address, refuses one of another sign-in, and offers the page again", async () => {
    let waiting: FakeInput | undefined;
    editor.answers.waiting = (box) => (waiting = box);
    browser("allow", (address) => {
      assert.ok(waiting);
      waiting.press("Copy Sign-In URL");
      assert.match(editor.clipboard, /\/forge\/oauth\/authorize\?client_id=/);
      waiting.value = address.replace(/state=[^&]*/, "state=x");
      waiting.accept();
      assert.match(waiting.wrong ?? "", /another sign-in/);
      waiting.value = "what?";
      waiting.accept();
      assert.match(waiting.wrong ?? "", /does not contain a code/);
      waiting.value = ` ${address} `;
      waiting.accept();
    });
    remember(await authentication("desktop").signIn(configured[0]));
  });

  it("renews once for two windows over real HTTP, in the strict dialect, and revokes on signing out", async () => {
    browser();
    const provider = authentication();
    const session = await provider.signIn(configured[0]);
    remember(session);
    const lock = new SharedLock();
    const windows = await Promise.all(
      [1, 2].map(async () => {
        const own = new SessionStore(secrets, log);
        await own.ready;
        const tokens = new Tokens({
          store: own,
          refresh: (old) => refreshToken(connect(old.instance).oauth, old),
          accepts: (old) => isAccepted(connect, old),
          lock,
          log,
        });
        opened.push(own, tokens);
        return connect(session.instance, tokens.credentials(session.id));
      }),
    );
    await service.control.expireAccessTokens("alice");
    const users = await Promise.all(windows.map((client) => client.users.current()));
    assert.deepEqual(
      users.map(({ username }) => username),
      ["alice", "alice"],
    );
    assert.equal((await service.control.tokenStats()).refreshes, 1);
    const stored = await store.read(session.id);
    assert.ok(stored);
    remember(stored);
    assert.notEqual(stored.refreshToken, session.refreshToken);

    await service.control.clearRequests();
    await provider.signOut(session.id);
    assert.deepEqual(store.list(), []);
    const [revocation] = (await service.control.requests()).filter(({ path }) => path.endsWith("/oauth/revoke"));
    assert.equal(revocation?.status, 200);
    assert.equal(await isAccepted(connect, stored), false);
  });

  it("signs out though the host refuses or cannot be reached", async () => {
    const provider = authentication();
    for (const fault of [{ status: 403, body: { error: "unauthorized_client" } }, { action: "reset" as const }]) {
      browser();
      const session = await provider.signIn(configured[0]);
      remember(session);
      await service.control.fault({ path: "/oauth/revoke", ...fault });
      await feeds.keep(session.instance, { username: "alice", password: "glpat-of-the-feed" });
      editor.warnings.length = 0;
      const opened: string[] = [];
      editor.answers.open = (address) => opened.push(address);
      editor.answers.warning = (_text, [button]) => button;
      await provider.removeSession(session.id);
      await service.control.clearFaults();
      assert.deepEqual(store.list(), []);
      assert.match(log.text, /could not be revoked/);
      assert.equal(editor.warnings.length, 1);
      assert.match(editor.warnings.join(), /^alice @ .* was signed out, but .* did not revoke the token/);
      await editor.settled();
      assert.deepEqual(opened, [`${session.instance}/-/user_settings/applications?`]);
      assert.equal(secrets.values.size, 0, "the feed's token is gone too");
    }
  });

  it("revokes the token that another window has renewed, though this one has not seen it yet", async () => {
    browser();
    const provider = authentication();
    const session = await provider.signIn(configured[0]);
    remember(session);
    assert.ok(isRenewable(session));
    renewed = await refreshToken(connect(session.instance).oauth, session);
    remember({ ...session, ...renewed });
    assert.equal(await provider.signOut(session.id), true);
    assert.equal(await isAccepted(connect, { ...session, ...renewed }), false);
  });

  it("keeps the feed's token of another account on the host, and says nothing when the host revoked", async () => {
    const { token } = await service.control.createToken("bob", ["api"]);
    browser();
    const provider = authentication();
    const session = await provider.signIn(configured[0]);
    remember(session);
    editor.answers = { inputBox: () => token };
    await provider.signIn(configured[0], "token");
    await feeds.keep(session.instance, { username: "bob", password: token });
    assert.equal(await provider.signOut(session.id), true);
    assert.equal((await feeds.given(session.instance))?.username, "bob");
    assert.deepEqual(editor.warnings, []);
  });

  it("makes the state of a sign-in known as a secret before the browser opens", async () => {
    let hidden = "";
    browser("allow", (address) => {
      hidden = known.hide(new URL(address).searchParams.get("state") ?? "");
      void fetch(address);
    });
    remember(await authentication().signIn(configured[0]));
    assert.equal(hidden, "[hidden]");
  });

  it("marks a session ended whose tokens were revoked on the host", async () => {
    browser();
    const session = await authentication().signIn(configured[0]);
    remember(session);
    const tokens = new Tokens({
      store,
      refresh: (old) => refreshToken(connect(old.instance).oauth, old),
      accepts: () => assert.fail(),
      lock: new SharedLock(),
      log,
      wait: () => Promise.resolve(),
    });
    opened.push(tokens);
    await service.control.revokeTokens("alice");
    await assert.rejects(connect(session.instance, tokens.credentials(session.id)).users.current(), {
      kind: "unauthorized",
    });
    assert.equal((await store.read(session.id))?.status, "expired");
    assert.deepEqual(events.at(-1), `changed ${accountHere("alice")}`);
    assert.deepEqual(await editorSessions(store, ["api"], {}), []);
    assert.equal((await editorSessions(store, undefined, {})).length, 1);
  });

  describe("pages of the host", () => {
    const other = "https://git.example.org/forge";
    let said: string | undefined;
    /** Opens what a button of the token box or of the application box offers, and returns the address. */
    async function opened(instance: Instance, button: string): Promise<string | undefined> {
      let address: string | undefined;
      const done = new Promise<void>((resolve) => {
        editor.answers = {
          quickPick: () => (button === "Create a Token" ? PERSONAL : BROWSER),
          open: (page) => {
            address = page;
            resolve();
          },
          inputBox: async (box) => {
            box.press(button);
            await done;
            return undefined;
          },
          application: (box) => {
            box.press(button);
            said = box.title;
            void done.then(() => box.hide());
          },
        };
      });
      await assert.rejects(authentication().signIn(instance), isCancelled);
      return address;
    }

    it("creates a token, with the name and scopes filled in", async () => {
      assert.equal(
        decodeURIComponent((await opened({ url: other, scopes: ["api", "openid"] }, "Create a Token")) ?? ""),
        `${other}/-/user_settings/personal_access_tokens?name=Forgeline&scopes=api,openid`,
      );
    });

    it("registers an application, with the redirect URIs copied and said to be", async () => {
      const button = "Open Applications Page and Copy Redirect URIs";
      assert.equal(await opened({ url: other }, button), `${other}/-/user_settings/applications?`);
      const own = redirectSuffix(other, "own");
      assert.equal(editor.clipboard, `http://127.0.0.1/callback${own}\n${CALLBACK}${own}`);
      assert.equal(said, "Redirect URIs copied. Paste them into the form on git.example.org/forge");
    });

    it("is the first page where the host is not known to have them", async () => {
      gitLabPages = false;
      assert.equal(await opened({ url: other }, "Create a Token"), `${other}?`);
    });

    it("is never opened unencrypted, but on the machine itself", async () => {
      let buttons: readonly unknown[] | undefined;
      editor.answers = {
        quickPick: () => PERSONAL,
        warning: () => "Sign In Unencrypted",
        inputBox: (box) => {
          ({ buttons } = box);
          return undefined;
        },
      };
      await assert.rejects(authentication().signIn({ url: "http://git.example.org" }), isCancelled);
      assert.deepEqual(buttons, []);
      assert.match((await opened({ url: "http://127.0.0.1:9" }, "Create a Token")) ?? "", /^http:\/\/127\.0\.0\.1:9\//);
    });
  });

  it("goes on with a personal token from the box that waits for the browser", async () => {
    const { token } = await service.control.createToken("alice", ["api"]);
    spoken.push(token);
    editor.answers = {
      quickPick: () => assert.fail("the method is obvious"),
      waiting: (box) => void setImmediate(() => box.press("Use a Personal Access Token Instead")),
      inputBox: () => token,
    };
    const session = await authentication().signIn(configured[0]);
    assert.deepEqual([session.method, session.label], ["token", accountHere("alice")]);
  });

  it("signs in with a personal token, and the same account again by another way", async () => {
    const { token } = await service.control.createToken("alice", ["api"]);
    spoken.push(token);
    editor.answers = { inputBox: ({ password }) => (password ? ` ${token}\n` : undefined) };
    const provider = authentication();
    const first = await provider.signIn(configured[0], "token");
    assert.deepEqual([first.method, first.accessToken, first.label], ["token", token, accountHere("alice")]);
    editor.answers = { quickPick: () => BROWSER };
    browser();
    const second = await provider.signIn(configured[0]);
    remember(second);
    assert.deepEqual([second.method, second.id, second.label], ["oauth", first.id, first.label]);
    assert.equal(store.list().length, 1);
    assert.deepEqual(events, [`added ${accountHere("alice")}`, `changed ${accountHere("alice")}`]);
    assert.equal(await isAccepted(connect, first), true, "the personal token is the person's own");
  });

  it("keeps two accounts of one host apart", async () => {
    const provider = authentication();
    for (const user of ["alice", "bob"] as const) {
      const { token } = await service.control.createToken(user, ["api"]);
      editor.answers = { inputBox: () => token };
      await provider.signIn(configured[0], "token");
    }
    const sessions = await editorSessions(store, ["api"], {});
    assert.deepEqual(sessions.map(({ account }) => account.label).sort(), [accountHere("alice"), accountHere("bob")]);
    const bob = sessions.find(({ account }) => account.label.startsWith("bob"))?.account;
    assert.ok(bob);
    assert.deepEqual(
      (await editorSessions(store, undefined, { account: bob })).map(({ account }) => account),
      [bob],
    );
  });

  it("asks for host, address and application where nothing is configured, and remembers them", async () => {
    configured = [];
    const titles: string[] = [];
    const own = redirectSuffix(service.url, "own");
    editor.answers = {
      quickPick: (labels, title) => {
        titles.push(`${title}: ${labels.join(" | ")}`);
        return title === "Sign In: Host" ? "Other…" : BROWSER;
      },
      inputBox: async (box) => {
        assert.equal(box.value, "https://git.example.org");
        assert.equal(box.wrong, undefined);
        for (const text of ["not an address", "http://git.example.org", "http://localhost.example.org"]) {
          box.type(text);
          await editor.settled();
          assert.ok(box.wrong, text);
        }
        return `${service.url}/`;
      },
      application: (box) => {
        assert.deepEqual(
          box.items.map(({ label }) => label),
          [`http://127.0.0.1/callback${own}`, `${CALLBACK}${own}`],
        );
        box.click(box.row(`http://127.0.0.1/callback${own}`));
        assert.equal(editor.clipboard, `http://127.0.0.1/callback${own}`);
        box.type("not an id");
        box.accept();
        box.type(` ${info.oauth.clientId} `);
        box.accept();
      },
    };
    browser();
    const provider = authentication("web", ["git.example.org"]);
    const session = await provider.signIn();
    remember(session);
    assert.ok(session.redirectUri?.endsWith(own));
    assert.deepEqual(new RememberedInstances(memory).list(), [
      { url: service.url, clientId: info.oauth.clientId, redirect: "own" },
    ]);
    const host = service.url.replace("http://", "");
    assert.deepEqual(titles, [
      `Sign In: Host: git.example.org | Other…`,
      `Sign in to ${host}: ${PERSONAL} | ${BROWSER}`,
    ]);

    titles.length = 0;
    editor.answers.application = () => assert.fail("is known now");
    editor.answers.quickPick = (labels, title) => {
      titles.push(labels.join(" | "));
      return title === "Sign In: Host" ? host : BROWSER;
    };
    remember(await provider.signIn());
    assert.deepEqual(titles, [`${host} | git.example.org | Other…`], "the method is obvious");
  });

  it("says in the row of a host that it is unencrypted", async () => {
    configured = [{ url: "http://git.example.com" }, { url: "http://tools.example.com", name: "Tools" }];
    let rows: (string | undefined)[][] = [];
    editor.answers = {
      quickPick: (_labels, _title, items) => {
        rows = items.map(({ label, description, detail }) => [label, description, detail]);
        return undefined;
      },
    };
    const provider = authentication("web", [
      "http://git.example.org",
      "http://127.0.0.1:1",
      "https://git.example.net",
      "https://git.example.com",
    ]);
    await assert.rejects(provider.signIn(), isCancelled);
    const warning = "Your token would be sent unencrypted. Use https if the host supports it.";
    const here = "from the remotes of this workspace";
    assert.deepEqual(rows, [
      ["git.example.com", "unencrypted", warning],
      ["Tools", "tools.example.com · unencrypted", warning],
      ["git.example.org", `unencrypted · ${here}`, warning],
      ["127.0.0.1:1", here, undefined],
      ["git.example.net", here, undefined],
      ["", undefined, undefined],
      ["Other…", undefined, "Enter the address of the host"],
    ]);
  });

  describe("to a host without encryption", () => {
    const url = unencrypted;
    const question = "Sign in to git.example.org without encryption?";
    let token: string;
    beforeEach(async () => {
      ({ token } = await service.control.createToken("alice", ["api"]));
      spoken.push(token);
      configured = [{ url }];
      editor.answers = { inputBox: () => token };
    });

    it("asks before it asks or sends anything else", async () => {
      const begun = await service.control.lastRequest();
      const asked: (readonly string[])[] = [];
      for (const method of [undefined, "token", "browser"] as const) {
        editor.answers.warning = (text, buttons) => void asked.push([text, ...buttons]);
        editor.answers.quickPick = () => assert.fail("not before it is allowed");
        editor.answers.inputBox = () => assert.fail("not before it is allowed");
        editor.answers.open = () => assert.fail("not before it is allowed");
        await assert.rejects(authentication().signIn({ url }, method), isCancelled);
      }
      assert.deepEqual(asked, Array(3).fill([question, "Sign In Unencrypted"]));
      assert.equal(await service.control.lastRequest(), begun);
      assert.deepEqual(store.list(), []);
    });

    it("goes on when it is allowed, and does not ask again while there is an account", async () => {
      editor.answers.warning = () => "Sign In Unencrypted";
      const provider = authentication();
      const first = await provider.signIn({ url }, "token");
      assert.deepEqual([first.instance, first.accessToken, editor.warnings.splice(0)], [url, token, [question]]);
      await provider.signIn({ url }, "token");
      assert.deepEqual(editor.warnings.splice(0), []);
      await provider.signOut(first.id);
      await provider.signIn({ url }, "token");
      assert.deepEqual(editor.warnings, [question]);
    });

    for (const safe of ["http://localhost:9", "http://127.0.0.1:9", "http://[::1]:9", "https://git.example.org"])
      it(`does not ask for ${safe}`, async () => {
        editor.answers.warning = () => assert.fail("asked");
        editor.answers.inputBox = () => undefined;
        await assert.rejects(authentication().signIn({ url: safe }, "token"), isCancelled);
        assert.deepEqual(editor.warnings, []);
      });
  });

  describe("failures say what to do next", () => {
    it("denied", async () => {
      browser("deny");
      const { message, command, args } = await failureOf(authentication().signIn(configured[0]));
      assert.match(message, /denied.*choose Authorize/);
      assert.deepEqual([command, args], ["forgeline.signIn", [service.url]]);
    });

    it("no answer from the browser", async () => {
      const { message, command } = await failureOf(authentication("desktop", [], 1).signIn(configured[0]));
      assert.match(
        message,
        /Sign-in timed out waiting for the browser\. If the browser showed an error, check the application ID on .* and that this redirect URI is registered with the application: code-oss:\/\/forgeline\.forgeline\/callback/,
      );
      assert.equal(command, "forgeline.signIn");
    });

    it("a remembered application that the host no longer knows, which is asked for the next time", async () => {
      configured = [];
      await new RememberedInstances(memory).remember({ url: service.url, clientId: info.oauth.clientId });
      browser();
      await service.control.fault({ path: "/oauth/token$", status: 401, body: { error: "invalid_client" } });
      const { command } = await failureOf(authentication().signIn({ url: service.url }));
      assert.equal(command, "forgeline.signIn");
      assert.deepEqual(new RememberedInstances(memory).list(), []);
    });

    it("a scope that the application may not ask for", async () => {
      editor.answers.open = (address) => {
        void fetch(address, { redirect: "manual" }).then((response) => fetch(response.headers.get("location") ?? ""));
      };
      const { message } = await failureOf(authentication().signIn({ url: service.url, scopes: ["sudo"] }));
      assert.match(message, /The application registered on .* cannot request the scope sudo/);
    });

    for (const [name, fault, words, command] of [
      [
        "a wrong application ID",
        { status: 401, body: { error: "invalid_client", error_description: "Unknown client." } },
        /does not recognize this application ID, or the application is registered as confidential/,
        "forgeline.openSettings",
      ],
      [
        "a used-up code",
        { status: 400, body: { error: "invalid_grant" } },
        /already used.*http:\/\/127\.0\.0\.1/,
        "forgeline.signIn",
      ],
      [
        "a web page in place of the API",
        {
          status: 200,
          headers: { "content-type": "text/html" },
          body: "<!doctype html><html><body>Hello</body></html>",
        },
        /not from a supported API.*address/,
        "forgeline.signIn",
      ],
      ["a failing host", { status: 500, body: "oops" }, /HTTP 500/, "forgeline.signIn"],
      [
        "a lost connection",
        { action: "reset" },
        /Could not connect to .*: the connection was closed/,
        "forgeline.signIn",
      ],
    ] as const) {
      it(name, async () => {
        browser();
        await service.control.fault({ path: "/oauth/token$", ...fault });
        try {
          const failure = await failureOf(authentication().signIn(configured[0]));
          assert.match(failure.message, words);
          assert.equal(failure.command, command);
          assert.deepEqual(store.list(), []);
        } finally {
          await service.control.clearFaults();
        }
      });
    }

    for (const [name, url, words] of [
      ["an unreachable host", "http://127.0.0.1:9", /Could not connect to 127\.0\.0\.1:9: it refused the connection/],
      ["a wrong sub-path", undefined, /The response from .* is not from a supported API/],
    ] as const) {
      it(name, async () => {
        editor.answers = { quickPick: () => PERSONAL, inputBox: () => "glpat-whatever-token" };
        const { message, command, args } = await failureOf(
          authentication().signIn({ url: url ?? new URL(service.url).origin }),
        );
        assert.match(message, words);
        assert.deepEqual([command, args], ["forgeline.signIn", url === undefined ? [undefined, "otherHost"] : [url]]);
        assert.deepEqual(new RememberedInstances(memory).list(), []);
      });
    }

    it("an unknown personal token", async () => {
      editor.answers = { inputBox: () => "glpat-whatever-token" };
      const { message } = await failureOf(authentication().signIn(configured[0], "token"));
      assert.match(message, /did not accept this personal access token.*scope api/);
      assert.doesNotMatch(message, /whatever/);
    });

    it("a personal token of too small a scope", async () => {
      const { token } = await service.control.createToken("alice", ["read_repository"]);
      editor.answers = { inputBox: () => token };
      const { message } = await failureOf(authentication().signIn(configured[0], "token"));
      assert.match(message, /does not have the scope api/);
    });

    it("a keychain that refuses: signed in for now, and told so", async () => {
      secrets.broken.add("store");
      browser();
      const session = await authentication().signIn(configured[0]);
      remember(session);
      assert.equal(store.list()[0]?.id, session.id);
      assert.match(
        editor.warnings.join(),
        /The system keychain could not store your sign-in, which lasts until this window is closed/,
      );
    });

    it("a keychain that keeps what should go: signed out here, revoked there, and told so", async () => {
      browser();
      const provider = authentication();
      const session = await provider.signIn(configured[0]);
      remember(session);
      secrets.broken.add("delete");
      assert.match((await failureOf(provider.signOut(session.id))).message, /could not be deleted/);
      assert.equal(await isAccepted(connect, session), false);
      assert.match(
        (await failureOf(provider.signOut(session.id))).message,
        /could not be deleted/,
        "nor the second time",
      );
    });
  });

  describe("calling it off is silent", () => {
    for (const [name, prepare] of [
      ["at the Allow dialog", () => (editor.answers.allow = false)],
      [
        "at the choice of the way",
        () => {
          configured = [{ url: service.url }];
          editor.answers.quickPick = () => undefined;
        },
      ],
      ["while the browser is open", () => (editor.answers.waiting = (box) => void setImmediate(() => box.hide()))],
      [
        "at the personal token",
        () => {
          configured = [{ url: service.url }];
          editor.answers = { quickPick: () => PERSONAL, inputBox: () => undefined };
        },
      ],
    ] as const) {
      it(name, async () => {
        prepare();
        await assert.rejects(authentication().signIn(configured[0]), isCancelled);
        assert.deepEqual([store.list(), editor.warnings], [[], []]);
      });
    }

    it("a second sign-in ends the first", async () => {
      const provider = authentication();
      const waits = new Promise<void>((resolve) => (editor.answers.waiting = () => resolve()));
      const first = assert.rejects(provider.signIn(configured[0]), isCancelled);
      await waits;
      editor.answers.waiting = () => undefined;
      browser();
      remember(await provider.signIn(configured[0]));
      await first;
    });
  });

  it("lets the editor's own account menu sign in, which names no instance", async () => {
    editor.answers.quickPick = (_labels, title) =>
      title === "Sign In: Host" ? service.url.replace("http://", "") : BROWSER;
    browser();
    const { account, scopes } = await authentication().createSession([], {});
    assert.deepEqual([account.label, scopes], [accountHere("alice"), ["api"]]);
    const [session] = store.list();
    assert.ok(session);
    remember(session);
  });

  it("does not give the instance of a sign-in under way to another one from the account menu", async () => {
    const provider = authentication();
    const waits = new Promise<void>((resolve) => (editor.answers.waiting = () => resolve()));
    const first = assert.rejects(provider.signIn(configured[0]), isCancelled);
    await waits;
    const titles: string[] = [];
    editor.answers.quickPick = (_labels, title) => void titles.push(title);
    await assert.rejects(provider.createSession(["api"], {}), isCancelled);
    assert.deepEqual(titles, ["Sign In: Host"]);
    provider.dispose();
    await first;
  });
});
