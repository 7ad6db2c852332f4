import type { Memory } from "../base/memory.ts";
import type { ProjectScope } from "../base/refs.ts";
import { filterMemory } from "../tree/filterMemory.ts";

/** What the Pipelines view is narrowed to; the names and values are those of the service (Part 2, Pipelines). */
export interface PipelineFilter {
  readonly status?: string;
  readonly ref?: string;
  readonly sha?: string;
  readonly source?: string;
  readonly scope?: "running" | "pending" | "finished" | "branches" | "tags";
  readonly username?: string;
  readonly name?: string;
  /** ISO 8601 */
  readonly updated_after?: string;
  /** ISO 8601 */
  readonly updated_before?: string;
  /** Only pipelines with an invalid configuration. */
  readonly yaml_errors?: boolean;
  readonly order_by?: "id" | "status" | "ref" | "updated_at" | "user_id";
  readonly sort?: "asc" | "desc";
}

export const pipelineScopes = ["running", "pending", "finished", "branches", "tags"] as const;
export const pipelineOrders = ["id", "status", "ref", "updated_at", "user_id"] as const;
export const sortDirections = ["asc", "desc"] as const;

const texts = ["status", "ref", "sha", "source", "username", "name", "updated_after", "updated_before"] as const;

const oneOf = <const T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

/** A filter from anything: takes what is well formed, drops empty texts and the rest. */
export function toPipelineFilter(value: unknown): PipelineFilter {
  if (typeof value !== "object" || value === null) return {};
  const given = value as Readonly<Record<string, unknown>>;
  const filter: Record<string, unknown> = {};
  for (const key of texts) {
    const text = given[key];
    if (typeof text === "string" && text.trim() !== "") filter[key] = text.trim();
  }
  const scope = oneOf(pipelineScopes, given["scope"]);
  if (scope) filter["scope"] = scope;
  if (given["yaml_errors"] === true) filter["yaml_errors"] = true;
  const order = oneOf(pipelineOrders, given["order_by"]);
  if (order && order !== "id") filter["order_by"] = order;
  const sort = oneOf(sortDirections, given["sort"]);
  if (sort && sort !== "desc") filter["sort"] = sort;
  return filter;
}

/** Whether the list is as the service gives it: all pipelines, newest first. */
export const isUnfiltered = (filter: PipelineFilter): boolean => Object.keys(filter).length === 0;

const filters = filterMemory<PipelineFilter>("pipelineFilter", toPipelineFilter, (filter) => !isUnfiltered(filter));

/** The filter kept for a project in workspaceState. */
export function readPipelineFilter(memory: Memory, scope: ProjectScope): PipelineFilter {
  return filters.read(memory, scope);
}

/** Keeps a filter for a project; an empty one takes no room. */
export async function writePipelineFilter(memory: Memory, scope: ProjectScope, filter: PipelineFilter): Promise<void> {
  await filters.write(memory, scope, filter);
}
