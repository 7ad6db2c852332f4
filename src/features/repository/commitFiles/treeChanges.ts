import { fileMode } from "../../../git/fileChange.ts";

/** A file in a tree. */
export interface FileState {
  /** Git's mode: `100644`, `100755` for executables, `120000` for links, `160000` for submodules. */
  readonly mode: string;
  /** SHA of the content. */
  readonly blob: string;
}

/** How a file differs between two trees. */
export interface TreeChange {
  readonly status: "added" | "modified" | "deleted" | "renamed" | "typeChanged";
  readonly path: string;
  /** Former path; `path` unless renamed. */
  readonly oldPath: string;
  readonly before?: FileState;
  readonly after?: FileState;
}

const statuses: Readonly<Record<string, TreeChange["status"]>> = {
  A: "added",
  C: "added",
  D: "deleted",
  R: "renamed",
  T: "typeChanged",
};

/**
 * Parses the output of `git diff-tree -r -z -M --raw --no-abbrev`: `:modes shas M`, NUL, path, NUL; two paths for
 * renames.
 */
export function readTreeChanges(text: string): TreeChange[] {
  const fields = text.split("\0");
  const changes: TreeChange[] = [];
  for (let at = 0; fields[at]?.startsWith(":");) {
    const [oldMode, newMode, oldBlob = "", newBlob = "", letter = ""] = (fields[at] ?? "").slice(1).split(" ");
    const paths = /^[RC]/.test(letter) ? 2 : 1;
    const status = statuses[letter.slice(0, 1)] ?? "modified";
    const path = fields[at + paths] ?? "";
    const [before, after] = [fileMode(oldMode), fileMode(newMode)];
    changes.push({
      status,
      path,
      // A copy is a new file.
      oldPath: status === "added" ? path : (fields[at + 1] ?? ""),
      ...(before === undefined || status === "added" ? {} : { before: { mode: before, blob: oldBlob } }),
      ...(after === undefined ? {} : { after: { mode: after, blob: newBlob } }),
    });
    at += 1 + paths;
  }
  return changes;
}
