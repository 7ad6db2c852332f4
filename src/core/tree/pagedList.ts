import type { Page, PageCursor, Pages } from "../../api/pages.ts";
import type { ListOptions } from "../../api/request.ts";
import { CancelledError } from "../base/errors.ts";
import type { NewestRecords } from "../records/recordStore.ts";

/** Requests a list of the host in pages of the given size. */
export type ListSource<T> = (
  options: ListOptions & { readonly perPage: number; readonly signal: AbortSignal },
) => Pick<Pages<T>, "page">;

/** Rows are identified by their ID. */
interface Identified {
  readonly id: number | string;
}

/** Rows per page; the default of the API. */
export const pageSize = 20;
/** Maximum rows per request; checking for changes reaches no further. */
export const largestPage = 100;

/**
 * A list that is loaded page by page and cached. Checking for changes requests as many rows as are loaded in one page,
 * so that moved and removed rows show in any order. Beyond the largest page the answer is joined with the loaded rows
 * behind it, if they fit together. New rows do not let the list grow for ever: what the user has loaded stays in it until
 * a largest page of newer rows has come.
 */
export class PagedList<T extends Identified> {
  private readonly source: ListSource<T>;
  private readonly records: NewestRecords<T> | undefined;
  private known: readonly T[] | undefined;
  private shown: { readonly of: readonly T[]; readonly version: number; readonly items: readonly T[] } | undefined;
  private next: PageCursor | undefined;
  /** Cursor of the last loaded page; undefined for the first. */
  private last: PageCursor | undefined;
  /** Whether the host does not return what follows the loaded rows. */
  private isCapped = false;
  private perPage = pageSize;
  /** Number of rows in the page that the list began with; some sources have larger pages than asked for. */
  private size = 0;
  /** Number of rows that were loaded, before checks for changes added newer ones. */
  private wanted = 0;
  private counted: number | undefined;
  /** Replaced whenever the list starts over: answers to earlier requests are dropped. */
  private generation = {};

  /** @param records the newest versions of rows that other answers may contain as well */
  constructor(source: ListSource<T>, records?: NewestRecords<T>) {
    this.source = source;
    this.records = records;
  }

  /** The loaded rows; undefined before the first answer. */
  get items(): readonly T[] | undefined {
    const { known, records } = this;
    if (known === undefined || records === undefined) return known;
    const version = records.version();
    if (this.shown?.of !== known || this.shown.version !== version)
      this.shown = { of: known, version, items: known.map((item) => records.newest(item)) };
    return this.shown.items;
  }

  get hasMore(): boolean {
    return this.next !== undefined;
  }

  /** Number of loaded rows, if the host has, or may have, more that it does not return. */
  get capped(): number | undefined {
    return this.isCapped && !this.hasMore ? this.known?.length : undefined;
  }

  /** Number of rows in total: the loaded ones if complete, else the host's count. */
  get total(): number | undefined {
    return this.known !== undefined && !this.hasMore && !this.isCapped ? this.known.length : this.counted;
  }

  /** Loaded rows that checking for changes does not reach. */
  get outOfReach(): readonly T[] {
    return this.items?.slice(largestPage) ?? [];
  }

  /** Reloads the list from the start in one request, with about as many rows as before. */
  async load(signal: AbortSignal): Promise<void> {
    const generation = (this.generation = {});
    const perPage = within(Math.ceil((this.known?.length ?? 0) / pageSize) * pageSize);
    this.begin(await this.ask(generation, perPage, signal), perPage);
    this.wanted = this.known?.length ?? 0;
  }

  /** Checks for changes with one request. Not retried on failure; the next poll repeats it. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (this.known === undefined) return this.load(signal);
    const perPage = within(this.known.length);
    const page = await this.ask(this.generation, perPage, signal, undefined, false);
    const behind = page.next === undefined ? [] : rowsBehind(page.items, this.known);
    const length = page.items.length + behind.length;
    const kept = length > this.wanted + largestPage ? Math.max(this.wanted, page.items.length) : length;
    if (kept === page.items.length) this.begin(page, perPage);
    else this.known = [...page.items, ...behind].slice(0, kept);
  }

  /**
   * Loads the next page. Rows that moved there because others were added before them are kept once. Removed rows may
   * have shifted later ones into loaded pages: within reach the next check for changes shows them; beyond it the last
   * page is loaded again. From there on pages are large: VS Code draws all rows again with each.
   */
  async more(signal: AbortSignal): Promise<void> {
    if (this.known === undefined || this.next === undefined) return;
    const { generation, perPage } = this;
    if (this.size < largestPage && this.known.length >= largestPage) return this.enlarge(generation, signal);
    const seam = this.outOfReach.length > 0 ? await this.ask(generation, perPage, signal, this.last) : undefined;
    const cursor = seam ? seam.next : this.next;
    const page: Page<T> = cursor
      ? await this.ask(generation, perPage, signal, cursor)
      : { items: [], ...(seam?.capped && { capped: seam.capped }) };
    if (seam === undefined) this.known = [...this.known, ...without(page.items, this.known)];
    else {
      const pages = [...seam.items, ...without(page.items, seam.items)];
      // Rows in between may be missing, so start over.
      if (without(pages, this.known).length === pages.length) return this.load(signal);
      this.known = [...rowsBefore(pages, this.known, seam.items.length), ...pages];
    }
    this.wanted = this.known.length;
    this.next = page.next;
    this.isCapped = page.capped === true;
    if (cursor) this.last = cursor;
  }

  /** Loads the list from the start in the largest pages that the host has, one more than was loaded. */
  private async enlarge(generation: object, signal: AbortSignal): Promise<void> {
    const first = await this.ask(generation, largestPage, signal);
    let page = first;
    let cursor: PageCursor | undefined;
    let rows = first.items;
    while (page.next && rows.length <= (this.known?.length ?? 0)) {
      cursor = page.next;
      page = await this.ask(generation, largestPage, signal, cursor);
      rows = [...rows, ...without(page.items, rows)];
    }
    this.begin({ ...page, items: rows }, largestPage);
    this.last = cursor;
    this.wanted = rows.length;
  }

  /** Merges newer data into one row. */
  patch(id: T["id"], news: Partial<T>): void {
    this.known = this.known?.map((item) => (item.id === id ? { ...item, ...news } : item));
  }

  /** Merges newer data into all rows of which there is some. */
  merge(news: readonly T[]): void {
    const newer = new Map(news.map((one) => [one.id, one]));
    this.known = this.known?.map((item) => {
      const one = newer.get(item.id);
      return one === undefined ? item : { ...item, ...one };
    });
  }

  remove(id: T["id"]): void {
    this.known = this.known?.filter((item) => item.id !== id);
  }

  clear(): void {
    this.generation = {};
    this.known = undefined;
    this.next = undefined;
    this.last = undefined;
    this.isCapped = false;
  }

  private async ask(
    generation: object,
    perPage: number,
    signal: AbortSignal,
    cursor?: PageCursor,
    repeat?: boolean,
  ): Promise<Page<T>> {
    const page = await this.source({ perPage, signal, repeat }).page(cursor);
    this.counted = page.total ?? this.counted;
    signal.throwIfAborted();
    if (this.generation !== generation) throw new CancelledError();
    return page;
  }

  private begin(page: Page<T>, perPage: number): void {
    this.known = page.items;
    this.size = page.items.length;
    this.next = page.next;
    this.isCapped = page.capped === true;
    this.last = undefined;
    this.perPage = perPage;
  }
}

const within = (rows: number): number => Math.min(largestPage, Math.max(pageSize, rows));

/** Returns the rows that are not among the others. */
function without<T extends Identified>(rows: readonly T[], others: readonly T[]): T[] {
  const ids = new Set(others.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
}

/**
 * Returns the loaded rows that follow a newer first page. None are certain if a row of the old page disappeared other
 * than by being pushed behind it, or if the page's last row was not on it before: a row was removed and the following
 * ones moved up.
 */
function rowsBehind<T extends Identified>(page: readonly T[], known: readonly T[]): T[] {
  const place = known.slice(0, page.length);
  const left = without(place, page);
  const pushed = left.every((row, at) => row === place[place.length - left.length + at]);
  const joined = pushed && without(page.slice(-1), place).length === 0;
  return joined ? without(known, page) : [];
}

/** Returns the loaded rows before reloaded pages, the first of which, with `size` rows, was the last loaded one. */
function rowsBefore<T extends Identified>(pages: readonly T[], known: readonly T[], size: number): T[] {
  const end = new Set(known.slice(-size).map(({ id }) => id));
  const first = pages.find(({ id }) => end.has(id));
  const from = first ? known.findIndex(({ id }) => id === first.id) : known.length;
  return without(known.slice(0, from), pages);
}
