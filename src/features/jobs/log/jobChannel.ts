import { setImmediate as breathe } from "node:timers/promises";
import { l10n, type OutputChannel, window } from "vscode";
import type { Client } from "../../../api/client.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { Event } from "../../../core/base/events.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Config } from "../../../core/config.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import type { Report } from "../../../core/ui/report.ts";
import { AccountGuard } from "./accountGuard.ts";
import type { Clock } from "./clock.ts";
import type { LogPainter } from "./decorations.ts";
import { follow, type FollowedJob } from "./follow.ts";
import { jobTrace } from "./jobTrace.ts";
import { channelMessages } from "./labels.ts";
import type { LogListener } from "./logListener.ts";
import { ChannelWriter, LOG_END } from "./writer.ts";

export interface JobChannelOptions {
  readonly ref: JobRef;
  /** Unique among open channels: the painter finds the channel's editor by it. */
  readonly name: string;
  readonly client: () => Client;
  /** Identifies the account in use. */
  readonly account: () => unknown;
  readonly config: Pick<Config, "get">;
  readonly colors: LogPainter;
  readonly log: Logger;
  readonly report: Pick<Report, "error">;
  readonly focused: () => boolean;
  readonly wake: Event<unknown>;
  readonly silentUntil?: () => number | undefined;
  /** Receives the lines and events of the log. */
  readonly companion?: LogListener;
  /** Called when the channel stops following; `ended` if the job is over. */
  readonly onLeft: (ended: boolean) => void;
  readonly clock: Clock;
}

/** Number of bytes processed before yielding to other work. */
const TURN = 256 * 1024;

/** The output channel of a job, and the loop that fills it. */
export class JobChannel implements Disposable {
  readonly ref: JobRef;
  readonly name: string;
  private readonly options: JobChannelOptions;
  private readonly owned = new DisposableStore();
  private readonly channel: OutputChannel;
  private readonly writer: ChannelWriter;
  private readonly abort = new AbortController();
  private readonly host: AccountGuard;
  /** `ended` if the job is over, though late output may come; `over` if following ended early and can be restarted. */
  private current: "following" | "ended" | "over" = "following";
  private job: FollowedJob;
  private newer: number | undefined;

  constructor(options: JobChannelOptions) {
    this.options = options;
    this.ref = options.ref;
    this.name = options.name;
    this.job = options.ref.job;
    this.host = new AccountGuard(options);
    const channel = this.owned.add(window.createOutputChannel(options.name));
    this.channel = channel;
    this.writer = this.owned.add(
      new ChannelWriter({
        append: (text) => channel.append(text),
        messages: channelMessages,
        limit: () => options.config.get("forgeline.log.channelLimit") * 1024 * 1024,
        ...(options.companion && { companion: options.companion }),
      }),
    );
    this.owned.add(options.colors.addChannel(options.name, this.writer));
  }

  get state(): "following" | "ended" | "over" {
    return this.current;
  }

  /** Returns the pipeline that newer attempts of the job belong to. */
  get pipelineId(): number | undefined {
    return this.job.pipeline?.id;
  }

  reveal(): void {
    this.channel.show(true);
  }

  /**
   * Follows the log to its end. Never rejects: errors are written to the channel, and reported if nothing was shown
   * yet.
   */
  async run(): Promise<void> {
    const { log, ref } = this.options;
    let seen = false;
    let sinceTurn = 0;
    try {
      const events = follow({
        ...jobTrace(this.host, ref),
        newerAttempt: (job, signal) => this.findNewer(job, signal),
        focused: this.options.focused,
        wake: this.options.wake,
        ...(this.options.silentUntil && { silentUntil: this.options.silentUntil }),
        needsBytes: () => !this.writer.isFull,
        end: LOG_END,
        clock: this.options.clock,
        signal: this.abort.signal,
      });
      for await (const event of events) {
        if (this.abort.signal.aborted) break;
        if (event.type === "waiting")
          log.warn(`The log of job ${ref.job.id} waits`, event.error ?? "as others were asked to");
        if ("job" in event && event.type !== "retried") this.job = event.job ?? this.job;
        if (event.type === "retried") this.newer = event.job.id;
        this.writer.handle(event);
        this.options.companion?.event(event);
        if (event.type === "finished") this.leave("ended");
        // The job may become visible again later.
        if (event.type === "end") this.leave(event.job ? "ended" : "over");
        if (event.type !== "bytes") {
          seen = true;
          continue;
        }
        sinceTurn += event.bytes.length;
        if (sinceTurn < TURN) continue;
        sinceTurn = 0;
        await breathe();
      }
    } catch (error) {
      if (this.state !== "following") return;
      this.leave("over");
      if (isCancelled(error)) return;
      this.writer.failed(error);
      if (seen) log.warn(`Following job ${ref.job.id} ended early`, error);
      else await this.options.report.error(error, l10n.t("Show Job Log"));
    }
  }

  /** Stops following at the user's request. */
  stop(): void {
    if (this.state !== "following") return;
    this.leave("over");
    this.abort.abort();
    this.writer.stopped();
  }

  /** Checks whether an ended job was retried after a change made here; writes a message once per attempt. */
  async lookForNewer(): Promise<void> {
    if (this.state !== "ended") return;
    const newer = await this.findNewer(this.job, this.abort.signal);
    if (!newer || newer.id === this.newer || this.abort.signal.aborted) return;
    this.newer = newer.id;
    this.writer.writeMessage(channelMessages.retried(newer));
  }

  dispose(): void {
    this.leave("over");
    this.abort.abort();
    this.owned.dispose();
  }

  private leave(state: "ended" | "over"): void {
    if (this.current !== "following") return;
    this.current = state;
    this.options.onLeft(state === "ended");
  }

  private async findNewer(job: FollowedJob, signal: AbortSignal): Promise<FollowedJob | undefined> {
    const pipelineId = job.pipeline?.id;
    if (typeof pipelineId !== "number") return undefined;
    this.host.check();
    const pages = this.options
      .client()
      .jobs.listForPipeline(this.ref.project, pipelineId, {}, { perPage: 100, signal });
    for await (const { items } of pages) {
      this.host.check();
      const newer = items.find((other) => other.name === job.name && other.id > job.id);
      if (newer) return newer;
      // Newest first: no newer attempt follows older jobs.
      if (items.every((other) => other.id <= job.id)) return undefined;
    }
    return undefined;
  }
}
