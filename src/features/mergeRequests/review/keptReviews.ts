/** What of a review is kept on this machine until it is submitted, per account and merge request. */
import type { ProjectId } from "../../../api/path.ts";
import type { NewDiffPosition, NewLineRangeEnd } from "../../../api/resources/discussionTypes.ts";
import type { DraftStore } from "../../../core/base/drafts.ts";
import { sameProject } from "../../../core/base/refs.ts";
import { SharedDrafts, type SharedKind } from "../../../core/base/sharedDrafts.ts";
import { asFlag, asId, asNumber, asText, listOf, oneOf, type Parse, recordOf } from "../../../core/base/stored.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";

/** A comment that is kept here, or a thread to be resolved. */
export interface KeptComment {
  /** Unique in its review. */
  readonly id: string;
  /** Markdown; empty if the thread is only resolved. */
  readonly text: string;
  /** ID of the discussion, for a reply. */
  readonly discussion?: string | undefined;
  readonly position?: NewDiffPosition | undefined;
  /** Whether its thread is resolved with it. */
  readonly resolves?: boolean | undefined;
  /** When it was first sent without an answer, in milliseconds since the epoch by the host's clock. */
  readonly since?: number | undefined;
}

/** What is said with a review as a whole. */
export interface Summary {
  /** Markdown. */
  readonly summary?: string | undefined;
  readonly approve?: boolean | undefined;
  /** Whether it is being submitted, or was when the window closed. */
  readonly submitting?: boolean | undefined;
  /** When the summary was first sent without an answer, as in `KeptComment`. */
  readonly summarySince?: number | undefined;
}

export interface KeptReview extends Summary {
  readonly instance: string;
  readonly project: ProjectId;
  readonly iid: number;
  /** ID of the account. */
  readonly user: number;
  readonly comments: readonly KeptComment[];
  /** Number of draft notes on the host, as last read. */
  readonly drafts?: number | undefined;
}

const asLineRangeEnd: Parse<NewLineRangeEnd> = recordOf(
  { line_code: asText },
  { type: oneOf("new", "old"), old_line: asNumber, new_line: asNumber },
);

const asPosition: Parse<NewDiffPosition> = recordOf(
  {
    base_sha: asText,
    start_sha: asText,
    head_sha: asText,
    old_path: asText,
    new_path: asText,
    position_type: oneOf("text", "file"),
  },
  { old_line: asNumber, new_line: asNumber, line_range: recordOf({ start: asLineRangeEnd, end: asLineRangeEnd }) },
);

const reviews: SharedKind<KeptReview> = {
  name: "review",
  shared: true,
  parse: recordOf(
    {
      instance: asText,
      project: asId,
      iid: asNumber,
      user: asNumber,
      comments: listOf(
        recordOf(
          { id: asText, text: asText },
          { discussion: asText, position: asPosition, resolves: asFlag, since: asNumber },
        ),
      ),
    },
    { drafts: asNumber, summary: asText, approve: asFlag, submitting: asFlag, summarySince: asNumber },
  ),
};

const keyOf = ({ instance, project, iid }: MergeRequestPlace, user: number): string =>
  `${instance} ${String(project).toLowerCase()} ${iid} ${user}`;

/** Returns what is kept of the reviews of this workspace. */
export const keptReviews = (drafts: Pick<DraftStore, "all">): KeptReview[] => drafts.all(reviews);

/** What is kept of reviews, by all windows of the workspace. */
export class KeptReviews {
  private readonly drafts: SharedDrafts<KeptReview>;

  constructor({ drafts, storage }: Pick<Context, "drafts" | "storage">) {
    this.drafts = new SharedDrafts(drafts, reviews, storage);
  }

  get(place: MergeRequestPlace, user: number): KeptReview | undefined {
    return this.drafts.get(keyOf(place, user));
  }

  /**
   * Changes what is kept of a review; it is on disk once the promise resolves.
   * @param change may be called twice
   * @throws Error if it cannot be written
   */
  async change(
    place: MergeRequestPlace,
    user: number,
    change: (review: KeptReview) => Partial<KeptReview>,
  ): Promise<void> {
    const { instance, project, iid } = place;
    await this.drafts.change(keyOf(place, user), (kept) => {
      const before = kept ?? { instance, project, iid, user, comments: [] };
      const after: KeptReview = { ...before, ...change(before) };
      const isEmpty = after.comments.length === 0 && !after.drafts && !after.summary && after.submitting !== true;
      return isEmpty ? undefined : after;
    });
  }
}

/** Returns how much waits for a review to be submitted: comments, threads to be resolved, and a summary that was on its way. */
export const pendingCount = ({ comments, drafts = 0, submitting, summary = "" }: KeptReview): number =>
  comments.length + drafts + (submitting === true && summary !== "" ? 1 : 0);

/** Whether what is kept belongs to a merge request and an account. */
export const isKeptOf = (
  kept: KeptReview,
  place: MergeRequestPlace & { readonly projectId?: number | undefined },
  user: number,
): boolean => kept.user === user && kept.iid === place.iid && sameProject(place, kept);
