import type { Pages } from "../../api/pages.ts";
import type { ListOptions } from "../../api/request.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { PagedList } from "../tree/pagedList.ts";
import { AwaitedVerdicts } from "./awaitedVerdicts.ts";

/** Asks for merge requests; `recheck` has the host look again whether they can be merged, `simple` brings titles alone. */
export type MergeRequestSource = (
  how: { readonly recheck?: boolean; readonly simple?: boolean },
  options: ListOptions,
) => Pick<Pages<MergeRequest>, "page">;

/** The merge requests of one query: read page by page, counted, kept. */
export class MergeRequestList {
  /** What is asked for; another question is another list. */
  readonly key: string;
  private readonly source: MergeRequestSource;
  private readonly now: () => number;
  private readonly list: PagedList<MergeRequest>;
  private readonly awaited = new AwaitedVerdicts();
  private counted: number | undefined;
  /** Hosts look whether branches can be joined when somebody wants to know: with the first look at a row, and until it is known. */
  private recheck = true;
  private lastSeen = 0;

  constructor(key: string, source: MergeRequestSource, now: () => number) {
    this.key = key;
    this.source = source;
    this.now = now;
    this.list = new PagedList<MergeRequest>((options) => source({ recheck: this.recheck }, options));
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
    return this.list.total ?? this.counted;
  }

  /** When it was last read from its beginning, ms since 1970. */
  get seenAt(): number {
    return this.lastSeen;
  }

  /** Whether the host is about to tell of some of them whether they can be merged. */
  get isAwaited(): boolean {
    return this.awaited.expected;
  }

  /** Reads it from its beginning, and has the host look again whether they can be merged. */
  async load(signal: AbortSignal): Promise<void> {
    await this.list.load(signal);
    this.seen();
  }

  /** Looks for news with one request, which is not repeated. */
  async refresh(signal: AbortSignal): Promise<void> {
    this.recheck = this.awaited.any;
    const refreshing = this.list.refresh(signal);
    this.recheck = true;
    await refreshing;
    this.seen();
  }

  async more(signal: AbortSignal): Promise<void> {
    await this.list.more(signal);
    this.awaited.note(this.items ?? [], true);
  }

  /** Takes over what another list was told of the same merge requests. */
  learn(news: readonly MergeRequest[]): void {
    for (const one of news) this.list.patch(one.id, one);
    this.awaited.note(this.items ?? [], false);
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

  private seen(): void {
    this.lastSeen = this.now();
    this.awaited.note(this.items ?? [], true);
  }
}
