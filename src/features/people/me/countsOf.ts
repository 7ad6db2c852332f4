import type { UserCounts } from "../../../api/resources/userTypes.ts";

/** Assigned merge requests, merge requests to review, assigned issues, and to-do items. */
export type CountName = "assigned" | "reviews" | "issues" | "todos";

export interface Count {
  readonly name: CountName;
  readonly value: number;
}

/** Returns the counts that the host sent. The documents have assigned merge requests only; newer hosts add the rest. */
export function countsOf(counts: UserCounts): Count[] {
  const found: readonly (readonly [CountName, number | null | undefined])[] = [
    ["assigned", counts.assigned_merge_requests ?? counts.merge_requests],
    ["reviews", counts.review_requested_merge_requests],
    ["issues", counts.assigned_issues],
    ["todos", counts.todos],
  ];
  return found.flatMap(([name, value]) =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? [{ name, value }] : [],
  );
}

/** Returns the number of merge requests for the view's badge. */
export const waitingMergeRequests = (counts: readonly Count[]): number =>
  counts.filter(({ name }) => name === "assigned" || name === "reviews").reduce((sum, { value }) => sum + value, 0);
