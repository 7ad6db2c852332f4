import { type ArgumentParser, isObject, isScope } from "../../../core/commands/arguments.ts";
import { isMergeRequestRef, type MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { isJobRef, isPipelineRef, type JobRef, type PipelineRef } from "../../../core/pipelines/refs.ts";
import type { GapRef } from "./nodes.ts";
import type { FindingRef } from "./shown.ts";

/** What has findings; a merge request has those of its head pipeline, a job those of its pipeline. */
export type FindingsSubject = JobRef | PipelineRef | MergeRequestRef;

/** Rows of jobs may contain a pipeline as well, so the job is checked first. */
export const findingsArgs: ArgumentParser<[subject?: FindingsSubject]> = ([value]) =>
  isJobRef(value) || isMergeRequestRef(value) || isPipelineRef(value) ? [value] : [];

const isFindingRef = (value: unknown): value is FindingRef =>
  isScope(value) &&
  typeof value["pipeline"] === "number" &&
  isObject(value["finding"]) &&
  typeof value["finding"]["title"] === "string";

export const findingArgs: ArgumentParser<[finding?: FindingRef]> = ([value]) => (isFindingRef(value) ? [value] : []);

export const gapArgs: ArgumentParser<[gap?: GapRef]> = ([value]) =>
  isScope(value) && isObject(value["gap"]) && isObject(value["gap"]["job"]) ? [value as unknown as GapRef] : [];
