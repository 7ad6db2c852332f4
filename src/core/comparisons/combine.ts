import { combinedIdentity, withIdentity } from "../../git/changeIdentity.ts";
import type { FileChange } from "../../git/fileChange.ts";

/**
 * Combines the changes of several commits, oldest first. Lines of files changed more than once are not counted; files
 * that were changed back are kept. Sorted by path.
 */
export function combineChanges(commits: readonly (readonly FileChange[])[]): FileChange[] {
  const files = new Map<string, FileChange>();
  for (const changes of commits) {
    // A commit is atomic: two files may have swapped their places.
    const before = new Map(files);
    for (const change of changes)
      if (change.status === "renamed" && files.get(change.oldPath) === before.get(change.oldPath))
        files.delete(change.oldPath);
    for (const change of changes) {
      const next = follow(change, before.get(change.status === "added" ? change.path : change.oldPath));
      if (next === undefined) files.delete(change.path);
      else if (next.path === change.path) files.set(change.path, next);
      else {
        // Moved back over its old path: it is keyed by its path in the base.
        files.delete(change.path);
        if (!files.has(next.path)) files.set(next.path, next);
      }
    }
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Returns the combined change of a file; undefined if nothing is left. */
function follow(change: FileChange, earlier: FileChange | undefined): FileChange | undefined {
  if (earlier === undefined) return change;
  const both = joined(change, earlier);
  return both && withIdentity(both, combinedIdentity(earlier, change));
}

function joined(change: FileChange, earlier: FileChange): FileChange | undefined {
  const {
    additions: _additions,
    deletions: _deletions,
    oldMode: _oldMode,
    oldSubmodule: _oldSubmodule,
    ...rest
  } = change;
  const old = {
    ...(earlier.oldMode === undefined ? {} : { oldMode: earlier.oldMode }),
    ...(earlier.oldSubmodule === undefined ? {} : { oldSubmodule: earlier.oldSubmodule }),
    ...(earlier.submodule || change.submodule ? { submodule: true } : {}),
    ...(earlier.binary || change.binary ? { binary: true } : {}),
  };
  const isNew = earlier.status === "added";
  if (change.status === "deleted")
    return isNew ? undefined : { ...rest, ...old, status: "deleted", path: earlier.oldPath, oldPath: earlier.oldPath };
  if (isNew) return { ...rest, ...old, status: "added", oldPath: change.path };
  return {
    ...rest,
    ...old,
    status: earlier.oldPath === change.path ? "modified" : "renamed",
    oldPath: earlier.oldPath,
  };
}
