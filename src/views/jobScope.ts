import type { ProjectScope } from "../refs.ts";
import type { Memory } from "../memory.ts";

const keyOf = ({ instance, project }: ProjectScope): string => `forgeline.jobScope:${instance} ${project}`;

/** The statuses that the Jobs view of a project is narrowed to, from workspaceState; anything that is no status is dropped. */
export function readJobScope(memory: Memory, scope: ProjectScope): readonly string[] {
  const kept = memory.get(keyOf(scope));
  return Array.isArray(kept) ? [...new Set(kept.filter((status): status is string => typeof status === "string" && status !== ""))] : [];
}

/** Keeps the statuses for a project; none takes no room. */
export async function writeJobScope(memory: Memory, scope: ProjectScope, statuses: readonly string[]): Promise<void> {
  await memory.update(keyOf(scope), statuses.length === 0 ? undefined : [...statuses]);
}
