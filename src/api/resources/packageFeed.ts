import type { Http } from "../http.ts";
import { type EncodedPath, path } from "../path.ts";
import type { RequestSpec } from "../request.ts";

/** Whose package feed: that of one project, or that of all projects of a group. By number, since hosts take no paths here (SERVICE-FACTS 40). */
export type Feed = { readonly project: number } | { readonly group: number };

/** What a call of a feed is described by: its path without the address of the feed. */
export type FeedCall = Omit<RequestSpec, "path" | "rawIds"> & { readonly below: EncodedPath | "" };

/**
 * A call below the address of a feed. The `id` of packages is their name, even when it looks like a number.
 * @throws ApiError `invalidArgument`, rule `invalidAddress`, when the feed has no numeric id
 */
export function feedCall(http: Http, feed: Feed, { below, ...call }: FeedCall): RequestSpec {
  const [level, id] = "project" in feed ? (["project", feed.project] as const) : (["group", feed.group] as const);
  const prefix = (whose: string | number): EncodedPath =>
    level === "project" ? path`/projects/${whose}/packages/nuget` : path`/groups/${whose}/-/packages/nuget`;
  if (!Number.isSafeInteger(id) || id < 1) {
    throw http.invalidArgument(
      { ...call, path: prefix(String(id)) },
      "invalidAddress",
      `a package feed is addressed by the number of its ${level}`,
      level,
    );
  }
  return { ...call, path: (prefix(id) + below) as EncodedPath, rawIds: true };
}
