import type { CommitDiffEntry } from "../../api/resources/commitTypes.ts";
import { changeIdentity, withIdentity } from "../../git/changeIdentity.ts";
import { type FileChange, fileMode, SUBMODULE_MODE } from "../../git/fileChange.ts";

/** A commit's diff from the host. */
export interface HostDiff {
  readonly files: readonly FileChange[];
  /** Number of files whose diff was omitted because of its size. */
  readonly withheld: number;
}

/** Reads the entries of a commit's diff (Part 2, Commit diff entry). */
export function readHostDiff(entries: readonly CommitDiffEntry[]): HostDiff {
  return { files: entries.map(toFileChange), withheld: entries.filter(isWithheld).length };
}

function toFileChange(entry: CommitDiffEntry): FileChange {
  const oldMode = entry.new_file ? undefined : fileMode(entry.a_mode);
  const newMode = entry.deleted_file ? undefined : fileMode(entry.b_mode);
  const submodule = oldMode === SUBMODULE_MODE || newMode === SUBMODULE_MODE;
  const file = {
    status: statusOf(entry, oldMode, newMode),
    path: entry.deleted_file ? entry.old_path : entry.new_path,
    oldPath: entry.new_file ? entry.new_path : entry.old_path,
    ...(oldMode === undefined ? {} : { oldMode }),
    ...(newMode === undefined ? {} : { newMode }),
  };
  // An empty diff may be one that the host left out.
  const isTold = !isEmpty(entry) || (entry.too_large === false && !isWithheld(entry));
  const identity = isTold ? changeIdentity(file, entry.diff ?? "") : undefined;
  return withIdentity(
    {
      ...file,
      ...(submodule ? { submodule, ...commitsOf(entry.diff ?? "") } : {}),
      ...(isBinary(entry) ? { binary: true } : countLines(entry)),
    },
    identity,
  );
}

function statusOf(
  entry: CommitDiffEntry,
  oldMode: string | undefined,
  newMode: string | undefined,
): FileChange["status"] {
  if (entry.new_file) return "added";
  if (entry.deleted_file) return "deleted";
  if (entry.renamed_file) return "renamed";
  return oldMode !== undefined && newMode !== undefined && oldMode.slice(0, 3) !== newMode.slice(0, 3)
    ? "typeChanged"
    : "modified";
}

const isBinary = ({ diff }: CommitDiffEntry): boolean =>
  /^(Binary files |GIT binary patch)/m.test(diff?.split(/^@@ /m, 1)[0] ?? "");

const isEmpty = ({ diff }: Pick<CommitDiffEntry, "diff">): boolean => (diff ?? "") === "";

/** Some hosts omit large diffs without a flag: the diff is empty although only the content can have changed. */
function isWithheld(entry: CommitDiffEntry): boolean {
  if (entry.too_large === true || entry.collapsed === true) return isEmpty(entry);
  const onlyContent = !entry.new_file && !entry.deleted_file && !entry.renamed_file && entry.a_mode === entry.b_mode;
  return isEmpty(entry) && onlyContent;
}

function countLines(entry: CommitDiffEntry): Pick<FileChange, "additions" | "deletions"> {
  if (isEmpty(entry)) {
    // An empty complete diff: only name or mode changed, or the file is empty.
    const told = entry.too_large === false && entry.collapsed !== true && !isWithheld(entry);
    return told ? { additions: 0, deletions: 0 } : {};
  }
  const lines = (entry.diff ?? "").split("\n");
  let [additions, deletions] = [0, 0];
  // Some hosts include the file headers before the first hunk.
  for (const line of lines.slice(
    Math.max(
      0,
      lines.findIndex((text) => text.startsWith("@@")),
    ),
  )) {
    if (line.startsWith("+")) additions += 1;
    else if (line.startsWith("-")) deletions += 1;
  }
  return { additions, deletions };
}

function commitsOf(diff: string): Pick<FileChange, "oldSubmodule" | "newSubmodule"> {
  const [, before] = /^-Subproject commit ([0-9a-f]+)/m.exec(diff) ?? [];
  const [, after] = /^\+Subproject commit ([0-9a-f]+)/m.exec(diff) ?? [];
  return {
    ...(before === undefined ? {} : { oldSubmodule: before }),
    ...(after === undefined ? {} : { newSubmodule: after }),
  };
}
