import type { ArgumentParser } from "../../core/commands/arguments.ts";
import { isMergeRequestRef, type MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { isJobRef, isPipelineRef, type JobRef, type PipelineRef } from "../../core/pipelines/refs.ts";

/** What has coverage. */
export type CoverageRef = PipelineRef | JobRef | MergeRequestRef;

/** Rows of jobs and pipelines may contain what they belong to, so the most specific one is checked first. */
export const coverageArgs: ArgumentParser<[of?: CoverageRef]> = ([value]) =>
  isJobRef(value) || isPipelineRef(value) || isMergeRequestRef(value) ? [value] : [];
