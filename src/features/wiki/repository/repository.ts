import { mkdir } from "node:fs/promises";
import { allowUserEnvironment } from "../../../git/environment.ts";
import { runNetworkGit } from "../../../git/hostGit.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { type GitProgram, openGit } from "../../../git/openGit.ts";
import { accessEnvironment, type RepositoryAccess } from "./access.ts";
import { readHistory, type WikiCommit } from "./history.ts";

export interface WikiRepositoryOptions {
  /** Where the clone is kept. */
  readonly folder: string;
  /** Address of the wiki's repository, without any credential. */
  readonly url: string;
  readonly program: GitProgram;
  /** Asked for each time that git may go to the network. @param stale the token that was just refused */
  readonly access: (stale: string | undefined, signal: AbortSignal | undefined) => Promise<RepositoryAccess>;
}

/** A file of a commit. */
export interface WikiFile {
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

const HEAD = "refs/wiki/head";
const patience = 120_000; // ms without output: servers pack large repositories for a while before they say anything
/** Commits of one page that are told at most. */
export const historyLimit = 500;

/**
 * A bare clone of a wiki's repository, with the commits and folders of its default branch; contents come when they are asked for, where the
 * host allows that. No file of it is ever put into a working tree, and nothing in it is run.
 */
export class WikiRepository {
  private readonly options: WikiRepositoryOptions;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(options: WikiRepositoryOptions) {
    this.options = options;
  }

  /** Gets what is new on the host. Afterwards `head` tells where it stands. @throws Error with git's words */
  fetch(signal?: AbortSignal): Promise<void> {
    return this.inTurn(async () => {
      const { folder, url } = this.options;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await this.local(["init", "--quiet", "--bare"], signal);
      await this.local(["config", "remote.origin.url", url], signal);
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
        // A wiki that nobody wrote in yet has no branch.
        if (!/couldn't find remote ref HEAD/i.test(wordsOf(error))) throw error;
        await this.local(["update-ref", "-d", HEAD], signal);
      }
    });
  }

  /** The newest commit that is here; undefined before the first one. */
  async head(signal?: AbortSignal): Promise<string | undefined> {
    try {
      return sha(await this.local(["rev-parse", "--quiet", "--verify", `${HEAD}^{commit}`], signal));
    } catch (error) {
      signal?.throwIfAborted();
      if (isNoGit(error)) throw error;
      return undefined;
    }
  }

  /** Paths of all files of a commit. */
  async files(commit: string, signal?: AbortSignal): Promise<string[]> {
    return (await this.local(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit], signal))
      .split("\0")
      .filter((name) => name !== "");
  }

  /** The file at a path of a commit; undefined when there is none. Its content comes along where it was not here. */
  async file(commit: string, name: string, signal?: AbortSignal): Promise<WikiFile | undefined> {
    const listed = await this.local(
      ["--literal-pathspecs", "ls-tree", "-z", "--full-tree", commit, "--", name],
      signal,
    );
    const [, oid] = /^\d+ blob ([0-9a-f]+)\t/.exec(listed) ?? [];
    if (oid === undefined) return undefined;
    return this.inTurn(async () => ({
      oid,
      size: Number((await this.remote(["cat-file", "-s", oid], signal)).trim()),
    }));
  }

  /** The content of a file. */
  content({ oid }: Pick<WikiFile, "oid">, signal?: AbortSignal): Promise<Buffer> {
    return this.inTurn(() => this.online(["cat-file", "blob", oid], signal));
  }

  /** The newest commits of a file, the newest first, also from when it had other names. */
  async history(commit: string, name: string, signal?: AbortSignal): Promise<WikiCommit[]> {
    const fields = "%x1e%H%x00%an%x00%at%x00%s%x00";
    return this.inTurn(async () =>
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
            commit,
            "--",
            name,
          ],
          signal,
        ),
      ),
    );
  }

  /** What is here already. */
  private async local(args: readonly string[], signal: AbortSignal | undefined): Promise<string> {
    const environment = accessEnvironment(nobody);
    const unsafe = { ...allowUserEnvironment, allowUnsafeHooksPath: true };
    const git = await openGit(this.options.folder, {
      patience,
      program: this.options.program,
      signal,
      unsafe,
      allowEnvironment: Object.keys(environment),
    });
    try {
      return await git.env(environment).raw([...inside, ...args]);
    } catch (error) {
      // simple-git has an error of its own for this.
      signal?.throwIfAborted();
      throw error;
    }
  }

  /** What git may have to ask the host for. */
  private async remote(args: readonly string[], signal: AbortSignal | undefined): Promise<string> {
    return (await this.online(args, signal)).toString();
  }

  /** Once more with another token, when the host refuses the one that it got. */
  private async online(args: readonly string[], signal: AbortSignal | undefined): Promise<Buffer> {
    const { folder, program } = this.options;
    const run = (access: RepositoryAccess): Promise<Buffer> =>
      runNetworkGit(folder, [...inside, ...args], {
        patience,
        program,
        environment: accessEnvironment(access),
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

  /** Two of our own at once would wait for each other's locks in vain. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work, work);
    this.queue = turn.catch(() => undefined);
    return turn;
  }
}

/** The repository is the folder itself, whatever git's settings say about bare ones. */
const inside = ["--git-dir=."] as const;
const nobody: RepositoryAccess = { instance: "", token: undefined, proxy: undefined, verify: true };

const sha = (text: string): string | undefined => (isFullSha(text.trim()) ? text.trim() : undefined);

/** Git's own words about a failure, one after the other, without its progress. */
export function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text
    .split(/[\r\n]+/)
    .flatMap((line) => /^\s*(?:remote: )?(?:fatal|error|ERROR): (.*)$/.exec(line)?.[1] ?? []);
  return (lines.length > 0 ? lines.join("; ") : text).trim();
}

/** The host does not take the credential, or wants one. */
export const refusesSignIn = (error: unknown): boolean =>
  /could not read (?:Username|Password)|Authentication failed|returned error: 401/i.test(wordsOf(error));

/** There is no git program. */
export const isNoGit = (error: unknown): boolean => /\bENOENT\b/.test(wordsOf(error));
