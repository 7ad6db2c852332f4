import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import Agent from "undici/lib/dispatcher/agent.js";
import { createClient } from "../../../src/api/client.ts";
import { CallbackInbox } from "../../../src/auth/callbackInbox.ts";
import type { Surface } from "../../../src/auth/flows.ts";
import type { Connect } from "../../../src/auth/identity.ts";
import { isRenewable, refreshToken } from "../../../src/auth/oauth.ts";
import { LOOPBACK_REDIRECT, redirectSuffix } from "../../../src/auth/redirectAddress.ts";
import { RememberedInstances } from "../../../src/auth/rememberedInstances.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { callbackHandler } from "../../../src/auth/uriHandler.ts";
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
import { type MixingHost, startMixingHost } from "../../support/fakes/mixingHost.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { signInEditor as editor } from "../../support/fakes/signInEditor.ts";

// All loaded while this file loads, so that "vscode" is the fake above and not that of another file's tests.
await Promise.all(["signInPrompts", "messages", "acquireToken"].map((part) => import(`../../../src/auth/${part}.ts`)));
const { ForgelineAuthentication } = await import("../../../src/auth/provider.ts");

const CALLBACK = "code-oss://forgeline.forgeline/callback";
const SURFACES: readonly Surface[] = ["web", "desktop"];

describe("sign-in with several hosts, one of them hostile", () => {
  let service: Service;
  let info: ServiceInfo;
  let hostile: MixingHost;
  const agent = new Agent();
  const dispatcher = () => Promise.resolve(agent);
  const connect: Connect = (baseUrl, credentials) =>
    createClient({ baseUrl, credentials, dispatcher, timeouts: { headers: 5_000 } });

  before(async () => {
    service = await startService({ basePath: "/forge", seed: "empty", dialect: "neutral" });
    info = await service.control.info();
    hostile = await startMixingHost({ url: service.url, clientId: info.oauth.clientId });
  });
  after(async () => {
    await hostile.close();
    await service.close();
    await agent.destroy();
  });

  let log: RecordingLog;
  let store: SessionStore;
  let inbox: CallbackInbox;
  let remembered: RememberedInstances;
  let configured: Instance[];
  let opened: { dispose(): void }[];
  let spoken: string[];
  /** What the loopback receiver answered the browser, and the addresses that it ended on; undefined where a host showed an error instead. */
  let page: { readonly status: number; readonly text: string } | undefined;
  let landed: (string | undefined)[];

  beforeEach(async () => {
    const secrets = new InMemorySecrets();
    log = new RecordingLog();
    store = new SessionStore(secrets, log);
    inbox = new CallbackInbox({ secrets, log });
    remembered = new RememberedInstances(new InMemoryMemento());
    configured = [];
    opened = [store, inbox];
    spoken = [];
    page = undefined;
    landed = [];
    hostile.received.length = 0;
    hostile.alter = undefined;
    editor.answers = { quickPick: () => "Approve in the Browser" };
    await store.ready;
  });
  afterEach(() => {
    for (const item of opened) item.dispose();
  });
  atEndOfTests(() => {
    for (const secret of spoken) assert.ok(!log.text.includes(secret), `the log shows ${secret}`);
  });

  const honestHost = (redirect?: Instance["redirect"]): Instance => ({
    url: service.url,
    clientId: info.oauth.clientId,
    ...(redirect && { redirect }),
  });
  const hostileHost = (redirect?: Instance["redirect"]): Instance => ({
    url: hostile.url,
    clientId: "theirs",
    ...(redirect && { redirect }),
  });
  const own = (url = service.url): string => redirectSuffix(url, "own");

  function authentication(surface: Surface): InstanceType<typeof ForgelineAuthentication> {
    const provider = new ForgelineAuthentication({
      store,
      inbox,
      remembered,
      connect,
      surface,
      log,
      instances: () => configured,
      remoteHosts: () => Promise.resolve([]),
      normalize: normalizeInstanceUrl,
      known: new KnownSecrets(),
      credentials: { end: (session) => Promise.resolve(session) },
      feeds: () => Promise.resolve({ forgetOf: () => Promise.resolve() }),
      hasGitLabPages: () => Promise.resolve(false),
      callbackUri: CALLBACK,
    });
    editor.provider = provider;
    opened.push(provider);
    return provider;
  }

  /** Brings an address to who receives it, as the system does: VS Code decodes what it hands to a URI handler. */
  async function arrive(address: string): Promise<void> {
    if (address.startsWith("http:")) {
      const response = await fetch(address);
      page = { status: response.status, text: await response.text() };
    } else {
      const [, scheme = "", authority = "", path = "", query = ""] =
        /^([^:]+):\/\/([^/]+)([^?]*)\?(.*)$/.exec(address) ?? [];
      const uri = { scheme, authority, path: decodeURIComponent(path), query: decodeURIComponent(query) };
      await callbackHandler(() => Promise.resolve(inbox), log).handleUri(uri as never);
    }
  }

  /** Signs in; alice approves at whichever host asks her in the end, and `then` does something with the address that the browser ends on. */
  async function signIn(
    surface: Surface,
    instance: Instance,
    then: (address: string, box: FakeInput) => unknown = arrive,
  ): Promise<Session> {
    let box: FakeInput | undefined;
    let browsed = Promise.resolve();
    editor.answers.waiting = (shown) => (box = shown);
    editor.answers.open = (address) => {
      browsed = (async () => {
        // The hostile host sends the browser on; the honest one answers with a page.
        const approval = (await fetch(address, { redirect: "manual" })).headers.get("location") ?? address;
        spoken.push(new URL(address).searchParams.get("state") ?? "");
        const end = await new ApprovingBrowser().approve(approval, info.users.alice);
        landed.push(end);
        assert.ok(box);
        // A page that says what is wrong leads nowhere: the person gives up.
        if (end === undefined) box.hide();
        else {
          spoken.push(new URL(end).searchParams.get("code") ?? "");
          await then(end, box);
        }
      })();
    };
    try {
      return await authentication(surface).signIn(instance);
    } finally {
      await browsed;
    }
  }

  async function stopped(work: Promise<unknown>): Promise<UserError> {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof UserError, String(error));
    assert.deepEqual(store.list(), []);
    return error;
  }

  /** Neither code nor verifier came there. */
  const nothingReceived = (): void => assert.deepEqual(hostile.received.map(String), []);

  for (const surface of SURFACES) {
    const shared = surface === "web" ? LOOPBACK_REDIRECT : CALLBACK;

    describe(surface === "web" ? "with the loopback receiver" : "with the URI handler", () => {
      it("gets no answer where the hostile host asks with its own redirect address: that is not registered", async () => {
        configured = [honestHost("own"), hostileHost("own")];
        await assert.rejects(signIn(surface, hostileHost("own")), isCancelled);
        assert.deepEqual(landed, [undefined]);
        nothingReceived();
      });

      for (const [name, address] of [
        ["honest host's own", () => own()],
        ["shared", () => ""],
      ] as const) {
        it(`refuses an answer to a host with an address of its own that came at the ${name} one`, async () => {
          configured = [honestHost("own"), hostileHost("own")];
          hostile.alter = (fields) =>
            fields.set("redirect_uri", (fields.get("redirect_uri") ?? "").replace(own(hostile.url), address()));
          const { message, action } = await stopped(signIn(surface, hostileHost("own")));
          assert.match(
            message,
            /Sign-in to .* stopped: the browser returned to the redirect URI of another host\. .* might be trying to use your access to that host\. No code was sent/,
          );
          assert.ok(message.includes(`Sign-in to ${new URL(hostile.url).host}`));
          assert.equal(action, undefined);
          nothingReceived();
          if (surface === "web")
            assert.deepEqual([page?.status, /Sign-in stopped/.test(page?.text ?? "")], [400, true]);
        });
      }

      it("refuses an answer at the address that both share, of entries from before", async () => {
        configured = [honestHost(), hostileHost()];
        const { message, action } = await stopped(signIn(surface, hostileHost()));
        assert.ok(message.includes(`Add the redirect URI ${shared}${own(hostile.url)} to the application on`), message);
        assert.equal(action?.command, "forgeline.openSettings");
        nothingReceived();
      });

      it("refuses an answer at the shared address that names the honest host", async () => {
        configured = [honestHost(), hostileHost("shared")];
        const { message } = await stopped(
          signIn(surface, hostileHost("shared"), (address) =>
            arrive(`${address}&iss=${encodeURIComponent(service.url)}`),
          ),
        );
        assert.ok(message.includes(`a response from ${service.url}.`), message);
        nothingReceived();
      });

      it("does not let the hostile host name itself by way of the state", async () => {
        configured = [honestHost(), hostileHost()];
        hostile.alter = (fields) => fields.set("state", `${fields.get("state") ?? ""}&iss=${hostile.url}`);
        const work = signIn(surface, hostileHost(), async (address, box) => {
          await arrive(address);
          // The loopback receiver sees the state as it is: another one.
          if (surface === "web") box.hide();
        });
        if (surface === "web") await assert.rejects(work, isCancelled);
        else
          assert.match(
            (await stopped(work)).message,
            /Sign-in to .* stopped: you use several hosts, and the redirect URI does not identify which one responded/,
          );
        nothingReceived();
      });

      it("takes the honest host's answer at its own address, and renews with it", async () => {
        configured = [honestHost("own"), hostileHost("own")];
        const session = await signIn(surface, honestHost("own"));
        assert.ok(session.redirectUri?.endsWith(`/callback${own()}`), session.redirectUri);
        assert.ok(isRenewable(session));
        assert.notEqual((await refreshToken(connect(service.url).oauth, session)).accessToken, session.accessToken);
        assert.deepEqual(remembered.list(), [honestHost("own")]);
      });

      it("takes the honest host's answer at the shared address as long as no other host is known", async () => {
        configured = [honestHost()];
        assert.ok((await signIn(surface, honestHost())).redirectUri?.endsWith("/callback"));
        assert.deepEqual(remembered.list(), [honestHost("shared")]);
      });

      for (const [name, know] of [
        ["the settings", () => void configured.push({ url: "https://other.example.com" })],
        ["an earlier sign-in", () => remembered.remember({ url: "https://other.example.com" })],
        [
          "a session",
          () =>
            store.write({
              id: "s",
              instance: "https://other.example.com",
              method: "token",
              user: { id: 1, username: "a", name: "A" },
              label: "a",
              scopes: [],
              accessToken: "t",
              status: "active",
            }),
        ],
      ] as const) {
        it(`stops at the shared address when another host is known from ${name} by then`, async () => {
          configured = [honestHost()];
          await assert.rejects(
            signIn(surface, honestHost(), async (address) => {
              await know();
              await arrive(address);
            }),
            /Sign-in to .* stopped: you use several hosts, and the redirect URI does not identify which one responded/,
          );
          assert.deepEqual(
            store.list().filter(({ instance }) => instance === service.url),
            [],
          );
        });
      }

      it("gives a remembered host an address of its own when it stops, which works once it is registered", async () => {
        await remembered.remember(hostileHost());
        await remembered.remember(honestHost());
        const { message, action } = await stopped(signIn(surface, { url: service.url }));
        assert.ok(message.includes(`Add the redirect URI ${shared}${own()} to the application on`), message);
        assert.doesNotMatch(message, /forgeline\.instances/);
        assert.deepEqual([action?.command, action?.args], ["forgeline.signIn", [service.url]]);
        assert.deepEqual(remembered.list(), [honestHost("own"), hostileHost()]);
        assert.ok((await signIn(surface, { url: service.url })).redirectUri?.endsWith(own()));
      });

      it("lists the addresses that will be used where the application ID is asked for", async () => {
        configured = [{ url: service.url }, hostileHost()];
        const lists: string[][] = [];
        editor.answers.application = (box) => {
          lists.push(box.items.map(({ label }) => label));
          box.type(info.oauth.clientId);
          box.accept();
        };
        assert.ok((await signIn(surface, { url: service.url })).redirectUri?.endsWith(own()));
        assert.deepEqual([...(lists[0] ?? [])].sort(), [CALLBACK + own(), LOOPBACK_REDIRECT + own()]);
        assert.equal(lists[0]?.[0], shared + own());
      });
    });
  }

  describe("at the shared address with an issuer", () => {
    const withIssuer = (surface: Surface, ...issuers: string[]): Promise<Session> => {
      configured = [honestHost(), hostileHost()];
      return signIn(surface, honestHost(), (address) =>
        arrive(address + issuers.map((issuer) => `&iss=${encodeURIComponent(issuer)}`).join("")),
      );
    };

    it("takes the right one, which the loopback receiver sees as it was sent", async () => {
      assert.equal((await withIssuer("web", `${service.url}/`)).instance, service.url);
    });

    it("stops with the right one that came through the URI handler, decoded", async () => {
      assert.match(
        (await stopped(withIssuer("desktop", service.url))).message,
        /Sign-in to .* stopped: you use several hosts, and the redirect URI does not identify which one responded/,
      );
    });

    for (const surface of SURFACES) {
      it(`refuses a wrong one, and a wrong one beside the right one (${surface})`, async () => {
        assert.match(
          (await stopped(withIssuer(surface, "https://other.example.com"))).message,
          /a response from https:\/\/other\.example\.com\./,
        );
        assert.match(
          (await stopped(withIssuer(surface, service.url, hostile.url))).message,
          new RegExp(`a response from ${hostile.url}\\.`),
        );
      });
    }
  });

  describe("with a pasted address", () => {
    /** Pastes and says what the box answers. */
    const paste = (box: FakeInput, text: string): string | undefined => {
      box.value = text;
      box.accept();
      return box.wrong;
    };

    it("refuses the honest host's, and waits on", async () => {
      configured = [honestHost("own"), hostileHost("own")];
      hostile.alter = (fields) => fields.set("redirect_uri", `${CALLBACK}${own()}`);
      const said: (string | undefined)[] = [];
      const work = signIn("web", hostileHost("own"), (address, box) => {
        said.push(
          paste(box, address),
          paste(box, `${address}&iss=${service.url}`),
          paste(box, new URL(address).searchParams.get("code") ?? ""),
          paste(box, new URL(address).search),
        );
        box.hide();
      });
      await assert.rejects(work, isCancelled);
      assert.match(said[0] ?? "", /belongs to another host/);
      assert.match(said[1] ?? "", /belongs to another host/);
      assert.match(said[2] ?? "", /Paste the whole URL/);
      assert.match(said[3] ?? "", /Paste the whole URL/);
      nothingReceived();
    });

    it("stops at the shared one, unless it names the host", async () => {
      configured = [honestHost(), hostileHost()];
      await stopped(signIn("desktop", hostileHost(), (address, box) => paste(box, address)));
      nothingReceived();
      await stopped(signIn("desktop", honestHost(), (address, box) => paste(box, address)));
      const session = await signIn("desktop", honestHost(), (address, box) =>
        paste(box, `${address}&iss=${service.url}`),
      );
      assert.equal(session.instance, service.url);
    });

    it("wants the whole one instead of the code while several hosts are known, and keeps what was typed", async () => {
      configured = [honestHost("own"), hostileHost("own")];
      const placeholders: string[] = [];
      const session = await signIn("desktop", honestHost("own"), (address, box) => {
        placeholders.push(box.look().placeholder);
        const code = new URL(address).searchParams.get("code") ?? "";
        assert.match(paste(box, code) ?? "", /several hosts\. Paste the whole URL/);
        assert.equal(box.value, code);
        paste(box, address);
      });
      assert.equal(session.instance, service.url);
      configured = [honestHost("own")];
      await store.remove(session.id);
      await signIn("desktop", honestHost("own"), (address, box) => {
        placeholders.push(box.look().placeholder);
        paste(box, new URL(address).searchParams.get("code") ?? "");
      });
      assert.deepEqual(placeholders, ["Paste the redirect URL", "Paste the redirect URL or the code"]);
    });

    it("wants the port of the loopback receiver too", async () => {
      configured = [honestHost("own"), hostileHost("own")];
      const session = await signIn("web", honestHost("own"), (address, box) => {
        assert.match(paste(box, address.replace(/:\d+\//, ":1/")) ?? "", /another host or port/);
        paste(box, address);
      });
      assert.equal(session.instance, service.url);
    });
  });
});
