import { hasFindingsReport } from "../findings/reportTypes.ts";
import { isKnownStatus, isRunning } from "../ui/statusStyle.ts";

/** Statuses by the words of `contextValue` that menus check. */
const retryablePipelines: ReadonlySet<string> = new Set(["failed", "canceled"]);
/** Statuses in which some jobs may have failed or been canceled: allowed failures, or other jobs are running. */
const possiblyRetryable: ReadonlySet<string> = new Set(["running", "pending", "success", "manual", "scheduled"]);
const playableJobs: ReadonlySet<string> = new Set(["manual", "scheduled"]);
const retryableJobs: ReadonlySet<string> = new Set(["success", "failed", "canceled"]);
const withoutLog: ReadonlySet<string> = new Set(["created", "manual", "scheduled", "skipped", "waiting_for_resource"]);

/** Returns whether a status can be canceled; unknown ones can be tried. */
const isCancelable = (status: string | null | undefined): boolean =>
  (isRunning(status) && status !== "canceling") || status === "scheduled";

const contextValue = (first: string, rest: Readonly<Record<string, boolean>>): string =>
  [first, ...Object.keys(rest).filter((word) => rest[word])].join(" ");

interface WithStatus {
  readonly status?: string | null | undefined;
}

interface WithReports {
  readonly artifacts?: readonly { readonly file_type?: string | null | undefined }[] | null;
}

/** Returns whether a job has a JUnit report, so its pipeline has a test report. */
const hasTestReport = ({ artifacts }: WithReports): boolean =>
  artifacts?.some(({ file_type }) => file_type === "junit") === true;

interface WithArchive {
  readonly artifacts_file?: object | null;
}

/**
 * Returns "pipeline" with failed, retryable, cancelable and hasTests as they apply.
 * @param jobs latest attempts, if known: hosts retry failed and canceled ones in almost every pipeline status
 */
export function pipelineContext(pipeline: WithStatus, jobs: readonly (WithStatus & WithReports)[] = []): string {
  const status = pipeline.status ?? "";
  const retryable =
    retryablePipelines.has(status) ||
    (possiblyRetryable.has(status) && jobs.some((job) => retryablePipelines.has(job.status ?? "")));
  return contextValue("pipeline", {
    failed: status === "failed",
    retryable,
    cancelable: isCancelable(status),
    hasTests: jobs.some(hasTestReport),
  });
}

/** Returns whether a retry may find a job to run again, if the jobs are unknown. */
export function mayRetry(pipeline: WithStatus): boolean {
  const status = pipeline.status ?? "";
  return retryablePipelines.has(status) || possiblyRetryable.has(status);
}

/** Returns whether hosts retry a job in its status. */
export const mayRetryJob = ({ status }: WithStatus): boolean => retryableJobs.has(status ?? "");

/** Returns whether hosts cancel a job in its status; unknown ones can be tried. */
export const mayCancelJob = ({ status }: WithStatus): boolean => isCancelable(status);

/** Returns "stage" or "jobGroup", with retryable if one of its jobs failed. */
export const jobsContext = (
  kind: "stage" | "jobGroup",
  { jobs }: { readonly jobs: readonly { readonly job: WithStatus }[] },
): string => contextValue(kind, { retryable: jobs.some(({ job }) => job.status === "failed") });

/** Returns whether a job has a log or will soon have one. */
export function hasLog(job: WithStatus): boolean {
  return !withoutLog.has(job.status ?? "");
}

/** Returns whether a job has an artifacts archive. */
export const hasArtifacts = ({ artifacts_file: file }: WithArchive): boolean => file !== undefined && file !== null;

/**
 * Returns "job" with retryable, cancelable, playable, hasLog, hasArtifacts and hasFindings as they apply. Earlier
 * attempts only have log and artifacts: hosts refuse other actions (403, job is not retryable).
 */
export function jobContext(job: WithStatus & WithArchive & WithReports, earlierAttempt = false): string {
  if (earlierAttempt) return contextValue("job", { hasLog: hasLog(job), hasArtifacts: hasArtifacts(job) });
  const status = job.status ?? "";
  return contextValue("job", {
    retryable: retryableJobs.has(status),
    cancelable: isCancelable(status),
    playable: playableJobs.has(status),
    hasLog: hasLog(job) || !isKnownStatus(status),
    hasArtifacts: hasArtifacts(job),
    hasFindings: hasFindingsReport(job),
  });
}
