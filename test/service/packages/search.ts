import type { PackageRecord } from "./records.ts";
import { isPrerelease } from "./versions.ts";

export interface PackageSearch {
  readonly q: string;
  readonly skip: number;
  readonly take: number;
  readonly prerelease: boolean;
}

export interface FoundPackage {
  readonly latest: PackageRecord;
  /** Lowest first. */
  readonly versions: readonly PackageRecord[];
}

/**
 * Packages whose name holds the text, in any letter case, by name; `records` come by name and version. Without prereleases,
 * a package that has nothing else is not found. `total` counts all that were found.
 */
export function searchPackages(
  records: readonly PackageRecord[],
  search: PackageSearch,
): { total: number; found: FoundPackage[] } {
  const wanted = search.q.trim().toLowerCase();
  const offered = records.filter(
    ({ manifest }) =>
      manifest.id.toLowerCase().includes(wanted) && (search.prerelease || !isPrerelease(manifest.version)),
  );
  const byName = new Map<string, PackageRecord[]>();
  for (const record of offered) {
    const name = record.manifest.id.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), record]);
  }
  const packages = [...byName.values()];
  const found = packages
    .slice(search.skip, search.skip + search.take)
    .map((versions) => ({ versions, latest: versions.at(-1)! }));
  return { total: packages.length, found };
}
