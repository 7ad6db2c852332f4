import type { Client } from "../../../api/client.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { PipelineJobs } from "../../../core/pipelines/pipelineJobs.ts";
import { PipelineJobsCache } from "../../../core/pipelines/pipelineJobsCache.ts";
import { RecordStore } from "../../../core/records/recordStore.ts";
import { mostOverdue, type RefreshTask } from "../../../core/tree/refreshTask.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import { hasStarted, hasBaseName, type JobResult } from "./jobResults.ts";

/** Number of latest pipelines of the branch that are read. */
const pipelineLimit = 5;

const listKey = "list";
const jobsKey = (pipeline: number): string => `jobs ${pipeline}`;

interface ReadJobs {
  readonly jobs: PipelineJobs;
  /** Pipeline status and update time when the jobs were last read. */
  version: string;
}

/** A task that refreshes the list, or the jobs of a pipeline by ID. */
type BranchTask = RefreshTask<"list" | number>;

/**
 * The jobs of the latest pipelines of a branch. The first read takes two requests (the pipelines, and the jobs of the
 * latest; one more per further hundred jobs). Older pipelines are read on demand, one request each, and only once,
 * because they no longer change.
 */
export class BranchJobs {
  readonly scope: ProjectScope;
  /** The branch, or the commit of a detached HEAD. */
  readonly target: { readonly ref: string } | { readonly sha: string };
  private readonly client: Client;
  private readonly records: RecordStore;
  private readonly now: () => number;
  private readonly pipelineJobs: PipelineJobsCache;
  private readonly read = new Map<number, ReadJobs>();
  /** Finished pipelines whose jobs must be read again after a write. */
  private readonly changedPipelines = new Set<number>();
  private readonly lastTried = new Map<string, number>();
  private known: readonly Pipeline[] | undefined;
  private listRead = 0;
  private readingOlder: Promise<void> | undefined;

  constructor(options: {
    readonly scope: ProjectScope;
    readonly target: BranchJobs["target"];
    readonly client: Client;
    readonly records?: RecordStore;
    readonly pipelineJobs?: PipelineJobsCache;
    readonly now?: () => number;
  }) {
    this.records = options.records ?? new RecordStore();
    this.scope = options.scope;
    this.target = options.target;
    this.client = options.client;
    this.now = options.now ?? Date.now;
    this.pipelineJobs = options.pipelineJobs ?? new PipelineJobsCache(this.client, this.records, this.now);
  }

  /** Returns the pipelines, newest first; undefined before the first response. */
  get pipelines(): readonly Pipeline[] | undefined {
    return this.known?.map((pipeline) => this.records.newest("pipeline", pipeline));
  }

  /** Returns when the pipelines were last read, in milliseconds since the epoch; 0 when they are outdated. */
  get listReadAt(): number {
    return this.listRead;
  }

  /** Returns whether a pipeline is running. */
  get running(): boolean {
    return this.pipelines?.some(({ status }) => isRunning(status)) === true;
  }

  /**
   * Returns the results of the job with this name in the CI file, in the pipelines whose jobs are known, newest first.
   */
  resultsOf(name: string): JobResult[] {
    return (this.pipelines ?? []).flatMap((pipeline): JobResult[] => {
      const parts = this.read.get(pipeline.id)?.jobs.latest?.filter((job) => hasBaseName(job, name)) ?? [];
      return parts.length > 0 ? [{ pipeline, parts }] : [];
    });
  }

  /** Returns the newest result of the job that has started, otherwise the newest; undefined when none is known. */
  lastOf(name: string): JobResult | undefined {
    const results = this.resultsOf(name);
    return results.find(hasStarted) ?? results[0];
  }

  /** Marks the list as outdated. */
  markOutdated(): void {
    this.listRead = 0;
  }

  /** Marks a pipeline, or the pipeline of a job, to be read again after a write. */
  markChanged(pipeline: number | undefined, job: number | undefined): void {
    this.markOutdated();
    if (pipeline !== undefined) this.changedPipelines.add(pipeline);
    for (const [id, { jobs }] of this.read) if (job !== undefined && jobs.has(job)) this.changedPipelines.add(id);
  }

  /**
   * Reads the pipelines, then the jobs of the known pipelines that may have changed. Requests are not retried.
   * @throws ApiError
   */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.readList(signal);
    for (const pipeline of this.changing()) await this.readJobs(pipeline, signal);
  }

  /**
   * Runs the most overdue refresh task.
   * @param names of the visible jobs, which are looked for in older pipelines as well
   * @throws ApiError
   */
  async poll(names: Iterable<string>, signal: AbortSignal): Promise<void> {
    const now = this.now();
    const first = mostOverdue(this.tasks(names), this.lastTried, now);
    if (first) this.lastTried.set(first.key, now);
    await first?.run(signal);
  }

  /**
   * Reads the jobs of pipelines that were not read yet; concurrent calls share the requests.
   * @throws ApiError
   */
  async readOlder(signal: AbortSignal): Promise<void> {
    this.readingOlder ??= Promise.all(this.unread().map((pipeline) => this.readJobs(pipeline, signal)))
      .then(() => undefined)
      .finally(() => (this.readingOlder = undefined));
    await this.readingOlder;
  }

  private tasks(names: Iterable<string>): BranchTask[] {
    // While the latest pipeline runs, its jobs say more than the list.
    const list: BranchTask = {
      of: "list",
      key: listKey,
      seenAt: this.listRead,
      every: this.running ? 3 : 1,
      run: (signal) => this.readList(signal),
    };
    const missing = this.hasMissingResult(names) ? this.unread().slice(0, 1) : [];
    const jobs = [...this.changing(), ...missing].map((pipeline): BranchTask => ({
      of: pipeline.id,
      key: jobsKey(pipeline.id),
      seenAt: this.read.get(pipeline.id)?.jobs.seenAt ?? 0,
      every: 1,
      run: (signal) => this.readJobs(pipeline, signal),
    }));
    return [list, ...jobs];
  }

  private hasMissingResult(names: Iterable<string>): boolean {
    for (const name of names) if (!this.resultsOf(name).some(hasStarted)) return true;
    return false;
  }

  private unread(): Pipeline[] {
    return (this.known ?? []).filter(({ id }) => !this.read.has(id));
  }

  /** Returns the latest pipeline and the ones already read, if their jobs may have changed. */
  private changing(): Pipeline[] {
    return (this.pipelines ?? []).filter((pipeline, index) => {
      const read = this.read.get(pipeline.id);
      if (read === undefined) return index === 0;
      return (
        this.changedPipelines.has(pipeline.id) || isRunning(pipeline.status) || read.version !== versionOf(pipeline)
      );
    });
  }

  private async readList(signal: AbortSignal): Promise<void> {
    const { items } = await this.client.pipelines
      .list(this.scope.project, this.target, { perPage: pipelineLimit, signal, repeat: false })
      .page();
    signal.throwIfAborted();
    this.known = items.slice(0, pipelineLimit);
    this.listRead = this.now();
    const ids = new Set(items.map(({ id }) => id));
    for (const id of this.read.keys()) if (!ids.has(id)) this.read.delete(id);
    for (const id of this.changedPipelines) if (!ids.has(id)) this.changedPipelines.delete(id);
    for (const key of this.lastTried.keys())
      if (key !== listKey && !items.some(({ id }) => jobsKey(id) === key)) this.lastTried.delete(key);
  }

  private async readJobs(pipeline: Pipeline, signal: AbortSignal): Promise<void> {
    const { id } = pipeline;
    const known = this.read.get(id);
    const jobs = known?.jobs ?? this.pipelineJobs.of(this.scope.project, id);
    const version = versionOf(pipeline);
    if (known === undefined) await jobs.ensure(this.records.changedAt("pipeline", id), signal, false);
    else if (jobs.isWritten) await jobs.update(signal);
    else {
      const status = await jobs.poll(signal);
      // A pipeline that finished meanwhile no longer matches its version, so its jobs are read once more.
      if (status !== undefined)
        this.known = this.known?.map((each) => (each.id === id && each.status !== status ? { ...each, status } : each));
    }
    this.changedPipelines.delete(id);
    this.read.set(id, { jobs, version });
  }
}

const versionOf = ({ status, updated_at }: Pipeline): string => `${status} ${updated_at ?? ""}`;
