import type { ProjectId } from "../../../api/path.ts";
import type { Reviewer } from "../../../api/resources/discussionTypes.ts";
import type { LabelDetails, MergeRequestPipeline } from "../../../api/resources/mergeRequestTypes.ts";
import type { ChangedLinesCoverage } from "../../../core/coverage/knownCoverage.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { Stage } from "../../../core/pipelines/stages.ts";
import type { RenderedText } from "../../../core/webview/markdown.ts";
import type { CommonAction, FOCUS_ACTION, PageAction } from "../../../core/webview/messages.ts";
import type { PageProblem } from "../../../core/webview/pageReader.ts";
import { button as pageButton, type ButtonStyle } from "../../../core/webview/parts.ts";
import type { Activity, ActivityAction, commentActions } from "./activity/model.ts";

/** Actions of the page, besides those of every page. */
export const actions = [
  "merge",
  "cancelAutoMerge",
  "checkOut",
  "switchToTarget",
  "openChanges",
  "showSinceReview",
  "requestReview",
  "edit",
  "close",
  "reopen",
  "approve",
  "revokeApproval",
  "rebase",
  "submitReview",
  "showPending",
  "discardReview",
  "openInBrowser",
  "help",
  "showPipeline",
  "explainPipeline",
  "showCoverage",
  "showUncovered",
] as const;
export const jobActions = ["showLog"] as const;
/** Actions on a field, by its ID. */
export const fieldActions = ["editField"] as const;

/** Actions on a task of the description, by its index. */
export const taskActions = ["toggleTask"] as const;
/** Fields that the page has a button for. */
export const pageFields = ["assignees", "reviewers", "labels", "milestone"] as const;
export type PageField = (typeof pageFields)[number];

/** Returns a button of the page. */
export const button = (
  action: PageAction<
    (typeof actions)[number] | (typeof commentActions)[number] | CommonAction,
    (typeof jobActions)[number],
    ActivityAction["do"] | (typeof fieldActions | typeof taskActions)[number] | typeof FOCUS_ACTION
  >,
  words: string,
  style?: ButtonStyle,
) => pageButton(action, words, style);

/** Everything that the page of a merge request shows. */
export interface Overview {
  readonly ref: MergeRequestRef;
  /** The merge request; only the fields of its row until the host has answered. */
  readonly mergeRequest: MergeRequestRef["mergeRequest"];
  /** Whether the host has answered yet. */
  readonly loaded: boolean;
  /** Web URL of the project. */
  readonly projectPage?: string | undefined;
  /** Full path of the source fork, if this account sees it. */
  readonly fork?: string | undefined;
  readonly description?: RenderedText | undefined;
  readonly pipeline?: OverviewPipeline | undefined;
  /** How many changed lines the tests of the pipeline ran, if that was shown before. */
  readonly coverage?: ChangedLinesCoverage | undefined;
  /** Labels by name, as far as read. */
  readonly labels: ReadonlyMap<string, LabelDetails>;
  /** Why what is shown may be old. */
  readonly problem?: PageProblem | undefined;
  /** Whether the host may have a route for approvals. */
  readonly canApprove: boolean;
  /** Whether this account has approved; undefined until the host says so. */
  readonly approved?: boolean | undefined;
  /** The reviewers with how far they are, if the host says so. */
  readonly reviewers?: readonly Reviewer[] | undefined;
  /** Whether the host may have a route to revoke approvals. */
  readonly canUnapprove: boolean;
  /** Whether the host may have a route to rebase. */
  readonly canRebase: boolean;
  /** Whether its source branch is checked out in the open project. */
  readonly checkedOut?: boolean;
  /** What was said on it, and what is being written. */
  readonly activity?: Activity | undefined;
}

export interface OverviewPipeline {
  /** A fork has pipelines of its own. */
  readonly project: ProjectId;
  readonly pipeline: MergeRequestPipeline;
  /** Undefined until the jobs have been read. */
  readonly stages?: readonly Stage[] | undefined;
  /** Number of jobs, if the host has more that it does not return. */
  readonly capped?: number | undefined;
  /** Why its CI file is invalid, if the host said so. */
  readonly ciError?: string | null | undefined;
  /** Why its jobs could not be read. */
  readonly problem?: string | undefined;
}
