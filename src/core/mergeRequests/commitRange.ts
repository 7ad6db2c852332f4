import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

/**
 * The commits of a merge request as a range of revisions, for `ref_name`: from where both branches part to the head of the source.
 * Hosts that do not tell where they part are asked by the branch itself, or by what it was before the merge. Undefined when the
 * host tells no head: the source branch is gone, or the merge request is still being prepared.
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
