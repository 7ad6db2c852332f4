import type { Job } from "../../../api/resources/jobs.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import { baseName } from "../../../core/ciFile/names.ts";
import { jobDuration } from "../../../core/pipelines/jobDuration.ts";
import { hasLog } from "../../../core/pipelines/rowContext.ts";
import { stageStatus } from "../../../core/pipelines/stageStatus.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";

/** The result of a CI file's job in one pipeline; `parts` are the instances of a parallel job. */
export interface JobResult {
  readonly pipeline: Pipeline;
  /** In the host's order; never empty. */
  readonly parts: readonly Job[];
}

/** Returns whether a job of the host has a CI file's job name, or is an instance of that job. */
export const hasBaseName = (job: Pick<Job, "name">, name: string): boolean =>
  job.name === name || baseName(job.name ?? "") === name;

/** Returns whether a job has started. */
export const hasStarted = ({ parts }: Pick<JobResult, "parts">): boolean => parts.some(hasLog);

/** Returns the combined status of all parts. */
export const resultStatus = ({ parts }: Pick<JobResult, "parts">): string =>
  parts.length === 1 ? (parts[0]?.status ?? "") : stageStatus(parts);

/** Returns the most relevant part: a failed one, then a running one, then the first. */
export function mainPart({ parts }: Pick<JobResult, "parts">): Job | undefined {
  return (
    parts.find(({ status, allow_failure }) => status === "failed" && allow_failure !== true) ??
    parts.find(({ status }) => status === "failed") ??
    parts.find(({ status }) => isRunning(status) && status !== "created") ??
    parts[0]
  );
}

/**
 * Returns the duration of the longest part in seconds; undefined when none is known.
 * @param now milliseconds since the epoch
 */
export function resultDuration({ parts }: Pick<JobResult, "parts">, now: number): number | undefined {
  const durations = parts.map((job) => jobDuration(job, now)).filter((seconds) => typeof seconds === "number");
  return durations.length === 0 ? undefined : Math.max(...durations);
}

/** Returns the number of failed parts that are not allowed to fail. */
export const failedParts = ({ parts }: Pick<JobResult, "parts">): number =>
  parts.filter(({ status, allow_failure }) => status === "failed" && allow_failure !== true).length;
