import { copyFile, lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isBranchName } from "../../../git/branchName.ts";
import type { GitOptions, RepositoryGit } from "./repositoryGit.ts";
import { readTreeChanges, type TreeChange } from "./treeChanges.ts";
import type { WorkingChange } from "./workingStatus.ts";
import { workingChanges } from "./workingTree.ts";

/** The result of syncing a local branch. */
export type SyncResult =
  /** The local branch is at the host's commit. */
  | { readonly kind: "forwarded" | "upToDate"; readonly branch: string }
  /** No local branch tracks it; only the remote-tracking branch was updated. */
  | { readonly kind: "fetched" }
  /** The local branch has commits that the host's does not. */
  | { readonly kind: "diverged"; readonly branch: string }
  /** These files have local changes, which would be lost. */
  | { readonly kind: "blocked"; readonly branch: string; readonly paths: readonly string[] };

/**
 * Fast-forwards the local branch that tracks a branch of the host. Files of the working tree that already match the
 * host's branch do not block this; any other local change does, and is never overwritten.
 * @param remote of the project
 * @param branch on the host
 * @throws Error from git, such as when the host cannot be reached
 */
export async function syncBranch(
  git: RepositoryGit,
  remote: string,
  branch: string,
  signal?: AbortSignal,
): Promise<SyncResult> {
  const options = { signal };
  // Git would interpret a colon or an asterisk in a name.
  if (!isBranchName(branch)) throw new Error("The host's branch has a name that git does not take");
  await git.talk(
    [
      "fetch",
      "--no-tags",
      "--no-recurse-submodules",
      "--",
      remote,
      `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`,
    ],
    options,
  );
  const tip = await git.ask(["rev-parse", "--verify", `refs/remotes/${remote}/${branch}^{commit}`], options);
  if (tip === undefined) return { kind: "fetched" };
  const current = await git.ask(["symbolic-ref", "--quiet", "--short", "HEAD"], options);
  const local = await trackingBranch(git, remote, branch, current, signal);
  if (local === undefined) return { kind: "fetched" };
  const head = await git.ask(["rev-parse", "--quiet", "--verify", `refs/heads/${local}^{commit}`], options);
  if (head === tip) return { kind: "upToDate", branch: local };
  if (head !== undefined && (await git.ask(["rev-list", "--count", head, `^${tip}`], options)) !== "0")
    return { kind: "diverged", branch: local };
  if (local !== current) {
    // Git refuses a branch that another worktree has checked out, and anything but a fast-forward.
    await git.run(
      ["fetch", "--no-tags", "--no-recurse-submodules", ".", `refs/remotes/${remote}/${branch}:refs/heads/${local}`],
      options,
    );
    return { kind: "forwarded", branch: local };
  }
  if (head === undefined) return { kind: "fetched" };
  const paths = await fastForward(git, head, tip, signal);
  return paths.length > 0 ? { kind: "blocked", branch: local, paths } : { kind: "forwarded", branch: local };
}

/**
 * Returns the local branch with this upstream, preferably the current one, else one of the same name without an
 * upstream.
 */
async function trackingBranch(
  git: RepositoryGit,
  remote: string,
  branch: string,
  current: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const lines = await git.run(
    ["for-each-ref", "--format=%(refname:lstrip=2)%00%(upstream:remotename)%00%(upstream:remoteref)", "refs/heads"],
    { signal },
  );
  const locals = lines.split("\n").map((line) => line.split("\0"));
  const names = locals
    .filter(([, from, ref]) => from === remote && ref === `refs/heads/${branch}`)
    .map(([name]) => name ?? "");
  if (names.length > 0) return names.find((name) => name === current) ?? names[0];
  return locals.find(([name, from]) => name === branch && from === "")?.[0];
}

/** Fast-forwards the branch that is checked out, or returns the paths that block it. */
async function fastForward(
  git: RepositoryGit,
  head: string,
  tip: string,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const options = { signal };
  const incoming = readTreeChanges(
    await git.run(
      ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--end-of-options", head, tip],
      options,
    ),
  );
  const changed = new Map<string, WorkingChange>();
  for (const change of await workingChanges(git, options)) {
    changed.set(change.path, change);
    if (change.oldPath !== change.path)
      changed.set(change.oldPath, { ...change, kind: "deleted", path: change.oldPath });
  }
  const touched = incoming.filter(({ path: name }) => changed.has(name));
  const blobs = await blobsOf(
    git,
    touched.map((change) => change.path),
    options,
  );
  const blocking = touched
    .filter((change) => !matchesTip(change, blobs.get(change.path), changed.get(change.path)))
    .map((change) => change.path);
  if (blocking.length > 0) return blocking;

  const index = path.resolve(git.root, (await git.run(["rev-parse", "--git-path", "index"], options)).trim());
  const folder = await mkdtemp(path.join(tmpdir(), "forgeline-index-"));
  const kept = path.join(folder, "index");
  await copyFile(index, kept);
  try {
    // With matching files in the index, git does not write them.
    await git.over(
      ["update-index", "--force-remove"],
      touched.filter(({ after }) => after === undefined).map((change) => change.path),
      options,
    );
    await git.each(
      ["update-index", "--add", "--replace"],
      "--cacheinfo",
      touched.flatMap(({ path: name, after }) => (after ? [`${after.mode},${after.blob},${name}`] : [])),
      options,
    );
    await git.run(["merge", "--quiet", "--ff-only", "--end-of-options", tip], options);
    return [];
  } catch (error) {
    await copyFile(kept, index);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what git would store of the files of the working tree, by path, without those that are not files or cannot be read. */
async function blobsOf(
  git: RepositoryGit,
  paths: readonly string[],
  options: GitOptions,
): Promise<ReadonlyMap<string, string | undefined>> {
  const are = await Promise.all(paths.map((name) => isFile(path.join(git.root, name))));
  const files = paths.filter((_, at) => are[at]);
  if (files.length === 0) return new Map();
  try {
    const blobs = (await git.over(["hash-object"], files, options)).split("\n");
    return new Map(files.map((name, at) => [name, blobs[at]]));
  } catch {
    options.signal?.throwIfAborted();
    // Git stops at the first file that it cannot read.
    if (files.length === 1) return new Map();
    const each = await Promise.all(files.map((name) => blobsOf(git, [name], options)));
    return new Map(each.flatMap((one) => [...one]));
  }
}

/** Whether the working tree already has the new version of a file, and the index has no other. */
function matchesTip(
  { before, after }: TreeChange,
  blob: string | undefined,
  change: WorkingChange | undefined,
): boolean {
  if (blob !== after?.blob) return false;
  if (change?.mode !== undefined && after !== undefined && change.mode !== after.mode) return false;
  const staged = change?.indexBlob;
  return staged === undefined || /^0+$/.test(staged) || staged === before?.blob || staged === after?.blob;
}

const isFile = (file: string): Promise<boolean> =>
  lstat(file).then(
    (found) => found.isFile(),
    () => false,
  );
