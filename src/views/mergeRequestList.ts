import type { ListOptions } from "../api/http.ts";
import type { Page, Pages } from "../api/pages.ts";
import type { MergeRequest } from "../api/resources/mergeRequests.ts";
import { PagedList } from "../tree/pagedList.ts";

/** Asks for merge requests; `recheck` has the host look again whether they can be merged, `simple` brings titles alone. */
export type MergeRequestSource = (how: { readonly recheck?: boolean; readonly simple?: boolean }, options: ListOptions) => Pick<Pages<MergeRequest>, "page">;

/** The merge requests of one query: read page by page, counted, kept. */
export class MergeRequestList {
  /** What is asked for; another question is another list. */
  readonly key: string;
  private readonly source: MergeRequestSource;
  private readonly now: () => number;
  private readonly list: PagedList<MergeRequest>;
  private recheck = false;
  private counted: number | undefined;
  private lastSeen = 0;

  constructor(key: string, source: MergeRequestSource, now: () => number) {
    this.key = key;
    this.source = source;
    this.now = now;
    this.list = new PagedList<MergeRequest>((options) => {
      const pages = source({ recheck: this.recheck }, options);
      return { page: async (cursor) => this.noted(await pages.page(cursor)) };
    });
  }

  /** Undefined before the first answer. */
  get items(): readonly MergeRequest[] | undefined {
    return this.list.items;
  }

  get hasMore(): boolean {
    return this.list.hasMore;
  }

  /** How many there are: as the host counts them, or as many as were read where those are all. */
  get total(): number | undefined {
    const { items, hasMore } = this.list;
    return items !== undefined && !hasMore ? items.length : this.counted;
  }

  /** When it was last read from its beginning, ms since 1970. */
  get seenAt(): number {
    return this.lastSeen;
  }

  /** Reads it from its beginning. @param recheck has the host look again whether they can be merged */
  async load(signal: AbortSignal, recheck = false): Promise<void> {
    this.recheck = recheck;
    const loading = this.list.load(signal);
    this.recheck = false;
    await loading;
    this.lastSeen = this.now();
  }

  /** Looks for news with one request, which is not repeated. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.list.refresh(signal);
    this.lastSeen = this.now();
  }

  more(signal: AbortSignal): Promise<void> {
    return this.list.more(signal);
  }

  /** Asks how many there are and for as little else as can be. */
  async count(signal: AbortSignal): Promise<void> {
    const { total, items, next } = await this.source({ simple: true }, { perPage: 1, signal }).page();
    signal.throwIfAborted();
    this.counted = total ?? (next === undefined ? items.length : undefined);
  }

  clear(): void {
    this.list.clear();
  }

  private noted(page: Page<MergeRequest>): Page<MergeRequest> {
    if (page.total !== undefined) this.counted = page.total;
    return page;
  }
}
