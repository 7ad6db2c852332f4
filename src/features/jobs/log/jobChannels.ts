import { l10n, type Uri, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import type { Change } from "../../../core/changes.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { channelName } from "./channelName.ts";
import { systemClock } from "./clock.ts";
import { LogPainter } from "./decorations.ts";
import { JobChannel } from "./jobChannel.ts";
import { LatestItems } from "./latestItems.ts";
import type { JobLogsOptions } from "./options.ts";

type JobOfChannel = (name: string) => JobRef | undefined;

/**
 * The output channels of jobs: one per job, of which several are followed at once and the latest finished ones are
 * kept.
 */
export class JobChannels implements Disposable {
  readonly options: JobLogsOptions;
  private readonly owned = new DisposableStore();
  /** Fires when polling at once is worthwhile: the window got focus, or a job was retried or canceled here. */
  readonly wake = this.owned.add(new Emitter<void>());
  private readonly channels = new Map<string, JobChannel>();
  private readonly finished: LatestItems<JobChannel>;
  /** Return the job of other channels that show logs, by their names. */
  private readonly others = new Set<JobOfChannel>();
  /** Painter of channels and documents. */
  readonly painter: LogPainter;
  private disposed = false;

  constructor(options: JobLogsOptions) {
    this.options = options;
    this.painter = this.owned.add(new LogPainter(options.config));
    this.finished = new LatestItems(() => Math.floor(options.config.get("forgeline.log.finishedChannels")));
    this.owned.add(
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.wake.fire();
      }),
    );
    this.owned.add(options.changes((change) => this.onChange(change)));
  }

  get following(): readonly JobRef[] {
    return [...this.channels.values()].filter((channel) => channel.state === "following").map(({ ref }) => ref);
  }

  /** Shows a job's log and follows it until the job ends. A log that is followed or complete is only revealed. */
  async show(ref: JobRef): Promise<void> {
    const companion = await this.options.companion?.(ref);
    if (this.disposed) return;
    const key = keyOf(ref);
    const open = this.channels.get(key);
    if (open && open.state !== "over") {
      open.reveal();
      return;
    }
    if (open) this.close(open);
    const { silentUntil } = this.options;
    const channel = new JobChannel({
      ref,
      name: this.nameFor(ref),
      client: () => this.options.clientFor(ref),
      account: () => (this.options.accountFor ?? this.options.clientFor)(ref),
      config: this.options.config,
      colors: this.painter,
      log: this.options.log,
      report: this.options.report,
      focused: () => window.state.focused,
      wake: this.wake.event,
      ...(silentUntil && { silentUntil: () => silentUntil(ref.instance) }),
      ...(companion && { companion }),
      onLeft: (ended) => {
        this.channelLeft(channel);
        if (ended) this.options.onEnded?.();
      },
      clock: this.options.clock ?? systemClock,
    });
    this.channels.set(key, channel);
    channel.reveal();
    this.updateContextKey();
    void channel.run();
  }

  /** Returns the job of an output channel's document. */
  jobOf(document: Pick<Uri, "scheme" | "path">): JobRef | undefined {
    const name = channelName(document);
    if (name === undefined) return undefined;
    const own = [...this.channels.values()].find((channel) => channel.name === name)?.ref;
    return own ?? [...this.others].map((find) => find(name)).find((ref) => ref !== undefined);
  }

  /** Adds channels that show the logs of jobs, too. @param find returns the job of the one with a name */
  addOthers(find: JobOfChannel): Disposable {
    this.others.add(find);
    return { dispose: () => void this.others.delete(find) };
  }

  /** Stops following a job, or all jobs. Channels stay. */
  stop(ref?: JobRef): void {
    const channels = ref ? [this.channels.get(keyOf(ref))] : [...this.channels.values()];
    for (const channel of channels) channel?.stop();
    this.updateContextKey();
  }

  dispose(): void {
    this.disposed = true;
    for (const channel of this.channels.values()) channel.dispose();
    this.channels.clear();
    this.owned.dispose();
  }

  private channelLeft(channel: JobChannel): void {
    if (this.disposed || this.channels.get(keyOf(channel.ref)) !== channel) return;
    for (const old of this.finished.add(channel)) this.close(old);
    this.updateContextKey();
  }

  private close(channel: JobChannel): void {
    this.finished.delete(channel);
    this.channels.delete(keyOf(channel.ref));
    channel.dispose();
  }

  private onChange(change: Change): void {
    if (change.subject !== "pipeline" && change.subject !== "job") return;
    this.wake.fire();
    for (const channel of this.channels.values()) {
      const { ref, pipelineId } = channel;
      if (ref.instance !== change.instance) continue;
      const pipeline = change.subject === "pipeline" ? change.id : change.pipelineId;
      if (change.id !== ref.job.id && (pipeline === undefined || pipeline !== pipelineId)) continue;
      channel.lookForNewer().catch((error: unknown) => this.options.log.debug("No newer attempt found", error));
    }
  }

  private nameFor({ instance, job }: JobRef): string {
    const name = l10n.t("Job {0} #{1}", plainText(job.name, 60), job.id);
    const taken = [...this.channels.values()].some((channel) => channel.name === name);
    return taken ? `${name} (${new URL(instance).host})` : name;
  }

  private updateContextKey(): void {
    void setContextKey("forgeline.followingLogs", this.following.length > 0);
  }
}

/** Job IDs are unique on an instance; the project may be given by path or ID. */
function keyOf({ instance, job }: JobRef): string {
  return `${instance} ${job.id}`;
}
