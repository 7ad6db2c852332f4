import { l10n } from "vscode";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { ErrorAction } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import { plainText } from "../ui/plainText.ts";
import type { Folder } from "./folders.ts";

type Words = Readonly<Record<string, string>>;

const known = (words: Words, value: string): string =>
  Object.hasOwn(words, value) ? (words[value] ?? value) : plainText(value.replaceAll("_", " "), 60);

/** Returns the label of a state; unknown ones as the host spells them. */
export const stateLabel = (state: string | null | undefined): string =>
  known(
    {
      opened: l10n.t("open"),
      closed: l10n.t("closed"),
      locked: l10n.t("locked"),
      merged: l10n.t("merged"),
      all: l10n.t("in any state"),
      "": l10n.t("unknown state"),
    },
    state ?? "",
  );

export const scopeLabel = (scope: string): string =>
  known(
    {
      all: l10n.t("created by anyone"),
      created_by_me: l10n.t("created by me"),
      assigned_to_me: l10n.t("assigned to me"),
      reviews_for_me: l10n.t("review requested from me"),
    },
    scope,
  );

export const orderLabel = (order: string): string =>
  known({ created_at: l10n.t("creation"), updated_at: l10n.t("last update"), title: l10n.t("title") }, order);

/** Returns the label of a merge status (`detailed_merge_status`, or the older `merge_status`). */
export const mergeStatusLabel = (status: string): string =>
  known(
    {
      mergeable: l10n.t("can be merged"),
      can_be_merged: l10n.t("can be merged"),
      cannot_be_merged: l10n.t("cannot be merged"),
      cannot_be_merged_recheck: l10n.t("being checked"),
      checking: l10n.t("being checked"),
      unchecked: l10n.t("not checked yet"),
      preparing: l10n.t("being prepared"),
      approvals_syncing: l10n.t("checking approvals"),
      conflict: l10n.t("has conflicts"),
      need_rebase: l10n.t("needs a rebase"),
      draft_status: l10n.t("is a draft"),
      not_open: l10n.t("is not open"),
      not_approved: l10n.t("approval required"),
      requested_changes: l10n.t("changes requested"),
      discussions_not_resolved: l10n.t("unresolved threads"),
      ci_must_pass: l10n.t("pipeline must succeed"),
      ci_still_running: l10n.t("pipeline is running"),
      broken_status: l10n.t("cannot be merged"),
      commits_status: l10n.t("has no commits"),
      blocked_status: l10n.t("blocked by another merge request"),
      merge_request_blocked: l10n.t("blocked by another merge request"),
      status_checks_must_pass: l10n.t("external status checks must pass"),
      external_status_checks: l10n.t("external status checks must pass"),
      policies_denied: l10n.t("denied by a policy"),
      security_policy_violations: l10n.t("denied by a policy"),
      security_policy_pipeline_check: l10n.t("security policy pipelines must succeed"),
      jira_association_missing: l10n.t("issue key required"),
      locked_paths: l10n.t("contains locked files"),
      locked_lfs_files: l10n.t("contains locked files"),
      merge_time: l10n.t("scheduled to merge later"),
      title_regex: l10n.t("title must match the pattern"),
    },
    status,
  );

/** Joins the names of labels, which may come with their details. */
export function labelNames(labels: unknown): string | undefined {
  if (!Array.isArray(labels)) return undefined;
  const names = labels.map((label: unknown) =>
    typeof label === "object" && label !== null && "name" in label ? label.name : label,
  );
  return names.flatMap((name) => (typeof name === "string" && name !== "" ? [plainText(name, 60)] : [])).join(", ");
}

/** Returns the name of a folder. */
export function folderLabel({ group, name, filter }: Folder): string {
  switch (group) {
    case "current":
      return name === undefined
        ? l10n.t("For the current branch")
        : l10n.t("For the current branch: {0}", plainText(name, 200));
    case "assigned":
      return l10n.t("Assigned to me");
    case "reviewing":
      return l10n.t("Review requests");
    case "created":
      return l10n.t("Created by me");
    case "all":
      return filter?.state === undefined ? l10n.t("All open") : l10n.t("All ({0})", stateLabel(filter.state));
    case "own":
      return plainText(name, 200);
  }
}

/** Returns the note of an empty folder. */
export function folderNote({ group, query, name, filter }: Folder): string {
  if (group === "current")
    return name === undefined
      ? l10n.t("No branch is checked out")
      : l10n.t("No open merge request for {0}", plainText(name, 200));
  if (query === undefined) return l10n.t("Your username is unknown. Sign in again");
  if (group === "own" || (group === "all" && Object.keys(filter ?? {}).length > 0))
    return group === "own" ? l10n.t("No matching merge requests") : l10n.t("No merge requests match the filter");
  return l10n.t("No open merge requests");
}

/** Returns what the note of a branch without a merge request does. */
export const createAction = (): ErrorAction => ({
  title: l10n.t("Create Merge Request…"),
  command: "forgeline.mergeRequest.create",
});

/** Returns what is said of a branch that was merged. */
export const mergedText = ({ iid }: Pick<MergeRequest, "iid">): string => l10n.t("!{0} was merged", iid);

/** Returns what is offered for a branch that was merged. */
export const switchAction = ({ instance, project }: ProjectScope, mergeRequest: MergeRequest): ErrorAction => ({
  title: l10n.t("Switch to {0} and Delete Branch", plainText(mergeRequest.target_branch, 60)),
  command: "forgeline.mergeRequest.switchToTarget",
  args: [{ instance, project, mergeRequest }],
});
