import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { LocalClone } from "../../git/clone.ts";
import { findCommit } from "../files/hostCommit.ts";
import type { MergeRequestRef } from "../mergeRequests/refs.ts";

/** The ends of a merge request, as far as known. */
export interface MergeRequestEnds {
  readonly mergeRequest: MergeRequest;
  /** The merge base of both branches. */
  readonly base?: string;
  readonly head?: string;
}

/** Returns the ends of a merge request from the host, otherwise from the clone's history. */
export async function endsOf(
  client: Client,
  { project }: MergeRequestRef,
  mergeRequest: MergeRequest,
  clone: LocalClone | undefined,
  signal: AbortSignal,
): Promise<MergeRequestEnds> {
  const refs = mergeRequest.diff_refs;
  if (refs?.base_sha && refs.head_sha) return { mergeRequest, base: refs.base_sha, head: refs.head_sha };
  const head = mergeRequest.sha ?? undefined;
  if (head === undefined) return { mergeRequest };
  const before = clone && (await targetInClone(client, project, mergeRequest, clone, signal));
  const base = before === undefined ? undefined : await clone?.mergeBase(before, head, signal);
  return { mergeRequest, head, ...(base === undefined ? {} : { base }) };
}

/**
 * Returns the target's commit before the merge. After the merge, it is the merge commit's first parent; before, the
 * host is asked, because the clone may be outdated.
 */
async function targetInClone(
  client: Client,
  project: ProjectId,
  mergeRequest: MergeRequest,
  clone: LocalClone,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { merge_commit_sha, squash_commit_sha, state, target_branch } = mergeRequest;
  const merged = merge_commit_sha ?? squash_commit_sha;
  if (merged) return (await clone.parents(merged, signal))?.[0];
  if (state === "merged" || !target_branch) return undefined;
  return (await findCommit(client, project, target_branch, signal))?.id;
}
