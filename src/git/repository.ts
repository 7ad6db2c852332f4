import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { SimpleGit } from "simple-git";
import { type GitProgram, openGit } from "./openGit.ts";
import { readRef } from "./refWatch.ts";

/** The current state of a repository. */
export interface RepositoryState {
  /** Remotes with URLs after `url.*.insteadOf`, as of the last change of the repository's own configuration. */
  readonly remotes: readonly { readonly name: string; readonly url: string }[];
  /** The local branch, also before the first commit; absent for a detached HEAD. */
  readonly branch?: string;
  /** The upstream branch and its remote, if any, as of the last change of the repository's own configuration. */
  readonly upstream?: {
    readonly remote: string;
    readonly branch: string;
    /** As `refs/remotes/origin/main`. */ readonly ref: string;
  };
  /** Full SHA of HEAD; absent before the first commit. */
  readonly head?: string;
  /** Full SHA of the upstream as last fetched or pushed. */
  readonly pushed?: string;
}

/** A local repository, read-only. */
export interface Repository {
  readonly root: string;
  /** Folder with HEAD, reflogs and packed refs. */
  readonly gitDir: string;
  /** Folder with refs and config; differs from `gitDir` in a linked worktree. */
  readonly commonDir: string;
  readState(signal?: AbortSignal): Promise<RepositoryState>;
  /** Returns local and remote-tracking branch names without remote, most recent commit first. */
  branches(signal?: AbortSignal): Promise<string[]>;
  /** Returns local branch names, most recent commit first. */
  localBranches(signal?: AbortSignal): Promise<string[]>;
  /** Returns tag names, most recent first. */
  tags(signal?: AbortSignal): Promise<string[]>;
}

const blockTimeout = 15_000; // ms without output: a hanging hook or network drive must not hold the views

const load = (folder: string, program: GitProgram, signal?: AbortSignal): Promise<SimpleGit> =>
  openGit(folder, { patience: blockTimeout, program, signal });

const lines = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== "");

/** Returns git's output, or undefined if it is empty or the exit code non-zero. */
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
 * Returns the branch of HEAD, also before its first commit; undefined if detached. Read from the file if possible,
 * because starting git blocks the extension host, and this runs after every change of the repository.
 */
const headBranch = async (git: SimpleGit, gitDir: string, signal?: AbortSignal): Promise<string | undefined> => {
  const text = await readFile(path.join(gitDir, "HEAD"), { encoding: "utf8", signal }).catch(() => "");
  if (/^[0-9a-f]{40,64}\n$/.test(text)) return undefined;
  const [, branch] = /^ref: refs\/heads\/(.+)\n$/.exec(text) ?? [];
  // With reftables, the file contains an invalid branch.
  return branch === undefined || branch === ".invalid"
    ? ask(git, ["symbolic-ref", "--quiet", "--short", "HEAD"], signal)
    : branch;
};

type Upstream = NonNullable<RepositoryState["upstream"]>;
type BranchState = Pick<RepositoryState, "head" | "upstream" | "pushed">;

const readBranch = async (git: SimpleGit, branch: string, signal?: AbortSignal): Promise<BranchState> => {
  const format = ["refname", "objectname", "upstream", "upstream:remotename", "upstream:remoteref"]
    .map((field) => `%(${field})`)
    .join("%00");
  // The upstream usually has the same name, which saves a query.
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

type Remotes = RepositoryState["remotes"];

const readRemotes = async (git: SimpleGit): Promise<Remotes> =>
  (await git.getRemotes(true))
    .map(({ name, refs }) => ({ name, url: refs.fetch || refs.push }))
    .filter(({ url }) => url !== "");

/** Removes what a configuration says of branches, which says nothing of remotes: creating a branch says from where it merges. */
const withoutBranches = (configuration: string): string =>
  configuration.replace(/^[ \t]*\[branch[ \t][^]*?(?=^[ \t]*\[|(?![^]))/gim, "");

/** Returns a function that reads the state of a repository; it starts git only for what the files of the repository do not say. */
const stateReader = (
  gitDir: string,
  commonDir: string,
): ((git: SimpleGit, signal?: AbortSignal) => Promise<RepositoryState>) => {
  let remotes: { readonly configuration: string; readonly read: Remotes } | undefined;
  let tracked:
    | { readonly configuration: string; readonly branch: string; readonly upstream?: Upstream | undefined }
    | undefined;

  const readConfiguration = (): Promise<string[]> =>
    Promise.all(
      [path.join(commonDir, "config"), path.join(gitDir, "config.worktree")].map((file) =>
        readFile(file, "utf8").catch(() => ""),
      ),
    );
  const remotesOf = async (git: SimpleGit, configuration: string): Promise<Remotes> => {
    if (remotes?.configuration !== configuration) remotes = { configuration, read: await readRemotes(git) };
    return remotes.read;
  };
  /** A branch tracks the same one until the configuration changes: most changes are commits. */
  const branchOf = async (
    git: SimpleGit,
    branch: string,
    configuration: string,
    signal?: AbortSignal,
  ): Promise<BranchState> => {
    if (tracked?.branch === branch && tracked.configuration === configuration) {
      const { upstream } = tracked;
      const [head, pushed] = await Promise.all([
        readRef(commonDir, `refs/heads/${branch}`),
        upstream && readRef(commonDir, upstream.ref),
      ]);
      if (head !== undefined && upstream === undefined) return { head };
      if (head !== undefined && upstream !== undefined && pushed !== undefined) return { head, upstream, pushed };
    }
    const read = await readBranch(git, branch, signal);
    // Without a commit, nothing is known of what the branch tracks.
    tracked = read.head === undefined ? undefined : { configuration, branch, upstream: read.upstream };
    return read;
  };
  return async (git, signal) => {
    const [texts, branch] = await Promise.all([readConfiguration(), headBranch(git, gitDir, signal)]);
    const found = await remotesOf(git, texts.map(withoutBranches).join("\0"));
    if (branch !== undefined)
      return { remotes: found, branch, ...(await branchOf(git, branch, texts.join("\0"), signal)) };
    const head = await ask(git, ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], signal);
    return { remotes: found, ...(head === undefined ? {} : { head }) };
  };
};

const refNames = async (git: SimpleGit, ...patterns: string[]): Promise<string[]> =>
  lines(await git.raw(["for-each-ref", "--format=%(refname)", "--sort=-creatordate", ...patterns]));

/** Removes leading parts: two of `refs/heads/main`, three of `refs/remotes/origin/main`. */
const withoutParts = (name: string, parts: number): string => name.split("/").slice(parts).join("/");

/** Returns whether a folder or a parent contains `.git`, so git refusing to read it is an error. */
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
 * Opens the repository that contains `folder`; undefined if there is none.
 * @throws Error with git's output when git cannot read it: no git, another owner, damage
 */
export async function openRepository(folder: string, program: GitProgram): Promise<Repository | undefined> {
  if (!(await looksLikeRepository(folder))) return undefined;
  const git = await load(folder, program);
  const [root, gitDir, common] = lines(
    await git.raw(["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"]),
  );
  if (root === undefined || gitDir === undefined || common === undefined)
    throw new Error(`git tells no root for ${folder}`);
  // Before git 2.31 the path may be relative.
  const commonDir = path.resolve(folder, common);
  const at = (signal?: AbortSignal): Promise<SimpleGit> => load(root, program, signal);
  const readState = stateReader(gitDir, commonDir);
  return {
    root,
    gitDir,
    commonDir,
    readState: async (signal) => readState(await at(signal), signal),
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
