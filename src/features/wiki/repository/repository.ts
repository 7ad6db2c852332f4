import { privateFolder } from "../../../core/base/privateFiles.ts";
import { allowUserEnvironment } from "../../../git/environment.ts";
import { runNetworkGit } from "../../../git/hostGit.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { type GitProgram, openGit } from "../../../git/openGit.ts";
import { operand } from "../../../git/operand.ts";
import {
  accessEnvironment,
  connectionSettings,
  type GitSetting,
  type RepositoryAccess,
  userEnvironment,
} from "./access.ts";
import { readHistory, type WikiCommit } from "./history.ts";

export interface WikiRepositoryOptions {
  /** Folder of the clone. */
  readonly folder: string;
  /** URL of the wiki's repository, without credentials. */
  readonly url: string;
  readonly program: GitProgram;
  /** Called before each git command that may use the network. @param stale the token that was just refused */
  readonly access: (stale: string | undefined, signal: AbortSignal | undefined) => Promise<RepositoryAccess>;
}

/** A file in a commit. */
export interface WikiFile {
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

const HEAD = "refs/wiki/head";
const idleTimeout = 120_000; // ms without output; servers pack large repositories before they send any
/** Maximum number of commits in a page's history. */
export const historyLimit = 500;

/**
 * A bare clone of a wiki's default branch, without file contents if the host supports partial clones; they are fetched
 * when they are read. It has no working tree, and nothing in it is executed.
 */
export class WikiRepository {
  private readonly options: WikiRepositoryOptions;
  private queue: Promise<unknown> = Promise.resolve();
  /** The user's settings of the connection, read before the first request after each fetch. */
  private settings: readonly GitSetting[] | undefined;

  constructor(options: WikiRepositoryOptions) {
    this.options = options;
  }

  /** Fetches the default branch and updates `head`. @throws Error with git's output */
  fetch(signal?: AbortSignal): Promise<void> {
    return this.enqueue(async () => {
      const { folder, url } = this.options;
      await privateFolder(folder);
      await this.local(["init", "--quiet", "--bare"], signal);
      await this.local(["config", "remote.origin.url", url], signal);
      this.settings = undefined;
      try {
        await this.remote(
          [
            "fetch",
            "--progress",
            "--no-tags",
            "--no-recurse-submodules",
            "--no-write-fetch-head",
            "--filter=blob:none",
            "origin",
            `+HEAD:${HEAD}`,
          ],
          signal,
        );
      } catch (error) {
        // An empty wiki has no branch.
        if (!/couldn't find remote ref HEAD/i.test(gitMessage(error))) throw error;
        await this.local(["update-ref", "-d", HEAD], signal);
      }
    });
  }

  /** Returns the latest fetched commit; undefined if there is none. */
  async head(signal?: AbortSignal): Promise<string | undefined> {
    try {
      return sha(await this.local(["rev-parse", "--quiet", "--verify", `${HEAD}^{commit}`], signal));
    } catch (error) {
      signal?.throwIfAborted();
      if (isNoGit(error)) throw error;
      return undefined;
    }
  }

  /** Returns the paths of all files of a commit. */
  async files(commit: string, signal?: AbortSignal): Promise<string[]> {
    return (await this.local(["ls-tree", "-r", "-z", "--name-only", "--full-tree", operand(commit)], signal))
      .split("\0")
      .filter((name) => name !== "");
  }

  /** Returns the file at a path of a commit, fetching its content if needed; undefined if it does not exist. */
  async file(commit: string, name: string, signal?: AbortSignal): Promise<WikiFile | undefined> {
    const listed = await this.local(
      ["--literal-pathspecs", "ls-tree", "-z", "--full-tree", operand(commit), "--", name],
      signal,
    );
    const [, oid] = /^\d+ blob ([0-9a-f]+)\t/.exec(listed) ?? [];
    if (oid === undefined) return undefined;
    return this.enqueue(async () => ({
      oid,
      size: Number((await this.remote(["cat-file", "-s", oid], signal)).trim()),
    }));
  }

  /** Returns the content of a file. */
  content({ oid }: Pick<WikiFile, "oid">, signal?: AbortSignal): Promise<Buffer> {
    return this.enqueue(() => this.runAuthenticated(["cat-file", "blob", oid], signal));
  }

  /** Returns the latest commits of a file across renames, the latest first. */
  async history(commit: string, name: string, signal?: AbortSignal): Promise<WikiCommit[]> {
    const fields = "%x1e%H%x00%an%x00%at%x00%s%x00";
    return this.enqueue(async () =>
      readHistory(
        await this.remote(
          [
            "--literal-pathspecs",
            "log",
            "-z",
            "--follow",
            "--find-renames",
            "--name-status",
            "--no-color",
            "--no-show-signature",
            `--max-count=${historyLimit}`,
            `--format=${fields}`,
            operand(commit),
            "--",
            name,
          ],
          signal,
        ),
      ),
    );
  }

  /** Runs git without network access. */
  private async local(args: readonly string[], signal: AbortSignal | undefined): Promise<string> {
    const environment = accessEnvironment(anonymous);
    const unsafe = { ...allowUserEnvironment, allowUnsafeHooksPath: true };
    const git = await openGit(this.options.folder, {
      patience: idleTimeout,
      program: this.options.program,
      signal,
      unsafe,
      allowEnvironment: Object.keys(environment),
    });
    try {
      return await git.env(environment).raw([...gitDir, ...args]);
    } catch (error) {
      // simple-git reports an abort as its own error.
      signal?.throwIfAborted();
      throw error;
    }
  }

  /** Runs git with network access and returns its output as text. */
  private async remote(args: readonly string[], signal: AbortSignal | undefined): Promise<string> {
    return (await this.runAuthenticated(args, signal)).toString();
  }

  /** Runs git with network access; repeats once with another token if the host refuses the first. */
  private async runAuthenticated(args: readonly string[], signal: AbortSignal | undefined): Promise<Buffer> {
    const { folder, program } = this.options;
    const settings = (this.settings ??= await this.readSettings(signal));
    const run = (access: RepositoryAccess): Promise<Buffer> =>
      runNetworkGit(folder, [...gitDir, ...args], {
        patience: idleTimeout,
        program,
        environment: accessEnvironment({ ...access, settings }),
        signal,
      });
    const access = await this.options.access(undefined, signal);
    try {
      return await run(access);
    } catch (error) {
      if (access.token === undefined || signal?.aborted === true || !refusesSignIn(error)) throw error;
      return run(await this.options.access(access.token, signal));
    }
  }

  private async readSettings(signal: AbortSignal | undefined): Promise<readonly GitSetting[]> {
    const { folder, url, program } = this.options;
    const args = [...gitDir, "config", "--null", "--get-urlmatch", "http", url];
    try {
      const printed = await runNetworkGit(folder, args, {
        patience: idleTimeout,
        program,
        environment: userEnvironment(),
        signal,
      });
      return connectionSettings(printed.toString());
    } catch (error) {
      // It fails without a word when nothing is set.
      if (error instanceof Error && error.message === "") return [];
      throw error;
    }
  }

  /** Runs one git command at a time, since git fails on another one's lock files. */
  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work, work);
    this.queue = result.catch(() => undefined);
    return result;
  }
}

/** Works with any value of `safe.bareRepository`. */
const gitDir = ["--git-dir=."] as const;
const anonymous: RepositoryAccess = { instance: "", token: undefined, proxy: undefined, verify: true };

const sha = (text: string): string | undefined => (isFullSha(text.trim()) ? text.trim() : undefined);

/** Returns git's error messages without its progress output. */
export function gitMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text
    .split(/[\r\n]+/)
    .flatMap((line) => /^\s*(?:remote: )?(?:fatal|error|ERROR): (.*)$/.exec(line)?.[1] ?? []);
  return (lines.length > 0 ? lines.join("; ") : text).trim();
}

/** Whether the host refused the credential or requires one. */
export const refusesSignIn = (error: unknown): boolean =>
  /could not read (?:Username|Password)|Authentication failed|returned error: 401/i.test(gitMessage(error));

/** Whether git is not installed. */
export const isNoGit = (error: unknown): boolean => /\bENOENT\b/.test(gitMessage(error));
