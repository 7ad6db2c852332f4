import type { InstanceFacts } from "./capabilities.ts";

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
export function isExtraAvailable(facts: InstanceFacts, name: ExtraName, now: number): boolean | undefined {
  const known = facts.get(factOf(name));
  if (known === "yes") return true;
  const since = /^no since (\d+)$/.exec(known ?? "")?.[1];
  return since === undefined || now - Number(since) > forgotten ? undefined : false;
}

export function rememberExtra(facts: InstanceFacts, name: ExtraName, available: boolean, now: number): void {
  if (isExtraAvailable(facts, name, now) !== available) facts.set(factOf(name), available ? "yes" : `no since ${now}`);
}
