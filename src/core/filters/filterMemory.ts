import type { Memory } from "../base/memory.ts";
import type { ProjectScope } from "../base/refs.ts";

/** Keeps the filter of a view in workspaceState, per project; one of a host has an empty project. */
export interface FilterMemory<F> {
  read(memory: Memory, scope: ProjectScope): F;
  write(memory: Memory, scope: ProjectScope, filter: F): Promise<void>;
}

/**
 * @param name part of the key, one per view
 * @param parse makes a filter of whatever was stored: keeps what is well formed, drops the rest; an empty result is not stored
 */
export function filterMemory<F extends object>(name: string, parse: (stored: unknown) => F): FilterMemory<F> {
  const keyOf = ({ instance, project }: ProjectScope): string => `forgeline.${name}:${instance} ${project}`;
  return {
    read: (memory, scope) => parse(memory.get(keyOf(scope))),
    write: async (memory, scope, filter) => {
      const kept = parse(filter);
      await memory.update(keyOf(scope), Object.keys(kept).length > 0 ? kept : undefined);
    },
  };
}
