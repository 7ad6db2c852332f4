import { TreeItem, TreeItemCollapsibleState } from "vscode";
import type { OpenProject } from "../../git/project.ts";
import { isCancelled } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { FilterMemory } from "../filters/filterMemory.ts";
import type { NodeRenderer, NodeRenderers, Rows } from "./node.ts";
import { type ListSource, PagedList } from "./pagedList.ts";
import { isPassing } from "./rowEntry.ts";
import type { ViewModel, ViewContext } from "./viewModel.ts";

/** The list itself; not drawn. */
export interface ListNode extends ProjectScope {
  readonly kind: "list";
}

/** What makes one list of a project another than the others. */
export interface ListParts<T extends { readonly id: number | string }, N extends { kind: string }, F> {
  /** First part of the row ids below instance and project, as "jobs". */
  readonly name: string;
  readonly scope: ProjectScope;
  readonly filter: FilterMemory<F>;
  /** The filter in words; undefined when it narrows nothing. */
  readonly filterText: (filter: F) => string | undefined;
  /** The list narrowed so, from its beginning. */
  readonly source: (filter: F) => ListSource<T>;
  readonly node: (item: T) => N;
  /** How the rows behave; those of the list itself are known here. */
  readonly kinds: NodeRenderers<N>;
  /** What to say when there are no rows. */
  readonly note: (filter: F) => string;
  /** Whether an item changes by itself. */
  readonly moves?: (item: T) => boolean;
  /** Whether what is known is of no use any more, now that this is known of the project. */
  readonly outdated?: (before: OpenProject, after: OpenProject) => boolean;
  /** An answer came. */
  readonly read?: (items: readonly T[]) => void;
}

/** One list of the project as the contents of a view: filtered, read page by page, kept up to date. */
export class ProjectList<
  T extends { readonly id: number | string },
  N extends { kind: string },
  F,
> implements ViewModel<N | ListNode> {
  readonly renderers: NodeRenderers<N | ListNode>;
  private readonly parts: ListParts<T, N, F>;
  private readonly frame: ViewContext<N | ListNode>;
  private readonly list: PagedList<T>;
  private readonly root: ListNode;
  private narrowed: F;
  /** Something was written here: what stands open below the rows may be old too. */
  private touched = false;

  constructor(parts: ListParts<T, N, F>, frame: ViewContext<N | ListNode>) {
    this.parts = parts;
    this.frame = frame;
    const { instance, project } = parts.scope;
    this.root = { kind: "list", instance, project };
    this.narrowed = parts.filter.read(frame.memory, parts.scope);
    this.list = new PagedList<T>((options) => parts.source(this.narrowed)(options));
    this.renderers = { ...parts.kinds, list: this.listKind() };
  }

  /** What the rows are narrowed to. */
  get filter(): F {
    return this.narrowed;
  }

  /** Narrows the rows, and remembers it for the project. */
  async setFilter(filter: F): Promise<void> {
    const { parts, frame } = this;
    await parts.filter.write(frame.memory, parts.scope, filter);
    if (frame.signal.aborted) return;
    this.narrowed = parts.filter.read(frame.memory, parts.scope);
    this.renew();
    frame.narrowed();
  }

  /** What is known is of no use any more: has it asked for anew. */
  renew(): void {
    this.list.clear();
    this.frame.tree.renew(this.root);
  }

  /** The items read so far. */
  get items(): readonly T[] | undefined {
    return this.list.items;
  }

  get filterText(): string | undefined {
    return this.parts.filterText(this.narrowed);
  }

  get running(): boolean {
    const { moves } = this.parts;
    return moves !== undefined && this.list.items?.some(moves) === true;
  }

  roots(): readonly ListNode[] {
    return [this.root];
  }

  /** Looks for news with one request. */
  async poll(signal: AbortSignal): Promise<void> {
    const { frame, list } = this;
    try {
      await list.refresh(signal);
    } catch (error) {
      if (!frame.signal.aborted && !isCancelled(error) && !signal.aborted) {
        if (!isPassing(error)) list.clear();
        frame.tree.fail(this.root, error);
      }
      throw error;
    }
    if (frame.signal.aborted) return;
    frame.tree.current(this.root);
    frame.seat.answered();
    this.answered();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { tree, seat } = this.frame;
    // Nothing to refresh before the first answer, which VS Code asks for itself.
    if (!tree.isOpened(this.root) || this.list.items === undefined) return;
    seat.loaded();
    const below = this.touched ? tree.opened().filter((node) => node.kind !== "list") : [];
    this.touched = false;
    // Failures are told in the view.
    await Promise.allSettled([this.poll(signal), ...below.map((node) => tree.refresh(node))]);
  }

  written(): void {
    this.touched = true;
  }

  moved(before: OpenProject, after: OpenProject): void {
    if (this.parts.outdated?.(before, after) === true) this.renew();
  }

  private answered(): void {
    this.parts.read?.(this.list.items ?? []);
    this.frame.read();
  }

  private listKind(): NodeRenderer<ListNode, N | ListNode> {
    const { parts, list, frame } = this;
    return {
      id: ({ instance, project }) => `${instance} ${project}/${parts.name}`,
      item: () => new TreeItem("", TreeItemCollapsibleState.Expanded),
      known: () => {
        const { items } = list;
        if (!items) return undefined;
        const more = async (signal: AbortSignal): Promise<Rows<never>> => {
          await list.more(signal);
          frame.seat.changed();
          return { nodes: [] }; // What is known has grown; the rows are made from it.
        };
        return { nodes: items.map(parts.node), note: parts.note(this.narrowed), more: list.hasMore ? more : undefined };
      },
      children: async (_node, signal) => {
        await list.load(signal);
        frame.seat.loaded();
        parts.read?.(list.items ?? []);
        return { nodes: [] };
      },
    };
  }
}
