import type { CiTrigger } from "../types.ts";
import { isMapping } from "./values.ts";

/**
 * Reads what a `trigger:` job starts: a pipeline of another project, or one of this project out of another CI file.
 * Anything else gives the text of what is wrong, to follow the job's name.
 */
export function readTrigger(value: unknown): CiTrigger | string {
  if (typeof value === "string") return { project: value, depend: false };
  if (!isMapping(value)) return ":trigger config has to be either a string or a hash";
  const { project, branch, include, strategy } = value;
  const depend = strategy === "depend";
  if (typeof project === "string" && include === undefined)
    return { project, depend, ...(typeof branch === "string" ? { branch } : {}) };
  const file = localFile(include);
  if (project !== undefined || file === undefined)
    return ":trigger needs a project, or one file of the repository to include; this service knows no other form";
  return { include: file.replace(/^\//, ""), depend };
}

function localFile(include: unknown): string | undefined {
  const only: unknown = Array.isArray(include) && include.length === 1 ? include[0] : include;
  if (typeof only === "string") return only;
  return isMapping(only) && typeof only["local"] === "string" ? only["local"] : undefined;
}
