import { filterMemory } from "../../core/tree/filterMemory.ts";

/** The statuses that the Jobs view of a project is narrowed to; none: all jobs. */
export type JobScope = readonly string[];

/** Anything that is no status is dropped. */
const toJobScope = (kept: unknown): JobScope =>
  Array.isArray(kept)
    ? [...new Set(kept.filter((status): status is string => typeof status === "string" && status !== ""))]
    : [];

export const jobScopes = filterMemory<JobScope>("jobScope", toJobScope, (scope) => scope.length > 0);
