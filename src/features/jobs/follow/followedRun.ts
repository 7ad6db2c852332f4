import type { Bridge } from "../../../api/resources/extraTypes.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Connection } from "../../../core/connections.ts";
import { logsToRead } from "../../../core/diagnosis/pipelineDiagnosis.ts";
import { slower, type Usual } from "../../../core/pipelines/durations.ts";
import { jobDuration } from "../../../core/pipelines/jobDuration.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { type PipelineTimes, pipelineTimes } from "../../../core/pipelines/timeLeft.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import { isFinalStatus, isTemporary } from "../log/follow.ts";
import type { Downstream, FollowPipelineOptions, PipelineEvent } from "./events.ts";

/** Limits of what is read unasked while a pipeline is followed. */
const maxDownstream = 10;
const maxDepth = 2;
const maxErrors = 3;

/** The pipelines that are followed in one channel, and what they may still read. */
export class FollowedPipelines {
  private readonly ids: Set<number>;
  private downstream = 0;
  private errors = 0;
  /** Number of downstream pipelines beyond the limit. */
  leftOut = 0;

  constructor(first: number) {
    this.ids = new Set([first]);
  }

  /** Takes a downstream pipeline. Returns whether it is to be followed: it is a new one, and within the limit. */
  add(pipeline: number): boolean {
    if (this.ids.has(pipeline)) return false;
    this.ids.add(pipeline);
    if (this.downstream === maxDownstream) {
      this.leftOut++;
      return false;
    }
    this.downstream++;
    return true;
  }

  /** Returns the failed jobs whose logs may be read, those that make their pipeline fail first. */
  toExplain(jobs: readonly Job[]): ReadonlySet<Job> {
    const chosen = logsToRead(jobs).slice(0, maxErrors - this.errors);
    this.errors += chosen.length;
    return new Set(chosen);
  }
}

/** What is known of a followed pipeline. */
export class FollowedRun {
  readonly ref: PipelineRef;
  /** Number of pipelines above it. */
  readonly depth: number;
  /** IDs of the jobs whose log or end was shown. */
  readonly told = new Set<number>();
  readonly jobs: ReturnType<Connection["pipelineJobs"]["of"]>;
  private readonly options: FollowPipelineOptions;
  private readonly followed: FollowedPipelines;
  /** Whether the pipeline itself was read since a job ended. */
  private isRead = false;
  /** Its trigger jobs in the order of its file; undefined before they were read. */
  private triggers: readonly Bridge[] | undefined;
  /** Whether trigger jobs may have started pipelines since they were read. */
  private areTriggersOld: boolean;
  /** Whether they were read after the pipeline had ended. */
  private areTriggersFinal = false;
  private wereTriggersPolled = false;

  /** @param depth number of pipelines above it */
  constructor(options: FollowPipelineOptions, ref: PipelineRef, followed: FollowedPipelines, depth: number) {
    this.options = options;
    this.ref = ref;
    this.followed = followed;
    this.depth = depth;
    this.jobs = options.connection.pipelineJobs.of(ref.project, ref.pipeline.id);
    this.areTriggersOld = depth < maxDepth;
    if (depth === maxDepth) this.triggers = [];
  }

  get latest(): readonly Job[] {
    return this.jobs.latest ?? [];
  }

  get pipeline(): PipelineRef["pipeline"] {
    return this.options.connection.records.newest("pipeline", this.ref.pipeline);
  }

  get times(): PipelineTimes {
    return pipelineTimes(this.jobs.stages ?? [], (job) => this.usual(job), undefined, this.options.now());
  }

  /** Whether a job runs, or starts by itself. */
  get isActive(): boolean {
    return isRunning(this.pipeline.status) && this.latest.some(({ status }) => isRunning(status));
  }

  /** The jobs that did not run. */
  get left(): { readonly manual: readonly Job[]; readonly skipped: readonly Job[] } {
    const jobs = [...this.latest, ...this.idleTriggers];
    return {
      manual: jobs.filter(({ status }) => status === "manual"),
      skipped: jobs.filter(({ status }) => status === "skipped"),
    };
  }

  /** The trigger jobs that have started no pipeline. */
  private get idleTriggers(): readonly Bridge[] {
    return (this.triggers ?? []).filter(({ downstream_pipeline: started }) => !started);
  }

  /** Whether a trigger job may still start a pipeline by itself. */
  private get isTriggering(): boolean {
    return this.idleTriggers.some(({ status }) => isRunning(status));
  }

  /** Reads the jobs. */
  async begin(): Promise<void> {
    const { connection, host, signal } = this.options;
    await host.request(() => this.jobs.ensure(connection.records.changedAt("pipeline", this.ref.pipeline.id), signal));
  }

  usual(job: Job): Usual | undefined {
    return this.options.connection.pipelineJobs.durations.usual(this.ref.project, job);
  }

  async *newlyEnded(): AsyncGenerator<PipelineEvent, void> {
    const isNews = ({ id, status }: Job): boolean =>
      !this.told.has(id) && isFinalStatus(status) && status !== "skipped";
    const ended = this.latest.filter(isNews);
    const all = [...ended, ...this.idleTriggers.filter(isNews)];
    for (const { id } of all) this.told.add(id);
    const explained = this.followed.toExplain(ended);
    for (const job of all) {
      const error = explained.has(job) ? await this.options.firstError(job, this.ref.project) : undefined;
      yield { type: "ended", job, slower: slower(jobDuration(job, this.options.now()), this.usual(job)), error };
    }
  }

  /**
   * Returns the next pipeline that this one has started, in the order of its file. One that cannot be asked for at the moment is found later.
   * @param atEnd whether the pipeline has ended, so that no trigger job is about to start one
   */
  async nextDownstream(atEnd: boolean): Promise<Downstream | undefined> {
    if (this.areTriggersOld || (atEnd && this.isTriggering && !this.areTriggersFinal)) {
      try {
        await this.readTriggers(this.options.signal);
      } catch (error) {
        if (!isTemporary(error)) throw error;
        this.areTriggersOld = true;
      }
    }
    this.areTriggersFinal = atEnd;
    const { instance, project } = this.ref;
    for (const trigger of this.triggers ?? []) {
      const { downstream_pipeline: pipeline } = trigger;
      if (pipeline && this.followed.add(pipeline.id))
        return { trigger, ref: { instance, project: pipeline.project_id ?? project, pipeline } };
    }
    return undefined;
  }

  /** Reads what changed while a log was followed. What fails for a moment is read in a later turn. */
  async lookAgain(): Promise<void> {
    const { host, signal } = this.options;
    this.isRead = false;
    // A pipeline has all of its trigger jobs from the start.
    this.areTriggersOld = this.triggers?.length !== 0;
    try {
      await host.request(() => this.jobs.update(signal));
    } catch (error) {
      if (!isTemporary(error)) throw error;
    }
  }

  /** Whether the pipeline has ended or waits for somebody, as it says itself once no job runs: it also knows its duration. */
  async hasEnded(): Promise<boolean> {
    if (this.isActive) return false;
    if (!this.isRead) {
      try {
        await this.readPipeline(this.options.signal);
      } catch (error) {
        if (!isTemporary(error)) throw error;
        this.isRead = true;
      }
    }
    if (isRunning(this.pipeline.status)) return false;
    // Others have seen it end before its last jobs were read.
    if (this.latest.some(({ status }) => isRunning(status))) await this.lookAgain();
    return true;
  }

  /** Sends the request that shows whether something runs, or the pipeline has ended. */
  async poll(signal: AbortSignal): Promise<void> {
    this.wereTriggersPolled = this.isTriggering && !this.wereTriggersPolled;
    if (this.wereTriggersPolled) return this.readTriggers(signal);
    if (!this.isActive) return this.readPipeline(signal);
    await this.options.host.request(() => this.jobs.poll(signal)).catch(ignoreCancelled(signal));
  }

  private async readPipeline(signal: AbortSignal): Promise<void> {
    const { project, pipeline } = this.ref;
    await this.options.host.request(({ pipelines }) => pipelines.get(project, pipeline.id, { signal, repeat: false }));
    this.isRead = true;
  }

  /** Reads the trigger jobs with one request; there are none where the host has no route for them or refuses. */
  private async readTriggers(signal: AbortSignal): Promise<void> {
    const { connection, host } = this.options;
    const { project, pipeline } = this.ref;
    this.areTriggersOld = false;
    if (connection.client.extras.available("bridges") === false) return;
    try {
      const { items } = await host.request(({ extras }) =>
        extras.bridges(project, pipeline.id, { perPage: 100, signal, repeat: false }).page(),
      );
      this.triggers = items.toSorted((one, other) => one.id - other.id);
    } catch (error) {
      if (isTemporary(error) || isCancelled(error) || error instanceof UserError) throw error;
      this.triggers = [];
    }
  }
}

/** Others that show the same jobs may read them meanwhile. */
const ignoreCancelled =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (signal.aborted || !isCancelled(error)) throw error;
  };
