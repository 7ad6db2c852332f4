import { l10n } from "vscode";
import type { Discussion, Note } from "../../../api/resources/discussionTypes.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { PendingComment } from "./pendingReviews.ts";

type AskContext = Pick<Context, "connections">;

/** Asks whether to delete a comment that waits for the review to be submitted. @throws CancelledError */
export async function confirmDeletePending(
  context: AskContext,
  place: MergeRequestPlace,
  { text }: PendingComment,
): Promise<void> {
  await confirm(context, place, {
    question: l10n.t("Delete your pending comment on !{0}?", place.iid),
    detail: [plainText(text, 200), l10n.t("This cannot be undone.")],
    buttons: [l10n.t("Delete")],
  });
}

/** Asks whether to delete a comment. @param discussion undefined if it is not known @throws CancelledError */
export async function confirmDelete(
  context: AskContext,
  place: MergeRequestPlace,
  { body }: Note,
  discussion: Discussion | undefined,
): Promise<void> {
  const isLast = discussion?.individual_note === false && discussion.notes.length === 1;
  await confirm(context, place, {
    question: l10n.t("Delete your comment on !{0}?", place.iid),
    detail: [
      plainText(body, 200),
      isLast ? l10n.t("It is the only comment of its thread, which is deleted too.") : "",
      l10n.t("This cannot be undone."),
    ],
    buttons: [l10n.t("Delete")],
  });
}
