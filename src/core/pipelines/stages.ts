import type { Job } from "../../api/resources/jobs.ts";
import { type JobAttempts, type JobGroup, jobGroups } from "./jobGroups.ts";
import { stageStatus } from "./stageStatus.ts";

export interface Stage {
  /** Name from the host; empty if it has none. */
  readonly name: string;
  readonly status: string;
  readonly jobs: readonly JobAttempts[];
  /** The same jobs, those of a matrix or a parallel job together. */
  readonly groups: readonly JobGroup[];
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
    return { name, status: stageStatus(rows.map(({ job }) => job)), jobs: rows, groups: jobGroups(rows) };
  });
}
