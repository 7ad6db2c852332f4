import { isBranchName } from "../../../git/branchName.ts";
import type { RepositoryGit } from "./repositoryGit.ts";

/**
 * Makes a branch on the host where another one of it stands: the API has no route for that, git has. Nothing that is checked out changes.
 * @param remote that leads to the project
 * @throws Error with git's words, as when there is a branch of this name already
 */
export async function makeBranch(
  git: RepositoryGit,
  remote: string,
  { branch, start }: { readonly branch: string; readonly start: string },
  signal?: AbortSignal,
): Promise<void> {
  // Git would read a name with a colon or a star in it as more than a name.
  if (!isBranchName(branch) || !isBranchName(start)) throw new Error("A branch has a name that git does not take");
  const known = `refs/remotes/${remote}/${start}`;
  await git.talk(["fetch", "--no-tags", "--no-recurse-submodules", "--", remote, `+refs/heads/${start}:${known}`], {
    signal,
  });
  // With the lease on nothing, a branch that is there already is never moved.
  await git.talk(
    [
      "push",
      "--porcelain",
      "--no-recurse-submodules",
      `--force-with-lease=refs/heads/${branch}:`,
      "--",
      remote,
      `${known}:refs/heads/${branch}`,
    ],
    { signal },
  );
}
