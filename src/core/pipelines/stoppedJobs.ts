import type { Job } from "../../api/resources/jobs.ts";

/** A job in its place in the pipeline. */
export interface PlacedJob {
  readonly key: string;
  /** Index of the stage. */
  readonly stage: number;
  readonly job: Pick<Job, "status" | "allow_failure">;
  /** Keys of the jobs that it needs; undefined if it waits for all jobs of earlier stages. */
  readonly needs: readonly string[] | undefined;
}

const userStarts: ReadonlySet<string> = new Set(["manual", "scheduled"]);
const ended: ReadonlySet<string> = new Set(["failed", "canceled", "cancelled", "skipped"]);

/**
 * Returns the keys of the jobs that do not start by themselves: manual and scheduled ones, and what waits for them, or
 * for a job that failed or was canceled. Jobs that run after failures are not recognized before they start.
 */
export function stoppedJobs(jobs: readonly PlacedJob[]): ReadonlySet<string> {
  const dependents = new Map<string, PlacedJob[]>();
  // The last stage last, so that those behind a stage are at the end.
  const byStage: PlacedJob[] = [];
  for (const job of jobs) {
    if (job.needs === undefined) byStage.push(job);
    for (const need of job.needs ?? []) {
      const list = dependents.get(need);
      if (list) list.push(job);
      else dependents.set(need, [job]);
    }
  }
  byStage.sort((a, b) => a.stage - b.stage);
  const stopped = new Set<string>();
  const next = jobs.filter(({ job }) => userStarts.has(job.status ?? "") || ended.has(job.status ?? ""));
  const seen = new Set(next);
  const stop = (job: PlacedJob): void => {
    // What has started already goes on.
    if (seen.has(job) || job.job.status !== "created") return;
    seen.add(job);
    next.push(job);
  };
  for (let job = next.pop(); job !== undefined; job = next.pop()) {
    const isOver = ended.has(job.job.status ?? "");
    if (!isOver) stopped.add(job.key);
    // Failures that are allowed, and optional manual jobs, let later stages start; a skipped job follows another one that stopped.
    if (job.job.allow_failure === true && isOver) continue;
    for (const dependent of dependents.get(job.key) ?? []) stop(dependent);
    if (job.job.allow_failure === true || job.job.status === "skipped") continue;
    for (let last = byStage.at(-1); last !== undefined && last.stage > job.stage; last = byStage.at(-1)) {
      byStage.pop();
      stop(last);
    }
  }
  return stopped;
}
