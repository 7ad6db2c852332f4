/** Plays a sign-in: the editor's own dialog, the questions, and the approval, by a browser of its own or the person's. */
import * as vscode from "vscode";
import type { Session } from "../../src/auth/sessionStore.ts";
import { Emitter } from "../../src/core/base/events.ts";
import type { UserName } from "../service/types.ts";
import { ApprovingBrowser } from "../support/fakes/approvingBrowser.ts";
import { replace } from "./spies.ts";
import type { Stage } from "./stage.ts";
import { until } from "./until.ts";

export const waiting = "waiting for the browser";
export const byBrowser = "Approve in the Browser";
export const byToken = "Personal Access Token";

/** Everything that passed by and that no log may show. */
export const secrets = new Set<string>();

/** A sign-in under way whose approval page was not opened but kept here. */
export interface Started {
  /** Address of the approval page. */
  readonly page: string;
  /** Resolves when the command is done. */
  readonly done: Thenable<unknown>;
}

/** Answers the editor's dialog and the question for the way. */
export async function choose(stage: Stage, way: string): Promise<void> {
  await stage.person({ action: "dialog", button: "Allow" });
  await stage.person({ action: "pick", box: "Sign in to", row: way });
}

/** Goes as far as the approval page. */
export async function startOAuth(stage: Stage): Promise<Started> {
  const opened = new Emitter<string>();
  let page: string | undefined;
  const undo = replace(vscode.env, "openExternal", () => (uri) => {
    // As VS Code hands it to the browser.
    page = uri.toString(true);
    opened.fire(page);
    return Promise.resolve(true);
  });
  try {
    const done = vscode.commands.executeCommand("forgeline.signIn", stage.info.url);
    await choose(stage, byBrowser);
    const address = await until("the approval page", () => page, opened.event);
    for (const name of ["state", "code_challenge"]) secrets.add(new URL(address).searchParams.get(name) ?? "");
    return { page: address, done };
  } finally {
    undo.dispose();
    opened.dispose();
  }
}

/** What the approval page answers: the address that the browser ends on. Throws when it shows an error instead. */
export async function decide(
  stage: Stage,
  page: string,
  decision: "allow" | "deny" = "allow",
  user: UserName = "alice",
): Promise<string> {
  const landed = await new ApprovingBrowser().approve(page, stage.info.users[user], decision);
  if (landed === undefined) throw new Error("The approval page shows an error");
  const code = new URL(landed).searchParams.get("code");
  if (code !== null) secrets.add(code);
  return landed;
}

/** Signs in by OAuth from the first to the last step. */
export async function signInByOAuth(stage: Stage, user: UserName = "alice"): Promise<Session> {
  const { page, done } = await startOAuth(stage);
  await fetch(await decide(stage, page, "allow", user));
  await done;
  return newest(stage);
}

/** Signs in by a personal token. */
export async function signInByToken(stage: Stage, token: string, url = stage.info.url): Promise<void> {
  secrets.add(token);
  const done = vscode.commands.executeCommand("forgeline.signIn", url);
  await choose(stage, byToken);
  await stage.person({ action: "look", box: "Sign in to", saying: "Enter a personal access token" });
  await stage.person({ action: "type", box: "Sign in to", text: token });
  await done;
}

/** The session that was made or renewed last. */
export function newest(stage: Stage): Session {
  const session = stage.app.sessions.list().at(-1);
  if (session === undefined) throw new Error("Nobody is signed in");
  for (const secret of [session.accessToken, session.refreshToken, session.codeVerifier])
    if (secret !== undefined) secrets.add(secret);
  return session;
}
