import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changedFiles } from "./changedFiles.ts";
import { GitFailed } from "./command.ts";
import { type ObjectStore, SUBMODULE } from "./objects.ts";
import type { Repositories } from "./repositories.ts";

/** The merged tree, or the paths at which the two sides disagree. */
export type Merged = { readonly tree: string } | { readonly conflicts: readonly string[] };

interface Sides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Merges the changes from `base` to `theirs` (commits or trees) into `ours`, files renamed on either side included,
 * without moving any ref. Works in a folder and an index of its own, so that merges at the same time do not meet.
 * Throws GitFailed when one of the three does not exist.
 */
export async function mergeTrees(
  repositories: Pick<Repositories, "git" | "objects">,
  projectPath: string,
  sides: Sides,
): Promise<Merged> {
  const plain = await mergedFileByFile(repositories.objects(projectPath), sides);
  if (plain !== undefined) return { tree: plain };
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

/**
 * The merged tree where no file has to be looked into: none was changed on both sides, and none is gone, so that none can have been
 * renamed. Undefined where git has to merge.
 */
async function mergedFileByFile(objects: ObjectStore, { base, ours, theirs }: Sides): Promise<string | undefined> {
  const [mine, others] = await Promise.all([changedFiles(objects, base, ours), changedFiles(objects, base, theirs)]);
  if (mine.length === 0) return objects.treeOf(theirs);
  if (others.length === 0) return objects.treeOf(ours);
  const changed = new Set(mine.map(({ path }) => path));
  const files = await objects.files(ours);
  if (
    [...mine, ...others].some(
      ({ before, after }) => after === undefined || [before?.mode, after.mode].includes(SUBMODULE),
    )
  )
    return undefined;
  for (const { path, after } of others) {
    if (changed.has(path) || after === undefined) return undefined;
    files.set(path, after);
  }
  // A file of one side may be called as a folder of the other.
  const folders = new Set(
    [...files.keys()].flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((_, at, names) => names.slice(0, at + 1).join("/")),
    ),
  );
  return [...files.keys()].some((path) => folders.has(path)) ? undefined : objects.writeTree(files);
}
