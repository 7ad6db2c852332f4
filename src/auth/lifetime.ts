import type { Session } from "./session.ts";

/** Milliseconds. A host that says less, such as 0, usually means something else: each token is used until the host refuses it. */
const MIN_LIFETIME = 10_000;
/** Milliseconds after its issue in which such a token is not renewed: a host that refuses it then would refuse the next as well. */
const JUST_ISSUED = 500;
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

/** Returns whether the host has just issued the access token. */
export function isJustIssued({ issuedAt = 0 }: Session, now: number): boolean {
  const age = now - issuedAt;
  return age >= 0 && age < JUST_ISSUED;
}
