import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

/**
 * Returns the commits of a merge request as a revision range for `ref_name`: from the merge base to the head of the source. Without a
 * merge base from the host, the target branch or its commit before the merge is used. Undefined without a head: the source branch is gone,
 * or the merge request is still being prepared.
 */
export function commitRange({
  diff_refs,
  sha,
  state,
  target_branch,
  merge_commit_sha,
}: Partial<MergeRequest>): string | undefined {
  if (diff_refs?.base_sha && diff_refs.head_sha) return `${diff_refs.base_sha}..${diff_refs.head_sha}`;
  if (!sha) return undefined;
  const before = state === "merged" ? (merge_commit_sha ? `${merge_commit_sha}^1` : undefined) : target_branch;
  return before ? `${before}..${sha}` : undefined;
}
