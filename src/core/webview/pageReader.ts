import type { Client } from "../../api/client.ts";
import { type ErrorAction, isCancelled } from "../base/errors.ts";
import type { Context } from "../context.ts";
import type { PipelineJobsCache } from "../pipelines/pipelineJobsCache.ts";
import type { RecordStore } from "../records/recordStore.ts";
import { isPassing } from "../tree/rowEntry.ts";
import { describeError, type ErrorWords } from "../ui/describeError.ts";

/** Why what a page shows may be old. */
export interface PageProblem {
  readonly message: string;
  /** Title of the action that helps. */
  readonly remedy?: string | undefined;
}

/** Reads what a page shows: all of it, or the one thing that most likely changed. */
export abstract class PageReader {
  /** Whether the host has answered yet. */
  loaded = false;
  protected readonly context: Pick<Context, "connections" | "report">;
  protected readonly instance: string;
  protected readonly changed: () => void;
  protected failure: ErrorWords | undefined;
  private passingFailureAt = 0;
  /** Id of the session that everything was read with. */
  private account: string | undefined;

  /** @param changed is called whenever there is more to show */
  constructor(context: Pick<Context, "connections" | "report">, instance: string, changed: () => void) {
    this.context = context;
    this.instance = instance;
    this.changed = changed;
    this.account = this.accountNow;
  }

  /** Whether what is shown changes by itself soon. */
  abstract get busy(): boolean;

  /** When the host failed to answer, in ms since the epoch; undefined if what is shown is up to date. */
  get failedAt(): number | undefined {
    return this.failure && this.passingFailureAt > 0 ? this.passingFailureAt : undefined;
  }

  /** What helps against the last failure. */
  get remedy(): ErrorAction | undefined {
    return this.failure?.action;
  }

  /**
   * Forgets what another account read: the one in use now may see less.
   * @returns whether the account changed
   */
  renew(): boolean {
    const account = this.accountNow;
    if (account === this.account) return false;
    this.account = account;
    this.loaded = false;
    this.failure = undefined;
    this.forget();
    this.changed();
    return true;
  }

  /** Reads everything; a failure is shown on the page. */
  async load(signal: AbortSignal): Promise<void> {
    try {
      await this.readAll(signal);
    } catch (error) {
      if (isCancelled(error) || signal.aborted) return;
      this.context.report.background(error, this.doing);
      this.failure = describeError(error);
      this.passingFailureAt = isPassing(error) ? Date.now() : 0;
    }
    this.changed();
  }

  /**
   * Sends one request, for what most likely changed.
   * @throws ApiError, after which the page keeps what it shows; CancelledError
   */
  abstract poll(signal: AbortSignal): Promise<void>;

  /** What is being read, for the log. */
  protected abstract readonly doing: string;

  protected abstract readAll(signal: AbortSignal): Promise<void>;

  /** Goes back to what was known before anything was read. */
  protected abstract forget(): void;

  protected get records(): RecordStore {
    return this.context.connections.get(this.instance).records;
  }

  protected get pipelineJobs(): PipelineJobsCache {
    return this.context.connections.get(this.instance).pipelineJobs;
  }

  protected get client(): Client {
    return this.context.connections.get(this.instance).client;
  }

  protected get problem(): PageProblem | undefined {
    return this.failure && { message: this.failure.message, remedy: this.failure.action?.title };
  }

  private get accountNow(): string | undefined {
    return this.context.connections.get(this.instance).session?.id;
  }
}
