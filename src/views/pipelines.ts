import type * as vscode from "vscode";
import type { Pipeline } from "../api/resources/pipelines.ts";
import type { Change } from "../changes.ts";
import type { CurrentProject } from "../current.ts";
import { type Disposable, DisposableStore } from "../disposable.ts";
import { isCancelled } from "../errors.ts";
import type { Event } from "../events.ts";
import { VIEWS } from "../ids.ts";
import type { Logger } from "../log.ts";
import type { PipelineRef, ProjectScope } from "../refs.ts";
import { Tree } from "../tree/engine.ts";
import type { Demand, PollBudget, PollSource, Seat } from "../tree/poll.ts";
import { isPassing } from "../tree/rowEntry.ts";
import { setContextKey } from "../ui/contextKeys.ts";
import { countForBadge } from "./badge.ts";
import { badgeText } from "./badgeText.ts";
import type { BranchPipeline } from "./branchPipeline.ts";
import { isUnfiltered, type PipelineFilter, readPipelineFilter, writePipelineFilter } from "./pipelineFilter.ts";
import { filterText } from "./pipelineFilterText.ts";
import { pipelineKinds } from "./pipelineKinds.ts";
import { type Group, groupId, type GroupNode, openedOf, pipelineId, type PipelinesNode } from "./pipelineNodes.ts";
import { type Chore, ProjectPipelines } from "./projectPipelines.ts";

/** What views are built from. */
export interface ViewOptions {
  readonly current: CurrentProject;
  readonly changes: Event<Change>;
  readonly budget: PollBudget;
  /** workspaceState */
  readonly memory: vscode.Memento;
  readonly log: Logger;
}

/** After a write the host needs a moment to act on it. */
const afterWrite = 3_000;

/** The Pipelines view: the current branch's latest pipeline, then all; below each its stages and jobs. */
export class PipelinesView implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: ViewOptions;
  private readonly branch: BranchPipeline;
  private readonly tree: Tree<PipelinesNode>;
  private readonly seat: Seat;
  private data: ProjectPipelines | undefined;
  private account: object | undefined;
  /** Which branch the rows are of, and where it stood. */
  private target = "";
  private stand = "";
  /** What is under way for the present project; called off with it. */
  private work = new AbortController();

  constructor(options: ViewOptions & { readonly branch: BranchPipeline }) {
    this.options = options;
    this.branch = options.branch;
    const { current, changes, budget, memory, log } = options;
    const source: PollSource = {
      name: VIEWS.pipelines,
      demand: () => this.demand(),
      poll: (signal) => this.poll(signal),
      refresh: () => void this.refreshSeen(),
    };
    this.seat = this.owned.add(budget.add(source));
    const read = (): void => this.read();
    const kinds = pipelineKinds({ data: () => this.data, read, silent: () => budget.silentUntil !== undefined });
    this.tree = this.owned.add(
      new Tree<PipelinesNode>({ view: VIEWS.pipelines, kinds, roots: () => this.groups(), memory, log }),
    );
    this.owned.add(this.tree.onDidChangeVisibility((visible) => this.seen(visible)));
    this.owned.add(this.tree.onDidToggle(({ node, open }) => this.toggled(node, open)));
    this.owned.add(this.branch.onDidChange(() => this.branchChanged()));
    this.owned.add(current.onDidChange(() => this.follow()));
    this.owned.add(changes((change) => this.written(change)));
    this.follow();
  }

  get visible(): boolean {
    return this.tree.visible;
  }

  get onDidChangeVisibility(): Event<boolean> {
    return this.tree.onDidChangeVisibility;
  }

  /** What VS Code reads the rows from. */
  get provider(): Tree<PipelinesNode>["provider"] {
    return this.tree.provider;
  }

  /** What the list of the open project is narrowed to. */
  get filter(): PipelineFilter {
    return this.data?.filter ?? {};
  }

  /** Narrows the list of the open project, and remembers it. */
  async setFilter(filter: PipelineFilter): Promise<void> {
    const { data } = this;
    if (!data) return;
    await writePipelineFilter(this.options.memory, data.scope, filter);
    if (this.data !== data) return;
    data.filter = readPipelineFilter(this.options.memory, data.scope);
    this.tree.renew(this.group("all", data.scope));
    this.tellFilter();
  }

  /** Reads anew what is open; the rows stay meanwhile. */
  refresh(): void {
    if (this.tree.visible) void this.tree.refresh();
    // A failure stays in the branch's state, which the status bar shows.
    else this.branch.load(this.work.signal).catch(() => undefined);
    this.seat.loaded();
  }

  /** Adds the next page below the row with this id. */
  loadMore(row: string): Promise<void> {
    return this.tree.more(row);
  }

  /**
   * Selects a pipeline's row and opens the view for it. One that no list holds gets a row of its own.
   * @throws ApiError when the pipeline has to be read first and cannot be.
   */
  async reveal({ instance, project, pipeline }: PipelineRef): Promise<void> {
    const { data } = this;
    if (data?.scope.instance !== instance || data.scope.project !== project) return;
    const { signal } = this.work;
    if (data.branchPipeline?.id !== pipeline.id) {
      await this.tree.load(this.group("all", data.scope));
      if (!data.list.items?.some(({ id }) => id === pipeline.id)) {
        data.addFound(isWhole(pipeline) ? pipeline : await data.loadDetails({ ...unknownPipeline, ...pipeline }, signal));
      }
    }
    if (this.data !== data) return;
    this.read();
    const place = (): readonly string[] => {
      const found = data.found.some(({ id }) => id === pipeline.id);
      const at = this.group(data.branchPipeline?.id === pipeline.id ? "current" : found ? "found" : "all", data.scope);
      return [groupId(at), pipelineId(at, pipeline.id)];
    };
    await this.tree.reveal(place, { expand: true });
  }

  dispose(): void {
    this.work.abort();
    this.owned.dispose();
  }

  private group(group: Group, { instance, project }: ProjectScope): GroupNode {
    const { value } = this.branch;
    return { kind: "group", instance, project, group, ...(group === "current" && value.kind !== "none" && { target: value.target }) };
  }

  private groups(): GroupNode[] {
    const { data } = this;
    if (!data) return [];
    const groups: readonly Group[] = data.found.length > 0 ? ["current", "found", "all"] : ["current", "all"];
    return groups.map((group) => this.group(group, data.scope));
  }

  private demand(): Demand {
    if (!this.data || !this.tree.visible) return "none";
    return this.data.running ? "running" : "idle";
  }

  private async poll(signal: AbortSignal): Promise<void> {
    const { data } = this;
    const chore = data?.next(openedOf(this.tree.opened()));
    if (data && chore) await this.run(data, chore, AbortSignal.any([signal, this.work.signal]));
  }

  /** Brings all that is open up to date, as far as it may have changed. */
  private async refreshSeen(): Promise<void> {
    const { data } = this;
    if (!data || !this.tree.visible) return;
    this.seat.loaded();
    const { signal } = this.work;
    const chores = data.refreshes(openedOf(this.tree.opened()));
    await Promise.allSettled(chores.map((chore) => this.run(data, chore, signal)));
  }

  private async run(data: ProjectPipelines, chore: Chore, signal: AbortSignal): Promise<void> {
    try {
      await chore.run(signal);
    } catch (error) {
      if (this.data === data && !isCancelled(error) && !signal.aborted) this.failed(data, chore, error);
      throw error;
    }
    if (this.data !== data) return;
    for (const node of this.nodesOf(data, chore)) this.tree.current(node);
    this.seat.answered();
    this.read();
  }

  /** Old rows stay through failures that pass; others take their place. */
  private failed(data: ProjectPipelines, chore: Chore, error: unknown): void {
    const { of } = chore;
    if (!isPassing(error)) {
      if (of === "list") data.list.clear();
      else if (of !== "branch") data.close(of);
    }
    for (const node of this.nodesOf(data, chore)) this.tree.fail(node, error);
  }

  /** The rows whose contents a chore reads. */
  private nodesOf(data: ProjectPipelines, { of }: Chore): readonly PipelinesNode[] {
    if (of === "branch") return [this.group("current", data.scope)];
    if (of === "list") return [this.group("all", data.scope)];
    return this.tree.opened().filter((node) => node.kind === "pipeline" && node.pipeline.id === of);
  }

  /** Something was read: draws what changed and plans anew. */
  private read(): void {
    this.tree.update();
    this.tellBadge();
    this.seat.changed();
  }

  private seen(visible: boolean): void {
    // What was never opened VS Code asks for itself; the branch is asked for once, by whoever comes first.
    if (visible) this.seat.shown();
    else this.seat.changed();
  }

  private toggled(node: PipelinesNode, open: boolean): void {
    const { data } = this;
    if (!data) return;
    if (node.kind === "pipeline" && !open && !openedOf(this.tree.opened()).pipelines.has(node.pipeline.id)) data.close(node.pipeline.id);
    if (node.kind === "group" && open && node.group !== "found") this.seat.soon(0);
  }

  private written(change: Change): void {
    const { data } = this;
    if (data?.scope.instance !== change.instance || data.scope.project !== change.project) return;
    data.touch(change.kind === "pipeline" ? change.id : change.pipelineId, change.kind === "job" ? change.id : undefined);
    this.seat.soon(afterWrite);
  }

  private branchChanged(): void {
    const { data } = this;
    const { value } = this.branch;
    if (!data || value.kind === "none") return;
    const target = JSON.stringify(value.target);
    const other = target !== this.target;
    this.target = target;
    const group = this.group("current", data.scope);
    if (other) this.tree.renew(group);
    else if (value.kind === "failed") this.tree.fail(group, value.error);
    this.read();
  }

  /** Another project or account begins anew. */
  private follow(): void {
    const { value } = this.options.current;
    if (value.kind !== "ready") {
      if (this.data) this.begin(undefined, undefined);
      return;
    }
    const { project: open, connection } = value;
    const scope: ProjectScope = { instance: open.instance, project: open.project };
    const same = this.data?.scope.instance === scope.instance && this.data.scope.project === scope.project;
    const stand = JSON.stringify([open.head, open.pushed]);
    const moved = stand !== this.stand;
    this.stand = stand;
    if (same && this.account === connection) {
      if (moved) this.data?.pushed();
      this.seat.changed();
      return;
    }
    const filter = readPipelineFilter(this.options.memory, scope);
    this.begin(new ProjectPipelines({ scope, client: connection.client, filter, branch: this.branch }), connection);
  }

  private begin(data: ProjectPipelines | undefined, account: object | undefined): void {
    this.work.abort();
    this.work = new AbortController();
    this.data = data;
    this.account = account;
    const { value } = this.branch;
    this.target = value.kind === "none" ? "" : JSON.stringify(value.target);
    this.tree.reset();
    this.tellBadge();
    this.tellFilter();
    this.seat.loaded();
  }

  private tellFilter(): void {
    this.tree.message = filterText(this.filter);
    void setContextKey("forgeline.pipelinesFiltered", !isUnfiltered(this.filter));
  }

  private tellBadge(): void {
    const { data } = this;
    const count = data && countForBadge(data.all);
    this.tree.badge = count && { value: count.value, tooltip: badgeText(count) };
  }
}

const unknownPipeline = { project_id: 0, source: "", created_at: null, updated_at: null } as const;

const isWhole = (pipeline: PipelineRef["pipeline"]): pipeline is Pipeline =>
  pipeline.source !== undefined && pipeline.created_at !== undefined;
