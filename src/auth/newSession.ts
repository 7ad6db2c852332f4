import { randomUUID } from "node:crypto";
import { accountLabel } from "./accountLabel.ts";
import type { Identity } from "./identity.ts";
import type { Session } from "./session.ts";

/** What a way to sign in brought, before it has a place among the accounts. */
export type Grant = Pick<Session, "instance" | "method" | "accessToken"> &
  Partial<Pick<Session, "refreshToken" | "expiresAt" | "issuedAt" | "clientId" | "redirectUri" | "codeVerifier">>;

/**
 * The session for a grant. Signing in again to the same account keeps its id and label, so that whatever follows the
 * account goes on; everything else is new.
 * @param sessions those that exist
 * @param instances base addresses of all instances known here
 * @param now ms since the epoch
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
  const keepsName = before?.user.username === user.username;
  return {
    ...grant,
    id: before?.id ?? randomUUID(),
    user,
    label: keepsName
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
