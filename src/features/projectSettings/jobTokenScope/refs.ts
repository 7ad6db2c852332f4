import type { ProjectScope } from "../../../core/base/refs.ts";
import { isScope, isObject, type ArgumentParser } from "../../../core/commands/arguments.ts";

/** Argument of job token scope commands: an entry of a project's allowlists. */
export interface JobTokenEntryRef extends ProjectScope {
  /** Deleted projects and groups have no name. */
  readonly entry: { readonly of: "project" | "group"; readonly id: number; readonly name?: string };
}
export const isJobTokenEntryRef = (value: unknown): value is JobTokenEntryRef =>
  isScope(value) &&
  isObject(value["entry"]) &&
  typeof value["entry"]["id"] === "number" &&
  (value["entry"]["of"] === "project" || value["entry"]["of"] === "group");

export const jobTokenEntryArgs: ArgumentParser<[entry?: JobTokenEntryRef]> = ([value]) =>
  isJobTokenEntryRef(value) ? [value] : [];
