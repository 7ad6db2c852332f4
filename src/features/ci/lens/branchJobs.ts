import type { Client } from "../../../api/client.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { PipelineJobs } from "../../../core/pipelines/pipelineJobs.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import { hasRun, isNamed, type JobResult } from "./jobResults.ts";

/** So many pipelines of the branch are looked at. */
export const mostPipelines = 5;

const listKey = "list";
const jobsKey = (pipeline: number): string => `jobs ${pipeline}`;

interface Read {
  readonly jobs: PipelineJobs;
  /** What the pipeline was like when its jobs were last read. */
  version: string;
}

/** One request that would bring something up to date. */
interface Chore {
  readonly key: string;
  readonly seenAt: number;
  /** How often its turn comes, by the side of the others: 1, or less often. */
  readonly every: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/**
 * The jobs of the last pipelines of a branch. Seeing them first takes two requests (the pipelines, and the jobs of the newest; one more
 * per further hundred jobs); the older ones are read when somebody wants to see them, one request each, and only once: they change no more.
 */
export class BranchJobs {
  readonly scope: ProjectScope;
  /** The branch, or the commit of a detached head. */
  readonly target: { readonly ref: string } | { readonly sha: string };
  private readonly client: Client;
  private readonly now: () => number;
  private readonly read = new Map<number, Read>();
  /** Pipelines whose jobs must be looked at again although they were all over. */
  private readonly touched = new Set<number>();
  private readonly tried = new Map<string, number>();
  private known: readonly Pipeline[] | undefined;
  private listSeen = 0;
  private older: Promise<void> | undefined;

  constructor(options: {
    readonly scope: ProjectScope;
    readonly target: BranchJobs["target"];
    readonly client: Client;
    readonly now?: () => number;
  }) {
    this.scope = options.scope;
    this.target = options.target;
    this.client = options.client;
    this.now = options.now ?? Date.now;
  }

  /** Newest first; undefined before the first answer. */
  get pipelines(): readonly Pipeline[] | undefined {
    return this.known;
  }

  /** When the host last told the pipelines, ms since 1970; 0 when that is outdated. */
  get seenAt(): number {
    return this.listSeen;
  }

  /** Whether something of it changes by itself. */
  get running(): boolean {
    return this.known?.some(({ status }) => isRunning(status)) === true;
  }

  /** How the job with this name in the CI file went, in the pipelines whose jobs are known, newest first. */
  resultsOf(name: string): JobResult[] {
    return (this.known ?? []).flatMap((pipeline): JobResult[] => {
      const parts = this.read.get(pipeline.id)?.jobs.latest?.filter((job) => isNamed(job, name)) ?? [];
      return parts.length > 0 ? [{ pipeline, parts }] : [];
    });
  }

  /** The newest result of a job that was run, else of one that waits; undefined where nothing is known. */
  lastOf(name: string): JobResult | undefined {
    const results = this.resultsOf(name);
    return results.find(hasRun) ?? results[0];
  }

  /** What is known may be outdated. */
  outdate(): void {
    this.listSeen = 0;
  }

  /** Something was written: this pipeline, or the one with this job, is looked at again. */
  touch(pipeline: number | undefined, job: number | undefined): void {
    this.outdate();
    if (pipeline !== undefined) this.touched.add(pipeline);
    for (const [id, { jobs }] of this.read) if (job !== undefined && jobs.has(job)) this.touched.add(id);
  }

  /** Reads the pipelines, then the jobs of those that are followed and may have changed. Failures are not sent again. @throws ApiError */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.readList(signal);
    for (const pipeline of this.unsettled()) await this.readJobs(pipeline, signal);
  }

  /** Sends one request, the most useful one, if any. @param names of jobs that are shown: they are looked for in older pipelines, too @throws ApiError */
  async poll(names: Iterable<string>, signal: AbortSignal): Promise<void> {
    const chores = this.chores(names);
    const weight = ({ key, seenAt, every }: Chore): number =>
      (this.now() - Math.max(seenAt, this.tried.get(key) ?? 0)) / every;
    const chore = chores.reduce((a, b) => (weight(b) > weight(a) ? b : a));
    this.tried.set(chore.key, this.now());
    await chore.run(signal);
  }

  /** Reads the jobs of those pipelines that were not read yet. Whoever comes meanwhile shares the answers. @throws ApiError */
  async readOlder(signal: AbortSignal): Promise<void> {
    this.older ??= Promise.all(this.unread().map((pipeline) => this.readJobs(pipeline, signal)))
      .then(() => undefined)
      .finally(() => (this.older = undefined));
    await this.older;
  }

  private chores(names: Iterable<string>): [Chore, ...Chore[]] {
    const list = (signal: AbortSignal): Promise<void> => this.readList(signal);
    // While the newest runs, its jobs tell more than the list.
    const first: Chore = { key: listKey, seenAt: this.listSeen, every: this.running ? 3 : 1, run: list };
    const missing = this.lacksAny(names) ? this.unread().slice(0, 1) : [];
    const chores = [...this.unsettled(), ...missing].map((pipeline): Chore => ({
      key: jobsKey(pipeline.id),
      seenAt: this.read.get(pipeline.id)?.jobs.seenAt ?? 0,
      every: 1,
      run: (signal) => this.readJobs(pipeline, signal),
    }));
    return [first, ...chores];
  }

  private lacksAny(names: Iterable<string>): boolean {
    for (const name of names) if (!this.resultsOf(name).some(hasRun)) return true;
    return false;
  }

  private unread(): Pipeline[] {
    return (this.known ?? []).filter(({ id }) => !this.read.has(id));
  }

  /** The newest, and those that were read, where their jobs may differ from what is known. */
  private unsettled(): Pipeline[] {
    return (this.known ?? []).filter((pipeline, index) => {
      const read = this.read.get(pipeline.id);
      if (read === undefined) return index === 0;
      return this.touched.has(pipeline.id) || isRunning(pipeline.status) || read.version !== versionOf(pipeline);
    });
  }

  private async readList(signal: AbortSignal): Promise<void> {
    const { items } = await this.client.pipelines
      .list(this.scope.project, this.target, { perPage: mostPipelines, signal, repeat: false })
      .page();
    signal.throwIfAborted();
    this.known = items.slice(0, mostPipelines);
    this.listSeen = this.now();
    const ids = new Set(items.map(({ id }) => id));
    for (const id of this.read.keys()) if (!ids.has(id)) this.read.delete(id);
    for (const id of this.touched) if (!ids.has(id)) this.touched.delete(id);
    for (const key of this.tried.keys())
      if (key !== listKey && !items.some(({ id }) => jobsKey(id) === key)) this.tried.delete(key);
  }

  private async readJobs(pipeline: Pipeline, signal: AbortSignal): Promise<void> {
    const { id } = pipeline;
    const known = this.read.get(id);
    const jobs = known?.jobs ?? this.jobsOf(id);
    const version = versionOf(pipeline);
    if (known === undefined || (this.touched.has(id) && jobs.isLong)) await jobs.load(signal, false);
    else {
      const status = await jobs.poll(signal);
      // What ended meanwhile differs from what was read of it, and is looked at once more.
      if (status !== undefined)
        this.known = this.known?.map((each) => (each.id === id && each.status !== status ? { ...each, status } : each));
    }
    this.touched.delete(id);
    this.read.set(id, { jobs, version });
  }

  private jobsOf(pipeline: number): PipelineJobs {
    const { project } = this.scope;
    return new PipelineJobs(
      (options) => this.client.jobs.listForPipeline(project, pipeline, {}, { perPage: 100, ...options }),
      this.now,
    );
  }
}

const versionOf = ({ status, updated_at }: Pipeline): string => `${status} ${updated_at ?? ""}`;
