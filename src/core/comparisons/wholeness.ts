import type { FileChange } from "../../git/fileChange.ts";

/** Lines that a commit adds and removes. */
export interface LineCounts {
  readonly additions: number;
  readonly deletions: number;
}

/** Lines of one file before and after, nothing where there is no file or git sees no lines in it. */
export interface FileLines {
  readonly before: number;
  readonly after: number;
}

/**
 * Whether a host's list of changed files is all of them: `cut` is certain, and `unclear` says that the lines of some of the files
 * have to be known first.
 */
export type Wholeness = "whole" | "cut" | "unclear";

/** Nobody counted its lines, so some of the commit's may be its own. */
const isUncounted = ({ binary, additions }: FileChange): boolean => binary !== true && additions === undefined;
/** Hosts that find fewer renames when they count count the whole file as deleted, and as new. */
const isRenamed = ({ status, binary }: FileChange): boolean => status === "renamed" && binary !== true;

/** Files that leave it open which lines of the commit are theirs. */
export const openFiles = (files: readonly FileChange[]): readonly FileChange[] =>
  files.filter((file) => isUncounted(file) || isRenamed(file));

/** Lines that the files with known numbers add and remove together. */
export function countedLines(files: readonly FileChange[]): LineCounts {
  let [additions, deletions] = [0, 0];
  for (const file of files) {
    additions += file.additions ?? 0;
    deletions += file.deletions ?? 0;
  }
  return { additions, deletions };
}

/**
 * Hosts end the list of a very large commit without a word, but count the lines of all of it (Part 2, Commits, `stats`). What the
 * files of the list leave of them has to be explained by those files whose lines are not known for sure; else there are more files.
 * @param lines of the open files, once they are known
 */
export function wholenessByLines(
  counted: LineCounts,
  files: readonly FileChange[],
  lines?: ReadonlyMap<FileChange, FileLines>,
): Wholeness {
  const known = countedLines(files);
  const [added, deleted] = [counted.additions - known.additions, counted.deletions - known.deletions];
  // A list that has more than there is was counted in another way.
  if (added < 0 || deleted < 0 || (added === 0 && deleted === 0)) return "whole";
  const open = openFiles(files);
  return lines === undefined ? withoutLines(added, deleted, open) : withLines(added, deleted, open, lines);
}

/** What can be told by the kinds of files alone: new ones delete nothing, and a rename adds as many lines as it deletes. */
function withoutLines(added: number, deleted: number, open: readonly FileChange[]): Wholeness {
  const uncounted = open.filter(isUncounted);
  const renames = open.some(isRenamed);
  const mayAdd = uncounted.some(({ status }) => status !== "deleted");
  const mayDelete = uncounted.some(({ status }) => status !== "added");
  if (mayAdd && mayDelete) return "unclear";
  if (mayAdd) return deleted === 0 || (renames && added >= deleted) ? "unclear" : "cut";
  if (mayDelete) return added === 0 || (renames && deleted >= added) ? "unclear" : "cut";
  return renames && added === deleted ? "unclear" : "cut";
}

/** However lines are counted, a file grows by as many as it is longer; and no file has more than all of its lines. */
function withLines(
  added: number,
  deleted: number,
  open: readonly FileChange[],
  lines: ReadonlyMap<FileChange, FileLines>,
): Wholeness {
  let [growth, mostAdded, mostDeleted] = [0, 0, 0];
  for (const file of open) {
    const { before, after } = lines.get(file) ?? { before: 0, after: 0 };
    if (isUncounted(file)) growth += after - before;
    mostAdded += after - (file.additions ?? 0);
    mostDeleted += before - (file.deletions ?? 0);
  }
  return added - deleted !== growth || added > mostAdded || deleted > mostDeleted ? "cut" : "whole";
}

/** Hosts end lists at round numbers of files from a thousand on; files without lines beyond that leave no other trace. */
export const endsAtLimit = (files: readonly FileChange[]): boolean => files.length >= 1_000 && files.length % 100 === 0;

/**
 * The same by the host's own count of the files between two commits (Part 3, `changes_count`): `12`, or of very many `1000+`.
 * Undefined when it does not tell.
 * @param listed how many files the list has
 */
export function wholenessByCount(
  told: string | null | undefined,
  listed: number,
): Exclude<Wholeness, "unclear"> | undefined {
  const [, digits, more] = /^(\d+)(\+?)$/.exec(told ?? "") ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits);
  if (count > listed || (count === listed && more === "+")) return "cut";
  return count === listed ? "whole" : undefined;
}
