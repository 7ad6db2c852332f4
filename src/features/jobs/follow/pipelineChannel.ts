import { setImmediate as breathe } from "node:timers/promises";
import { l10n, type OutputChannel, window } from "vscode";
import type { Job } from "../../../api/resources/jobs.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { Emitter } from "../../../core/base/events.ts";
import type { Connection, RecordsEvent } from "../../../core/connections.ts";
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
import { followPipeline, type PipelineEvent } from "./followPipeline.ts";
import {
  jobEnding,
  jobHeading,
  pipelineEnding,
  pipelineHeading,
  stoppedText,
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
  private shown: Job | undefined;
  private companion: LogListener | undefined;
  private written = 0;
  /** Number of bytes processed since it last yielded. */
  private unread = 0;

  constructor(options: PipelineChannelOptions) {
    const { ref, name, jobs, polling } = options;
    this.options = options;
    this.ref = ref;
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
          ended: (job) => jobEnding(job, slower(job.duration, durations.usual(ref.project, job))),
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
    const { instance, project } = this.ref;
    return this.shown && { instance, project, job: { web_url: null, ...this.shown } };
  }

  reveal(): void {
    this.channel.show(true);
  }

  /** Tells it that answers to others have changed something. */
  recordsChanged({ connection, changes }: RecordsEvent): void {
    if (connection !== this.options.connection || !this.isFollowing) return;
    const isOwn = (id: number): boolean => connection.records.get("job", id)?.pipeline?.id === this.ref.pipeline.id;
    if (changes.pipeline.has(this.ref.pipeline.id) || [...changes.job].some(isOwn)) this.news.fire();
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
        follow: (job) => this.follow(job),
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

  private follow(job: Job): AsyncGenerator<FollowEvent, void> {
    const { wake, options } = this.options.jobs;
    const { instance, project } = this.ref;
    return follow({
      ...jobTrace(this.host, { instance, project, job: { web_url: null, ...job } }),
      focused: () => window.state.focused,
      wake: wake.event,
      ...(options.silentUntil && { silentUntil: () => options.silentUntil?.(instance) }),
      needsBytes: () => !this.writer.isFull,
      end: LOG_END,
      clock: options.clock ?? systemClock,
      signal: this.abort.signal,
    });
  }

  private async write(event: PipelineEvent): Promise<void> {
    const { writer } = this;
    switch (event.type) {
      case "begin":
        writer.writeMessage(pipelineHeading(event.pipeline, event.times));
        break;
      case "ended":
        writer.writeMessage(jobEnding(event.job, event.slower));
        break;
      case "job":
        await this.startJob(event.job);
        writer.writeMessage(`\n${jobHeading(event.job, event.usual, event.times)}`);
        break;
      case "log":
        await this.writeLog(event.event);
        break;
      case "unreadable":
        writer.writeMessage(unreadableText(event.job, event.error));
        break;
      case "waiting":
        writer.writeMessage(waitingText(event.jobs));
        break;
      case "end":
        writer.writeMessage(`\n${pipelineEnding(event.pipeline, { ...event, slower: event.times.slower })}`);
        break;
    }
  }

  private async startJob(job: Job): Promise<void> {
    this.shown = job;
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
