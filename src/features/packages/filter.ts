import type { GroupRef } from "../../core/groups/findGroup.ts";
import { filterMemory } from "../../core/tree/filterMemory.ts";

/** What the Packages view is narrowed to, and whose feed it shows. */
export interface PackageFilter {
  readonly search?: string;
  /** Prereleases are shown unless this says otherwise, as the service does (Part 1, Package feeds). */
  readonly prerelease?: false;
  /** The project's own feed when left out. */
  readonly group?: GroupRef;
}

/** A filter from anything: takes what is well formed, drops the rest. */
export function toPackageFilter(value: unknown): PackageFilter {
  if (typeof value !== "object" || value === null) return {};
  const { search, prerelease, group } = value as Readonly<Record<string, unknown>>;
  const known = toGroup(group);
  return {
    ...(typeof search === "string" && search.trim() !== "" && { search: search.trim() }),
    ...(prerelease === false && { prerelease }),
    ...(known && { group: known }),
  };
}

function toGroup(value: unknown): GroupRef | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, path } = value as Readonly<Record<string, unknown>>;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 && typeof path === "string" && path !== ""
    ? { id, path }
    : undefined;
}

/** Whether rows are left out; whose feed it is leaves none out. */
export const isNarrowed = ({ search, prerelease }: PackageFilter): boolean =>
  search !== undefined || prerelease === false;

export const packageFilters = filterMemory<PackageFilter>(
  "packageFilter",
  toPackageFilter,
  (filter) => Object.keys(filter).length > 0,
);
