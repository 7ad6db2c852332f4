import type { GitOptions, RepositoryGit } from "./repositoryGit.ts";
import { readStatus, type WorkingChange } from "./workingStatus.ts";

/** Git's name for the tree without files. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** What is changed, new or gone in the working tree, without what is ignored. */
export async function workingChanges(git: RepositoryGit, options?: GitOptions): Promise<WorkingChange[]> {
  return readStatus(await git.run(["status", "--porcelain=v2", "-z", "--untracked-files=all", "--renames"], options));
}

/**
 * The commit that the working tree grew from and that the host has: HEAD, or before commits that nobody pushed the last one that the
 * remote has. The tree without files where there is none.
 * @param remote absent: nothing tells what the host has, and HEAD is taken
 */
export async function findBase(git: RepositoryGit, remote: string | undefined, options?: GitOptions): Promise<string> {
  const head = await git.ask(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], options);
  if (head === undefined) return EMPTY_TREE;
  if (remote === undefined) return head;
  const pattern = `refs/remotes/${remote}`;
  if ((await git.ask(["for-each-ref", "--count=1", `--contains=${head}`, pattern], options)) !== undefined) return head;
  const own = await git.ask(
    ["rev-list", "--first-parent", "--boundary", "HEAD", "--not", `--remotes=${remote}`],
    options,
  );
  return (
    own
      ?.split("\n")
      .find((line) => line.startsWith("-"))
      ?.slice(1) ?? EMPTY_TREE
  );
}

/** Whether there is no commit to start from. */
export const isEmptyTree = (base: string): boolean => base === EMPTY_TREE;

/** Who git says writes commits here. */
export async function gitAuthor(
  git: RepositoryGit,
  options?: GitOptions,
): Promise<{ readonly name: string; readonly email: string }> {
  const [name, email] = await Promise.all(
    ["user.name", "user.email"].map((key) => git.ask(["config", "--get", key], options)),
  );
  return { name: name ?? "", email: email ?? "" };
}
