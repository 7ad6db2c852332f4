import type { DraftKind, DraftStore } from "../../../core/base/drafts.ts";
import { asNumber, asText, listOf, recordOf } from "../../../core/base/stored.ts";
import { withLeft } from "../../../core/base/withLeft.ts";
import type { FileRef } from "../../../core/files/refs.ts";

/** The line of a commit's file that a comment is on. */
export interface CommentPlace extends FileRef {
  /** Counted from 1. */
  readonly line: number;
}

/** A comment that was sent, and may be on the host. */
export interface Unanswered {
  readonly text: string;
  /** When it was first sent, in ms since the epoch by the host's clock. */
  readonly since: number;
}

/** An unsent comment. */
export interface CommentDraft {
  readonly line: number;
  readonly text: string;
  readonly unanswered?: Unanswered | undefined;
}

/** Unsent comments, one draft per file. */
const comments: DraftKind<readonly CommentDraft[]> = {
  name: "comments",
  parse: listOf(
    recordOf({ line: asNumber, text: asText }, { unanswered: recordOf({ text: asText, since: asNumber }) }),
  ),
  limit: 50,
  join: (left, kept) => [
    ...kept.map((one) => {
      const other = left.find(({ line }) => line === one.line);
      return other ? { ...one, text: withLeft(one.text, other.text) } : one;
    }),
    ...left.filter(({ line }) => !kept.some((one) => one.line === line)),
  ],
};
const keyOf = ({ instance, project, path, ref }: FileRef): string => `${instance} ${project} ${ref}:${path}`;

/** Returns the unsent comments of a file. */
export const commentDrafts = (drafts: Pick<DraftStore, "get">, file: FileRef): readonly CommentDraft[] =>
  drafts.get(comments, keyOf(file)) ?? [];

/** Returns the unsent comment of a line. */
export const commentDraft = (drafts: Pick<DraftStore, "get">, place: CommentPlace): CommentDraft | undefined =>
  commentDrafts(drafts, place).find(({ line }) => line === place.line);

/** Keeps the unsent comment of a line; a failed write is only reported. @param draft undefined deletes it */
export async function keepCommentDraft(
  drafts: Pick<DraftStore, "get" | "keepQuietly">,
  place: CommentPlace,
  draft: Omit<CommentDraft, "line"> | undefined,
): Promise<void> {
  const { line } = place;
  const others = commentDrafts(drafts, place).filter((other) => other.line !== line);
  const kept = draft === undefined ? others : [...others, { ...draft, line }];
  await drafts.keepQuietly(comments, keyOf(place), kept.length === 0 ? undefined : kept);
}
