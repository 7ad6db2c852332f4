import type { Job } from "../../api/resources/jobs.ts";
import { isActive, type JudgedJob, stageStatus } from "./stageStatus.ts";

/** A job with its earlier attempts, newest first. */
export interface JobAttempts {
  readonly job: Job;
  readonly earlier: readonly Job[];
}

/** Jobs of a stage that the host shows as one: parts of a matrix or of a parallel job, or a single job. */
export interface JobGroup {
  readonly name: string;
  /** Failed jobs first, then running ones; otherwise in the order of the stage. */
  readonly jobs: readonly JobAttempts[];
}

/** Longest name that hosts accept. */
const longestName = 255;
/** Parts of a name that are left out, at most. */
const maxParts = 3;
const index = /[\b\s:]+\d+[\s:/\\]+\d+$/;
const variables = /[\b\s:]+\[/;

/**
 * Returns a job's name without the part that is its own within its group: variables of a matrix (`[linux, arm]`)
 * and indexes (`1/20`) at the end, three in all. GitLab's rule, in linear time:
 * `/([\b\s:]+((\[.*\])|(\d+[\s:\/\\]+\d+))){1,3}\s*\z/`.
 */
export function groupName(name: string): string {
  if (name.length > longestName || name.includes("\n")) return name;
  let left = name.trimEnd();
  let parts = 0;
  for (; parts < maxParts; parts++) {
    const at = left.endsWith("]") ? left.search(variables) : left.search(index);
    if (at < 0) break;
    left = left.slice(0, at);
  }
  return parts === 0 || left === "" ? name : left;
}

/** Groups the jobs of a stage by name, in the order of their first jobs. */
export function jobGroups(jobs: readonly JobAttempts[]): JobGroup[] {
  const groups = new Map<string, JobAttempts[]>();
  for (const one of jobs) {
    const { id, name } = one.job;
    const key = typeof name === "string" && name !== "" ? groupName(name) : `#${id}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups].map(([name, of]) => ({
    name,
    jobs: of.length === 1 ? of : of.toSorted((a, b) => urgency(a.job) - urgency(b.job)),
  }));
}

/** Returns the place of a job in its group. */
function urgency(job: JudgedJob): number {
  if (job.status === "failed") return job.allow_failure === true ? 1 : 0;
  return isActive(job) ? 2 : 3;
}

/** Returns the rows of a stage: one for each job, or for a group of several. */
export const groupedRows = <R>(
  { groups }: { readonly groups: readonly JobGroup[] },
  row: { job(attempts: JobAttempts): R; group(group: JobGroup): R },
): R[] =>
  groups.map((group) => {
    const [only, ...others] = group.jobs;
    return only !== undefined && others.length === 0 ? row.job(only) : row.group(group);
  });

/** Number of jobs of a group, of those that failed, and of those that are running or about to. */
export interface GroupCounts {
  readonly all: number;
  readonly failed: number;
  /** Failures that are allowed. */
  readonly allowed: number;
  readonly active: number;
}

export function groupCounts({ jobs }: JobGroup): GroupCounts {
  const of = (urgent: number): number => jobs.filter(({ job }) => urgency(job) === urgent).length;
  return { all: jobs.length, failed: of(0), allowed: of(1), active: of(2) };
}

/** Returns the state that a group is shown in: that of a failed job, else as of a stage. */
export function groupState({ jobs }: JobGroup): JudgedJob {
  const [first] = jobs;
  if (first?.job.status === "failed" && (first.job.allow_failure !== true || !jobs.some(({ job }) => isActive(job))))
    return { status: "failed", allow_failure: first.job.allow_failure ?? null };
  return { status: stageStatus(jobs.map(({ job }) => job)) };
}
