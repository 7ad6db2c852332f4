import type { PipelineRecord } from "../records.ts";
import { isDraft, type MergeRequestRecord } from "./records.ts";

/** What a project wants of a merge request before it may be merged. */
export interface MergeRules {
  readonly pipelineMustSucceed: boolean;
  readonly approvals: number;
  readonly checksHeld: boolean;
  /** `only_allow_merge_if_all_discussions_are_resolved` of a project. */
  readonly threadsMustBeResolved: boolean;
}

export const NO_RULES: MergeRules = {
  pipelineMustSucceed: false,
  approvals: 0,
  checksHeld: false,
  threadsMustBeResolved: false,
};

export interface Standing {
  readonly rules: MergeRules;
  /** The latest one of the head commit. */
  readonly pipeline: PipelineRecord | undefined;
  /** Threads that nobody has resolved. */
  readonly openThreads: number;
}

const RUNNING = new Set("created waiting_for_resource preparing pending running scheduled canceling".split(" "));

/** A pipeline that a merge can wait for. */
export function isActive(pipeline: PipelineRecord | undefined): boolean {
  return pipeline !== undefined && RUNNING.has(pipeline.status);
}

/**
 * Part 3, `detailed_merge_status`: what first stands in the way, or `mergeable`. The values beyond the documents are
 * those of real hosts.
 */
export function detailedMergeStatus(record: MergeRequestRecord, standing: Standing): string {
  if (record.state === "opened" && (record.check === "unchecked" || record.check === "checking")) return record.check;
  return obstacle(record, standing) ?? (record.check === "cannot_be_merged" ? "conflict" : "mergeable");
}

/** What stands in the way apart from conflicts; `ignoreCi` for a merge that waits for the pipeline. */
export function obstacle(
  record: MergeRequestRecord,
  { rules, pipeline, openThreads }: Standing,
  ignoreCi = false,
): string | undefined {
  if (record.state !== "opened") return "not_open";
  if (record.sha === null || record.sourceProjectId === null) return "commits_status";
  if (isDraft(record)) return "draft_status";
  if (record.approvedBy.length < rules.approvals) return "not_approved";
  if (rules.threadsMustBeResolved && openThreads > 0) return "discussions_not_resolved";
  if (!ignoreCi && rules.pipelineMustSucceed && pipeline?.status !== "success" && pipeline?.status !== "skipped")
    return isActive(pipeline) ? "ci_still_running" : "ci_must_pass";
  return undefined;
}
