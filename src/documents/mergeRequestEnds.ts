import type { Client } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import type { MergeRequest } from "../api/resources/mergeRequestTypes.ts";
import type { LocalClone } from "../git/clone.ts";
import type { MergeRequestRef } from "../refs.ts";

/** Where a merge request begins and ends, as far as it is known. */
export interface MergeRequestEnds {
  readonly mergeRequest: Partial<MergeRequest>;
  /** The commit that both branches come from. */
  readonly base?: string;
  readonly head?: string;
}

/** The newest that the host tells of a merge request: with `diff_refs` where it has the extra route, else from the list. */
export async function readMergeRequest(client: Client, { project, mergeRequest }: MergeRequestRef, signal: AbortSignal): Promise<Partial<MergeRequest>> {
  try {
    return await client.extras.mergeRequest(project, mergeRequest.iid, {}, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || client.extras.available("mergeRequest") !== false) throw error;
  }
  const { items } = await client.mergeRequests.listForProject(project, { iids: [mergeRequest.iid], state: "all", scope: "all" }, { signal }).page();
  return items[0] ?? mergeRequest;
}

/** Both ends of a merge request: as the host tells them, else as the clone's history does. */
export async function endsOf(mergeRequest: Partial<MergeRequest>, clone: LocalClone | undefined, signal: AbortSignal): Promise<MergeRequestEnds> {
  const refs = mergeRequest.diff_refs;
  if (refs?.base_sha && refs.head_sha) return { mergeRequest, base: refs.base_sha, head: refs.head_sha };
  const head = mergeRequest.sha ?? undefined;
  if (head === undefined) return { mergeRequest };
  const base = clone && (await baseInClone(clone, mergeRequest, head, signal));
  return { mergeRequest, head, ...(base === undefined ? {} : { base }) };
}

/** After the merge the target holds the head itself, so its history of before is asked. */
async function baseInClone(clone: LocalClone, { merge_commit_sha, squash_commit_sha, state, target_branch }: Partial<MergeRequest>, head: string, signal: AbortSignal): Promise<string | undefined> {
  const merged = merge_commit_sha ?? squash_commit_sha;
  if (merged) {
    const [before] = (await clone.parents(merged, signal)) ?? [];
    return before === undefined ? undefined : clone.mergeBase(before, head, signal);
  }
  if (state === "merged" || !target_branch || clone.remote === undefined) return undefined;
  const target = await clone.resolve(`refs/remotes/${clone.remote}/${target_branch}`, signal);
  return target === undefined ? undefined : clone.mergeBase(target, head, signal);
}
