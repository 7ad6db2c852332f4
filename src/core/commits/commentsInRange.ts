import type { Client } from "../../api/client.ts";
import type { AllItems } from "../../api/pages.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Commit, CommitCommentListEntry } from "../../api/resources/commitTypes.ts";

/** Number of commits of a merge request whose comments are read until the user asks for more. */
export const commentedAtFirst = 20;
/** Limit of comments read per commit. */
const maxComments = 1_000;
/** Number of requests sent at once. */
const atOnce = 5;

export interface CommentedCommit {
  readonly commit: Commit;
  readonly comments: AllItems<CommitCommentListEntry>;
}

/**
 * Reads the comments on the newest commits of a range, newest commit first: one request for each hundred commits, and one for each commit,
 * conditional after the first time.
 * @param range for `ref_name`, for example `base..head`
 * @param count limit of commits
 * @returns also whether the range has older commits
 * @throws ApiError
 */
export async function commentsInRange(
  { commits }: Pick<Client, "commits">,
  project: ProjectId,
  range: string,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly commits: readonly CommentedCommit[]; readonly older: boolean }> {
  // Pages of one size are answered from the cache, also when more are wanted.
  const listed = await commits.list(project, { ref_name: range }, { perPage: 100, signal }).all({ max: count, signal });
  const found: CommentedCommit[] = [];
  for (let at = 0; at < listed.items.length; at += atOnce) {
    const some = listed.items.slice(at, at + atOnce).map(async (commit) => ({
      commit,
      comments: await commits.listComments(project, commit.id, { signal }).all({ max: maxComments, signal }),
    }));
    found.push(...(await Promise.all(some)));
  }
  return { commits: found, older: listed.capped };
}
