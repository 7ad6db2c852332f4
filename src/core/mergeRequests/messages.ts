import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

/** How hosts word the merge commit, unless the project has words of its own. */
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

/** How hosts word the squash commit, unless the project has words of its own. */
export const usualSquashMessage = ({ title }: Partial<MergeRequest>): string => title ?? "";

const lineEnd = "⏎";

/** A text of several lines in a box of one. */
export const inOneLine = (text: string): string => text.replace(/\r?\n/g, lineEnd);

/** What was typed into a box of one line. */
export const inLines = (text: string): string =>
  text
    .split(lineEnd)
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
