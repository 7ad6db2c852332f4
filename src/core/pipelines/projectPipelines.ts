import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Pipeline, PipelineDetails } from "../../api/resources/pipelines.ts";
import type { ProjectScope } from "../base/refs.ts";
import { PagedList } from "../tree/pagedList.ts";
import { isRunning } from "../ui/statusStyle.ts";
import type { BranchPipeline } from "./branchPipeline.ts";
import { Bridges } from "./bridges.ts";
import { isUnfiltered, type PipelineFilter } from "./filter.ts";
import { PipelineJobs } from "./pipelineJobs.ts";

/** What of a project the person has open: only that is kept up to date. */
export interface Opened {
  readonly list: boolean;
  readonly branch: boolean;
  readonly pipelines: ReadonlySet<number>;
}

/** One request that would bring something up to date. It is not repeated when it fails: it comes round again. */
export interface RefreshTask {
  /** What it is about: the list, the branch's latest, or the id of a pipeline. */
  readonly of: "list" | "branch" | number;
  readonly key: string;
  readonly seenAt: number;
  /** How old it may get, in ms, before it weighs as much as any other. */
  readonly every: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Pipelines shown on request, though no list holds them. */
const mostFound = 5;
const mostDetails = 100;
/** A pushed commit's pipeline appears a moment later: for so long the view looks at the pace of a running one. */
const pushGrace = 60_000;

/** What is known of one project's pipelines and their jobs, and what to ask next. Free of VS Code. */
export class ProjectPipelines {
  readonly scope: ProjectScope;
  readonly list: PagedList<Pipeline>;
  readonly branch: BranchPipeline;
  /** The jobs of open pipelines that start others. */
  readonly bridges: Bridges;
  private shownFilter: PipelineFilter;
  private readonly client: Client;
  private readonly now: () => number;
  private readonly opened = new Map<number, PipelineJobs>();
  private readonly details = new Map<
    number,
    { readonly version: string; readonly details: PipelineDetails; readonly seenAt: number }
  >();
  /** Pipelines whose jobs must be looked at again although they were all over. */
  private readonly touched = new Set<number>();
  /** Pipelines that were written to since the last refresh. */
  private readonly written = new Set<number>();
  /** When each chore was last tried, so that one that fails does not keep the others from their turn. */
  private readonly tried = new Map<string, number>();
  private foundOnes: readonly Pipeline[] = [];
  private listSeen = 0;
  private pushedAt = -Infinity;
  /** The newest pipeline of when another one was announced; -1 when none was. */
  private newestBefore = -1;

  /** @param options.failed hears of what is left out of the rows because it could not be read */
  constructor(options: {
    scope: ProjectScope;
    client: Client;
    filter: PipelineFilter;
    branch: BranchPipeline;
    now?: () => number;
    failed?: (error: unknown) => void;
  }) {
    const { client, scope, filter } = options;
    this.scope = scope;
    this.shownFilter = filter;
    this.client = client;
    this.branch = options.branch;
    this.now = options.now ?? Date.now;
    this.bridges = new Bridges(client, this.now, options.failed ?? (() => undefined));
    this.list = new PagedList<Pipeline>((page) => client.pipelines.list(scope.project, this.shownFilter, page));
  }

  get filter(): PipelineFilter {
    return this.shownFilter;
  }

  set filter(filter: PipelineFilter) {
    this.shownFilter = filter;
    this.list.clear();
  }

  /** Pipelines that the person asked to see and that no list holds, newest first. */
  get found(): readonly Pipeline[] {
    return this.foundOnes.filter(({ id }) => !this.list.items?.some((pipeline) => pipeline.id === id));
  }

  get branchPipeline(): PipelineDetails | undefined {
    const { value } = this.branch;
    return value.kind === "pipeline" ? value.pipeline : undefined;
  }

  /** Every pipeline that is shown, once. */
  get all(): Pipeline[] {
    const latest = this.branchPipeline;
    const all = [...(latest ? [latest] : []), ...(this.list.items ?? []), ...this.foundOnes];
    return [...new Map(all.map((pipeline) => [pipeline.id, pipeline])).values()];
  }

  /** Whether something shown changes by itself, or is about to. */
  get running(): boolean {
    return this.inGrace || this.all.some(({ status }) => isRunning(status)) || this.bridges.running.length > 0;
  }

  /** What is known about the details of a pipeline as it is now. */
  knownDetails(pipeline: Pipeline): PipelineDetails | undefined {
    const latest = this.branchPipeline;
    if (latest?.id === pipeline.id && this.branch.seenAt > 0 && versionOf(latest) === versionOf(pipeline))
      return latest;
    const known = this.details.get(pipeline.id);
    return known?.version === versionOf(pipeline) ? known.details : undefined;
  }

  async loadDetails(pipeline: Pipeline, signal: AbortSignal): Promise<PipelineDetails> {
    const known = this.knownDetails(pipeline);
    if (known) return known;
    const details = await this.client.pipelines.get(this.scope.project, pipeline.id, { signal });
    this.keepDetails(versionOf(pipeline), details);
    return details;
  }

  /** The jobs of a pipeline, from its opening to its closing. @param project of a pipeline that one of another project started */
  jobs(pipeline: number, project: ProjectId = this.scope.project): PipelineJobs {
    const known = this.opened.get(pipeline);
    if (known) return known;
    const jobs = new PipelineJobs(
      // Earlier attempts cost no request of their own, keep the stages in order and their logs in reach.
      (options) =>
        this.client.jobs.listForPipeline(project, pipeline, { include_retried: true }, { perPage: 100, ...options }),
      this.now,
    );
    this.opened.set(pipeline, jobs);
    return jobs;
  }

  /** The jobs of a pipeline that is open. */
  knownJobs(pipeline: number): PipelineJobs | undefined {
    return this.opened.get(pipeline);
  }

  close(pipeline: number): void {
    this.opened.delete(pipeline);
    this.bridges.close(pipeline);
  }

  async loadList(signal: AbortSignal): Promise<void> {
    await this.list.load(signal);
    this.listed();
  }

  async refreshList(signal: AbortSignal): Promise<void> {
    await this.list.refresh(signal);
    this.listed();
  }

  async refreshJobs(pipeline: number, signal: AbortSignal): Promise<void> {
    const jobs = this.jobs(pipeline);
    // A write may have changed any page: of several, all are read anew.
    const anew = jobs.stages === undefined || (this.touched.has(pipeline) && jobs.isLong);
    this.touched.delete(pipeline);
    if (anew) return jobs.load(signal, false);
    const status = await jobs.poll(signal);
    if (status !== undefined) this.note(pipeline, { status });
  }

  /** Adds a pipeline that somebody asked to see. */
  addFound(pipeline: Pipeline): void {
    this.foundOnes = [pipeline, ...this.foundOnes.filter(({ id }) => id !== pipeline.id)].slice(0, mostFound);
  }

  /** A push happened. */
  pushed(): void {
    this.pushedAt = this.now();
  }

  /** Something was written that makes a pipeline of some branch a moment later, as a merge does. */
  expect(): void {
    this.pushed();
    this.newestBefore = this.newest;
  }

  /** Something was written: this pipeline, or the one with this job, must be looked at again. */
  touch(pipeline: number | undefined, job: number | undefined): void {
    const ids = new Set(pipeline === undefined ? [] : [pipeline]);
    for (const [id, jobs] of this.opened) if (job !== undefined && jobs.has(job)) ids.add(id);
    for (const id of ids) {
      this.touched.add(id);
      this.written.add(id);
      this.details.delete(id);
    }
  }

  /** Everything that an event calls for at once, one request each. */
  refreshes(opened: Opened): RefreshTask[] {
    const written = [...this.written].filter((id) => this.isOutOfSight(id));
    this.written.clear();
    const chores = this.chores(opened);
    return [
      ...chores,
      ...written.filter((id) => !chores.some(({ key }) => key === `pipeline ${id}`)).map((id) => this.lookAt(id)),
    ];
  }

  /** The one request that is most worth it; marks it as tried. */
  next(opened: Opened): RefreshTask | undefined {
    const weight = ({ key, seenAt, every }: RefreshTask): number =>
      (this.now() - Math.max(seenAt, this.tried.get(key) ?? 0)) / every;
    const chores = this.chores(opened);
    const most = chores.reduce<RefreshTask | undefined>(
      (a, b) => (a === undefined || weight(b) > weight(a) ? b : a),
      undefined,
    );
    if (most) this.tried.set(most.key, this.now());
    return most;
  }

  private chores({ list, branch, pipelines }: Opened): RefreshTask[] {
    const chores: RefreshTask[] = [];
    // Only the list tells of a pipeline of another branch.
    const expected = this.inGrace && this.newest <= this.newestBefore;
    if (list)
      chores.push({
        of: "list",
        key: "list",
        seenAt: this.listSeen,
        every: expected ? 1 / 3 : 1,
        run: (signal) => this.refreshList(signal),
      });
    // The list's first page tells of the branch's news too, unless a filter or older ones hide them.
    const every = list && this.isCovered() ? 20 : branch ? 1 : 2;
    chores.push({
      of: "branch",
      key: "branch",
      seenAt: this.branch.seenAt,
      every,
      run: (signal) => this.branch.load(signal, false),
    });
    for (const id of pipelines) {
      if (!this.touched.has(id) && !this.isUnsettled(id)) continue;
      chores.push({
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
    const looks = bridges.map(({ pipeline: of, seenAt }): RefreshTask => ({
      of,
      key: `bridges ${of}`,
      seenAt,
      every: 2,
      run: (signal) => this.bridges.refresh(of, signal),
    }));
    return [...chores, ...looks, ...running.map(({ id }) => this.lookAt(id))];
  }

  /** A look at one pipeline that no other request brings up to date. */
  private lookAt(id: number): RefreshTask {
    const seenAt = this.details.get(id)?.seenAt ?? 0;
    return { of: id, key: `pipeline ${id}`, seenAt, every: 1, run: (signal) => this.refreshOne(id, signal) };
  }

  private async refreshOne(id: number, signal: AbortSignal): Promise<void> {
    try {
      const details = await this.client.pipelines.get(this.scope.project, id, { signal, repeat: false });
      this.keepDetails(versionOf(details), details);
      this.note(id, details);
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
      this.list.remove(id);
      this.foundOnes = this.foundOnes.filter((pipeline) => pipeline.id !== id);
    }
  }

  private get inGrace(): boolean {
    return this.now() - this.pushedAt < pushGrace;
  }

  /** The highest id of all that is known; 0 when nothing is. */
  private get newest(): number {
    return this.all.reduce((highest, { id }) => Math.max(highest, id), 0);
  }

  /** Whether a pipeline is shown where looking for news in the list does not surely reach. */
  private isOutOfSight(id: number): boolean {
    const listed = this.list.outOfReach.length > 0 ? this.list.items : undefined;
    return [...(listed ?? []), ...this.found].some((pipeline) => pipeline.id === id);
  }

  private isCovered(): boolean {
    if (!isUnfiltered(this.shownFilter)) return false;
    const latest = this.branchPipeline;
    return latest === undefined
      ? this.branch.value.kind === "empty"
      : this.list.items?.some(({ id }) => id === latest.id) === true;
  }

  /** Whether a pipeline's jobs may differ from what is known: it runs, or it ended after some of them were last seen. */
  private isUnsettled(id: number): boolean {
    const pipeline = this.all.find((known) => known.id === id) ?? this.bridges.started(id);
    const jobs = this.opened.get(id);
    if (!pipeline || jobs?.stages === undefined) return false;
    if (isRunning(pipeline.status)) return true;
    const ended = Date.parse(pipeline.updated_at ?? "");
    return jobs.unsettledSince < (Number.isNaN(ended) ? this.listSeen : ended + 5_000);
  }

  /** The list was read: whatever else shows its pipelines learns from it. */
  private listed(): void {
    this.listSeen = this.now();
    const items = this.list.items ?? [];
    const { value } = this.branch;
    for (const item of items) this.branch.patch(item);
    this.foundOnes = this.foundOnes.map((found) => items.find(({ id }) => id === found.id) ?? found);
    const ref = value.kind !== "none" && value.target.kind === "branch" ? value.target.ref : undefined;
    const latest = this.branchPipeline?.id ?? 0;
    if (ref !== undefined && items.some((item) => item.ref === ref && item.id > latest)) this.branch.outdate();
  }

  private keepDetails(version: string, details: PipelineDetails): void {
    this.details.delete(details.id);
    this.details.set(details.id, { version, details, seenAt: this.now() });
    for (const oldest of [...this.details.keys()].slice(0, -mostDetails)) this.details.delete(oldest);
  }

  private note(id: number, news: { readonly status: string } & Partial<PipelineDetails>): void {
    this.list.patch(id, news);
    this.bridges.patch(id, news.status);
    this.branch.patch({ ...news, id });
    this.foundOnes = this.foundOnes.map((pipeline) => (pipeline.id === id ? { ...pipeline, ...news } : pipeline));
  }
}

const versionOf = (pipeline: Pipeline): string =>
  `${pipeline.status} ${pipeline.updated_at ?? ""} ${pipeline.name ?? ""}`;
