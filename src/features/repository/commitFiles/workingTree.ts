import type { GitOptions, RepositoryGit } from "./repositoryGit.ts";
import { readStatus, type WorkingChange } from "./workingStatus.ts";

/** SHA of the empty tree. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Returns the changes of the working tree, without ignored files. */
export async function workingChanges(git: RepositoryGit, options?: GitOptions): Promise<WorkingChange[]> {
  return readStatus(await git.run(["status", "--porcelain=v2", "-z", "--untracked-files=all", "--renames"], options));
}

/**
 * Returns the newest ancestor of HEAD on the remote, or the empty tree if there is none.
 * @param remote if absent, HEAD is returned
 */
export async function findBase(git: RepositoryGit, remote: string | undefined, options?: GitOptions): Promise<string> {
  const head = await git.ask(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], options);
  if (head === undefined) return EMPTY_TREE;
  if (remote === undefined) return head;
  const pattern = `refs/remotes/${remote}`;
  if ((await git.ask(["for-each-ref", "--count=1", `--contains=${head}`, pattern], options)) !== undefined) return head;
  const unpushed = await git.ask(
    ["rev-list", "--first-parent", "--boundary", "HEAD", "--not", `--remotes=${remote}`],
    options,
  );
  return (
    unpushed
      ?.split("\n")
      .find((line) => line.startsWith("-"))
      ?.slice(1) ?? EMPTY_TREE
  );
}

/** Whether there is no base commit. */
export const isEmptyTree = (base: string): boolean => base === EMPTY_TREE;

/** Returns the author in git's configuration. */
export async function gitAuthor(
  git: RepositoryGit,
  options?: GitOptions,
): Promise<{ readonly name: string; readonly email: string }> {
  // Each entry is a name, a line break and a value; the last value of a name counts.
  const entries = await git.ask(["config", "-z", "--get-regexp", "^user\\.(name|email)$"], options);
  const values = new Map(
    entries?.split("\0").map((entry) => {
      const end = entry.indexOf("\n");
      return [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
  return { name: values.get("user.name") ?? "", email: values.get("user.email") ?? "" };
}
