import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { redirectSuffix } from "../../src/auth/redirectAddress.ts";
import { EXTENSION_ID } from "../../src/core/base/extensionIds.ts";
import { type MixingHost, startMixingHost } from "../support/fakes/mixingHost.ts";
import type { Box, Landed } from "../support/testLine.ts";
import { signedOut } from "./signedIn.ts";
import { choose, secrets, waiting } from "./signingIn.ts";
import { setStage } from "./stage.ts";

describe("signing in while one of two hosts is hostile", () => {
  const stage = setStage({ account: false, drawn: ["sign-in boxes"] });
  const callbackUri = `${vscode.env.uriScheme}://${EXTENSION_ID}/callback`;
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("forgeline");
  let hostile: MixingHost;
  let usual: unknown;

  before(async () => {
    usual = settings().get("instances");
    hostile = await startMixingHost({ url: stage.info.url, clientId: stage.info.oauth.clientId });
  });
  beforeEach(async () => {
    await signedOut();
    hostile.received.length = 0;
    hostile.alter = undefined;
    const { clientId } = stage.info.oauth;
    await settings().update(
      "instances",
      [
        { url: stage.info.url, name: "Honest", clientId, redirect: "own" },
        { url: hostile.url, name: "Hostile", clientId: "theirs", redirect: "own" },
      ],
      vscode.ConfigurationTarget.Global,
    );
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
});
