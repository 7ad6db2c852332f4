import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { ProjectScope } from "../base/refs.ts";
import { isScope, isObject, type ArgumentParser } from "../commands/arguments.ts";

/** Argument of merge request commands. */
export interface MergeRequestRef extends ProjectScope {
  readonly mergeRequest: Pick<MergeRequest, "iid" | "title" | "state" | "web_url"> & Partial<MergeRequest>;
}
export const isMergeRequestRef = (value: unknown): value is MergeRequestRef =>
  isScope(value) && isObject(value["mergeRequest"]) && typeof value["mergeRequest"]["iid"] === "number";

export const mergeRequestSinceArgs: ArgumentParser<[mergeRequest?: MergeRequestRef, since?: string]> = ([
  value,
  since,
]) => {
  if (!isMergeRequestRef(value)) return [];
  return typeof since === "string" ? [value, since] : [value];
};

export const mergeRequestArgs: ArgumentParser<[mergeRequest?: MergeRequestRef]> = ([value]) =>
  isMergeRequestRef(value) ? [value] : [];
