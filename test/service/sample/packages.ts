import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makePackage, makeSymbolPackage, type PackageSpec } from "../packages/nupkg.ts";
import type { PackageStore } from "../packages/store.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";

const day = 24 * 60 * 60_000;

interface Sample extends Omit<PackageSpec, "version"> {
  /** Oldest first. */
  readonly versions: readonly string[];
  /** The symbols of these versions are published too. */
  readonly symbols?: readonly string[];
}

const samples = JSON.parse(readFileSync(join(import.meta.dirname, "packages.json"), "utf8")) as readonly Sample[];

/** Fills a project's feed: six packages, with prereleases, dependencies and symbols, published over the last two months. */
export function publishSamplePackages(store: PackageStore, project: ProjectRecord, creator: UserRecord, now: number): void {
  for (const [index, { versions, symbols, ...rest }] of samples.entries()) {
    for (const [nth, version] of versions.entries()) {
      const spec: PackageSpec = { ...rest, version };
      store.publish(project, creator, makePackage(spec), now - (versions.length - nth) * 11 * day + index * 3_600_000);
      if (symbols?.includes(version) === true) store.publishSymbols(project, makeSymbolPackage(spec));
    }
  }
}
