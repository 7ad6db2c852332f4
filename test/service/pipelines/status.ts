import { FINAL_STATUSES, type JobRecord } from "../records.ts";

type JobState = Pick<JobRecord, "status" | "allowFailure">;

/** The pipeline's status made from those of its current jobs, by the rules of such hosts; undefined without jobs. */
export function pipelineStatus(jobs: readonly JobState[]): string | undefined {
  if (jobs.length === 0) return undefined;
  const kinds = new Set(jobs.map(kindOf));
  const only = (...allowed: readonly string[]): boolean => [...kinds].every((kind) => allowed.includes(kind));
  if (only("skipped", "ignored")) return kinds.has("ignored") ? "success" : "skipped";
  if (only("success", "skipped", "ignored")) return "success";
  if (only("created", "ignored")) return "created";
  if (only("canceled", "success", "skipped", "ignored")) return "canceled";
  if (only("created", "skipped", "pending", "ignored")) return "pending";
  if (kinds.has("canceling")) return "canceling";
  if (kinds.has("running") || kinds.has("pending")) return "running";
  for (const status of ["waiting_for_resource", "manual", "scheduled", "preparing"])
    if (kinds.has(status)) return status;
  return kinds.has("created") ? "running" : "failed";
}

/** What may fail or wait without weight counts as `ignored`. */
function kindOf(job: JobState): string {
  return job.allowFailure && ["failed", "canceled", "manual"].includes(job.status) ? "ignored" : job.status;
}

export type Step = "wait" | "run" | "offer" | "skip";

/** What becomes of a created job, given the pipeline's current jobs: `offer` makes it a manual one waiting for a person. */
export function nextStep(job: JobRecord, jobs: readonly JobRecord[]): Step {
  const needs = job.ci?.needs;
  const before = needs
    ? jobs.filter((other) => needs.includes(other.name))
    : jobs.filter((other) => other.stageIndex < job.stageIndex);
  if (!before.every((other) => FINAL_STATUSES.has(other.status) || (other.status === "manual" && other.allowFailure)))
    return "wait";
  const failed = before.some((other) => other.status === "failed" && !other.allowFailure);
  const canceled = before.some((other) => other.status === "canceled" && !other.allowFailure);
  // By stages a skipped job does not stop the next stage; a job that names it in `needs` cannot run without it.
  const lacking =
    needs !== undefined && before.some((other) => other.status === "skipped" || other.status === "manual");
  switch (job.ci?.when) {
    case "always":
      return "run";
    case "on_failure":
      return failed ? "run" : "skip";
    case "manual":
      return failed || canceled || lacking ? "skip" : "offer";
    default:
      return failed || canceled || lacking ? "skip" : "run";
  }
}

/** Whether `later` comes after `earlier`, so that a retry of the earlier one gives a skipped later one another chance. */
export function follows(later: JobRecord, earlier: JobRecord): boolean {
  const needs = later.ci?.needs;
  return needs ? needs.includes(earlier.name) : later.stageIndex > earlier.stageIndex;
}

/** Seconds during which at least one job ran, overlaps counted once. */
export function busySeconds(jobs: readonly Pick<JobRecord, "startedAt" | "finishedAt">[]): number {
  const spans = jobs
    .flatMap((job) =>
      job.startedAt === null || job.finishedAt === null ? [] : [[job.startedAt, job.finishedAt] as const],
    )
    .sort((a, b) => a[0] - b[0]);
  let busy = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [start, end] of spans) {
    busy += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return Math.round(busy / 1000);
}
