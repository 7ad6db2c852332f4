import type { ReadEntry, Refusal } from "./entry.ts";

export interface ListedFile {
  readonly kind: "file";
  readonly name: string;
  /** Path in the archive. */
  readonly path: string;
  /** Unpacked size in bytes, according to the archive. */
  readonly size: number;
  /** Number of entries with this path; hosts return one of them. */
  readonly copies: number;
}

export interface ListedFolder {
  readonly kind: "folder";
  readonly name: string;
  readonly path: string;
}

export type Listed = ListedFile | ListedFolder;

export interface RefusedEntry {
  readonly name: string;
  readonly why: Refusal;
}

/** Limit of rejected entries listed by name. */
const maxRejected = 200;

/** The contents of an archive as a tree; rows are created on demand. */
export class ArchiveListing {
  private readonly folders = new Map<string, Map<string, { size: number; copies: number } | "folder">>([
    ["", new Map()],
  ]);
  private readonly sorted = new Map<string, readonly Listed[]>();
  private readonly rejected: RefusedEntry[] = [];
  private rejectedCount = 0;
  private files = 0;

  /** Returns the number of files. */
  get fileCount(): number {
    return this.files;
  }

  get folderCount(): number {
    return this.folders.size - 1;
  }

  /** Returns the first entries that cannot be opened. */
  get refused(): readonly RefusedEntry[] {
    return this.rejected;
  }

  get refusedCount(): number {
    return this.rejectedCount;
  }

  add(entry: ReadEntry): void {
    if (entry.kind === "refused") this.reject(entry.name, entry.why);
    else if (entry.kind === "folder") {
      if (!this.folder(entry.path)) this.reject(entry.path, "clash");
    } else this.addFile(entry.path, entry.size);
  }

  /** Returns the rows of a folder, folders first; undefined if it does not exist. */
  rows(path: string): readonly Listed[] | undefined {
    const known = this.sorted.get(path);
    if (known) return known;
    const children = this.folders.get(path);
    if (!children) return undefined;
    const rows = [...children].map(([name, child]): Listed => {
      const place = path === "" ? name : `${path}/${name}`;
      return child === "folder" ? { kind: "folder", name, path: place } : { kind: "file", name, path: place, ...child };
    });
    const ordered = inOrder(rows, ({ kind, name }) => `${kind === "folder" ? 0 : 1} ${name}`);
    this.sorted.set(path, ordered);
    return ordered;
  }

  file(path: string): ListedFile | undefined {
    const [folder, name] = split(path);
    const child = this.folders.get(folder)?.get(name);
    return child === undefined || child === "folder" ? undefined : { kind: "file", name, path, ...child };
  }

  /** Yields every file in no particular order. */
  *all(): Generator<ListedFile> {
    for (const [folder, children] of this.folders) {
      for (const [name, child] of children) {
        if (child !== "folder")
          yield { kind: "file", name, path: folder === "" ? name : `${folder}/${name}`, ...child };
      }
    }
  }

  private addFile(path: string, size: number): void {
    const [parent, name] = split(path);
    const children = this.folder(parent);
    const there = children?.get(name);
    if (!children || there === "folder") this.reject(path, "clash");
    else {
      if (there === undefined) this.files++;
      children.set(name, { size: Math.max(size, there?.size ?? 0), copies: (there?.copies ?? 0) + 1 });
    }
  }

  /** Returns a folder, created with its parents; undefined if a file has the path. */
  private folder(path: string): Map<string, { size: number; copies: number } | "folder"> | undefined {
    const known = this.folders.get(path);
    if (known) return known;
    const [parent, name] = split(path);
    const above = this.folder(parent);
    if (!above || above.get(name) !== undefined) return undefined;
    above.set(name, "folder");
    const made = new Map<string, { size: number; copies: number } | "folder">();
    this.folders.set(path, made);
    return made;
  }

  private reject(name: string, why: Refusal): void {
    this.rejectedCount++;
    if (this.rejected.length < maxRejected) this.rejected.push({ name, why });
  }
}

/**
 * Sorts by text, with numbers by value. Intl collation takes a hundred times as long, which is noticeable with tens of
 * thousands of names.
 */
export function inOrder<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const keyed = items.map((item) => ({
    item,
    key: textOf(item)
      .toLowerCase()
      .replace(/\d+/g, (digits) => digits.padStart(16, "0")),
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ item }) => item);
}

function split(path: string): [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? ["", path] : [path.slice(0, slash), path.slice(slash + 1)];
}
