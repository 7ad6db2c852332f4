import type { Client } from "../../api/client.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { OpenProject } from "../../git/project.ts";
import { type ProjectScope, projectNumber } from "../base/refs.ts";
import { type JobTimes, jobTimes, knownTimes } from "../pipelines/estimates.ts";
import { paceOf } from "../pipelines/pace.ts";
import type { PipelineJobs } from "../pipelines/pipelineJobs.ts";
import { PipelineJobsCache } from "../pipelines/pipelineJobsCache.ts";
import type { PipelineTimes } from "../pipelines/timeLeft.ts";
import { RecordStore } from "../records/recordStore.ts";
import { mostOverdue, type RefreshTask } from "../tree/refreshTask.ts";
import { isRunning } from "../ui/statusStyle.ts";
import { type Folder, folderPages } from "./folders.ts";
import { ForkNames } from "./forkNames.ts";
import { HeadPipelines } from "./headPipelines.ts";
import { MergeRequestList } from "./list.ts";
import { requestOfBranch } from "./localBranch.ts";
import { MergedBranch } from "./mergedBranch.ts";
import type { HeadPipeline, HeadPipelineNode, JobNode } from "./nodes.ts";

/** Expanded folders: only these are kept up to date. */
export interface OpenedRows {
  readonly folders: readonly Folder[];
  /** Pipelines with visible stages, and their projects. */
  readonly pipelines: readonly (ProjectScope & { readonly pipeline: HeadPipeline })[];
}

/** A task that refreshes a folder, the pipelines of the rows, or the jobs of a pipeline. */
export interface MergeRequestTask extends RefreshTask<
  { readonly folder: string } | { readonly pipeline: number } | "heads"
> {
  /** Whether the host is about to have news; such tasks go first. */
  readonly awaited?: boolean;
}

/** The cached merge requests of one project (or of all), and what to request next. Free of VS Code. */
export class ProjectMergeRequests {
  readonly scope: ProjectScope;
  readonly client: Client;
  readonly heads: HeadPipelines;
  readonly forks: ForkNames;
  private readonly records: RecordStore;
  private readonly now: () => number;
  private readonly number: () => number | undefined;
  private readonly open: () => OpenProject | undefined;
  private readonly merged: MergedBranch;
  private readonly lists = new Map<string, MergeRequestList>();
  private readonly pipelineJobs: PipelineJobsCache;
  private readonly opened = new Map<number, PipelineJobs>();
  /** Time of the last attempt of each task, so that a failing one does not hold up the others. */
  private readonly tried = new Map<string, number>();

  /**
   * @param options.pipelineJobs shared with others that show jobs
   * @param options.number id of the open project, if known by now
   * @param options.open the open project with its branch
   */
  constructor(options: {
    scope: ProjectScope;
    client: Client;
    records?: RecordStore;
    pipelineJobs?: PipelineJobsCache;
    number?: () => number | undefined;
    open?: () => OpenProject;
    now?: () => number;
  }) {
    const { client, scope, now = Date.now, records = new RecordStore() } = options;
    this.records = records;
    this.scope = scope;
    this.client = client;
    this.now = now;
    this.pipelineJobs = options.pipelineJobs ?? new PipelineJobsCache(client, records, now);
    this.number = options.number ?? (() => projectNumber(scope));
    this.open = options.open ?? (() => undefined);
    this.merged = new MergedBranch(now);
    this.heads = new HeadPipelines(client, scope, records, now);
    this.forks = new ForkNames(client);
  }

  /** Returns the list of a folder; a changed query starts a new one. */
  list(folder: Folder): MergeRequestList {
    const at = `${folder.everywhere ? "everywhere/" : ""}${folder.id}`;
    const key = JSON.stringify([folder.everywhere, folder.query]);
    const known = this.lists.get(at);
    if (known?.key === key) return known;
    const { client, scope } = this;
    const list = new MergeRequestList(
      key,
      ({ recheck = false, simple = false }, options) =>
        folderPages(
          client,
          scope,
          folder,
          {
            ...(recheck && mayBeOpen(folder) && { with_merge_status_recheck: true }),
            ...(simple && { view: "simple" }),
          },
          options,
        ),
      this.now,
      this.records.of("mergeRequest"),
    );
    this.lists.set(at, list);
    return list;
  }

  /** Returns the rows of a folder; the branch folder leaves out branches of the same name in other projects. */
  rows(folder: Folder): readonly MergeRequest[] | undefined {
    const { items } = this.list(folder);
    const number = this.number();
    if (folder.group !== "current" || !folder.everywhere || number === undefined) return items;
    const checkedOut = requestOfBranch(folder.name ?? "");
    if (checkedOut) return items?.filter(({ iid, project_id }) => iid === checkedOut.iid && project_id === number);
    return items?.filter(
      ({ source_project_id: source }) => source === undefined || source === null || source === number,
    );
  }

  /** Returns the merge request that merged the current branch as it is here; undefined if it is not known to be merged. */
  get mergedBranch(): MergeRequest | undefined {
    const open = this.open();
    return open && this.merged.of(open);
  }

  /** Whether it was asked for, so that nothing else is offered before. */
  get isMergedRead(): boolean {
    return this.merged.isRead || this.open() === undefined;
  }

  /** Reads whether the current branch was merged, once its folder is empty. @throws CancelledError */
  async loadMerged(folder: Folder, signal: AbortSignal): Promise<void> {
    const open = this.open();
    if (folder.group !== "current" || !open) return;
    if (this.rows(folder)?.length !== 0) this.merged.isOpen();
    else await this.merged.load(this.client, open, { signal });
  }

  /** Whether the target of a merge request is the open project. */
  isOwn({ project_id }: Pick<MergeRequest, "project_id">, folder: Pick<Folder, "everywhere">): boolean {
    return !folder.everywhere || project_id === this.number();
  }

  pipelineOf(mergeRequest: MergeRequest, folder: Pick<Folder, "everywhere">): HeadPipeline | undefined {
    return this.isOwn(mergeRequest, folder) ? this.heads.of(mergeRequest) : this.heads.learned(mergeRequest);
  }

  /** Follows the jobs of a pipeline while it is expanded. */
  jobs({ project }: ProjectScope, pipeline: number): PipelineJobs {
    const known = this.opened.get(pipeline);
    if (known) return known;
    const jobs = this.pipelineJobs.of(project, pipeline);
    this.opened.set(pipeline, jobs);
    return jobs;
  }

  /** Reads the jobs of a pipeline: all of them if it is expanded, else what is not known from elsewhere. */
  async loadJobs(scope: ProjectScope, pipeline: number, signal: AbortSignal): Promise<void> {
    const isOpen = this.opened.has(pipeline);
    const jobs = this.jobs(scope, pipeline);
    await (isOpen ? jobs.load(signal) : jobs.ensure(this.records.changedAt("pipeline", pipeline), signal));
  }

  /** Returns the jobs of an expanded pipeline. */
  knownJobs(pipeline: number): PipelineJobs | undefined {
    return this.opened.get(pipeline);
  }

  /** Returns how long the pipeline of a row still takes, if its jobs are expanded. */
  times({
    project,
    pipeline,
  }: Pick<HeadPipelineNode, "project"> & Partial<HeadPipelineNode>): PipelineTimes | undefined {
    const jobs = pipeline && this.opened.get(pipeline.id);
    return jobs && knownTimes(this.pipelineJobs, project, pipeline, jobs);
  }

  /** Reads how long the jobs of a running pipeline usually take, if that is due. @throws ApiError, CancelledError */
  async loadDurations(
    { project, pipeline }: Pick<HeadPipelineNode, "project"> & Partial<HeadPipelineNode>,
    signal: AbortSignal,
  ): Promise<void> {
    if (pipeline && isRunning(pipeline.status)) await this.pipelineJobs.durations.ensure(project, signal);
  }

  /** Returns how long the job of a row still takes. */
  jobTimes({ project, job }: Pick<JobNode, "project" | "job">): JobTimes {
    return jobTimes(this.pipelineJobs, project, job);
  }

  close(pipeline: number): void {
    this.opened.delete(pipeline);
  }

  /** Whether folders contain open merge requests of the project, whose pipelines are worth a request. */
  hasOwnOpen(folders: readonly Folder[]): boolean {
    return folders.some(
      (folder) => this.list(folder).items?.some((one) => one.state === "opened" && this.isOwn(one, folder)) === true,
    );
  }

  /** Whether the host is still checking the mergeability of visible merge requests. */
  isAwaited({ folders }: Pick<OpenedRows, "folders">): boolean {
    return folders.some((folder) => this.list(folder).isAwaited);
  }

  /** Shares the new merge requests of a folder with the other folders. */
  share(folder: Folder): void {
    const from = this.list(folder);
    for (const list of this.lists.values()) if (list !== from && list.items !== undefined) list.learn(from.items ?? []);
  }

  /** Whether something expanded changes by itself. */
  isRunning({ folders, pipelines }: OpenedRows): boolean {
    return (
      this.isAwaited({ folders }) ||
      folders.some((folder) => this.anyRunning(folder)) ||
      pipelines.some(({ pipeline }) => this.isUnsettled(pipeline))
    );
  }

  /** Returns a request for everything that an event may have changed. */
  refreshes(opened: OpenedRows): MergeRequestTask[] {
    return this.tasks(opened);
  }

  /** Returns the most overdue request and marks it as tried. */
  next(opened: OpenedRows): MergeRequestTask | undefined {
    const tasks = this.tasks(opened);
    const awaited = tasks.filter((task) => task.awaited === true);
    const now = this.now();
    const first = mostOverdue(awaited.length > 0 ? awaited : tasks, this.tried, now);
    if (first) this.tried.set(first.key, now);
    return first;
  }

  private tasks({ folders, pipelines }: OpenedRows): MergeRequestTask[] {
    const tasks: MergeRequestTask[] = [];
    for (const folder of folders) {
      const list = this.list(folder);
      if (list.items === undefined) continue; // VS Code asks for the first answer itself.
      const run = async (signal: AbortSignal): Promise<void> => {
        await list.refresh(signal);
        await this.loadMerged(folder, signal);
        this.share(folder);
      };
      tasks.push({
        of: { folder: folder.id },
        key: `folder ${folder.id}`,
        seenAt: list.seenAt,
        every: 1,
        awaited: list.isAwaited,
        run,
      });
    }
    if (this.heads.worthwhile && this.hasOwnOpen(folders)) {
      const every = folders.some((folder) => this.anyRunning(folder)) ? 1 : 3;
      tasks.push({
        of: "heads",
        key: "heads",
        seenAt: this.heads.seenAt,
        every,
        run: (signal) => this.heads.refresh(signal),
      });
    }
    for (const { instance, project, pipeline } of pipelines) {
      if (!this.isUnsettled(pipeline)) continue;
      const jobs = this.jobs({ instance, project }, pipeline.id);
      const run = async (signal: AbortSignal): Promise<void> => {
        if (jobs.isWritten) return jobs.update(signal);
        const status = await jobs.poll(signal);
        if (status !== undefined) this.heads.note(pipeline.id, status);
      };
      tasks.push({ of: { pipeline: pipeline.id }, key: `jobs ${pipeline.id}`, seenAt: jobs.seenAt, every: 1, run });
    }
    return tasks;
  }

  private anyRunning(folder: Folder): boolean {
    return (
      this.rows(folder)?.some((one) => one.state === "opened" && this.isMoving(this.pipelineOf(one, folder))) === true
    );
  }

  /** Whether a pipeline's jobs may have changed: it is running, or some of them are. */
  private isUnsettled(pipeline: HeadPipeline): boolean {
    const jobs = this.opened.get(pipeline.id);
    if (jobs?.stages === undefined) return false;
    return isRunning(pipeline.status) || jobs.isWritten || jobs.unfinishedSince !== Infinity;
  }

  private isMoving(pipeline: HeadPipeline | undefined): boolean {
    if (pipeline === undefined) return false;
    return paceOf(pipeline, this.records.changedAt("pipeline", pipeline.id), this.now()) === "running";
  }
}

/** The mergeability of closed and merged ones does not matter. */
const mayBeOpen = ({ query }: Folder): boolean =>
  query?.state === undefined || query.state === "opened" || query.state === "all";
