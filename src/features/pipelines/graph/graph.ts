import type { Job } from "../../../api/resources/jobs.ts";
import { criticalPath, slowestJob, type TimedJob } from "../../../core/pipelines/criticalPath.ts";
import { jobDuration } from "../../../core/pipelines/jobDuration.ts";
import type { JobAttempts, JobGroup } from "../../../core/pipelines/jobGroups.ts";
import { jobKey, nameOf, type NeedsByJob } from "../../../core/pipelines/jobKey.ts";
import type { Stage } from "../../../core/pipelines/stages.ts";

/** A job of a pipeline; its latest attempt. */
export interface GraphJob extends TimedJob {
  readonly job: Job;
  readonly name: string;
}

/** Jobs of a matrix, or of a parallel job, that share a box. */
export interface GraphGroup {
  /** Unique in the pipeline, and stable across retries. */
  readonly key: string;
  readonly group: JobGroup;
  readonly jobs: readonly GraphJob[];
}

export interface GraphStage {
  /** Empty if the host names none. */
  readonly name: string;
  readonly status: string;
  readonly jobs: readonly GraphJob[];
  /** The boxes of the column: the same jobs, some of them in groups. */
  readonly boxes: readonly (GraphJob | GraphGroup)[];
}

export const isGroup = (box: GraphJob | GraphGroup): box is GraphGroup => "group" in box;

/** A dependency between two jobs, by their keys. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** stage: order of stages only; just for the critical path. */
  readonly by: "needs" | "stage";
  readonly critical: boolean;
}

/** A pipeline's stages in order, and the dependencies of its jobs. */
export interface PipelineGraph {
  readonly stages: readonly GraphStage[];
  readonly edges: readonly GraphEdge[];
  /** Keys of the jobs on the critical path, in order. */
  readonly critical: readonly string[];
  /** Duration of the critical path. */
  readonly criticalSeconds: number;
  readonly slowest: string | undefined;
}

/**
 * Builds the graph of a pipeline.
 * @param needs from the CI file; undefined if unknown
 * @param now ms since 1970, for the duration of running jobs
 */
export function graphOf(stages: readonly Stage[], needs: NeedsByJob | undefined, now: number): PipelineGraph {
  const columns = stages.map(({ name, status, jobs, groups }, stage): GraphStage => {
    const graphJobs = new Map<JobAttempts, GraphJob>();
    for (const attempts of jobs) {
      const { job } = attempts;
      const key = jobKey(name, nameOf(job));
      graphJobs.set(attempts, {
        key,
        job,
        name: job.name ?? "",
        stage,
        seconds: secondsOf(job, now),
        needs: needs?.get(key),
      });
    }
    const boxes = groups.flatMap((group): (GraphJob | GraphGroup)[] => {
      const own = group.jobs.flatMap((attempts) => graphJobs.get(attempts) ?? []);
      return own.length > 1 ? [{ key: `group ${jobKey(name, group.name)}`, group, jobs: own }] : own;
    });
    return { name, status, jobs: [...graphJobs.values()], boxes };
  });
  const jobs = columns.flatMap((column) => column.jobs);
  const critical = criticalPath(jobs);
  const byKey = new Map(jobs.map((job) => [job.key, job]));
  const criticalSeconds = critical.reduce((sum, key) => sum + (byKey.get(key)?.seconds ?? 0), 0);
  return { stages: columns, edges: edgesOf(jobs, critical), critical, criticalSeconds, slowest: slowestJob(jobs) };
}

function secondsOf(job: Job, now: number): number | undefined {
  const seconds = jobDuration(job, now);
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

function edgesOf(jobs: readonly GraphJob[], critical: readonly string[]): GraphEdge[] {
  const before = new Map(critical.flatMap((key, at) => (at === 0 ? [] : [[key, critical[at - 1]] as const])));
  return jobs.flatMap(({ key, needs }): GraphEdge[] => {
    const from = before.get(key);
    const edges = (needs ?? []).map((need): GraphEdge => ({
      from: need,
      to: key,
      by: "needs",
      critical: need === from,
    }));
    if (from !== undefined && !edges.some((edge) => edge.critical))
      edges.push({ from, to: key, by: "stage", critical: true });
    return edges;
  });
}
