import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { FileLock } from "../../../core/base/fileLock.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Memory } from "../../../core/base/memory.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Config } from "../../../core/config.ts";
import type { RecordsEvent } from "../../../core/connections.ts";
import type { JobRef, PipelineRef } from "../../../core/pipelines/refs.ts";
import type { SettingValues } from "../../../core/settings.ts";
import type { PollPriority, PollScheduler, PollSource, PollHandle } from "../../../core/tree/poll.ts";
import { isOver } from "./ending.ts";
import { OwnPipelines } from "./ownPipelines.ts";
import { type Watch, watchKey, type WatchStore } from "./watchStore.ts";

/** A pipeline or job that ended. */
export type Ending = PipelineRef | (JobRef & { readonly job: Job });

/** The open project with its account. */
export interface OwnScope extends ProjectScope {
  readonly username: string;
  readonly client: Client;
}

export interface CompletionPollerOptions {
  readonly watches: WatchStore;
  readonly polling: PollScheduler;
  /** Undefined if nobody is signed in. */
  readonly clientFor: (instance: string) => Client | undefined;
  /** Where to look for the user's own pipelines; undefined without a project or an account. */
  readonly own: () => OwnScope | undefined;
  readonly config: Pick<Config, "get">;
  readonly lock: Pick<FileLock, "claim">;
  /** Shows the notification. Not awaited. */
  readonly notify: (ending: Ending) => void;
  /** Returns why watching ended early, localized. */
  readonly reason: (why: "signedOut" | ApiError) => string;
  readonly memory: Memory;
  readonly log: Logger;
  readonly now?: () => number;
}

/** Errors after which retrying is pointless. */
const permanentErrors: ReadonlySet<string> = new Set(["notFound", "forbidden", "unauthorized", "insufficientScope"]);

const OWN = "own";
/** Enough for the user's own pipelines that change between two polls. */
const perPage = 20;

/** Polls watched pipelines and jobs, one request at a time, and notifies the user of their ends. Does not use VS Code. */
export class CompletionPoller implements PollSource, Disposable {
  readonly name = "watching";
  readonly unfocused = true;
  private readonly options: CompletionPollerOptions;
  private readonly ownPipelines: OwnPipelines;
  private readonly pollHandle: PollHandle;
  private readonly listening: Disposable;
  private readonly ended = new AbortController();
  /** Time of the last request by key, ms since 1970. */
  private readonly asked = new Map<string, number>();

  constructor(options: CompletionPollerOptions) {
    this.options = options;
    this.ownPipelines = new OwnPipelines(options.memory);
    this.pollHandle = options.polling.add(this);
    this.listening = options.watches.onDidChange(() => this.pollHandle.changed());
  }

  demand(): PollPriority {
    if (this.options.watches.all.length > 0) return "running";
    if (!this.own) return "none";
    return this.ownPipelines.running ? "running" : "idle";
  }

  async poll(signal: AbortSignal): Promise<void> {
    const { watches } = this.options;
    const keys = [...watches.all.map(watchKey), ...(this.own ? [OWN] : [])];
    for (const key of this.asked.keys()) if (!keys.includes(key)) this.asked.delete(key);
    const silent = new Set(
      [...watches.all.map((watch) => [watchKey(watch), watch.instance] as const), [OWN, this.own?.instance] as const]
        .filter(([, instance]) => this.options.polling.silentUntil(instance) !== undefined)
        .map(([key]) => key),
    );
    const stalest = keys
      .filter((key) => !silent.has(key))
      .reduce<string | undefined>((a, b) => (a === undefined || this.askedAt(b) < this.askedAt(a) ? b : a), undefined);
    if (stalest === undefined) return;
    this.asked.set(stalest, this.now());
    if (stalest === OWN) return this.pollOwn(signal);
    const watch = watches.all.find((each) => watchKey(each) === stalest);
    if (watch) await this.pollWatch(watch, signal);
  }

  /** Polls at once, as after an event. Errors are only logged; the next poll retries. */
  refresh(): void {
    if (this.demand() === "none") return;
    this.poll(this.ended.signal).catch((error: unknown) => {
      if (!isCancelled(error)) this.options.log.debug("Looking at what is watched failed", error);
    });
  }

  /** Polls soon for what was just added. */
  added(): void {
    this.pollHandle.refresh();
  }

  /** Asks at once for what others have seen end. */
  recordsChanged({ connection: { instance, records }, changes }: RecordsEvent): void {
    const ended = this.options.watches.all.find(
      (watch) =>
        watch.instance === instance.url &&
        changes[watch.kind].has(watch.id) &&
        isOver(records.get(watch.kind, watch.id)?.status ?? ""),
    );
    if (!ended) return;
    this.asked.delete(watchKey(ended));
    this.pollHandle.soon(0);
  }

  /** Applies a change of settings, project or account. */
  changed(): void {
    if (this.setting === "off") {
      this.ownPipelines
        .drop()
        .catch((error: unknown) =>
          this.options.log.warn("What was known of one's own pipelines could not be dropped", error),
        );
    } else if (!this.own) this.ownPipelines.forget();
    this.pollHandle.changed();
  }

  dispose(): void {
    this.ended.abort();
    this.listening.dispose();
    this.pollHandle.dispose();
  }

  private get setting(): SettingValues["forgeline.notifications.ownPipelines"] {
    return this.options.config.get("forgeline.notifications.ownPipelines");
  }

  private get own(): OwnScope | undefined {
    return this.setting === "off" ? undefined : this.options.own();
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private askedAt(key: string): number {
    return this.asked.get(key) ?? 0;
  }

  private async pollWatch(watch: Watch, signal: AbortSignal): Promise<void> {
    const { watches, clientFor } = this.options;
    const { instance, project, kind, id } = watch;
    const client = clientFor(instance);
    if (!client) return this.endEarly(watch, "signedOut");
    const at = this.now();
    let ending: Ending;
    try {
      const call = { signal, repeat: false };
      ending =
        kind === "pipeline"
          ? { instance, project, pipeline: await client.pipelines.get(project, id, call) }
          : { instance, project, job: await client.jobs.get(project, id, call) };
    } catch (error) {
      if (error instanceof ApiError && permanentErrors.has(error.kind)) return this.endEarly(watch, error);
      throw error;
    }
    if (!isOver(statusOf(ending))) watches.seen(watch, at);
    else if (await watches.remove(watch)) await this.notify(watchKey(watch), watch.since, ending);
  }

  private async pollOwn(signal: AbortSignal): Promise<void> {
    const { own } = this;
    if (!own) return;
    const { instance, project, username, client } = own;
    const at = this.now();
    const { items } = await client.pipelines
      .list(project, { username, order_by: "updated_at" }, { perPage, signal, repeat: false })
      .page();
    const of = scopeOf(own);
    // The user may have signed out or disabled it meanwhile.
    if (!this.own || scopeOf(this.own) !== of) return;
    const ended = await this.ownPipelines.read(of, items, at);
    for (const { pipeline, since } of ended) {
      if (this.wanted(pipeline))
        await this.notify(watchKey({ instance, kind: "pipeline", id: pipeline.id }), since, {
          instance,
          project,
          pipeline,
        });
    }
    this.pollHandle.changed();
  }

  private wanted({ status }: Pipeline): boolean {
    return this.setting === "all" || (this.setting === "failures" && status === "failed");
  }

  private async notify(subject: string, since: number, ending: Ending): Promise<void> {
    const { lock, notify, log } = this.options;
    // If files cannot be created, two notifications are better than none.
    const first = await lock.claim(subject, since).catch((error: unknown) => {
      log.warn("It could not be settled which window tells of an end", error);
      return true;
    });
    if (first) notify(ending);
    else log.debug(`Another window told of the end of ${subject}`);
  }

  private async endEarly(watch: Watch, why: "signedOut" | ApiError): Promise<void> {
    const { watches, reason, log } = this.options;
    const { instance, project, kind, id } = watch;
    if (await watches.remove(watch, reason(why)))
      log.info(
        `No longer watching ${kind} ${id} of ${project} on ${instance}: ${why === "signedOut" ? "nobody is signed in" : why.kind}`,
      );
  }
}

const scopeOf = ({ instance, project, username }: OwnScope): string => JSON.stringify([instance, project, username]);
const statusOf = (ending: Ending): string => ("job" in ending ? ending.job : ending.pipeline).status ?? "";
