import type { Page, PageCursor, Pages } from "../../api/pages.ts";
import type { ListOptions } from "../../api/request.ts";
import { CancelledError } from "../base/errors.ts";

/** A list of the host, in pages of this size. */
export type ListSource<T> = (
  options: ListOptions & { readonly perPage: number; readonly signal: AbortSignal },
) => Pick<Pages<T>, "page">;

/** Rows are told apart by it. */
interface Identified {
  readonly id: number | string;
}

/** Rows per page, as the service gives them. */
export const pageSize = 20;
/** The most rows that one request brings; looking for news reaches no further. */
export const largestPage = 100;

/**
 * A list that is read from the front, page by page, and kept. Looking for news asks in one request for as much as is known,
 * so that rows that moved or are gone show, whatever the order. Past the largest page it joins the answer with what is known
 * behind it, as long as nothing speaks against it.
 */
export class PagedList<T extends Identified> {
  private readonly source: ListSource<T>;
  private known: readonly T[] | undefined;
  private next: PageCursor | undefined;
  /** What brought the last page; undefined for the first. */
  private last: PageCursor | undefined;
  private perPage = pageSize;
  private counted: number | undefined;
  /** Changes whenever the list begins anew: what was asked before is dropped then. */
  private generation = {};

  constructor(source: ListSource<T>) {
    this.source = source;
  }

  /** Undefined before the first answer. */
  get items(): readonly T[] | undefined {
    return this.known;
  }

  get hasMore(): boolean {
    return this.next !== undefined;
  }

  /** How many there are: as many as were read where those are all, else as the host counts them. */
  get total(): number | undefined {
    return this.known !== undefined && !this.hasMore ? this.known.length : this.counted;
  }

  /** Rows that looking for news does not reach. */
  get outOfReach(): readonly T[] {
    return this.known?.slice(largestPage) ?? [];
  }

  /** Reads the list from the beginning in one request, about as much of it as was there before. */
  async load(signal: AbortSignal): Promise<void> {
    const generation = (this.generation = {});
    const perPage = within(Math.ceil((this.known?.length ?? 0) / pageSize) * pageSize);
    this.begin(await this.ask(generation, perPage, signal), perPage);
  }

  /** Looks for news in one request, which is not repeated when it fails: whoever looks for news looks again. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (this.known === undefined) return this.load(signal);
    const perPage = within(this.known.length);
    const page = await this.ask(this.generation, perPage, signal, undefined, false);
    const behind = page.next === undefined ? [] : rowsBehind(page.items, this.known);
    if (behind.length > 0) this.known = [...page.items, ...behind];
    else this.begin(page, perPage);
  }

  /**
   * Reads the next page. Rows that moved there because others came in front are kept once. Rows that went may have drawn the next
   * ones to pages that were read already: within reach the next look for news shows them, past it the last page is read once more.
   */
  async more(signal: AbortSignal): Promise<void> {
    if (this.known === undefined || this.next === undefined) return;
    const { generation, perPage } = this;
    const seam = this.outOfReach.length > 0 ? await this.ask(generation, perPage, signal, this.last) : undefined;
    const cursor = seam ? seam.next : this.next;
    const page: Page<T> = cursor ? await this.ask(generation, perPage, signal, cursor) : { items: [] };
    if (seam === undefined) this.known = [...this.known, ...without(page.items, this.known)];
    else {
      const pages = [...seam.items, ...without(page.items, seam.items)];
      // Whatever stood between went unseen: only the beginning is certain.
      if (without(pages, this.known).length === pages.length) return this.load(signal);
      this.known = [...rowsBefore(pages, this.known, seam.items.length), ...pages];
    }
    this.next = page.next;
    if (cursor) this.last = cursor;
  }

  /** Writes what became known elsewhere about one row. */
  patch(id: T["id"], news: Partial<T>): void {
    this.known = this.known?.map((item) => (item.id === id ? { ...item, ...news } : item));
  }

  remove(id: T["id"]): void {
    this.known = this.known?.filter((item) => item.id !== id);
  }

  clear(): void {
    this.generation = {};
    this.known = undefined;
    this.next = undefined;
    this.last = undefined;
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
    this.next = page.next;
    this.last = undefined;
    this.perPage = perPage;
  }
}

const within = (rows: number): number => Math.min(largestPage, Math.max(pageSize, rows));

/** Those rows that are not among the others. */
function without<T extends Identified>(rows: readonly T[], others: readonly T[]): T[] {
  const ids = new Set(others.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
}

/**
 * The known rows that follow a newer first page. There are none to be sure of when a row of its old place is gone other than pushed
 * behind it by rows that came in front, or when its end was not there before: something left, and whatever followed moved up.
 */
function rowsBehind<T extends Identified>(page: readonly T[], known: readonly T[]): T[] {
  const place = known.slice(0, page.length);
  const left = without(place, page);
  const pushed = left.every((row, at) => row === place[place.length - left.length + at]);
  const joined = pushed && without(page.slice(-1), place).length === 0;
  return joined ? without(known, page) : [];
}

/** The known rows that stand before pages read anew, of which the first, with `size` rows, was the last one that was known. */
function rowsBefore<T extends Identified>(pages: readonly T[], known: readonly T[], size: number): T[] {
  const end = new Set(known.slice(-size).map(({ id }) => id));
  const first = pages.find(({ id }) => end.has(id));
  const from = first ? known.findIndex(({ id }) => id === first.id) : known.length;
  return without(known.slice(0, from), pages);
}
