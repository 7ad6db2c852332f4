import type { Job } from "../../api/resources/jobs.ts";
import { moment } from "../ui/age.ts";
import { isRunning } from "../ui/statusStyle.ts";

type Timed = Pick<Job, "status"> & Partial<Pick<Job, "started_at" | "finished_at" | "duration">>;

/** Whether a job has begun and is not over yet. */
export function isUnderWay(job: Timed): boolean {
  return isRunning(job.status) && moment(job.started_at) !== undefined && moment(job.finished_at) === undefined;
}

/**
 * How long a job has run, in seconds; undefined or null where the host does not say. What the host says of a job under way
 * was right when it said so: that one is reckoned from its start. A clock that is behind the host's takes nothing away.
 * @param now ms since 1970
 */
export function jobDuration(job: Timed, now: number): number | null | undefined {
  const started = moment(job.started_at);
  if (!isUnderWay(job) || started === undefined) return job.duration;
  return Math.max((now - started) / 1_000, typeof job.duration === "number" ? job.duration : 0);
}
