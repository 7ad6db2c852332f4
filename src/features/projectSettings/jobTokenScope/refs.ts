import type { ProjectScope } from "../../../core/base/refs.ts";
import { isScope, isObject, type ArgumentParser } from "../../../core/commands/arguments.ts";

/** What commands about the job token scope take: an entry of one of a project's two lists. */
export interface JobTokenEntryRef extends ProjectScope {
  /** Without a name where the host tells none, as of what was deleted. */
  readonly entry: { readonly of: "project" | "group"; readonly id: number; readonly name?: string };
}
export const isJobTokenEntryRef = (value: unknown): value is JobTokenEntryRef =>
  isScope(value) &&
  isObject(value["entry"]) &&
  typeof value["entry"]["id"] === "number" &&
  (value["entry"]["of"] === "project" || value["entry"]["of"] === "group");

export const jobTokenEntryArgs: ArgumentParser<[entry?: JobTokenEntryRef]> = ([value]) =>
  isJobTokenEntryRef(value) ? [value] : [];
