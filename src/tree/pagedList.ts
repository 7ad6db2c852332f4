import type { Page, PageCursor, Pages } from "../api/pages.ts";
import { CancelledError } from "../errors.ts";

/** A list of the host, in pages of this size. */
export type ListSource<T> = (options: { readonly perPage: number; readonly signal: AbortSignal }) => Pages<T>;

/** Rows per page, as the service gives them. */
export const pageSize = 20;
const largestPage = 100;

/**
 * A list that is read from the front, page by page, and kept. Looking for news asks for the first page only
 * and joins it with what is known behind it, so that a poll costs one request however much was loaded.
 */
export class PagedList<T extends { readonly id: number }> {
  private readonly source: ListSource<T>;
  private known: readonly T[] | undefined;
  private next: PageCursor | undefined;
  private perPage = pageSize;
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

  /** Reads the list from the beginning in one request, about as much of it as was there before. */
  async load(signal: AbortSignal): Promise<void> {
    const generation = (this.generation = {});
    const wanted = Math.ceil((this.known?.length ?? 0) / pageSize) * pageSize;
    const perPage = Math.min(largestPage, Math.max(pageSize, wanted));
    const page = await this.ask(generation, perPage, signal);
    this.perPage = perPage;
    this.take(page.items, page.next);
  }

  /** Asks for the first page and joins it with what is known. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (this.known === undefined) return this.load(signal);
    const page = await this.ask(this.generation, this.perPage, signal);
    const fresh = new Set(page.items.map(({ id }) => id));
    const lastShared = this.known.findLastIndex(({ id }) => fresh.has(id));
    // Without a shared row, or with nothing behind the page, the page is all that is certain.
    if (lastShared < 0 || page.next === undefined) this.take(page.items, page.next);
    else {
      const behind = this.known.slice(lastShared + 1).filter(({ id }) => !fresh.has(id));
      this.take([...page.items, ...behind], behind.length > 0 ? this.next : page.next);
    }
  }

  /** Reads the next page. Rows that moved there because others came in front are kept once. */
  async more(signal: AbortSignal): Promise<void> {
    if (this.known === undefined || this.next === undefined) return;
    const page = await this.ask(this.generation, this.perPage, signal, this.next);
    const before = new Set(this.known.map(({ id }) => id));
    this.take([...this.known, ...page.items.filter(({ id }) => !before.has(id))], page.next);
  }

  /** Writes what became known elsewhere about one row. */
  patch(id: number, news: Partial<T>): void {
    this.known = this.known?.map((item) => (item.id === id ? { ...item, ...news } : item));
  }

  remove(id: number): void {
    this.known = this.known?.filter((item) => item.id !== id);
  }

  clear(): void {
    this.generation = {};
    this.known = undefined;
    this.next = undefined;
  }

  private async ask(generation: object, perPage: number, signal: AbortSignal, cursor?: PageCursor): Promise<Page<T>> {
    const page = await this.source({ perPage, signal }).page(cursor);
    signal.throwIfAborted();
    if (this.generation !== generation) throw new CancelledError();
    return page;
  }

  private take(items: readonly T[], next: PageCursor | undefined): void {
    this.known = items;
    this.next = next;
  }
}
