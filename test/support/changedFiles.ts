/** Files that differ from a commit of this clone. */
import { execFileSync } from "node:child_process";
import { root } from "../../tools/root.ts";

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((line) => line !== "");

/**
 * Returns the files that were changed, added or removed since a commit, uncommitted and untracked ones included, with paths below the
 * top of the clone.
 * @throws Error when git does not know the commit
 */
export function changedFiles(since: string): string[] {
  return [
    ...new Set([
      ...git("diff", "--name-only", "-z", "--no-renames", since, "--"),
      ...git("ls-files", "--others", "--exclude-standard", "-z"),
    ]),
  ].sort();
}

/** Returns the commit at which this branch left `origin/main`, else the last commit. */
export function branchStart(): string {
  try {
    return execFileSync("git", ["merge-base", "HEAD", "origin/main"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "HEAD";
  }
}
