import { maxConcurrency } from "./concurrency.ts";
import { ApiError } from "./errors.ts";
import { identityOf, nextOf, numberIn, type PageCursor, type Paging, withParameter } from "./nextPage.ts";
import type { Header } from "./request.ts";

export type { PageCursor } from "./nextPage.ts";

export interface Page<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly next?: PageCursor;
  /** Number of items in the whole list, if the host counts them. */
  readonly total?: number;
  /** Set on the last page if the list goes on, or may, but the host does not return the rest. */
  readonly capped?: true;
}

export interface AllOptions {
  /** Maximum number of items. Default: 10,000. */
  readonly max?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AllItems<T> {
  readonly items: T[];
  /**
   * Whether these are, or may be, only the first items: because of `max`, the host's limit for offset pagination (405), fewer items than it
   * counts, or a host that returns the first page for every page. Never false for a part of the list.
   */
  readonly capped: boolean;
  readonly total?: number;
  /** Where each page of the list is, to read it again on its own. */
  readonly pages: readonly ListPage[];
}

/** One page of a list that was read as a whole. */
export interface ListPage {
  readonly cursor: PageCursor;
  /** Number of the list's items up to the end of this page. */
  readonly end: number;
}

/** A paginated list: `page()` returns the first page, `page(first.next)` the second. Iterate for all pages, or call `all()` for all items. */
export interface Pages<T> extends AsyncIterable<Page<T>> {
  page(cursor?: PageCursor): Promise<Page<T>>;
  /** Returns every item, 100 per request, in parallel once the total is known. Items that moved between pages are returned once. */
  all(options?: AllOptions): Promise<AllItems<T>>;
}

export interface FetchedPage<T> {
  readonly items: readonly T[];
  readonly header: Header;
}

export interface PageSource<T> {
  /** Returns path and query of the list, without page parameters. An error rejects the first page. */
  path(): string;
  readonly perPage?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Returns what is known of how the host pages the list, once a page is there. */
  paging?(): Paging;
  /** @param beside for one of several pages that are requested at once: the milliseconds that a page takes alone */
  fetch(path: string, signal: AbortSignal | undefined, beside?: number): Promise<FetchedPage<T>>;
  /** Milliseconds since the epoch. Default: the system's clock. */
  now?(): number;
}

const defaultPerPage = 20;
/** Maximum that hosts allow; they silently reduce larger numbers. */
const maxPerPage = 100;
const defaultMax = 10_000;
const unknownPaging: Paging = { namesPages: false, unpaged: false };

/** Creates the pages of a list from offset headers, keyset links, or neither (SERVICE-FACTS, Pagination). */
export function createPages<T extends object>(source: PageSource<T>): Pages<T> {
  const perPage = Math.min(maxPerPage, Math.max(1, Math.trunc(source.perPage ?? defaultPerPage)));

  const now = (): number => source.now?.() ?? Date.now();

  const fetchPage = async (cursor: PageCursor, signal: AbortSignal | undefined, beside?: number): Promise<Page<T>> => {
    const answer = await source.fetch(cursor.path, signal, beside).catch((error: unknown) => {
      // A list refuses offsets beyond a limit (SERVICE-FACTS 19).
      if (cursor.before && error instanceof ApiError && error.kind === "methodNotAllowed") return undefined;
      throw error;
    });
    if (!answer) return { items: [], capped: true };
    const { items, next, capped } = nextOf(cursor, answer, source.paging?.() ?? unknownPaging);
    const total = numberIn(answer.header("x-total"));
    return {
      items,
      ...(total === undefined ? {} : { total }),
      ...(next === undefined ? {} : { next }),
      ...(capped === true ? { capped } : {}),
    };
  };

  const first = (count: number): PageCursor => ({ path: withParameter(source.path(), "per_page", count) });

  const pages: Pages<T> = {
    page: async (cursor = first(perPage)) => fetchPage(cursor, source.signal),

    all: async ({ max = defaultMax, signal } = {}) => {
      const stop = new AbortController();
      const joined = AbortSignal.any([stop.signal, source.signal, signal].filter((one) => one !== undefined));
      const beginning = first(maxPerPage);
      const askedAt = now();
      const start = await fetchPage(beginning, joined);
      const alone = now() - askedAt;
      const read = [{ cursor: beginning, page: start }];
      let next = start.next;
      const size = next?.before?.size;
      // Pages that are shorter than the host says are read one after the other.
      if (start.total !== undefined && size === start.items.length) {
        const last = Math.ceil(Math.min(start.total, max) / size);
        const before = { first: identityOf(start.items[0]), size, total: start.total, named: true };
        const cursors = Array.from({ length: Math.max(0, last - 1) }, (_, index) => ({
          path: withParameter(beginning.path, "page", index + 2),
          before: { ...before, items: (index + 1) * size },
        }));
        const rest = await inParallel(cursors, stop, async (cursor) => ({
          cursor,
          page: await fetchPage(cursor, joined, alone),
        }));
        read.push(...rest);
        if (rest.length > 0) next = rest.at(-1)?.page.next;
      }
      let count = read.reduce((sum, { page }) => sum + page.items.length, 0);
      // Without a total, or if the list has grown since.
      while (next && count < max) {
        const page: Page<T> = await fetchPage(next, joined);
        read.push({ cursor: next, page });
        count += page.items.length;
        next = page.next;
      }
      const items = withoutRepeats(read.flatMap(({ page }) => page.items));
      const { total } = start;
      // A list may shrink while it is read.
      const isMissing = total !== undefined && count < Math.min(...read.flatMap(({ page }) => page.total ?? []));
      return {
        items: items.slice(0, max),
        capped: items.length > max || next !== undefined || isMissing || read.some(({ page }) => page.capped),
        ...(total === undefined ? {} : { total }),
        pages: endsOf(read),
      };
    },

    async *[Symbol.asyncIterator]() {
      let page = await pages.page();
      yield page;
      while (page.next) yield (page = await pages.page(page.next));
    },
  };
  return pages;
}

/** Runs as many at a time as ever may be, and returns the results in order. The first error stops the others and is thrown. */
async function inParallel<In, Out>(
  inputs: readonly In[],
  stop: AbortController,
  run: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const waiting = inputs.entries();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const [index, input] of waiting) {
      if (stop.signal.aborted) return;
      try {
        results[index] = await run(input);
      } catch (error) {
        failures.push(error);
        stop.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Removes duplicates: a list that changes while it is read returns an item twice if it moves to the next page. */
function withoutRepeats<T extends object>(items: readonly T[]): T[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const id = "id" in item ? item.id : undefined;
    if (id === undefined || id === null) return true;
    return seen.has(id) ? false : seen.add(id);
  });
}

/** Returns the pages of a list, each with the number of items up to its end. */
function endsOf<T>(read: readonly { readonly cursor: PageCursor; readonly page: Page<T> }[]): ListPage[] {
  let end = 0;
  return read.map(({ cursor, page }) => ({ cursor, end: (end += page.items.length) }));
}
