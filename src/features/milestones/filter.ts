import { filterMemory } from "../../core/tree/filterMemory.ts";

/** What the Milestones view is narrowed to. */
export interface MilestoneFilter {
  /** Part of the title or the description. */
  readonly search?: string;
}

/** A filter from anything: takes what is well formed, drops the rest. */
export function toMilestoneFilter(value: unknown): MilestoneFilter {
  if (typeof value !== "object" || value === null) return {};
  const { search } = value as Readonly<Record<string, unknown>>;
  return typeof search === "string" && search.trim() !== "" ? { search: search.trim() } : {};
}

export const milestoneFilters = filterMemory<MilestoneFilter>(
  "milestoneFilter",
  toMilestoneFilter,
  ({ search }) => search !== undefined,
);
