import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RepositoryStore } from "../types.ts";
import { GitFailed } from "./command.ts";

/** The merged tree, or the paths at which the two sides disagree. */
export type Merged = { readonly tree: string } | { readonly conflicts: readonly string[] };

/**
 * Merges the changes from `base` to `theirs` (commits or trees) into `ours`, files renamed on either side included,
 * without moving any ref. Works in a folder and an index of its own, so that merges at the same time do not meet.
 * Throws GitFailed when one of the three does not exist.
 */
export async function mergeTrees(repositories: Pick<RepositoryStore, "git">, projectPath: string, sides: { readonly base: string; readonly ours: string; readonly theirs: string }): Promise<Merged> {
  const dir = await mkdtemp(join(tmpdir(), "forgeline-merge-"));
  const env = { GIT_INDEX_FILE: join(dir, "index"), GIT_WORK_TREE: join(dir, "tree") };
  const git = (...args: readonly string[]): Promise<Buffer> => repositories.git(projectPath, args, { env });
  try {
    await mkdir(env.GIT_WORK_TREE);
    await git("read-tree", sides.ours);
    await git("checkout-index", "--all", "-u");
    try {
      await git("merge-recursive", sides.base, "--", sides.ours, sides.theirs);
    } catch (error) {
      // 1: they disagree. Anything else is trouble of another kind.
      if (!(error instanceof GitFailed) || error.code !== 1) throw error;
      const unmerged = (await git("ls-files", "--unmerged", "-z")).toString().split("\0");
      const paths = new Set(unmerged.flatMap((line) => /\t([^]*)$/.exec(line)?.[1] ?? []));
      return { conflicts: [...paths] };
    }
    return { tree: (await git("write-tree")).toString().trim() };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
