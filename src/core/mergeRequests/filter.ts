import type { MergeRequestsOfProjectQuery } from "../../api/resources/mergeRequests.ts";

export const mergeRequestStates = ["opened", "closed", "locked", "merged", "all"] as const;
/** `reviews_for_me` is asked for by the username of the account in use; the others are the host's own. */
export const mergeRequestScopes = ["all", "created_by_me", "assigned_to_me", "reviews_for_me"] as const;
export const mergeRequestOrders = ["created_at", "updated_at", "title"] as const;

/** Filter of the Merge Requests view; the values are those of the host (Part 3, Merge requests). */
export interface MergeRequestFilter {
  /** Default: `opened`. */
  readonly state?: "closed" | "locked" | "merged" | "all";
  /** Default: `all`. */
  readonly scope?: "created_by_me" | "assigned_to_me" | "reviews_for_me";
  /** In title and description. */
  readonly search?: string;
  /** Username. */
  readonly author?: string;
  /** Separated by commas; a merge request has all of them. */
  readonly labels?: string;
  /** Title. */
  readonly milestone?: string;
  readonly sourceBranch?: string;
  readonly targetBranch?: string;
  /** Only drafts, or none. */
  readonly draft?: "yes" | "no";
  /** Default: `created_at`. */
  readonly orderBy?: "updated_at" | "title";
  /** Default: descending. */
  readonly sort?: "asc";
}

/** Returns the filter as the host takes it. @param username of the account in use */
export function mergeRequestQuery(
  filter: MergeRequestFilter,
  username: string | undefined,
): MergeRequestsOfProjectQuery {
  const {
    state = "opened",
    scope = "all",
    orderBy,
    sort,
    search,
    author,
    labels,
    milestone,
    sourceBranch,
    targetBranch,
    draft,
  } = filter;
  return {
    state,
    scope: scope === "reviews_for_me" ? "all" : scope,
    ...(scope === "reviews_for_me" && username !== undefined && { reviewer_username: username }),
    ...(search !== undefined && { search }),
    ...(author !== undefined && { author_username: author }),
    ...(labels !== undefined && { labels }),
    ...(milestone !== undefined && { milestone }),
    ...(sourceBranch !== undefined && { source_branch: sourceBranch }),
    ...(targetBranch !== undefined && { target_branch: targetBranch }),
    ...(draft !== undefined && { wip: draft }),
    ...(orderBy !== undefined && { order_by: orderBy }),
    ...(sort !== undefined && { sort }),
  };
}
