import type { CommitRecord, FileRecord, RefRecord } from "../types.ts";
import { walk } from "./ancestry.ts";
import { changedFiles } from "./changedFiles.ts";
import { GitFailed, type GitProcesses } from "./command.ts";
import { type Commit, EMPTY_TREE, FOLDER, type ObjectStore, type Signature, SUBMODULE } from "./objects.ts";
import { listRefs, readRef } from "./refFiles.ts";

/** Reads of one bare repository, in the shapes the API sends. */
export class RepositoryReader {
  readonly #git: GitProcesses;
  readonly #dir: string;
  readonly #objects: ObjectStore;
  constructor(git: GitProcesses, dir: string, objects: ObjectStore) {
    this.#git = git;
    this.#dir = dir;
    this.#objects = objects;
  }

  /** Sha of the commit a branch, tag, full ref name, `HEAD` or (abbreviated) sha means; branches win over tags. */
  async resolve(ref: string): Promise<string | undefined> {
    if (ref === "" || ref.startsWith("-") || /[\s~^:?*[\\\0]|\.\.|@\{/.test(ref)) return undefined;
    for (const name of ref.startsWith("refs/") || ref === "HEAD" ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`]) {
      const object = readRef(this.#dir, name);
      // A tag may stand for a tag with words of its own, and for any object.
      if (object !== undefined) return name.startsWith("refs/tags/") ? this.#objects.commitOf(object) : object;
    }
    if (/^[0-9a-f]{40}$/i.test(ref)) return this.#objects.commitOf(ref.toLowerCase());
    return /^[0-9a-f]{4,39}$/i.test(ref) ? this.#abbreviated(ref) : undefined;
  }

  async #abbreviated(sha: string): Promise<string | undefined> {
    try {
      return await this.#git.text(["rev-parse", "--verify", "--quiet", `${sha}^{commit}`], { dir: this.#dir });
    } catch (error) {
      if (error instanceof GitFailed) return undefined;
      throw error;
    }
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
    const { limit = 1000, skip = 0 } = options;
    if (options.path === undefined) {
      const commits: CommitRecord[] = [];
      for await (const commit of walk(this.#objects, sha)) {
        if (commits.push(commitRecord(commit)) === skip + limit) break;
      }
      return commits.slice(skip);
    }
    return readCommits(
      this.#objects,
      await this.#git.text(["log", "--format=%H", `--max-count=${limit}`, `--skip=${skip}`, sha, "--", options.path], {
        dir: this.#dir,
      }),
    );
  }

  /** A commit without its line counts. */
  async commit(ref: string): Promise<CommitRecord | undefined> {
    const sha = await this.resolve(ref);
    const commit = sha === undefined ? undefined : await this.#objects.commit(sha);
    return commit && commitRecord(commit);
  }

  /** A commit with its line counts, against its first parent. */
  async show(ref: string): Promise<CommitRecord | undefined> {
    const commit = await this.commit(ref);
    if (commit === undefined) return undefined;
    const { additions, deletions } = (await this.#wholeFiles(commit)) ?? (await this.#countedLines(commit));
    return { ...commit, stats: { additions, deletions, total: additions + deletions } };
  }

  /** The line counts of a commit that only adds files, or only deletes some; undefined when git has to compare them. */
  async #wholeFiles(commit: CommitRecord): Promise<LineCounts | undefined> {
    const changes = await changedFiles(this.#objects, commit.parent_ids[0] ?? EMPTY_TREE, commit.id);
    const count = async (side: "before" | "after"): Promise<number> => {
      const counts = changes.map(async (change) => {
        const entry = change[side];
        // Of a submodule, its commit is what is compared.
        return entry === undefined
          ? 0
          : entry.mode === SUBMODULE
            ? 1
            : countLines((await this.#objects.readAs("blob", entry.oid)) ?? Buffer.alloc(0));
      });
      return (await Promise.all(counts)).reduce((sum, lines) => sum + lines, 0);
    };
    if (changes.every(({ before }) => before === undefined)) return { additions: await count("after"), deletions: 0 };
    return changes.every(({ after }) => after === undefined)
      ? { additions: 0, deletions: await count("before") }
      : undefined;
  }

  async #countedLines({ id }: CommitRecord): Promise<LineCounts> {
    const numbers = await this.#git.text(["show", "--numstat", "--format=", "--first-parent", "-m", id], {
      dir: this.#dir,
    });
    const counts = { additions: 0, deletions: 0 };
    for (const line of numbers.split("\n")) {
      // Binary files have "-" for both numbers.
      const [added, deleted] = line.split("\t").map((n) => Number.parseInt(n, 10) || 0);
      counts.additions += added ?? 0;
      counts.deletions += deleted ?? 0;
    }
    return counts;
  }

  /** A file at a ref; undefined for what is missing or a folder. A submodule is an empty file, as real hosts answer. */
  async file(ref: string, path: string): Promise<FileRecord | undefined> {
    const sha = await this.resolve(ref);
    if (sha === undefined || path === "" || path.endsWith("/")) return undefined;
    const entry = await this.#objects.entry(sha, path);
    if (entry === undefined || entry.mode === FOLDER) return undefined;
    const { mode, oid: blobId } = entry;
    const content = mode === SUBMODULE ? Buffer.alloc(0) : await this.#objects.readAs("blob", blobId);
    if (content === undefined) throw new Error(`There is no blob ${blobId}`);
    return { content, mode, blobId, lastCommitId: await this.lastCommit(sha, path) };
  }

  /** The newest commit up to `sha` that changed the path; empty when none did. Of a merge, the side that has the path as it is counts. */
  async lastCommit(sha: string, path: string): Promise<string> {
    const at = async (id: string): Promise<string> => {
      const entry = await this.#objects.entry(id, path);
      return entry === undefined ? "" : `${entry.mode} ${entry.oid}`;
    };
    let commit = await this.#objects.commit(sha);
    while (commit !== undefined) {
      const here = await at(commit.id);
      if (commit.parents.length === 0) return here === "" ? "" : commit.id;
      let same: string | undefined;
      for (const parent of commit.parents) if (same === undefined && (await at(parent)) === here) same = parent;
      if (same === undefined) return commit.id;
      commit = await this.#objects.commit(same);
    }
    return "";
  }

  #refs(prefix: string): Promise<RefRecord[]> {
    return Promise.all(
      listRefs(this.#dir, prefix).map(async ([ref, object]) => ({
        name: ref.slice(prefix.length),
        sha: (await this.#objects.commitOf(object)) ?? "",
      })),
    );
  }
}

interface LineCounts {
  readonly additions: number;
  readonly deletions: number;
}

/** As git counts them: none in a binary file, which has a zero near its beginning. */
function countLines(content: Buffer): number {
  if (content.length === 0 || content.subarray(0, 8000).includes(0)) return 0;
  let lines = content.at(-1) === 0x0a ? 0 : 1;
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** Local time with its offset, and the milliseconds hosts send: `2024-08-27T14:56:19.000+02:00`. */
function dateOf({ seconds, zone }: Signature): string {
  const minutes = Number(`${zone.slice(0, 1)}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));
  return `${new Date((seconds + minutes * 60) * 1000).toISOString().slice(0, -1)}${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** Commits whose names `git log --format=%H` wrote. */
export async function readCommits(objects: ObjectStore, names: string): Promise<CommitRecord[]> {
  const commits = await Promise.all(
    names
      .split("\n")
      .filter((id) => id !== "")
      .map((id) => objects.commit(id)),
  );
  return commits.flatMap((commit) => (commit === undefined ? [] : [commitRecord(commit)]));
}

function commitRecord({ id, parents, author, committer, message }: Commit): CommitRecord {
  return {
    id,
    short_id: id.slice(0, 8),
    title: message.split("\n", 1)[0] ?? "",
    message,
    author_name: author.name,
    author_email: author.email,
    authored_date: dateOf(author),
    committer_name: committer.name,
    committer_email: committer.email,
    committed_date: dateOf(committer),
    created_at: dateOf(committer),
    parent_ids: parents,
  };
}
