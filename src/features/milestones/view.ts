import { projectNumber } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
import { ChangedFileRows } from "../../core/comparisons/rows.ts";
import type { Connection } from "../../core/connections.ts";
import type { ListFilter } from "../../core/filters/listFilter.ts";
import { mergeRequestTools, type MergeRequestToolsSource } from "../../core/mergeRequests/openTools.ts";
import { ProjectMergeRequests } from "../../core/mergeRequests/projectMergeRequests.ts";
import type { MergeRequestTools } from "../../core/mergeRequests/tools.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { Open, ViewContext, ViewModel } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import type { OpenProject } from "../../git/project.ts";
import { MilestoneWorks, type MilestoneWork } from "./contents.ts";
import { type MilestoneFilter, milestoneFilters } from "./filter.ts";
import { MilestoneFolders } from "./folders.ts";
import type { MilestoneFolderNode, MilestonesNode } from "./nodes.ts";
import { MilestonePipelines } from "./pipelines.ts";
import { type MilestoneRendererOptions, milestoneRenderers, plannedMergeRequests } from "./renderers.ts";

/** The Milestones view: milestones of the project and its group, with their issues and merge requests below. */
export type MilestonesView = ProjectView<MilestonesNode, MilestonesViewModel>;

export const openMilestones =
  (context: MergeRequestToolsSource): Open<MilestonesNode, MilestonesViewModel> =>
  (project, connection, view) =>
    new MilestonesViewModel(project, connection, view, mergeRequestTools(context));

/** How many times older than the lists the progress may be before it is polled. */
const patience = 5;

class MilestonesViewModel implements ViewModel<MilestonesNode> {
  readonly renderers: NodeRenderers<MilestonesNode>;
  /** Group milestones contain merge requests of other projects. */
  readonly everywhere = true;
  private readonly view: ViewContext<MilestonesNode>;
  private readonly folders: MilestoneFolders;
  private readonly works: MilestoneWorks;
  private readonly files = new ChangedFileRows(false);
  private readonly pipelines: MilestonePipelines;
  /** Whether something was written here, so that rows below the milestones may be outdated, too. */
  private touched = false;

  constructor(
    { instance, project }: OpenProject,
    connection: Connection,
    view: ViewContext<MilestonesNode>,
    tools: MergeRequestTools,
  ) {
    const { client, records, pipelineJobs } = connection;
    const scope = { instance, project };
    this.view = view;
    this.works = new MilestoneWorks(client);
    this.folders = new MilestoneFolders(scope, connection, view, this.works);
    const options: MilestoneRendererOptions = {
      data: new ProjectMergeRequests({
        scope,
        client,
        records,
        pipelineJobs,
        number: () => projectNumber(view.project()),
      }),
      client,
      files: this.files,
      tools,
      works: this.works,
      folders: this.folders,
      project: view.project,
      silent: view.silent,
      read: view.read,
    };
    this.renderers = milestoneRenderers(options);
    this.pipelines = new MilestonePipelines({
      data: options.data,
      view,
      log: tools.log,
      mergeRequests: (node) => plannedMergeRequests(options, node),
    });
    void setContextKey("forgeline.cannotShowBurndown", false);
  }

  get filter(): ListFilter<MilestoneFilter> {
    return this.folders.filter;
  }

  get filterText(): string | undefined {
    return milestoneFilters.message(this.filter.value);
  }

  /** Path of the project's group, if known. */
  get group(): string | undefined {
    return this.folders.group;
  }

  /** Whether visible progress is not loaded yet, or a pipeline runs. */
  get running(): boolean {
    return this.works.unknown(this.folders.activeShown) !== undefined || this.pipelines.running;
  }

  roots(): readonly MilestoneFolderNode[] {
    this.files.asList = this.view.memory.get("forgeline.changesAsList") === true;
    return this.folders.roots();
  }

  /** Returns the path of the project's group, requested if unknown. @throws ApiError */
  findGroup(signal: AbortSignal): Promise<string | undefined> {
    return this.folders.findGroup(signal);
  }

  async poll(signal: AbortSignal): Promise<void> {
    const active = this.folders.activeShown;
    const unknown = this.works.unknown(active);
    if (unknown) return this.measure(unknown, () => unknown.step(signal), signal);
    const now = Date.now();
    const lists = this.folders.shown.map((list) => ({ age: now - list.askedAt, run: () => list.poll(signal) }));
    const known = this.works.oldest(active);
    const works = known
      ? [{ age: (now - known.seenAt) / patience, run: () => this.measure(known, () => known.refresh(signal), signal) }]
      : [];
    const [first] = [...lists, ...works, ...this.pipelines.refreshes(signal)].sort((a, b) => b.age - a.age);
    await first?.run();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { tree } = this.view;
    const lists = this.folders.shown;
    if (lists.length === 0) return;
    const works = tree.opened().flatMap((node) => (node.kind === "milestone" ? [this.works.of(node)] : []));
    const { touched } = this;
    this.touched = false;
    // Failures are shown in the rows.
    await Promise.allSettled([
      ...lists.map((list) => list.refresh(signal)),
      ...[...new Set(works)].map((work) => this.measure(work, () => work.refresh(signal), signal)),
      ...this.pipelines.refreshes(signal).map(({ run }) => run()),
      touched ? tree.refreshOpened("files", "commits", "headPipeline") : undefined,
    ]);
  }

  written(change: Change): void {
    this.touched = true;
    this.works.touch(change.subject === "milestone" ? change.id : undefined);
  }

  toggled(node: MilestonesNode, open: boolean): void {
    this.pipelines.toggled(node, open);
  }

  /** Loads progress; failures are not shown in the rows, which are useful without it. */
  private async measure(work: MilestoneWork, ask: () => Promise<void>, signal: AbortSignal): Promise<void> {
    await ask();
    if (this.view.signal.aborted || signal.aborted) return;
    this.works.noted(work);
    this.view.pollHandle.answered();
    this.view.read();
  }
}
