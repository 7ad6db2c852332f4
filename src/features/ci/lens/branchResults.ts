import { type TextDocument, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import { isCiFile } from "../../../core/ciFile/isCiFile.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { targetOf } from "../../../core/pipelines/branchPipeline.ts";
import type { PollPriority, PollScheduler, PollHandle } from "../../../core/tree/poll.ts";
import type { OpenProject } from "../../../git/project.ts";
import { isInRepository } from "../templates/inRepository.ts";
import { BranchJobs } from "./branchJobs.ts";

/** What was read this long ago is read anew when a CI file comes into sight, in ms. */
const freshEnough = 60_000;
/** After a write the host needs a moment to act on it, in ms. */
const afterWrite = 3_000;

/**
 * How the jobs of the open project's CI files went on its branch: read when one of the files comes into sight, then kept up to date
 * within the window's budget for as long as one is seen. Nothing is asked while nobody is signed in, or when it is switched off.
 */
export class BranchResults implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  /** Fires when other results are known, or none are to be shown any more. */
  readonly onDidChange: Event<undefined> = this.changed.event;
  private readonly context: Pick<Context, "current" | "config" | "changes" | "log">;
  private readonly polling: PollScheduler;
  /** The names of the jobs that a CI file has. */
  private readonly namesIn: (document: TextDocument) => readonly string[];
  private readonly pollHandle: PollHandle;
  private data: BranchJobs | undefined;
  private project: OpenProject | undefined;
  private account: Connection | undefined;
  /** What is under way for the present branch, and for the latest event. */
  private work = new AbortController();
  private refreshing = new AbortController();
  private seen = false;
  private wrote = false;

  constructor(
    context: Pick<Context, "current" | "config" | "changes" | "log">,
    polling: PollScheduler,
    namesIn: (document: TextDocument) => readonly string[],
  ) {
    this.context = context;
    this.polling = polling;
    this.namesIn = namesIn;
    this.pollHandle = this.owned.add(
      polling.add({
        name: "CI file",
        demand: () => this.demand(),
        poll: (signal) => this.poll(signal),
        refresh: () => this.refresh(),
      }),
    );
    this.owned.add(context.current.onDidChange(() => this.follow()));
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.look()));
    this.owned.add(context.changes.event((change) => this.written(change)));
    this.owned.add(context.config.onDidChange((affects) => affects("forgeline.ci.lens") && this.follow()));
    this.follow();
  }

  /** What is known about the jobs of a CI file; undefined for files of which nothing is told. */
  of(document: TextDocument): BranchJobs | undefined {
    return this.isOurs(document) ? this.data : undefined;
  }

  /** Reads the older pipelines of the branch, too: somebody wants to see them. Nothing while the host wants silence. @throws ApiError */
  async readOlder(): Promise<void> {
    const { data, polling, work } = this;
    if (!data || polling.silentUntil !== undefined) return;
    if (data.pipelines === undefined) await data.refresh(work.signal);
    await data.readOlder(work.signal);
    if (data === this.data) this.changed.fire(undefined);
  }

  dispose(): void {
    this.work.abort();
    this.refreshing.abort();
    this.owned.dispose();
  }

  private isOurs({ uri }: TextDocument): boolean {
    return isCiFile(uri.path) && isInRepository(uri, this.project?.root);
  }

  private visible(): TextDocument[] {
    return window.visibleTextEditors.map(({ document }) => document).filter((document) => this.isOurs(document));
  }

  private demand(): PollPriority {
    if (!this.data || !this.seen) return "none";
    return this.data.running ? "running" : "idle";
  }

  /** Another project, account or branch begins anew. */
  private follow(): void {
    const { value } = this.context.current;
    const ready = value.kind === "ready" && this.context.config.ci.lens ? value : undefined;
    const target = ready && targetOf(ready.project);
    const asked =
      target?.kind === "branch" ? { ref: target.ref } : target?.kind === "commit" ? { sha: target.sha } : undefined;
    const same =
      this.project &&
      ready &&
      sameProject(this.project, ready.project) &&
      this.account === ready.connection &&
      JSON.stringify(this.data?.target) === JSON.stringify(asked);
    this.project = ready?.project;
    this.account = ready?.connection;
    if (same !== true) {
      this.work.abort();
      this.work = new AbortController();
      this.seen = false;
      this.data =
        ready &&
        asked &&
        new BranchJobs({
          scope: { instance: ready.project.instance, project: ready.project.project },
          target: asked,
          client: ready.connection.client,
        });
      this.changed.fire(undefined);
    }
    this.look();
  }

  private look(): void {
    const { data, seen } = this;
    this.seen = data !== undefined && this.visible().length > 0;
    if (this.seen && !seen && data && Date.now() - data.seenAt >= freshEnough) this.pollHandle.shown();
    else this.pollHandle.changed();
  }

  private async poll(signal: AbortSignal): Promise<void> {
    const { data, work } = this;
    if (!data) return;
    const names = new Set(this.visible().flatMap((document) => this.namesIn(document)));
    await data.poll(names, AbortSignal.any([signal, work.signal]));
    if (data === this.data) this.changed.fire(undefined);
  }

  /** What is not seen is read when it is. */
  private refresh(): void {
    const { data } = this;
    if (!data) return;
    if (!this.seen) {
      data.outdate();
      return;
    }
    this.refreshing.abort();
    this.refreshing = new AbortController();
    data
      .refresh(AbortSignal.any([this.refreshing.signal, this.work.signal]))
      .catch((error: unknown) => {
        // Nobody asked for it by hand: the lenses show what is known.
        if (!isCancelled(error)) this.context.log.debug("How the jobs of the CI file went could not be read", error);
      })
      .finally(() => {
        if (data !== this.data) return;
        this.changed.fire(undefined);
        this.pollHandle.changed();
      });
    if (this.wrote) this.pollHandle.soon(afterWrite);
    this.wrote = false;
  }

  private written(change: Change): void {
    const { data, project } = this;
    if (
      !data ||
      !project ||
      (change.subject !== "pipeline" && change.subject !== "job") ||
      !sameProject(project, change)
    )
      return;
    if (change.subject === "pipeline") data.touch(change.id, undefined);
    else data.touch(change.pipelineId, change.id);
    this.wrote = true;
    this.pollHandle.refresh();
  }
}
