import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import { KnownCoverage } from "../coverage/knownCoverage.ts";
import type { RecordStore } from "../records/recordStore.ts";
import type { Estimated } from "./estimates.ts";
import type { NeedsByJob } from "./jobKey.ts";
import { PastDurations } from "./pastDurations.ts";
import { PipelineJobs } from "./pipelineJobs.ts";
import type { Stage } from "./stages.ts";

/** Limits of what is kept of pipelines that were used before: their number, and that of their jobs together. */
const maxPipelines = 50;
const maxJobs = 10_000;

/**
 * The jobs of the pipelines that one account used last on one host. Rows, pages and code lenses that show the same
 * pipeline share its jobs: what one of them has read, the others do not request.
 */
export class PipelineJobsCache {
  /** How long jobs usually take. */
  readonly durations: PastDurations;
  /** The coverage of changed lines by the reports of pipelines. */
  readonly coverage = new KnownCoverage();
  /** The latest estimates of how long pipelines still take, by their stages. */
  readonly estimated = new WeakMap<readonly Stage[], Estimated>();
  private readonly client: Pick<Client, "jobs">;
  private readonly records: RecordStore;
  private readonly now: () => number;
  /** By the pipeline's ID, which is unique on the host; the least recently used first. */
  private readonly kept = new Map<number, { readonly project: ProjectId; readonly jobs: PipelineJobs }>();
  private readonly needs = new Map<number, NeedsByJob>();
  /** All that were created and may still be shown, with their pipeline. */
  private readonly created = new Map<WeakRef<PipelineJobs>, number>();

  constructor(client: Pick<Client, "jobs">, records: RecordStore, now: () => number = Date.now) {
    this.client = client;
    this.records = records;
    this.now = now;
    this.durations = new PastDurations(client, records, now);
  }

  /** Returns the jobs of a pipeline, which may not have been read yet. */
  of(project: ProjectId, pipeline: number): PipelineJobs {
    const known = this.kept.get(pipeline);
    // Another project is tried where the first one turned out not to have the pipeline.
    const isUsable =
      known !== undefined && (known.project === project || known.jobs.stages !== undefined || known.jobs.isReading);
    const kept = isUsable ? known : { project, jobs: this.create(project, pipeline) };
    this.kept.delete(pipeline);
    this.kept.set(pipeline, kept);
    this.dropOld();
    return kept.jobs;
  }

  /** Returns the jobs of a pipeline if they have been requested; does not count as use. */
  known(pipeline: number): PipelineJobs | undefined {
    return this.kept.get(pipeline)?.jobs;
  }

  /** Returns the needs of a pipeline's jobs, if its CI file was read. */
  needsOf(pipeline: number): NeedsByJob | undefined {
    return this.needs.get(pipeline);
  }

  /** Keeps the needs of a pipeline's jobs, with which the time that it takes is estimated. */
  keepNeeds(pipeline: number, needs: NeedsByJob): void {
    this.needs.delete(pipeline);
    this.needs.set(pipeline, needs);
    for (const first of this.needs.keys()) if (this.needs.size > maxPipelines) this.needs.delete(first);
  }

  /** Notes a write to a pipeline, or to a job. */
  noteWrite(pipeline: number | undefined, job: number | undefined): void {
    for (const [jobs, id] of this.held()) if (id === pipeline || (job !== undefined && jobs.has(job))) jobs.noteWrite();
  }

  private create(project: ProjectId, pipeline: number): PipelineJobs {
    const made = new PipelineJobs(
      // Earlier attempts need no extra request, keep the order of stages and give access to their logs.
      (options) =>
        this.client.jobs.listForPipeline(project, pipeline, { include_retried: true }, { perPage: 100, ...options }),
      this.now,
      this.records.of("job"),
    );
    this.created.set(new WeakRef(made), pipeline);
    return made;
  }

  /** Returns all jobs that somebody still shows, with their pipeline: also those that are not kept here. */
  private held(): (readonly [jobs: PipelineJobs, pipeline: number])[] {
    return [...this.created].flatMap(([ref, pipeline]) => {
      const jobs = ref.deref();
      if (jobs === undefined) this.created.delete(ref);
      return jobs === undefined ? [] : [[jobs, pipeline] as const];
    });
  }

  private dropOld(): void {
    let jobs = 0;
    for (const kept of this.kept.values()) jobs += kept.jobs.size;
    for (const [id, kept] of this.kept) {
      if (this.kept.size === 1 || (this.kept.size <= maxPipelines && jobs <= maxJobs)) return;
      this.kept.delete(id);
      jobs -= kept.jobs.size;
    }
  }
}
