import { ApiError } from "../../api/errors.ts";
import { isCancelled } from "../../core/base/errors.ts";
import type { Logger } from "../../core/base/log.ts";
import type { Connection } from "../../core/connections.ts";
import type { NodeRenderer, Rows } from "../../core/tree/node.ts";
import { type ListSource, PagedList } from "../../core/tree/pagedList.ts";
import { isPassing } from "../../core/tree/rowEntry.ts";
import type { ViewContext } from "../../core/tree/viewModel.ts";
import { refusedWords } from "./customAttributes/errors.ts";
import { askRights } from "./rights.ts";

/** What makes one list of administrators another than the others. */
export interface AdministrationListParts<
  T extends { readonly id: number | string },
  N extends { kind: string },
  R extends N,
> {
  /** The folder's row. */
  readonly root: R;
  readonly connection: Connection;
  readonly log: Pick<Logger, "debug">;
  /** The list from its beginning. */
  readonly source: ListSource<T>;
  readonly node: (item: T) => N;
  readonly kind: Pick<NodeRenderer<R, N>, "id" | "item">;
  /** What to say when there are no rows. */
  readonly note: () => string;
}

/** A list of the host as a folder of the Administration view: read page by page when it is opened, again after writes and by Refresh. */
export class AdministrationList<T extends { readonly id: number | string }, N extends { kind: string }, R extends N> {
  private readonly parts: AdministrationListParts<T, N, R>;
  private readonly frame: ViewContext<N>;
  private readonly list: PagedList<T>;
  /** The host does not let this account in: one calm row says so. */
  private refused = false;

  constructor(parts: AdministrationListParts<T, N, R>, frame: ViewContext<N>) {
    this.parts = parts;
    this.frame = frame;
    this.list = new PagedList<T>(parts.source);
  }

  /** The items read so far. */
  get items(): readonly T[] | undefined {
    return this.list.items;
  }

  /** What is known is of no use any more: has it asked for anew. */
  renew(): void {
    this.list.clear();
    this.refused = false;
    this.frame.tree.renew(this.parts.root);
  }

  /** Reads anew as much as is shown, if anybody has opened it. */
  async refresh(signal: AbortSignal): Promise<void> {
    const { frame, list, parts } = this;
    if (!frame.tree.isOpened(parts.root) || (list.items === undefined && !this.refused)) return;
    frame.seat.loaded();
    try {
      await this.ask((own) => list.refresh(own), signal);
    } catch (error) {
      if (frame.signal.aborted || signal.aborted || isCancelled(error)) return;
      if (!isPassing(error)) list.clear();
      frame.tree.fail(parts.root, error);
      return;
    }
    if (frame.signal.aborted) return;
    frame.tree.current(parts.root);
    frame.seat.answered();
    frame.read();
  }

  /** How the folder's row behaves. */
  folder(): NodeRenderer<R, N> {
    const { parts, list, frame } = this;
    return {
      ...parts.kind,
      remembered: true,
      known: () => {
        if (this.refused) return { nodes: [], note: refusedWords(parts.connection.instance.url) };
        const { items } = list;
        if (!items) return undefined;
        const more = async (signal: AbortSignal): Promise<Rows<never>> => {
          await list.more(signal);
          frame.seat.changed();
          return { nodes: [] }; // What is known has grown; the rows are made from it.
        };
        return { nodes: items.map(parts.node), note: parts.note(), more: list.hasMore ? more : undefined };
      },
      children: async (_node, signal) => {
        await this.ask((own) => list.load(own), signal);
        frame.seat.loaded();
        return { nodes: [] };
      },
    };
  }

  private async ask(read: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await read(signal);
      this.refused = false;
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "forbidden") throw error;
      this.refused = true;
      this.list.clear();
      askRights(this.parts.connection, this.parts.log);
    }
  }
}
