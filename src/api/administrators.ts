import type { InstanceCapabilities } from "./capabilities.ts";

/** Rights are given and taken away: after a day the host is asked again. Milliseconds. */
const holds = 24 * 3600 * 1000;

const factOf = (userId: number): string => `administrator.${userId}`;

/** What an instance said about a user's rights. */
export interface KnownRights {
  readonly administrator: boolean;
  /** It was said long ago: worth asking again. */
  readonly old: boolean;
}

/** Whether a user is an administrator of the instance; undefined while nobody knows. @param now ms since the epoch */
export function knownRights(capabilities: InstanceCapabilities, userId: number, now: number): KnownRights | undefined {
  const [, answer, since] = /^(yes|no) since (\d+)$/.exec(capabilities.get(factOf(userId)) ?? "") ?? [];
  return answer === undefined ? undefined : { administrator: answer === "yes", old: now - Number(since) > holds };
}

/** Keeps what the record of a current user says of rights (Part 3, current user); most hosts tell `is_admin` to administrators alone. */
export function rememberRights(
  capabilities: InstanceCapabilities,
  { id, is_admin: admin }: { readonly id: number; readonly is_admin?: boolean | null },
  now: number,
): void {
  const known = knownRights(capabilities, id, now);
  const administrator = admin === true;
  if (known?.administrator !== administrator || known.old)
    capabilities.set(factOf(id), `${administrator ? "yes" : "no"} since ${now}`);
}
