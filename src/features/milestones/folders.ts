import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Pages } from "../../api/pages.ts";
import type { ListOptions } from "../../api/request.ts";
import type { Milestone } from "../../api/resources/milestoneTypes.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Connection } from "../../core/connections.ts";
import { ListFilter } from "../../core/filters/listFilter.ts";
import type { Rows } from "../../core/tree/node.ts";
import { PagedFolder, pagedRows } from "../../core/tree/pagedFolder.ts";
import { isPassing } from "../../core/tree/rowEntry.ts";
import type { FolderContext } from "../../core/tree/viewModel.ts";
import type { MilestoneWorks } from "./contents.ts";
import { type MilestoneFilter, milestoneFilters } from "./filter.ts";
import { askedHome, type Home, knownHome, noGroup } from "./group.ts";
import { folderRow, type MilestoneFolderId, type MilestoneFolderNode, type MilestoneNode } from "./nodes.ts";
import { groupPathOf, type MilestoneOwner, projectPathOf, refOf } from "./owner.ts";
import type { MilestoneRef } from "./refs.ts";

const isOfGroup = (folder: MilestoneFolderId): boolean => folder === "groupActive" || folder === "groupClosed";

/** Returns the milestones of a folder, with those of ancestor groups, and for a group also of its descendants. */
export function folderPages(
  { milestones }: Client,
  folder: MilestoneFolderId,
  owner: MilestoneOwner,
  filter: MilestoneFilter,
  options: ListOptions,
): Pages<Milestone> {
  const query = {
    state: folder === "active" || folder === "groupActive" ? "active" : "closed",
    include_ancestors: true,
    ...("group" in owner && { include_descendants: true }),
    ...milestoneFilters.query(filter),
  } as const;
  return "group" in owner
    ? milestones.group.list(owner.group, query, options)
    : milestones.project.list(owner.project, query, options);
}

type MilestoneList = PagedFolder<Milestone, MilestoneFolderNode, MilestoneNode>;

/** The folders of the Milestones view: active and closed ones of the project and of its group, each a list. */
export class MilestoneFolders {
  readonly filter: ListFilter<MilestoneFilter>;
  private readonly connection: Connection;
  private readonly view: FolderContext<MilestoneFolderNode>;
  private readonly works: MilestoneWorks;
  private readonly scope: ProjectScope;
  private readonly lists = new Map<MilestoneFolderId, MilestoneList>();
  private home: Home;

  constructor(
    scope: ProjectScope,
    connection: Connection,
    view: FolderContext<MilestoneFolderNode>,
    works: MilestoneWorks,
  ) {
    this.scope = scope;
    this.connection = connection;
    this.view = view;
    this.works = works;
    this.home = knownHome(scope, connection.session?.user.username);
    this.filter = new ListFilter({
      view,
      memory: milestoneFilters,
      scope,
      changed: () => {
        this.lists.clear();
        view.read();
        for (const node of this.roots()) view.tree.renew(node);
      },
    });
  }

  /** Path of the project's group, if known. */
  get group(): string | undefined {
    return this.home.kind === "group" ? this.home.path : undefined;
  }

  /** Returns the path of the project's group, requested if unknown. @throws ApiError */
  async findGroup(signal: AbortSignal): Promise<string | undefined> {
    if (this.home.kind === "unasked") {
      this.home = await askedHome(this.connection, this.scope, signal);
      this.view.read();
    }
    return this.group;
  }

  roots(): MilestoneFolderNode[] {
    const folders = ["active", "closed", "groupActive", "groupClosed"] as const;
    return folders
      .filter((folder) => folder !== "groupClosed" || this.home.kind !== "none")
      .map((folder) => this.node(folder));
  }

  /** The lists whose folders are expanded and loaded. */
  get shown(): readonly MilestoneList[] {
    return [...this.lists.values()].filter(({ isShown }) => isShown);
  }

  /** The active milestones with visible rows. */
  get activeShown(): MilestoneNode[] {
    const shown = [...this.lists].filter(([, { isShown }]) => isShown);
    return shown
      .flatMap(([folder, { list }]) => (list.items ?? []).map((milestone) => this.milestone(folder, milestone)))
      .filter(({ milestone }) => milestone.state === "active");
  }

  /** Returns the loaded rows of a folder. */
  rows({ folder }: MilestoneFolderNode): Rows<MilestoneNode> | undefined {
    if (isOfGroup(folder) && this.home.kind === "none") return { nodes: [], note: this.home.why };
    return pagedRows(this.list(folder).list, {
      node: (milestone) => this.milestone(folder, milestone),
      note: this.note(folder),
      grown: () => this.view.read(),
    });
  }

  /** Loads a folder from the start. @throws ApiError */
  async load({ folder }: MilestoneFolderNode, signal: AbortSignal): Promise<void> {
    const { view } = this;
    if (isOfGroup(folder) && (await this.findGroup(signal)) === undefined) return;
    const paged = this.list(folder);
    try {
      await paged.load(signal);
    } catch (error) {
      if (!signal.aborted && !isPassing(error)) paged.list.clear();
      const missing = error instanceof ApiError && error.kind === "notFound";
      if (!isOfGroup(folder) || !missing || this.group === undefined) throw error;
      // Hosts answer the same for a username and for a group that is not visible to the account.
      this.home = noGroup(this.group, this.scope.instance);
      view.pollHandle.loaded();
    }
    if (view.signal.aborted) return;
    if (!isOfGroup(folder)) this.learn(paged);
    if (this.works.unknown(this.activeShown)) view.pollHandle.soon(0);
    view.read();
  }

  private node(folder: MilestoneFolderId): MilestoneFolderNode {
    const { group, scope } = this;
    const total = this.lists.get(folder)?.list.total;
    return {
      kind: "milestoneFolder",
      ...scope,
      row: folderRow(scope, folder),
      folder,
      ...(isOfGroup(folder) && group !== undefined && { group }),
      ...(total !== undefined && { total }),
    };
  }

  private list(folder: MilestoneFolderId): MilestoneList {
    const known = this.lists.get(folder);
    if (known) return known;
    const filter = this.filter.value;
    const list: MilestoneList = new PagedFolder(this.view, {
      root: this.node(folder),
      source: (options) => folderPages(this.connection.client, folder, this.ownerAsked(folder), filter, options),
      node: (milestone) => this.milestone(folder, milestone),
      note: () => this.note(folder),
    });
    this.lists.set(folder, list);
    return list;
  }

  private ownerAsked(folder: MilestoneFolderId): MilestoneOwner {
    return isOfGroup(folder) ? { group: this.group ?? "" } : { project: this.scope.project };
  }

  private note(folder: MilestoneFolderId): string {
    if (milestoneFilters.isSet(this.filter.value)) return l10n.t("No milestones match the search");
    return folder === "active" || folder === "groupActive"
      ? l10n.t("No active milestones")
      : l10n.t("No closed milestones");
  }

  private milestone(folder: MilestoneFolderId, milestone: Milestone): MilestoneNode {
    const ref = refOf(milestone, this.view.project(), this.ownerAsked(folder));
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
  }

  /** Returns the owner of a milestone if it differs from the folder's. */
  private ownerText(
    folder: MilestoneFolderId,
    { group, project, milestone, instance }: MilestoneRef,
  ): string | undefined {
    const ofGroup = isOfGroup(folder);
    if (group === undefined)
      return ofGroup ? l10n.t("project {0}", projectPathOf(milestone, instance) ?? String(project)) : undefined;
    const path = groupPathOf(milestone) ?? String(group);
    return ofGroup && path.toLowerCase() === this.group?.toLowerCase() ? undefined : l10n.t("group {0}", path);
  }

  private learn({ list }: MilestoneList): void {
    const number = list.items?.find(({ project_id: id }) => typeof id === "number")?.project_id;
    if (typeof number === "number") this.view.learn(number);
  }
}
