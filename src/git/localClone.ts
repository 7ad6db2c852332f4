import type { SimpleGit, SimpleGitOptions } from "simple-git";
import { isBranchName } from "./branchName.ts";
import { readIdentities } from "./changeIdentity.ts";
import { networkEnvironment } from "./environment.ts";
import type { FileChange } from "./fileChange.ts";
import { runNetworkGit } from "./hostGit.ts";
import { type GitProgram, openGit } from "./openGit.ts";
import { readRawDiff } from "./rawDiff.ts";

/** An entry of a commit's tree. */
export interface CloneEntry {
  readonly mode: string;
  /** `commit` is a submodule. */
  readonly type: "blob" | "tree" | "commit";
  readonly sha: string;
  /** Size in bytes; 0 for folders and submodules. */
  readonly size: number;
}

/** A commit of a clone. */
export interface CloneCommit {
  readonly id: string;
  readonly parent_ids: readonly string[];
  readonly title: string;
  /** Title and body. */
  readonly message: string;
}

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with git's stage and progress in percent. */
  readonly onProgress?: ((stage: string, percent: number) => void) | undefined;
}

/** The commits of a local clone. Commits are full SHAs, paths as in git. Only `fetch` writes. */
export interface LocalClone {
  readonly root: string;
  /** The remote of the project; absent for a typed project without remote. */
  readonly remote?: string;
  /** Returns whether the clone has a commit. */
  has(sha: string, signal?: AbortSignal): Promise<boolean>;
  /** Returns the commit of a branch, tag, remote-tracking branch or abbreviated SHA. */
  resolve(ref: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Returns the tree entry of a path; undefined if it or the commit is missing. */
  entry(sha: string, path: string, signal?: AbortSignal): Promise<CloneEntry | undefined>;
  /** Returns a blob as stored by git (line endings unchanged, LFS pointers). @throws Error when it is missing */
  blob(sha: string, signal?: AbortSignal): Promise<Buffer>;
  /** Returns the content as `blob` does; undefined for folders, submodules and missing files. */
  file(sha: string, path: string, signal?: AbortSignal): Promise<Buffer | undefined>;
  /**
   * Returns the changes between two commits or trees, with renames, sorted by path.
   * @throws Error when one is missing
   */
  changes(base: string, head: string, signal?: AbortSignal): Promise<FileChange[]>;
  /** Returns the identities of the changes between two commits, by path. @throws Error when one is missing */
  identities(base: string, head: string, signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Returns the merge base; undefined if there is none or a commit is missing. */
  mergeBase(one: string, other: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Returns the parents of a commit; undefined if it is missing. */
  parents(sha: string, signal?: AbortSignal): Promise<string[] | undefined>;
  /**
   * Returns the commits that the head has and the base lacks, the newest first, at most `limit`.
   * @throws Error when one is missing
   */
  commits(base: string, head: string, limit: number, signal?: AbortSignal): Promise<CloneCommit[]>;
  /** Returns the titles of those of the commits that the clone has, by SHA. Never asks a remote for the others. */
  titles(shas: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /**
   * Fetches refs of the remote (`refs/merge-requests/1/head`, `refs/heads/main`) without moving local branches.
   * @throws Error with git's output
   */
  fetch(refs: readonly string[], options?: FetchOptions): Promise<void>;
}

export interface LocalCloneOptions {
  readonly root: string;
  readonly remote?: string | undefined;
  readonly program: GitProgram;
}

const blockTimeout = 30_000; // ms without output
const fetchTimeout = 120_000; // ms without output: servers pack large repositories for a while before they say anything

/** Opens an existing repository; git is not started before the first query. */
export function openClone({ root, remote, program }: LocalCloneOptions): LocalClone {
  const git = async (signal: AbortSignal | undefined, more: Partial<SimpleGitOptions> = {}): Promise<SimpleGit> =>
    openGit(root, { patience: blockTimeout, program, signal, ...more });
  const use = async <T>(
    signal: AbortSignal | undefined,
    work: (bound: SimpleGit) => PromiseLike<T>,
    more?: Partial<SimpleGitOptions>,
  ): Promise<T> => {
    try {
      return await work(await git(signal, more));
    } catch (error) {
      // simple-git wraps the error of an abort.
      signal?.throwIfAborted();
      throw error;
    }
  };
  const run = (args: readonly string[], signal: AbortSignal | undefined): Promise<string> =>
    use(signal, (bound) => bound.raw([...args]));
  /** Returns git's output, or undefined on a non-zero exit. */
  const ask = async (args: readonly string[], signal: AbortSignal | undefined): Promise<string | undefined> => {
    try {
      return (await run(args, signal)).trim();
    } catch (error) {
      if (signal?.aborted === true) throw error;
      // Not a result of git: a timeout, or blocked by simple-git.
      if (error instanceof Error && error.name === "GitPluginError") throw error;
      return undefined;
    }
  };

  const clone: LocalClone = {
    root,
    ...(remote === undefined ? {} : { remote }),

    has: async (sha, signal) =>
      isFullSha(sha) && (await ask(["cat-file", "-e", `${sha}^{commit}`], signal)) !== undefined,

    resolve: async (ref, signal) => {
      if (ref === "" || ref.startsWith("-")) return undefined;
      // `HEAD` must not resolve to the remote's HEAD, and is none of a branch, as `FETCH_HEAD`.
      const whole = ref.startsWith("refs/") || ref.startsWith("@") || /^(?:[A-Z]+_)?HEAD$/.test(ref) || isFullSha(ref);
      const names = whole
        ? [ref]
        : [
            `refs/heads/${ref}`,
            `refs/tags/${ref}`,
            ...(remote === undefined ? [] : [`refs/remotes/${remote}/${ref}`]),
            ref,
          ];
      for (const name of names) {
        const sha = await ask(["rev-parse", "--quiet", "--verify", "--end-of-options", `${name}^{commit}`], signal);
        const found = sha?.split("\n").at(-1);
        if (found !== undefined && isFullSha(found)) return found;
      }
      return undefined;
    },

    entry: async (sha, path, signal) => {
      if (!isFullSha(sha) || path === "") return undefined;
      // Without literal pathspecs, a name such as `:(top)x` would be a pattern.
      const answer = await ask(["--literal-pathspecs", "ls-tree", "-z", "-l", "--full-tree", sha, "--", path], signal);
      const [, mode, type, object, size] = /^(\d+) (blob|tree|commit) ([0-9a-f]+) +(\d+|-)\t/.exec(answer ?? "") ?? [];
      if (mode === undefined || type === undefined || object === undefined) return undefined;
      return { mode, type: type as CloneEntry["type"], sha: object, size: type === "blob" ? Number(size) : 0 };
    },

    blob: (sha, signal) => use(signal, async (bound) => (await bound.binaryCatFile(["blob", sha])) as Buffer),

    file: async (sha, path, signal) => {
      const entry = await clone.entry(sha, path, signal);
      return entry?.type === "blob" ? clone.blob(entry.sha, signal) : undefined;
    },

    changes: async (base, head, signal) => {
      const range = [
        "--raw",
        "--numstat",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=none",
        "--end-of-options",
        base,
        head,
      ];
      return readRawDiff(await run(["diff-tree", "-r", "-z", "-M", ...range], signal));
    },

    identities: async (base, head, signal) => {
      const format = [
        "--raw",
        "--patch",
        "--unified=3",
        "--full-index",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
      ];
      const range = ["--ignore-submodules=none", "--end-of-options", base, head];
      const text = await run(["diff-tree", "-r", "-z", "-M", ...format, ...range], signal);
      return readIdentities(text, readRawDiff(text));
    },

    mergeBase: async (one, other, signal) => {
      const base = isFullSha(one) && isFullSha(other) ? await ask(["merge-base", one, other], signal) : undefined;
      return base === undefined || base === "" ? undefined : base;
    },

    parents: async (sha, signal) => {
      const line = isFullSha(sha) ? await ask(["rev-list", "--parents", "--max-count=1", sha], signal) : undefined;
      return line?.split(" ").slice(1);
    },

    commits: async (base, head, limit, signal) => {
      if (!isFullSha(base) || !isFullSha(head)) throw new Error("Only whole SHAs are compared");
      const format = "--format=%H%x00%P%x00%s%x00%B%x00";
      const range = [`--max-count=${limit}`, "--encoding=UTF-8", format, "--end-of-options", head, `^${base}`];
      const fields = (await run(["rev-list", ...range], signal)).split("\0");
      return Array.from({ length: Math.floor(fields.length / 4) }, (_, at) => {
        const [id = "", parents = "", title = "", message = ""] = fields.slice(at * 4, at * 4 + 4);
        // Before its own format, git prints a line of each commit.
        return {
          id: id.slice(id.lastIndexOf("\n") + 1),
          parent_ids: parents.split(" ").filter((parent) => parent !== ""),
          title,
          message: message.trim(),
        };
      });
    },

    titles: async (shas, signal) => {
      const full = shas.filter(isFullSha);
      if (full.length === 0) return new Map();
      // Plumbing, since `log` may run programs of the repository's configuration. `allow-any` keeps git from fetching
      // what a partial clone lacks.
      const printed = await ask(
        [
          "rev-list",
          "--no-walk",
          "--ignore-missing",
          "--missing=allow-any",
          "--encoding=UTF-8",
          "--format=%H%x00%s",
          ...full,
        ],
        signal,
      );
      const lines = (printed ?? "").split("\n").map((line) => line.split("\0"));
      return new Map(lines.flatMap(([sha = "", title]) => (title ? [[sha, title] as const] : [])));
    },

    fetch: async (refs, { signal, onProgress } = {}) => {
      if (remote === undefined) throw new Error("No remote of this repository leads to the project");
      // Ref names come from the host: a colon or asterisk would move local refs.
      if (refs.some((ref) => !ref.startsWith("refs/") || !isBranchName(ref)))
        throw new Error("Only whole names of refs are fetched");
      const args = ["fetch", "--progress", "--no-tags", "--no-recurse-submodules", "--", remote, ...refs];
      await runNetworkGit(root, args, {
        patience: fetchTimeout,
        program,
        environment: networkEnvironment(),
        signal,
        onProgress,
      });
    },
  };
  return clone;
}

/** Returns whether a text is a full commit SHA. */
export const isFullSha = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
