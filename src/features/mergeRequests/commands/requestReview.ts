import { l10n, ThemeIcon, window } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { Note } from "../../../api/resources/discussionTypes.ts";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { holdAccounts } from "../../../core/heldAccounts.ts";
import { helpOf } from "../../../core/mergeRequests/help.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { placeOf } from "../../../core/mergeRequests/review/place.ts";
import { deleteNote } from "../../../core/mergeRequests/review/write.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { MergeRequestsContext } from "../context.ts";
import { readReviewers, reviewStateLabel } from "../tracking/reviewers.ts";
import { mergeRequestChange, pickMergeRequest } from "./pickMergeRequest.ts";

/** Asks a reviewer for another review. No route does it: a quick action in a comment does, on hosts that know it. */
export async function requestReview(context: MergeRequestsContext, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Request Review Again"),
    placeholder: l10n.t("Select a merge request"),
  });
  const { iid } = ref.mergeRequest;
  const { client } = context.connections.get(ref.instance);
  const unsupported = (cause?: unknown): UserError =>
    new UserError(
      l10n.t(
        "{0} does not support comments on merge requests through its API. Request the review on the web page of !{1}.",
        instanceHost(ref.instance),
        iid,
      ),
      { cause, action: helpOf("openInBrowser", ref) },
    );
  if (client.extras.available("mergeRequestNotes") === false) throw unsupported();
  const username = await pickReviewer(context, ref);
  let outcome: Awaited<ReturnType<typeof client.discussions.quickAction>>;
  try {
    outcome = await runWrite(
      context,
      l10n.t("Requesting a review of !{0}…", iid),
      mergeRequestChange(ref),
      (signal) =>
        client.discussions.quickAction(ref.project, iid, { body: `/request_review @${username}` }, { signal }),
      { what: username },
    );
  } catch (error) {
    if (error instanceof ApiError && client.extras.available("mergeRequestNotes") === false) throw unsupported(error);
    throw error;
  }
  if ("note" in outcome) {
    offerToDelete(context, ref, outcome.note);
    return;
  }
  if (!outcome.changed)
    throw new UserError(
      l10n.t(
        "The host did not request a review of !{0} from @{1}: your account may not assign reviewers.",
        iid,
        username,
      ),
      { action: helpOf("openInBrowser", ref) },
    );
  notice(l10n.t("Requested a review of !{0} from @{1}.", iid, username));
}

/** Returns the username of a reviewer other than the account. @throws UserError without one; CancelledError */
async function pickReviewer(context: MergeRequestsContext, ref: MergeRequestRef): Promise<string> {
  const { client, session } = context.connections.get(ref.instance);
  const { iid } = ref.mergeRequest;
  const place = placeOf(ref);
  const choices = await withProgress(l10n.t("Loading the reviewers of !{0}…", iid), async (signal) => {
    const [{ reviewers }, states] = await Promise.all([
      readMergeRequest(context, ref, signal),
      readReviewers(client, place, signal),
    ]);
    const stateOf = new Map(states?.map(({ user, state }) => [user?.username, state]));
    return (reviewers ?? []).flatMap((user): Choice<string>[] => choiceOf(user, stateOf.get(user.username)));
  });
  const others = choices.filter(({ value }) => value !== session?.user.username);
  if (others.length === 0)
    throw new UserError(l10n.t("!{0} has no other reviewers. Add one first.", iid), {
      action: { title: l10n.t("Edit…"), command: "forgeline.mergeRequest.edit", args: [ref] },
    });
  const [only] = others;
  if (only && others.length === 1) return only.value;
  return pickOne({
    title: l10n.t("Request Review Again"),
    placeholder: l10n.t("Select a reviewer"),
    choices: others,
  });
}

function choiceOf({ username, name }: Partial<UserSummary>, state: string | null | undefined): Choice<string>[] {
  if (!username) return [];
  return [
    {
      label: plainText(name ?? username, 100),
      description: [`@${plainText(username, 100)}`, reviewStateLabel(state)].filter(Boolean).join(" · "),
      iconPath: new ThemeIcon("account"),
      value: username,
    },
  ];
}

/** Says that the host took the quick action for a comment. Runs on after the command has ended, so it reports its own errors. */
function offerToDelete(context: MergeRequestsContext, ref: MergeRequestRef, note: Note): void {
  const remove = l10n.t("Delete Comment");
  const text = l10n.t(
    "{0} does not know the quick action /request_review and posted it as a comment on !{1}. No review was requested.",
    instanceHost(ref.instance),
    ref.mergeRequest.iid,
  );
  // The message may wait until another account is in use.
  const { held } = holdAccounts(context);
  void window
    .showWarningMessage(text, remove)
    .then((chosen) => (chosen === remove ? deleteComment(held, ref, note) : undefined))
    .then(undefined, (error: unknown) => context.report.error(error, remove));
}

async function deleteComment(context: MergeRequestsContext, ref: MergeRequestRef, note: Note): Promise<void> {
  const place = placeOf(ref);
  const { discussions } = await (await context.review()).discussions.read(place);
  const discussion = discussions.find(({ notes }) => notes.some(({ id }) => id === note.id));
  if (discussion) await deleteNote(context, place, { discussion: discussion.id, note: note.id });
  notice(l10n.t("Comment deleted."));
}
