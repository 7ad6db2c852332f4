import type { ProjectId } from "../api/path.ts";
import type { LabelDetails, MergeRequest, MergeRequestPipeline } from "../api/resources/mergeRequestTypes.ts";
import type { MergeRequestRef } from "../refs.ts";
import type { Stage } from "../views/stages.ts";
import type { RenderedText } from "./markdown.ts";

/** Everything that the page of a merge request shows. */
export interface Overview {
  readonly ref: MergeRequestRef;
  /** What is known of it; only what its row knew until the host has answered. */
  readonly mergeRequest: MergeRequestRef["mergeRequest"];
  /** Whether the host has answered yet. */
  readonly loaded: boolean;
  /** Page of the project on the host. */
  readonly projectPage?: string | undefined;
  readonly description?: RenderedText | undefined;
  readonly pipeline?: OverviewPipeline | undefined;
  /** Looks of labels by their names, as far as they were asked for. */
  readonly labels: ReadonlyMap<string, LabelDetails>;
  /** Why what is shown may be old. */
  readonly problem?: { readonly message: string; readonly remedy?: string | undefined } | undefined;
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

/** How the page is written. */
export interface Writing {
  /** ms since 1970. */
  readonly now: number;
  /** BCP 47. */
  readonly language: string;
}

const checking: ReadonlySet<unknown> = new Set(["checking", "unchecked", "preparing", "approvals_syncing", "cannot_be_merged_recheck"]);

/** Whether the host is about to say something else without anybody doing anything: it checks, or it merges at this moment. */
export function isHostBusy(mergeRequest: Partial<MergeRequest>): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- older hosts send no other
  const { state, detailed_merge_status: detailed, merge_status: older } = mergeRequest;
  return state === "locked" || (state === "opened" && checking.has(detailed ?? older));
}
