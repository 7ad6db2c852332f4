import type { Memory } from "../base/memory.ts";
import type { ProjectScope } from "../base/refs.ts";

/** What a view of a project is narrowed to, kept in workspaceState. */
export interface FilterMemory<F> {
  read(memory: Memory, scope: ProjectScope): F;
  write(memory: Memory, scope: ProjectScope, filter: F): Promise<void>;
}

/**
 * @param name tells views apart
 * @param parse makes a filter of anything that may be kept: takes what is well formed and drops the rest
 * @param narrows whether a filter leaves anything out; one that does not takes no room
 */
export function filterMemory<F>(
  name: string,
  parse: (kept: unknown) => F,
  narrows: (filter: F) => boolean,
): FilterMemory<F> {
  const keyOf = ({ instance, project }: ProjectScope): string => `forgeline.${name}:${instance} ${project}`;
  return {
    read: (memory, scope) => parse(memory.get(keyOf(scope))),
    write: async (memory, scope, filter) => {
      const kept = parse(filter);
      await memory.update(keyOf(scope), narrows(kept) ? kept : undefined);
    },
  };
}
