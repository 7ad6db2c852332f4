import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

/** The host's default merge commit message. */
export function usualMergeMessage({
  iid,
  title,
  source_branch,
  target_branch,
  references,
}: Partial<MergeRequest>): string {
  return [
    `Merge branch '${source_branch ?? ""}' into '${target_branch ?? ""}'`,
    title ?? "",
    `See merge request ${references?.full ?? `!${iid ?? 0}`}`,
  ].join("\n\n");
}

/** The host's default squash commit message. */
export const usualSquashMessage = ({ title }: Partial<MergeRequest>): string => title ?? "";
