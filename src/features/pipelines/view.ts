import { l10n } from "vscode";
import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import { artifactRenderers } from "../../core/artifacts/renderers.ts";
import type { Disposable } from "../../core/base/disposable.ts";
import { sameProject } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import { ListFilter } from "../../core/filters/listFilter.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { BranchPipeline } from "../../core/pipelines/branchPipeline.ts";
import type { PipelineFilter } from "../../core/pipelines/filter.ts";
import {
  type Group,
  groupId,
  type GroupNode,
  expandedOf,
  pipelineId,
  type PipelinesNode,
} from "../../core/pipelines/nodes.ts";
import { PipelineTitles } from "../../core/pipelines/pipelineTitles.ts";
import { type PipelineTask, ProjectPipelines } from "../../core/pipelines/projectPipelines.ts";
import type { PipelineRef } from "../../core/pipelines/refs.ts";
import { pipelineRenderers } from "../../core/pipelines/renderers.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import { refreshRows } from "../../core/tree/pagedFolder.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { plural } from "../../core/ui/plural.ts";
import { cloneOf, type LocalClone } from "../../git/clone.ts";
import type { OpenProject } from "../../git/project.ts";
import { pipelineFilters } from "./filter.ts";

/** The Pipelines view: the current branch's latest pipeline, then all; below each its stages and jobs. */
export type PipelinesView = ProjectView<PipelinesNode, PipelinesViewModel>;

/** Opens the view model. @param branch shared with the status bar */
export const openPipelines =
  (
    context: Pick<Context, "projects">,
    branch: BranchPipeline,
    artifacts: LazyFiles<ArtifactFiles>,
  ): Open<PipelinesNode, PipelinesViewModel> =>
  (project, connection, view) =>
    new PipelinesViewModel({
      project,
      connection,
      view,
      branch,
      artifacts,
      clone: () => cloneOf(context, project),
    });

/** The pipelines of a project as rows. */
export class PipelinesViewModel implements ViewModel<PipelinesNode> {
  readonly renderers: NodeRenderers<PipelinesNode>;
  readonly filter: ListFilter<PipelineFilter>;
  private readonly view: ViewContext<PipelinesNode>;
  private readonly branch: BranchPipeline;
  private readonly data: ProjectPipelines;
  private readonly listening: Disposable;
  /** The branch that the rows show, serialized. */
  private target: string;

  constructor({
    project: open,
    connection,
    view,
    branch,
    artifacts,
    clone,
  }: {
    readonly project: OpenProject;
    readonly connection: Connection;
    readonly view: ViewContext<PipelinesNode>;
    readonly branch: BranchPipeline;
    readonly artifacts: LazyFiles<ArtifactFiles>;
    readonly clone: () => LocalClone | undefined;
  }) {
    this.view = view;
    this.branch = branch;
    const scope = { instance: open.instance, project: open.project };
    this.filter = new ListFilter({
      view,
      memory: pipelineFilters,
      scope,
      changed: (filter) => {
        data.filter = filter;
        view.tree.renew(this.group("all"));
      },
    });
    const data = new ProjectPipelines({
      scope,
      client: connection.client,
      records: connection.records,
      pipelineJobs: connection.pipelineJobs,
      filter: this.filter.value,
      branch,
      titles: new PipelineTitles({
        client: connection.client,
        project: scope.project,
        known: connection.records.titles,
        clone,
        silent: view.silent,
        signal: view.signal,
        late: () => this.read(),
        failed: (error) => view.log.debug("Titles of commits are unknown", error),
      }),
      failed: (error) => view.log.warn("Reading downstream pipelines failed", error),
    });
    this.data = data;
    this.renderers = pipelineRenderers({
      data: () => data,
      read: () => this.read(),
      silent: view.silent,
      isCurrentShown: () => view.tree.isOpened(this.group("current")),
      artifacts: artifactRenderers({ artifacts, read: () => view.read(), signal: view.signal }),
    });
    this.target = this.targetNow();
    this.listening = branch.onDidChange(() => this.branchChanged());
  }

  get filterText(): string | undefined {
    return pipelineFilters.message(this.filter.value);
  }

  get headline(): string | undefined {
    const { length } = this.data.runningOnes;
    if (length === 0) return undefined;
    return plural(length, (shown) => ({
      one: l10n.t("{0} pipeline is running", shown),
      other: l10n.t("{0} pipelines are running", shown),
    }));
  }

  readonly hidden = {
    demand: () => this.data.hiddenPace,
    poll: async (signal: AbortSignal) => {
      await this.data.pollHidden(signal);
      this.read();
    },
    // A failure stays in the branch's state, which the status bar shows.
    refresh: (signal: AbortSignal) => this.branch.load(signal).catch(() => undefined),
  };

  get running(): boolean {
    return this.data.running;
  }

  roots(): GroupNode[] {
    const groups: readonly Group[] = this.data.found.length > 0 ? ["current", "found", "all"] : ["current", "all"];
    return groups.map((group) => this.group(group));
  }

  /**
   * Reveals a pipeline, which gets a row of its own if no list contains it.
   * @throws ApiError if the pipeline has to be read first and that fails
   */
  async reveal({ instance, project, pipeline }: PipelineRef): Promise<void> {
    const { data, view } = this;
    if (!sameProject(data.scope, { instance, project })) return;
    if (data.branchPipeline?.id !== pipeline.id) {
      await view.tree.load(this.group("all"));
      if (!data.list.items?.some(({ id }) => id === pipeline.id)) {
        data.addFound(
          isWhole(pipeline) ? pipeline : await data.loadDetails({ ...unknownPipeline, ...pipeline }, view.signal),
        );
        await data.titles?.load(data.found.map(({ sha }) => sha));
      }
    }
    if (view.signal.aborted) return;
    this.read();
    const place = (): readonly string[] => {
      const found = data.found.some(({ id }) => id === pipeline.id);
      const at = this.group(data.branchPipeline?.id === pipeline.id ? "current" : found ? "found" : "all");
      return [groupId(at), pipelineId(at, pipeline.id)];
    };
    await view.tree.reveal(place, { expand: true });
  }

  async poll(signal: AbortSignal): Promise<void> {
    const task = this.data.next(expandedOf(this.view.tree.opened()));
    if (task) await this.run(task, signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    this.view.pollHandle.loaded();
    const tasks = this.data.refreshes(expandedOf(this.view.tree.opened()));
    await Promise.allSettled(tasks.map((task) => this.run(task, signal)));
  }

  moved(before: OpenProject, after: OpenProject): void {
    if (revisionsOf(before) !== revisionsOf(after)) this.data.notePush();
  }

  written(change: Change): void {
    if (change.subject === "pipeline") this.data.markChanged(change.id, undefined);
    if (change.subject === "pipeline" && change.id === undefined) this.data.expectPipeline();
    if (change.subject === "job") this.data.markChanged(change.pipelineId, change.id);
  }

  toggled(node: PipelinesNode, open: boolean): void {
    const { data, view } = this;
    if (
      (node.kind === "pipeline" || node.kind === "downstream") &&
      !open &&
      !expandedOf(view.tree.opened()).pipelines.has(node.pipeline.id)
    )
      data.close(node.pipeline.id);
    if (node.kind === "group" && open && node.group !== "found") view.pollHandle.soon(0);
    // The list has the branch's pipeline while its own row is hidden.
    if (node.kind === "group" && node.group === "current") view.tree.update();
  }

  dispose(): void {
    this.listening.dispose();
  }

  private group(group: Group): GroupNode {
    const { value } = this.branch;
    return {
      kind: "group",
      ...this.data.scope,
      group,
      ...(group === "current" && value.kind !== "none" && { target: value.target }),
    };
  }

  private async run(task: PipelineTask, signal: AbortSignal): Promise<void> {
    const rows = { nodes: () => this.nodesOf(task), ask: task.run, forget: () => this.forget(task) };
    if (await refreshRows(this.view, rows, signal)) this.read();
  }

  private forget({ of }: PipelineTask): void {
    if (of === "list") this.data.list.clear();
    else if (of !== "branch") this.data.close(of);
  }

  /** Returns the nodes whose rows a task reads. */
  private nodesOf({ of }: PipelineTask): readonly PipelinesNode[] {
    if (of === "branch") return [this.group("current")];
    if (of === "list") return [this.group("all")];
    return this.view.tree
      .opened()
      .filter((node) => (node.kind === "pipeline" || node.kind === "downstream") && node.pipeline.id === of);
  }

  private read(): void {
    const [first] = this.data.all;
    if ((first?.project_id ?? 0) > 0) this.view.learn(first?.project_id ?? 0);
    this.view.read();
  }

  private branchChanged(): void {
    const { value } = this.branch;
    if (value.kind === "none") return;
    const target = this.targetNow();
    const other = target !== this.target;
    this.target = target;
    const group = this.group("current");
    if (this.view.tree.visible && this.view.tree.isOpened(group)) this.loadTitle();
    if (other) this.view.tree.renew(group);
    else if (value.kind === "failed") this.view.tree.fail(group, value.error);
    this.read();
  }

  /** Looks for the title of the branch's pipeline, whose row is drawn with it. */
  private loadTitle(): void {
    const { data, view } = this;
    const sha = data.branchPipeline?.sha;
    if (data.titles?.isDue(sha) !== true) return;
    void data.titles.load([sha]).then(() => !view.signal.aborted && this.read());
  }

  private targetNow(): string {
    const { value } = this.branch;
    return value.kind === "none" ? "" : JSON.stringify(value.target);
  }
}

const revisionsOf = ({ head, pushed }: OpenProject): string => JSON.stringify([head, pushed]);

const unknownPipeline = { project_id: 0, source: "", created_at: null, updated_at: null } as const;

const isWhole = (pipeline: PipelineRef["pipeline"]): boolean =>
  pipeline.source !== undefined && pipeline.created_at !== undefined;
