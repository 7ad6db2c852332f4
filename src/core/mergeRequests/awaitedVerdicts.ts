import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

/** Maximum number of checks without news: hosts need not check mergeability on every request (Part 3, Merge requests). */
const maxChecks = 3;
const unsettled: ReadonlySet<unknown> = new Set([
  "unchecked",
  "checking",
  "cannot_be_merged_recheck",
  "preparing",
  "approvals_syncing",
]);

/** Whether the host is still checking mergeability, also for conflicts behind another blocker. */
function isAwaited(mergeRequest: MergeRequest): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the newer status tells what stands in the way first
  const { state, detailed_merge_status: detailed, merge_status: older } = mergeRequest;
  return state === "locked" || (state === "opened" && (unsettled.has(detailed) || unsettled.has(older)));
}

/** Tracks the merge requests of a list whose mergeability the host is still checking. Free of VS Code. */
export class AwaitedVerdicts {
  /** The unsettled merge requests with their heads. */
  private of = "";
  private looks = 0;

  /** Whether some are unsettled. */
  get any(): boolean {
    return this.of !== "";
  }

  /** Whether another request may settle some. */
  get expected(): boolean {
    return this.any && this.looks < maxChecks;
  }

  /** Records the current list. @param looked whether it was read for this purpose */
  note(items: readonly MergeRequest[], looked: boolean): void {
    const awaited = items.filter(isAwaited).map(({ id, sha }) => `${id} ${sha ?? ""}`);
    const of = awaited.join();
    if (of !== this.of) this.looks = 0;
    else if (looked) this.looks++;
    this.of = of;
  }
}
