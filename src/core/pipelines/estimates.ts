import type { ProjectId } from "../../api/path.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { remaining, type Slower, slower } from "./durations.ts";
import { isUnderWay, jobDuration } from "./jobDuration.ts";
import type { PipelineJobs } from "./pipelineJobs.ts";
import type { PipelineJobsCache } from "./pipelineJobsCache.ts";
import { type PipelineTimes, pipelineTimes } from "./timeLeft.ts";

/** What is known of how long a job takes. Durations in seconds; undefined where its past runs are unknown. */
export interface JobTimes {
  readonly left: number | undefined;
  readonly usual: number | undefined;
  readonly slower: Slower | undefined;
}

/** Returns how long a job still runs, and how that compares to its past runs, as far as they are known: nothing is requested. */
export function jobTimes(
  { durations }: Pick<PipelineJobsCache, "durations">,
  project: ProjectId,
  job: Job,
  now = Date.now(),
): JobTimes {
  const usual = durations.usual(project, job);
  // What jobs of the same stage take says little of this one.
  if (usual === undefined || usual.runs === 0) return { left: undefined, usual: undefined, slower: undefined };
  const seconds = jobDuration(job, now);
  return {
    left: isUnderWay(job) ? remaining(usual, seconds ?? 0) : undefined,
    usual: usual.seconds,
    slower: slower(seconds, usual),
  };
}

/**
 * Returns how long a pipeline still takes, and by how much it is slower than usual, as far as its jobs and their past runs are known: nothing
 * is requested. Undefined if its jobs are unknown.
 * @param jobs those of the pipeline; by default those that were read last
 */
export function knownTimes(
  cache: Pick<PipelineJobsCache, "durations" | "known" | "needsOf">,
  project: ProjectId,
  pipeline: { readonly id: number; readonly status?: string | null | undefined },
  jobs: PipelineJobs | undefined = cache.known(pipeline.id),
  now = Date.now(),
): PipelineTimes | undefined {
  const stages = jobs?.stages;
  if (stages === undefined || stages.length === 0) return undefined;
  const times = pipelineTimes(stages, (job) => cache.durations.usual(project, job), cache.needsOf(pipeline.id), now);
  // Its last jobs may have been read before it ended.
  return isRunning(pipeline.status) ? times : { ...times, left: undefined };
}
