import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

/** The content of a file, or another kind of entry; the content of a submodule is a SHA. */
export type Entry = string | Buffer | { readonly mode: string; readonly content: string };
export type Entries = Readonly<Record<string, Entry>>;

const settings = ["user.name=A", "user.email=a@example.com", "protocol.file.allow=always", "maintenance.auto=false"];
let empty: string | undefined;

/** A temporary repository. What is not for git to do is written as files, since each start of git takes long. */
export class GitFolder {
  /** The temporary folder, which may hold more than the repository. */
  readonly folder = path.join(realpathSync(temporaryFolder()), "git folder");
  readonly root: string;

  constructor(name = ".") {
    this.root = path.join(this.folder, name);
    mkdirSync(this.root, { recursive: true });
  }

  git(...args: readonly string[]): string {
    return this.gitIn(this.root, ...args);
  }

  gitIn(cwd: string, ...args: readonly string[]): string {
    return execFileSync("git", [...settings.flatMap((setting) => ["-c", setting]), ...args], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  }

  /** Makes an empty repository of the root, or of another folder. */
  init(branch = "main", root = this.root): void {
    if (empty === undefined) {
      empty = realpathSync(temporaryFolder());
      this.gitIn(empty, "init", "-q", "--template=");
    }
    cpSync(path.join(empty, ".git"), path.join(root, ".git"), { recursive: true });
    writeFileSync(path.join(root, ".git/HEAD"), `ref: refs/heads/${branch}\n`);
  }

  write(name: string, content: string | Buffer): void {
    mkdirSync(path.dirname(path.join(this.root, name)), { recursive: true });
    writeFileSync(path.join(this.root, name), content);
  }

  /** Adds lines to the repository's configuration. */
  configure(lines: string): void {
    appendFileSync(path.join(this.root, ".git/config"), lines);
  }

  /** Has a ref lead to a commit or, symbolic, to another ref. */
  setRef(name: string, target: string): void {
    this.write(`.git/${name}`, `${target.startsWith("refs/") ? "ref: " : ""}${target}\n`);
  }

  /** Full SHA of the current branch; undefined before its first commit. */
  get head(): string | undefined {
    const file = path.join(this.root, ".git", this.#branch);
    return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  }

  /** Commits files, or everything that was changed, as a person does. @returns the commit's SHA */
  commit(files: Readonly<Record<string, string>> = {}, message = "change"): string {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
    return this.head ?? this.git("rev-parse", "HEAD");
  }

  /**
   * Stores a commit of exactly these files, which the current branch then leads to; neither index nor working tree get them.
   * @returns its SHA
   */
  store(files: Entries = {}, message = "change", parents: readonly (string | undefined)[] = [this.head]): string {
    const person = "A <a@example.com> 1700000000 +0000";
    const lines = parents.flatMap((parent) => (parent === undefined ? [] : [`parent ${parent}`]));
    const head = [`tree ${this.#storeTree(files)}`, ...lines, `author ${person}`, `committer ${person}`];
    const sha = this.storeObject("commit", `${head.join("\n")}\n\n${message}\n`);
    this.setRef(this.#branch, sha);
    return sha;
  }

  /** @returns the SHA of the object */
  storeObject(type: string, content: string | Buffer): string {
    const body = typeof content === "string" ? Buffer.from(content) : content;
    const bytes = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
    const sha = createHash("sha1").update(bytes).digest("hex");
    this.write(`.git/objects/${sha.slice(0, 2)}/${sha.slice(2)}`, deflateSync(bytes));
    return sha;
  }

  /** Content of a blob that is not in a pack. */
  blob(sha: string): Buffer {
    const bytes = inflateSync(readFileSync(path.join(this.root, ".git/objects", sha.slice(0, 2), sha.slice(2))));
    return bytes.subarray(bytes.indexOf(0) + 1);
  }

  get #branch(): string {
    return readFileSync(path.join(this.root, ".git/HEAD"), "utf8").slice("ref: ".length).trim();
  }

  #storeTree(files: Entries): string {
    const folders = new Map<string, Record<string, Entry>>();
    const entries: (readonly [name: string, mode: string, sha: string])[] = [];
    for (const [name, entry] of Object.entries(files)) {
      const [, folder, rest = ""] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
      if (folder !== undefined) folders.set(folder, { ...folders.get(folder), [rest]: entry });
      else {
        const { mode, content } =
          typeof entry === "string" || Buffer.isBuffer(entry) ? { mode: "100644", content: entry } : entry;
        entries.push([name, mode, mode === "160000" ? String(content) : this.storeObject("blob", content)]);
      }
    }
    for (const [name, inside] of folders) entries.push([`${name}/`, "40000", this.#storeTree(inside)]);
    const bytes = entries
      .map(([name, ...rest]) => [Buffer.from(name), ...rest] as const)
      .sort(([one], [other]) => Buffer.compare(one, other))
      .flatMap(([name, mode, sha]) => [
        Buffer.from(`${mode} ${name.toString().replace(/\/$/, "")}\0`),
        Buffer.from(sha, "hex"),
      ]);
    return this.storeObject("tree", Buffer.concat(bytes));
  }
}
