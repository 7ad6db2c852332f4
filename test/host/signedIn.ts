/** Puts suites where the sign-in would leave them: an account in the store, and the project open with it. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { Session } from "../../src/auth/session.ts";
import type { Connection } from "../../src/core/connections.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import type { OpenProject } from "../../src/git/project.ts";
import type { UserName } from "../service/types.ts";
import type { App } from "./app.ts";
import { localService } from "./localService.ts";
import { until } from "./until.ts";

/** What the extension shows of itself when it runs for tests. */
export interface ForTests {
  readonly app: App;
  /** What the window may ask by itself. */
  readonly polling: PollScheduler;
  /** Folder in which the extension keeps its files. */
  readonly storage: string;
}

export async function forTests(): Promise<ForTests> {
  const extension = vscode.extensions.getExtension<Partial<ForTests>>("forgeline.forgeline");
  if (extension === undefined) throw new Error("forgeline.forgeline is not installed");
  const { app } = await extension.activate();
  if (app === undefined) throw new Error("The extension only shows itself when it runs for tests");
  await app.sessions.ready;
  // Tests use clients before any feature is loaded.
  await app.connections.loadClient();
  return { app, polling: app.polling, storage: app.storage };
}

/** The objects of the running extension. */
export const forgeline = async (): Promise<App> => (await forTests()).app;

/** A session of a user's personal token on the local service, not stored yet. */
export function sessionOf(user: UserName, changes: Partial<Session> = {}): Session {
  const { url, info } = localService();
  const { id, username, name, token } = info.users[user];
  return {
    id: randomUUID(),
    instance: url,
    method: "token",
    user: { id, username, name },
    label: `${username} @ ${new URL(url).host}`,
    scopes: ["api"],
    accessToken: token,
    createdAt: Date.now(),
    status: "active",
    ...changes,
  };
}

export interface SignedIn extends ForTests {
  readonly session: Session;
  readonly project: OpenProject;
  readonly connection: Connection;
}

/** Signs alice in with her personal token, signs everybody else out, and waits until the project is open with her account. */
export async function signedIn(changes: Partial<Session> = {}): Promise<SignedIn> {
  const exported = await forTests();
  const { app } = exported;
  await signedOut();
  const session = sessionOf("alice", changes);
  await app.sessions.write(session);
  const { project, connection } = await ready(app, session);
  return { ...exported, session, project, connection };
}

/** Waits until the open project is joined with this account. */
export function ready(
  app: App,
  { id }: Pick<Session, "id">,
): Promise<{ readonly project: OpenProject; readonly connection: Connection }> {
  return until(
    "the project to be open with the account",
    () => {
      const { value } = app.current;
      return value.kind === "ready" && value.connection.session?.id === id && value;
    },
    app.current.onDidChange,
  );
}

/** Removes every session; call it when a suite is done. */
export async function signedOut(): Promise<void> {
  const app = await forgeline();
  for (const { id } of app.sessions.list()) await app.sessions.remove(id);
  await until(
    "the account to be gone",
    () => app.current.value.kind !== "ready" && app.current.value.kind !== "loading",
    app.current.onDidChange,
  );
}
