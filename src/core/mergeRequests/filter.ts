import type { MergeRequestsOfProjectQuery } from "../../api/resources/mergeRequests.ts";
import { filterMemory } from "../tree/filterMemory.ts";

export const mergeRequestStates = ["opened", "closed", "locked", "merged", "all"] as const;
/** `reviews_for_me` is asked for by the user name of the account in use; the others are the service's own. */
export const mergeRequestScopes = ["all", "created_by_me", "assigned_to_me", "reviews_for_me"] as const;
export const mergeRequestOrders = ["created_at", "updated_at", "title"] as const;

/** What the Merge Requests view is narrowed to; the values are those of the service (Part 3, Merge requests). */
export interface MergeRequestFilter {
  /** `opened` when left out. */
  readonly state?: "closed" | "locked" | "merged" | "all";
  /** `all` when left out. */
  readonly scope?: "created_by_me" | "assigned_to_me" | "reviews_for_me";
  /** In title and description. */
  readonly search?: string;
  /** User name. */
  readonly author?: string;
  /** Several are separated by commas, and all of them are wanted. */
  readonly labels?: string;
  /** Title. */
  readonly milestone?: string;
  readonly sourceBranch?: string;
  readonly targetBranch?: string;
  /** Only drafts, or none. */
  readonly draft?: "yes" | "no";
  /** `created_at` when left out. */
  readonly orderBy?: "updated_at" | "title";
  /** Descending when left out. */
  readonly sort?: "asc";
}

const texts = ["search", "author", "labels", "milestone", "sourceBranch", "targetBranch"] as const;
const choices = {
  state: mergeRequestStates.filter((state) => state !== "opened"),
  scope: mergeRequestScopes.filter((scope) => scope !== "all"),
  draft: ["yes", "no"],
  orderBy: mergeRequestOrders.filter((order) => order !== "created_at"),
  sort: ["asc"],
} as const;

/** A filter from anything: takes what is well formed, drops empty texts, defaults and the rest. */
export function toMergeRequestFilter(value: unknown): MergeRequestFilter {
  if (typeof value !== "object" || value === null) return {};
  const given = value as Readonly<Record<string, unknown>>;
  const filter: Record<string, unknown> = {};
  for (const key of texts) {
    const text = given[key];
    if (typeof text === "string" && text.trim() !== "") filter[key] = text.trim();
  }
  for (const [key, values] of Object.entries(choices)) {
    if ((values as readonly unknown[]).includes(given[key])) filter[key] = given[key];
  }
  return filter;
}

export const mergeRequestFilters = filterMemory<MergeRequestFilter>(
  "mergeRequestFilter",
  toMergeRequestFilter,
  (filter) => Object.keys(filter).length > 0,
);

/** The filter as the service takes it. @param username of the account in use */
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
