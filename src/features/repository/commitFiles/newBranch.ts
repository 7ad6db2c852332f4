import { isBranchName } from "../../../git/branchName.ts";
import type { RepositoryGit } from "./repositoryGit.ts";

/**
 * Creates a branch on the host at the commit of another one, by git, as the API cannot. Local branches and files do not
 * change.
 * @param remote of the project
 * @throws Error from git, such as when the branch exists
 */
export async function createBranch(
  git: RepositoryGit,
  remote: string,
  { branch, start }: { readonly branch: string; readonly start: string },
  signal?: AbortSignal,
): Promise<void> {
  // Git would interpret a colon or an asterisk in a name.
  if (!isBranchName(branch) || !isBranchName(start)) throw new Error("A branch has a name that git does not take");
  const known = `refs/remotes/${remote}/${start}`;
  await git.talk(["fetch", "--no-tags", "--no-recurse-submodules", "--", remote, `+refs/heads/${start}:${known}`], {
    signal,
  });
  // The empty lease makes git refuse to move an existing branch.
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
