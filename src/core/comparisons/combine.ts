import type { FileChange } from "../../git/fileChange.ts";

/**
 * What several commits did together, each given as its own changes, oldest first. Lines of a file that more than one of
 * them touched are not counted; a file that was changed and changed back stays in the list. In the order of paths.
 */
export function combineChanges(commits: readonly (readonly FileChange[])[]): FileChange[] {
  const files = new Map<string, FileChange>();
  for (const changes of commits) {
    // All of a commit happens at once: two files may have changed places.
    const before = new Map(files);
    for (const change of changes)
      if (change.status === "renamed" && files.get(change.oldPath) === before.get(change.oldPath))
        files.delete(change.oldPath);
    for (const change of changes) {
      const next = follow(change, before.get(change.status === "added" ? change.path : change.oldPath));
      if (next === undefined) files.delete(change.path);
      else if (next.path === change.path) files.set(change.path, next);
      else {
        // It is gone from the place that it was moved to: what is left is that the base had it elsewhere.
        files.delete(change.path);
        if (!files.has(next.path)) files.set(next.path, next);
      }
    }
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** A file after one more change; undefined when nothing is left of it. */
function follow(change: FileChange, earlier: FileChange | undefined): FileChange | undefined {
  if (earlier === undefined) return change;
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
