import { l10n } from "vscode";
import type { Disposable } from "../../core/base/disposable.ts";
import { projectNumber, type ProjectScope, sameProject } from "../../core/base/refs.ts";
import { ChangedFileRows } from "../../core/comparisons/rows.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import { ListFilter } from "../../core/filters/listFilter.ts";
import type { MergeRequestFilter } from "../../core/mergeRequests/filter.ts";
import { type Folder, folderRow, mergeRequestFolders } from "../../core/mergeRequests/folders.ts";
import type { FolderNode, ProblemNode } from "../../core/mergeRequests/nodes.ts";
import { mergeRequestTools, type MergeRequestToolsSource } from "../../core/mergeRequests/openTools.ts";
import { ProjectMergeRequests } from "../../core/mergeRequests/projectMergeRequests.ts";
import { type OwnQueries, readOwnQueries } from "../../core/mergeRequests/queries.ts";
import { mergeRequestRenderers } from "../../core/mergeRequests/renderers.ts";
import type { MergeRequestTools } from "../../core/mergeRequests/tools.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import type { OpenProject } from "../../git/project.ts";
import type { Descriptions } from "./description/documents.ts";
import { UnsentDescriptions } from "./description/unsentMarks.ts";
import { mergeRequestFilters } from "./filter.ts";
import { PendingMarks } from "./review/pendingMarks.ts";
import { RowReader } from "./rowReader.ts";
import { type FileFilter, fileFilters, fileTest } from "./tracking/fileFilter.ts";
import type { Tracking } from "./tracking/tracking.ts";
import { updateRenderers, updatesCount, type UpdatesNode, type ViewNode } from "./updates/rows.ts";
import type { Updates } from "./updates/updates.ts";

/**
 * The Merge Requests view: queries as folders; below each merge request its description, files, commits and pipeline.
 */
export type MergeRequestsView = ProjectView<ViewNode, MergeRequestsViewModel>;

export function openMergeRequests(
  context: MergeRequestToolsSource & Pick<Context, "changes" | "drafts" | "marks" | "owned">,
  tracking: Tracking,
  updates: Updates,
  descriptions: Descriptions,
): Open<ViewNode, MergeRequestsViewModel> {
  context.marks.add(context.owned.add(new PendingMarks(context)));
  context.marks.add(context.owned.add(new UnsentDescriptions(descriptions)));
  return (project, connection, view) =>
    new MergeRequestsViewModel({ project, connection, view, tools: mergeRequestTools(context), tracking, updates });
}

const everywhereKey = "forgeline.mergeRequestsEverywhere";
const asListKey = "forgeline.changesAsList";
const setting = "forgeline.mergeRequests.queries";

/** The merge requests of one project, or of all, as rows. */
export class MergeRequestsViewModel implements ViewModel<ViewNode> {
  readonly renderers: NodeRenderers<ViewNode>;
  /** The filter of "All open". */
  readonly filter: ListFilter<MergeRequestFilter>;
  /** The filter of changed files. */
  readonly fileFilter: ListFilter<FileFilter>;
  private readonly view: ViewContext<ViewNode>;
  readonly tools: MergeRequestTools;
  private readonly scope: ProjectScope;
  private readonly username: string | undefined;
  private readonly data: ProjectMergeRequests;
  private readonly files: ChangedFileRows;
  private readonly reader: RowReader;
  private readonly updates: Updates;
  private readonly settingsListener: Disposable;
  private readonly updatesListener: Disposable;
  private own: OwnQueries;
  private allProjects: boolean;
  /** Whether something was written since the last refresh: expanded rows may be outdated, too. */
  private writtenHere = false;

  constructor({
    project: open,
    connection,
    view,
    tools,
    tracking,
    updates,
  }: {
    readonly project: OpenProject;
    readonly connection: Connection;
    readonly view: ViewContext<ViewNode>;
    readonly tools: MergeRequestTools;
    readonly tracking: Tracking;
    readonly updates: Updates;
  }) {
    this.view = view;
    this.tools = tools;
    this.updates = updates;
    this.scope = { instance: open.instance, project: open.project };
    this.username = connection.session?.user.username;
    this.filter = new ListFilter({
      view,
      memory: mergeRequestFilters,
      scope: this.scope,
      changed: () => this.renew(({ group }) => group === "all"),
    });
    this.allProjects = view.memory.get(everywhereKey) === true;
    this.files = new ChangedFileRows(view.memory.get(asListKey) === true);
    const testOf = (filter: FileFilter) =>
      fileTest(filter, { rows: tracking.rows, want: (place) => tracking.want(place) });
    this.fileFilter = new ListFilter({
      view,
      memory: fileFilters,
      scope: this.scope,
      changed: (filter) => {
        this.files.filter = testOf(filter);
        this.updateContextKeys();
        view.read();
      },
    });
    this.files.filter = testOf(this.fileFilter.value);
    this.own = readOwnQueries(tools.queries());
    this.data = new ProjectMergeRequests({
      scope: this.scope,
      client: connection.client,
      records: connection.records,
      pipelineJobs: connection.pipelineJobs,
      number: () => projectNumber(view.project()),
      open: () => view.project(),
    });
    this.reader = new RowReader({
      view,
      data: this.data,
      files: this.files,
      log: tools.log,
      folders: () => this.folders(),
    });
    this.renderers = {
      ...mergeRequestRenderers({
        data: this.data,
        files: this.files,
        tools,
        listed: (folder, again) => this.reader.folderRead(folder, again),
        commitsRead: (node) => this.reader.commitsRead(node),
        read: view.read,
        silent: view.silent,
      }),
      ...updateRenderers(({ project, projectId }) =>
        sameProject({ instance: open.instance, project, projectId }, view.project()),
      ),
    };
    this.updatesListener = updates.onDidChange(() => {
      if (view.signal.aborted) return;
      this.updateContextKeys();
      view.read();
    });
    this.settingsListener = tools.onDidChangeSettings((affects) => affects(setting) && this.queriesChanged());
    this.updateContextKeys();
  }

  get filterText(): string | undefined {
    return mergeRequestFilters.message(this.filter.value);
  }

  get headline(): string | undefined {
    return this.allProjects ? l10n.t("Merge requests of all projects") : undefined;
  }

  /** Whether rows of other projects are shown, too. */
  get everywhere(): boolean {
    return this.allProjects || this.own.queries.some(({ projects }) => projects === "all");
  }

  get running(): boolean {
    return this.data.isRunning(this.reader.opened());
  }

  /** The number of updates that are unread. */
  get badge(): { readonly value: number; readonly tooltip: string } | undefined {
    const { length } = this.updates.of(this.scope.instance);
    return length === 0 ? undefined : { value: length, tooltip: updatesCount(length) };
  }

  roots(): readonly (UpdatesNode | FolderNode | ProblemNode)[] {
    const { instance, project } = this.scope;
    const problems = this.own.problems.map((problem): ProblemNode => ({
      kind: "problem",
      instance,
      project,
      problem,
      row: `${instance} ${project}/mergeRequests/problem/${problem.at}`,
    }));
    const updates = this.updates.of(instance);
    const first: UpdatesNode[] =
      updates.length === 0
        ? []
        : [{ kind: "updates", ...this.scope, row: `${instance} ${project}/mergeRequests/updates`, updates }];
    return [...first, ...this.folders().map((folder) => this.node(folder)), ...problems];
  }

  /** Shows merge requests of all projects, or of the open one alone, and remembers it for the workspace. */
  async showEverywhere(everywhere: boolean): Promise<void> {
    await this.view.memory.update(everywhereKey, everywhere || undefined);
    if (this.view.signal.aborted) return;
    this.allProjects = everywhere;
    this.updateContextKeys();
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
    this.updateContextKeys();
    for (const node of view.tree.opened()) if (node.kind === "files" || node.kind === "commit") view.tree.renew(node);
  }

  async poll(signal: AbortSignal): Promise<void> {
    const task = this.data.next(this.reader.opened());
    if (task) await this.reader.run(task, signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { tree, pollHandle } = this.view;
    const { folders } = this.reader.opened();
    // Nothing to refresh before the first answers, which VS Code asks for itself.
    if (!folders.some((folder) => this.data.list(folder).items !== undefined)) return;
    pollHandle.loaded();
    const { writtenHere } = this;
    this.writtenHere = false;
    // Failures are shown in the rows.
    await Promise.allSettled([
      ...this.data.refreshes(this.reader.opened()).map((task) => this.reader.run(task, signal)),
      writtenHere ? tree.refreshOpened("files", "commits", "headPipeline") : undefined,
    ]);
  }

  written(): void {
    this.writtenHere = true;
  }

  moved(before: OpenProject, after: OpenProject): void {
    if (before.branch !== after.branch || before.detached !== after.detached)
      this.renew(({ group }) => group === "current");
  }

  toggled(node: ViewNode, open: boolean): void {
    if (node.kind === "folder" && open) this.view.pollHandle.soon(0);
    if (node.kind !== "headPipeline" || open || !node.pipeline) return;
    const { id } = node.pipeline;
    if (!this.reader.opened().pipelines.some(({ pipeline }) => pipeline.id === id)) this.data.close(id);
  }

  dispose(): void {
    this.settingsListener.dispose();
    this.updatesListener.dispose();
  }

  private folders(): Folder[] {
    const { username, allProjects: everywhere, filter, own } = this;
    return mergeRequestFolders({
      project: this.view.project(),
      username,
      everywhere,
      filter: filter.value,
      own: own.queries,
    });
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

  /** Reloads folders whose queries have changed. */
  private renew(which: (folder: Folder) => boolean): void {
    const { tree } = this.view;
    this.view.read();
    for (const folder of this.folders().filter(which)) tree.renew(this.node(folder));
  }

  private queriesChanged(): void {
    this.own = readOwnQueries(this.tools.queries());
    if (!this.view.signal.aborted) this.renew(({ group }) => group === "own");
  }

  private updateContextKeys(): void {
    void setContextKey("forgeline.mergeRequestsEverywhere", this.allProjects);
    void setContextKey("forgeline.changesAsList", this.files.asList);
    void setContextKey("forgeline.mergeRequestsUpdates", this.updates.of(this.scope.instance).length > 0);
    void setContextKey("forgeline.changedFilesFiltered", this.files.filter !== undefined);
  }
}
