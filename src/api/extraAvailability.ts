import type { InstanceCapabilities } from "./capabilities.ts";

/** The routes beyond the documents that the client knows. */
export type ExtraName =
  | "project"
  | "group"
  | "branches"
  | "playJob"
  | "bridges"
  | "ciLint"
  | "mergeRequest"
  | "createMergeRequest"
  | "approve";

/** Hosts are upgraded: after a week a missing route is asked for again. Milliseconds. */
const forgotten = 7 * 24 * 3600 * 1000;

const factOf = (name: ExtraName): string => `extra.${name}`;

/** Whether the instance has the route; undefined while nobody knows. */
export function isExtraAvailable(
  capabilities: InstanceCapabilities,
  name: ExtraName,
  now: number,
): boolean | undefined {
  const known = capabilities.get(factOf(name));
  if (known === "yes") return true;
  const since = /^no since (\d+)$/.exec(known ?? "")?.[1];
  return since === undefined || now - Number(since) > forgotten ? undefined : false;
}

export function rememberExtra(
  capabilities: InstanceCapabilities,
  name: ExtraName,
  available: boolean,
  now: number,
): void {
  if (isExtraAvailable(capabilities, name, now) !== available)
    capabilities.set(factOf(name), available ? "yes" : `no since ${now}`);
}
