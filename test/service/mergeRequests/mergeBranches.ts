import type { ProjectRecord, UserRecord } from "../types.ts";
import { mergeMessage, MergeConflict, type Branches } from "./branches.ts";
import type { MergeOptions, MergeRequestRecord } from "./records.ts";

interface Merge {
  /** Head of the source branch, which may be a fork's. */
  readonly source: string | undefined;
  readonly record: MergeRequestRecord;
  readonly project: ProjectRecord;
  readonly user: UserRecord;
  readonly options: MergeOptions;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Merges source into target with a merge commit, squashed to one commit first when wished, and moves the target branch
 * as a push would. Throws MergeConflict, or GitFailed when somebody else moved the target meanwhile.
 */
export async function mergeBranches(
  branches: Branches,
  { record, source, project, user, options, at }: Merge,
): Promise<Pick<MergeRequestRecord, "mergeCommitSha" | "squashCommitSha" | "sha" | "diff">> {
  const target = await branches.head(record.targetBranch);
  if (source === undefined || target === undefined) throw new MergeConflict("A branch is missing");
  const diff = await branches.diff(source, target);
  // A single commit has nothing to be squashed with.
  const squash =
    (options.squash ?? record.squash) &&
    diff !== null &&
    (options.squashMessage !== undefined || (await branches.ahead(diff.base, source)) > 1);
  const squashed = squash
    ? await branches.squashCommit(diff.base, source, options.squashMessage ?? record.title, { user, at })
    : null;
  const commit = await branches.mergeCommit(target, squashed ?? source, mergeMessage(record, project, options), {
    user,
    at,
  });
  await branches.move(`refs/heads/${record.targetBranch}`, { before: target, after: commit, user });
  return { mergeCommitSha: commit, squashCommitSha: squashed, sha: source, diff };
}
