import { l10n } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import type { JobChannels } from "../log/jobChannels.ts";
import { LatestItems } from "../log/latestItems.ts";
import { PipelineChannel } from "./pipelineChannel.ts";

/** The output channels of followed pipelines, one each; the latest ones that ended are kept. */
export class PipelineChannels implements Disposable {
  private readonly context: Pick<Context, "connections" | "polling" | "config">;
  private readonly jobs: JobChannels;
  private readonly owned = new DisposableStore();
  private readonly channels = new Map<string, PipelineChannel>();
  private readonly ended: LatestItems<PipelineChannel>;
  private disposed = false;

  constructor(context: Pick<Context, "connections" | "polling" | "config">, jobs: JobChannels) {
    this.context = context;
    this.jobs = jobs;
    this.ended = new LatestItems(() => Math.floor(context.config.get("forgeline.log.finishedChannels")));
    this.owned.add(
      context.connections.onDidChangeRecords((event) => {
        for (const channel of this.channels.values()) channel.recordsChanged(event);
      }),
    );
    this.owned.add(jobs.addOthers((name) => [...this.channels.values()].find((channel) => channel.name === name)?.job));
  }

  get following(): readonly PipelineRef[] {
    return [...this.channels.values()].filter((channel) => channel.following).map(({ ref }) => ref);
  }

  /** Shows a pipeline's channel and follows it until it ends. One that is followed is only revealed. */
  show(ref: PipelineRef): void {
    if (this.disposed) return;
    const key = keyOf(ref);
    const open = this.channels.get(key);
    if (open?.following === true) {
      open.reveal();
      return;
    }
    if (open) this.close(open);
    const channel = new PipelineChannel({
      ref,
      name: this.nameFor(ref),
      connection: this.context.connections.get(ref.instance),
      polling: this.context.polling,
      jobs: this.jobs,
      onLeft: () => this.channelLeft(channel),
    });
    this.channels.set(key, channel);
    channel.reveal();
    this.updateContextKey();
    void channel.run();
  }

  /** Stops following a pipeline, or all of them. Channels stay. */
  stop(ref?: PipelineRef): void {
    for (const channel of ref ? [this.channels.get(keyOf(ref))] : [...this.channels.values()]) channel?.stop();
  }

  dispose(): void {
    this.disposed = true;
    for (const channel of this.channels.values()) channel.dispose();
    this.channels.clear();
    this.owned.dispose();
  }

  private channelLeft(channel: PipelineChannel): void {
    if (this.disposed || this.channels.get(keyOf(channel.ref)) !== channel) return;
    for (const old of this.ended.add(channel)) this.close(old);
    this.updateContextKey();
  }

  private close(channel: PipelineChannel): void {
    this.ended.delete(channel);
    this.channels.delete(keyOf(channel.ref));
    channel.dispose();
  }

  private nameFor({ instance, pipeline }: PipelineRef): string {
    const name = l10n.t("Pipeline #{0}", pipeline.id);
    const taken = [...this.channels.values()].some((channel) => channel.name === name);
    return taken ? `${name} (${new URL(instance).host})` : name;
  }

  private updateContextKey(): void {
    void setContextKey("forgeline.followingPipelines", this.following.length > 0);
  }
}

/** Pipeline IDs are unique on an instance; the project may be given by path or ID. */
const keyOf = ({ instance, pipeline }: PipelineRef): string => `${instance} ${pipeline.id}`;
