import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { GitOptions, RepositoryGit } from "./repositoryGit.ts";
import { readTreeChanges, type TreeChange } from "./treeChanges.ts";
import { workingChanges } from "./workingTree.ts";

/** Files of the working tree as git would commit them, with the repository's filters and line endings applied. */
export interface Snapshot {
  /** Changes from the base, with renames detected. */
  readonly changes: readonly TreeChange[];
  content(blob: string, signal?: AbortSignal): Promise<Buffer>;
  /** Deletes the temporary files. */
  dispose(): Promise<void>;
}

/**
 * Records files of the working tree on top of a base. The repository's index and objects do not change: the snapshot
 * has its own in a temporary folder.
 * @param base a commit or tree
 * @param paths from the root of the repository; the new path of a file that was renamed in git
 * @throws Error from git, such as for a file that cannot be read
 */
export async function takeSnapshot(
  git: RepositoryGit,
  base: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<Snapshot> {
  const folder = await mkdtemp(path.join(tmpdir(), "forgeline-snapshot-"));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const options: GitOptions = { signal, env: await separateStore(git, folder, signal) };
    const chosen = new Set(paths);
    const status = (await workingChanges(git, { signal })).filter((change) => chosen.has(change.path));
    const present = status.filter(({ kind }) => kind !== "deleted");
    const removed = [
      ...status.filter(({ kind }) => kind === "deleted").map((change) => change.path),
      ...present.filter(({ kind }) => kind === "renamed").map((change) => change.oldPath),
    ];

    await git.run(["read-tree", base], options);
    await git.over(["update-index", "--force-remove"], removed, options);
    await git.over(
      ["update-index", "--add", "--remove", "--replace"],
      present.map((change) => change.path),
      options,
    );
    // On file systems without the executable bit, the mode comes from git's index.
    for (const [mode, flag] of [
      ["100755", "+x"],
      ["100644", "-x"],
    ] as const) {
      await git.over(
        ["update-index", `--chmod=${flag}`],
        present.filter((change) => change.mode === mode).map((change) => change.path),
        options,
      );
    }
    const tree = (await git.run(["write-tree"], options)).trim();
    const changes = readTreeChanges(
      await git.run(
        ["diff-tree", "-r", "-z", "-M", "--raw", "--no-abbrev", "--no-ext-diff", "--end-of-options", base, tree],
        options,
      ),
    );
    return { changes, content: (blob, later) => git.blob(blob, { ...options, signal: later }), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Returns the environment for a separate index and object store. */
async function separateStore(
  git: RepositoryGit,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Record<string, string>> {
  const objects = path.join(folder, "objects");
  await mkdir(objects);
  const known = path.resolve(git.root, (await git.run(["rev-parse", "--git-path", "objects"], { signal })).trim());
  return {
    GIT_INDEX_FILE: path.join(folder, "index"),
    GIT_OBJECT_DIRECTORY: objects,
    // A list of folders; quoted, because a path may contain the separator.
    GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${known.replaceAll("\\", "/").replaceAll('"', '\\"')}"`,
  };
}
