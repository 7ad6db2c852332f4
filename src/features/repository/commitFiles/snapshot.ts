import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { GitOptions, RepositoryGit } from "./repositoryGit.ts";
import { readTreeChanges, type TreeChange } from "./treeChanges.ts";
import { workingChanges } from "./workingTree.ts";

/** Files of the working tree as git would commit them: through the repository's filters and line ends. */
export interface Snapshot {
  /** Compared with the base, renames found. */
  readonly changes: readonly TreeChange[];
  content(blob: string, signal?: AbortSignal): Promise<Buffer>;
  /** Removes what it keeps on disk. */
  dispose(): Promise<void>;
}

/**
 * Takes up files of the working tree, upon a base. Neither the repository's index nor its objects are touched: both are in a folder
 * of their own while the snapshot lives.
 * @param base a commit or tree
 * @param paths from the root of the repository; files that git was told are renamed go by their new path
 * @throws Error with git's words, as for a file that cannot be read
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
    const options: GitOptions = { signal, env: await ownStore(git, folder, signal) };
    const chosen = new Set(paths);
    const status = (await workingChanges(git, { signal })).filter((change) => chosen.has(change.path));
    const present = status.filter(({ kind }) => kind !== "deleted");
    const gone = [
      ...status.filter(({ kind }) => kind === "deleted").map((change) => change.path),
      ...present.filter(({ kind }) => kind === "renamed").map((change) => change.oldPath),
    ];

    await git.run(["read-tree", base], options);
    await git.over(["update-index", "--force-remove"], gone, options);
    await git.over(
      ["update-index", "--add", "--remove", "--replace"],
      present.map((change) => change.path),
      options,
    );
    // Where the file system knows no right to run, git's index does.
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

/** An index and a place for objects beside the repository's own. */
async function ownStore(
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
    // A list of folders; in quotes the separator is no separator.
    GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${known.replaceAll("\\", "/").replaceAll('"', '\\"')}"`,
  };
}
