import { ApiError } from "./errors.ts";

/** The position of the next page. Opaque: only valid for the list it came from. */
export interface PageCursor {
  /** Path and query below the API root. */
  readonly path: string;
  /** The first item of the page before, if the host did not name the next page and this cursor is a guess. */
  readonly guessedAfter?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly next?: PageCursor;
  /** Number of items in the whole list, if the host counts them. */
  readonly total?: number;
}

export interface AllOptions {
  /** Maximum number of items. Default: 10,000. */
  readonly max?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AllItems<T> {
  readonly items: T[];
  /** Whether the list was cut off by `max`, or by the host's limit for offset pagination (405). */
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
  readonly header: (name: string) => string | undefined;
}

export interface PageSource<T> {
  /** Returns path and query of the list, without page parameters. An error rejects the first page. */
  path(): string;
  readonly perPage?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  fetch(path: string, signal: AbortSignal | undefined): Promise<FetchedPage<T>>;
}

const defaultPerPage = 20;
/** Maximum that hosts allow; they silently reduce larger numbers. */
const maxPerPage = 100;
const parallel = 4;
const defaultMax = 10_000;

/** Creates the pages of a list from offset headers, keyset links, or neither (SERVICE-FACTS, Pagination). */
export function createPages<T extends object>(source: PageSource<T>): Pages<T> {
  const perPage = Math.min(maxPerPage, Math.max(1, Math.trunc(source.perPage ?? defaultPerPage)));

  const fetchPage = async (cursor: PageCursor, signal: AbortSignal | undefined): Promise<Page<T>> => {
    const { items, header } = await source.fetch(cursor.path, signal);
    const repeated = cursor.guessedAfter !== undefined && cursor.guessedAfter === JSON.stringify(items[0]);
    if (items.length === 0 || repeated) return { items: [], ...totalOf(header) };
    const next = nextOf(cursor.path, items, header);
    return { items, ...totalOf(header), ...(next === undefined ? {} : { next }) };
  };

  const first = (count: number): PageCursor => ({ path: withParameter(source.path(), "per_page", count) });

  const pages: Pages<T> = {
    page: async (cursor = first(perPage)) => fetchPage(cursor, source.signal),

    all: async ({ max = defaultMax, signal } = {}) => {
      const stop = new AbortController();
      const joined = AbortSignal.any([stop.signal, source.signal, signal].filter((one) => one !== undefined));
      const beginning = first(maxPerPage);
      const start = await fetchPage(beginning, joined);
      const items: T[] = [];
      const read: ListPage[] = [];
      const add = (cursor: PageCursor, page: Page<T>): void => {
        items.push(...page.items);
        read.push({ cursor, end: items.length });
      };
      add(beginning, start);
      let next = start.next;
      if (next && start.total !== undefined) {
        const last = Math.ceil(Math.min(start.total, max) / maxPerPage);
        const cursors = Array.from({ length: Math.max(0, last - 1) }, (_, index) => ({
          path: withParameter(beginning.path, "page", index + 2),
        }));
        const rest = await inParallel(cursors, stop, (cursor) => fetchPage(cursor, joined));
        rest.forEach((page, at) => add(cursors[at] ?? beginning, page));
        if (rest.length > 0) next = rest.at(-1)?.next;
      }
      // Without a total, if the list has grown since, or if the host's own limit is below 100.
      while (next && items.length < max) {
        const page: Page<T> | undefined = await fetchPage(next, joined).catch(ignoreOffsetLimit);
        if (!page) break;
        add(next, page);
        next = page.next;
      }
      const unique = withoutRepeats(items);
      const { total } = start;
      return {
        items: unique.slice(0, max),
        capped: unique.length > max || next !== undefined,
        ...(total === undefined ? {} : { total }),
        pages: read,
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

/** Keeps the items read so far when a list refuses offsets beyond a limit (SERVICE-FACTS 19). */
function ignoreOffsetLimit(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.kind !== "methodNotAllowed") throw error;
}

function totalOf(header: (name: string) => string | undefined): { total?: number } {
  const total = header("x-total") ?? "";
  return /^\d+$/.test(total) ? { total: Number(total) } : {};
}

/** Returns the next page: from the `Link` header, else from `X-Next-Page`, else, if the page is full, a guess. */
function nextOf(
  path: string,
  items: readonly object[],
  header: (name: string) => string | undefined,
): PageCursor | undefined {
  const links = header("link");
  const link = nextLink(links ?? "");
  if (link !== undefined) return link === path ? undefined : { path: link };
  const named = header("x-next-page");
  const page = Number(parameter(path, "page") ?? 1);
  // A next page that is not after this one would never end.
  if (named !== undefined)
    return /^\d+$/.test(named) && Number(named) > page
      ? { path: withParameter(path, "page", Number(named)) }
      : undefined;
  if (/rel="?(first|prev|last)\b/.test(links ?? "") || items.length < Number(parameter(path, "per_page")))
    return undefined;
  return { path: withParameter(path, "page", page + 1), guessedAfter: JSON.stringify(items[0]) };
}

/**
 * Returns path and query, below the API root, of the link `rel="next"`. The link names the host as the instance is configured, which may
 * differ from the address in use, so everything before the API root is dropped; the parameters that the host added stay.
 */
export function nextLink(header: string): string | undefined {
  for (const [, target = "", parameters = ""] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?\s*(;|,|$)/i.test(parameters) || !URL.canParse(target, "http://host")) continue;
    const { pathname, search } = new URL(target, "http://host");
    const root = pathname.indexOf("/api/v4/");
    if (root >= 0) return pathname.slice(root + "/api/v4".length) + search;
  }
  return undefined;
}

/** Sets a parameter in a path's query and leaves the others exactly as they are. */
function withParameter(path: string, name: string, value: number): string {
  const [before = "", query = ""] = path.split("?", 2);
  const others = query.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `${before}?${[...others, `${name}=${value}`].join("&")}`;
}

function parameter(path: string, name: string): string | undefined {
  return new URLSearchParams(path.split("?", 2)[1] ?? "").get(name) ?? undefined;
}

/** Runs at most four at a time and returns the results in order. The first error stops the others and is thrown. */
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
  await Promise.all(Array.from({ length: parallel }, worker));
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
