import type { Session } from "./session.ts";

/** Milliseconds. A host that says less, such as 0, means something else: a token that short-lived could not be used. */
export const MIN_LIFETIME = 10_000;
/** Milliseconds before expiry at which a token is due for renewal; a tenth of its lifetime if that is less. */
const MARGIN = 300_000;

/** Returns whether the host gave the access token a lifetime that it cannot have. */
export const hasImplausibleLifetime = ({ expiresAt, issuedAt }: Session): boolean =>
  expiresAt !== undefined && issuedAt !== undefined && expiresAt - issuedAt < MIN_LIFETIME;

/** Returns when the access token expires, in milliseconds since the epoch; undefined if that is unknown until the host refuses it. */
export const expiryOf = (session: Session): number | undefined =>
  hasImplausibleLifetime(session) ? undefined : session.expiresAt;

/** Returns whether the access token has expired. @param now milliseconds since the epoch, as below */
export const isExpired = (session: Session, now: number): boolean => now >= (expiryOf(session) ?? Infinity);

/** Returns whether the access token should be renewed, though it may not have expired. */
export function isDue(session: Session, now: number): boolean {
  const expiresAt = expiryOf(session);
  if (expiresAt === undefined) return false;
  const { issuedAt } = session;
  return now >= expiresAt - (issuedAt === undefined ? MARGIN : Math.min(MARGIN, (expiresAt - issuedAt) / 10));
}

/** Returns whether the access token is newer than the shortest lifetime. */
export function isJustIssued({ issuedAt = 0 }: Session, now: number): boolean {
  const age = now - issuedAt;
  return age >= 0 && age < MIN_LIFETIME;
}
