import type { Pages } from "../../api/pages.ts";
import type { ListOptions } from "../../api/request.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { NewestRecords } from "../records/recordStore.ts";
import { PagedList } from "../tree/pagedList.ts";
import { AwaitedVerdicts } from "./awaitedVerdicts.ts";

/** Lists merge requests; `recheck` makes the host check mergeability again, `simple` returns only titles. */
export type MergeRequestSource = (
  how: { readonly recheck?: boolean; readonly simple?: boolean },
  options: ListOptions,
) => Pick<Pages<MergeRequest>, "page">;

/** The merge requests of one query: read page by page, counted, cached. */
export class MergeRequestList {
  /** Identifies the query; another query is another list. */
  readonly key: string;
  private readonly source: MergeRequestSource;
  private readonly now: () => number;
  private readonly list: PagedList<MergeRequest>;
  private readonly awaited = new AwaitedVerdicts();
  private counted: number | undefined;
  /** Hosts check mergeability on request: with the first page, and until it is known. */
  private recheck = true;
  private lastSeen = 0;

  constructor(key: string, source: MergeRequestSource, now: () => number, records?: NewestRecords<MergeRequest>) {
    this.key = key;
    this.source = source;
    this.now = now;
    this.list = new PagedList<MergeRequest>((options) => source({ recheck: this.recheck }, options), records);
  }

  /** Undefined before the first response. */
  get items(): readonly MergeRequest[] | undefined {
    return this.list.items;
  }

  get hasMore(): boolean {
    return this.list.hasMore;
  }

  /** Number of merge requests read, if the host does not return the rest. */
  get capped(): number | undefined {
    return this.list.capped;
  }

  /** Number of merge requests: the host's count, or the number read if those are all. */
  get total(): number | undefined {
    return this.list.total ?? this.counted;
  }

  /** Time of the last complete reading, ms since 1970. */
  get seenAt(): number {
    return this.lastSeen;
  }

  /** Whether the host is still checking the mergeability of some. */
  get isAwaited(): boolean {
    return this.awaited.expected;
  }

  /** Reads the list from its beginning, and has mergeability checked again. */
  async load(signal: AbortSignal): Promise<void> {
    await this.list.load(signal);
    this.seen();
  }

  /** Reads updates with one request, which is not retried. */
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

  /** Copies newer versions of its merge requests from another list. */
  learn(news: readonly MergeRequest[]): void {
    this.list.merge(news);
    this.awaited.note(this.items ?? [], false);
  }

  /** Reads the count with the smallest possible page. */
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
