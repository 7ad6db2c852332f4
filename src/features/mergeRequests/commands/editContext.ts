import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import type { MergeRequestsContext } from "../context.ts";

/** What a change is made of: the merge request as the menu shows it. */
export interface EditContext {
  readonly context: MergeRequestsContext;
  readonly place: Place;
  readonly ref: MergeRequestRef & { readonly mergeRequest: MergeRequest };
}

export interface EditOutcome {
  /** As it is now. */
  readonly mergeRequest: MergeRequest;
  /** What the host did not do of it, in words. */
  readonly problem?: string | undefined;
}
