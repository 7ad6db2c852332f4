import { copyFile, lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isBranchName } from "../../../git/branchName.ts";
import type { RepositoryGit } from "./repositoryGit.ts";
import { readTreeChanges, type TreeChange } from "./treeChanges.ts";
import type { WorkingChange } from "./workingStatus.ts";
import { workingChanges } from "./workingTree.ts";

export type Synced =
  /** The local branch stands where the host's does. */
  | { readonly kind: "forwarded" | "upToDate"; readonly branch: string }
  /** No local branch follows it; the host's is known here now. */
  | { readonly kind: "fetched" }
  /** The local branch has commits of its own. */
  | { readonly kind: "diverged"; readonly branch: string }
  /** These files have changes of their own, which would be lost. */
  | { readonly kind: "blocked"; readonly branch: string; readonly paths: readonly string[] };

/**
 * Moves the local branch that follows a branch of the host forward to it. A file of the working tree that already is what the host's
 * branch has is taken as it is; over any other change nothing is ever written.
 * @param remote that leads to the project
 * @param branch on the host
 * @throws Error with git's words, as when the host cannot be reached
 */
export async function syncBranch(
  git: RepositoryGit,
  remote: string,
  branch: string,
  signal?: AbortSignal,
): Promise<Synced> {
  const options = { signal };
  // Git would read a name with a colon or a star in it as more than a name.
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
  const local = await following(git, remote, branch, current, signal);
  if (local === undefined) return { kind: "fetched" };
  const head = await git.ask(["rev-parse", "--quiet", "--verify", `refs/heads/${local}^{commit}`], options);
  if (head === tip) return { kind: "upToDate", branch: local };
  if (head !== undefined && (await git.ask(["rev-list", "--count", head, `^${tip}`], options)) !== "0")
    return { kind: "diverged", branch: local };
  if (local !== current) {
    // Git refuses what is checked out somewhere else, and anything that is no step forward.
    await git.run(
      ["fetch", "--no-tags", "--no-recurse-submodules", ".", `refs/remotes/${remote}/${branch}:refs/heads/${local}`],
      options,
    );
    return { kind: "forwarded", branch: local };
  }
  if (head === undefined) return { kind: "fetched" };
  const paths = await forward(git, head, tip, signal);
  return paths.length > 0 ? { kind: "blocked", branch: local, paths } : { kind: "forwarded", branch: local };
}

/** The local branch whose upstream it is, the current one first; else one of the same name that follows nothing. */
async function following(
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

/** Moves what is checked out forward, or returns the paths that are in the way. */
async function forward(
  git: RepositoryGit,
  head: string,
  tip: string,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const options = { signal };
  const coming = readTreeChanges(
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
  const touched = coming.filter(({ path: name }) => changed.has(name));
  const same = await Promise.all(
    touched.map((change) => isThereAlready(git, change, changed.get(change.path), signal)),
  );
  const inTheWay = touched.filter((_, at) => same[at] !== true).map((change) => change.path);
  if (inTheWay.length > 0) return inTheWay;

  const index = path.resolve(git.root, (await git.run(["rev-parse", "--git-path", "index"], options)).trim());
  const folder = await mkdtemp(path.join(tmpdir(), "forgeline-index-"));
  const kept = path.join(folder, "index");
  await copyFile(index, kept);
  try {
    // What the working tree has already, the index says too: then git has nothing to write there.
    await git.over(
      ["update-index", "--force-remove"],
      touched.filter(({ after }) => after === undefined).map((change) => change.path),
      options,
    );
    for (const { path: name, after } of touched)
      if (after)
        await git.run(
          ["update-index", "--add", "--replace", "--cacheinfo", `${after.mode},${after.blob},${name}`],
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

/** Whether the working tree has a file as it will be, and nothing else of it waits in the index. */
async function isThereAlready(
  git: RepositoryGit,
  { path: name, before, after }: TreeChange,
  change: WorkingChange | undefined,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const blob = (await isFile(path.join(git.root, name)))
    ? await git.ask(["hash-object", "--", name], { signal })
    : undefined;
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
