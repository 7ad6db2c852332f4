import { randomUUID } from "node:crypto";
import { accountLabel } from "./accountLabel.ts";
import type { Identity } from "./identity.ts";
import type { Session } from "./session.ts";

/** The tokens from a sign-in, before they become a session. */
export type Grant = Pick<Session, "instance" | "method" | "accessToken"> &
  Partial<Pick<Session, "refreshToken" | "expiresAt" | "issuedAt" | "clientId" | "redirectUri" | "codeVerifier">>;

/**
 * Returns the session for a grant. Signing in to the same account again keeps its ID and label, so that everything stored for the account
 * still applies.
 * @param sessions existing sessions
 * @param instances base URLs of all known instances
 * @param now milliseconds since the epoch
 */
export function newSession(
  grant: Grant,
  identity: Identity,
  sessions: readonly Session[],
  instances: readonly string[],
  now: number,
): Session {
  const { user, scopes } = identity;
  const before = sessions.find((session) => session.instance === grant.instance && session.user.id === user.id);
  const others = sessions.filter((session) => session !== before);
  const known = [...instances, ...others.map(({ instance }) => instance)];
  const sameUsername = before?.user.username === user.username;
  return {
    ...grant,
    id: before?.id ?? randomUUID(),
    user,
    label: sameUsername
      ? before.label
      : accountLabel(
          user.username,
          grant.instance,
          known,
          others.map(({ label }) => label),
        ),
    scopes,
    createdAt: before?.createdAt ?? now,
    status: "active",
  };
}
