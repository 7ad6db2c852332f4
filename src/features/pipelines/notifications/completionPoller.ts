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
import type { JobRef, PipelineRef } from "../../../core/pipelines/refs.ts";
import type { SettingValues } from "../../../core/settings.ts";
import type { PollPriority, PollScheduler, PollSource, PollHandle } from "../../../core/tree/poll.ts";
import { isOver } from "./ending.ts";
import { OwnPipelines } from "./ownPipelines.ts";
import { type Watch, watchKey, type WatchStore } from "./watchStore.ts";

/** What ended, as it was then. */
export type Ending = PipelineRef | (JobRef & { readonly job: Job });

/** The open project with the account in use there. */
export interface OwnScope extends ProjectScope {
  readonly username: string;
  readonly client: Client;
}

export interface WatcherOptions {
  readonly watches: WatchStore;
  readonly polling: PollScheduler;
  /** Undefined when nobody is signed in there, or no longer. */
  readonly clientFor: (instance: string) => Client | undefined;
  /** Whose pipelines are one's own; undefined without a project or an account. */
  readonly own: () => OwnScope | undefined;
  readonly config: Pick<Config, "get">;
  readonly lock: Pick<FileLock, "claim">;
  /** Tells the person. Not awaited. */
  readonly tell: (ending: Ending) => void;
  /** Why watching ended early, in words of the person's language. */
  readonly reason: (why: "signedOut" | ApiError) => string;
  readonly memory: Memory;
  readonly log: Logger;
  readonly now?: () => number;
}

/** What cannot be asked any more, however often. */
const lasting: ReadonlySet<string> = new Set(["notFound", "forbidden", "unauthorized", "insufficientScope"]);

const OWN = "own";
/** One's own pipelines that changed last; more do not between two looks. */
const perPage = 20;

/** Looks at what is watched, one request at a time and within the window's budget, and tells when it ended. Free of VS Code. */
export class CompletionPoller implements PollSource, Disposable {
  readonly name = "watching";
  readonly unfocused = true;
  private readonly options: WatcherOptions;
  private readonly ownOnes: OwnPipelines;
  private readonly pollHandle: PollHandle;
  private readonly listening: Disposable;
  private readonly ended = new AbortController();
  /** When each was last asked about. */
  private readonly asked = new Map<string, number>();

  constructor(options: WatcherOptions) {
    this.options = options;
    this.ownOnes = new OwnPipelines(options.memory);
    this.pollHandle = options.polling.add(this);
    this.listening = options.watches.onDidChange(() => this.pollHandle.changed());
  }

  demand(): PollPriority {
    if (this.options.watches.all.length > 0) return "running";
    if (!this.own) return "none";
    return this.ownOnes.running ? "running" : "idle";
  }

  async poll(signal: AbortSignal): Promise<void> {
    const { watches } = this.options;
    const keys = [...watches.all.map(watchKey), ...(this.own ? [OWN] : [])];
    for (const key of this.asked.keys()) if (!keys.includes(key)) this.asked.delete(key);
    const longest = keys.reduce<string | undefined>(
      (a, b) => (a === undefined || this.askedAt(b) < this.askedAt(a) ? b : a),
      undefined,
    );
    if (longest === undefined) return;
    this.asked.set(longest, this.now());
    if (longest === OWN) return this.lookAtOwn(signal);
    const watch = watches.all.find((each) => watchKey(each) === longest);
    if (watch) await this.look(watch, signal);
  }

  /** Something happened: the next look is worth it now. Failures come round again. */
  refresh(): void {
    if (this.demand() === "none") return;
    this.poll(this.ended.signal).catch((error: unknown) => {
      if (!isCancelled(error)) this.options.log.debug("Looking at what is watched failed", error);
    });
  }

  /** Looks at what was just added before all others. */
  added(): void {
    this.pollHandle.refresh();
  }

  /** The settings, the project or the account changed. */
  changed(): void {
    if (this.setting === "off") {
      this.ownOnes
        .drop()
        .catch((error: unknown) =>
          this.options.log.warn("What was known of one's own pipelines could not be dropped", error),
        );
    } else if (!this.own) this.ownOnes.forget();
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

  private async look(watch: Watch, signal: AbortSignal): Promise<void> {
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
      if (error instanceof ApiError && lasting.has(error.kind)) return this.endEarly(watch, error);
      throw error;
    }
    if (!isOver(statusOf(ending))) watches.seen(watch, at);
    else if (await watches.remove(watch)) await this.tell(watchKey(watch), watch.since, ending);
  }

  private async lookAtOwn(signal: AbortSignal): Promise<void> {
    const { own } = this;
    if (!own) return;
    const { instance, project, username, client } = own;
    const at = this.now();
    const { items } = await client.pipelines
      .list(project, { username, order_by: "updated_at" }, { perPage, signal, repeat: false })
      .page();
    const of = scopeOf(own);
    // The person may have signed out, or switched it off, since.
    if (!this.own || scopeOf(this.own) !== of) return;
    const ended = await this.ownOnes.read(of, items, at);
    for (const { pipeline, since } of ended) {
      if (this.wanted(pipeline))
        await this.tell(watchKey({ instance, kind: "pipeline", id: pipeline.id }), since, {
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

  private async tell(subject: string, since: number, ending: Ending): Promise<void> {
    const { lock, tell, log } = this.options;
    // Where files cannot be created, two notifications are better than none.
    const first = await lock.claim(subject, since).catch((error: unknown) => {
      log.warn("It could not be settled which window tells of an end", error);
      return true;
    });
    if (first) tell(ending);
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
const statusOf = (ending: Ending): string => ("job" in ending ? ending.job.status : ending.pipeline.status);
