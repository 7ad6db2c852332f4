import type { Entry } from "./ciDocument.ts";

/** Top-level keys that are not jobs. */
const settings = new Set([
  "default",
  "include",
  "stages",
  "variables",
  "workflow",
  "image",
  "services",
  "cache",
  "before_script",
  "after_script",
  "types",
  "<<",
]);

/** Returns whether a top-level key is a keyword. */
export const isSetting = (name: string): boolean => settings.has(name);

/** Returns whether an entry is a job that runs, not a hidden one. */
export const isJob = ({ name }: Entry): boolean => !isSetting(name) && !name.startsWith(".");
