import { l10n, window } from "vscode";
import type { Discussion, Note } from "../../../api/resources/discussionTypes.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { PendingComment } from "./pendingReviews.ts";

/** Asks whether to delete a comment that waits for the review to be submitted. */
export async function confirmDeletePending({ iid }: MergeRequestPlace, { text }: PendingComment): Promise<boolean> {
  const confirm = l10n.t("Delete");
  const detail = [plainText(text, 200), l10n.t("This cannot be undone.")].filter((line) => line !== "").join("\n\n");
  const question = l10n.t("Delete your pending comment on !{0}?", iid);
  return (await window.showWarningMessage(question, { modal: true, detail }, confirm)) === confirm;
}

/** Asks whether to delete a comment. @param discussion undefined if it is not known */
export async function confirmDelete(
  { iid }: MergeRequestPlace,
  { body }: Note,
  discussion: Discussion | undefined,
): Promise<boolean> {
  const isLast = discussion?.individual_note === false && discussion.notes.length === 1;
  const detail = [
    plainText(body, 200),
    isLast ? l10n.t("It is the only comment of its thread, which is deleted too.") : "",
    l10n.t("This cannot be undone."),
  ];
  const confirm = l10n.t("Delete");
  const options = { modal: true, detail: detail.filter((line) => line !== "").join("\n\n") };
  return (await window.showWarningMessage(l10n.t("Delete your comment on !{0}?", iid), options, confirm)) === confirm;
}
