import type { Header } from "./request.ts";

/** The position of the next page. Opaque: only valid for the list it came from. */
export interface PageCursor {
  /** Path and query below the API root. */
  readonly path: string;
  /** What was read before this page; absent on the first. */
  readonly before?: PagesBefore;
}

export interface PagesBefore {
  /** Number of items on all pages before. */
  readonly items: number;
  /** Identity of the first item of the page before, to detect a host that ignores the page number. */
  readonly first: string;
  /** Items per page, as far as known. */
  readonly size: number;
  readonly total?: number | undefined;
  /** Whether the host named this page; otherwise the page is a guess. */
  readonly named: boolean;
}

/** How a host pages a list. */
export interface Paging {
  /** The host sends page headers with other lists, so a list without any that begins again is complete. */
  readonly namesPages: boolean;
  /** Real hosts return this list at once, whatever the page. */
  readonly unpaged: boolean;
}

/** What follows a page. Without `next`, `capped` says whether the list goes on, or may, where the host returns no more. */
interface Following<T> {
  readonly items: readonly T[];
  readonly next?: PageCursor;
  readonly capped?: boolean;
}

/** The documented page size; no host's maximum is below (Part 1, conventions 4). */
const documentedSize = 20;

/**
 * Returns the items of a page and the next page: from the `Link` header, else from `X-Next-Page`, else a guess, unless the page is shorter
 * than any host's maximum. The documents name no page headers and no maximum of `per_page`, so a short page alone is not the last one.
 */
export function nextOf<T extends object>(
  { path, before }: PageCursor,
  { items, header }: { readonly items: readonly T[]; readonly header: Header },
  { namesPages, unpaged }: Paging,
): Following<T> {
  const page = Number(parameter(path, "page") ?? 1);
  const asked = Number(parameter(path, "per_page") ?? documentedSize);
  const total = numberIn(header("x-total"));
  const count = (before?.items ?? 0) + items.length;
  const isMissing = total !== undefined && count < total;
  const link = header("link") ?? "";
  const named = firstOf(header("x-next-page"));
  const isNamed = numberIn(named) !== undefined;
  const isWithoutPages = namesPages && !hasPageHeaders(header);

  if (items.length === 0) return { items, capped: isMissing || isNamed };
  const first = identityOf(items[0]);
  if (before?.first === first && !hasGrown(before, total)) {
    // Beyond the end some hosts return the last page again. The first page again may be a host that ignores the page number, unless it
    // ignores the size, too: then it does not page the list at all.
    const isWhole = page > 2 || before.items > asked || isWithoutPages || unpaged;
    return { items: [], capped: before.named || (total ?? 0) > before.items || !isWhole };
  }

  const perPage = numberIn(header("x-per-page"));
  const follow = (next: string, isNamedByHost: boolean): Following<T> => ({
    items,
    next: { path: next, before: { items: count, first, size: perPage ?? asked, total, named: isNamedByHost } },
  });
  const linked = nextLink(link);
  // A next page that is not after this one would never end.
  if (linked !== undefined) return linked === path ? { items, capped: true } : follow(linked, true);
  if (isNamed)
    return Number(named) > page ? follow(withParameter(path, "page", Number(named)), true) : { items, capped: true };
  const isEnd = named !== undefined || pageLink.test(link) || before?.named === true;
  if (isEnd) return { items, capped: isMissing };
  // A host may name the pages of other lists and still return part of this one: a maximum of its own, or a proxy that drops headers.
  const shortest = Math.min(asked, perPage ?? (isWithoutPages && unpaged ? asked : documentedSize));
  // More than a full page is a list that is not paged.
  const mayGoOn = items.length >= shortest && items.length <= Math.max(asked, documentedSize);
  const goesOn = total === undefined ? mayGoOn : isMissing;
  return goesOn ? follow(withParameter(path, "page", page + 1), false) : { items };
}

/** Whether so many items were added since the page before that it moved here. */
const hasGrown = (before: PagesBefore, total: number | undefined): boolean =>
  total !== undefined && before.total !== undefined && total >= before.total + before.size;

/** Returns whether an answer has headers by which hosts page lists. */
export const hasPageHeaders = (header: Header): boolean =>
  pageLink.test(header("link") ?? "") ||
  ["x-next-page", "x-per-page", "x-total"].some((name) => header(name) !== undefined);

const pageLink = /rel="?(first|prev|next|last)\b/i;

/** Returns the ID of an item, or else all of it. */
export const identityOf = (item: object | undefined): string =>
  item && "id" in item && item.id !== null && item.id !== undefined ? JSON.stringify(item.id) : JSON.stringify(item);

/** Returns the first value of a header; proxies and servers in a chain may each add one. */
const firstOf = (value: string | undefined): string | undefined => value?.split(",", 1)[0]?.trim();

/** Returns the number in a header; undefined without one. */
export function numberIn(value: string | undefined): number | undefined {
  const text = firstOf(value) ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
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
export function withParameter(path: string, name: string, value: number): string {
  const [before = "", query = ""] = path.split("?", 2);
  const others = query.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `${before}?${[...others, `${name}=${value}`].join("&")}`;
}

function parameter(path: string, name: string): string | undefined {
  return new URLSearchParams(path.split("?", 2)[1] ?? "").get(name) ?? undefined;
}
