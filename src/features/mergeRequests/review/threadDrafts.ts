import { SharedDrafts, type SharedKind } from "../../../core/base/sharedDrafts.ts";
import { asNumber, asText, listOf, oneOf, recordOf } from "../../../core/base/stored.ts";
import { withLeft } from "../../../core/base/withLeft.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import type { DiffFile } from "../../../core/mergeRequests/review/positions.ts";

/** Where an unsent comment belongs: to a thread of the host, or to lines of a file. */
export interface DraftPlace {
  readonly path: string;
  readonly side: "old" | "new";
  /** Lines counted from 1; absent for the file as a whole. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** ID of the discussion, for a reply. */
  readonly discussion?: string | undefined;
}

/** An unsent comment. */
export interface ThreadDraft extends DraftPlace {
  readonly text: string;
  /** When it was first sent without an answer, in milliseconds since the epoch by the host's clock. */
  readonly since?: number | undefined;
  /** What was unsent there before, while this is sent. */
  readonly other?: string | undefined;
  /** Set if it is for the review, and may resolve its thread with it. */
  readonly review?: ReviewMode | undefined;
}

/** Returns all that is unsent, of a window that closed while it sent, too. */
export const unsentText = ({ text, other }: Pick<ThreadDraft, "text" | "other">): string =>
  other === undefined ? text : `${other}\n\n${text}`;

/**
 * Returns what stays unsent in a place while a text of it is sent: what a window keeps there that this one does not show is not replaced.
 * @param other what the thread shows beside the text
 * @param shown the unsent comment that the thread shows, as it was kept
 */
export function stayingText(
  kept: Pick<ThreadDraft, "text" | "other"> | undefined,
  text: string,
  other: string | undefined,
  shown: string | undefined,
): string | undefined {
  if (kept === undefined || unsentText(kept) === shown) return other;
  const foreign = kept.text === text ? kept.other : unsentText(kept);
  return foreign === undefined ? other : withLeft(other, foreign);
}

/** Whether a comment of a review resolves its thread, too. */
export type ReviewMode = "add" | "resolve";

/** Unsent comments, one draft per merge request. */
const threads: SharedKind<readonly ThreadDraft[]> = {
  name: "threads",
  shared: true,
  parse: listOf(
    recordOf(
      { path: asText, side: oneOf("old", "new"), text: asText },
      {
        start: asNumber,
        end: asNumber,
        discussion: asText,
        since: asNumber,
        other: asText,
        review: oneOf("add", "resolve"),
      },
    ),
  ),
};
const keyOf = ({ instance, project, iid }: MergeRequestPlace): string => `${instance} ${project} ${iid}`;

const isAt = (one: DraftPlace, other: DraftPlace): boolean =>
  one.discussion === undefined && other.discussion === undefined
    ? one.path === other.path && one.side === other.side && one.start === other.start && one.end === other.end
    : one.discussion === other.discussion;

/** Unsent comments in threads, of all windows of the workspace. */
export class ThreadDrafts {
  private readonly drafts: SharedDrafts<readonly ThreadDraft[]>;
  private readonly context: Pick<Context, "drafts">;

  constructor(context: Pick<Context, "drafts" | "storage">) {
    this.context = context;
    this.drafts = new SharedDrafts(context.drafts, threads, context.storage);
  }

  /** Returns the unsent comments on a side of a file, whatever the version that they were written for. */
  on(place: MergeRequestPlace, { path, diff }: DiffFile): ThreadDraft[] {
    return (this.drafts.get(keyOf(place)) ?? []).filter((draft) => draft.path === path && draft.side === diff.side);
  }

  /** Returns the unsent comment of a place. */
  get(place: MergeRequestPlace, at: DraftPlace): ThreadDraft | undefined {
    return this.drafts.get(keyOf(place))?.find((draft) => isAt(draft, at));
  }

  /**
   * Changes the unsent comment of a place; a failed write is only reported.
   * @param change may be called twice; undefined deletes it
   */
  async change(
    place: MergeRequestPlace,
    at: DraftPlace,
    change: (draft: ThreadDraft | undefined) => Omit<ThreadDraft, keyof DraftPlace> | undefined,
  ): Promise<void> {
    const changed = this.drafts.change(keyOf(place), (stored) => {
      const all = stored ?? [];
      const before = all.find((draft) => isAt(draft, at));
      const after = change(before);
      if (after === before) return stored;
      const others = all.filter((draft) => draft !== before);
      const kept = after === undefined ? others : [...others, { ...at, ...after }];
      return kept.length === 0 ? undefined : kept;
    });
    await changed.catch(this.context.drafts.failed);
  }
}
