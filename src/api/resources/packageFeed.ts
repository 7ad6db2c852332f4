import type { Http } from "../http.ts";
import { type EncodedPath, path } from "../path.ts";
import type { RequestSpec } from "../request.ts";

/** The feed of one project, or of all projects of a group, by numeric ID: hosts accept no paths here (SERVICE-FACTS 40). */
export type Feed = { readonly project: number } | { readonly group: number };

/** A request to a feed, with its path below the feed. */
export type FeedCall = Omit<RequestSpec, "path" | "rawIds"> & { readonly below: EncodedPath | "" };

/**
 * Returns the request for a path below a feed. The `id` of a package is its name, even if it looks like a number.
 * @throws ApiError `invalidArgument`, rule `invalidAddress`, if the feed has no numeric ID
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
