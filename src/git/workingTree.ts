import type { SimpleGit, SimpleGitOptions } from "simple-git";
import { isBranchName } from "./branchName.ts";
import { networkEnvironment } from "./environment.ts";
import { runNetworkGit } from "./hostGit.ts";
import { type GitProgram, openGit } from "./openGit.ts";
import { operand } from "./operand.ts";

/** Changes the files and branches of a repository. Branches are short names. Errors contain git's output. */
export interface WorkingTree {
  readonly root: string;
  /** Returns the paths of changed files and, by default, untracked ones, without ignored ones. */
  changed(options?: { readonly untracked?: boolean; readonly signal?: AbortSignal }): Promise<string[]>;
  /** Returns the current branch; undefined for a detached HEAD. */
  current(signal?: AbortSignal): Promise<string | undefined>;
  /** Returns the head of a local branch; undefined if missing. */
  head(branch: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Returns the head of a remote-tracking branch; undefined if missing. */
  tracking(remote: string, branch: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Returns whether a commit is an ancestor of another. */
  contains(commit: string, ancestor: string, signal?: AbortSignal): Promise<boolean>;
  /** Checks out a local branch and keeps changes; git refuses on conflicts. */
  checkOut(branch: string, signal?: AbortSignal): Promise<void>;
  /**
   * Creates a branch at a commit and checks it out.
   * @param upstream `remote/branch` to track
   */
  checkOutNew(branch: string, start: string, upstream: string | undefined, signal?: AbortSignal): Promise<void>;
  /** Configures a branch to pull from a remote ref that is not a branch. */
  follow(branch: string, remote: string, ref: string, signal?: AbortSignal): Promise<void>;
  /** Returns the configured URL of a remote; undefined if missing. */
  address(remote: string, signal?: AbortSignal): Promise<string | undefined>;
  /**
   * Adds a remote that fetches one branch, or adds the branch to an existing remote.
   * @param address URL of a new remote
   */
  addRemote(remote: string, branch: string, address: string | undefined, signal?: AbortSignal): Promise<void>;
  removeRemote(remote: string): Promise<void>;
  /** Fast-forwards the current branch. */
  fastForward(to: string, signal?: AbortSignal): Promise<void>;
  /**
   * Deletes a local branch that is at a commit, merged or not; git refuses one that is checked out anywhere.
   * @throws Error if it is at another commit by now
   */
  deleteBranch(branch: string, at: string, signal?: AbortSignal): Promise<void>;
  /** Stashes changed and untracked files. */
  stash(message: string, signal?: AbortSignal): Promise<void>;
  /** Pushes a branch under its remote name and tracks it. Never forces. */
  push(remote: string, branch: string, there: string, signal?: AbortSignal): Promise<void>;
}

const blockTimeout = 120_000; // ms without output: filters for large files and hooks take their time

/** Opens an existing repository; git is not started before the first command. */
export function openWorkingTree(root: string, program: GitProgram): WorkingTree {
  const git = async (signal: AbortSignal | undefined, more: Partial<SimpleGitOptions> = {}): Promise<SimpleGit> =>
    openGit(root, { patience: blockTimeout, program, signal, ...more });
  const run = async (args: readonly string[], signal?: AbortSignal): Promise<string> => {
    try {
      return await (await git(signal)).raw([...args]);
    } catch (error) {
      // simple-git wraps the error of an abort.
      signal?.throwIfAborted();
      throw error;
    }
  };
  /** Returns git's output; undefined if it is empty. */
  const ask = async (args: readonly string[], signal?: AbortSignal): Promise<string | undefined> =>
    (await run(args, signal)).trim() || undefined;

  const tree: WorkingTree = {
    root,
    changed: async ({ untracked = true, signal } = {}) =>
      (
        await run(
          ["status", "--porcelain", "-z", "--no-renames", `--untracked-files=${untracked ? "normal" : "no"}`],
          signal,
        )
      )
        .split("\0")
        .filter((entry) => entry !== "")
        .map((entry) => entry.slice(3)),
    current: (signal) => ask(["symbolic-ref", "--quiet", "--short", "HEAD"], signal),
    head: (branch, signal) => ask(["rev-parse", "--quiet", "--verify", `refs/heads/${branch}^{commit}`], signal),
    tracking: (remote, branch, signal) =>
      ask(["rev-parse", "--quiet", "--verify", `refs/remotes/${remote}/${branch}^{commit}`], signal),
    contains: async (commit, ancestor, signal) =>
      (await ask(["rev-list", "--count", "--end-of-options", ancestor, `^${commit}`], signal)) === "0",
    checkOut: async (branch, signal) => {
      await run(["checkout", "--quiet", "--no-guess", operand(branch), "--"], signal);
    },
    checkOutNew: async (branch, start, upstream, signal) => {
      await run(["checkout", "--quiet", "--no-track", "-b", operand(branch), operand(start), "--"], signal);
      if (upstream !== undefined)
        await run(["branch", "--quiet", `--set-upstream-to=${upstream}`, "--end-of-options", branch], signal);
    },
    follow: async (branch, remote, ref, signal) => {
      await run(["config", `branch.${branch}.remote`, operand(remote)], signal);
      await run(["config", `branch.${branch}.merge`, operand(ref)], signal);
    },
    address: (remote, signal) => ask(["config", "--default", "", "--get", `remote.${remote}.url`], signal),
    addRemote: async (remote, branch, address, signal) => {
      await run(
        address === undefined
          ? ["remote", "set-branches", "--add", operand(remote), operand(branch)]
          : ["remote", "add", "-t", operand(branch), "--", remote, address],
        signal,
      );
    },
    removeRemote: async (remote) => {
      await run(["remote", "remove", operand(remote)]);
    },
    fastForward: async (to, signal) => {
      await run(["merge", "--quiet", "--ff-only", operand(to)], signal);
    },
    deleteBranch: async (branch, at, signal) => {
      if ((await tree.head(branch, signal)) !== at) throw new Error(`The branch ${branch} has moved`);
      await run(["branch", "--quiet", "-D", "--", operand(branch)], signal);
    },
    stash: async (message, signal) => {
      await run(["stash", "push", "--quiet", "--include-untracked", "--message", message], signal);
    },
    push: async (remote, branch, there, signal) => {
      if (!isBranchName(there)) throw new Error("The branch would have a name that git does not take");
      const args = ["push", "--porcelain", "--set-upstream", "--", remote, `refs/heads/${branch}:refs/heads/${there}`];
      await runNetworkGit(root, args, { patience: blockTimeout, program, environment: networkEnvironment(), signal });
    },
  };
  return tree;
}
