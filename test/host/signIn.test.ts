import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import { editorSessions } from "../../src/auth/editorSessions.ts";
import { redirectSuffix } from "../../src/auth/redirectAddress.ts";
import type { Session } from "../../src/auth/sessionStore.ts";
import { EXTENSION_ID } from "../../src/core/base/extensionIds.ts";
import { type MixingHost, startMixingHost } from "../support/fakes/mixingHost.ts";
import type { Box, Landed } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { ready, signedOut } from "./signedIn.ts";
import {
  byBrowser,
  choose,
  decide,
  newest,
  secrets,
  signInByOAuth,
  signInByToken,
  startOAuth,
  waiting,
} from "./signingIn.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("signing in", () => {
  const stage = setStage({ account: false, drawn: ["sign-in boxes", "password", "title button of a text"] });
  beforeEach(() => signedOut());

  const sessions = (): readonly Session[] => stage.app.sessions.list();
  /** What an account is called, in the status bar too. */
  const named = (username: string): string => `${username} @ ${new URL(stage.info.url).host}`;
  const look = async (box: string, saying: string): Promise<Box> => await stage.look(box, saying);
  /** The account works: the host answers to it. */
  const works = async (session: Session): Promise<void> => {
    const { connection } = await ready(stage.app, session);
    assert.equal((await connection.client.users.current()).username, session.user.username);
  };
  const fails = async (text: RegExp, ...buttons: string[]): Promise<void> => {
    const message = await stage.message();
    assert.equal(message.level, "error");
    assert.match(message.text, text);
    assert.deepEqual(message.buttons, [...buttons, "Show Log"]);
    assert.deepEqual(sessions(), []);
  };

  command("forgeline.signIn", "signs in by the browser's approval page @window @oldest", async (run) => {
    const { username, password } = stage.info.users.alice;
    const done = run(stage.info.url);
    const said = await stage.dialog("Allow");
    assert.match(said, /'Forgeline' wants to sign in using GitLab or a compatible host\./);
    assert.match(said, new RegExp(`Sign in to ${stage.info.url}\\.`));
    await stage.person({ action: "approve", username, password, answer: "allow" });
    await done;
    const session = newest(stage);
    const found = [session.method, session.label, session.scopes, session.status];
    assert.deepEqual(found, ["oauth", named("alice"), ["api"], "active"]);
    assert.deepEqual(stage.notices, [`Signed in as ${named("alice")}.`]);
    await works(session);
    const [known] = await editorSessions(stage.app.sessions, ["api"], {});
    assert.equal(known?.id, session.id);
  });

  it("takes the pasted redirect URL, and refuses one of another sign-in @window", async () => {
    const { page, done } = await startOAuth(stage);
    const landed = await decide(stage, page);
    const foreign = new URL(landed);
    foreign.searchParams.set("state", "of-another-sign-in");
    assert.equal((await fetch(foreign)).status, 400, "the loopback server turns it away");
    await stage.type(waiting, foreign.href);
    const refused = await look(waiting, "another");
    assert.equal(refused.value, foreign.href, "what was pasted stays");
    assert.equal(refused.placeholder, "Paste the redirect URL or the code");
    await stage.type(waiting, landed);
    await done;
    await works(newest(stage));
  });

  it("says nothing when the dialog or a box is closed", async () => {
    let done = vscode.commands.executeCommand("forgeline.signIn", stage.info.url);
    await stage.dialog("Cancel");
    await done;
    done = vscode.commands.executeCommand("forgeline.signIn", stage.info.url.replace("127.0.0.1", "localhost"));
    await stage.dialog("Allow");
    await look("Sign in to", byBrowser);
    await stage.escape("Sign in to");
    await done;
    assert.deepEqual([sessions(), stage.notices], [[], []]);
  });

  it("asks for an unknown application ID with the redirect URIs to register, and reports a wrong one @window", async () => {
    const url = stage.info.url.replace("127.0.0.1", "localhost");
    const own = redirectSuffix(url, "own");
    let page = "";
    const shown = new vscode.EventEmitter<undefined>();
    const browser = replace(vscode.env, "openExternal", () => (uri) => {
      page = uri.toString(true);
      shown.fire(undefined);
      return Promise.resolve(true);
    });
    const done = vscode.commands.executeCommand("forgeline.signIn", url);
    await choose(stage, byBrowser);
    const register = "Sign in to localhost";
    const loopback = `http://127.0.0.1/callback${own}`;
    const handler = `${vscode.env.uriScheme}://forgeline.forgeline/callback${own}`;
    assert.deepEqual((await look(register, "Paste the application ID")).rows, [loopback, handler]);
    await stage.pick(register, loopback);
    await look(`Copied ${loopback}`, "Paste the application ID");
    assert.equal(await vscode.env.clipboard.readText(), loopback);
    await stage.titleButton("Copied", "Open Applications Page and Copy Redirect URIs");
    const copied = "Redirect URIs copied. Paste them into the form on localhost";
    await look(copied, "Paste the application ID");
    assert.equal(await vscode.env.clipboard.readText(), `${loopback}\n${handler}`);
    const found = await until("the page", () => page !== "" && page, shown.event);
    assert.match(found, /^http:\/\/localhost:\d+\/-\/user_settings\/applications$/);
    await stage.pick(copied, "Use the application ID no-such-application", "no-such-application");
    await look(waiting, "Approve access in the browser");
    const asked = new URL(page).searchParams;
    shown.dispose();
    await stage.type(
      waiting,
      `${asked.get("redirect_uri") ?? ""}?code=0123456789abcdef&state=${asked.get("state") ?? ""}`,
    );
    await done;
    browser.dispose();
    await fails(
      /^Sign In: localhost:\d+ does not recognize this application ID, or the application is registered as confidential/,
      "Try Again",
    );
  });

  it("signs in with a personal access token @window @oldest", async () => {
    const { token } = stage.info.users.alice;
    await signInByToken(stage, token);
    const session = newest(stage);
    assert.deepEqual([session.method, session.label], ["token", named("alice")]);
    await works(session);
  });

  it("reports an unreachable host and one that is no code host", async () => {
    const server: Server = createServer((_request, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Shop</title>"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await signInByToken(stage, "glpat-any-token-will-do", url);
    await fails(/The response from .* is not from a supported API/, "Change Address");
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await signInByToken(stage, "glpat-any-token-will-do", url);
    await fails(
      /Could not connect to .*: it refused the connection\. Check the address, and whether the host is running/,
      "Try Again",
    );
  });

  command("forgeline.switchAccount", "switches between two accounts of one host", async (run) => {
    await signInByToken(stage, stage.info.users.alice.token);
    await signInByToken(stage, stage.info.users.bob.token);
    const [alice, bob] = sessions();
    assert.ok(alice && bob);
    assert.deepEqual([alice.label, bob.label], [named("alice"), named("bob")]);
    await works(bob);
    await Promise.all([run(), stage.pick("Switch Account", alice.label)]);
    await works(alice);
    assert.equal(stage.notices.at(-1), `Switched to ${named("alice")}.`);
  });

  command("forgeline.sessionDetails", "shows the session's details without its tokens", async (run) => {
    const session = await signInByOAuth(stage);
    await works(session);
    await run();
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(text, new RegExp(`^Host: ${stage.info.url}$`, "m"));
    assert.match(text, new RegExp(`\\(@alice, ID ${stage.info.users.alice.id}\\)$`, "m"));
    assert.match(text, /^Scopes: api$/m);
    assert.match(text, /^Access token expires: .*\(refreshed automatically\)$/m);
    assert.match(text, new RegExp(`^Application ID: ${stage.info.oauth.clientId}$`, "m"));
    for (const secret of secrets) assert.ok(secret === "" || !text.includes(secret));
  });

  command("forgeline.signOut", "asks, then revokes the token on the host @oldest", async (run) => {
    const session = await signInByOAuth(stage);
    const before = await stage.control.tokenStats();
    const feeds = await stage.app.packages.feeds();
    await feeds.keep(session.instance, { username: "alice", password: stage.info.users.alice.token });
    const [, asked] = await Promise.all([run(session.id), stage.answer("Cancel")]);
    assert.match(asked, /Sign out alice @ .*\?.*The session ends in all windows/s);
    assert.equal(sessions().length, 1);
    await Promise.all([run(session.id), stage.answer("Sign Out")]);
    assert.equal(await feeds.given(session.instance), undefined, "the feed's token is gone too");
    const now = await stage.control.tokenStats();
    assert.equal(now.revoked, before.revoked + 1);
    assert.deepEqual(sessions(), []);
    assert.equal(stage.notices.at(-1), `Signed out ${named("alice")}.`);
  });

  command("forgeline.signOut", "asks which account, warns of a host that refuses", async (run) => {
    const alice = await signInByOAuth(stage);
    await signInByToken(stage, stage.info.users.bob.token);
    await stage.control.fault({ path: "^/oauth/revoke", status: 500, body: "no" });
    await Promise.all([run(), stage.pick("Sign Out", alice.label)]);
    const labels = sessions().map(({ label }) => label);
    assert.deepEqual(labels, [named("bob")]);
    const { level, text, buttons } = await stage.message();
    assert.equal(level, "warning");
    assert.match(text, /^alice @ \S+ was signed out, but \S+ did not revoke the token, which may remain valid until/);
    assert.deepEqual(buttons, ["Open Authorized Applications"]);
    assert.ok(!stage.notices.some((notice) => notice.startsWith("Signed out")), "one message");
  });

  it("ends a session revoked while in use, and reports it once to whoever asks", async () => {
    const session = await signInByOAuth(stage, "admin");
    await works(session);
    await stage.control.revokeTokens("admin", "oauth");
    await vscode.commands.executeCommand("forgeline.refresh");
    const { current } = stage.app;
    await until("the session to be over", () => current.value.kind === "expired", current.onDidChange);
    assert.equal(sessions()[0]?.status, "expired");
    assert.deepEqual(stage.messages.take(), [], "nobody asked for anything but a refresh");
    await vscode.commands.executeCommand("forgeline.pipeline.showLatest", "main");
    const { level, text, buttons } = await stage.message();
    assert.equal(level, "error");
    assert.match(text, /: Your session on 127\.0\.0\.1:\d+ has expired\. Sign in again\.$/);
    assert.deepEqual(buttons, ["Sign In", "Show Log"]);
  });

  command("forgeline.showExtensionLog", "shows a log without secrets of these sign-ins", async (run) => {
    await signInByOAuth(stage);
    const [secret = ""] = secrets;
    stage.app.report.background(new Error(`GET /x?code=${secret} Authorization: Bearer ${secret}`), "A test");
    await run();
    // Not the first document of a channel: VS Code may keep one that is not shown any more, as that of a log before.
    const texts = (): string[] =>
      vscode.window.visibleTextEditors
        .filter(({ document }) => document.uri.scheme === "output")
        .map(({ document }) => document.getText());
    const text = await until(
      () => `the log, and there is ${JSON.stringify(texts().map((shown) => shown.slice(-200)))}`,
      () => texts().find((shown) => shown.includes("Signed in as") && shown.includes("A test failed")),
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.workspace.onDidChangeTextDocument,
    );
    assert.match(text, /\[debug\]|\[trace\]/, "it holds what is logged in detail");
    assert.ok(secrets.size > 10);
    for (const secret of secrets) assert.ok(secret === "" || !text.includes(secret), "the log shows a secret");
  });
});

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
    const { value, placeholder } = await look("Paste the whole URL");
    assert.deepEqual([value, placeholder], [code, "Paste the redirect URL"], "what was typed stays");
    await stage.escape(waiting);
    await done;
    nothingHappened();
  });
});
