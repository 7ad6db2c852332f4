import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Starter } from "../../support/programs/startElsewhere.ts";
import type { CommitAction, CommitRequest, UserRecord } from "../types.ts";
import { SUBMODULE } from "./objects.ts";
import { Repositories } from "./repositories.ts";
import type { Exchange } from "./target.ts";

export interface TreeFile {
  readonly path: string;
  /** Id of the blob. */
  readonly oid: string;
}

/**
 * Repositories that stand beside those of projects (wikis, snippets), below a folder of their own: their pushes start no
 * pipelines. They come into being when first needed, and changes to one of them are made one after another.
 */
export class SideRepositories {
  readonly #repositories: Repositories;
  readonly #updateHook: string | undefined;
  readonly #turns = new Map<string, Promise<unknown>>();

  /** `updateHook`: text of a git hook that judges each ref pushed over HTTP. */
  constructor(
    rootDir: string,
    { updateHook, starter }: { readonly updateHook?: string; readonly starter?: Starter | undefined } = {},
  ) {
    this.#repositories = new Repositories(rootDir, starter);
    this.#updateHook = updateHook;
  }

  exists(path: string): boolean {
    return existsSync(join(this.#repositories.dir(path), "HEAD"));
  }

  /** Sha of the commit that a ref means (`HEAD` by default); undefined when there is none. */
  async resolve(path: string, ref = "HEAD"): Promise<string | undefined> {
    return this.exists(path) ? this.#repositories.at(path).resolve(ref) : undefined;
  }

  /** All files of a commit, by path. */
  async files(path: string, sha: string): Promise<TreeFile[]> {
    const files = await this.#repositories.objects(path).files(sha);
    return [...files].flatMap(([name, { mode, oid }]) => (mode === SUBMODULE ? [] : [{ path: name, oid }]));
  }

  /** The contents of blobs, in the order of the ids. Throws when there is no such blob. */
  contents(path: string, oids: readonly string[]): Promise<Buffer[]> {
    const read = async (oid: string): Promise<Buffer> => {
      const content = await this.#repositories.objects(path).readAs("blob", oid);
      if (content === undefined) throw new Error(`There is no blob ${oid}`);
      return content;
    };
    return Promise.all(oids.map(read));
  }

  /** Throws CommitRefused. Only to be called inside `inTurn`. */
  async commit(
    path: string,
    request: Omit<CommitRequest, "branch" | "actions"> & {
      readonly branch?: string;
      readonly actions: readonly CommitAction[];
    },
  ): Promise<string> {
    await this.#ensure(path);
    return (await this.#repositories.commit(path, { branch: "main", ...request })).sha;
  }

  /** Does `work` when all that was asked for before on this repository is done. */
  inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(path) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(path, settled);
    void settled.then(() => {
      if (this.#turns.get(path) === settled) this.#turns.delete(path);
    });
    return turn;
  }

  /** One request of git; a repository nobody wrote to yet is an empty one. */
  async handleHttp(raw: Exchange, path: string, pathInfo: string, user: UserRecord | undefined): Promise<void> {
    if (!this.exists(path)) await this.inTurn(path, () => this.#ensure(path));
    await this.#repositories.handleHttp(raw, { path, pathInfo }, user);
  }

  /** Tells the path of each repository whose refs moved. */
  onPush(listener: (path: string) => void): void {
    this.#repositories.onPush((event) => listener(event.project));
  }

  /** Removes the repository, if there is one. */
  async remove(path: string): Promise<void> {
    if (this.exists(path)) await this.#repositories.remove(path);
  }

  close(): Promise<void> {
    return this.#repositories.close();
  }

  async #ensure(path: string): Promise<void> {
    if (this.exists(path)) return;
    await this.#repositories.create(path, {}, { defaultBranch: "main", empty: true });
    if (this.#updateHook === undefined) return;
    const hooks = join(this.#repositories.dir(path), "hooks");
    await mkdir(hooks, { recursive: true });
    await writeFile(join(hooks, "update"), this.#updateHook, { mode: 0o755 });
  }
}
