import type { SystemHook } from "../../../api/resources/systemHooks.ts";
import { isObject, type ArgumentParser } from "../../../core/commands/arguments.ts";

/** A system hook as commands receive it. Hooks belong to an instance, not to a project. */
export interface SystemHookRef {
  readonly instance: string;
  readonly hook: Pick<SystemHook, "id" | "url"> & Partial<SystemHook>;
}

export const isSystemHookRef = (value: unknown): value is SystemHookRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["hook"]) &&
  typeof value["hook"]["id"] === "number" &&
  typeof value["hook"]["url"] === "string";

export const systemHookArgs: ArgumentParser<[hook?: SystemHookRef]> = ([value]) =>
  isSystemHookRef(value) ? [value] : [];
