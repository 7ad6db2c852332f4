/**
 * Converts sessions to those of VS Code. Part of the activation code, since the account menu may request them at any
 * time.
 */
import type {
  AuthenticationProviderAuthenticationSessionsChangeEvent,
  AuthenticationProviderSessionOptions,
  AuthenticationSession,
} from "vscode";
import { missingScopes } from "./scopes.ts";
import type { Session, SessionChange, SessionStore } from "./sessionStore.ts";

export function editorSession({ id, label, accessToken, scopes }: Session): AuthenticationSession {
  return { id, accessToken, account: { id, label }, scopes: [...scopes] };
}

/** Converts a change of the stored sessions. */
export const editorChange = ({
  added,
  removed,
  changed,
}: SessionChange): AuthenticationProviderAuthenticationSessionsChangeEvent => ({
  added: added.map(editorSession),
  removed: removed.map(editorSession),
  changed: changed.map(editorSession),
});

/** Returns the sessions with these scopes or of this account, once the store is ready. */
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
      // Callers with scopes use the session, so it must be active; the account menu lists all to offer signing out.
      .filter(
        (session) =>
          scopes === undefined || (session.status === "active" && missingScopes(session.scopes, scopes).length === 0),
      )
      .map(editorSession)
  );
}
