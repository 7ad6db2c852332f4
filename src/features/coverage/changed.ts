import { isCancelled } from "../../core/base/errors.ts";
import { changesOfMergeRequest } from "../../core/comparisons/changes.ts";
import type { Changes, FileChange } from "../../core/comparisons/comparison.ts";
import { sameLines } from "../../core/comparisons/sameLines.ts";
import type { Context } from "../../core/context.ts";
import { type ChangedCoverage, changedCoverage, changedLines } from "../../core/coverage/changedLines.ts";
import { moveLines } from "../../core/coverage/moved.ts";
import { type ArtifactReport, type CoveredFiles, placeReports } from "../../core/coverage/placing.ts";
import { addRatios, type FileReport, type Ratio } from "../../core/coverage/report.ts";
import { FileLines } from "../../core/files/fileLines.ts";
import type { MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { ProjectPaths } from "../../core/problems/paths.ts";
import { type OpenFiles, ProjectFiles } from "../../core/problems/projectFiles.ts";
import type { CoverageSource } from "./source.ts";

/** Limit of files whose texts are read. */
const maxFiles = 500;
const atOnce = 4;

/** A changed file with the coverage of its changed lines. */
export interface ChangedFileCoverage extends ChangedCoverage {
  readonly file: FileChange;
}

/** Coverage of the changed lines of a merge request. */
export interface RequestCoverage extends Ratio {
  readonly changes: Changes;
  /** Files with uncovered lines, in the order of the changes. */
  readonly files: readonly ChangedFileCoverage[];
  /** Whether some files are not counted: there are too many, the host does not list them, or they could not be read. */
  readonly cut: boolean;
}

/**
 * Compares the changes of a merge request with the coverage of its pipeline.
 * @throws ApiError, FileSystemError, UserError when it has no commits
 */
export async function coverageOfChanges(
  context: Context,
  ref: MergeRequestRef,
  source: CoverageSource,
  reports: readonly ArtifactReport[],
  signal: AbortSignal,
): Promise<RequestCoverage> {
  const changes = await changesOfMergeRequest(context, ref, signal);
  const byPath = new Map(
    changes.files
      .filter(({ status, binary, submodule }) => status !== "deleted" && binary !== true && submodule !== true)
      .map((file) => [file.path, file]),
  );
  const files = filesOf(await new ProjectFiles(context).of(ref), byPath, String(ref.project));
  const { files: placed } = await placeReports(reports, files, (path) => path, signal);
  const covered = new Map(placed.map(({ file, report }) => [file, report]));
  const all = [...byPath.values()].flatMap((file) => {
    const report = covered.get(file.path);
    return report ? [{ file, report }] : [];
  });
  const compared: ChangedFileCoverage[] = [];
  const texts = new FileLines();
  for (let at = 0; at < Math.min(all.length, maxFiles); at += atOnce) {
    signal.throwIfAborted();
    const part = all.slice(at, Math.min(at + atOnce, maxFiles));
    const results = await Promise.all(
      part.map((one) =>
        compare(texts, changes, source, one).catch((error: unknown) => {
          if (isCancelled(error)) throw error;
          context.report.background(error, "Compare a changed file with its coverage");
          return undefined;
        }),
      ),
    );
    compared.push(...results.filter((one) => one !== undefined));
  }
  return {
    ...addRatios(compared),
    changes,
    files: compared.filter(({ uncovered }) => uncovered.length > 0),
    cut: compared.length < all.length || changes.missing !== undefined,
  };
}

/** Returns the changed files by paths of reports: among all files of a clone, which may lack new ones. */
function filesOf(
  open: OpenFiles | undefined,
  changed: ReadonlyMap<string, FileChange>,
  project: string,
): CoveredFiles<string> {
  const paths = new ProjectPaths(changed.keys());
  return {
    hasName: (path) => open?.hasName(path) === true || paths.hasName(path),
    find: (named, checkouts) => open?.findPath(named, checkouts) ?? paths.find(named.path, { checkouts, project }),
  };
}

async function compare(
  texts: FileLines,
  { comparison }: Changes,
  { commit }: CoverageSource,
  { file, report }: { readonly file: FileChange; readonly report: FileReport },
): Promise<ChangedFileCoverage> {
  const { instance, project, base, head, headProject: fork } = comparison;
  const at = (ref: string, path: string): Promise<readonly string[]> =>
    texts.of({ instance, project, path, ref }, "utf8", { fork });
  const [before, now] = await Promise.all([file.status === "added" ? [] : at(base, file.oldPath), at(head, file.path)]);
  // Pipelines of merged results run for another commit.
  const isSame = commit === undefined || commit === head;
  const moved = isSame ? report : moveLines(report, sameLines(await at(commit, file.path), now));
  return { file, ...changedCoverage(moved, changedLines(before, now)) };
}
