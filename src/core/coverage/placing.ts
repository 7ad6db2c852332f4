import type { NamedPath } from "../problems/projectFiles.ts";
import { sourceFolders } from "./jacoco.ts";
import { copyFile, type CoverageReport, type FileReport, mergeFile } from "./report.ts";

/** Finds a file of the project by a path of the runner, given its checkout folders. */
export type FindFile<T> = (named: NamedPath, checkouts: readonly string[]) => T | undefined;

/** A report with its path in the job's archive, which archives keep from the checkout. */
export interface ArtifactReport {
  readonly path: string;
  readonly report: CoverageReport;
}

/** Merged coverage of a file of the project. */
export interface PlacedFile<T> {
  readonly file: T;
  readonly report: FileReport;
}

export interface PlacedCoverage<T> {
  readonly files: readonly PlacedFile<T>[];
  /** Paths of files that are not in the project, without duplicates. */
  readonly missing: readonly string[];
}

/** Stands for the folder of the checkout: only whole paths below it are found, not ends of paths. */
const checkout = "/.checkout";
const maxFolders = 12;

/**
 * Finds the files of reports and merges the coverage of those that are the same.
 * @param keyOf identifies a file
 */
export function placeReports<T>(
  reports: readonly ArtifactReport[],
  find: FindFile<T>,
  keyOf: (file: T) => string,
): PlacedCoverage<T> {
  const placed = new Map<string, PlacedFile<T>>();
  /** Files whose coverage is already a copy, which others are added to. */
  const merged = new Set<string>();
  const missing = new Set<string>();
  for (const { path, report } of reports) {
    const place = new ReportFolders(path, report.format === "jacoco");
    for (const one of report.files) {
      const file = place.find(one.paths, find);
      if (file === undefined) {
        missing.add(one.paths.at(-1) ?? "");
        continue;
      }
      const key = keyOf(file);
      const known = placed.get(key);
      if (known === undefined) {
        placed.set(key, { file, report: one });
        continue;
      }
      const into = merged.has(key) ? known : { file, report: copyFile(known.report) };
      mergeFile(into.report, one);
      placed.set(key, into);
      merged.add(key);
    }
  }
  return { files: [...placed.values()], missing: [...missing] };
}

/** The folders that paths of a report may be relative to: those above the report, so that reports of packages find their own files. */
class ReportFolders {
  private readonly folders: string[];

  constructor(path: string, isJacoco: boolean) {
    const parts = path.split("/").slice(0, -1).slice(0, maxFolders);
    const above = parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}/`).concat("");
    this.folders = above.flatMap((folder) =>
      isJacoco ? [...sourceFolders.map((sources) => `${folder}${sources}/`), folder] : [folder],
    );
  }

  find<T>(paths: readonly string[], find: FindFile<T>): T | undefined {
    for (const path of paths) {
      const found = isAbsolute(path) ? find({ path }, []) : this.findBelow(path, find);
      if (found !== undefined) return found;
    }
    for (const path of paths) {
      const found = isAbsolute(path) ? undefined : find({ path }, []);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private findBelow<T>(path: string, find: FindFile<T>): T | undefined {
    for (const [at, folder] of this.folders.entries()) {
      const found = find({ path: `${checkout}/${folder}${path}` }, [checkout]);
      if (found === undefined) continue;
      // Most files of a report are in the same folder.
      this.folders.splice(at, 1);
      this.folders.unshift(folder);
      return found;
    }
    return undefined;
  }
}

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/]|file:)/.test(path);
