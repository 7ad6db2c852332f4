import type { SimpleGit } from "simple-git";
import { networkEnvironment, allowUserEnvironment } from "../../../git/environment.ts";
import { runNetworkGit } from "../../../git/hostGit.ts";
import { type GitProgram, openGit } from "../../../git/openGit.ts";

export interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Runs git in an open repository. Errors carry git's words; a signal that aborts throws its reason. */
export interface RepositoryGit {
  readonly root: string;
  /** What git prints. */
  run(args: readonly string[], options?: GitOptions): Promise<string>;
  /** The same where git talks to the host, with all that it starts for that: cancelled, no helper of it waits on. */
  talk(args: readonly string[], options?: Pick<GitOptions, "signal">): Promise<void>;
  /** What git prints without the line break at its end; undefined when its answer is "no" or nothing. */
  ask(args: readonly string[], options?: GitOptions): Promise<string | undefined>;
  /** The same arguments with many paths behind them, in as many runs as a command line's length demands; what they print, joined. */
  over(args: readonly string[], paths: readonly string[], options?: GitOptions): Promise<string>;
  blob(sha: string, options?: GitOptions): Promise<Buffer>;
}

const blockTimeout = 120_000; // ms without output: filters for large files and the host itself take their time
const longestLine = 24_000; // characters: Windows ends at 32,767

/** Opens a repository that is known to be one; nothing runs before the first question. */
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
      // simple-git has an error of its own for this.
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
        // Not git's answer: it took too long, or simple-git did not let it run.
        if (error instanceof Error && error.name === "GitPluginError") throw error;
        return undefined;
      }
    },
    over: async (args, paths, options) => {
      const printed: string[] = [];
      for (const portion of portions(paths)) printed.push(await git.run([...args, "--", ...portion], options));
      return printed.join("");
    },
    blob: (sha, options = {}) => use(options, async (bound) => (await bound.binaryCatFile(["blob", sha])) as Buffer),
  };
  return git;
}

function portions(paths: readonly string[]): string[][] {
  const all: string[][] = [];
  let length = longestLine;
  for (const path of paths) {
    length += path.length + 3;
    if (length > longestLine) {
      all.push([]);
      length = path.length + 3;
    }
    all.at(-1)?.push(path);
  }
  return all;
}
