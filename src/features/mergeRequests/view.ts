import type { Disposable } from "../../core/base/disposable.ts";
import { isCancelled } from "../../core/base/errors.ts";
import { projectNumber, type ProjectScope } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
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
import type { ProjectView } from "../../core/tree/projectView.ts";
import { isPassing } from "../../core/tree/rowEntry.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import type { OpenProject } from "../../git/project.ts";
import { mergeRequestFilters } from "./filter.ts";

/** The Merge Requests view: queries as folders; below each merge request its description, files, commits and pipeline. */
export type MergeRequestsView = ProjectView<MergeRequestsNode, MergeRequestsContents>;

export const openMergeRequests =
  (context: MergeRequestToolsSource): Open<MergeRequestsNode, MergeRequestsContents> =>
  (project, connection, frame) =>
    new MergeRequestsContents({ project, connection, frame, tools: mergeRequestTools(context) });

const everywhereKey = "forgeline.mergeRequestsEverywhere";
const asListKey = "forgeline.changesAsList";
const setting = "forgeline.mergeRequests.queries";
/** The host needs a moment to look whether merge requests can be merged, in ms. */
const recheckTime = 3_000;

/** The merge requests of one project, or of all, as rows. */
export class MergeRequestsContents implements ViewModel<MergeRequestsNode> {
  readonly renderers: NodeRenderers<MergeRequestsNode>;
  private readonly frame: ViewContext<MergeRequestsNode>;
  readonly tools: MergeRequestTools;
  private readonly scope: ProjectScope;
  private readonly username: string | undefined;
  private readonly data: ProjectMergeRequests;
  private readonly files: ChangedFileRows;
  private readonly listening: Disposable;
  private own: OwnQueries;
  private narrowed: MergeRequestFilter;
  private allProjects: boolean;
  /** For which heads commits were read, by row. */
  private readonly commitsOf = new Map<string, string>();
  /** A look at the pipelines of the rows is under way. */
  private looking = false;
  /** Something was written here: what stands open below the rows may be old too. */
  private touched = false;

  constructor({
    project: open,
    connection,
    frame,
    tools,
  }: {
    readonly project: OpenProject;
    readonly connection: Connection;
    readonly frame: ViewContext<MergeRequestsNode>;
    readonly tools: MergeRequestTools;
  }) {
    this.frame = frame;
    this.tools = tools;
    this.scope = { instance: open.instance, project: open.project };
    this.username = connection.session?.user.username;
    this.narrowed = mergeRequestFilters.read(frame.memory, this.scope);
    this.allProjects = frame.memory.get(everywhereKey) === true;
    this.files = new ChangedFileRows(frame.memory.get(asListKey) === true);
    this.own = readOwnQueries(tools.queries());
    this.data = new ProjectMergeRequests({
      scope: this.scope,
      client: connection.client,
      number: () => projectNumber(frame.project()),
    });
    this.renderers = mergeRequestKinds({
      data: this.data,
      files: this.files,
      tools,
      listed: (folder, again) => this.listed(folder, again),
      commitsRead: (node) => this.commitsOf.set(node.row, versionOf(node)),
      read: () => this.read(),
      silent: frame.silent,
    });
    this.listening = tools.onDidChangeSettings((affects) => affects(setting) && this.queriesChanged());
    this.tellKeys();
  }

  /** What "All open" is narrowed to. */
  get filter(): MergeRequestFilter {
    return this.narrowed;
  }

  get filterText(): string | undefined {
    return mergeRequestFilters.message(this.narrowed);
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

  /** Narrows "All open", and remembers it for the project. */
  async setFilter(filter: MergeRequestFilter): Promise<void> {
    const { frame, scope } = this;
    await mergeRequestFilters.write(frame.memory, scope, filter);
    if (frame.signal.aborted) return;
    this.narrowed = mergeRequestFilters.read(frame.memory, scope);
    this.renew(({ group }) => group === "all");
    frame.narrowed();
  }

  /** Shows merge requests of all projects, or of the open one alone, and remembers it for the workspace. */
  async showEverywhere(everywhere: boolean): Promise<void> {
    await this.frame.memory.update(everywhereKey, everywhere || undefined);
    if (this.frame.signal.aborted) return;
    this.allProjects = everywhere;
    this.tellKeys();
    this.read();
  }

  /** Shows the person's merge requests of every project in one of the folders. */
  async showFolder(group: "assigned" | "reviewing"): Promise<void> {
    await this.showEverywhere(true);
    const path = (): string[] =>
      this.folders()
        .filter((folder) => folder.group === group)
        .map((folder) => folderRow(this.scope, folder));
    if (!this.frame.signal.aborted) await this.frame.tree.reveal(path, { expand: true });
  }

  /** Shows changed files one below the other, or in their folders, and remembers it for the workspace. */
  async showFilesAsList(asList: boolean): Promise<void> {
    const { frame, files } = this;
    await frame.memory.update(asListKey, asList || undefined);
    if (frame.signal.aborted) return;
    files.asList = asList;
    this.tellKeys();
    for (const node of frame.tree.opened()) if (node.kind === "files" || node.kind === "commit") frame.tree.renew(node);
  }

  async poll(signal: AbortSignal): Promise<void> {
    const chore = this.data.next(this.opened());
    if (chore) await this.run(chore, signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { tree, seat } = this.frame;
    const { folders } = this.opened();
    // Nothing to refresh before the first answers, which VS Code asks for itself.
    if (!folders.some((folder) => this.data.list(folder).items !== undefined)) return;
    seat.loaded();
    const below = this.touched
      ? tree.opened().filter(({ kind }) => kind === "files" || kind === "commits" || kind === "headPipeline")
      : [];
    this.touched = false;
    // Failures are told in the view.
    await Promise.allSettled([
      ...this.data.refreshes(this.opened()).map((chore) => this.run(chore, signal)),
      ...below.map((node) => tree.refresh(node)),
    ]);
  }

  written(_change: Change): void {
    this.touched = true;
  }

  moved(before: OpenProject, after: OpenProject): void {
    if (before.branch !== after.branch || before.detached !== after.detached)
      this.renew(({ group }) => group === "current");
  }

  toggled(node: MergeRequestsNode, open: boolean): void {
    if (node.kind === "folder" && open) this.frame.seat.soon(0);
    if (node.kind !== "headPipeline" || open || !node.pipeline) return;
    const { id } = node.pipeline;
    if (!this.opened().pipelines.some(({ pipeline }) => pipeline.id === id)) this.data.close(id);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private folders(): Folder[] {
    const { username, allProjects: everywhere, narrowed: filter, own } = this;
    return mergeRequestFolders({ project: this.frame.project(), username, everywhere, filter, own: own.queries });
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
    const nodes = this.frame.tree.opened();
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

  /** What some folders ask for has changed: they begin anew. */
  private renew(which: (folder: Folder) => boolean): void {
    const { tree } = this.frame;
    this.read();
    for (const folder of this.folders().filter(which)) tree.renew(this.node(folder));
  }

  private queriesChanged(): void {
    this.own = readOwnQueries(this.tools.queries());
    if (!this.frame.signal.aborted) this.renew(({ group }) => group === "own");
  }

  private async run(chore: MergeRequestChore, signal: AbortSignal): Promise<void> {
    const { frame, tools } = this;
    try {
      await chore.run(signal);
    } catch (error) {
      if (frame.signal.aborted || isCancelled(error) || signal.aborted) throw error;
      if (chore.of === "heads") {
        tools.log.debug("Reading the pipelines of merge requests failed", error);
        return;
      }
      this.failed(chore, error);
      throw error;
    }
    if (frame.signal.aborted) return;
    for (const node of this.nodesOf(chore)) {
      frame.tree.current(node);
      if (node.kind !== "folder") continue;
      this.learn(node.folder);
      void this.lookAtForks(node.folder);
    }
    frame.seat.answered();
    this.awaitVerdicts();
    this.read();
    this.refreshOutdated();
  }

  /** Old rows stay through failures that pass; others take their place. */
  private failed(chore: MergeRequestChore, error: unknown): void {
    for (const node of this.nodesOf(chore)) {
      if (!isPassing(error) && node.kind === "folder") this.data.list(node.folder).clear();
      if (!isPassing(error) && node.kind === "headPipeline" && node.pipeline) this.data.close(node.pipeline.id);
      this.frame.tree.fail(node, error);
    }
  }

  /** The rows whose contents a chore reads. */
  private nodesOf({ of }: MergeRequestChore): readonly MergeRequestsNode[] {
    if (of === "heads") return [];
    return this.frame.tree
      .opened()
      .filter((node) =>
        "folder" in of
          ? node.kind === "folder" && node.folder.id === of.folder
          : node.kind === "headPipeline" && node.pipeline?.id === of.pipeline,
      );
  }

  private listed(folder: Folder, again: boolean): void {
    const { frame, data } = this;
    this.learn(folder);
    data.share(folder);
    frame.seat.loaded();
    if (again || data.heads.seenAt === 0) void this.lookAtHeads();
    void this.lookAtForks(folder);
    this.awaitVerdicts(folder);
    this.read();
    this.refreshOutdated();
  }

  /** Answers tell how it was before they made the host look: the next one tells more. @param folder one whose rows are about to show */
  private awaitVerdicts(folder?: Folder): void {
    const { folders } = this.opened();
    if (this.data.isAwaited({ folders: folder ? [...folders, folder] : folders })) this.frame.seat.soon(recheckTime);
  }

  /** One look at the project's pipelines tells those of all rows; without them the rows are still worth showing. */
  private async lookAtHeads(): Promise<void> {
    const { frame, data, tools } = this;
    if (this.looking || frame.silent() || !data.heads.worthwhile || !data.hasOwnOpen(this.folders())) return;
    this.looking = true;
    try {
      await data.heads.refresh(frame.signal);
      this.read();
    } catch (error) {
      if (!isCancelled(error)) tools.log.debug("Reading the pipelines of merge requests failed", error);
    } finally {
      this.looking = false;
    }
  }

  /** What the forks are called; without it the rows are still worth showing. */
  private async lookAtForks(folder: Folder): Promise<void> {
    const { frame, data, tools } = this;
    if (frame.silent()) return;
    try {
      if (await data.forks.learn(data.list(folder).items ?? [], frame.signal)) this.read();
    } catch (error) {
      if (!isCancelled(error)) tools.log.debug("Reading the forks of merge requests failed", error);
    }
  }

  /** What stands open below merge requests is read anew once their branch has moved. */
  private refreshOutdated(): void {
    const { tree } = this.frame;
    for (const node of tree.opened()) {
      if (node.kind === "files" && this.files.isOutdated(node.row, versionOf(node))) void tree.refresh(node);
      if (node.kind === "commits" && this.commitsOf.get(node.row) !== versionOf(node)) void tree.refresh(node);
    }
  }

  private learn(folder: Folder): void {
    const [first] = this.data.list(folder).items ?? [];
    if (first && !folder.everywhere && typeof first.project_id === "number") this.frame.learn(first.project_id);
  }

  private read(): void {
    if (!this.frame.signal.aborted) this.frame.read();
  }

  private tellKeys(): void {
    void setContextKey("forgeline.mergeRequestsEverywhere", this.allProjects);
    void setContextKey("forgeline.changesAsList", this.files.asList);
  }
}
