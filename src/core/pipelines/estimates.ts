import type { ProjectId } from "../../api/path.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { isOverdue, remaining, type Slower, slower } from "./durations.ts";
import { isUnderWay, jobDuration } from "./jobDuration.ts";
import type { NeedsByJob } from "./jobKey.ts";
import type { PastDurations } from "./pastDurations.ts";
import type { PipelineJobs } from "./pipelineJobs.ts";
import type { Stage } from "./stages.ts";
import { type PipelineTimes, pipelineTimes } from "./timeLeft.ts";

/** What is known of how long a job takes. Durations in seconds; undefined where its past runs are unknown, `left` also where it is overdue. */
export interface JobTimes {
  readonly left: number | undefined;
  readonly usual: number | undefined;
  readonly slower: Slower | undefined;
}

/** Returns how long a job still runs, and how that compares to its past runs, as far as they are known: nothing is requested. */
export function jobTimes(
  { durations }: Pick<TimesCache, "durations">,
  project: ProjectId,
  job: Job,
  now = Date.now(),
): JobTimes {
  const usual = durations.usual(project, job);
  // What jobs of the same stage take says little of this one.
  if (usual === undefined || usual.runs === 0) return { left: undefined, usual: undefined, slower: undefined };
  const seconds = jobDuration(job, now);
  return {
    left: isUnderWay(job) && !isOverdue(usual, seconds ?? 0) ? remaining(usual, seconds ?? 0) : undefined,
    usual: usual.seconds,
    slower: slower(seconds, usual),
  };
}

/** What is known of an account's pipelines: a PipelineJobsCache. */
interface TimesCache {
  readonly durations: Pick<PastDurations, "usual" | "version">;
  readonly estimated: WeakMap<readonly Stage[], Estimated>;
  known(pipeline: number): PipelineJobs | undefined;
  needsOf(pipeline: number): NeedsByJob | undefined;
}

/** An estimate, and what it depends on. */
export interface Estimated {
  readonly times: PipelineTimes;
  readonly at: number;
  readonly version: number;
  readonly needs: NeedsByJob | undefined;
}

/** Time in ms in which an estimate is used again: trees draw a row several times. */
const repeated = 1_000;

function lately(
  cache: TimesCache,
  project: ProjectId,
  pipeline: number,
  stages: readonly Stage[],
  now: number,
): PipelineTimes {
  const known = cache.estimated.get(stages);
  const needs = cache.needsOf(pipeline);
  const version = cache.durations.version(project);
  const age = now - (known?.at ?? -Infinity);
  if (known?.version === version && known.needs === needs && age >= 0 && age < repeated) return known.times;
  const times = pipelineTimes(stages, (job) => cache.durations.usual(project, job), needs, now);
  cache.estimated.set(stages, { times, at: now, version, needs });
  return times;
}

/**
 * Returns how long a pipeline still takes, and by how much it is slower than usual, as far as its jobs and their past runs are known: nothing
 * is requested. Undefined if its jobs are unknown.
 * @param jobs those of the pipeline; by default those that were read last
 */
export function knownTimes(
  cache: TimesCache,
  project: ProjectId,
  pipeline: { readonly id: number; readonly status?: string | null | undefined },
  jobs: PipelineJobs | undefined = cache.known(pipeline.id),
  now = Date.now(),
): PipelineTimes | undefined {
  const stages = jobs?.stages;
  if (stages === undefined || stages.length === 0) return undefined;
  const times = lately(cache, project, pipeline.id, stages, now);
  // Its last jobs may have been read before it ended.
  return isRunning(pipeline.status) ? times : { ...times, left: undefined };
}
