import { isCancelled } from "../../core/base/errors.ts";
import type { Logger } from "../../core/base/log.ts";
import type { HeadPipelineNode, MergeRequestNode } from "../../core/mergeRequests/nodes.ts";
import type { MergeRequestTask, ProjectMergeRequests } from "../../core/mergeRequests/projectMergeRequests.ts";
import { refreshRows } from "../../core/tree/pagedFolder.ts";
import { overdue } from "../../core/tree/refreshTask.ts";
import type { ViewContext } from "../../core/tree/viewModel.ts";
import { isRunning } from "../../core/ui/statusStyle.ts";
import type { MilestonesNode, PlannedNode } from "./nodes.ts";

export interface MilestonePipelinesOptions {
  readonly data: ProjectMergeRequests;
  readonly view: ViewContext<MilestonesNode>;
  readonly log: Pick<Logger, "debug">;
  /** Returns the known merge requests below a row. */
  readonly mergeRequests: (node: PlannedNode) => readonly MergeRequestNode[];
}

/** A possible request, and its age in ms. */
export interface PipelineRefresh {
  readonly age: number;
  readonly run: () => Promise<void>;
}

/**
 * The pipelines of the visible merge requests, as in the Merge Requests view: one request for the project's newest pipelines covers its
 * own rows; jobs of expanded ones are read until they end. All within the view's polling budget.
 */
export class MilestonePipelines {
  private readonly options: MilestonePipelinesOptions;
  /** Time of the last attempt of each request, ms since 1970, so that a failing one does not hold up the others. */
  private readonly tried = new Map<string, number>();

  constructor(options: MilestonePipelinesOptions) {
    this.options = options;
  }

  /** Whether one of them changes by itself. */
  get running(): boolean {
    const { data } = this.options;
    return this.inSight().some((node) => this.moves(node)) || data.isRunning({ folders: [], pipelines: this.opened() });
  }

  /** Returns one request for each that may have changed. */
  refreshes(signal: AbortSignal): PipelineRefresh[] {
    const { data } = this.options;
    const own = this.inSight();
    const heads: MergeRequestTask = {
      of: "heads",
      key: "heads",
      seenAt: data.heads.seenAt,
      every: own.some((node) => this.moves(node)) ? 1 : 3,
      run: (wanted) => data.heads.refresh(wanted),
    };
    const tasks = [
      ...(own.length > 0 && data.heads.worthwhile ? [heads] : []),
      ...data.refreshes({ folders: [], pipelines: this.opened() }),
    ];
    const now = Date.now();
    return tasks.map((task) => ({
      age: overdue(task, this.tried, now),
      run: () => this.run(task, signal),
    }));
  }

  /** Called when the user expands or collapses a row. */
  toggled(node: MilestonesNode, open: boolean): void {
    const { data, view } = this.options;
    if (node.kind === "planned" && open && data.heads.seenAt === 0) view.pollHandle.soon(0);
    if (node.kind !== "headPipeline" || open || !node.pipeline) return;
    const { id } = node.pipeline;
    if (!this.opened().some(({ pipeline }) => pipeline.id === id)) data.close(id);
  }

  /** Returns the visible open merge requests of the project. */
  private inSight(): MergeRequestNode[] {
    const { view, mergeRequests } = this.options;
    const shown = view.tree
      .opened()
      .flatMap((node) => (node.kind === "planned" && node.what === "mergeRequests" ? mergeRequests(node) : []));
    return shown.filter(({ here, mergeRequest }) => here && mergeRequest.state === "opened");
  }

  private moves({ pipeline }: MergeRequestNode): boolean {
    return pipeline !== undefined && isRunning(pipeline.status);
  }

  private opened(): (HeadPipelineNode & { readonly pipeline: NonNullable<HeadPipelineNode["pipeline"]> })[] {
    return this.options.view.tree
      .opened()
      .flatMap((node) => (node.kind === "headPipeline" && node.pipeline ? [{ ...node, pipeline: node.pipeline }] : []));
  }

  /** @throws ApiError after it was shown in the rows; failures of optional parts are only logged */
  private async run({ of, key, run }: MergeRequestTask, signal: AbortSignal): Promise<void> {
    const { data, view, log } = this.options;
    this.tried.set(key, Date.now());
    const nodes = (): HeadPipelineNode[] =>
      typeof of === "object" && "pipeline" in of
        ? this.opened().filter(({ pipeline }) => pipeline.id === of.pipeline)
        : [];
    const forget = (): void => {
      if (typeof of === "object" && "pipeline" in of) data.close(of.pipeline);
    };
    try {
      if (await refreshRows(view, { nodes, ask: run, forget }, signal)) view.read();
    } catch (error) {
      if (of !== "heads" || view.signal.aborted || isCancelled(error) || signal.aborted) throw error;
      log.debug("Reading the pipelines of merge requests failed", error);
    }
  }
}
