import { isKnownStatus, isRunning } from "../ui/statusStyle.ts";

/** What can be done with a row: the words of contextValue that menus ask for. */
const retryablePipelines: ReadonlySet<string> = new Set(["failed", "canceled"]);
/** These may have jobs that failed or were canceled without the pipeline's status saying so: allowed failures, others still running. */
const perhapsRetryable: ReadonlySet<string> = new Set(["running", "pending", "success", "manual", "scheduled"]);
const playableJobs: ReadonlySet<string> = new Set(["manual", "scheduled"]);
const retryableJobs: ReadonlySet<string> = new Set(["success", "failed", "canceled"]);
const withoutLog: ReadonlySet<string> = new Set(["created", "manual", "scheduled", "skipped", "waiting_for_resource"]);

/** Whatever goes on or will go on; not what is being canceled already. Unknown statuses may be tried. */
const isCancelable = (status: string): boolean =>
  (isRunning(status) && status !== "canceling") || status === "scheduled";

const words = (first: string, rest: Readonly<Record<string, boolean>>): string =>
  [first, ...Object.keys(rest).filter((word) => rest[word])].join(" ");

interface WithStatus {
  readonly status: string;
}

interface WithReports {
  readonly artifacts?: readonly { readonly file_type: string }[] | null;
}

/** Whether a job left a JUnit report, so that its pipeline has a test report. */
const hasTestReport = ({ artifacts }: WithReports): boolean =>
  artifacts?.some(({ file_type }) => file_type === "junit") === true;

interface WithArchive {
  readonly artifacts_file?: object | null;
}

/**
 * "pipeline", then retryable, cancelable and hasTests as they apply.
 * @param jobs the latest attempts, where they are known: hosts run failed and canceled ones again in almost every state of the pipeline
 */
export function pipelineContext({ status }: WithStatus, jobs: readonly (WithStatus & WithReports)[] = []): string {
  const retryable =
    retryablePipelines.has(status) ||
    (perhapsRetryable.has(status) && jobs.some((job) => retryablePipelines.has(job.status)));
  return words("pipeline", { retryable, cancelable: isCancelable(status), hasTests: jobs.some(hasTestReport) });
}

/** Whether a retry may find a job to run again, for whom the jobs are not known. */
export function mayRetry({ status }: WithStatus): boolean {
  return retryablePipelines.has(status) || perhapsRetryable.has(status);
}

/** Whether a job has a log or will soon write one. */
export function hasLog(job: WithStatus): boolean {
  return !withoutLog.has(job.status);
}

/** Whether a job has an archive of artifacts. */
export const hasArtifacts = ({ artifacts_file: file }: WithArchive): boolean => file !== undefined && file !== null;

/**
 * "job", then retryable, cancelable, playable, hasLog and hasArtifacts as they apply.
 * An earlier attempt only keeps its log and artifacts: hosts refuse everything else (403, job is not retryable).
 */
export function jobContext(job: WithStatus & WithArchive, earlierAttempt = false): string {
  if (earlierAttempt) return words("job", { hasLog: hasLog(job), hasArtifacts: hasArtifacts(job) });
  return words("job", {
    retryable: retryableJobs.has(job.status),
    cancelable: isCancelable(job.status),
    playable: playableJobs.has(job.status),
    hasLog: hasLog(job) || !isKnownStatus(job.status),
    hasArtifacts: hasArtifacts(job),
  });
}
