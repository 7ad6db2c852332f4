import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CallbackInbox } from "../../src/auth/callbackInbox.ts";
import { ForgelineAuthentication } from "../../src/auth/provider.ts";
import { redirectSuffix } from "../../src/auth/redirectAddress.ts";
import { RememberedInstances } from "../../src/auth/rememberedInstances.ts";
import { callbackHandler } from "../../src/auth/uriHandler.ts";
import { EXTENSION_ID } from "../../src/core/base/extensionIds.ts";
import { normalizeInstanceUrl } from "../../src/core/base/instanceUrl.ts";
import { KnownSecrets } from "../../src/core/base/knownSecrets.ts";
import type { Instance } from "../../src/core/config.ts";
import { InMemoryMemento } from "../support/fakes/inMemoryMemento.ts";
import { InMemorySecrets } from "../support/fakes/inMemorySecrets.ts";
import { type MixingHost, startMixingHost } from "../support/fakes/mixingHost.ts";
import { RecordingLog } from "../support/fakes/recordingLog.ts";
import type { Box, Landed } from "../support/testLine.ts";
import { signedOut } from "./signedIn.ts";
import { choose, newest, secrets, waiting } from "./signingIn.ts";
import { setStage } from "./stage.ts";

describe("signing in while one of two hosts is hostile", () => {
  const stage = setStage({ account: false, drawn: ["sign-in boxes"] });
  const callbackUri = `${vscode.env.uriScheme}://${EXTENSION_ID}/callback`;
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("forgeline");
  let hostile: MixingHost;
  let usual: unknown;

  const know = async (redirect: Instance["redirect"]): Promise<void> => {
    const { clientId } = stage.info.oauth;
    await settings().update(
      "instances",
      [
        { url: stage.info.url, name: "Honest", clientId, redirect },
        { url: hostile.url, name: "Hostile", clientId: "theirs", redirect },
      ],
      vscode.ConfigurationTarget.Global,
    );
    assert.deepEqual(
      stage.app.config.instances.map(({ redirect: known }) => known),
      [redirect, redirect],
    );
  };

  before(async () => {
    usual = settings().get("instances");
    hostile = await startMixingHost({ url: stage.info.url, clientId: stage.info.oauth.clientId });
  });
  beforeEach(async () => {
    await signedOut();
    hostile.received.length = 0;
    hostile.alter = undefined;
    await know("own");
  });
  after(async () => {
    await settings().update("instances", usual, vscode.ConfigurationTarget.Global);
    await hostile.close();
  });

  /** The honest host's own redirect address in place of the hostile one's. */
  const asTheHonestOne = (asked: string): string =>
    asked.replace(redirectSuffix(hostile.url, "own"), redirectSuffix(stage.info.url, "own"));
  /** Alice approves on the page that the browser shows in the end, which is the honest host's. */
  const approve = async (): Promise<Landed> => {
    const { username, password } = stage.info.users.alice;
    const landed = JSON.parse(await stage.person({ action: "approve", username, password, answer: "allow" })) as Landed;
    secrets.add(new URL(landed.address).searchParams.get("code") ?? "");
    return landed;
  };
  const look = async (saying: string): Promise<Box> => await stage.look(waiting, saying);
  /** The hostile host was sent neither code nor verifier, and nobody is signed in. */
  const nothingHappened = (): void => {
    assert.deepEqual(hostile.received.map(String), []);
    assert.deepEqual(stage.app.sessions.list(), []);
  };
  const refused =
    /Sign-in to .* stopped: the browser returned to the redirect URI of another host\. .* might be trying to use your access to that host\. No code was sent/;

  it("refuses the honest host's answer at the loopback receiver, on the page and in VS Code @window", async () => {
    hostile.alter = (fields) => fields.set("redirect_uri", asTheHonestOne(fields.get("redirect_uri") ?? ""));
    const done = vscode.commands.executeCommand("forgeline.signIn", hostile.url);
    await choose(stage);
    const { address, words } = await approve();
    assert.ok(new URL(address).searchParams.has("code"), "the honest host gave a code");
    assert.match(words, /Sign-in stopped: this response was not accepted/);
    await done;
    const { level, text } = await stage.message();
    assert.equal(level, "error");
    assert.match(text, refused);
    nothingHappened();
  });

  it("refuses the honest host's address pasted, and its code alone", async () => {
    hostile.alter = (fields) => fields.set("redirect_uri", callbackUri + redirectSuffix(stage.info.url, "own"));
    const done = vscode.commands.executeCommand("forgeline.signIn", hostile.url);
    await choose(stage);
    const { address } = await approve();
    assert.ok(address.startsWith(`${callbackUri}/`), address);
    await stage.type(waiting, address);
    assert.equal((await look("belongs to another host")).value, address);
    const code = new URL(address).searchParams.get("code") ?? "";
    await stage.type(waiting, code);
    assert.equal((await look("Paste the whole URL")).value, code, "what was typed stays");
    await stage.escape(waiting);
    await done;
    nothingHappened();
  });

  describe("in a desktop window", () => {
    let inbox: CallbackInbox;
    let log: RecordingLog;
    let desktop: ForgelineAuthentication;
    beforeEach(() => {
      const { sessions, connections, config } = stage.app;
      log = new RecordingLog();
      inbox = new CallbackInbox({ secrets: new InMemorySecrets(), log });
      desktop = new ForgelineAuthentication({
        store: sessions,
        remembered: new RememberedInstances(new InMemoryMemento()),
        instances: () => config.instances,
        remoteHosts: () => Promise.resolve([]),
        normalize: normalizeInstanceUrl,
        connect: connections.connect,
        inbox,
        known: new KnownSecrets(),
        credentials: { end: (session) => Promise.resolve(session) },
        feeds: stage.app.packages.feeds,
        hasGitLabPages: () => Promise.resolve(false),
        surface: "desktop",
        callbackUri,
        log,
      });
    });
    afterEach(() => {
      desktop.dispose();
      inbox.dispose();
    });

    /** Signs in to the host of that name and hands the address that the browser ends on to the URI handler. */
    const signIn = async (name: string): Promise<{ readonly landed: Landed; readonly error: unknown }> => {
      const ended = desktop.createSession(["api"], {}).then(
        () => undefined,
        (error: unknown) => error,
      );
      await stage.pick("Sign In: Host", name);
      const landed = await approve();
      await callbackHandler(() => Promise.resolve(inbox), log).handleUri(vscode.Uri.parse(landed.address));
      return { landed, error: await ended };
    };

    it("refuses the honest host's answer at the URI handler", async () => {
      hostile.alter = (fields) => fields.set("redirect_uri", asTheHonestOne(fields.get("redirect_uri") ?? ""));
      const { landed, error } = await signIn("Hostile");
      assert.ok(
        landed.address.startsWith(`${callbackUri}${redirectSuffix(stage.info.url, "own")}?code=`),
        landed.address,
      );
      assert.match(String(error), refused);
      nothingHappened();
    });

    it("refuses it at the shared address too, though VS Code decodes an issuer out of the state", async () => {
      await know("shared");
      hostile.alter = (fields) => fields.set("state", `${fields.get("state") ?? ""}&iss=${hostile.url}`);
      const { landed, error } = await signIn("Hostile");
      assert.equal(
        new URLSearchParams(vscode.Uri.parse(landed.address).query).get("iss"),
        hostile.url,
        "VS Code decodes it so",
      );
      assert.match(String(error), /does not identify which one responded\. Add the redirect URI .*"redirect": "own"/);
      nothingHappened();
    });

    it("takes the honest host's own answer", async () => {
      const { error } = await signIn("Honest");
      assert.equal(error, undefined);
      const { instance, redirectUri } = newest(stage);
      assert.deepEqual([instance, redirectUri], [stage.info.url, callbackUri + redirectSuffix(stage.info.url, "own")]);
    });
  });
});
