import { TreeItem, TreeItemCollapsibleState } from "vscode";
import type { OpenProject } from "../../git/project.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { FilterMemory } from "../filters/filterMemory.ts";
import { ListFilter } from "../filters/listFilter.ts";
import type { NewestRecords } from "../records/recordStore.ts";
import type { NodeRenderers } from "./node.ts";
import { PagedFolder } from "./pagedFolder.ts";
import type { ListSource } from "./pagedList.ts";
import type { ViewContext, ViewModel } from "./viewModel.ts";

/** The list itself; not drawn. */
export interface ListNode extends ProjectScope {
  readonly kind: "list";
}

export interface ProjectListOptions<T extends { readonly id: number | string }, N extends { kind: string }, F> {
  /** First part of the row IDs below instance and project, for example "jobs". */
  readonly name: string;
  readonly scope: ProjectScope;
  readonly filter: FilterMemory<F>;
  /** Returns the filter in words; undefined when it excludes nothing. */
  readonly filterText: (filter: F) => string | undefined;
  /** Called after the filter changed. */
  readonly filterChanged?: (filter: F) => void;
  readonly source: (filter: F) => ListSource<T>;
  /** The newest versions of items that other answers may contain as well. */
  readonly records?: NewestRecords<T>;
  readonly node: (item: T) => N;
  /** Renderers of the rows, except for the list itself. */
  readonly renderers: NodeRenderers<N>;
  /** The text in place of rows when there are none. */
  readonly note: (filter: F) => string;
  /** Returns the text in place of rows when the host refuses them, "" for the view's welcome text; undefined shows the error as such. */
  readonly refusal?: (error: unknown) => string | undefined;
  /** A word beside the view's title. */
  readonly description?: string;
  /** Whether an item changes by itself. */
  readonly isRunning?: (item: T) => boolean;
  /** Whether the rows are outdated after the project moved. */
  readonly outdated?: (before: OpenProject, after: OpenProject) => boolean;
  /** Called with the items after each answer, except for further pages. */
  readonly read?: (items: readonly T[]) => void;
}

/** Model of a view with a single list of the project: filtered, paged and kept up to date. */
export class ProjectList<
  T extends { readonly id: number | string },
  N extends { kind: string },
  F,
> implements ViewModel<N | ListNode> {
  readonly renderers: NodeRenderers<N | ListNode>;
  readonly filter: ListFilter<F>;
  protected readonly options: ProjectListOptions<T, N, F>;
  protected readonly view: ViewContext<N | ListNode>;
  private readonly root: ListNode;
  private readonly folder: PagedFolder<T, ListNode, N>;
  /** Whether something was written here, so that rows below the list may be outdated, too. */
  private touched = false;

  constructor(options: ProjectListOptions<T, N, F>, view: ViewContext<N | ListNode>) {
    this.options = options;
    this.view = view;
    const { instance, project } = options.scope;
    this.root = { kind: "list", instance, project };
    this.filter = new ListFilter({
      view,
      memory: options.filter,
      scope: options.scope,
      changed: (filter) => {
        this.renew();
        options.filterChanged?.(filter);
      },
    });
    this.folder = new PagedFolder<T, ListNode, N>(view, {
      root: this.root,
      source: (request) => options.source(this.filter.value)(request),
      records: options.records,
      node: options.node,
      note: () => options.note(this.filter.value),
      ...(options.read && { read: options.read }),
      ...(options.refusal && { refusal: options.refusal }),
    });
    const list = this.folder.renderer({
      id: () => `${instance} ${project}/${options.name}`,
      item: () => new TreeItem("", TreeItemCollapsibleState.Expanded),
    });
    this.renderers = { ...options.renderers, list };
  }

  /** Drops the loaded rows and has them loaded again. */
  renew(): void {
    this.folder.renew();
  }

  /** The items loaded so far. */
  get items(): readonly T[] | undefined {
    return this.folder.list.items;
  }

  get filterText(): string | undefined {
    return this.options.filterText(this.filter.value);
  }

  get description(): string | undefined {
    return this.options.description;
  }

  get running(): boolean {
    const { isRunning } = this.options;
    return isRunning !== undefined && this.items?.some(isRunning) === true;
  }

  roots(): readonly ListNode[] {
    return [this.root];
  }

  /** Checks for changes with one request. */
  poll(signal: AbortSignal): Promise<void> {
    return this.folder.poll(signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    if (!this.folder.isShown) return;
    const { tree } = this.view;
    const below = this.touched ? tree.opened().filter((node) => node.kind !== "list") : [];
    this.touched = false;
    // Failures are shown in the rows.
    await Promise.allSettled([this.folder.refresh(signal), ...below.map((node) => tree.refresh(node))]);
  }

  written(): void {
    this.touched = true;
  }

  moved(before: OpenProject, after: OpenProject): void {
    if (this.options.outdated?.(before, after) === true) this.renew();
  }
}
