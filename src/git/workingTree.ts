import type { SimpleGit, SimpleGitOptions } from "simple-git";
import { isBranchName } from "./branchName.ts";
import { networkEnvironment } from "./environment.ts";
import { runAtHost } from "./hostGit.ts";
import { type GitProgram, openGit } from "./openGit.ts";

/** The files and branches of an open repository, for commands that change them. Branches go by their short names. Errors carry git's words. */
export interface WorkingTree {
  readonly root: string;
  /** Paths of files that are changed or new, without those that are ignored. */
  changed(signal?: AbortSignal): Promise<string[]>;
  /** The branch that is checked out; undefined on a detached head. */
  current(signal?: AbortSignal): Promise<string | undefined>;
  /** Head of a local branch; undefined without one. */
  head(branch: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Head of a branch of a remote as last fetched; undefined without one. */
  tracking(remote: string, branch: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Whether one commit holds another in its history. */
  contains(commit: string, ancestor: string, signal?: AbortSignal): Promise<boolean>;
  /** Checks a local branch out. Changed files come along; git refuses where they are in the way. */
  checkOut(branch: string, signal?: AbortSignal): Promise<void>;
  /** Makes a branch at a commit and checks it out. @param upstream `remote/branch` that it follows */
  checkOutNew(branch: string, start: string, upstream: string | undefined, signal?: AbortSignal): Promise<void>;
  /** Lets a branch follow a ref of a remote that is no branch there, and has none here: pulling asks for it. */
  follow(branch: string, remote: string, ref: string, signal?: AbortSignal): Promise<void>;
  /** The address of a remote as the configuration has it; undefined without one. */
  address(remote: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Makes a remote that fetches one branch, or has one that there is fetch it too. @param address of a new one */
  addRemote(remote: string, branch: string, address: string | undefined, signal?: AbortSignal): Promise<void>;
  removeRemote(remote: string): Promise<void>;
  /** Moves the branch that is checked out forward. */
  fastForward(to: string, signal?: AbortSignal): Promise<void>;
  /** Puts changed and new files aside. */
  stash(message: string, signal?: AbortSignal): Promise<void>;
  /** Pushes a branch, under the name it has there, and follows it from then on. Never by force. */
  push(remote: string, branch: string, there: string, signal?: AbortSignal): Promise<void>;
}

const blockTimeout = 120_000; // ms without output: filters for large files and hooks take their time

/** Opens a repository that is known to be one; nothing runs before the first question. */
export function openWorkingTree(root: string, program: GitProgram): WorkingTree {
  const git = async (signal: AbortSignal | undefined, more: Partial<SimpleGitOptions> = {}): Promise<SimpleGit> =>
    openGit(root, { patience: blockTimeout, program, signal, ...more });
  const run = async (args: readonly string[], signal?: AbortSignal): Promise<string> => {
    try {
      return await (await git(signal)).raw([...args]);
    } catch (error) {
      // simple-git has an error of its own for this.
      signal?.throwIfAborted();
      throw error;
    }
  };
  /** What a quiet question answers; undefined when that is nothing, which is git's "no". */
  const ask = async (args: readonly string[], signal?: AbortSignal): Promise<string | undefined> =>
    (await run(args, signal)).trim() || undefined;

  return {
    root,
    changed: async (signal) =>
      (await run(["status", "--porcelain", "-z", "--no-renames", "--untracked-files=normal"], signal))
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
      await run(["checkout", "--quiet", "--no-guess", branch, "--"], signal);
    },
    checkOutNew: async (branch, start, upstream, signal) => {
      await run(["checkout", "--quiet", "--no-track", "-b", branch, start, "--"], signal);
      if (upstream !== undefined)
        await run(["branch", "--quiet", `--set-upstream-to=${upstream}`, "--end-of-options", branch], signal);
    },
    follow: async (branch, remote, ref, signal) => {
      await run(["config", `branch.${branch}.remote`, remote], signal);
      await run(["config", `branch.${branch}.merge`, ref], signal);
    },
    address: (remote, signal) => ask(["config", "--default", "", "--get", `remote.${remote}.url`], signal),
    addRemote: async (remote, branch, address, signal) => {
      await run(
        address === undefined
          ? ["remote", "set-branches", "--add", remote, branch]
          : ["remote", "add", "-t", branch, "--", remote, address],
        signal,
      );
    },
    removeRemote: async (remote) => {
      await run(["remote", "remove", remote]);
    },
    fastForward: async (to, signal) => {
      await run(["merge", "--quiet", "--ff-only", to], signal);
    },
    stash: async (message, signal) => {
      await run(["stash", "push", "--quiet", "--include-untracked", "--message", message], signal);
    },
    push: async (remote, branch, there, signal) => {
      if (!isBranchName(there)) throw new Error("The branch would have a name that git does not take");
      const args = ["push", "--porcelain", "--set-upstream", "--", remote, `refs/heads/${branch}:refs/heads/${there}`];
      await runAtHost(root, args, { patience: blockTimeout, program, environment: networkEnvironment(), signal });
    },
  };
}
