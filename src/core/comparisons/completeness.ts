import type { FileChange } from "../../git/fileChange.ts";

/** Lines added and removed by a commit. */
export interface LineCounts {
  readonly additions: number;
  readonly deletions: number;
}

/** Lines of a file before and after; 0 if it is missing or binary. */
export interface FileLines {
  readonly before: number;
  readonly after: number;
}

/** Whether a host's list of changed files is complete; `unclear` if lines of some files must be counted first. */
export type Completeness = "complete" | "cut" | "unclear";

/** Returns whether the lines of a file are unknown. */
const isUncounted = ({ binary, additions }: FileChange): boolean => binary !== true && additions === undefined;
/** Returns whether a file is renamed; hosts may count renames as deletion and addition of the whole file. */
const isRenamed = ({ status, binary }: FileChange): boolean => status === "renamed" && binary !== true;

/** Returns the files whose line counts are uncertain. */
export const uncertainFiles = (files: readonly FileChange[]): readonly FileChange[] =>
  files.filter((file) => isUncounted(file) || isRenamed(file));

/** Returns the sum of the known line counts. */
export function countedLines(files: readonly FileChange[]): LineCounts {
  let [additions, deletions] = [0, 0];
  for (const file of files) {
    additions += file.additions ?? 0;
    deletions += file.deletions ?? 0;
  }
  return { additions, deletions };
}

/**
 * Checks a list against the commit's line counts: hosts truncate large lists silently, but `stats` counts all lines
 * (Part 2, Commits). Lines missing from the list must belong to files with uncertain counts; otherwise the list is
 * truncated.
 * @param lines of the uncertain files, once known
 */
export function completenessByLines(
  counted: LineCounts,
  files: readonly FileChange[],
  lines?: ReadonlyMap<FileChange, FileLines>,
): Completeness {
  const known = countedLines(files);
  const [added, deleted] = [counted.additions - known.additions, counted.deletions - known.deletions];
  // More lines than counted: the host counts differently.
  if (added < 0 || deleted < 0 || (added === 0 && deleted === 0)) return "complete";
  const open = uncertainFiles(files);
  return lines === undefined ? withoutLines(added, deleted, open) : withLines(added, deleted, open, lines);
}

/** Decides by the kinds of files alone: added files delete nothing, and renames add as many lines as they delete. */
function withoutLines(added: number, deleted: number, open: readonly FileChange[]): Completeness {
  const uncounted = open.filter(isUncounted);
  const renames = open.some(isRenamed);
  const mayAdd = uncounted.some(({ status }) => status !== "deleted");
  const mayDelete = uncounted.some(({ status }) => status !== "added");
  if (mayAdd && mayDelete) return "unclear";
  if (mayAdd) return deleted === 0 || (renames && added >= deleted) ? "unclear" : "cut";
  if (mayDelete) return added === 0 || (renames && deleted >= added) ? "unclear" : "cut";
  return renames && added === deleted ? "unclear" : "cut";
}

/**
 * Decides by line counts: the difference of added and deleted lines is the growth of the file, and neither exceeds its
 * length.
 */
function withLines(
  added: number,
  deleted: number,
  open: readonly FileChange[],
  lines: ReadonlyMap<FileChange, FileLines>,
): Completeness {
  let [growth, mostAdded, mostDeleted] = [0, 0, 0];
  for (const file of open) {
    const { before, after } = lines.get(file) ?? { before: 0, after: 0 };
    if (isUncounted(file)) growth += after - before;
    mostAdded += after - (file.additions ?? 0);
    mostDeleted += before - (file.deletions ?? 0);
  }
  return added - deleted !== growth || added > mostAdded || deleted > mostDeleted ? "cut" : "complete";
}

/** Returns whether a list ends at a typical limit, a round number from 1,000 on. */
export const endsAtLimit = (files: readonly FileChange[]): boolean => files.length >= 1_000 && files.length % 100 === 0;

/**
 * Checks a list against the host's count of files (Part 3, `changes_count`): `12`, or `1000+`.
 * @param listed number of listed files
 * @returns undefined if unknown
 */
export function completenessByCount(
  told: string | null | undefined,
  listed: number,
): Exclude<Completeness, "unclear"> | undefined {
  const [, digits, more] = /^(\d+)(\+?)$/.exec(told ?? "") ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits);
  if (count > listed || (count === listed && more === "+")) return "cut";
  return count === listed ? "complete" : undefined;
}
