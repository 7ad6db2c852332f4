import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline, PipelineDetails } from "../../api/resources/pipelines.ts";
import type { ProjectScope } from "../base/refs.ts";
import { RecordStore } from "../records/recordStore.ts";
import { PagedList } from "../tree/pagedList.ts";
import type { PollPriority } from "../tree/poll.ts";
import { mostOverdue, type RefreshTask } from "../tree/refreshTask.ts";
import { isRunning } from "../ui/statusStyle.ts";
import type { BranchPipeline } from "./branchPipeline.ts";
import { Bridges } from "./bridges.ts";
import { type JobTimes, jobTimes, knownTimes } from "./estimates.ts";
import { isUnfiltered, type PipelineFilter } from "./filter.ts";
import { paceOf } from "./pace.ts";
import type { PipelineJobs } from "./pipelineJobs.ts";
import { PipelineJobsCache } from "./pipelineJobsCache.ts";
import type { PipelineTitles } from "./pipelineTitles.ts";
import type { PipelineTimes } from "./timeLeft.ts";

/** The expanded parts of a project, which are kept up to date. */
export interface ExpandedNodes {
  readonly list: boolean;
  readonly branch: boolean;
  readonly pipelines: ReadonlySet<number>;
}

/** A task that refreshes the list, the branch's latest pipeline, or a pipeline by ID. */
export type PipelineTask = RefreshTask<"list" | "branch" | number>;

/** Limit of pipelines shown on request. */
const maxFound = 5;
const maxDetails = 100;
/** Pipelines read while no row shows them; enough for those of a busy project that are running. */
const newestLimit = 100;
/**
 * How long after a push the view polls at the pace of a running pipeline, in ms: the pipeline appears a moment later.
 */
const pushGrace = 60_000;

/** The known pipelines and jobs of a project, and what to request next. Independent of VS Code. */
export class ProjectPipelines {
  readonly scope: ProjectScope;
  readonly list: PagedList<Pipeline>;
  readonly branch: BranchPipeline;
  /** Trigger jobs of open pipelines. */
  readonly bridges: Bridges;
  /** Titles of the pipelines' commits. */
  readonly titles: Pick<PipelineTitles, "of" | "load" | "isDue" | "before"> | undefined;
  private shownFilter: PipelineFilter;
  private readonly client: Client;
  private readonly records: RecordStore;
  private readonly now: () => number;
  private readonly pipelineJobs: PipelineJobsCache;
  private readonly opened = new Map<number, PipelineJobs>();
  private readonly details = new Map<
    number,
    { readonly version: string; readonly details: PipelineDetails; readonly seenAt: number }
  >();
  /** Pipelines written to since the last refresh. */
  private readonly written = new Set<number>();
  /** When each task was last tried, so that a failing one does not block the others. */
  private readonly lastTried = new Map<string, number>();
  private foundOnes: readonly Pipeline[] = [];
  private listReadAt = 0;
  private pushedAt = -Infinity;
  /** Whether the branch's pipeline was not among the newest ones. */
  private isUnlisted = false;
  /** ID of the newest pipeline when another one was expected; -1 if none was. */
  private newestBefore = -1;

  /**
   * Creates an empty state.
   * @param options.records of the client's answers
   * @param options.pipelineJobs shared with others that show jobs
   * @param options.failed called when a part of the rows cannot be read
   */
  constructor(options: {
    scope: ProjectScope;
    client: Client;
    records?: RecordStore;
    pipelineJobs?: PipelineJobsCache;
    filter: PipelineFilter;
    branch: BranchPipeline;
    titles?: PipelineTitles;
    now?: () => number;
    failed?: (error: unknown) => void;
  }) {
    const { client, scope, filter } = options;
    this.scope = scope;
    this.shownFilter = filter;
    this.client = client;
    this.records = options.records ?? new RecordStore();
    this.branch = options.branch;
    this.now = options.now ?? Date.now;
    this.pipelineJobs = options.pipelineJobs ?? new PipelineJobsCache(client, this.records, this.now);
    this.bridges = new Bridges(client, this.records, this.now, options.failed ?? (() => undefined));
    this.titles = options.titles;
    this.list = new PagedList<Pipeline>((page) => {
      const pages = client.pipelines.list(scope.project, this.shownFilter, page);
      return this.titles?.before(pages) ?? pages;
    }, this.records.of("pipeline"));
  }

  get filter(): PipelineFilter {
    return this.shownFilter;
  }

  set filter(filter: PipelineFilter) {
    this.shownFilter = filter;
    this.list.clear();
  }

  /** Returns the pipelines shown on request that are neither in the list nor the branch's, newest first. */
  get found(): readonly Pipeline[] {
    const latest = this.branchPipeline?.id;
    return this.foundOnes
      .filter(({ id }) => id !== latest && !this.list.items?.some((pipeline) => pipeline.id === id))
      .map((pipeline) => this.records.newest("pipeline", pipeline));
  }

  get branchPipeline(): PipelineDetails | undefined {
    const { value } = this.branch;
    return value.kind === "pipeline" ? value.pipeline : undefined;
  }

  /** Returns every shown pipeline once. */
  get all(): Pipeline[] {
    const latest = this.branchPipeline;
    const all = [...(latest ? [latest] : []), ...(this.list.items ?? []), ...this.found];
    return [...new Map(all.map((pipeline) => [pipeline.id, pipeline])).values()];
  }

  /** Returns whether anything shown is changing or about to. */
  get running(): boolean {
    return this.inGrace || this.pace === "running" || this.bridges.running.length > 0;
  }

  /** Returns the known pipelines of the project that are running or about to. */
  get runningOnes(): readonly Pipeline[] {
    return this.all.filter(({ status }) => isRunning(status));
  }

  /** Returns how often pipelines are checked while no row shows them: not at all when none is running. */
  get hiddenPace(): PollPriority {
    return this.inGrace || this.pace === "running" ? "idle" : this.pace;
  }

  /** Returns how often the pipeline that changed last is polled. */
  private get pace(): PollPriority {
    const now = this.now();
    const paces = new Set(
      this.runningOnes.map((pipeline) => paceOf(pipeline, this.records.changedAt("pipeline", pipeline.id), now)),
    );
    return (["running", "idle", "rare"] as const).find((pace) => paces.has(pace)) ?? "none";
  }

  /** Returns the cached details of a pipeline's current state. */
  knownDetails(pipeline: Pipeline): PipelineDetails | undefined {
    const latest = this.branchPipeline;
    if (latest?.id === pipeline.id && this.branch.readAt > 0 && versionOf(latest) === versionOf(pipeline))
      return latest;
    const known = this.details.get(pipeline.id);
    return known?.version === versionOf(pipeline) ? known.details : undefined;
  }

  /** @param project of the pipeline, if downstream in another project */
  async loadDetails(
    pipeline: Pipeline,
    signal: AbortSignal,
    project: ProjectId = this.scope.project,
  ): Promise<PipelineDetails> {
    const known = this.knownDetails(pipeline);
    if (known) return known;
    const details = await this.client.pipelines.get(project, pipeline.id, { signal });
    this.keepDetails(versionOf(pipeline), details);
    return details;
  }

  /** Returns why a pipeline's CI file is invalid, as far as that is known. */
  ciError({ id }: Pick<Pipeline, "id">): string | undefined {
    const error = this.records.get("pipeline", id)?.yaml_errors ?? this.details.get(id)?.details.yaml_errors;
    return typeof error === "string" && error.trim() !== "" ? error : undefined;
  }

  /**
   * Returns the jobs of a pipeline while it is open.
   * @param project of the pipeline, if downstream in another project
   */
  jobs(pipeline: number, project: ProjectId = this.scope.project): PipelineJobs {
    const known = this.opened.get(pipeline);
    if (known) return known;
    const jobs = this.pipelineJobs.of(project, pipeline);
    this.opened.set(pipeline, jobs);
    return jobs;
  }

  /** Reads the jobs of a pipeline: all of them if it is open, else what is not known from elsewhere. */
  async loadJobs(pipeline: number, project: ProjectId, signal: AbortSignal): Promise<void> {
    const isOpen = this.opened.has(pipeline);
    const jobs = this.jobs(pipeline, project);
    await (isOpen ? jobs.load(signal) : jobs.ensure(this.records.changedAt("pipeline", pipeline), signal));
  }

  /** Returns the jobs of an open pipeline. */
  knownJobs(pipeline: number): PipelineJobs | undefined {
    return this.opened.get(pipeline);
  }

  /** Returns how long a pipeline still takes, if its jobs are open. @param project of the pipeline, if downstream in another project */
  times(pipeline: Pick<Pipeline, "id" | "status">, project: ProjectId = this.scope.project): PipelineTimes | undefined {
    const jobs = this.opened.get(pipeline.id);
    return jobs && knownTimes(this.pipelineJobs, project, pipeline, jobs, this.now());
  }

  /** Returns how long a job still takes. */
  jobTimes(job: Job, project: ProjectId = this.scope.project): JobTimes {
    return jobTimes(this.pipelineJobs, project, job, this.now());
  }

  /** Reads how long the jobs of the project usually take, if something runs and that is due. @throws ApiError, CancelledError */
  async loadDurations(pipeline: Pick<Pipeline, "status">, signal: AbortSignal): Promise<void> {
    if (isRunning(pipeline.status)) await this.pipelineJobs.durations.ensure(this.scope.project, signal);
  }

  close(pipeline: number): void {
    this.opened.delete(pipeline);
    this.bridges.close(pipeline);
  }

  async loadList(signal: AbortSignal): Promise<void> {
    await this.list.load(signal);
    this.applyList();
  }

  async refreshList(signal: AbortSignal): Promise<void> {
    await this.list.refresh(signal);
    this.applyList();
  }

  /** Checks what runs with one request while no row shows it; not retried. @throws ApiError, CancelledError */
  async pollHidden(signal: AbortSignal): Promise<void> {
    const latest = this.branchPipeline;
    // Not among the newest pipelines, and so the least recently read one is the branch's.
    if (latest && this.isUnlisted && isRunning(latest.status)) {
      this.isUnlisted = false;
      await this.branch.load(signal, false);
      return;
    }
    const { items } = await this.client.pipelines
      .list(this.scope.project, {}, { perPage: newestLimit, signal, repeat: false })
      .page();
    signal.throwIfAborted();
    const listed = new Set(items.map(({ id }) => id));
    this.isUnlisted = latest !== undefined && !listed.has(latest.id);
  }

  async refreshJobs(pipeline: number, signal: AbortSignal): Promise<void> {
    const jobs = this.jobs(pipeline);
    if (jobs.stages === undefined || jobs.isWritten) return jobs.update(signal);
    const status = await jobs.poll(signal);
    if (status !== undefined) this.applyUpdate(pipeline, { status });
  }

  /** Adds a pipeline to show on request. */
  addFound(pipeline: Pipeline): void {
    this.foundOnes = [pipeline, ...this.foundOnes.filter(({ id }) => id !== pipeline.id)].slice(0, maxFound);
  }

  /** Polls faster for a moment after a push. */
  notePush(): void {
    this.pushedAt = this.now();
  }

  /** Polls faster after a write that creates a pipeline on another branch, as a merge does. */
  expectPipeline(): void {
    this.notePush();
    this.newestBefore = this.newest;
  }

  /** Marks a pipeline, or the pipeline of a job, to be read again after a write. */
  markChanged(pipeline: number | undefined, job: number | undefined): void {
    const ids = new Set(pipeline === undefined ? [] : [pipeline]);
    for (const [id, jobs] of this.opened) if (job !== undefined && jobs.has(job)) ids.add(id);
    for (const id of ids) {
      this.written.add(id);
      this.details.delete(id);
    }
  }

  /** Returns the requests of a full refresh. */
  refreshes(opened: ExpandedNodes): PipelineTask[] {
    const written = [...this.written].filter((id) => this.isOutOfSight(id));
    this.written.clear();
    const tasks = this.tasks(opened);
    return [
      ...tasks,
      ...written.filter((id) => !tasks.some(({ key }) => key === `pipeline ${id}`)).map((id) => this.pipelineTask(id)),
    ];
  }

  /** Returns the most overdue task, and marks it as tried. */
  next(opened: ExpandedNodes): PipelineTask | undefined {
    const now = this.now();
    const first = mostOverdue(this.tasks(opened), this.lastTried, now);
    if (first) this.lastTried.set(first.key, now);
    return first;
  }

  private tasks({ list, branch, pipelines }: ExpandedNodes): PipelineTask[] {
    const tasks: PipelineTask[] = [];
    // Pipelines of other branches only appear in the list.
    const expected = this.inGrace && this.newest <= this.newestBefore;
    if (list)
      tasks.push({
        of: "list",
        key: "list",
        seenAt: this.listReadAt,
        every: expected ? 1 / 3 : 1,
        run: (signal) => this.refreshList(signal),
      });
    // The list's first page also contains the branch's pipeline, unless it is filtered or older.
    const every = list && this.isBranchListed() ? 20 : branch ? 1 : 2;
    tasks.push({
      of: "branch",
      key: "branch",
      seenAt: this.branch.readAt,
      every,
      run: (signal) => this.branch.load(signal, false),
    });
    for (const id of pipelines) {
      if (this.opened.get(id)?.isWritten !== true && !this.mayHaveChanged(id)) continue;
      tasks.push({
        of: id,
        key: `jobs ${id}`,
        seenAt: this.jobs(id).seenAt,
        every: 1,
        run: (signal) => this.refreshJobs(id, signal),
      });
    }
    const apart = [...this.found, ...this.list.outOfReach];
    const running = apart.filter(({ id, status }) => isRunning(status) && id !== this.branchPipeline?.id);
    const bridges = this.bridges.running.filter(({ pipeline }) => pipelines.has(pipeline));
    const looks = bridges.map(({ pipeline: of, seenAt }): PipelineTask => ({
      of,
      key: `bridges ${of}`,
      seenAt,
      every: 2,
      run: (signal) => this.bridges.refresh(of, signal),
    }));
    return [...tasks, ...looks, ...running.map(({ id }) => this.pipelineTask(id))];
  }

  /** Returns a task for one pipeline that no other task refreshes. */
  private pipelineTask(id: number): PipelineTask {
    const seenAt = this.details.get(id)?.seenAt ?? 0;
    return { of: id, key: `pipeline ${id}`, seenAt, every: 1, run: (signal) => this.refreshOne(id, signal) };
  }

  private async refreshOne(id: number, signal: AbortSignal): Promise<void> {
    try {
      const details = await this.client.pipelines.get(this.scope.project, id, { signal, repeat: false });
      this.keepDetails(versionOf(details), details);
      this.applyUpdate(id, details);
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
      this.list.remove(id);
      this.foundOnes = this.foundOnes.filter((pipeline) => pipeline.id !== id);
    }
  }

  private get inGrace(): boolean {
    return this.now() - this.pushedAt < pushGrace;
  }

  /** Returns the highest known pipeline ID, or 0. */
  private get newest(): number {
    return this.all.reduce((highest, { id }) => Math.max(highest, id), 0);
  }

  /** Returns whether a pipeline is shown but possibly outside the refreshed pages of the list. */
  private isOutOfSight(id: number): boolean {
    const listed = this.list.outOfReach.length > 0 ? this.list.items : undefined;
    return [...(listed ?? []), ...this.found].some((pipeline) => pipeline.id === id);
  }

  private isBranchListed(): boolean {
    if (!isUnfiltered(this.shownFilter)) return false;
    const latest = this.branchPipeline;
    return latest === undefined
      ? this.branch.value.kind === "empty"
      : this.list.items?.some(({ id }) => id === latest.id) === true;
  }

  /** Returns whether a pipeline's jobs may have changed: it is running, or ended after some were last read. */
  private mayHaveChanged(id: number): boolean {
    const pipeline = this.all.find((known) => known.id === id) ?? this.bridges.downstream(id);
    const jobs = this.opened.get(id);
    if (!pipeline || jobs?.stages === undefined) return false;
    if (isRunning(pipeline.status)) return true;
    const ended = Date.parse(pipeline.updated_at ?? "");
    return jobs.unfinishedSince < (Number.isNaN(ended) ? this.listReadAt : ended + 5_000);
  }

  /** Updates other parts from the list. */
  private applyList(): void {
    this.listReadAt = this.now();
    const items = this.list.items ?? [];
    const { value } = this.branch;
    for (const item of items) this.branch.patch(item);
    this.foundOnes = this.foundOnes.map((found) => items.find(({ id }) => id === found.id) ?? found);
    const ref = value.kind !== "none" && value.target.kind === "branch" ? value.target.ref : undefined;
    const latest = this.branchPipeline?.id ?? 0;
    if (ref !== undefined && items.some((item) => item.ref === ref && item.id > latest)) this.branch.markOutdated();
  }

  private keepDetails(version: string, details: PipelineDetails): void {
    this.details.delete(details.id);
    this.details.set(details.id, { version, details, seenAt: this.now() });
    for (const oldest of [...this.details.keys()].slice(0, -maxDetails)) this.details.delete(oldest);
  }

  private applyUpdate(id: number, news: Partial<PipelineDetails>): void {
    this.list.patch(id, news);
    if (news.status) this.bridges.patch(id, news.status);
    this.branch.patch({ ...news, id });
    this.foundOnes = this.foundOnes.map((pipeline) => (pipeline.id === id ? { ...pipeline, ...news } : pipeline));
  }
}

const versionOf = (pipeline: Pipeline): string =>
  `${pipeline.status} ${pipeline.updated_at ?? ""} ${pipeline.name ?? ""}`;
