import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import type { Person } from "../types.ts";

export interface GitObject {
  readonly type: string;
  readonly content: Buffer;
}

export interface TreeEntry {
  readonly mode: string;
  readonly oid: string;
}

/** Who wrote or committed, and when. */
export interface Signature extends Person {
  /** Seconds since the epoch. */
  readonly seconds: number;
  /** As git writes it: `+0200`. */
  readonly zone: string;
}

export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/** The modes of folders and of submodules in a tree. */
export const FOLDER = "40000";
export const SUBMODULE = "160000";

/** git's own level for loose objects: speed counts more than size. */
const COMPRESSION = 1;

/**
 * The objects of one bare repository, read and written as git lays them out: one file each, compressed. Starting git for each took
 * most of the time that tests took. The settings of the repositories (repositories.ts) keep pushes from making packs.
 */
export class ObjectStore {
  readonly #dir: string;
  /** Commits never change, and every walk through the history passes the same ones. */
  readonly #commits = new Map<string, Commit>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** @returns undefined when there is no such object */
  read(id: string): Promise<GitObject | undefined> {
    const file = this.#file(id);
    if (!existsSync(file)) return Promise.resolve(undefined);
    const object = inflateSync(readFileSync(file));
    const type = object.toString("latin1", 0, object.indexOf(" "));
    return Promise.resolve({ type, content: object.subarray(object.indexOf(0) + 1) });
  }

  /** @returns undefined when there is no such object, or it is none of this type */
  async readAs(type: string, id: string): Promise<Buffer | undefined> {
    const object = await this.read(id);
    return object?.type === type ? object.content : undefined;
  }

  async commit(id: string): Promise<Commit | undefined> {
    const known = this.#commits.get(id);
    if (known) return known;
    const content = await this.readAs("commit", id);
    if (content === undefined) return undefined;
    const commit = parseCommit(id, content);
    this.#commits.set(id, commit);
    return commit;
  }

  /** The commit that an object's name means, through annotated tags; undefined when it is something else, or not there. */
  async commitOf(id: string): Promise<string | undefined> {
    const object = await this.read(id);
    if (object?.type === "commit") return id;
    return object?.type === "tag"
      ? this.commitOf(parseHeaders(object.content).headers.get("object")?.[0] ?? "")
      : undefined;
  }

  /** The tree of a commit, or the tree itself. Throws when it is neither. */
  async treeOf(id: string): Promise<string> {
    if (id === EMPTY_TREE) return id;
    const object = await this.read(id);
    if (object?.type === "tree") return id;
    const commit = object?.type === "commit" ? await this.commit(id) : undefined;
    if (commit === undefined) throw new Error(`${id} is no commit and no tree`);
    return commit.tree;
  }

  /** What is in a folder, by name. */
  async tree(id: string): Promise<Map<string, TreeEntry>> {
    const entries = new Map<string, TreeEntry>();
    const content = await this.readAs("tree", id);
    // There is always the empty tree, also where nobody wrote it.
    if (content === undefined && id !== EMPTY_TREE) throw new Error(`There is no tree ${id}`);
    for (let at = 0; content !== undefined && at < content.length;) {
      const space = content.indexOf(" ", at);
      const end = content.indexOf(0, space);
      entries.set(content.toString("utf8", space + 1, end), {
        mode: content.toString("latin1", at, space),
        oid: content.toString("hex", end + 1, end + 21),
      });
      at = end + 21;
    }
    return entries;
  }

  /** Every file (link, submodule) of a commit or tree, by path. */
  async files(id: string): Promise<Map<string, TreeEntry>> {
    const files = new Map<string, TreeEntry>();
    const read = async (tree: string, folder: string): Promise<void> => {
      for (const [name, entry] of await this.tree(tree)) {
        if (entry.mode === FOLDER) await read(entry.oid, `${folder}${name}/`);
        else files.set(folder + name, entry);
      }
    };
    await read(await this.treeOf(id), "");
    return files;
  }

  /** What is at a path of a commit or tree, a folder included. */
  async entry(id: string, path: string): Promise<TreeEntry | undefined> {
    let found: TreeEntry = { mode: FOLDER, oid: await this.treeOf(id) };
    for (const name of posix.normalize(path).split("/")) {
      const next = found.mode === FOLDER ? (await this.tree(found.oid)).get(name) : undefined;
      if (next === undefined) return undefined;
      found = next;
    }
    return found;
  }

  /** Writes an object and returns its name, which follows from its content. */
  write(type: string, content: Buffer): string {
    const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash("sha1").update(object).digest("hex");
    const file = this.#file(id);
    if (existsSync(file)) return id;
    const folder = dirname(file);
    mkdirSync(folder, { recursive: true });
    // Under its own name only when it is whole.
    const part = join(folder, `tmp_obj_${randomUUID()}`);
    writeFileSync(part, deflateSync(object, { level: COMPRESSION }), { mode: 0o444 });
    renameSync(part, file);
    return id;
  }

  /** Writes the folders that these files make up. Returns the tree. */
  writeTree(files: ReadonlyMap<string, TreeEntry>): string {
    const entries = new Map<string, TreeEntry>();
    const folders = new Map<string, Map<string, TreeEntry>>();
    for (const [path, entry] of files) {
      const slash = path.indexOf("/");
      if (slash < 0) {
        entries.set(path, entry);
        continue;
      }
      const folder = folders.get(path.slice(0, slash)) ?? new Map<string, TreeEntry>();
      folders.set(path.slice(0, slash), folder.set(path.slice(slash + 1), entry));
    }
    for (const [name, below] of folders) entries.set(name, { mode: FOLDER, oid: this.writeTree(below) });
    // In the order of bytes, a folder's name as if it ended in a slash.
    const sorted = [...entries]
      .map(([name, entry]) => ({
        name: Buffer.from(name),
        entry,
        key: Buffer.from(entry.mode === FOLDER ? `${name}/` : name),
      }))
      .sort((a, b) => a.key.compare(b.key));
    return this.write(
      "tree",
      Buffer.concat(
        sorted.flatMap(({ name, entry }) => [
          Buffer.from(`${entry.mode} `),
          name,
          Buffer.alloc(1),
          Buffer.from(entry.oid, "hex"),
        ]),
      ),
    );
  }

  /** What `git commit-tree` does. Returns the commit. */
  writeCommit({ tree, parents, author, committer, message }: Omit<Commit, "id">): string {
    const head = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${written(author)}`,
      `committer ${written(committer)}`,
    ];
    return this.write("commit", Buffer.from(`${head.join("\n")}\n\n${message.replaceAll("\0", "")}`));
  }

  /** Gets an object, with all that it stands on, from another repository. Throws when that does not have it. */
  async copy(from: ObjectStore, id: string): Promise<void> {
    if (existsSync(this.#file(id))) return;
    const object = await from.read(id);
    if (object === undefined) throw new Error(`There is no object ${id}`);
    // Itself last: an object that is there has all it stands on.
    if (object.type === "commit") {
      const { tree, parents } = parseCommit(id, object.content);
      for (const one of [...parents, tree]) await this.copy(from, one);
    } else if (object.type === "tag") {
      for (const one of parseHeaders(object.content).headers.get("object") ?? []) await this.copy(from, one);
    } else if (object.type === "tree") {
      for (const { mode, oid } of (await from.tree(id)).values()) if (mode !== SUBMODULE) await this.copy(from, oid);
    }
    this.write(object.type, object.content);
  }

  #file(id: string): string {
    return join(this.#dir, "objects", id.slice(0, 2), id.slice(2));
  }
}

/** Git's name for "nothing": comparing with it makes every file a new one. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** A person at a time, with a name and an address that git takes. `at` in milliseconds since the epoch, `zone` as `+0200`. */
export function signature({ name, email }: Person, at: number, zone = "+0000"): Signature {
  return { name: tidy(name) || "Unknown", email: tidy(email), seconds: Math.floor(at / 1000), zone };
}

/** Without what would end a name in a commit; git takes these characters off both ends. */
function tidy(text: string): string {
  return text.replace(/[<>\n\0]/g, "").replace(/^[\0- .,:;"\\']+|[\0- .,:;"\\']+$/g, "");
}

function written({ name, email, seconds, zone }: Signature): string {
  return `${name} <${email}> ${seconds} ${zone}`;
}

function parseCommit(id: string, content: Buffer): Commit {
  const { headers, body } = parseHeaders(content);
  const [author, committer] = ["author", "committer"].map((name) => parseSignature(headers.get(name)?.[0] ?? ""));
  const [tree] = headers.get("tree") ?? [];
  if (tree === undefined || author === undefined || committer === undefined)
    throw new Error(`${id} is no commit that can be read`);
  return { id, tree, parents: headers.get("parent") ?? [], author, committer, message: body };
}

/** The lines before the first empty one, by their first word, and what follows it. */
function parseHeaders(content: Buffer): { headers: ReadonlyMap<string, readonly string[]>; body: string } {
  const end = content.indexOf("\n\n");
  const [head, body] = end < 0 ? [content, Buffer.alloc(0)] : [content.subarray(0, end), content.subarray(end + 2)];
  const decoder = new TextDecoder(/^encoding (.+)$/m.exec(head.toString("latin1"))?.[1], { ignoreBOM: true });
  const headers = new Map<string, string[]>();
  for (const line of decoder.decode(head).split("\n")) {
    // A line that begins with a blank continues the one before: signatures, which nobody asks for.
    const [, name, value] = /^(\S+) (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return { headers, body: decoder.decode(body) };
}

function parseSignature(text: string): Signature {
  const [, name = "", email = "", seconds = "0", zone = "+0000"] =
    /^(.*?) ?<(.*?)>(?: (\d+) ([+-]\d{4}))?/.exec(text) ?? [];
  return { name, email, seconds: Number(seconds), zone };
}
