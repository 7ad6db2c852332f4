import type { DraftKind, DraftStore } from "../../../core/base/drafts.ts";
import { asNumber, asText, listOf, oneOf, recordOf } from "../../../core/base/stored.ts";
import type { MergeRequestPlace } from "./place.ts";
import type { DiffFile } from "./positions.ts";

type Drafts = Pick<DraftStore, "get" | "keepQuietly">;

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
  /** Set if it is for the review, and may resolve its thread with it. */
  readonly review?: ReviewMode | undefined;
}

/** Whether a comment of a review resolves its thread, too. */
export type ReviewMode = "add" | "resolve";

/** Unsent comments, one draft per merge request. */
const threads: DraftKind<readonly ThreadDraft[]> = {
  name: "threads",
  parse: listOf(
    recordOf(
      { path: asText, side: oneOf("old", "new"), text: asText },
      { start: asNumber, end: asNumber, discussion: asText, since: asNumber, review: oneOf("add", "resolve") },
    ),
  ),
};
const keyOf = ({ instance, project, iid }: MergeRequestPlace): string => `${instance} ${project} ${iid}`;

const isAt = (one: DraftPlace, other: DraftPlace): boolean =>
  one.discussion === undefined && other.discussion === undefined
    ? one.path === other.path && one.side === other.side && one.start === other.start && one.end === other.end
    : one.discussion === other.discussion;

/** Returns the unsent comments on a side of a file, whatever the version that they were written for. */
export const threadDrafts = (drafts: Drafts, place: MergeRequestPlace, { path, diff }: DiffFile): ThreadDraft[] =>
  (drafts.get(threads, keyOf(place)) ?? []).filter((draft) => draft.path === path && draft.side === diff.side);

/** Returns the unsent comment of a place. */
export const threadDraft = (drafts: Drafts, place: MergeRequestPlace, at: DraftPlace): ThreadDraft | undefined =>
  drafts.get(threads, keyOf(place))?.find((draft) => isAt(draft, at));

/** Keeps the unsent comment of a place; a failed write is only reported. @param draft undefined deletes it */
export async function keepThreadDraft(
  drafts: Drafts,
  place: MergeRequestPlace,
  at: DraftPlace,
  draft: Pick<ThreadDraft, "text" | "since" | "review"> | undefined,
): Promise<void> {
  const others = (drafts.get(threads, keyOf(place)) ?? []).filter((other) => !isAt(other, at));
  const kept = draft === undefined ? others : [...others, { ...at, ...draft }];
  await drafts.keepQuietly(threads, keyOf(place), kept.length === 0 ? undefined : kept);
}
