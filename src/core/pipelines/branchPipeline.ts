import { abortable } from "../../api/abortable.ts";
import type { Client } from "../../api/client.ts";
import type { PipelineDetails } from "../../api/resources/pipelines.ts";
import type { OpenProject } from "../../git/project.ts";
import type { Disposable } from "../base/disposable.ts";
import { CancelledError, isCancelled } from "../base/errors.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { Current } from "../currentProject.ts";
import { type PendingRequest, isPassing } from "../tree/rowEntry.ts";

/** What "the current branch" is in this window. */
export type BranchTarget =
  | { readonly kind: "branch"; readonly ref: string }
  /** A detached head. */
  | { readonly kind: "commit"; readonly sha: string }
  /** A project without a repository here: its default branch. */
  | { readonly kind: "default" }
  /** A repository without commits: there cannot be a pipeline. */
  | { readonly kind: "nothing" };

export function targetOf(project: OpenProject): BranchTarget {
  if (project.root === undefined) return { kind: "default" };
  if (project.head === undefined) return { kind: "nothing" };
  if (project.branch !== undefined && project.detached !== true) return { kind: "branch", ref: project.branch };
  return { kind: "commit", sha: project.head };
}

export type BranchState =
  /** No project, or nobody signed in. */
  | { readonly kind: "none" }
  /** Not asked yet. */
  | { readonly kind: "waiting"; readonly project: OpenProject; readonly target: BranchTarget }
  | { readonly kind: "empty"; readonly project: OpenProject; readonly target: BranchTarget }
  | { readonly kind: "failed"; readonly project: OpenProject; readonly target: BranchTarget; readonly error: unknown }
  | {
      readonly kind: "pipeline";
      readonly project: OpenProject;
      readonly target: BranchTarget;
      readonly pipeline: PipelineDetails;
    };

/** The events and the state that tell which project is open and with which account. */
export interface CurrentSource {
  readonly value: Current;
  readonly onDidChange: Event<Current>;
}

interface AskOptions {
  readonly signal: AbortSignal;
  readonly repeat: boolean;
}

/** The latest pipeline of the current branch: one state that the Pipelines view and the status bar share. */
export class BranchPipeline implements Disposable {
  private readonly current: CurrentSource;
  private readonly now: () => number;
  private readonly changed = new Emitter<undefined>();
  private readonly listening: Disposable;
  private state: BranchState = { kind: "none" };
  private client: Client | undefined;
  private flight: PendingRequest | undefined;
  private asked = 0;

  readonly onDidChange: Event<undefined> = this.changed.event;

  constructor(current: CurrentSource, now: () => number = Date.now) {
    this.current = current;
    this.now = now;
    this.listening = current.onDidChange(() => this.follow());
    this.follow();
  }

  get value(): BranchState {
    return this.state;
  }

  /** When the host was last asked, ms since 1970; 0 when what is known may be outdated. */
  get seenAt(): number {
    return this.asked;
  }

  /**
   * Asks the host; whoever comes while it is under way shares the answer. The outcome, a failure too, is in `value`.
   * @param signal lets this caller leave; the request goes on for the others, and its answer is kept.
   * @param repeat false: a request that fails is not sent again.
   * @throws CancelledError when superseded or left, and a passing failure that leaves the pipeline known so far in place.
   */
  async load(signal?: AbortSignal, repeat = true): Promise<void> {
    const { state, client } = this;
    if (state.kind === "none" || client === undefined || state.target.kind === "nothing") return;
    if (signal?.aborted) throw new CancelledError();
    const { done } = this.flight ?? this.begun(client, state, repeat);
    await abortable(done, signal, () => new CancelledError());
  }

  private begun(
    client: Client,
    { project, target }: Exclude<BranchState, { kind: "none" }>,
    repeat: boolean,
  ): PendingRequest {
    const flight: PendingRequest = { controller: new AbortController(), done: Promise.resolve() };
    this.flight = flight;
    flight.done = this.ask(client, project, target, { signal: flight.controller.signal, repeat })
      .then((answer) => {
        if (this.flight !== flight) throw new CancelledError();
        this.flight = undefined;
        this.asked = this.now();
        const { state: known } = this;
        if (answer.kind === "failed" && known.kind === "pipeline" && isPassing(answer.error)) throw answer.error;
        this.set(answer);
      })
      .finally(() => {
        if (this.flight === flight) this.flight = undefined;
      });
    flight.done.catch(() => undefined); // Everybody may have left.
    return flight;
  }

  /** Takes over what a newer answer about some pipeline says, when it is this one. */
  patch(news: Pick<PipelineDetails, "id" | "status"> & Partial<PipelineDetails>): void {
    const { state } = this;
    if (state.kind !== "pipeline" || state.pipeline.id !== news.id) return;
    if (Object.entries(news).every(([key, value]) => state.pipeline[key as keyof PipelineDetails] === value)) return;
    this.outdate(); // Duration, coverage and times changed with it.
    this.set({ ...state, pipeline: { ...state.pipeline, ...news } });
  }

  /** What is known may be outdated. */
  outdate(): void {
    this.asked = 0;
  }

  dispose(): void {
    this.listening.dispose();
    this.flight?.controller.abort();
    this.flight = undefined;
    this.changed.dispose();
  }

  private async ask(
    client: Client,
    project: OpenProject,
    target: BranchTarget,
    options: AskOptions,
  ): Promise<BranchState> {
    try {
      const pipeline = await askFor(client, project, target, options);
      return pipeline ? { kind: "pipeline", project, target, pipeline } : { kind: "empty", project, target };
    } catch (error) {
      if (isCancelled(error) || options.signal.aborted) throw new CancelledError();
      return { kind: "failed", project, target, error };
    }
  }

  /** Another project, account or branch begins anew; a new commit on the same branch only outdates what is known. */
  private follow(): void {
    const { value } = this.current;
    const before = this.state;
    if (value.kind !== "ready") {
      if (before.kind !== "none") this.begin({ kind: "none" }, undefined);
      return;
    }
    const { project, connection } = value;
    const target = targetOf(project);
    if (
      before.kind === "none" ||
      this.client !== connection.client ||
      key(before.project, before.target) !== key(project, target)
    ) {
      this.begin({ kind: target.kind === "nothing" ? "empty" : "waiting", project, target }, connection.client);
    } else {
      if (before.project.head !== project.head || before.project.pushed !== project.pushed) this.outdate();
      this.state = { ...before, project };
    }
  }

  private begin(state: BranchState, client: Client | undefined): void {
    this.flight?.controller.abort();
    this.flight = undefined;
    this.client = client;
    this.asked = 0;
    this.set(state);
  }

  private set(state: BranchState): void {
    this.state = state;
    this.changed.fire(undefined);
  }
}

const key = (project: OpenProject, target: BranchTarget): string =>
  JSON.stringify([project.instance, project.project, target]);

async function askFor(
  client: Client,
  { project }: OpenProject,
  target: BranchTarget,
  options: AskOptions,
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
