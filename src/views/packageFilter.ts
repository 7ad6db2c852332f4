import { filterMemory } from "./filterMemory.ts";

/** What the Packages view is narrowed to. */
export interface PackageFilter {
  readonly search?: string;
  /** Prereleases are shown unless this says otherwise, as the service does (Part 1, Package feeds). */
  readonly prerelease?: false;
}

/** A filter from anything: takes what is well formed, drops the rest. */
export function toPackageFilter(value: unknown): PackageFilter {
  if (typeof value !== "object" || value === null) return {};
  const { search, prerelease } = value as Readonly<Record<string, unknown>>;
  return {
    ...(typeof search === "string" && search.trim() !== "" && { search: search.trim() }),
    ...(prerelease === false && { prerelease }),
  };
}

export const packageFilters = filterMemory<PackageFilter>("packageFilter", toPackageFilter, (filter) => Object.keys(filter).length > 0);
