import type { Entry } from "./ciDocument.ts";

/** Names at the top level that are no jobs. */
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

/** Whether a name at the top level is kept for something else than jobs. */
export const isSetting = (name: string): boolean => settings.has(name);

/** Whether an entry is a job that runs; those whose name starts with a dot are only there for others. */
export const isJob = ({ name }: Entry): boolean => !isSetting(name) && !name.startsWith(".");
