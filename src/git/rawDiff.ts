import { type FileChange, fileMode, SUBMODULE_MODE } from "./fileChange.ts";

const statuses: Readonly<Record<string, FileChange["status"]>> = {
  A: "added",
  C: "added",
  D: "deleted",
  R: "renamed",
  T: "typeChanged",
};

/**
 * Parses the output of `git diff-tree -r -z -M --raw --numstat`: first each change, as `:100644 100644 <sha> <sha> M`,
 * NUL, path, NUL (renames and copies have two paths), then in the same order its line counts, as `1<tab>2<tab>path`,
 * NUL (renames: no path, NUL, both paths, each with its NUL; binary files: `-` for both numbers). Paths may contain
 * anything but NUL.
 */
export function readRawDiff(text: string): FileChange[] {
  const fields = text.split("\0");
  const changes: FileChange[] = [];
  let at = 0;
  // Line counts never begin with a colon.
  while (fields[at]?.startsWith(":")) {
    const [oldMode, newMode, oldSha, newSha, letter = ""] = (fields[at] ?? "").slice(1).split(" ");
    const paths = /^[RC]/.test(letter) ? 2 : 1;
    const oldPath = fields[at + 1] ?? "";
    const status = statuses[letter.slice(0, 1)] ?? "modified";
    const path = fields[at + paths] ?? "";
    // A copy counts as an added file.
    changes.push({
      status,
      path,
      oldPath: status === "added" ? path : oldPath,
      ...modes(fileMode(oldMode), fileMode(newMode), oldSha, newSha),
    });
    at += 1 + paths;
  }
  return changes.map((change) => {
    const [added, deleted, path] = numbers(fields[at] ?? "");
    at += path === "" ? 3 : 1;
    if (added === "-") return { ...change, binary: true };
    return /^\d+$/.test(added) && /^\d+$/.test(deleted)
      ? { ...change, additions: Number(added), deletions: Number(deleted) }
      : change;
  });
}

function modes(
  oldMode: string | undefined,
  newMode: string | undefined,
  oldSha: string | undefined,
  newSha: string | undefined,
): Partial<FileChange> {
  const [before, after] = [oldMode === SUBMODULE_MODE, newMode === SUBMODULE_MODE];
  return {
    ...(oldMode === undefined ? {} : { oldMode }),
    ...(newMode === undefined ? {} : { newMode }),
    ...(before || after ? { submodule: true } : {}),
    ...(before && oldSha !== undefined ? { oldSubmodule: oldSha } : {}),
    ...(after && newSha !== undefined ? { newSubmodule: newSha } : {}),
  };
}

/** The path may contain tabs. */
function numbers(field: string): [added: string, deleted: string, path: string] {
  const [, added = "", deleted = "", path = ""] = /^([^\t]*)\t([^\t]*)\t([\s\S]*)$/.exec(field) ?? [];
  return [added, deleted, path];
}
