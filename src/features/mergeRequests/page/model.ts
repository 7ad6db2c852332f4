import type { ProjectId } from "../../../api/path.ts";
import type { LabelDetails, MergeRequestPipeline } from "../../../api/resources/mergeRequestTypes.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { Stage } from "../../../core/pipelines/stages.ts";
import type { RenderedText } from "../../../core/webview/markdown.ts";
import type { commonActions, PageAction } from "../../../core/webview/messages.ts";
import type { PageProblem } from "../../../core/webview/pageReader.ts";
import { button as pageButton, type ButtonLook } from "../../../core/webview/parts.ts";

/** What the buttons of the page do, besides what those of every page do. */
export const actions = [
  "merge",
  "cancelAutoMerge",
  "checkOut",
  "openChanges",
  "edit",
  "close",
  "reopen",
  "approve",
  "openInBrowser",
  "help",
  "showPipeline",
] as const;
export const jobActions = ["showLog"] as const;

/** Returns a button of the page. */
export const button = (
  action: PageAction<(typeof actions | typeof commonActions)[number], (typeof jobActions)[number]>,
  words: string,
  look?: ButtonLook,
) => pageButton(action, words, look);

/** Everything that the page of a merge request shows. */
export interface Overview {
  readonly ref: MergeRequestRef;
  /** What is known of it; only what its row knew until the host has answered. */
  readonly mergeRequest: MergeRequestRef["mergeRequest"];
  /** Whether the host has answered yet. */
  readonly loaded: boolean;
  /** Page of the project on the host. */
  readonly projectPage?: string | undefined;
  /** Full path of the fork that it comes from, where this account sees it. */
  readonly fork?: string | undefined;
  readonly description?: RenderedText | undefined;
  readonly pipeline?: OverviewPipeline | undefined;
  /** Looks of labels by their names, as far as they were asked for. */
  readonly labels: ReadonlyMap<string, LabelDetails>;
  /** Why what is shown may be old. */
  readonly problem?: PageProblem | undefined;
  /** Whether the host may have a route for approving. */
  readonly canApprove: boolean;
}

export interface OverviewPipeline {
  /** The source project of a fork has pipelines of its own. */
  readonly project: ProjectId;
  readonly pipeline: MergeRequestPipeline;
  /** Undefined until its jobs are known. */
  readonly stages?: readonly Stage[] | undefined;
  /** Why its jobs could not be read. */
  readonly problem?: string | undefined;
}
