import type { CommitRecord, FileRecord, RefRecord } from "../types.ts";
import { GitFailed, type GitProcesses } from "./command.ts";
import { readRef } from "./refFiles.ts";

const commitFields = ["%H", "%P", "%an", "%ae", "%aI", "%cn", "%ce", "%cI", "%B"];
/** For `git log -z`: what `readCommits` reads. */
export const COMMIT_FORMAT = `--format=${commitFields.join("%x00")}`;

/** Reads of one bare repository, in the shapes the API sends. */
export class RepositoryReader {
  readonly #git: GitProcesses;
  readonly #dir: string;
  constructor(git: GitProcesses, dir: string) {
    this.#git = git;
    this.#dir = dir;
  }

  /** Sha of the commit a branch, tag, full ref name, `HEAD` or (abbreviated) sha means; branches win over tags. */
  async resolve(ref: string): Promise<string | undefined> {
    if (ref === "" || ref.startsWith("-") || /[\s~^:?*[\\\0]|\.\.|@\{/.test(ref)) return undefined;
    for (const name of ref.startsWith("refs/") || ref === "HEAD" ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`]) {
      const object = await readRef(this.#dir, name);
      // A tag may stand for a tag with words of its own, and for any object.
      if (object !== undefined) return name.startsWith("refs/tags/") ? this.#commitOf(object) : object;
    }
    return /^[0-9a-f]{4,40}$/i.test(ref) ? this.#commitOf(ref) : undefined;
  }

  async #commitOf(object: string): Promise<string | undefined> {
    return (await this.#optional(["rev-parse", "--verify", "--quiet", `${object}^{commit}`]))?.toString().trim();
  }

  branches(): Promise<RefRecord[]> {
    return this.#refs("refs/heads/");
  }

  tags(): Promise<RefRecord[]> {
    return this.#refs("refs/tags/");
  }

  /** Newest first; an unknown ref has no commits. */
  async log(ref: string, options: { limit?: number; skip?: number; path?: string } = {}): Promise<CommitRecord[]> {
    const sha = await this.resolve(ref);
    if (sha === undefined) return [];
    const range = [`--max-count=${options.limit ?? 1000}`, `--skip=${options.skip ?? 0}`];
    const path = options.path === undefined ? [] : ["--", options.path];
    return readCommits((await this.#git.run(["log", "-z", COMMIT_FORMAT, ...range, sha, ...path], { dir: this.#dir })).toString());
  }

  /** A commit with its line counts, against its first parent. */
  async show(ref: string): Promise<CommitRecord | undefined> {
    const [commit] = await this.log(ref, { limit: 1 });
    if (commit === undefined) return undefined;
    const numbers = await this.#git.text(["show", "--numstat", "--format=", "--first-parent", "-m", commit.id], { dir: this.#dir });
    const stats = { additions: 0, deletions: 0, total: 0 };
    for (const line of numbers.split("\n")) {
      // Binary files have "-" for both numbers.
      const [added, deleted] = line.split("\t").map((n) => Number.parseInt(n, 10) || 0);
      stats.additions += added ?? 0;
      stats.deletions += deleted ?? 0;
    }
    stats.total = stats.additions + stats.deletions;
    return { ...commit, stats };
  }

  /** A file at a ref; undefined for what is missing or a folder. A submodule is an empty file, as real hosts answer. */
  async file(ref: string, path: string): Promise<FileRecord | undefined> {
    const sha = await this.resolve(ref);
    if (sha === undefined || path === "" || path.endsWith("/")) return undefined;
    const entry = await this.#optional(["ls-tree", "-z", "--full-tree", sha, "--", path]);
    const match = /^(\d+) (\w+) ([0-9a-f]+)\t/.exec(entry?.toString() ?? "");
    const [, mode, type, blobId] = match ?? [];
    if (mode === undefined || blobId === undefined || type === "tree") return undefined;
    const content = type === "blob" ? await this.#git.run(["cat-file", "blob", blobId], { dir: this.#dir }) : Buffer.alloc(0);
    return { content, mode, blobId, lastCommitId: await this.lastCommit(sha, path) };
  }

  /** The newest commit up to `sha` that changed the path; empty when none did. */
  lastCommit(sha: string, path: string): Promise<string> {
    return this.#git.text(["log", "-1", "--format=%H", sha, "--", path], { dir: this.#dir });
  }

  async #refs(prefix: string): Promise<RefRecord[]> {
    // %00 ends each field and each record: a tag's message holds line ends.
    const fields = ["%(refname)", "%(objecttype)", "%(objectname)", "%(*objectname)", "%(contents)", "%(committerdate:iso-strict)", "%(*committerdate:iso-strict)", "%(contents:subject)", "%(*contents:subject)"];
    const out = await this.#git.run(["for-each-ref", `--format=${fields.map((f) => `${f}%00`).join("")}`, prefix], { dir: this.#dir });
    const values = out.toString().split("\0");
    const refs: RefRecord[] = [];
    for (let at = 0; at + fields.length <= values.length; at += fields.length) {
      const [name = "", type, own = "", peeled = "", contents = "", date = "", peeledDate = "", subject = "", peeledSubject = ""] = values.slice(at, at + fields.length);
      const annotated = type === "tag";
      refs.push({
        name: name.trimStart().slice(prefix.length),
        sha: annotated ? peeled : own,
        title: annotated ? peeledSubject : subject,
        committedDate: withMilliseconds(annotated ? peeledDate : date),
        ...(annotated ? { message: contents.trimEnd() } : {}),
      });
    }
    return refs;
  }

  /** Output of a command for which failing means "there is none". */
  async #optional(args: readonly string[]): Promise<Buffer | undefined> {
    try {
      return await this.#git.run(args, { dir: this.#dir });
    } catch (error) {
      if (error instanceof GitFailed) return undefined;
      throw error;
    }
  }
}

/** Commits as `git log -z` wrote them with COMMIT_FORMAT. */
export function readCommits(text: string): CommitRecord[] {
  const fields = text.split("\0");
  const commits: CommitRecord[] = [];
  for (let at = 0; at + commitFields.length <= fields.length; at += commitFields.length) {
    commits.push(commitRecord(fields.slice(at, at + commitFields.length)));
  }
  return commits;
}

function commitRecord(fields: readonly string[]): CommitRecord {
  const [id = "", parents = "", authorName = "", authorEmail = "", authored = "", committerName = "", committerEmail = "", committed = "", message = ""] = fields;
  return {
    id,
    short_id: id.slice(0, 8),
    title: message.split("\n", 1)[0] ?? "",
    message,
    author_name: authorName,
    author_email: authorEmail,
    authored_date: withMilliseconds(authored),
    committer_name: committerName,
    committer_email: committerEmail,
    committed_date: withMilliseconds(committed),
    created_at: withMilliseconds(committed),
    parent_ids: parents === "" ? [] : parents.split(" "),
  };
}

/** git's strict ISO date with the milliseconds hosts send. */
function withMilliseconds(date: string): string {
  return date.replace(/^(\d+-\d+-\d+T\d+:\d+:\d+)(.*)$/, (_, time: string, zone: string) => `${time}.000${zone === "Z" ? "+00:00" : zone}`);
}
