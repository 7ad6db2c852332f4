import { ApiError } from "./errors.ts";

/** Where a list goes on. Opaque: hand it back to the same list. */
export interface PageCursor {
  /** Path and query below the API root. */
  readonly path: string;
  /** Set when the service gave no hint and the next page is only a guess: the first item of the page before. */
  readonly guessedAfter?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly next?: PageCursor;
  /** How many items the whole list has, when the service counts them. */
  readonly total?: number;
}

export interface AllOptions {
  /** The most items to return, 10,000 unless told. */
  readonly max?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AllItems<T> {
  readonly items: T[];
  /** Whether `max`, or the number of items beyond which the service counts no pages (405), cut the list. */
  readonly capped: boolean;
  readonly total?: number;
}

/** A list, page by page: `page()` is the first, `page(first.next)` the second; or iterate; or take all at once. */
export interface Pages<T> extends AsyncIterable<Page<T>> {
  page(cursor?: PageCursor): Promise<Page<T>>;
  /** Every item, asked for by hundreds, in parallel once the total is known. Rows that moved between pages come once. */
  all(options?: AllOptions): Promise<AllItems<T>>;
}

export interface FetchedPage<T> {
  readonly items: readonly T[];
  readonly header: (name: string) => string | undefined;
}

export interface PageSource<T> {
  /** Path and query of the list, without page parameters. What it throws, the first page rejects with. */
  path(): string;
  readonly perPage?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  fetch(path: string, signal: AbortSignal | undefined): Promise<FetchedPage<T>>;
}

const defaultPerPage = 20;
/** The most that hosts allow; they cut larger numbers silently. */
export const maxPerPage = 100;
const parallel = 4;
const defaultMax = 10_000;

/** The pages of one list (SERVICE-FACTS, Pagination): offset headers, keyset links, or neither. */
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
      const start = await fetchPage(first(maxPerPage), joined);
      const items = [...start.items];
      let next = start.next;
      if (next && start.total !== undefined) {
        const last = Math.ceil(Math.min(start.total, max) / maxPerPage);
        const numbers = Array.from({ length: Math.max(0, last - 1) }, (_, index) => index + 2);
        const rest = await inParallel(numbers, stop, (number) =>
          fetchPage({ path: withParameter(first(maxPerPage).path, "page", number) }, joined),
        );
        items.push(...rest.flatMap((page) => page.items));
        if (rest.length > 0) next = rest.at(-1)?.next;
      }
      // Without a total, when the list grew meanwhile, or when the service's own limit is below a hundred.
      while (next && items.length < max) {
        const page: Page<T> | undefined = await fetchPage(next, joined).catch(unlessTooFar);
        if (!page) break;
        items.push(...page.items);
        next = page.next;
      }
      const unique = withoutRepeats(items);
      const { total } = start;
      return {
        items: unique.slice(0, max),
        capped: unique.length > max || next !== undefined,
        ...(total === undefined ? {} : { total }),
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

/** Some lists refuse offsets beyond a limit (SERVICE-FACTS 19): what was read until then is still worth having. */
function unlessTooFar(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.kind !== "methodNotAllowed") throw error;
}

function totalOf(header: (name: string) => string | undefined): { total?: number } {
  const total = header("x-total") ?? "";
  return /^\d+$/.test(total) ? { total: Number(total) } : {};
}

/** The link of the service first, then the page it names, then, when it says nothing and the page is full, a guess. */
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
  // A page that names itself, or one before, would never end.
  if (named !== undefined)
    return /^\d+$/.test(named) && Number(named) > page
      ? { path: withParameter(path, "page", Number(named)) }
      : undefined;
  if (/rel="?(first|prev|last)\b/.test(links ?? "") || items.length < Number(parameter(path, "per_page")))
    return undefined;
  return { path: withParameter(path, "page", page + 1), guessedAfter: JSON.stringify(items[0]) };
}

/**
 * Path and query below the API root of the link `rel="next"`. Its host is the one the instance was configured with, not always the one
 * it was asked at, so the host and whatever stands before the API root are dropped; the parameters the service added stay.
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

/** Sets a parameter in a path's query; the others stay letter by letter. */
function withParameter(path: string, name: string, value: number): string {
  const [before = "", query = ""] = path.split("?", 2);
  const others = query.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `${before}?${[...others, `${name}=${value}`].join("&")}`;
}

function parameter(path: string, name: string): string | undefined {
  return new URLSearchParams(path.split("?", 2)[1] ?? "").get(name) ?? undefined;
}

/** Runs at most four at a time, results in order. The first failure stops the others, and is what is thrown. */
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

/** A list that changes while it is read shows a row twice when it moves to the next page. */
function withoutRepeats<T extends object>(items: readonly T[]): T[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const id = "id" in item ? item.id : undefined;
    if (id === undefined || id === null) return true;
    return seen.has(id) ? false : seen.add(id);
  });
}
