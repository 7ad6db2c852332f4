import type { Job } from "../../api/resources/jobs.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { criticalPath, type TimedJob } from "./criticalPath.ts";
import { isOverdue, isTime, remaining, slower, type Slower, type Usual } from "./durations.ts";
import { isUnderWay, jobDuration } from "./jobDuration.ts";
import { jobKey, nameOf, type NeedsByJob } from "./jobKey.ts";
import type { Stage } from "./stages.ts";
import { stoppedJobs } from "./stoppedJobs.ts";

/** How long a pipeline still takes. Durations in seconds. */
export interface PipelineTimes {
  /** Until it ends, or stops at a manual job; undefined if it is not running, a job that counts never ran before, or one that decides is overdue. */
  readonly left: number | undefined;
  /** IDs of the unfinished jobs that decide when it ends, in order. */
  readonly path: readonly number[];
  /** By how much the jobs that have run, and those that will, take longer than usual along their critical path. */
  readonly slower: Slower | undefined;
}

/** Returns what a job usually takes. */
export type UsualOf = (job: Job) => Usual | undefined;

/**
 * Returns how long a job still takes in seconds, its time in the queue included: 0 once it has ended, undefined if it never ran before.
 * @param now ms since the epoch
 */
export function jobTimeLeft(job: Job, usual: Usual | undefined, now: number): number | undefined {
  if (!isRunning(job.status)) return 0;
  if (usual === undefined) return undefined;
  if (isUnderWay(job)) return remaining(usual, jobDuration(job, now) ?? 0);
  const waited = job.status === "pending" && typeof job.queued_duration === "number" ? job.queued_duration : 0;
  return Math.max(0, usual.queued - waited) + usual.seconds;
}

/**
 * Returns how long a pipeline still takes along its critical path, by what its jobs took before. Manual jobs do not count, nor what waits for
 * them or for a job that failed.
 * @param needs from the CI file; without them, each stage waits for the one before
 * @param now ms since the epoch
 */
export function pipelineTimes(
  stages: readonly Stage[],
  usualOf: UsualOf,
  needs: NeedsByJob | undefined,
  now: number,
): PipelineTimes {
  const jobs = stages.flatMap(({ name, jobs: rows }, stage) =>
    rows.map(({ job }) => {
      const key = jobKey(name, nameOf(job));
      return { key, stage, job, needs: needs?.get(key), usual: usualOf(job) };
    }),
  );
  const stopped = stoppedJobs(jobs);
  const counted = jobs.filter(({ key }) => !stopped.has(key));
  const left = new Map(counted.map(({ key, job, usual }) => [key, jobTimeLeft(job, usual, now)]));
  const way = longest(counted.map((job) => ({ ...job, seconds: left.get(job.key) })));
  const byKey = new Map(counted.map((job) => [job.key, job]));
  const isLate = way.keys.some((key) => {
    const { job, usual } = byKey.get(key) ?? {};
    return job && usual && isUnderWay(job) && isOverdue(usual, jobDuration(job, now) ?? 0);
  });
  const isUnknown = [...left.values()].includes(undefined);
  return {
    left: isUnknown || isLate || way.seconds === 0 ? undefined : way.seconds,
    path: way.keys.flatMap((key) => {
      const job = byKey.get(key)?.job;
      return job && isRunning(job.status) ? [job.id] : [];
    }),
    slower: slowerThanUsual(
      counted.filter(({ job }) => isRunning(job.status) || isTime(job.duration)),
      left,
      now,
    ),
  };
}

/** Compares the critical path with the usual one, both without time in the queue. */
function slowerThanUsual(
  jobs: readonly CountedJob[],
  left: ReadonlyMap<string, number | undefined>,
  now: number,
): Slower | undefined {
  let runs = Infinity;
  for (const { usual } of jobs) runs = Math.min(runs, usual?.runs ?? 0);
  if (runs === Infinity || runs === 0) return undefined;
  const whole = ({ key, job, usual }: CountedJob): number =>
    isRunning(job.status) && !isUnderWay(job)
      ? (usual?.seconds ?? 0)
      : (jobDuration(job, now) ?? 0) + (left.get(key) ?? 0);
  const projected = longest(jobs.map((job) => ({ ...job, seconds: whole(job) })));
  const usual = longest(jobs.map((job) => ({ ...job, seconds: job.usual?.seconds })));
  return slower(projected.seconds, { seconds: usual.seconds, runs });
}

interface CountedJob extends Omit<TimedJob, "seconds"> {
  readonly job: Job;
  readonly usual: Usual | undefined;
}

function longest(jobs: readonly TimedJob[]): { readonly keys: readonly string[]; readonly seconds: number } {
  const keys = criticalPath(jobs);
  const seconds = new Map(jobs.map((job) => [job.key, job.seconds]));
  return { keys, seconds: keys.reduce((sum, key) => sum + (seconds.get(key) ?? 0), 0) };
}
