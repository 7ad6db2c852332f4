import { Pace } from "../base/pace.ts";
import type { NamedPath } from "../problems/projectFiles.ts";
import { sourceFolders } from "./jacoco.ts";
import { copyFile, type CoverageReport, type FileReport, mergeFile } from "./report.ts";

/** The files of a project. */
export interface CoveredFiles<T> {
  /** Whether there may be a file with the name that a path ends with. */
  hasName(path: string): boolean;
  /** Finds a file by a path of the runner, given its checkout folders. */
  find(named: NamedPath, checkouts: readonly string[]): T | undefined;
}

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
 * Finds the files of reports and merges the coverage of those that are the same. Yields to other work.
 * @param keyOf identifies a file
 * @throws the signal's reason
 */
export async function placeReports<T>(
  reports: readonly ArtifactReport[],
  files: CoveredFiles<T>,
  keyOf: (file: T) => string,
  signal?: AbortSignal,
): Promise<PlacedCoverage<T>> {
  const pace = new Pace();
  const placed = new Map<string, PlacedFile<T>>();
  /** Files whose coverage is already a copy, which others are added to. */
  const merged = new Set<string>();
  const missing = new Set<string>();
  for (const { path, report } of reports) {
    const place = new ReportFolders(path, report);
    for (const one of report.files) {
      if (pace.due) await pace.rest(signal);
      const file = place.find(one.paths, files);
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
  /** Those that the report names itself. */
  private readonly named: readonly string[];

  constructor(path: string, { format, folders = [] }: CoverageReport) {
    const parts = path.split("/").slice(0, -1).slice(0, maxFolders);
    const above = parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}/`).concat("");
    this.folders = above.flatMap((folder) =>
      format === "jacoco" ? [...sourceFolders.map((sources) => `${folder}${sources}/`), folder] : [folder],
    );
    this.named = folders;
  }

  find<T>(given: readonly string[], files: CoveredFiles<T>): T | undefined {
    const known = given.filter((path) => files.hasName(path));
    const paths = known.flatMap((path) => (isAbsolute(path) ? [] : this.named.map((folder) => `${folder}/${path}`)));
    paths.push(...known);
    for (const path of paths) {
      const found = isAbsolute(path) ? files.find({ path }, []) : this.findBelow(path, files);
      if (found !== undefined) return found;
    }
    for (const path of paths) {
      const found = isAbsolute(path) ? undefined : files.find({ path }, []);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private findBelow<T>(path: string, files: CoveredFiles<T>): T | undefined {
    for (const [at, folder] of this.folders.entries()) {
      const found = files.find({ path: `${checkout}/${folder}${path}` }, [checkout]);
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
