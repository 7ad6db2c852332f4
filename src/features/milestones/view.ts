import { l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { isCancelled } from "../../core/base/errors.ts";
import { type ProjectScope, projectNumber } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
import { ChangedFileRows } from "../../core/comparisons/rows.ts";
import type { Connection } from "../../core/connections.ts";
import { mergeRequestTools, type MergeRequestToolsSource } from "../../core/mergeRequests/openTools.ts";
import { ProjectMergeRequests } from "../../core/mergeRequests/projectMergeRequests.ts";
import type { MergeRequestTools } from "../../core/mergeRequests/tools.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import { isPassing } from "../../core/tree/rowEntry.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import type { OpenProject } from "../../git/project.ts";
import { MilestoneWorks, type MilestoneWork } from "./contents.ts";
import { type MilestoneFilter, milestoneFilters } from "./filter.ts";
import { folderPages, MilestoneList, ownerAsked } from "./folders.ts";
import { askedHome, type Home, knownHome, noGroup } from "./group.ts";
import {
  folderRow,
  type MilestoneFolderId,
  type MilestoneFolderNode,
  type MilestoneNode,
  type MilestonesNode,
} from "./nodes.ts";
import { groupPathOf, projectPathOf, refOf } from "./owner.ts";
import { MilestonePipelines } from "./pipelines.ts";
import type { MilestoneRef } from "./refs.ts";
import { type MilestoneKindsContext, milestoneKinds, plannedMergeRequests } from "./renderers.ts";

/** The Milestones view: those of the project and its group, below each what is planned for it. */
export type MilestonesView = ProjectView<MilestonesNode, MilestonesContents>;

export const openMilestones =
  (context: MergeRequestToolsSource): Open<MilestonesNode, MilestonesContents> =>
  (project, connection, frame) =>
    new MilestonesContents(project, connection, frame, mergeRequestTools(context));

/** How much older progress may get than the lists, before it is looked at by itself. */
const patience = 5;

/** The milestones of one project and of its group as rows. */
export class MilestonesContents implements ViewModel<MilestonesNode> {
  readonly renderers: NodeRenderers<MilestonesNode>;
  /** What is planned for a group's milestone is in other projects, too. */
  readonly everywhere = true;
  private readonly scope: ProjectScope;
  private readonly connection: Connection;
  private readonly frame: ViewContext<MilestonesNode>;
  private readonly works: MilestoneWorks;
  private readonly files: ChangedFileRows;
  private readonly pipelines: MilestonePipelines;
  private readonly lists = new Map<MilestoneFolderId, MilestoneList>();
  private home: Home;
  private narrowed: MilestoneFilter;
  /** Something was written here: what stands open below the rows may be old too. */
  private touched = false;

  constructor(
    { instance, project }: OpenProject,
    connection: Connection,
    frame: ViewContext<MilestonesNode>,
    tools: MergeRequestTools,
  ) {
    this.scope = { instance, project };
    this.connection = connection;
    this.frame = frame;
    this.narrowed = milestoneFilters.read(frame.memory, this.scope);
    this.home = knownHome(this.scope, connection.session?.user.username);
    this.works = new MilestoneWorks(connection.client);
    this.files = new ChangedFileRows(false);
    const context: MilestoneKindsContext = {
      data: new ProjectMergeRequests({
        scope: this.scope,
        client: connection.client,
        number: () => projectNumber(frame.project()),
      }),
      client: connection.client,
      files: this.files,
      tools,
      works: this.works,
      project: frame.project,
      silent: frame.silent,
      read: () => this.read(),
      rows: (node) => this.rows(node),
      load: (node, signal) => this.load(node, signal),
    };
    this.renderers = milestoneKinds(context);
    this.pipelines = new MilestonePipelines({
      data: context.data,
      frame,
      log: tools.log,
      mergeRequests: (node) => plannedMergeRequests(context, node),
    });
    void setContextKey("forgeline.cannotShowBurndown", false);
  }

  get filter(): MilestoneFilter {
    return this.narrowed;
  }

  get filterText(): string | undefined {
    return milestoneFilters.message(this.narrowed);
  }

  /** Path of the group that the project stands in, as far as it is known. */
  get group(): string | undefined {
    return this.home.kind === "group" ? this.home.path : undefined;
  }

  /** Progress in sight is about to be known, or a pipeline runs. */
  get running(): boolean {
    return this.works.unknown(this.inSight()) !== undefined || this.pipelines.running;
  }

  roots(): readonly MilestoneFolderNode[] {
    this.files.asList = this.frame.memory.get("forgeline.changesAsList") === true;
    return this.folders().map((folder) => this.node(folder));
  }

  /** Narrows all rows, and remembers it for the project. */
  async setFilter(filter: MilestoneFilter): Promise<void> {
    const { frame, scope } = this;
    await milestoneFilters.write(frame.memory, scope, filter);
    if (frame.signal.aborted) return;
    this.narrowed = milestoneFilters.read(frame.memory, scope);
    this.lists.clear();
    this.read();
    for (const node of this.roots()) frame.tree.renew(node);
    frame.narrowed();
  }

  /** Where the project stands, asked for if need be. @throws ApiError when the host cannot be asked */
  async findGroup(signal: AbortSignal): Promise<string | undefined> {
    if (this.home.kind === "unasked") {
      this.home = await askedHome(this.connection, this.scope, signal);
      this.read();
    }
    return this.group;
  }

  async poll(signal: AbortSignal): Promise<void> {
    const unknown = this.works.unknown(this.inSight());
    if (unknown) return this.measure(unknown, () => unknown.step(signal), signal);
    const now = Date.now();
    const lists = this.openedFolders().map((node) => ({
      age: now - this.list(node.folder).seenAt,
      run: () => this.renewed(node, signal),
    }));
    const known = this.works.oldest(this.inSight());
    const works = known
      ? [{ age: (now - known.seenAt) / patience, run: () => this.measure(known, () => known.refresh(signal), signal) }]
      : [];
    const [first] = [...lists, ...works, ...this.pipelines.looks(signal)].sort((a, b) => b.age - a.age);
    await first?.run();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { tree, seat } = this.frame;
    const folders = this.openedFolders();
    // Nothing to refresh before the first answers, which VS Code asks for itself.
    if (folders.length === 0) return;
    seat.loaded();
    const opened = tree.opened();
    const below = this.touched
      ? opened.filter(({ kind }) => kind === "files" || kind === "commits" || kind === "headPipeline")
      : [];
    const works = opened.flatMap((node) => (node.kind === "milestone" ? [this.works.of(node)] : []));
    this.touched = false;
    // Failures are told in the view.
    await Promise.allSettled([
      ...folders.map((node) => this.renewed(node, signal)),
      ...[...new Set(works)].map((work) => this.measure(work, () => work.refresh(signal), signal)),
      ...this.pipelines.looks(signal).map((look) => look.run()),
      ...below.map((node) => tree.refresh(node)),
    ]);
  }

  written(change: Change): void {
    this.touched = true;
    this.works.touch(change.subject === "milestone" ? change.id : undefined);
  }

  toggled(node: MilestonesNode, open: boolean): void {
    this.pipelines.toggled(node, open);
  }

  private folders(): MilestoneFolderId[] {
    return ["active", "closed", "groupActive", ...(this.home.kind === "none" ? [] : (["groupClosed"] as const))];
  }

  private node(folder: MilestoneFolderId): MilestoneFolderNode {
    const { group, scope } = this;
    const total = this.lists.get(folder)?.total;
    const ofGroup = folder === "groupActive" || folder === "groupClosed";
    return {
      kind: "milestoneFolder",
      ...scope,
      row: folderRow(scope, folder),
      folder,
      ...(ofGroup && group !== undefined && { group }),
      ...(total !== undefined && { total }),
    };
  }

  private list(folder: MilestoneFolderId): MilestoneList {
    const known = this.lists.get(folder);
    if (known) return known;
    const filter = this.narrowed;
    const list = new MilestoneList(
      (options) =>
        Promise.resolve(
          folderPages(
            this.connection.client,
            folder,
            ownerAsked(folder, this.scope, this.group ?? ""),
            filter,
            options,
          ),
        ),
      Date.now,
    );
    this.lists.set(folder, list);
    return list;
  }

  /** The rows below a folder as far as they are known. */
  private rows({ folder }: MilestoneFolderNode) {
    const ofGroup = folder === "groupActive" || folder === "groupClosed";
    if (ofGroup && this.home.kind === "none") return { nodes: [], note: this.home.why };
    const list = this.list(folder);
    if (list.items === undefined) return undefined;
    const more = async (signal: AbortSignal): Promise<{ nodes: never[] }> => {
      await list.more(signal);
      this.read();
      return { nodes: [] }; // What is known has grown; the rows are made from it.
    };
    return { nodes: this.milestoneNodes(folder), note: this.emptyNote(folder), more: list.hasMore ? more : undefined };
  }

  private emptyNote(folder: MilestoneFolderId): string {
    if (this.narrowed.search !== undefined) return l10n.t("No milestone matches the search");
    return folder === "active" || folder === "groupActive"
      ? l10n.t("No active milestones")
      : l10n.t("No closed milestones");
  }

  private milestoneNodes(folder: MilestoneFolderId): MilestoneNode[] {
    const open = this.frame.project();
    const asked = ownerAsked(folder, this.scope, this.group ?? "");
    return (this.lists.get(folder)?.items ?? []).map((milestone) => {
      const ref = refOf(milestone, open, asked);
      const progress = this.works.progress(ref);
      const owner = this.ownerText(folder, ref);
      return {
        kind: "milestone",
        ...ref,
        milestone,
        webUrl: milestone.web_url ?? "",
        row: `${folderRow(this.scope, folder)}/${milestone.id}`,
        ...(progress && { progress }),
        ...(owner !== undefined && { owner }),
      };
    });
  }

  /** Whose a milestone is, where the folder says something else. */
  private ownerText(
    folder: MilestoneFolderId,
    { group, project, milestone, instance }: MilestoneRef,
  ): string | undefined {
    const ofGroup = folder === "groupActive" || folder === "groupClosed";
    if (group === undefined)
      return ofGroup ? l10n.t("project {0}", projectPathOf(milestone, instance) ?? String(project)) : undefined;
    const path = groupPathOf(milestone) ?? String(group);
    return ofGroup && path.toLowerCase() === this.group?.toLowerCase() ? undefined : l10n.t("group {0}", path);
  }

  /** Reads a folder from its beginning. @throws ApiError */
  private async load({ folder }: MilestoneFolderNode, signal: AbortSignal): Promise<void> {
    const { frame } = this;
    const ofGroup = folder === "groupActive" || folder === "groupClosed";
    if (ofGroup && (await this.findGroup(signal)) === undefined) return;
    const list = this.list(folder);
    try {
      await list.load(signal);
    } catch (error) {
      if (!signal.aborted && !isPassing(error)) list.clear();
      if (!ofGroup || !(error instanceof ApiError) || error.kind !== "notFound" || this.group === undefined)
        throw error;
      // Hosts say no more of a person's name, and of a group that the account may not see.
      this.home = noGroup(this.group, this.scope.instance);
    }
    if (frame.signal.aborted) return;
    this.learn(folder);
    frame.seat.loaded();
    if (this.works.unknown(this.inSight(folder))) frame.seat.soon(0);
    this.read();
  }

  private learn(folder: MilestoneFolderId): void {
    if (folder !== "active" && folder !== "closed") return;
    const number = this.lists
      .get(folder)
      ?.items?.find((milestone) => typeof milestone.project_id === "number")?.project_id;
    if (typeof number === "number") this.frame.learn(number);
  }

  private openedFolders(): MilestoneFolderNode[] {
    return this.frame.tree
      .opened()
      .filter(
        (node): node is MilestoneFolderNode =>
          node.kind === "milestoneFolder" && this.lists.get(node.folder)?.items !== undefined,
      );
  }

  /** The active milestones whose rows are there to be seen. @param about a folder whose rows are about to show */
  private inSight(about?: MilestoneFolderId): MilestoneNode[] {
    const folders = [
      ...new Set([...this.openedFolders().map(({ folder }) => folder), ...(about === undefined ? [] : [about])]),
    ];
    return folders
      .flatMap((folder) => this.milestoneNodes(folder))
      .filter(({ milestone }) => milestone.state === "active");
  }

  /** Looks for news in a folder. */
  private async renewed(node: MilestoneFolderNode, signal: AbortSignal): Promise<void> {
    const { frame } = this;
    const list = this.list(node.folder);
    try {
      await list.refresh(signal);
    } catch (error) {
      if (!frame.signal.aborted && !isCancelled(error) && !signal.aborted) {
        if (!isPassing(error)) list.clear();
        frame.tree.fail(node, error);
      }
      throw error;
    }
    if (frame.signal.aborted) return;
    frame.tree.current(node);
    frame.seat.answered();
    this.read();
  }

  /** Asks about progress; what fails is not told in rows, which are worth showing without it. */
  private async measure(work: MilestoneWork, ask: () => Promise<void>, signal: AbortSignal): Promise<void> {
    await ask();
    if (this.frame.signal.aborted || signal.aborted) return;
    this.works.noted(work);
    this.frame.seat.answered();
    this.read();
  }

  private read(): void {
    if (!this.frame.signal.aborted) this.frame.read();
  }
}
