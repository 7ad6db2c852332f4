import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import type { MergeRequestsContext } from "../context.ts";

/** Context of a change: the merge request as the menu shows it. */
export interface EditContext {
  readonly context: MergeRequestsContext;
  readonly place: Place;
  readonly ref: MergeRequestRef & { readonly mergeRequest: MergeRequest };
  /** What was ticked in a list and not taken, with what it had before, by field. */
  readonly refused: Map<string, { readonly before: unknown; readonly after: unknown }>;
}

export interface EditOutcome {
  /** The current merge request. */
  readonly mergeRequest: MergeRequest;
  /** What the host did not apply, for a message. */
  readonly problem?: string | undefined;
}
