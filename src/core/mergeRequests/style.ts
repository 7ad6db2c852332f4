import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { mergeabilityOf } from "./mergeability.ts";

type Standing = Pick<MergeRequest, "state"> &
  Partial<
    Pick<
      MergeRequest,
      | "draft"
      | "work_in_progress"
      | "merge_when_pipeline_succeeds"
      | "has_conflicts"
      | "merge_status"
      | "detailed_merge_status"
    >
  >;

/** Status of a merge request for icons and menus. Unknown states look open. */
export type MergeRequestStyle = "opened" | "draft" | "conflict" | "blocked" | "closed" | "merged" | "locked";

/** `draft` replaced `work_in_progress`; hosts send either. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- older hosts send no other
export const isDraft = ({ draft, work_in_progress }: Standing): boolean => draft ?? work_in_progress ?? false;

/** Whether the branches conflict. */
export const hasConflicts = ({ has_conflicts, detailed_merge_status }: Standing): boolean =>
  has_conflicts === true || detailed_merge_status === "conflict";

/** Returns the most important status of a merge request. */
export function mergeRequestStyle(mergeRequest: Standing): MergeRequestStyle {
  const over = (["merged", "closed", "locked"] as const).find((state) => state === mergeRequest.state);
  if (over) return over;
  if (hasConflicts(mergeRequest)) return "conflict";
  if (isDraft(mergeRequest)) return "draft";
  return mergeabilityOf(mergeRequest).standing === "blocked" ? "blocked" : "opened";
}

export const styleIcons: Readonly<Record<MergeRequestStyle, readonly [icon: string, color: string]>> = {
  opened: ["git-pull-request", "charts.green"],
  draft: ["git-pull-request-draft", "descriptionForeground"],
  blocked: ["git-pull-request", "charts.orange"],
  conflict: ["warning", "problemsWarningIcon.foreground"],
  closed: ["git-pull-request-closed", "charts.red"],
  merged: ["git-merge", "charts.purple"],
  locked: ["lock", "icon.foreground"],
};

/** Returns the contextValue: "mergeRequest", its state, then draft, conflict and autoMerge as they apply. */
export function mergeRequestContext(mergeRequest: Standing): string {
  const words = [
    "mergeRequest",
    mergeRequest.state,
    isDraft(mergeRequest) && "draft",
    hasConflicts(mergeRequest) && "conflict",
    mergeRequest.merge_when_pipeline_succeeds === true && "autoMerge",
  ];
  return words.filter((word) => typeof word === "string" && word !== "").join(" ");
}
