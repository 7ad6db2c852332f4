import type { Job } from "../../../api/resources/jobs.ts";
import { jobDuration } from "../../../core/pipelines/jobDuration.ts";
import type { Stage } from "../../../core/pipelines/stages.ts";
import { criticalPath, slowestJob, type TimedJob } from "./criticalPath.ts";

/** A job of a pipeline, by its latest attempt. */
export interface GraphJob extends TimedJob {
  readonly job: Job;
  readonly name: string;
}

export interface GraphStage {
  /** As the host names it; empty when it names none. */
  readonly name: string;
  readonly status: string;
  readonly jobs: readonly GraphJob[];
}

/** One job waits for another, by their keys. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** stage: nothing but the order of the stages; told for the critical path alone. */
  readonly by: "needs" | "stage";
  readonly critical: boolean;
}

/** A pipeline with its stages in the order they run, and what waits for what. */
export interface PipelineGraph {
  readonly stages: readonly GraphStage[];
  readonly edges: readonly GraphEdge[];
  /** The keys of the longest chain of jobs, first to last. */
  readonly critical: readonly string[];
  /** Seconds that the jobs of the longest chain took. */
  readonly criticalSeconds: number;
  readonly slowest: string | undefined;
}

/** The keys of the jobs that a job needs, by its key. Jobs that are not in it wait for all earlier stages. */
export type NeedsByJob = ReadonlyMap<string, readonly string[]>;

/** What tells a job from all others of its pipeline, and stays with it when it is retried. */
export const jobKey = (stage: string, name: string): string => JSON.stringify([stage, name]);

/**
 * The graph of a pipeline.
 * @param needs what its CI file tells; undefined where that is not known
 * @param now ms since 1970: running jobs count with the time that has passed
 */
export function graphOf(stages: readonly Stage[], needs: NeedsByJob | undefined, now: number): PipelineGraph {
  const columns = stages.map(({ name, status, jobs }, stage): GraphStage => ({
    name,
    status,
    jobs: jobs.map(({ job }): GraphJob => {
      const key = jobKey(name, job.name);
      return { key, job, name: job.name, stage, seconds: secondsOf(job, now), needs: needs?.get(key) };
    }),
  }));
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
