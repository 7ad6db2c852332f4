import { isKnownStatus, isRunning } from "../ui/statusLook.ts";

/** What can be done with a row, from its status alone: the words of contextValue that menus ask for. */
const retryablePipelines: ReadonlySet<string> = new Set(["failed", "canceled"]);
const retryableJobs: ReadonlySet<string> = new Set(["success", "failed", "canceled"]);
const withoutLog: ReadonlySet<string> = new Set(["created", "manual", "scheduled", "skipped", "waiting_for_resource"]);

/** Whatever goes on or will go on; not what is being canceled already. Unknown statuses may be tried. */
const isCancelable = (status: string): boolean => (isRunning(status) && status !== "canceling") || status === "scheduled";

const words = (first: string, rest: Readonly<Record<string, boolean>>): string =>
  [first, ...Object.keys(rest).filter((word) => rest[word])].join(" ");

/** "pipeline", then retryable and cancelable as they apply. */
export function pipelineContext(pipeline: { readonly status: string }): string {
  return words("pipeline", { retryable: retryablePipelines.has(pipeline.status), cancelable: isCancelable(pipeline.status) });
}

/** Whether a job has a log or will soon write one. */
export function hasLog(job: { readonly status: string }): boolean {
  return !withoutLog.has(job.status);
}

/**
 * "job", then retryable, cancelable, playable and hasLog as they apply.
 * An earlier attempt only keeps its log: hosts refuse everything else (403, job is not retryable).
 */
export function jobContext(job: { readonly status: string }, earlierAttempt = false): string {
  if (earlierAttempt) return words("job", { hasLog: hasLog(job) });
  return words("job", {
    retryable: retryableJobs.has(job.status),
    cancelable: isCancelable(job.status),
    playable: job.status === "manual",
    hasLog: hasLog(job) || !isKnownStatus(job.status),
  });
}
