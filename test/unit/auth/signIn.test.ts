import assert from "node:assert/strict";
import { CallbackInbox } from "../../../src/auth/callbackInbox.ts";
import { editorChange, editorSessions } from "../../../src/auth/editorSessions.ts";
import { FeedSignIns } from "../../../src/auth/feedCredentials.ts";
import type { Surface } from "../../../src/auth/flows.ts";
import { isAccepted } from "../../../src/auth/identity.ts";
import { isRenewable, refreshToken } from "../../../src/auth/oauth.ts";
import { redirectSuffix } from "../../../src/auth/redirectAddress.ts";
import type { Session } from "../../../src/auth/sessionStore.ts";
import { isCancelled, UserError } from "../../../src/core/base/errors.ts";
import type { Instance } from "../../../src/core/config.ts";
import { ApprovingBrowser } from "../../support/fakes/approvingBrowser.ts";
import { signInEditor as editor } from "../../support/fakes/signInEditor.ts";
import { BROWSER, CALLBACK, SignInSetting, UNENCRYPTED } from "./signInSetting.ts";

const PERSONAL = "Personal Access Token";

describe("sign-in against the local service", () => {
  const on = new SignInSetting();
  const { connect } = on;
  let feeds: FeedSignIns;
  /** What another window has made of the session. */
  let renewed: Partial<Session>;
  let events: string[];
  let gitLabPages: boolean;
  let host: Instance;

  beforeEach(() => {
    feeds = new FeedSignIns({ secrets: on.secrets, sessions: on.store, account: () => undefined });
    renewed = {};
    events = [];
    gitLabPages = true;
    host = { url: on.service.url, clientId: on.info.oauth.clientId };
    on.configured = [host];
  });

  const accountHere = (username: string): string => `${username} @ ${new URL(on.service.url).host}`;

  function authentication(surface: Surface = "web", hosts: readonly string[] = [], timeout = 60_000) {
    const provider = on.authentication(surface, {
      remoteHosts: () => Promise.resolve(hosts),
      credentials: { end: (session) => Promise.resolve({ ...session, ...renewed }) },
      feeds: () => Promise.resolve(feeds),
      hasGitLabPages: () => Promise.resolve(gitLabPages),
      timeout,
    });
    const listening = on.store.onDidChange((change) => {
      for (const [kind, list] of Object.entries(editorChange(change)))
        events.push(...(list as { account: { label: string } }[]).map(({ account }) => `${kind} ${account.label}`));
    });
    on.opened.push(listening);
    return provider;
  }

  /** The person's browser: approves and follows the redirect. */
  function browser(deliver: (address: string) => unknown = (address) => fetch(address)): void {
    editor.answers.open = (address) => {
      void (async () => {
        const landed = await new ApprovingBrowser().approve(address, on.info.users.alice);
        if (landed === undefined) return;
        const fields = new URL(landed).searchParams;
        on.spoken.push(...["code", "state"].flatMap((name) => fields.get(name) ?? []));
        await deliver(landed);
      })();
    };
  }

  /** Signs in by the browser. */
  async function signedIn(provider = authentication()): Promise<Session> {
    browser();
    const session = await provider.signIn(host);
    on.remember(session);
    return session;
  }

  /** Creates a personal token of a user, which is typed into the box from now on. */
  async function personalToken(user: "alice" | "bob" = "alice"): Promise<string> {
    const { token } = await on.service.control.createToken(user, ["api"]);
    on.spoken.push(token);
    editor.answers.inputBox = () => token;
    return token;
  }

  async function failureOf(work: Promise<unknown>) {
    const error: unknown = await work.then(
      () => assert.fail("it worked"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof UserError, String(error));
    return { message: error.message, command: error.action?.command };
  }

  it("signs in through the loopback server, with everything that a refresh needs and its state hidden", async () => {
    let hidden = "";
    browser((address) => {
      hidden = on.known.hide(new URL(address).searchParams.get("state") ?? "");
      return fetch(address);
    });
    const session = await authentication().signIn(host);
    on.remember(session);
    assert.equal(hidden, "[hidden]");
    assert.equal(session.label, accountHere("alice"));
    assert.deepEqual([session.method, session.status, session.scopes], ["oauth", "active", ["api"]]);
    assert.match(session.redirectUri ?? "", /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    assert.match(session.codeVerifier ?? "", /^[\w-]{43,128}$/);
    assert.ok((session.expiresAt ?? 0) > Date.now() + 7_000_000);
    assert.deepEqual(events, [`added ${accountHere("alice")}`]);
    assert.deepEqual(editor.asked, [
      { forceNewSession: { detail: `Sign in to ${on.service.url}.` }, clearSessionPreference: true },
    ]);
    assert.deepEqual(editor.warnings, []);
  });

  it("signs in through the editor's own address, also when it lands in another window", async () => {
    const elsewhere = new CallbackInbox({ secrets: on.secrets, log: on.log });
    on.opened.push(elsewhere);
    browser((address) => {
      assert.ok(address.startsWith(`${CALLBACK}?`));
      return elsewhere.arrived(address);
    });
    const session = await authentication("desktop").signIn(host);
    on.remember(session);
    assert.equal(session.redirectUri, CALLBACK);
    assert.deepEqual([...on.secrets.values.keys()], [`forgeline.session.${session.id}`]);
  });

  it("copies the sign-in URL while it waits, and refuses pasted text without a code", async () => {
    editor.answers.waiting = (box) => {
      box.press("Copy Sign-In URL");
      assert.match(editor.clipboard, /\/forge\/oauth\/authorize\?client_id=/);
      box.value = "what?";
      box.accept();
      assert.match(box.wrong ?? "", /does not contain a code/);
      box.type("w");
      assert.equal(box.wrong, undefined);
      box.hide();
    };
    await assert.rejects(authentication("desktop").signIn(host), isCancelled);
  });

  it("signs out though the host refuses or cannot be reached", async () => {
    const provider = authentication();
    for (const fault of [{ status: 403, body: { error: "unauthorized_client" } }, { action: "reset" as const }]) {
      const session = await signedIn(provider);
      await on.service.control.fault({ path: "/oauth/revoke", ...fault });
      await feeds.keep(session.instance, { username: "alice", password: "glpat-of-the-feed" });
      editor.warnings.length = 0;
      const opened: string[] = [];
      editor.answers.open = (address) => opened.push(address);
      editor.answers.warning = (_text, [button]) => button;
      await provider.removeSession(session.id);
      await on.service.control.clearFaults();
      assert.match(on.log.text, /could not be revoked/);
      assert.match(editor.warnings.join(), /^alice @ .* was signed out, but .* did not revoke the token/);
      await editor.settled();
      assert.deepEqual(opened, [`${session.instance}/-/user_settings/applications?`]);
      assert.deepEqual([on.store.list(), on.secrets.values.size], [[], 0], "the feed's token is gone too");
    }
  });

  it("revokes the token that another window has renewed, though this one has not seen it yet", async () => {
    const provider = authentication();
    const session = await signedIn(provider);
    assert.ok(isRenewable(session));
    renewed = await refreshToken(connect(session.instance).oauth, session);
    on.remember({ ...session, ...renewed });
    assert.equal(await provider.signOut(session.id), true);
    assert.equal(await isAccepted(connect, { ...session, ...renewed }), false);
  });

  it("keeps the feed's token of another account of the host, without a warning", async () => {
    const provider = authentication();
    const session = await signedIn(provider);
    const password = await personalToken("bob");
    await provider.signIn(host, "token");
    await feeds.keep(session.instance, { username: "bob", password });
    assert.equal(await provider.signOut(session.id), true);
    assert.equal((await feeds.given(session.instance))?.username, "bob");
    assert.deepEqual(editor.warnings, []);
  });

  it("gives the editor the active sessions of an account, and expired ones when it asks for no scopes", async () => {
    const provider = authentication();
    for (const user of ["alice", "bob"] as const) {
      await personalToken(user);
      await provider.signIn(host, "token");
    }
    const [alice, bob] = on.store.list();
    assert.ok(alice && bob);
    await on.store.write({ ...bob, status: "expired" });
    assert.deepEqual(events.at(-1), `changed ${accountHere("bob")}`);
    const labels = async (...given: [scopes: string[] | undefined, options: object]): Promise<string[]> =>
      (await editorSessions(on.store, ...given)).map(({ account }) => account.label);
    const [, account] = (await editorSessions(on.store, undefined, {})).map((one) => one.account);
    const found = [await labels(["api"], {}), await labels(undefined, {}), await labels(undefined, { account })];
    assert.deepEqual(found, [[alice.label], [alice.label, bob.label], [bob.label]]);
  });

  describe("pages of the host", () => {
    const other = "https://git.example.org/forge";
    /** Opens the page for a new token by the button of its box, and returns the address. */
    async function opened(instance: Instance): Promise<string | undefined> {
      let address: string | undefined;
      editor.answers = {
        quickPick: () => PERSONAL,
        inputBox: (box) =>
          new Promise((resolve) => {
            editor.answers.open = (page) => {
              address = page;
              resolve(undefined);
            };
            box.press("Create a Token");
          }),
      };
      await assert.rejects(authentication().signIn(instance), isCancelled);
      return address === undefined ? undefined : decodeURIComponent(address);
    }

    it("open for a new token, or the first page where the host is not known to have others", async () => {
      const address = `${other}/-/user_settings/personal_access_tokens?name=Forgeline&scopes=api,openid`;
      assert.equal(await opened({ url: other, scopes: ["api", "openid"] }), address);
      gitLabPages = false;
      assert.equal(await opened({ url: other }), `${other}?`);
    });

    it("never open unencrypted, except on this machine", async () => {
      let buttons: readonly unknown[] | undefined;
      editor.answers = {
        quickPick: () => PERSONAL,
        warning: () => "Sign In Unencrypted",
        inputBox: (box) => {
          ({ buttons } = box);
          return undefined;
        },
      };
      await assert.rejects(authentication().signIn({ url: UNENCRYPTED }), isCancelled);
      assert.deepEqual(buttons, []);
      assert.match((await opened({ url: "http://127.0.0.1:9" })) ?? "", /^http:\/\/127\.0\.0\.1:9\//);
    });
  });

  it("offers a personal token in the box that waits for the browser", async () => {
    await personalToken();
    editor.answers.quickPick = () => assert.fail("the method is obvious");
    editor.answers.waiting = (box) => void setImmediate(() => box.press("Use a Personal Access Token Instead"));
    const session = await authentication().signIn(host);
    assert.deepEqual([session.method, session.label], ["token", accountHere("alice")]);
  });

  it("signs in with a personal token that is pasted where it waits for the browser, and sends no code", async () => {
    const { token } = await on.service.control.createToken("alice", ["api"]);
    on.spoken.push(token);
    const since = await on.service.control.lastRequest();
    editor.answers.open = () => undefined;
    editor.answers.waiting = (box) => {
      box.value = ` ${token} `;
      box.accept();
    };
    editor.answers.inputBox = ({ value, prompt, password }) => {
      assert.match(prompt ?? "", /You pasted an access token/);
      return password && value === token ? value : undefined;
    };
    const session = await authentication().signIn(host);
    assert.deepEqual([session.method, session.accessToken], ["token", token]);
    assert.ok(!(await on.service.control.requests(since)).some(({ path }) => path.endsWith("/oauth/token")));
  });

  it("signs in with a personal token, and replaces it when the account signs in by the browser", async () => {
    const { token } = await on.service.control.createToken("alice", ["api"]);
    on.spoken.push(token);
    editor.answers.inputBox = ({ password }) => (password ? ` ${token}\n` : undefined);
    const provider = authentication();
    const first = await provider.signIn(host, "token");
    assert.deepEqual([first.method, first.accessToken, first.label], ["token", token, accountHere("alice")]);
    const second = await signedIn(provider);
    assert.deepEqual([second.method, second.id, second.label], ["oauth", first.id, first.label]);
    assert.equal(on.store.list().length, 1);
    assert.deepEqual(events, [`added ${accountHere("alice")}`, `changed ${accountHere("alice")}`]);
    assert.equal(await isAccepted(connect, first), true, "the personal token is the person's own");
  });

  it("asks for host, address and application where nothing is configured, and remembers them", async () => {
    on.configured = [];
    editor.answers.quickPick = () => assert.fail("there is no host to choose from");
    await assert.rejects(authentication().signIn(), isCancelled);
    const titles: string[] = [];
    const own = redirectSuffix(on.service.url, "own");
    editor.answers = {
      quickPick: (labels, title) => {
        titles.push(`${title}: ${labels.join(" | ")}`);
        return title === "Sign In: Host" ? "Other…" : BROWSER;
      },
      inputBox: async (box) => {
        assert.deepEqual([box.value, box.wrong], ["https://git.example.org", undefined]);
        for (const text of ["not an address", "http://git.example.org", "http://localhost.example.org"]) {
          box.type(text);
          await editor.settled();
          assert.ok(box.wrong, text);
        }
        return `${on.service.url}/`;
      },
      application: (box) => {
        for (const text of ["not an id", ` ${on.info.oauth.clientId} `]) {
          box.type(text);
          box.accept();
        }
      },
    };
    browser();
    const provider = authentication("web", ["git.example.org"]);
    const session = await provider.signIn();
    on.remember(session);
    assert.ok(session.redirectUri?.endsWith(own));
    assert.deepEqual(on.remembered.list(), [{ ...host, redirect: "own" }]);
    const name = on.service.url.replace("http://", "");
    const methods = `Sign in to ${name}: ${PERSONAL} | ${BROWSER}`;
    assert.deepEqual(titles.splice(0), [`Sign In: Host: git.example.org | Other…`, methods]);

    editor.answers.application = () => assert.fail("is known now");
    editor.answers.quickPick = (labels, title) => {
      titles.push(labels.join(" | "));
      return title === "Sign In: Host" ? name : BROWSER;
    };
    on.remember(await provider.signIn());
    assert.deepEqual(titles, [`${name} | git.example.org | Other…`], "the method is obvious");
  });

  it("marks unencrypted hosts in the list of hosts", async () => {
    on.configured = [{ url: "http://git.example.com" }, { url: "http://tools.example.com", name: "Tools" }];
    let rows: (string | undefined)[][] = [];
    editor.answers.quickPick = (_labels, _title, items) => {
      rows = items.map(({ label, description, detail }) => [label, description, detail]);
      return undefined;
    };
    const hosts = "http://git.example.org http://127.0.0.1:1 https://git.example.net https://git.example.com".split(
      " ",
    );
    await assert.rejects(authentication("web", hosts).signIn(), isCancelled);
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
    const url = UNENCRYPTED;
    const question = "Sign in to git.example.org without encryption?";
    beforeEach(() => {
      on.configured = [{ url }];
    });

    it("asks before it asks or sends anything else", async () => {
      const begun = await on.service.control.lastRequest();
      const asked: (readonly string[])[] = [];
      for (const method of [undefined, "token", "browser"] as const) {
        editor.answers.warning = (text, buttons) => void asked.push([text, ...buttons]);
        for (const answer of ["quickPick", "inputBox", "open"] as const)
          editor.answers[answer] = () => assert.fail("not before it is allowed");
        await assert.rejects(authentication().signIn({ url }, method), isCancelled);
      }
      assert.deepEqual(asked, Array(3).fill([question, "Sign In Unencrypted"]));
      assert.equal(await on.service.control.lastRequest(), begun);
      assert.deepEqual(on.store.list(), []);
    });

    it("goes on when it is allowed, and does not ask again while there is an account", async () => {
      const token = await personalToken();
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

    it("does not ask for this machine or an encrypted host", async () => {
      editor.answers.warning = () => assert.fail("asked");
      editor.answers.inputBox = () => undefined;
      for (const safe of ["http://localhost:9", "http://127.0.0.1:9", "http://[::1]:9", "https://git.example.org"])
        await assert.rejects(authentication().signIn({ url: safe }, "token"), isCancelled);
    });
  });

  describe("explains a failure", () => {
    it("after no answer from the browser", async () => {
      const { message, command } = await failureOf(authentication("desktop", [], 1).signIn(host));
      assert.match(
        message,
        /timed out waiting for the browser\. .*redirect URI is registered .*: code-oss:\/\/forgeline/,
      );
      assert.equal(command, "forgeline.signIn");
    });

    it("of a scope that the application may not request", async () => {
      editor.answers.open = (address) => {
        void fetch(address, { redirect: "manual" }).then((response) => fetch(response.headers.get("location") ?? ""));
      };
      const { message } = await failureOf(authentication().signIn({ url: on.service.url, scopes: ["sudo"] }));
      assert.match(message, /The application registered on .* cannot request the scope sudo/);
    });

    for (const [status, error, explanation, remembered] of [
      [400, "invalid_grant", /already used.*http:\/\/127\.0\.0\.1/, true],
      [401, "invalid_client", /does not recognize this application ID/, false],
    ] as const)
      it(`of ${error}, and ${remembered ? "keeps" : "forgets"} the remembered application`, async () => {
        on.configured = [];
        await on.remembered.remember(host);
        browser();
        await on.service.control.fault({ path: "/oauth/token$", status, body: { error } });
        const { message, command } = await failureOf(authentication().signIn({ url: on.service.url }));
        assert.match(message, explanation);
        assert.equal(command, "forgeline.signIn");
        assert.deepEqual([on.store.list(), on.remembered.list().length], [[], remembered ? 1 : 0]);
      });

    it("of a keychain that refuses writes, signed in for now", async () => {
      on.secrets.broken.add("store");
      const session = await signedIn();
      assert.equal(on.store.list()[0]?.id, session.id);
      const shown = editor.warnings.join();
      assert.match(shown, /The system keychain could not store your sign-in, which lasts until this window is closed/);
    });

    it("of a keychain that does not delete, signed out here and revoked there", async () => {
      const provider = authentication();
      const session = await signedIn(provider);
      on.secrets.broken.add("delete");
      for (const _ of [1, 2])
        assert.match((await failureOf(provider.signOut(session.id))).message, /could not be deleted/);
      assert.equal(await isAccepted(connect, session), false);
    });
  });

  it("signs in from the editor's account menu, which names no instance", async () => {
    editor.answers.quickPick = (_labels, title) =>
      title === "Sign In: Host" ? on.service.url.replace("http://", "") : BROWSER;
    browser();
    const { account, scopes } = await authentication().createSession([], {});
    assert.deepEqual([account.label, scopes], [accountHere("alice"), ["api"]]);
    on.remember(on.store.list()[0] ?? assert.fail());
  });

  it("keeps the instance of a sign-in under way apart from one from the account menu", async () => {
    const provider = authentication();
    const waits = new Promise<void>((resolve) => (editor.answers.waiting = () => resolve()));
    const first = assert.rejects(provider.signIn(host), isCancelled);
    await waits;
    const titles: string[] = [];
    editor.answers.quickPick = (_labels, title) => void titles.push(title);
    await assert.rejects(provider.createSession(["api"], {}), isCancelled);
    assert.deepEqual(titles, ["Sign In: Host"]);
    provider.dispose();
    await first;
  });
});
