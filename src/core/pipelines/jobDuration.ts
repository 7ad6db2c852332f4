import type { Job } from "../../api/resources/jobs.ts";
import { moment } from "../ui/age.ts";
import { isRunning } from "../ui/statusStyle.ts";

type Timed = Pick<Job, "status"> & Partial<Pick<Job, "started_at" | "finished_at" | "duration">>;

/** Returns whether a job has started and not finished. */
export function isUnderWay(job: Timed): boolean {
  return isRunning(job.status) && moment(job.started_at) !== undefined && moment(job.finished_at) === undefined;
}

/**
 * Returns how long a job has run, in seconds; undefined or null if unknown. The host's duration of a running job is
 * outdated, so it is computed from the start; a local clock that is slow does not reduce it.
 * @param now milliseconds since the epoch
 */
export function jobDuration(job: Timed, now: number): number | null | undefined {
  const started = moment(job.started_at);
  if (!isUnderWay(job) || started === undefined) return job.duration;
  return Math.max((now - started) / 1_000, typeof job.duration === "number" ? job.duration : 0);
}
