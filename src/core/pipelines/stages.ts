import type { Job } from "../../api/resources/jobs.ts";
import { isRunning } from "../ui/statusStyle.ts";

/** A job with its earlier attempts, newest first. */
export interface JobAttempts {
  readonly job: Job;
  readonly earlier: readonly Job[];
}

export interface Stage {
  /** Name from the host; empty if it has none. */
  readonly name: string;
  readonly status: string;
  readonly jobs: readonly JobAttempts[];
}

/** Hosts may send null in any field but `id`. */
const stageOf = (job: Job): string => (typeof job.stage === "string" ? job.stage : "");

/**
 * Returns the stages of a pipeline in the order they run: by the lowest ID of their jobs including retried attempts,
 * because a retry gets a higher ID. Attempts of one job (same stage and name) are combined.
 */
export function stagesOf(jobs: readonly Job[]): Stage[] {
  const stages = new Map<string, Map<string, Job[]>>();
  for (const job of [...jobs].sort((a, b) => a.id - b.id)) {
    const name = stageOf(job);
    const stage = stages.get(name) ?? new Map<string, Job[]>();
    stages.set(name, stage);
    // Jobs without a name are not attempts of one another.
    const key = job.name ?? `#${job.id}`;
    const attempts = stage.get(key) ?? [];
    stage.set(key, attempts);
    attempts.unshift(job);
  }
  return [...stages].map(([name, byName]) => {
    const rows = [...byName.values()].flatMap(([job, ...earlier]) => (job ? [{ job, earlier }] : []));
    return { name, status: stageStatus(rows.map(({ job }) => job)), jobs: rows };
  });
}

/** Returns the combined status of a stage: running, then failed, then waiting. */
export function stageStatus(jobs: readonly Pick<Job, "status" | "allow_failure">[]): string {
  const some = (...statuses: readonly string[]): string | undefined =>
    statuses.find((status) => jobs.some((job) => job.status === status));
  const active = jobs.filter((job) => isRunning(job.status) && job.status !== "created");
  if (active.length > 0) return active.every((job) => job.status === "pending") ? "pending" : "running";
  if (jobs.some((job) => job.status === "failed" && job.allow_failure !== true)) return "failed";
  if (jobs.some((job) => job.status === "manual" && job.allow_failure !== true)) return "manual";
  return (
    some("canceled", "created", "scheduled", "success") ??
    (jobs.some((job) => job.status === "failed") ? "success" : some("manual", "skipped")) ??
    "created"
  );
}
