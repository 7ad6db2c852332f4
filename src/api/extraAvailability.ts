import type { InstanceCapabilities } from "./capabilities.ts";

/** Routes and parameters that are not in the documents but exist on real hosts. */
export type ExtraName =
  | "project"
  | "projects"
  | "group"
  | "branches"
  | "playJob"
  | "bridges"
  | "ciLint"
  | "mergeRequest"
  | "createMergeRequest"
  | "approve"
  | "tracePart"
  | "versions"
  | "mergeRequestDiffs"
  | "discussions"
  | "mergeRequestNotes"
  | "suggestions"
  | "members"
  | "draftNotes"
  | "unapprove"
  | "rebase"
  | "approvals"
  | "mergeRequestTemplates"
  | "mergeRequestTemplate"
  | "reviewers"
  | "upload"
  | "readUpload";

/** Milliseconds after which a missing route is tried again: hosts are upgraded. */
const maxAge = 7 * 24 * 3600 * 1000;

const keyOf = (name: ExtraName): string => `extra.${name}`;

/** Returns whether the instance has the route; undefined while unknown. @param now milliseconds since the epoch */
export function isExtraAvailable(
  capabilities: InstanceCapabilities,
  name: ExtraName,
  now: number,
): boolean | undefined {
  const known = capabilities.get(keyOf(name));
  if (known === "yes") return true;
  const since = /^no since (\d+)$/.exec(known ?? "")?.[1];
  return since === undefined || now - Number(since) > maxAge ? undefined : false;
}

/** Stores whether the instance has the route. @param now milliseconds since the epoch */
export function rememberExtra(
  capabilities: InstanceCapabilities,
  name: ExtraName,
  available: boolean,
  now: number,
): void {
  if (isExtraAvailable(capabilities, name, now) !== available)
    capabilities.set(keyOf(name), available ? "yes" : `no since ${now}`);
}
