import type { Disposable } from "../../core/base/disposable.ts";
import { isCancelled } from "../../core/base/errors.ts";
import { projectNumber, type ProjectScope } from "../../core/base/refs.ts";
import { ChangedFileRows } from "../../core/comparisons/rows.ts";
import type { Connection } from "../../core/connections.ts";
import type { MergeRequestFilter } from "../../core/mergeRequests/filter.ts";
import { type Folder, folderRow, mergeRequestFolders } from "../../core/mergeRequests/folders.ts";
import type { FolderNode, MergeRequestsNode, ProblemNode } from "../../core/mergeRequests/nodes.ts";
import { mergeRequestTools, type MergeRequestToolsSource } from "../../core/mergeRequests/openTools.ts";
import {
  type MergeRequestChore,
  type OpenedRows,
  ProjectMergeRequests,
} from "../../core/mergeRequests/projectMergeRequests.ts";
import { type OwnQueries, readOwnQueries } from "../../core/mergeRequests/queries.ts";
import { mergeRequestKinds, versionOf } from "../../core/mergeRequests/renderers.ts";
import type { MergeRequestTools } from "../../core/mergeRequests/tools.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import { refreshRows } from "../../core/tree/pagedFolder.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import type { OpenProject } from "../../git/project.ts";
import { mergeRequestFilters } from "./filter.ts";

/** The Merge Requests view: queries as folders; below each merge request its description, files, commits and pipeline. */
export type MergeRequestsView = ProjectView<MergeRequestsNode, MergeRequestsContents>;

export const openMergeRequests =
  (context: MergeRequestToolsSource): Open<MergeRequestsNode, MergeRequestsContents> =>
  (project, connection, view) =>
    new MergeRequestsContents({ project, connection, view, tools: mergeRequestTools(context) });

const everywhereKey = "forgeline.mergeRequestsEverywhere";
const asListKey = "forgeline.changesAsList";
const setting = "forgeline.mergeRequests.queries";
/** The time that the host needs to check mergeability, in ms. */
const recheckTime = 3_000;

/** The merge requests of one project, or of all, as rows. */
export class MergeRequestsContents implements ViewModel<MergeRequestsNode> {
  readonly renderers: NodeRenderers<MergeRequestsNode>;
  private readonly view: ViewContext<MergeRequestsNode>;
  readonly tools: MergeRequestTools;
  private readonly scope: ProjectScope;
  private readonly username: string | undefined;
  private readonly data: ProjectMergeRequests;
  private readonly files: ChangedFileRows;
  private readonly listening: Disposable;
  private own: OwnQueries;
  private currentFilter: MergeRequestFilter;
  private allProjects: boolean;
  /** For which heads commits were read, by row. */
  private readonly commitsOf = new Map<string, string>();
  /** The pipelines of the rows are being read. */
  private looking = false;
  /** Something was written here: what is open below the rows may be outdated, too. */
  private touched = false;

  constructor({
    project: open,
    connection,
    view,
    tools,
  }: {
    readonly project: OpenProject;
    readonly connection: Connection;
    readonly view: ViewContext<MergeRequestsNode>;
    readonly tools: MergeRequestTools;
  }) {
    this.view = view;
    this.tools = tools;
    this.scope = { instance: open.instance, project: open.project };
    this.username = connection.session?.user.username;
    this.currentFilter = mergeRequestFilters.read(view.memory, this.scope);
    this.allProjects = view.memory.get(everywhereKey) === true;
    this.files = new ChangedFileRows(view.memory.get(asListKey) === true);
    this.own = readOwnQueries(tools.queries());
    this.data = new ProjectMergeRequests({
      scope: this.scope,
      client: connection.client,
      number: () => projectNumber(view.project()),
    });
    this.renderers = mergeRequestKinds({
      data: this.data,
      files: this.files,
      tools,
      listed: (folder, again) => this.listed(folder, again),
      commitsRead: (node) => this.commitsOf.set(node.row, versionOf(node)),
      read: view.read,
      silent: view.silent,
    });
    this.listening = tools.onDidChangeSettings((affects) => affects(setting) && this.queriesChanged());
    this.tellKeys();
  }

  /** The filter of "All open". */
  get filter(): MergeRequestFilter {
    return this.currentFilter;
  }

  get filterText(): string | undefined {
    return mergeRequestFilters.message(this.currentFilter);
  }

  /** Whether rows of other projects are shown, too. */
  get everywhere(): boolean {
    return this.allProjects || this.own.queries.some(({ projects }) => projects === "all");
  }

  get running(): boolean {
    return this.data.isRunning(this.opened());
  }

  roots(): readonly (FolderNode | ProblemNode)[] {
    const { instance, project } = this.scope;
    const problems = this.own.problems.map((problem): ProblemNode => ({
      kind: "problem",
      instance,
      project,
      problem,
      row: `${instance} ${project}/mergeRequests/problem/${problem.at}`,
    }));
    return [...this.folders().map((folder) => this.node(folder)), ...problems];
  }

  /** Filters "All open", and remembers the filter for the project. */
  async setFilter(filter: MergeRequestFilter): Promise<void> {
    const { view, scope } = this;
    await mergeRequestFilters.write(view.memory, scope, filter);
    if (view.signal.aborted) return;
    this.currentFilter = mergeRequestFilters.read(view.memory, scope);
    this.renew(({ group }) => group === "all");
    view.filtered();
  }

  /** Shows merge requests of all projects, or of the open one alone, and remembers it for the workspace. */
  async showEverywhere(everywhere: boolean): Promise<void> {
    await this.view.memory.update(everywhereKey, everywhere || undefined);
    if (this.view.signal.aborted) return;
    this.allProjects = everywhere;
    this.tellKeys();
    this.view.read();
  }

  /** Shows the user's merge requests of every project in one of the folders. */
  async showFolder(group: "assigned" | "reviewing"): Promise<void> {
    await this.showEverywhere(true);
    const path = (): string[] =>
      this.folders()
        .filter((folder) => folder.group === group)
        .map((folder) => folderRow(this.scope, folder));
    if (!this.view.signal.aborted) await this.view.tree.reveal(path, { expand: true });
  }

  /** Shows changed files one below the other, or in their folders, and remembers it for the workspace. */
  async showFilesAsList(asList: boolean): Promise<void> {
    const { view, files } = this;
    await view.memory.update(asListKey, asList || undefined);
    if (view.signal.aborted) return;
    files.asList = asList;
    this.tellKeys();
    for (const node of view.tree.opened()) if (node.kind === "files" || node.kind === "commit") view.tree.renew(node);
  }

  async poll(signal: AbortSignal): Promise<void> {
    const chore = this.data.next(this.opened());
    if (chore) await this.run(chore, signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { tree, pollHandle } = this.view;
    const { folders } = this.opened();
    // Nothing to refresh before the first answers, which VS Code asks for itself.
    if (!folders.some((folder) => this.data.list(folder).items !== undefined)) return;
    pollHandle.loaded();
    const { touched } = this;
    this.touched = false;
    // Failures are shown in the rows.
    await Promise.allSettled([
      ...this.data.refreshes(this.opened()).map((chore) => this.run(chore, signal)),
      touched ? tree.refreshOpened("files", "commits", "headPipeline") : undefined,
    ]);
  }

  written(): void {
    this.touched = true;
  }

  moved(before: OpenProject, after: OpenProject): void {
    if (before.branch !== after.branch || before.detached !== after.detached)
      this.renew(({ group }) => group === "current");
  }

  toggled(node: MergeRequestsNode, open: boolean): void {
    if (node.kind === "folder" && open) this.view.pollHandle.soon(0);
    if (node.kind !== "headPipeline" || open || !node.pipeline) return;
    const { id } = node.pipeline;
    if (!this.opened().pipelines.some(({ pipeline }) => pipeline.id === id)) this.data.close(id);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private folders(): Folder[] {
    const { username, allProjects: everywhere, currentFilter: filter, own } = this;
    return mergeRequestFolders({ project: this.view.project(), username, everywhere, filter, own: own.queries });
  }

  private node(folder: Folder): FolderNode {
    const { total } = this.data.list(folder);
    return {
      kind: "folder",
      ...this.scope,
      row: folderRow(this.scope, folder),
      folder,
      ...(total === undefined ? {} : { total }),
    };
  }

  private opened(): OpenedRows {
    const nodes = this.view.tree.opened();
    return {
      folders: nodes.flatMap((node) =>
        node.kind === "folder" && node.folder.query !== undefined ? [node.folder] : [],
      ),
      pipelines: nodes.flatMap((node) =>
        node.kind === "headPipeline" && node.pipeline
          ? [{ instance: node.instance, project: node.project, pipeline: node.pipeline }]
          : [],
      ),
    };
  }

  /** Begins some folders anew, as their queries have changed. */
  private renew(which: (folder: Folder) => boolean): void {
    const { tree } = this.view;
    this.view.read();
    for (const folder of this.folders().filter(which)) tree.renew(this.node(folder));
  }

  private queriesChanged(): void {
    this.own = readOwnQueries(this.tools.queries());
    if (!this.view.signal.aborted) this.renew(({ group }) => group === "own");
  }

  private async run(chore: MergeRequestChore, signal: AbortSignal): Promise<void> {
    const { view, tools } = this;
    const rows = { nodes: () => this.nodesOf(chore), ask: chore.run, forget: () => this.forget(chore) };
    try {
      if (!(await refreshRows(view, rows, signal))) return;
    } catch (error) {
      if (chore.of !== "heads" || view.signal.aborted || isCancelled(error) || signal.aborted) throw error;
      tools.log.debug("Reading the pipelines of merge requests failed", error);
      return;
    }
    for (const node of this.nodesOf(chore)) {
      if (node.kind !== "folder") continue;
      this.learn(node.folder);
      void this.lookAtForks(node.folder);
    }
    this.awaitVerdicts();
    view.read();
    this.refreshOutdated();
  }

  private forget(chore: MergeRequestChore): void {
    for (const node of this.nodesOf(chore)) {
      if (node.kind === "folder") this.data.list(node.folder).clear();
      if (node.kind === "headPipeline" && node.pipeline) this.data.close(node.pipeline.id);
    }
  }

  /** The nodes whose rows a chore reads. */
  private nodesOf({ of }: MergeRequestChore): readonly MergeRequestsNode[] {
    if (of === "heads") return [];
    return this.view.tree
      .opened()
      .filter((node) =>
        "folder" in of
          ? node.kind === "folder" && node.folder.id === of.folder
          : node.kind === "headPipeline" && node.pipeline?.id === of.pipeline,
      );
  }

  private listed(folder: Folder, again: boolean): void {
    const { view, data } = this;
    this.learn(folder);
    data.share(folder);
    view.pollHandle.loaded();
    if (again || data.heads.seenAt === 0) void this.lookAtHeads();
    void this.lookAtForks(folder);
    this.awaitVerdicts(folder);
    this.view.read();
    this.refreshOutdated();
  }

  /** Polls soon again while the host checks mergeability: an answer is from before the check. @param folder one that was read just now */
  private awaitVerdicts(folder?: Folder): void {
    const { folders } = this.opened();
    if (this.data.isAwaited({ folders: folder ? [...folders, folder] : folders }))
      this.view.pollHandle.soon(recheckTime);
  }

  /** Reads the project's pipelines, in one request for all rows; failures are only logged. */
  private async lookAtHeads(): Promise<void> {
    const { view, data, tools } = this;
    if (this.looking || view.silent() || !data.heads.worthwhile || !data.hasOwnOpen(this.folders())) return;
    this.looking = true;
    try {
      await data.heads.refresh(view.signal);
      this.view.read();
    } catch (error) {
      if (!isCancelled(error)) tools.log.debug("Reading the pipelines of merge requests failed", error);
    } finally {
      this.looking = false;
    }
  }

  /** Reads the names of forks; failures are only logged. */
  private async lookAtForks(folder: Folder): Promise<void> {
    const { view, data, tools } = this;
    if (view.silent()) return;
    try {
      if (await data.forks.learn(data.list(folder).items ?? [], view.signal)) this.view.read();
    } catch (error) {
      if (!isCancelled(error)) tools.log.debug("Reading the forks of merge requests failed", error);
    }
  }

  /** Refreshes what is open below merge requests whose branch has moved. */
  private refreshOutdated(): void {
    const { tree } = this.view;
    for (const node of tree.opened()) {
      if (node.kind === "files" && this.files.isOutdated(node.row, versionOf(node))) void tree.refresh(node);
      if (node.kind === "commits" && this.commitsOf.get(node.row) !== versionOf(node)) void tree.refresh(node);
    }
  }

  private learn(folder: Folder): void {
    const [first] = this.data.list(folder).items ?? [];
    if (first && !folder.everywhere && typeof first.project_id === "number") this.view.learn(first.project_id);
  }

  private tellKeys(): void {
    void setContextKey("forgeline.mergeRequestsEverywhere", this.allProjects);
    void setContextKey("forgeline.changesAsList", this.files.asList);
  }
}
