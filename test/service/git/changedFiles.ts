import { EMPTY_TREE, FOLDER, type ObjectStore, type TreeEntry } from "./objects.ts";

/** A file that differs between two trees; undefined on the side where it is not. */
export interface ChangedFile {
  readonly path: string;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** Which files differ between two commits or trees, renames as two. Folders that are the same are not looked into. */
export async function changedFiles(objects: ObjectStore, from: string, to: string): Promise<ChangedFile[]> {
  const changed: ChangedFile[] = [];
  const compare = async (before: string, after: string, folder: string): Promise<void> => {
    if (before === after) return;
    const [old, current] = await Promise.all([objects.tree(before), objects.tree(after)]);
    for (const name of new Set([...old.keys(), ...current.keys()])) {
      const [one, other] = [old.get(name), current.get(name)];
      if (one?.oid === other?.oid && one?.mode === other?.mode) continue;
      const [file, otherFile] = [fileOf(one), fileOf(other)];
      if (file !== undefined || otherFile !== undefined)
        changed.push({ path: folder + name, before: file, after: otherFile });
      await compare(folderOf(one), folderOf(other), `${folder}${name}/`);
    }
  };
  await compare(await objects.treeOf(from), await objects.treeOf(to), "");
  return changed;
}

const fileOf = (entry: TreeEntry | undefined): TreeEntry | undefined => (entry?.mode === FOLDER ? undefined : entry);
const folderOf = (entry: TreeEntry | undefined): string => (entry?.mode === FOLDER ? entry.oid : EMPTY_TREE);
