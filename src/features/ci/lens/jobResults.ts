import type { Job } from "../../../api/resources/jobs.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import { jobDuration } from "../../../core/pipelines/jobDuration.ts";
import { hasLog } from "../../../core/pipelines/rowContext.ts";
import { stageStatus } from "../../../core/pipelines/stages.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";

/** How a job of the CI file went in one pipeline. Jobs that the host made several of (`parallel`) are its parts. */
export interface JobResult {
  readonly pipeline: Pipeline;
  /** In the host's order; never empty. */
  readonly parts: readonly Job[];
}

/** The name that a job has in the CI file: without what the host adds to the parts of `parallel` (`job 1/3`, `job: [a, b]`). */
export const baseName = (name: string): string => /^(.+?)(?:: \[.*\]| \d+\/\d+)$/s.exec(name)?.[1] ?? name;

/** Whether a job of the host is the one that the file calls so, or a part of it. */
export const isNamed = (job: Pick<Job, "name">, name: string): boolean =>
  job.name === name || baseName(job.name) === name;

/** Whether a result says how the job went: one that was not run says nothing. */
export const hasRun = ({ parts }: Pick<JobResult, "parts">): boolean => parts.some(hasLog);

/** One word for all parts: what runs, then what went wrong. */
export const resultStatus = ({ parts }: Pick<JobResult, "parts">): string =>
  parts.length === 1 ? (parts[0]?.status ?? "") : stageStatus(parts);

/** The part that one would look at first: one that failed, one that runs, else the first. */
export function tellingPart({ parts }: Pick<JobResult, "parts">): Job | undefined {
  return (
    parts.find(({ status, allow_failure }) => status === "failed" && allow_failure !== true) ??
    parts.find(({ status }) => status === "failed") ??
    parts.find(({ status }) => isRunning(status) && status !== "created") ??
    parts[0]
  );
}

/** Seconds that the longest part took, or has taken until `now` (ms since 1970); undefined where none says. */
export function resultDuration({ parts }: Pick<JobResult, "parts">, now: number): number | undefined {
  const told = parts.map((job) => jobDuration(job, now)).filter((seconds) => typeof seconds === "number");
  return told.length === 0 ? undefined : Math.max(...told);
}

/** How many parts failed though they must not. */
export const failedParts = ({ parts }: Pick<JobResult, "parts">): number =>
  parts.filter(({ status, allow_failure }) => status === "failed" && allow_failure !== true).length;
