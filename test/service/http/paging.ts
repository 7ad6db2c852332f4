import type { Incoming } from "./incoming.ts";
import { invalid } from "./problem.ts";
import { json, type Headers, type Reply } from "./reply.ts";

const MAX_PER_PAGE = 100;
const MAX_COUNTED = 10_000;

export interface PagingOptions {
  /** False where hosts never send totals: project jobs, commits. */
  readonly totals?: boolean;
  /** `page` and `per_page` below 1 are refused (commits) instead of corrected. */
  readonly strict?: boolean;
}

export interface Paged<T> {
  readonly items: readonly T[];
  readonly headers: Headers;
}

/** The answer with a page: only its items are rendered. */
export async function pageReply<T>(paged: Paged<T>, show: (item: T) => unknown): Promise<Reply> {
  return json(await Promise.all(paged.items.map(show)), 200, paged.headers);
}

/** The answer with the page of `items` that the request asks for. */
export function listReply<T>(items: readonly T[], request: Incoming, show: (item: T) => unknown): Promise<Reply> {
  return pageReply(offsetPage(items, request), show);
}

/** One page of `items` by offset, with the X-* headers and Link. The last page has an empty X-Next-Page. */
export function offsetPage<T>(items: readonly T[], request: Incoming, options: PagingOptions = {}): Paged<T> {
  const page = positive(request, "page", 1, options.strict === true);
  const perPage = Math.min(positive(request, "per_page", 20, options.strict === true), MAX_PER_PAGE);
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const totals = options.totals !== false && items.length <= MAX_COUNTED;
  const next = page < pages ? page + 1 : undefined;
  const previous = page > 1 ? page - 1 : undefined;
  const links = [
    ...(previous === undefined ? [] : [link(request, { page: previous, per_page: perPage }, "prev")]),
    ...(next === undefined ? [] : [link(request, { page: next, per_page: perPage }, "next")]),
    link(request, { page: 1, per_page: perPage }, "first"),
    ...(totals ? [link(request, { page: pages, per_page: perPage }, "last")] : []),
  ];
  return {
    items: items.slice((page - 1) * perPage, page * perPage),
    headers: {
      "X-Page": String(page),
      "X-Per-Page": String(perPage),
      "X-Next-Page": next === undefined ? "" : String(next),
      "X-Prev-Page": previous === undefined ? "" : String(previous),
      ...(totals ? { "X-Total": String(items.length), "X-Total-Pages": String(pages) } : {}),
      Link: links.join(", "),
    },
  };
}

/** Adds what the client never sent (`id`), as hosts do: links are to be followed as given. */
function link(request: Incoming, changes: Readonly<Record<string, string | number>>, rel: string): string {
  const query = new URLSearchParams(request.search);
  query.delete("access_token");
  query.delete("private_token");
  const project = request.holes["id"];
  if (project !== undefined) query.set("id", project);
  for (const [name, value] of Object.entries(changes)) query.set(name, String(value));
  return `<${request.url}${request.path}?${query.toString()}>; rel="${rel}"`;
}

function positive(request: Incoming, name: string, otherwise: number, strict: boolean): number {
  const value = request.query.integer(name) ?? otherwise;
  if (value >= 1) return value;
  if (strict) throw invalid(`${name} does not have a valid value`);
  return otherwise;
}
