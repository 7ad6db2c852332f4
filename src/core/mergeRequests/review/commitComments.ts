import type { Client } from "../../../api/client.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import type { MergeRequest } from "../../../api/resources/mergeRequestTypes.ts";
import { commentedAtFirst, commentsInRange } from "../../commits/commentsInRange.ts";
import { inProjectOrFork } from "../../comparisons/projectOrFork.ts";
import { commitRange } from "../commitRange.ts";

/** A commit of a merge request with its comments. */
export interface CommitComments {
  readonly sha: string;
  readonly title: string;
  readonly comments: readonly CommitCommentListEntry[];
}

/** Reads the comments on the newest commits of a merge request, oldest commit first, for hosts without discussions. @throws ApiError */
export async function readCommitComments(
  client: Client,
  project: ProjectId,
  mergeRequest: MergeRequest,
  signal: AbortSignal,
): Promise<CommitComments[]> {
  const range = commitRange(mergeRequest);
  if (range === undefined) return [];
  const { source_project_id: source } = mergeRequest;
  // Commits of a fork are commented on in the fork, as in their diffs.
  const { commits } = await inProjectOrFork(source ?? project, source ? project : undefined, (home) =>
    commentsInRange(client, home, range, commentedAtFirst, signal),
  );
  return [...commits]
    .reverse()
    .map(({ commit: { id, title }, comments: { items } }) => ({ sha: id, title: title ?? "", comments: items }));
}
