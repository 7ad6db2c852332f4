import { setImmediate as breathe } from "node:timers/promises";
import { l10n, type OutputChannel, window } from "vscode";
import type { ProjectId } from "../../../api/path.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { Emitter } from "../../../core/base/events.ts";
import type { Connection, RecordsEvent } from "../../../core/connections.ts";
import { linesAround, readLogLines } from "../../../core/diagnosis/logExcerpts.ts";
import { slower } from "../../../core/pipelines/durations.ts";
import type { JobRef, PipelineRef } from "../../../core/pipelines/refs.ts";
import type { PollScheduler } from "../../../core/tree/poll.ts";
import { AccountGuard } from "../log/accountGuard.ts";
import { systemClock } from "../log/clock.ts";
import { follow, type FollowEvent } from "../log/follow.ts";
import type { JobChannels } from "../log/jobChannels.ts";
import { jobTrace } from "../log/jobTrace.ts";
import { channelMessages } from "../log/labels.ts";
import type { LogListener } from "../log/logListener.ts";
import { ChannelWriter, LOG_END } from "../log/writer.ts";
import type { JobError, PipelineEvent } from "./events.ts";
import { followPipeline } from "./followPipeline.ts";
import {
  downstreamEnding,
  downstreamHeading,
  errorText,
  jobEnding,
  jobHeading,
  pipelineEnding,
  pipelineHeading,
  stoppedText,
  unreadableDownstreamText,
  unreadableText,
  waitingText,
} from "./labels.ts";
import { PollTurns } from "./pollTurns.ts";

export interface PipelineChannelOptions {
  readonly ref: PipelineRef;
  /** Unique among open channels: the painter finds the channel's editor by it. */
  readonly name: string;
  readonly connection: Connection;
  readonly polling: Pick<PollScheduler, "add">;
  /** The channels of jobs, whose options and painter are used. */
  readonly jobs: Pick<JobChannels, "options" | "painter" | "wake">;
  /** Called when the channel stops following. */
  readonly onLeft: () => void;
}

/** Number of bytes processed before yielding to other work. */
const turnBytes = 256 * 1024;

/** Number of lines shown before and after the first error of a job that was not followed. */
const linesAroundError = 3;

/** The output channel of a pipeline, and the loop that fills it with the logs of its jobs. */
export class PipelineChannel implements Disposable {
  readonly ref: PipelineRef;
  readonly name: string;
  private readonly options: PipelineChannelOptions;
  private readonly owned = new DisposableStore();
  private readonly channel: OutputChannel;
  private readonly writer: ChannelWriter;
  private readonly turns: PollTurns;
  private readonly news = this.owned.add(new Emitter<void>());
  private readonly abort = new AbortController();
  private readonly host: AccountGuard;
  private isFollowing = true;
  private shown: { readonly job: Job; readonly project: ProjectId } | undefined;
  /** IDs of the pipeline and of those that it started. */
  private readonly pipelines: Set<number>;
  private companion: LogListener | undefined;
  private written = 0;
  /** Number of bytes processed since it last yielded. */
  private unread = 0;

  constructor(options: PipelineChannelOptions) {
    const { ref, name, jobs, polling } = options;
    this.options = options;
    this.ref = ref;
    this.pipelines = new Set([ref.pipeline.id]);
    this.name = name;
    const { clientFor, accountFor, config } = jobs.options;
    this.host = new AccountGuard({
      ref,
      client: () => clientFor(ref),
      account: () => (accountFor ?? clientFor)(ref),
    });
    const channel = this.owned.add(window.createOutputChannel(name));
    this.channel = channel;
    this.turns = this.owned.add(new PollTurns(polling, `pipeline ${ref.pipeline.id}`, ref.instance));
    const { durations } = options.connection.pipelineJobs;
    this.writer = this.owned.add(
      new ChannelWriter({
        append: (text) => {
          this.written += text.length;
          channel.append(text);
        },
        messages: {
          ...channelMessages,
          // The line above the log names the job.
          header: ({ web_url: url }) => url ?? "",
          ended: (job) =>
            jobEnding(job, slower(job.duration, durations.usual(this.shown?.project ?? ref.project, job))),
          stopped: stoppedText,
        },
        // What the logs before have left of it, but always the end of each log.
        limit: () => Math.max(LOG_END, config.get("forgeline.log.channelLimit") * 1024 * 1024 - this.written),
      }),
    );
    this.owned.add(jobs.painter.addChannel(name, this.writer));
  }

  get following(): boolean {
    return this.isFollowing;
  }

  /** Returns the job whose log is at the end of the channel. */
  get job(): JobRef | undefined {
    return this.shown && this.refOf(this.shown.job, this.shown.project);
  }

  reveal(): void {
    this.channel.show(true);
  }

  /** Tells it that answers to others have changed something. */
  recordsChanged({ connection, changes }: RecordsEvent): void {
    if (connection !== this.options.connection || !this.isFollowing) return;
    const isOwn = (id: number | undefined): boolean => id !== undefined && this.pipelines.has(id);
    const isOfOwn = (id: number): boolean => isOwn(connection.records.get("job", id)?.pipeline?.id);
    if ([...changes.pipeline].some(isOwn) || [...changes.job].some(isOfOwn)) this.news.fire();
  }

  /** Follows the pipeline to its end. Never rejects: errors are written to the channel, and reported if nothing was shown yet. */
  async run(): Promise<void> {
    const { options, ref } = this;
    const { clock = systemClock, log, report } = options.jobs.options;
    const { signal } = this.abort;
    let seen = false;
    try {
      const events = followPipeline({
        ref,
        connection: options.connection,
        host: this.host,
        follow: (job, project) => this.follow(job, project),
        firstError: (job, project) => this.firstError(job, project),
        turns: this.turns,
        news: this.news.event,
        now: () => clock.now(),
        signal,
      });
      for await (const event of events) {
        if (signal.aborted) break;
        seen = true;
        await this.write(event);
      }
      this.leave();
    } catch (error) {
      if (!this.isFollowing) return;
      this.leave();
      if (isCancelled(error)) return;
      this.writer.failed(error);
      if (seen) log.warn(`Following pipeline ${ref.pipeline.id} ended early`, error);
      else await report.error(error, l10n.t("Follow Pipeline"));
    }
  }

  /** Stops following at the user's request. */
  stop(): void {
    if (!this.isFollowing) return;
    this.leave();
    this.abort.abort();
    this.turns.dispose();
    this.writer.stopped();
  }

  dispose(): void {
    this.leave();
    this.abort.abort();
    this.owned.dispose();
  }

  private leave(): void {
    if (!this.isFollowing) return;
    this.isFollowing = false;
    this.options.onLeft();
  }

  private refOf(job: Job, project: ProjectId): JobRef {
    return { instance: this.ref.instance, project, job: { web_url: null, ...job } };
  }

  private follow(job: Job, project: ProjectId): AsyncGenerator<FollowEvent, void> {
    const { wake, options } = this.options.jobs;
    const { instance } = this.ref;
    return follow({
      ...jobTrace(this.host, this.refOf(job, project)),
      focused: () => window.state.focused,
      wake: wake.event,
      ...(options.silentUntil && { silentUntil: () => options.silentUntil?.(instance) }),
      needsBytes: () => !this.writer.isFull,
      end: LOG_END,
      clock: options.clock ?? systemClock,
      signal: this.abort.signal,
    });
  }

  private async firstError(job: Job, project: ProjectId): Promise<JobError | undefined> {
    const { signal } = this.abort;
    try {
      const answer = await this.host.request(
        ({ jobs }) => jobs.trace(project, job.id, { signal }),
        (late) => late.close(),
      );
      try {
        const log = await readLogLines(answer.body, signal);
        const { firstError: first } = log;
        return (
          first && { line: first.line, isSure: first.isSure, around: linesAround(log, first.line, linesAroundError) }
        );
      } finally {
        await answer.close();
      }
    } catch (error) {
      if (signal.aborted || isCancelled(error) || error instanceof UserError) throw error;
      this.options.jobs.options.log.warn(`Reading the log of job ${job.id} failed`, error);
      return undefined;
    }
  }

  private async write(event: PipelineEvent): Promise<void> {
    const { writer } = this;
    switch (event.type) {
      case "begin":
        writer.writeMessage(pipelineHeading(event.pipeline, event.times));
        break;
      case "ended":
        writer.writeMessage(jobEnding(event.job, event.slower));
        if (event.error) writer.writeMessage(errorText(event.error));
        break;
      case "job":
        await this.startJob(event.job, event.project);
        writer.writeMessage(`\n${jobHeading(event.job, event.usual, event.times)}`);
        break;
      case "log":
        await this.writeLog(event.event);
        break;
      case "downstream":
        this.pipelines.add(event.pipeline.id);
        writer.writeMessage(`\n${downstreamHeading(event.pipeline, event.trigger, event.times)}`);
        break;
      case "downstreamEnd":
        writer.writeMessage(`\n${downstreamEnding(event)}`);
        break;
      case "unreadableDownstream":
        writer.writeMessage(unreadableDownstreamText(event.pipeline, event.trigger, event.error));
        break;
      case "unreadable":
        writer.writeMessage(unreadableText(event.job, event.error));
        break;
      case "waiting":
        writer.writeMessage(waitingText(event.jobs));
        break;
      case "end":
        writer.writeMessage(`\n${pipelineEnding(event, event.leftOut)}`);
        break;
    }
  }

  private async startJob(job: Job, project: ProjectId): Promise<void> {
    this.shown = { job, project };
    const { job: ref } = this;
    this.companion = ref && (await this.options.jobs.options.companion?.(ref));
    this.writer.next(this.companion);
  }

  private async writeLog(event: FollowEvent): Promise<void> {
    this.writer.handle(event);
    this.companion?.event(event);
    if (event.type !== "bytes") return;
    this.unread += event.bytes.length;
    if (this.unread < turnBytes) return;
    this.unread = 0;
    await breathe();
  }
}
