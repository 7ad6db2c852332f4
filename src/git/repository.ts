import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { SimpleGit } from "simple-git";
import { type GitProgram, openGit } from "./openGit.ts";

/** Where a repository stands right now. */
export interface Standing {
  /** Remotes with their addresses after `url.*.insteadOf`. */
  readonly remotes: readonly { readonly name: string; readonly url: string }[];
  /** The local branch; absent on a detached head. Present before the first commit too. */
  readonly branch?: string;
  /** The branch's name on the host and the remote it tracks, when it has an upstream. */
  readonly upstream?: {
    readonly remote: string;
    readonly branch: string;
    /** As `refs/remotes/origin/main`. */ readonly ref: string;
  };
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

/**
 * The branch that HEAD names, also before its first commit; undefined on a detached head. Read from its file where that says it: each
 * start of git holds up the extension host, and this is asked after every change to a repository.
 */
const headBranch = async (git: SimpleGit, gitDir: string, signal?: AbortSignal): Promise<string | undefined> => {
  const text = await readFile(path.join(gitDir, "HEAD"), { encoding: "utf8", signal }).catch(() => "");
  const [, branch] = /^ref: refs\/heads\/(.+)\n$/.exec(text) ?? [];
  // With refs in a reftable the file names a branch that cannot be.
  return branch === undefined || branch === ".invalid"
    ? ask(git, ["symbolic-ref", "--quiet", "--short", "HEAD"], signal)
    : branch;
};

const readBranch = async (
  git: SimpleGit,
  branch: string,
  signal?: AbortSignal,
): Promise<Pick<Standing, "head" | "upstream" | "pushed">> => {
  const format = ["refname", "objectname", "upstream", "upstream:remotename", "upstream:remoteref"]
    .map((field) => `%(${field})`)
    .join("%00");
  // The upstream most often has the branch's own name, which saves asking for it.
  const answer = await ask(
    git,
    ["for-each-ref", `--format=${format}`, `refs/heads/${branch}`, `refs/remotes/*/${branch}`],
    signal,
  );
  const refs = new Map(
    lines(answer ?? "")
      .map((line) => line.split("\0"))
      .map(([name = "", ...fields]) => [name, fields]),
  );
  const [head, ref, remote, remoteRef] = refs.get(`refs/heads/${branch}`) ?? [];
  if (head === undefined) return {};
  const pushed = ref
    ? (refs.get(ref)?.[0] ?? (await ask(git, ["rev-parse", "--quiet", "--verify", ref], signal)))
    : undefined;
  return {
    head,
    ...(ref && remote && remoteRef
      ? { upstream: { remote, branch: remoteRef.replace(/^refs\/heads\//, ""), ref } }
      : {}),
    ...(pushed === undefined ? {} : { pushed }),
  };
};

const readStanding = async (git: SimpleGit, gitDir: string, signal?: AbortSignal): Promise<Standing> => {
  const [remotes, branch] = await Promise.all([git.getRemotes(true), headBranch(git, gitDir, signal)]);
  const head =
    branch === undefined ? await ask(git, ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], signal) : undefined;
  return {
    remotes: remotes.map(({ name, refs }) => ({ name, url: refs.fetch || refs.push })).filter(({ url }) => url !== ""),
    ...(branch === undefined ? {} : { branch, ...(await readBranch(git, branch, signal)) }),
    ...(head === undefined ? {} : { head }),
  };
};

const refNames = async (git: SimpleGit, ...patterns: string[]): Promise<string[]> =>
  lines(await git.raw(["for-each-ref", "--format=%(refname)", "--sort=-creatordate", ...patterns]));

/** Without the first parts: two for `refs/heads/main`, three for `refs/remotes/origin/main`. */
const withoutParts = (name: string, parts: number): string => name.split("/").slice(parts).join("/");

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
  const [root, gitDir, common] = lines(
    await git.raw(["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"]),
  );
  if (root === undefined || gitDir === undefined || common === undefined)
    throw new Error(`git tells no root for ${folder}`);
  // Git before 2.31 cannot be asked for an absolute one.
  const commonDir = path.resolve(folder, common);
  const at = (signal?: AbortSignal): Promise<SimpleGit> => load(root, program, signal);
  return {
    root,
    gitDir,
    commonDir,
    standing: async (signal) => readStanding(await at(signal), gitDir, signal),
    branches: async (signal) => {
      const refs = await refNames(await at(signal), "refs/heads", "refs/remotes");
      const isLocal = (name: string): boolean => name.startsWith("refs/heads/");
      const names = [
        ...refs.filter(isLocal).map((name) => withoutParts(name, 2)),
        ...refs.filter((name) => !isLocal(name)).map((name) => withoutParts(name, 3)),
      ];
      return [...new Set(names)].filter((name) => name !== "HEAD");
    },
    localBranches: async (signal) =>
      (await refNames(await at(signal), "refs/heads")).map((name) => withoutParts(name, 2)),
    tags: async (signal) => (await refNames(await at(signal), "refs/tags")).map((name) => withoutParts(name, 2)),
  };
}
