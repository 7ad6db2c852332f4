/** Sessions as VS Code knows them. Part of the entry: the account menu asks for them at any time. */
import type { AuthenticationProviderSessionOptions, AuthenticationSession } from "vscode";
import { missingScopes } from "./scopes.ts";
import type { Session, SessionStore } from "./sessionStore.ts";

export function editorSession({ id, label, accessToken, scopes }: Session): AuthenticationSession {
  return { id, accessToken, account: { id, label }, scopes: [...scopes] };
}

/** Returns the sessions with these scopes, or of this account, once the store has read them. */
export async function editorSessions(
  store: SessionStore,
  scopes: readonly string[] | undefined,
  { account }: AuthenticationProviderSessionOptions,
): Promise<AuthenticationSession[]> {
  await store.ready;
  return (
    store
      .list()
      .filter((session) => account === undefined || session.id === account.id || session.label === account.label)
      // Who asks for scopes wants to use them; the account menu asks for all, to offer signing out.
      .filter(
        (session) =>
          scopes === undefined || (session.status === "active" && missingScopes(session.scopes, scopes).length === 0),
      )
      .map(editorSession)
  );
}
