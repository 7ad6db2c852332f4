import type { SimpleGit, SimpleGitOptions } from "simple-git";
import { isBranchName } from "./branchName.ts";
import { networkEnvironment } from "./environment.ts";
import type { FileChange } from "./fileChange.ts";
import { runAtHost } from "./hostGit.ts";
import { type GitProgram, openGit } from "./openGit.ts";
import { readRawDiff } from "./rawDiff.ts";

/** What stands at a path of a commit. */
export interface CloneEntry {
  readonly mode: string;
  /** `commit` is a submodule. */
  readonly type: "blob" | "tree" | "commit";
  readonly sha: string;
  /** Bytes; 0 for anything but a file. */
  readonly size: number;
}

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Hears git's own words and how far they are, in percent. */
  readonly onProgress?: ((stage: string, percent: number) => void) | undefined;
}

/** The open repository as a source of commits. Commits are full shas, paths are as git has them. Nothing writes but `fetch`. */
export interface LocalClone {
  readonly root: string;
  /** The remote that leads to the project; absent when the person named the project and no remote does. */
  readonly remote?: string;
  /** Whether the commit is here. */
  has(sha: string, signal?: AbortSignal): Promise<boolean>;
  /** The commit that a branch, tag, remote-tracking branch or abbreviated sha stands for here. */
  resolve(ref: string, signal?: AbortSignal): Promise<string | undefined>;
  /** What stands at a path; undefined for nothing, and when the commit is not here. */
  entry(sha: string, path: string, signal?: AbortSignal): Promise<CloneEntry | undefined>;
  /** The content as git keeps it (no line ends changed, large files as their pointers); undefined for nothing, folders and submodules. */
  file(sha: string, path: string, signal?: AbortSignal): Promise<Buffer | undefined>;
  /** What changed from one commit or tree to another, renames found, in the order of paths. @throws Error when one is not here */
  changes(base: string, head: string, signal?: AbortSignal): Promise<FileChange[]>;
  /** The best common ancestor; undefined when there is none or a commit is not here. */
  mergeBase(one: string, other: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Parents of a commit; undefined when it is not here. */
  parents(sha: string, signal?: AbortSignal): Promise<string[] | undefined>;
  /**
   * Gets refs of the remote (`refs/merge-requests/1/head`, `refs/heads/main`) with all they lead to. No branch here moves.
   * @throws Error with git's words
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

/** Opens a repository that is known to be one; nothing runs before the first question. */
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
      // simple-git has an error of its own for this.
      signal?.throwIfAborted();
      throw error;
    }
  };
  const run = (args: readonly string[], signal: AbortSignal | undefined): Promise<string> =>
    use(signal, (bound) => bound.raw([...args]));
  /** What git answers, or undefined when its answer is "no" (a non-zero exit). */
  const ask = async (args: readonly string[], signal: AbortSignal | undefined): Promise<string | undefined> => {
    try {
      return (await run(args, signal)).trim();
    } catch (error) {
      if (signal?.aborted === true) throw error;
      // Not git's answer: it took too long, or simple-git did not let it run.
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
      // The remote has a HEAD of its own.
      const whole = ref.startsWith("refs/") || ref.startsWith("@") || ref === "HEAD";
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
      // Else a name such as `:(top)x` would be a pattern.
      const answer = await ask(["--literal-pathspecs", "ls-tree", "-z", "-l", "--full-tree", sha, "--", path], signal);
      const [, mode, type, object, size] = /^(\d+) (blob|tree|commit) ([0-9a-f]+) +(\d+|-)\t/.exec(answer ?? "") ?? [];
      if (mode === undefined || type === undefined || object === undefined) return undefined;
      return { mode, type: type as CloneEntry["type"], sha: object, size: type === "blob" ? Number(size) : 0 };
    },

    file: async (sha, path, signal) => {
      const entry = await clone.entry(sha, path, signal);
      if (entry?.type !== "blob") return undefined;
      return use(signal, async (bound) => (await bound.binaryCatFile(["blob", entry.sha])) as Buffer);
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

    mergeBase: async (one, other, signal) => {
      const base = isFullSha(one) && isFullSha(other) ? await ask(["merge-base", one, other], signal) : undefined;
      return base === undefined || base === "" ? undefined : base;
    },

    parents: async (sha, signal) => {
      const line = isFullSha(sha) ? await ask(["rev-list", "--parents", "--max-count=1", sha], signal) : undefined;
      return line?.split(" ").slice(1);
    },

    fetch: async (refs, { signal, onProgress } = {}) => {
      if (remote === undefined) throw new Error("No remote of this repository leads to the project");
      // The host names them: with a colon or a star in it, a name would move refs here.
      if (refs.some((ref) => !ref.startsWith("refs/") || !isBranchName(ref)))
        throw new Error("Only whole names of refs are fetched");
      const args = ["fetch", "--progress", "--no-tags", "--no-recurse-submodules", "--", remote, ...refs];
      await runAtHost(root, args, {
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

/** A whole name of a commit, as opposed to a branch or tag. */
export const isFullSha = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
