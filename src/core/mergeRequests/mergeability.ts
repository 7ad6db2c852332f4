import { l10n } from "vscode";
import type { DetailedMergeStatus, MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import { plainText } from "../ui/plainText.ts";

/** What the user can do about a status. */
export type MergeHelp =
  | "wait"
  | "approve"
  | "checkOut"
  | "edit"
  | "markReady"
  | "openInBrowser"
  | "reopen"
  | "runPipeline"
  | "showPipeline";

/** Why a merge request can or cannot be merged. */
export interface Mergeability {
  /** `wait`: the status changes by itself. */
  readonly standing: "ready" | "wait" | "blocked";
  /** A complete sentence. */
  readonly words: string;
  readonly help?: MergeHelp;
}

/** Known statuses; hosts may have more. */
type Known = DetailedMergeStatus extends infer One
  ? One extends string
    ? string extends One
      ? never
      : One
    : never
  : never;

/** The older `merge_status`, for hosts without the newer one. */
type Older = "can_be_merged" | "cannot_be_merged" | "cannot_be_merged_recheck";

const ready = (words: string): Mergeability => ({ standing: "ready", words });
const wait = (words: string): Mergeability => ({ standing: "wait", words, help: "wait" });
const blocked = (words: string, help: MergeHelp): Mergeability => ({ standing: "blocked", words, help });

// Functions, as l10n has its language only once VS Code runs; each row of a long list takes one of them.
const table: Readonly<Record<Known | Older, () => Mergeability>> = {
  mergeable: () => ready(l10n.t("Ready to merge.")),
  can_be_merged: () => ready(l10n.t("Ready to merge.")),
  approvals_syncing: () => wait(l10n.t("The host is still checking its approvals.")),
  checking: () => wait(l10n.t("The host is checking whether it can be merged.")),
  unchecked: () => wait(l10n.t("The host has not checked yet whether it can be merged.")),
  cannot_be_merged_recheck: () => wait(l10n.t("The host is checking again whether it can be merged.")),
  preparing: () => wait(l10n.t("The host is still preparing it.")),
  conflict: () =>
    blocked(
      l10n.t(
        "It has conflicts with the target branch. Check out the branch, merge the target branch into it and push.",
      ),
      "checkOut",
    ),
  cannot_be_merged: () =>
    blocked(
      l10n.t(
        "It has conflicts with the target branch. Check out the branch, merge the target branch into it and push.",
      ),
      "checkOut",
    ),
  broken_status: () =>
    blocked(
      l10n.t(
        "Its branches cannot be merged: they have conflicts, or one of them is deleted. Check out the branch to see.",
      ),
      "checkOut",
    ),
  need_rebase: () =>
    blocked(l10n.t("Its branch must be rebased onto the target branch first. Rebase it and push."), "checkOut"),
  commits_status: () =>
    blocked(l10n.t("Its source branch is deleted or has no commits. Push the branch again."), "openInBrowser"),
  draft_status: () => blocked(l10n.t("It is a draft. Mark it as ready first."), "markReady"),
  title_regex: () =>
    blocked(l10n.t("Its title does not match the pattern required by the project. Change the title."), "edit"),
  jira_association_missing: () =>
    blocked(l10n.t("The project requires an issue key in the title or description. Add one."), "edit"),
  not_open: () => blocked(l10n.t("It is not open."), "reopen"),
  not_approved: () => blocked(l10n.t("It requires approval. Approve it, or ask for approvals."), "approve"),
  requested_changes: () => blocked(l10n.t("A reviewer requested changes and must approve first."), "openInBrowser"),
  discussions_not_resolved: () => blocked(l10n.t("It has unresolved threads. Resolve them first."), "openInBrowser"),
  ci_must_pass: () =>
    blocked(l10n.t("Its pipeline must succeed first. Run a pipeline, or fix the failed jobs."), "showPipeline"),
  ci_still_running: () =>
    blocked(l10n.t("Its pipeline is still running. Choose Merge When Pipeline Succeeds, or wait."), "showPipeline"),
  external_status_checks: () => blocked(l10n.t("External status checks must pass first."), "openInBrowser"),
  status_checks_must_pass: () => blocked(l10n.t("External status checks must pass first."), "openInBrowser"),
  blocked_status: () => blocked(l10n.t("Another merge request must be merged first."), "openInBrowser"),
  merge_request_blocked: () => blocked(l10n.t("Another merge request must be merged first."), "openInBrowser"),
  locked_paths: () =>
    blocked(l10n.t("It contains files locked by someone else. Ask them to unlock the files."), "openInBrowser"),
  locked_lfs_files: () =>
    blocked(l10n.t("It contains LFS files locked by someone else. Ask them to unlock the files."), "openInBrowser"),
  merge_time: () => blocked(l10n.t("It is scheduled to merge at a later time."), "openInBrowser"),
  policies_denied: () => blocked(l10n.t("A policy of the project blocks it."), "openInBrowser"),
  security_policy_violations: () => blocked(l10n.t("It violates a security policy of the project."), "openInBrowser"),
  security_policy_pipeline_check: () =>
    blocked(l10n.t("The pipelines required by a security policy must succeed first."), "showPipeline"),
};

/** Explains a `detailed_merge_status` (or the older `merge_status`). Unknown ones as the host spells them. */
export function whyNotMerged(status: DetailedMergeStatus | null | undefined): Mergeability {
  if (status === undefined || status === null || status === "")
    return wait(l10n.t("The host did not return whether it can be merged."));
  const known = table as Readonly<Record<string, () => Mergeability>>;
  return (
    (Object.hasOwn(known, status) ? known[status]?.() : undefined) ??
    blocked(
      l10n.t("The host returned an unknown reason: {0}.", plainText(status.slice(0, 80).replaceAll("_", " "))),
      "openInBrowser",
    )
  );
}

/** Explains why a merge request can or cannot be merged; its state takes precedence over an earlier check. */
export function mergeabilityOf(mergeRequest: Partial<MergeRequest>): Mergeability {
  switch (mergeRequest.state) {
    case "merged":
      return { standing: "blocked", words: l10n.t("It is already merged.") };
    case "closed":
      return blocked(l10n.t("It is closed. Reopen it first."), "reopen");
    case "locked":
      return wait(l10n.t("It is being merged."));
    default: {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- older hosts send no other
      const { detailed_merge_status: detailed, merge_status: older, draft, work_in_progress: former } = mergeRequest;
      // The older status only covers conflicts.
      const hidden = !detailed && (draft ?? former) === true;
      return whyNotMerged(hidden ? "draft_status" : detailed || older);
    }
  }
}

/** Whether the host is still checking, so that another request makes sense soon. */
export function isChecking(mergeRequest: Partial<MergeRequest>): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- older hosts send no other
  const told = mergeRequest.detailed_merge_status || mergeRequest.merge_status;
  return mergeRequest.state === "locked" || (Boolean(told) && mergeabilityOf(mergeRequest).standing === "wait");
}
