import { isCancelled } from "../base/errors.ts";
import type { NewestRecords } from "../records/recordStore.ts";
import type { NodeRenderer, Rows } from "./node.ts";
import { type ListSource, PagedList } from "./pagedList.ts";
import { isPassing } from "./rowEntry.ts";
import type { FolderContext } from "./viewModel.ts";

/** Returns the loaded rows of a list, with `more` for the next page; undefined before the first answer. */
export function pagedRows<T extends { readonly id: number | string }, N>(
  list: Pick<PagedList<T>, "items" | "hasMore" | "more" | "capped">,
  { node, note, grown }: { readonly node: (item: T) => N; readonly note: string; readonly grown: () => void },
): Rows<N> | undefined {
  const more = async (signal: AbortSignal): Promise<Rows<N>> => {
    await list.more(signal);
    grown();
    return { nodes: [] }; // The rows are made from the list, which has grown.
  };
  return (
    list.items && {
      nodes: list.items.map(node),
      note,
      more: list.hasMore ? more : undefined,
      capped: list.capped,
    }
  );
}

/**
 * Sends the view's own request for the rows below nodes. Transient errors keep the old rows, others replace them.
 * @param rows.nodes called once the answer is there
 * @param rows.forget drops the loaded data
 * @returns whether the view still shows these rows
 * @throws what `ask` throws, after it was shown in the rows
 */
export async function refreshRows<N extends { kind: string }>(
  view: FolderContext<N>,
  rows: { nodes(): readonly N[]; ask(signal: AbortSignal): Promise<void>; forget(): void },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await rows.ask(signal);
  } catch (error) {
    if (!view.signal.aborted && !signal.aborted && !isCancelled(error)) {
      if (!isPassing(error)) rows.forget();
      for (const node of rows.nodes()) view.tree.fail(node, error);
    }
    throw error;
  }
  if (view.signal.aborted) return false;
  for (const node of rows.nodes()) view.tree.current(node);
  view.pollHandle.answered();
  return true;
}

export interface PagedFolderOptions<T, R, N> {
  /** Parent row of the list. */
  readonly root: R;
  readonly source: ListSource<T>;
  /** The newest versions of items that other answers may contain as well. */
  readonly records?: NewestRecords<T> | undefined;
  readonly node: (item: T) => N;
  /** The text in place of rows when there are none. */
  readonly note: () => string;
  /** Returns the text in place of rows when the host refuses them, "" for the view's welcome text; undefined shows the error as such. */
  readonly refusal?: (error: unknown) => string | undefined;
  /** Called with the items after each answer, except for further pages. */
  readonly read?: (items: readonly T[]) => void;
}

/**
 * A list of the host below one row: loaded page by page when the row is expanded, cached, and refreshed while expanded.
 */
export class PagedFolder<
  T extends { readonly id: number | string },
  R extends { kind: string },
  N extends { kind: string },
> {
  readonly list: PagedList<T>;
  private readonly options: PagedFolderOptions<T, R, N>;
  private readonly view: FolderContext<R>;
  private refused: string | undefined;
  /** When the list was last loaded or checked for changes, also if the check failed; ms since the epoch. */
  askedAt = 0;

  constructor(view: FolderContext<R>, options: PagedFolderOptions<T, R, N>) {
    this.view = view;
    this.options = options;
    this.list = new PagedList<T>(options.source, options.records);
  }

  /** Whether the row is expanded and loaded; VS Code itself requests the first load. */
  get isShown(): boolean {
    const answered = this.list.items !== undefined || this.refused !== undefined;
    return answered && this.view.tree.isOpened(this.options.root);
  }

  /** Drops the loaded rows and has them loaded again. */
  renew(): void {
    this.list.clear();
    this.refused = undefined;
    this.view.tree.renew(this.options.root);
  }

  /** Reloads what is shown. @throws ApiError after it was shown in the rows */
  async refresh(signal: AbortSignal): Promise<void> {
    if (!this.isShown) return;
    this.view.pollHandle.loaded();
    await this.poll(signal);
  }

  /** Checks for changes with one request. @throws ApiError after it was shown in the rows */
  async poll(signal: AbortSignal): Promise<void> {
    const { list, options, view } = this;
    this.askedAt = Date.now();
    const rows = {
      nodes: () => [options.root],
      ask: (own: AbortSignal) => this.ask(() => list.refresh(own)),
      forget: () => list.clear(),
    };
    if (!(await refreshRows(view, rows, signal))) return;
    options.read?.(list.items ?? []);
    view.read();
  }

  /** Loads the list from the start. @throws ApiError */
  async load(signal: AbortSignal): Promise<void> {
    await this.ask(() => this.list.load(signal));
    this.askedAt = Date.now();
    this.view.pollHandle.loaded();
    this.options.read?.(this.list.items ?? []);
  }

  /** Returns the loaded rows. */
  rows(): Rows<N> | undefined {
    const { list, options, view, refused } = this;
    if (refused !== undefined) return { nodes: [], ...(refused !== "" && { note: refused }) };
    return pagedRows(list, { node: options.node, note: options.note(), grown: () => view.pollHandle.changed() });
  }

  /** Returns the renderer of the parent row. */
  renderer(row: Pick<NodeRenderer<R, N>, "id" | "item">): NodeRenderer<R, N> {
    return {
      ...row,
      remembered: true,
      known: () => this.rows(),
      children: async (_node, signal) => {
        await this.load(signal);
        return { nodes: [] };
      },
    };
  }

  private async ask(read: () => Promise<void>): Promise<void> {
    try {
      await read();
      this.refused = undefined;
    } catch (error) {
      const refused = this.options.refusal?.(error);
      if (refused === undefined) throw error;
      this.refused = refused;
      this.list.clear();
    }
  }
}
