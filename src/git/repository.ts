import { type GitProgram, openGit } from "./openGit.ts";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { SimpleGit } from "simple-git";

/** Where a repository stands right now. */
export interface Standing {
  /** Remotes with their addresses after `url.*.insteadOf`. */
  readonly remotes: readonly { readonly name: string; readonly url: string }[];
  /** The local branch; absent on a detached head. Present before the first commit too. */
  readonly branch?: string;
  /** The branch's name on the host and the remote it tracks, when it has an upstream. */
  readonly upstream?: { readonly remote: string; readonly branch: string; /** As `refs/remotes/origin/main`. */ readonly ref: string };
  /** Full sha of HEAD; absent in a repository without commits. */
  readonly head?: string;
  /** Full sha of the upstream as last fetched or pushed: changes with a push. */
  readonly pushed?: string;
}

/** A local repository, read through simple-git. Nothing here writes. */
export interface Repository {
  readonly root: string;
  /** Folder whose files tell of changes: HEAD, reflogs, packed refs. */
  readonly gitDir: string;
  /** Differs from `gitDir` in a linked worktree; refs and config are here. */
  readonly commonDir: string;
  standing(signal?: AbortSignal): Promise<Standing>;
  /** Names of local and remote-tracking branches without the remote's name, most recent commit first. */
  branches(signal?: AbortSignal): Promise<string[]>;
  /** Names of local branches, most recent commit first. */
  localBranches(signal?: AbortSignal): Promise<string[]>;
  /** Tag names, most recent first. */
  tags(signal?: AbortSignal): Promise<string[]>;
}

const blockTimeout = 15_000; // ms without output: a hanging hook or network drive must not hold the views

const load = (folder: string, program: GitProgram, signal?: AbortSignal): Promise<SimpleGit> =>
  openGit(folder, { patience: blockTimeout, program, signal });

const lines = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== "");

/** What a question answers, or undefined when git's answer is "no" (a non-zero exit). */
const ask = async (git: SimpleGit, args: string[], signal?: AbortSignal): Promise<string | undefined> => {
  try {
    const answer = (await git.raw(args)).trim();
    return answer === "" ? undefined : answer;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Error && error.name === "GitPluginError") throw error;
    return undefined;
  }
};

const readStanding = async (git: SimpleGit, signal?: AbortSignal): Promise<Standing> => {
  const [remotes, branch, head] = await Promise.all([
    git.getRemotes(true),
    ask(git, ["symbolic-ref", "--quiet", "--short", "HEAD"], signal),
    ask(git, ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], signal),
  ]);
  const format = "%(upstream)%00%(upstream:remotename)%00%(upstream:remoteref)";
  const tracked =
    branch === undefined ? undefined : await ask(git, ["for-each-ref", `--format=${format}`, `refs/heads/${branch}`], signal);
  const [ref, remote, remoteRef] = tracked?.split("\0") ?? [];
  const upstream = ref && remote && remoteRef ? { remote, branch: remoteRef.replace(/^refs\/heads\//, ""), ref } : undefined;
  const pushed = ref ? await ask(git, ["rev-parse", "--quiet", "--verify", ref], signal) : undefined;
  return {
    remotes: remotes.map(({ name, refs }) => ({ name, url: refs.fetch || refs.push })).filter(({ url }) => url !== ""),
    ...(branch === undefined ? {} : { branch }),
    ...(upstream === undefined ? {} : { upstream }),
    ...(head === undefined ? {} : { head }),
    ...(pushed === undefined ? {} : { pushed }),
  };
};

const refNames = async (git: SimpleGit, strip: number, pattern: string): Promise<string[]> =>
  lines(await git.raw(["for-each-ref", `--format=%(refname:lstrip=${strip})`, "--sort=-creatordate", pattern]));

/** Whether a folder or one above it has a `.git`: then git refusing to read it is a problem, not an answer. */
const looksLikeRepository = async (folder: string): Promise<boolean> => {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await stat(path.join(at, ".git")).then(
      () => true,
      () => false,
    );
    if (found || path.dirname(at) === at) return found;
  }
};

/**
 * Opens the repository that holds `folder`, or undefined when there is none.
 * @throws Error with git's words when there is one that git cannot or will not read: no git, another owner, damage.
 */
export async function openRepository(folder: string, program: GitProgram): Promise<Repository | undefined> {
  if (!(await looksLikeRepository(folder))) return undefined;
  const git = await load(folder, program);
  const [root, gitDir, common] = lines(await git.raw(["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"]));
  if (root === undefined || gitDir === undefined || common === undefined) throw new Error(`git tells no root for ${folder}`);
  // Git before 2.31 cannot be asked for an absolute one.
  const commonDir = path.resolve(folder, common);
  const at = (signal?: AbortSignal): Promise<SimpleGit> => load(root, program, signal);
  return {
    root,
    gitDir,
    commonDir,
    standing: async (signal) => readStanding(await at(signal), signal),
    branches: async (signal) => {
      const bound = await at(signal);
      const [local, remote] = await Promise.all([refNames(bound, 2, "refs/heads"), refNames(bound, 3, "refs/remotes")]);
      return [...new Set([...local, ...remote])].filter((name) => name !== "HEAD");
    },
    localBranches: async (signal) => refNames(await at(signal), 2, "refs/heads"),
    tags: async (signal) => refNames(await at(signal), 2, "refs/tags"),
  };
}
