import type { DraftKind, DraftStore } from "../../../core/base/drafts.ts";
import { asNumber, asText, listOf, recordOf } from "../../../core/base/stored.ts";
import type { FileRef } from "../../../core/files/refs.ts";

/** The line of a commit's file that a comment is on. */
export interface CommentPlace extends FileRef {
  /** Counted from 1. */
  readonly line: number;
}

/** Unsent comments, one draft per file. */
const comments: DraftKind<readonly { readonly line: number; readonly text: string }[]> = {
  name: "comments",
  parse: listOf(recordOf({ line: asNumber, text: asText })),
  limit: 50,
};
const keyOf = ({ instance, project, path, ref }: FileRef): string => `${instance} ${project} ${ref}:${path}`;

/** Returns the unsent comments of a file. */
export const commentDrafts = (
  drafts: Pick<DraftStore, "get">,
  file: FileRef,
): readonly { readonly line: number; readonly text: string }[] => drafts.get(comments, keyOf(file)) ?? [];

/** Keeps the unsent comment of a line; a failed write is only reported. @param text undefined deletes it */
export async function keepCommentDraft(
  drafts: Pick<DraftStore, "get" | "keepQuietly">,
  place: CommentPlace,
  text: string | undefined,
): Promise<void> {
  const { line } = place;
  const others = commentDrafts(drafts, place).filter((draft) => draft.line !== line);
  const kept = text === undefined ? others : [...others, { line, text }];
  await drafts.keepQuietly(comments, keyOf(place), kept.length === 0 ? undefined : kept);
}
