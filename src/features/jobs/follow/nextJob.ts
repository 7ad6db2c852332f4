import type { Job } from "../../../api/resources/jobs.ts";
import type { Stage } from "../../../core/pipelines/stages.ts";
import type { PipelineTimes } from "../../../core/pipelines/timeLeft.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";

/** Statuses of jobs that have no log yet. */
const waiting: ReadonlySet<string> = new Set([
  "created",
  "pending",
  "preparing",
  "waiting_for_resource",
  "waiting_for_callback",
]);

/** Returns whether a job has started and not ended. */
export const isStarted = ({ status }: Pick<Job, "status">): boolean => isRunning(status) && !waiting.has(status ?? "");

/** Returns whether a job is about to start, other than one that waits for others. */
export const isPending = ({ status }: Pick<Job, "status">): boolean =>
  status !== "created" && waiting.has(status ?? "");

/**
 * Returns the job whose log is shown next: the running one that decides when the pipeline ends, else the one that takes longest, else the
 * first. Undefined if none is running that was not shown yet.
 * @param shown IDs of the jobs whose logs were shown
 * @param path of the pipeline's unfinished jobs that decide when it ends
 * @param left how long a job still takes; undefined if unknown
 */
export function nextJob(
  stages: readonly Stage[],
  shown: ReadonlySet<number>,
  path: PipelineTimes["path"],
  left: (job: Job) => number | undefined,
): Job | undefined {
  const jobs = stages.flatMap((stage) => stage.jobs.map(({ job }) => job));
  const candidates = jobs.filter((job) => isStarted(job) && !shown.has(job.id));
  const onPath = path.map((id) => candidates.find((job) => job.id === id)).find((job) => job !== undefined);
  if (onPath) return onPath;
  let longest: { readonly job: Job; readonly left: number } | undefined;
  for (const job of candidates) {
    const still = left(job) ?? 0;
    if (longest === undefined || still > longest.left) longest = { job, left: still };
  }
  return longest?.job;
}
