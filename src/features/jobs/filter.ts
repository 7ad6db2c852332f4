import { filterMemory } from "../../core/filters/filterMemory.ts";

/** Filter of the Jobs view: the statuses to show; none for all jobs. */
export type JobScope = readonly string[];

const toJobScope = (kept: unknown): JobScope =>
  Array.isArray(kept)
    ? [...new Set(kept.filter((status): status is string => typeof status === "string" && status !== ""))]
    : [];

export const jobScopes = filterMemory<JobScope>("jobScope", toJobScope);
