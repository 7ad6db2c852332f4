import { ahead, contains, mergeBase } from "../git/ancestry.ts";
import { changedFiles } from "../git/changedFiles.ts";
import { mergeTrees } from "../git/mergeTrees.ts";
import { type ObjectStore, signature } from "../git/objects.ts";
import type { Repositories } from "../git/repositories.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
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
  readonly #repositories: Repositories;
  readonly #project: ProjectRecord;

  constructor(repositories: Repositories, project: ProjectRecord) {
    this.#repositories = repositories;
    this.#project = project;
  }

  head(branch: string): Promise<string | undefined> {
    return this.#repositories.at(this.#project.path).resolve(`refs/heads/${branch}`);
  }

  /** Base, head and start of what `source` (a commit) changes; null when the histories have nothing in common. */
  async diff(source: string, target: string): Promise<{ base: string; head: string; start: string } | null> {
    const base = await mergeBase(this.#objects, target, source);
    return base === undefined ? null : { base, head: source, start: target };
  }

  /** How many files differ between two commits. */
  async changedFiles(base: string, head: string): Promise<number> {
    const changes = await changedFiles(this.#objects, base, head);
    const renames =
      changes.some(({ before }) => before === undefined) && changes.some(({ after }) => after === undefined);
    if (!renames) return changes.length;
    const names = await this.#repositories.git(this.#project.path, ["diff", "--name-only", "-z", base, head]);
    return names
      .toString()
      .split("\0")
      .filter((name) => name !== "").length;
  }

  /** How many commits `branch` has that `since` has not. */
  ahead(since: string, branch: string): Promise<number> {
    return ahead(this.#objects, since, branch);
  }

  /** Whether a commit is part of a branch (its full name, or its newest commit); false when there is no such branch. */
  async contains(branch: string, commit: string): Promise<boolean> {
    const tip = await this.#repositories.at(this.#project.path).resolve(branch);
    return tip !== undefined && contains(this.#objects, tip, commit);
  }

  /** The tree of a merge of two commits. Throws MergeConflict. */
  async mergedTree(target: string, source: string): Promise<string> {
    const base = await mergeBase(this.#objects, target, source);
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
    return this.#commit(await this.#objects.treeOf(source), [base], message, author);
  }

  /** Moves a ref as a push by `user` would. Throws GitFailed when it is not at `before` any more. */
  move(
    ref: string,
    move: { readonly before?: string; readonly after?: string; readonly user?: UserRecord },
  ): Promise<void> {
    return this.#repositories.moveRef(this.#project.path, ref, move);
  }

  /** Gets a commit, with all before it, from the repository of another project. */
  async bring(from: ProjectRecord, commit: string): Promise<void> {
    await this.#objects.copy(this.#repositories.objects(from.path), commit);
  }

  /** Writes a ref that is nobody's branch: no push is told of. */
  keep(ref: string, commit: string): Promise<void> {
    return this.#repositories.keepRef(this.#project.path, ref, commit);
  }

  ref(name: string): Promise<string | undefined> {
    return this.#repositories.at(this.#project.path).resolve(name);
  }

  /** Parents of a commit. */
  async parents(commit: string): Promise<readonly string[]> {
    return (await this.#objects.commit(commit))?.parents ?? [];
  }

  get #objects(): ObjectStore {
    return this.#repositories.objects(this.#project.path);
  }

  #commit(tree: string, parents: readonly string[], message: string, { user, at }: Author): string {
    const author = signature(user, at);
    return this.#objects.writeCommit({ tree, parents, author, committer: author, message });
  }
}

/** `Merge branch 'x' into 'main'` with title and reference, as such hosts write it. */
export function mergeMessage(record: MergeRequestRecord, project: ProjectRecord, options: MergeOptions): string {
  return (
    options.mergeMessage ??
    `Merge branch '${record.sourceBranch}' into '${record.targetBranch}'\n\n${record.title}\n\nSee merge request ${project.path}!${record.iid}`
  );
}
