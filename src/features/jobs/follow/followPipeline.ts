import type { ProjectId } from "../../../api/path.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Event } from "../../../core/base/events.ts";
import type { Connection } from "../../../core/connections.ts";
import { type Slower, slower, type Usual } from "../../../core/pipelines/durations.ts";
import { jobDuration } from "../../../core/pipelines/jobDuration.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { jobTimeLeft, type PipelineTimes, pipelineTimes } from "../../../core/pipelines/timeLeft.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import type { AccountGuard } from "../log/accountGuard.ts";
import { type FollowEvent, isFinalStatus, isTemporary } from "../log/follow.ts";
import { isPending, nextJob } from "./nextJob.ts";
import type { PollTurns } from "./pollTurns.ts";

export interface FollowPipelineOptions {
  readonly ref: PipelineRef;
  readonly connection: Pick<Connection, "client" | "records" | "pipelineJobs">;
  readonly host: Pick<AccountGuard, "request" | "check">;
  /** Follows the log of a job. */
  readonly follow: (job: Job) => AsyncGenerator<FollowEvent, void>;
  readonly turns: Pick<PollTurns, "take">;
  /** Something of the pipeline has changed, as other answers show. */
  readonly news: Event<unknown>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type PipelineEvent =
  /** The jobs are known. */
  | { readonly type: "begin"; readonly pipeline: PipelineRef["pipeline"]; readonly times: PipelineTimes }
  /** A job whose log was not shown has ended. */
  | { readonly type: "ended"; readonly job: Job; readonly slower: Slower | undefined }
  /** The log of a job follows. */
  | { readonly type: "job"; readonly job: Job; readonly usual: Usual | undefined; readonly times: PipelineTimes }
  | { readonly type: "log"; readonly event: FollowEvent }
  /** The log of a job cannot be read. */
  | { readonly type: "unreadable"; readonly job: Job; readonly error: unknown }
  /** Nothing runs. Sent again when other jobs are about to. */
  | { readonly type: "waiting"; readonly jobs: readonly Job[] }
  /** The last event: it ended, or waits for somebody. */
  | {
      readonly type: "end";
      readonly pipeline: PipelineRef["pipeline"];
      readonly times: PipelineTimes;
      readonly manual: readonly Job[];
      readonly skipped: readonly Job[];
    };

/**
 * Follows a pipeline from job to job: the log of the one that decides when it ends, then that of what runs next, until the pipeline has ended or
 * waits for manual jobs. Reads the jobs once at first and at the end of each job, and while nothing runs as often as the budget allows.
 * @throws UserError when the account has changed; ApiError for errors that are not temporary; CancelledError
 */
export async function* followPipeline(options: FollowPipelineOptions): AsyncGenerator<PipelineEvent, void> {
  const { connection, host, signal } = options;
  const { project, pipeline } = options.ref;
  const run = new FollowedRun(options);
  const { durations } = connection.pipelineJobs;
  await Promise.all([
    host.request(() => run.jobs.ensure(connection.records.changedAt("pipeline", pipeline.id), signal)),
    // An estimate is not worth an error.
    isRunning(pipeline.status) && durations.ensure(project, signal).catch(() => undefined),
  ]);
  yield { type: "begin", pipeline: run.pipeline, times: run.times };
  let awaited: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    host.check();
    yield* run.newlyEnded();
    const { times } = run;
    const next = nextJob(run.jobs.stages ?? [], run.told, times.path, (job) =>
      jobTimeLeft(job, run.usual(job), options.now()),
    );
    if (next) {
      awaited = undefined;
      run.told.add(next.id);
      yield { type: "job", job: next, usual: run.usual(next), times };
      yield* followJob(options, next);
      await run.lookAgain();
      continue;
    }
    if (await run.hasEnded()) {
      yield* run.newlyEnded();
      yield { type: "end", pipeline: run.pipeline, times: run.times, ...run.left };
      return;
    }
    const pending = run.latest.filter((job) => isPending(job));
    const key = JSON.stringify(pending.map(({ id }) => id));
    if (key !== awaited) yield { type: "waiting", jobs: pending };
    awaited = key;
    await options.turns.take((until) => run.poll(until), options.news);
  }
}

/** Follows the log of one job until it looks complete. Later output is left to the job's own channel. */
async function* followJob(
  { follow, host, signal }: FollowPipelineOptions,
  job: Job,
): AsyncGenerator<PipelineEvent, void> {
  try {
    for await (const event of follow(job)) {
      yield { type: "log", event };
      if (event.type === "finished") return;
    }
  } catch (error) {
    if (signal.aborted || isCancelled(error) || error instanceof UserError) throw error;
    host.check();
    yield { type: "unreadable", job, error };
  }
}

/** What is known of a followed pipeline. */
class FollowedRun {
  /** IDs of the jobs whose log or end was shown. */
  readonly told = new Set<number>();
  readonly jobs: ReturnType<Connection["pipelineJobs"]["of"]>;
  private readonly options: FollowPipelineOptions;
  private readonly project: ProjectId;
  /** Whether the pipeline itself was read since a job ended. */
  private isRead = false;

  constructor(options: FollowPipelineOptions) {
    const { project, pipeline } = options.ref;
    this.options = options;
    this.project = project;
    this.jobs = options.connection.pipelineJobs.of(project, pipeline.id);
  }

  get latest(): readonly Job[] {
    return this.jobs.latest ?? [];
  }

  get pipeline(): PipelineRef["pipeline"] {
    return this.options.connection.records.newest("pipeline", this.options.ref.pipeline);
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
    return {
      manual: this.latest.filter(({ status }) => status === "manual"),
      skipped: this.latest.filter(({ status }) => status === "skipped"),
    };
  }

  usual(job: Job): Usual | undefined {
    return this.options.connection.pipelineJobs.durations.usual(this.project, job);
  }

  *newlyEnded(): Generator<PipelineEvent, void> {
    for (const job of this.latest) {
      if (this.told.has(job.id) || !isFinalStatus(job.status) || job.status === "skipped") continue;
      this.told.add(job.id);
      yield { type: "ended", job, slower: slower(jobDuration(job, this.options.now()), this.usual(job)) };
    }
  }

  /** Reads what changed while a log was followed. What fails for a moment is read in a later turn. */
  async lookAgain(): Promise<void> {
    const { host, signal } = this.options;
    this.isRead = false;
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
    if (!this.isActive) return this.readPipeline(signal);
    await this.options.host.request(() => this.jobs.poll(signal)).catch(ignoreCancelled(signal));
  }

  private async readPipeline(signal: AbortSignal): Promise<void> {
    const { id } = this.options.ref.pipeline;
    await this.options.host.request(({ pipelines }) => pipelines.get(this.project, id, { signal, repeat: false }));
    this.isRead = true;
  }
}

/** Others that show the same jobs may read them meanwhile. */
const ignoreCancelled =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (signal.aborted || !isCancelled(error)) throw error;
  };
