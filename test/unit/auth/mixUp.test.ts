import assert from "node:assert/strict";
import type { Surface } from "../../../src/auth/flows.ts";
import { isRenewable, refreshToken } from "../../../src/auth/oauth.ts";
import { LOOPBACK_REDIRECT, redirectSuffix } from "../../../src/auth/redirectAddress.ts";
import type { Session } from "../../../src/auth/sessionStore.ts";
import { callbackHandler } from "../../../src/auth/uriHandler.ts";
import { UserError } from "../../../src/core/base/errors.ts";
import type { Instance } from "../../../src/core/config.ts";
import type { FakeInput } from "../../support/boxes/fakeBoxes.ts";
import { ApprovingBrowser } from "../../support/fakes/approvingBrowser.ts";
import { type MixingHost, startMixingHost } from "../../support/fakes/mixingHost.ts";
import { signInEditor as editor } from "../../support/fakes/signInEditor.ts";
import { CALLBACK, SignInSetting } from "./signInSetting.ts";

const undecided =
  /Sign-in to .* stopped: you use several hosts, and the redirect URI does not identify which one responded/;

describe("sign-in with several hosts, one of them hostile", () => {
  const on = new SignInSetting();
  let hostile: MixingHost;
  /** What the loopback receiver answered the browser. */
  let page: { readonly status: number; readonly text: string } | undefined;

  before(async () => {
    hostile = await startMixingHost({ url: on.service.url, clientId: on.info.oauth.clientId });
  });
  beforeEach(() => {
    page = undefined;
    hostile.received.length = 0;
    hostile.alter = undefined;
  });
  after(() => hostile.close());

  const hostAt = (url: string, clientId: string, redirect: Instance["redirect"]): Instance => ({
    url,
    clientId,
    ...(redirect && { redirect }),
  });
  const honestHost = (redirect?: Instance["redirect"]) => hostAt(on.service.url, on.info.oauth.clientId, redirect);
  const hostileHost = (redirect?: Instance["redirect"]) => hostAt(hostile.url, "theirs", redirect);
  const own = (url = on.service.url): string => redirectSuffix(url, "own");

  /** Brings an address to who receives it, as the system does: VS Code decodes what it hands to a URI handler. */
  async function arrive(address: string): Promise<void> {
    if (address.startsWith("http:")) {
      const response = await fetch(address);
      page = { status: response.status, text: await response.text() };
    } else {
      const [, scheme = "", authority = "", path = "", query = ""] =
        /^([^:]+):\/\/([^/]+)([^?]*)\?(.*)$/.exec(address) ?? [];
      const uri = { scheme, authority, path: decodeURIComponent(path), query: decodeURIComponent(query) };
      await callbackHandler(() => Promise.resolve(on.inbox), on.log).handleUri(uri as never);
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
        on.spoken.push(new URL(address).searchParams.get("state") ?? "");
        const end = await new ApprovingBrowser().approve(approval, on.info.users.alice);
        assert.ok(box && end);
        on.spoken.push(new URL(end).searchParams.get("code") ?? "");
        await then(end, box);
      })();
    };
    try {
      return await on.authentication(surface).signIn(instance);
    } finally {
      await browsed;
    }
  }

  async function stopped(work: Promise<unknown>): Promise<UserError> {
    const error: unknown = await work.catch((reason: unknown) => reason);
    assert.ok(error instanceof UserError, String(error));
    assert.deepEqual(on.store.list(), []);
    return error;
  }

  /** Neither code nor verifier came there. */
  const nothingReceived = (): void => assert.deepEqual(hostile.received.map(String), []);

  for (const surface of ["web", "desktop"] as const) {
    const shared = surface === "web" ? LOOPBACK_REDIRECT : CALLBACK;

    describe(surface === "web" ? "with the loopback receiver" : "with the URI handler", () => {
      for (const [name, address] of [
        ["honest host's own", () => own()],
        ["shared", () => ""],
      ] as const)
        it(`refuses an answer at the ${name} redirect URI for a host with another one`, async () => {
          on.configured = [honestHost("own"), hostileHost("own")];
          hostile.alter = (fields) =>
            fields.set("redirect_uri", (fields.get("redirect_uri") ?? "").replace(own(hostile.url), address()));
          const { message, action } = await stopped(signIn(surface, hostileHost("own")));
          assert.match(
            message,
            /stopped: the browser returned to the redirect URI of another host\. .* No code was sent/,
          );
          assert.ok(message.includes(`Sign-in to ${new URL(hostile.url).host}`));
          assert.equal(action, undefined);
          nothingReceived();
          if (surface === "desktop") return;
          assert.deepEqual([page?.status, /Sign-in stopped/.test(page?.text ?? "")], [400, true]);
        });

      it("refuses an answer at a redirect URI that both hosts share, and names the one to add", async () => {
        on.configured = [honestHost(), hostileHost()];
        const { message, action } = await stopped(signIn(surface, hostileHost()));
        assert.ok(message.includes(`Add the redirect URI ${shared}${own(hostile.url)} to the application on`), message);
        assert.equal(action?.command, "forgeline.openSettings");
        nothingReceived();
      });

      it("accepts the honest host's answer at its own redirect URI, and renews with it", async () => {
        on.configured = [honestHost("own"), hostileHost("own")];
        const session = await signIn(surface, honestHost("own"));
        assert.ok(session.redirectUri?.endsWith(`/callback${own()}`), session.redirectUri);
        assert.ok(isRenewable(session));
        const renewed = await refreshToken(on.connect(on.service.url).oauth, session);
        assert.notEqual(renewed.accessToken, session.accessToken);
        assert.deepEqual(on.remembered.list(), [honestHost("own")]);
      });

      it("accepts an answer at the shared redirect URI while no other host is known, or it pastes its issuer", async () => {
        on.configured = [honestHost()];
        assert.ok((await signIn(surface, honestHost())).redirectUri?.endsWith("/callback"));
        assert.deepEqual(on.remembered.list(), [honestHost("shared")]);
        on.configured = [honestHost(), hostileHost()];
        const { instance } = await signIn(surface, honestHost(), (address, box) => {
          box.value = `${address}&iss=${on.service.url}`;
          box.accept();
        });
        assert.equal(instance, on.service.url);
      });

      it("refuses the shared redirect URI once another host is known from settings, sign-ins or sessions", async () => {
        const url = "https://other.example.com";
        const user = { id: 1, username: "a", name: "A" };
        const session = { id: "s", instance: url, method: "token", user, label: "a", scopes: [] } as const;
        for (const know of [
          () => void on.configured.push({ url }),
          () => on.remembered.remember({ url }),
          () => on.store.write({ ...session, accessToken: "t", status: "active" }),
        ]) {
          on.configured = [honestHost()];
          const work = signIn(surface, honestHost(), async (address) => {
            await know();
            await arrive(address);
          });
          await assert.rejects(work, undecided);
          assert.ok(on.store.list().every(({ instance }) => instance !== on.service.url));
          await on.remembered.forget(url);
        }
      });

      it("gives a remembered host a redirect URI of its own when it stops", async () => {
        await on.remembered.remember(hostileHost());
        await on.remembered.remember(honestHost());
        const { message, action } = await stopped(signIn(surface, { url: on.service.url }));
        assert.ok(message.includes(`Add the redirect URI ${shared}${own()} to the application on`), message);
        assert.doesNotMatch(message, /forgeline\.instances/);
        assert.deepEqual([action?.command, action?.args], ["forgeline.signIn", [on.service.url]]);
        assert.deepEqual(on.remembered.list(), [honestHost("own"), hostileHost()]);
        assert.ok((await signIn(surface, { url: on.service.url })).redirectUri?.endsWith(own()));
      });

      it("lists the redirect URIs to register, the one to be used first", async () => {
        on.configured = [{ url: on.service.url }, hostileHost()];
        let list: string[] = [];
        editor.answers.application = (box) => {
          list = box.items.map(({ label }) => label);
          box.type(on.info.oauth.clientId);
          box.accept();
        };
        assert.ok((await signIn(surface, { url: on.service.url })).redirectUri?.endsWith(own()));
        const other = surface === "web" ? CALLBACK : LOOPBACK_REDIRECT;
        assert.deepEqual(list, [shared + own(), other + own()]);
      });
    });
  }
});
