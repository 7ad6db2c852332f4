import type { SimpleGit } from "simple-git";
import { networkEnvironment, allowUserEnvironment } from "../../../git/environment.ts";
import { runNetworkGit } from "../../../git/hostGit.ts";
import { type GitProgram, openGit } from "../../../git/openGit.ts";

export interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Runs git in a repository. Errors contain git's message; an aborted signal throws its reason. */
export interface RepositoryGit {
  readonly root: string;
  /** Returns git's output. */
  run(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Runs a command that connects to the host; cancelling it also ends the processes that git started. */
  talk(args: readonly string[], options?: Pick<GitOptions, "signal">): Promise<void>;
  /** Returns git's output without the final line break; undefined for no output or an error from git. */
  ask(args: readonly string[], options?: GitOptions): Promise<string | undefined>;
  /** Runs git with many paths, in as many runs as the length of a command line requires, and joins the output. */
  over(args: readonly string[], paths: readonly string[], options?: GitOptions): Promise<string>;
  /** Does the same with an option that is repeated for many values. */
  each(args: readonly string[], option: string, values: readonly string[], options?: GitOptions): Promise<void>;
  /** Returns the content of a blob. */
  blob(sha: string, options?: GitOptions): Promise<Buffer>;
}

/** Milliseconds without output; filters for large files and the host can be slow. */
const blockTimeout = 120_000;
/** Characters per command line; the limit of Windows is 32,767. */
const maxLine = 24_000;

/** Opens a repository; git is first run by a method. */
export function openRepositoryGit(root: string, program: GitProgram): RepositoryGit {
  const use = async <T>({ signal, env }: GitOptions, work: (bound: SimpleGit) => PromiseLike<T>): Promise<T> => {
    const environment = { ...networkEnvironment(), GIT_OPTIONAL_LOCKS: "0", ...env };
    const how = {
      patience: blockTimeout,
      program,
      signal,
      allowEnvironment: Object.keys(environment),
      unsafe: allowUserEnvironment,
    };
    try {
      return await work((await openGit(root, how)).env(environment));
    } catch (error) {
      // simple-git throws its own error after an abort.
      signal?.throwIfAborted();
      throw error;
    }
  };
  const git: RepositoryGit = {
    root,
    run: (args, options = {}) => use(options, (bound) => bound.raw([...args])),
    talk: async (args, { signal } = {}) => {
      await runNetworkGit(root, args, { patience: blockTimeout, program, environment: networkEnvironment(), signal });
    },
    ask: async (args, options = {}) => {
      try {
        return (await git.run(args, options)).replace(/\r?\n$/, "") || undefined;
      } catch (error) {
        if (options.signal?.aborted === true) throw error;
        // Not from git: a timeout, or simple-git refused the command.
        if (error instanceof Error && error.name === "GitPluginError") throw error;
        return undefined;
      }
    },
    over: async (args, paths, options) => {
      const printed: string[] = [];
      for (const batch of batches(paths)) printed.push(await git.run([...args, "--", ...batch], options));
      return printed.join("");
    },
    each: async (args, option, values, options) => {
      for (const batch of batches(values, option.length + 1))
        await git.run([...args, ...batch.flatMap((value) => [option, value])], options);
    },
    blob: (sha, options = {}) => use(options, async (bound) => (await bound.binaryCatFile(["blob", sha])) as Buffer),
  };
  return git;
}

/** @param more characters that come with each of them */
function batches(paths: readonly string[], more = 0): string[][] {
  const all: string[][] = [];
  let length = maxLine;
  for (const path of paths) {
    length += path.length + 3 + more;
    if (length > maxLine) {
      all.push([]);
      length = path.length + 3 + more;
    }
    all.at(-1)?.push(path);
  }
  return all;
}
