import type { ArgumentParser } from "../../core/commands/arguments.ts";
import { isMergeRequestRef, type MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { isJobRef, isPipelineRef, type JobRef, type PipelineRef } from "../../core/pipelines/refs.ts";

/** What can be explained. Job rows may contain a pipeline, and pipeline rows a merge request, so the innermost comes first. */
export const subjectArgs: ArgumentParser<[subject?: JobRef | PipelineRef | MergeRequestRef]> = ([value]) =>
  isJobRef(value) || isPipelineRef(value) || isMergeRequestRef(value) ? [value] : [];
