import type { InstanceCapabilities } from "./capabilities.ts";

/** Milliseconds after which a stored answer is stale: administrators are added and removed. */
const maxAge = 24 * 3600 * 1000;

const keyOf = (userId: number): string => `administrator.${userId}`;

/** Whether a user was an administrator when the instance was last asked. */
export interface KnownRights {
  readonly administrator: boolean;
  /** More than a day has passed: ask again. */
  readonly old: boolean;
}

/**
 * Returns whether a user is an administrator of the instance; undefined while unknown.
 * @param now milliseconds since the epoch
 */
export function knownRights(capabilities: InstanceCapabilities, userId: number, now: number): KnownRights | undefined {
  const [, answer, since] = /^(yes|no) since (\d+)$/.exec(capabilities.get(keyOf(userId)) ?? "") ?? [];
  return answer === undefined ? undefined : { administrator: answer === "yes", old: now - Number(since) > maxAge };
}

/**
 * Stores whether the current user is an administrator (Part 3, current user). Most hosts send `is_admin` only to administrators.
 * @param now milliseconds since the epoch
 */
export function rememberRights(
  capabilities: InstanceCapabilities,
  { id, is_admin: admin }: { readonly id: number; readonly is_admin?: boolean | null },
  now: number,
): void {
  const known = knownRights(capabilities, id, now);
  const administrator = admin === true;
  if (known?.administrator !== administrator || known.old)
    capabilities.set(keyOf(id), `${administrator ? "yes" : "no"} since ${now}`);
}
