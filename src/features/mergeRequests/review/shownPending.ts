import { type Comment, CommentMode, l10n } from "vscode";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { PendingComment } from "./pendingReviews.ts";
import { commentBody, type ShownPicture } from "./pictures.ts";

/** A comment that waits for the review to be submitted, shown in its thread. */
export interface PendingNote extends Comment {
  readonly place: MergeRequestPlace;
  readonly pending: PendingComment;
}

export const isPendingNote = (comment: Comment): comment is PendingNote => "pending" in comment;

/**
 * Returns a pending comment as VS Code shows it, which has no look of its own for it.
 * @param author name of the account
 * @param text its Markdown with its suggestions as differences
 */
export const pendingNote = (
  place: MergeRequestPlace,
  pending: PendingComment,
  author: string,
  picture: ShownPicture,
  text: string,
): PendingNote => ({
  place,
  pending,
  body: commentBody(place, text, picture),
  mode: CommentMode.Preview,
  author: { name: plainText(author, 100) },
  contextValue: "pending",
  label: pending.resolves ? l10n.t("Pending · resolves the thread") : l10n.t("Pending"),
});

/** Returns a pending comment with a text open for editing, by default its own. */
export const editedPending = (shown: PendingNote, text = shown.pending.text): PendingNote => ({
  ...shown,
  mode: CommentMode.Editing,
  body: text,
});
