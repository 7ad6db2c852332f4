import type { ProjectId } from "../../api/path.ts";
import type { ArgumentParser } from "../../core/commands/arguments.ts";
import { isMergeRequestRef, type MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { isJobRef, isPipelineRef, type JobRef, type PipelineRef } from "../../core/pipelines/refs.ts";

/** What has coverage. */
export type CoverageRef = PipelineRef | JobRef | MergeRequestRef;

/**
 * Rows of merge requests contain their pipeline, and those of pipelines the merge request that they are below, whose changed lines count
 * then too: a reference has one of them only.
 */
export const coverageArgs: ArgumentParser<[of?: CoverageRef]> = ([value]) => {
  if (isJobRef(value)) return [{ instance: value.instance, project: value.project, job: value.job }];
  if (isMergeRequestRef(value)) return [requestOf(value)];
  if (isPipelineRef(value)) return [{ instance: value.instance, project: value.project, pipeline: value.pipeline }];
  return [];
};

/** The row of a merge request's pipeline has the project of the pipeline, and that of the merge request as `target`. */
function requestOf(value: MergeRequestRef & { readonly target?: ProjectId }): MergeRequestRef {
  const { instance, project, target, mergeRequest } = value;
  return { instance, project: target ?? project, mergeRequest };
}
