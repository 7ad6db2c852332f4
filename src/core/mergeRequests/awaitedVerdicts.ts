import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

/** Hosts need not look again for everybody who asks (Part 3, Merge requests): after so many looks in vain they are left alone. */
const mostLooks = 3;
const unsettled: ReadonlySet<unknown> = new Set([
  "unchecked",
  "checking",
  "cannot_be_merged_recheck",
  "preparing",
  "approvals_syncing",
]);

/** Whether the host will know more about one in a moment: conflicts too, where something else stands in the way meanwhile. */
function isAwaited(mergeRequest: MergeRequest): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the newer status tells what stands in the way first
  const { state, detailed_merge_status: detailed, merge_status: older } = mergeRequest;
  return state === "locked" || (state === "opened" && (unsettled.has(detailed) || unsettled.has(older)));
}

/** Whether the merge requests of a list can be merged, as far as the host is still finding out. Free of VS Code. */
export class AwaitedVerdicts {
  /** The merge requests that are waited for, with their heads. */
  private of = "";
  private looks = 0;

  /** Some are not known. */
  get any(): boolean {
    return this.of !== "";
  }

  /** Some are not known, and another look may tell. */
  get expected(): boolean {
    return this.any && this.looks < mostLooks;
  }

  /** Notes what is known now. @param looked the list was read for it, rather than told by another */
  note(items: readonly MergeRequest[], looked: boolean): void {
    const awaited = items.filter(isAwaited).map(({ id, sha }) => `${id} ${sha ?? ""}`);
    const of = awaited.join();
    if (of !== this.of) this.looks = 0;
    else if (looked) this.looks++;
    this.of = of;
  }
}
