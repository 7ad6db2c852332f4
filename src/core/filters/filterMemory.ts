import type { Memory } from "../base/memory.ts";
import type { ProjectScope } from "../base/refs.ts";

/** Stores the filter of a view in workspaceState, per project; for a filter per host the project is empty. */
export interface FilterMemory<F> {
  read(memory: Memory, scope: ProjectScope): F;
  write(memory: Memory, scope: ProjectScope, filter: F): Promise<void>;
}

/**
 * Creates the memory of one view's filter.
 * @param name part of the key, one per view
 * @param parse returns the well-formed parts of a stored filter; an empty filter is not stored
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
