import type { UserCounts } from "../../../api/resources/userTypes.ts";

/** What waits for a person: merge requests they are assigned to or shall review, issues, and to-do items. */
export type CountName = "assigned" | "reviews" | "issues" | "todos";

export interface Count {
  readonly name: CountName;
  readonly value: number;
}

/** The counts that a host tells. The documents know the assigned merge requests only; the rest newer hosts add. */
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

/** How many merge requests wait for the person: what the badge of the view says. */
export const waitingMergeRequests = (counts: readonly Count[]): number =>
  counts.filter(({ name }) => name === "assigned" || name === "reviews").reduce((sum, { value }) => sum + value, 0);
