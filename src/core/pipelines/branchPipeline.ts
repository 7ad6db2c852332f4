import { abortable } from "../../api/abortable.ts";
import type { Client } from "../../api/client.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { PipelineDetails } from "../../api/resources/pipelines.ts";
import type { OpenProject } from "../../git/project.ts";
import type { Disposable } from "../base/disposable.ts";
import { CancelledError, isCancelled } from "../base/errors.ts";
import { Emitter, type Event } from "../base/events.ts";
import { projectNumber } from "../base/refs.ts";
import type { Connection } from "../connections.ts";
import type { Current } from "../currentProject.ts";
import { MergedBranch } from "../mergeRequests/mergedBranch.ts";
import type { RecordChanges } from "../records/recordStore.ts";
import { type PendingRequest, isPassing } from "../tree/rowEntry.ts";

/** The target of "the current branch" in this window. */
export type BranchTarget =
  | { readonly kind: "branch"; readonly ref: string }
  /** A detached HEAD. */
  | { readonly kind: "commit"; readonly sha: string }
  /** No local repository: the project's default branch. */
  | { readonly kind: "default" }
  /** A repository without commits, which has no pipeline. */
  | { readonly kind: "nothing" };

export function targetOf(project: OpenProject): BranchTarget {
  if (project.root === undefined) return { kind: "default" };
  if (project.head === undefined) return { kind: "nothing" };
  if (project.branch !== undefined && project.detached !== true) return { kind: "branch", ref: project.branch };
  return { kind: "commit", sha: project.head };
}

export type BranchState =
  /** No project, or signed out. */
  | { readonly kind: "none" }
  /** Not requested yet. */
  | { readonly kind: "waiting"; readonly project: OpenProject; readonly target: BranchTarget }
  | {
      readonly kind: "empty";
      readonly project: OpenProject;
      readonly target: BranchTarget;
      /** The merge request that merged the branch. */
      readonly merged?: MergeRequest | undefined;
    }
  | { readonly kind: "failed"; readonly project: OpenProject; readonly target: BranchTarget; readonly error: unknown }
  | {
      readonly kind: "pipeline";
      readonly project: OpenProject;
      readonly target: BranchTarget;
      readonly pipeline: PipelineDetails;
    };

/** The open project and account, with changes. */
export interface CurrentSource {
  readonly value: Current;
  readonly onDidChange: Event<Current>;
}

interface LoadOptions {
  readonly signal: AbortSignal;
  readonly repeat: boolean;
}

/** The latest pipeline of the current branch, shared by the Pipelines view and the status bar. */
export class BranchPipeline implements Disposable {
  private readonly current: CurrentSource;
  private readonly now: () => number;
  private readonly changed = new Emitter<undefined>();
  private readonly listening: Disposable;
  private state: BranchState = { kind: "none" };
  private connection: Connection | undefined;
  private following: Disposable | undefined;
  private pending: PendingRequest | undefined;
  private readonly merged: MergedBranch;
  private requestedAt = 0;
  private lastFailure: number | undefined;

  readonly onDidChange: Event<undefined> = this.changed.event;

  constructor(current: CurrentSource, now: () => number = Date.now) {
    this.current = current;
    this.now = now;
    this.merged = new MergedBranch(now);
    this.listening = current.onDidChange(() => this.follow());
    this.follow();
  }

  get value(): BranchState {
    return this.state;
  }

  /** Returns when the pipeline was last requested, in milliseconds since the epoch; 0 when it may be outdated. */
  get readAt(): number {
    return this.requestedAt;
  }

  /** Returns when the host failed to answer the latest request, in milliseconds since the epoch; undefined if it answered. */
  get failedAt(): number | undefined {
    return this.lastFailure;
  }

  /**
   * Requests the latest pipeline; concurrent calls share the request. The result, or the error, is in `value`.
   * @param signal cancels this call only; the request continues for others
   * @param repeat false disables retries
   * @throws CancelledError when superseded or cancelled; temporary errors, which keep the known pipeline
   */
  async load(signal?: AbortSignal, repeat = true): Promise<void> {
    const { state } = this;
    const client = this.connection?.client;
    if (state.kind === "none" || client === undefined || state.target.kind === "nothing") return;
    if (signal?.aborted) throw new CancelledError();
    const { done } = this.pending ?? this.startRequest(client, state, repeat);
    await abortable(done, signal, () => new CancelledError());
  }

  private startRequest(
    client: Client,
    { project, target }: Exclude<BranchState, { kind: "none" }>,
    repeat: boolean,
  ): PendingRequest {
    const flight: PendingRequest = { controller: new AbortController(), done: Promise.resolve() };
    this.pending = flight;
    flight.done = this.request(client, project, target, { signal: flight.controller.signal, repeat })
      .then((answer) => {
        if (this.pending !== flight) throw new CancelledError();
        this.pending = undefined;
        this.requestedAt = this.now();
        this.lastFailure = answer.kind === "failed" && isPassing(answer.error) ? this.requestedAt : undefined;
        const { state: known } = this;
        if (answer.kind === "failed" && known.kind === "pipeline" && isPassing(answer.error)) throw answer.error;
        this.set(answer);
      })
      .finally(() => {
        if (this.pending === flight) this.pending = undefined;
      });
    flight.done.catch(() => undefined); // All callers may have cancelled.
    return flight;
  }

  /** Updates the pipeline from a newer response, if it is the same. */
  patch(news: PipelineDetails): void {
    const { state } = this;
    if (state.kind !== "pipeline" || state.pipeline.id !== news.id) return;
    if (Object.entries(news).every(([key, value]) => state.pipeline[key as keyof PipelineDetails] === value)) return;
    this.markOutdated(); // Duration, coverage and times changed as well.
    this.set({ ...state, pipeline: { ...state.pipeline, ...news } });
  }

  /** Has it asked again whether the branch was merged. */
  forgetMerged(): void {
    this.merged.forget();
  }

  /** Marks the pipeline as outdated. */
  markOutdated(): void {
    this.requestedAt = 0;
  }

  dispose(): void {
    this.listening.dispose();
    this.following?.dispose();
    this.pending?.controller.abort();
    this.pending = undefined;
    this.changed.dispose();
  }

  private async request(
    client: Client,
    project: OpenProject,
    target: BranchTarget,
    options: LoadOptions,
  ): Promise<BranchState> {
    try {
      const pipeline = await requestPipeline(client, project, target, options);
      if (pipeline) return { kind: "pipeline", project, target, pipeline };
      if (target.kind !== "branch") return { kind: "empty", project, target };
      return { kind: "empty", project, target, merged: await this.merged.load(client, project, options) };
    } catch (error) {
      if (isCancelled(error) || options.signal.aborted) throw new CancelledError();
      return { kind: "failed", project, target, error };
    }
  }

  /**
   * Starts anew when the project, account or branch changes; a new commit on the branch only marks the pipeline as
   * outdated.
   */
  private follow(): void {
    const { value } = this.current;
    const before = this.state;
    if (value.kind !== "ready") {
      if (before.kind !== "none") this.reset({ kind: "none" }, undefined);
      return;
    }
    const { project, connection } = value;
    const target = targetOf(project);
    if (
      before.kind === "none" ||
      this.connection !== connection ||
      key(before.project, before.target) !== key(project, target)
    ) {
      this.reset({ kind: target.kind === "nothing" ? "empty" : "waiting", project, target }, connection);
    } else {
      const isMoved = before.project.head !== project.head;
      if (isMoved || before.project.pushed !== project.pushed) this.markOutdated();
      this.state = { ...before, project, ...(isMoved && before.kind === "empty" && { merged: undefined }) };
    }
  }

  private reset(state: BranchState, connection: Connection | undefined): void {
    this.pending?.controller.abort();
    this.pending = undefined;
    if (this.connection !== connection) {
      this.following?.dispose();
      this.following = connection?.records.onDidChange((changes) => this.recordsChanged(changes));
    }
    this.connection = connection;
    this.merged.forget();
    this.lastFailure = undefined;
    this.requestedAt = 0;
    this.set(state);
  }

  private set(state: BranchState): void {
    const records = this.connection?.records;
    this.state =
      state.kind === "pipeline" && records ? { ...state, pipeline: records.newest("pipeline", state.pipeline) } : state;
    this.changed.fire(undefined);
  }

  /** Follows answers to others: the pipeline changed, or the branch has a newer one. */
  private recordsChanged({ pipeline: changed }: RecordChanges): void {
    const { state } = this;
    const records = this.connection?.records;
    if (!records || (state.kind !== "pipeline" && state.kind !== "empty")) return;
    const latest = state.kind === "pipeline" ? state.pipeline : undefined;
    const newer = [...changed]
      .sort((a, b) => b - a)
      .map((id) => records.get("pipeline", id))
      .find((pipeline) => isWhole(pipeline) && pipeline.id > (latest?.id ?? 0) && isOfBranch(pipeline, state));
    if (isWhole(newer)) {
      this.markOutdated(); // Lists lack the details.
      this.set({ kind: "pipeline", project: state.project, target: state.target, pipeline: newer });
    } else if (latest && changed.has(latest.id)) {
      this.patch(records.newest("pipeline", latest));
    }
  }
}

const isWhole = (pipeline: Partial<PipelineDetails> | undefined): pipeline is PipelineDetails =>
  typeof pipeline?.ref === "string" && typeof pipeline.source === "string" && pipeline.created_at !== undefined;

/** Whether a pipeline is one that the branch's latest can be; those that another pipeline started are not. */
function isOfBranch(
  { ref, source, project_id: projectId }: PipelineDetails,
  { project, target, ...state }: Extract<BranchState, { kind: "pipeline" | "empty" }>,
): boolean {
  const latest = "pipeline" in state ? state.pipeline : undefined;
  const number = latest?.project_id ?? projectNumber(project);
  const branch = target.kind === "branch" ? target.ref : target.kind === "default" ? latest?.ref : undefined;
  return ref === branch && projectId === number && source !== "parent_pipeline";
}

const key = (project: OpenProject, target: BranchTarget): string =>
  JSON.stringify([project.instance, project.project, target]);

/** Requests the latest pipeline of a target; undefined if there is none. @throws ApiError */
export async function requestPipeline(
  client: Client,
  { project }: Pick<OpenProject, "project">,
  target: BranchTarget,
  options: LoadOptions,
): Promise<PipelineDetails | undefined> {
  switch (target.kind) {
    case "branch":
      return client.pipelines.latest(project, { ref: target.ref }, options);
    case "default":
      return client.pipelines.latest(project, {}, options);
    case "commit": // The latest-pipeline route knows branches and tags only.
      return (await client.pipelines.list(project, { sha: target.sha }, { perPage: 1, ...options }).page()).items[0];
    case "nothing":
      return undefined;
  }
}
