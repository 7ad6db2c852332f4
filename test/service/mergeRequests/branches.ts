import { GitFailed } from "../git/command.ts";
import { mergeTrees } from "../git/mergeTrees.ts";
import type { ProjectRecord, RepositoryStore, UserRecord } from "../types.ts";
import type { MergeOptions, MergeRequestRecord } from "./records.ts";

/** Source and target cannot be merged as they are. */
export class MergeConflict extends Error {
  override readonly name = "MergeConflict";
}

interface Author {
  readonly user: UserRecord;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a merge needs git for, in one project's repository. */
export class Branches {
  readonly #repositories: RepositoryStore;
  readonly #project: ProjectRecord;

  constructor(repositories: RepositoryStore, project: ProjectRecord) {
    this.#repositories = repositories;
    this.#project = project;
  }

  head(branch: string): Promise<string | undefined> {
    return this.#repositories.resolve(this.#project.path, `refs/heads/${branch}`);
  }

  /** Base, head and start of what `source` (a commit) changes; null when the histories have nothing in common. */
  async diff(source: string, target: string): Promise<{ base: string; head: string; start: string } | null> {
    const base = await this.#optional("merge-base", target, source);
    return base === undefined ? null : { base, head: source, start: target };
  }

  /** How many files differ between two commits. */
  async changedFiles(base: string, head: string): Promise<number> {
    return (await this.#text("diff", "--name-only", "-z", base, head)).split("\0").filter((name) => name !== "").length;
  }

  /** How many commits `branch` has that `since` has not. */
  async ahead(since: string, branch: string): Promise<number> {
    return Number(await this.#text("rev-list", "--count", `${since}..${branch}`));
  }

  async contains(branch: string, commit: string): Promise<boolean> {
    return (await this.#optional("merge-base", "--is-ancestor", commit, branch)) !== undefined;
  }

  /** The tree of a merge of two commits. Throws MergeConflict. */
  async mergedTree(target: string, source: string): Promise<string> {
    const base = await this.#optional("merge-base", target, source);
    if (base === undefined) throw new MergeConflict("The branches have no common history");
    const merged = await mergeTrees(this.#repositories, this.#project.path, { base, ours: target, theirs: source });
    if ("conflicts" in merged) throw new MergeConflict(`Conflicts in ${merged.conflicts.join(", ")}`);
    return merged.tree;
  }

  /** A merge commit that no ref points to yet. Throws MergeConflict. */
  async mergeCommit(target: string, source: string, message: string, author: Author): Promise<string> {
    return this.#commit(await this.mergedTree(target, source), [target, source], message, author);
  }

  /** All commits of the source as one, on the common base. */
  async squashCommit(base: string, source: string, message: string, author: Author): Promise<string> {
    return this.#commit(await this.#text("rev-parse", `${source}^{tree}`), [base], message, author);
  }

  /** Moves a ref as a push by `user` would. Throws GitFailed when it is not at `before` any more. */
  move(ref: string, move: { readonly before?: string; readonly after?: string; readonly user?: UserRecord }): Promise<void> {
    return this.#repositories.moveRef(this.#project.path, ref, move);
  }

  /** Gets a commit, with all before it, from the repository of another project. */
  async bring(from: ProjectRecord, commit: string): Promise<void> {
    await this.#text("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", this.#repositories.dir(from.path), commit);
  }

  /** Writes a ref that is nobody's branch: no push is told of. */
  async keep(ref: string, commit: string): Promise<void> {
    await this.#text("update-ref", ref, commit);
  }

  ref(name: string): Promise<string | undefined> {
    return this.#repositories.resolve(this.#project.path, name);
  }

  /** Parents of a commit. */
  async parents(commit: string): Promise<string[]> {
    return (await this.#text("rev-list", "--parents", "--max-count=1", commit)).split(" ").slice(1);
  }

  #commit(tree: string, parents: readonly string[], message: string, { user, at }: Author): Promise<string> {
    const date = `@${Math.floor(at / 1000)} +0000`;
    const env = { GIT_AUTHOR_NAME: user.name, GIT_AUTHOR_EMAIL: user.email, GIT_AUTHOR_DATE: date, GIT_COMMITTER_NAME: user.name, GIT_COMMITTER_EMAIL: user.email, GIT_COMMITTER_DATE: date };
    return this.#run(["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])], { env, input: message });
  }

  #text(...args: string[]): Promise<string> {
    return this.#run(args);
  }

  async #run(args: readonly string[], options?: { env: Record<string, string>; input: string }): Promise<string> {
    return (await this.#repositories.git(this.#project.path, args, options)).toString().trim();
  }

  async #optional(...args: string[]): Promise<string | undefined> {
    try {
      return await this.#text(...args);
    } catch (error) {
      if (error instanceof GitFailed) return undefined;
      throw error;
    }
  }
}

/** `Merge branch 'x' into 'main'` with title and reference, as such hosts write it. */
export function mergeMessage(record: MergeRequestRecord, project: ProjectRecord, options: MergeOptions): string {
  return options.mergeMessage ?? `Merge branch '${record.sourceBranch}' into '${record.targetBranch}'\n\n${record.title}\n\nSee merge request ${project.path}!${record.iid}`;
}
