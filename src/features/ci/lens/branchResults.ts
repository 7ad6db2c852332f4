import { type TextDocument, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { targetOf } from "../../../core/pipelines/branchPipeline.ts";
import type { PollPriority, PollScheduler, PollHandle } from "../../../core/tree/poll.ts";
import type { OpenProject } from "../../../git/project.ts";
import type { CiFiles } from "../language/ciFiles.ts";
import { isInRepository } from "../templates/inRepository.ts";
import { BranchJobs } from "./branchJobs.ts";

/** Older data is read again when a CI file becomes visible, in ms. */
const freshFor = 60_000;
/** Delay before reading after a write, in ms; the host processes it asynchronously. */
const writeDelay = 3_000;

/**
 * The job results of the open project's CI files on its branch. They are read when a CI file becomes visible and polled
 * while one is visible. No requests are sent while signed out or when the setting is off.
 */
export class BranchResults implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  /** Fires when the results change, or should no longer be shown. */
  readonly onDidChange: Event<undefined> = this.changed.event;
  private readonly context: Pick<Context, "current" | "config" | "connections" | "changes" | "log">;
  private readonly polling: PollScheduler;
  private readonly ciFiles: Pick<CiFiles, "has" | "onDidChange">;
  /** Returns the names of the jobs in a CI file. */
  private readonly namesIn: (document: TextDocument) => readonly string[];
  private readonly handle: PollHandle;
  private data: BranchJobs | undefined;
  private project: OpenProject | undefined;
  private account: Connection | undefined;
  /** Aborts the requests for the current branch, and the latest refresh. */
  private work = new AbortController();
  private refreshing = new AbortController();
  private visible = false;
  private wrote = false;

  constructor(
    context: Pick<Context, "current" | "config" | "connections" | "changes" | "log">,
    polling: PollScheduler,
    ciFiles: Pick<CiFiles, "has" | "onDidChange">,
    namesIn: (document: TextDocument) => readonly string[],
  ) {
    this.context = context;
    this.polling = polling;
    this.ciFiles = ciFiles;
    this.namesIn = namesIn;
    this.handle = this.owned.add(
      polling.add({
        name: "CI file",
        instance: () => this.project?.instance,
        demand: () => this.demand(),
        poll: (signal) => this.poll(signal),
        refresh: () => this.refresh(),
      }),
    );
    this.owned.add(context.current.onDidChange(() => this.follow()));
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.updateVisibility()));
    this.owned.add(ciFiles.onDidChange(() => this.updateVisibility()));
    this.owned.add(
      context.connections.onDidChangeRecords(({ connection, changes: { pipeline, job } }) => {
        if (this.visible && connection === this.account && pipeline.size + job.size > 0) this.changed.fire(undefined);
      }),
    );
    this.owned.add(context.changes.event((change) => this.onWrite(change)));
    this.owned.add(context.config.onDidChange((affects) => affects("forgeline.ci.lens") && this.follow()));
    this.follow();
  }

  /** Returns the results for a CI file, or undefined if it is not one of the open project. */
  of(document: TextDocument): BranchJobs | undefined {
    return this.isInProject(document) ? this.data : undefined;
  }

  /**
   * Reads the older pipelines of the branch; does nothing while the host's rate limit is reached.
   * @throws ApiError
   */
  async readOlder(): Promise<void> {
    const { data, polling, work } = this;
    if (!data || polling.silentUntil(data.scope.instance) !== undefined) return;
    if (data.pipelines === undefined) await data.refresh(work.signal);
    await data.readOlder(work.signal);
    if (data === this.data) this.changed.fire(undefined);
  }

  dispose(): void {
    this.work.abort();
    this.refreshing.abort();
    this.owned.dispose();
  }

  private isInProject({ uri }: TextDocument): boolean {
    return this.ciFiles.has(uri) && isInRepository(uri, this.project?.root);
  }

  private visibleDocuments(): TextDocument[] {
    return window.visibleTextEditors.map(({ document }) => document).filter((document) => this.isInProject(document));
  }

  private demand(): PollPriority {
    if (!this.data || !this.visible) return "none";
    return this.data.running ? "running" : "idle";
  }

  /** Starts anew when the project, account or branch changes. */
  private follow(): void {
    const { value } = this.context.current;
    const ready = value.kind === "ready" && this.context.config.get("forgeline.ci.lens") ? value : undefined;
    const target = ready && targetOf(ready.project);
    const branch =
      target?.kind === "branch" ? { ref: target.ref } : target?.kind === "commit" ? { sha: target.sha } : undefined;
    const same =
      this.project &&
      ready &&
      sameProject(this.project, ready.project) &&
      this.account === ready.connection &&
      JSON.stringify(this.data?.target) === JSON.stringify(branch);
    this.project = ready?.project;
    this.account = ready?.connection;
    if (same !== true) {
      this.work.abort();
      this.work = new AbortController();
      this.visible = false;
      this.data =
        ready &&
        branch &&
        new BranchJobs({
          scope: { instance: ready.project.instance, project: ready.project.project },
          target: branch,
          client: ready.connection.client,
          records: ready.connection.records,
          pipelineJobs: ready.connection.pipelineJobs,
        });
      this.changed.fire(undefined);
    }
    this.updateVisibility();
  }

  private updateVisibility(): void {
    const { data, visible: seen } = this;
    this.visible = data !== undefined && this.visibleDocuments().length > 0;
    if (this.visible && !seen && data && Date.now() - data.listReadAt >= freshFor) this.handle.shown();
    else this.handle.changed();
  }

  private async poll(signal: AbortSignal): Promise<void> {
    const { data, work } = this;
    if (!data) return;
    const names = new Set(this.visibleDocuments().flatMap((document) => this.namesIn(document)));
    await data.poll(names, AbortSignal.any([signal, work.signal]));
    if (data === this.data) this.changed.fire(undefined);
  }

  /** Reads visible results now, and marks others as outdated. */
  private refresh(): void {
    const { data } = this;
    if (!data) return;
    if (!this.visible) {
      data.markOutdated();
      return;
    }
    this.refreshing.abort();
    this.refreshing = new AbortController();
    data
      .refresh(AbortSignal.any([this.refreshing.signal, this.work.signal]))
      .catch((error: unknown) => {
        // Background request: the lenses keep showing what is known.
        if (!isCancelled(error)) this.context.log.debug("How the jobs of the CI file went could not be read", error);
      })
      .finally(() => {
        if (data !== this.data) return;
        this.changed.fire(undefined);
        this.handle.changed();
      });
    if (this.wrote) this.handle.soon(writeDelay);
    this.wrote = false;
  }

  private onWrite(change: Change): void {
    const { data, project } = this;
    if (
      !data ||
      !project ||
      (change.subject !== "pipeline" && change.subject !== "job") ||
      !sameProject(project, change)
    )
      return;
    if (change.subject === "pipeline") data.markChanged(change.id, undefined);
    else data.markChanged(change.pipelineId, change.id);
    this.wrote = true;
    this.handle.refresh();
  }
}
