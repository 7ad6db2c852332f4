import type { FileChange } from "../../git/fileChange.ts";

/** A folder of changed files; folders that hold nothing but one other are joined with it. */
export interface ChangedFolder {
  /** From the root, without a slash at its end. */
  readonly path: string;
  /** Its part below the folder that it is shown in: `src` or `src/views`. */
  readonly name: string;
  readonly folders: readonly ChangedFolder[];
  readonly files: readonly FileChange[];
}

interface Growing {
  readonly folders: Map<string, Growing>;
  readonly files: FileChange[];
}

const lastSlash = (path: string): number => path.lastIndexOf("/");
/** Last part of a path. */
export const baseName = (path: string): string => path.slice(lastSlash(path) + 1);
/** The folder that a file is in; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, lastSlash(path)));

const collator = new Intl.Collator(undefined, { numeric: true });
const byPath = (one: FileChange, other: FileChange): number => collator.compare(one.path, other.path);

/** Files in the order of their paths. */
export const inOrder = (files: readonly FileChange[]): readonly FileChange[] => [...files].sort(byPath);

/** The files of changes as folders within folders, each level in the order of names. */
export function folderTree(files: readonly FileChange[]): ChangedFolder {
  const root: Growing = { folders: new Map(), files: [] };
  for (const file of files) {
    let folder = root;
    for (const part of file.path.split("/").slice(0, -1)) {
      const next: Growing = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push(file);
  }
  return shape(root, "", "");
}

function shape(folder: Growing, path: string, name: string): ChangedFolder {
  const folders = [...folder.folders].map(([part, below]) =>
    joined(below, path === "" ? part : `${path}/${part}`, part),
  );
  return {
    path,
    name,
    folders: folders.sort((one, other) => collator.compare(one.name, other.name)),
    files: inOrder(folder.files),
  };
}

/** A folder with what is below it; one that holds nothing but another folder takes that one's place. */
function joined(folder: Growing, path: string, name: string): ChangedFolder {
  const [only] = folder.folders;
  if (only === undefined || folder.folders.size > 1 || folder.files.length > 0) return shape(folder, path, name);
  const [part, below] = only;
  return joined(below, `${path}/${part}`, `${name}/${part}`);
}
