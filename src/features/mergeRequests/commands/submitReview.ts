/** Submitting and discarding a review. */
import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { sinceNow } from "../../../core/commands/runWrite.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { type MergeRequestPlace, placeOf } from "../../../core/mergeRequests/review/place.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { inputText, runForm } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { listText, plural } from "../../../core/ui/plural.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { MergeRequestsContext } from "../context.ts";
import { type Refused, type ReviewAnswers, submitAlone } from "../review/submit.ts";
import { pendingWords, placeWords, readPending, reviewedMergeRequest, type ReviewSubject } from "./pendingComments.ts";
import { approve } from "./review.ts";

type Answers = Omit<ReviewAnswers, "asked" | "comments">;

/** Submits a review: its comments, a summary, and an approval if the user wants to give one. */
export async function submitReview(context: MergeRequestsContext, given?: ReviewSubject): Promise<void> {
  const ref = await reviewedMergeRequest(context, given, {
    title: l10n.t("Submit Review"),
    placeholder: l10n.t("Select a merge request to submit your review"),
  });
  const { pending } = await context.review();
  // A diff stays open after signing out.
  pending.requireUser(placeOf(ref));
  const [{ place, comments, count }, canApprove] = await Promise.all([
    readPending(context, ref),
    mayApprove(context, ref),
  ]);
  const asked = sinceNow(context.connections.get(ref.instance).client.hostTime);
  const answers = await ask(context, place, count, canApprove);
  const isEmpty = count === 0 && answers.summary.trim() === "";
  if (isEmpty && !answers.approve)
    throw new UserError(l10n.t("Your review of !{0} is empty. Enter a summary, or add comments first.", place.iid));
  const { sent, refused } = await withProgress(
    l10n.t("Submitting your review of !{0}…", place.iid),
    (signal, step) => submitAlone(context, pending, place, { ...answers, asked, comments }, signal, step),
    { writes: true },
  );
  if (!isEmpty && sent === 0 && refused.length === 0) {
    notice(l10n.t("Your review of !{0} was already submitted in another window or on the web.", place.iid));
    if (answers.approve && (await mayApprove(context, ref))) await approve(context, ref);
    return;
  }
  if (answers.approve) await approve(context, ref);
  if (refused.length > 0) throw notPlaced(ref, refused);
  if (!answers.approve) notice(l10n.t("Submitted your review of !{0}.", place.iid));
}

async function ask(
  context: MergeRequestsContext,
  place: MergeRequestPlace,
  count: number,
  canApprove: boolean,
): Promise<Answers> {
  const { pending } = await context.review();
  const kept = pending.kept(place);
  const title =
    count === 0
      ? l10n.t("Submit Review of !{0}", place.iid)
      : l10n.t("Submit Review of !{0}: {1}", place.iid, pendingWords(count));
  // What is typed is kept, also if the box is closed.
  const keep = (summary: string): void => {
    pending
      .change(place, () => ({ summary: summary === "" ? undefined : summary, summarySince: undefined }))
      .catch((error: unknown) => context.report.background(error, "Keep the summary of a review"));
  };
  return runForm<Answers>(title, { summary: kept?.summary ?? "", approve: false }, [
    {
      ask: async (at, answers) => {
        const summary = await inputText({
          title,
          place: at,
          prompt: l10n.t("Summary (optional, Markdown)"),
          placeholder: l10n.t("What you think of the changes as a whole"),
          value: answers.summary,
          selection: [answers.summary.length, answers.summary.length],
          onType: keep,
          lines: {
            language: "markdown",
            placeholder: l10n.t("Write the summary in the editor, then select Use This Summary"),
            take: l10n.t("Use This Summary"),
          },
        });
        return { ...answers, summary };
      },
    },
    {
      when: () => canApprove,
      ask: async (at, answers) => {
        const approves = await pickOne<boolean>({
          title,
          place: at,
          placeholder: l10n.t("Select how to submit your review"),
          choices: [
            { label: l10n.t("Comment"), detail: l10n.t("Submit the review without approving"), value: false },
            { label: l10n.t("Approve"), detail: l10n.t("Submit the review and approve the changes"), value: true },
          ],
          active: (value) => value === (kept?.approve ?? false),
        });
        return { ...answers, approve: approves };
      },
    },
  ]);
}

/** Whether the account can approve the merge request, as far as the host says so. */
async function mayApprove(context: MergeRequestsContext, ref: MergeRequestRef): Promise<boolean> {
  const { client } = context.connections.get(ref.instance);
  const { state, iid } = ref.mergeRequest;
  if (client.extras.available("approve") === false || (state !== "" && state !== "opened")) return false;
  if (client.extras.available("approvals") === false) return true;
  try {
    const approvals = await client.extras.approvals(ref.project, iid);
    return approvals.user_can_approve !== false && approvals.user_has_approved !== true;
  } catch (error) {
    context.report.background(error, "Read the approvals of a merge request");
    return client.extras.available("approve") !== false;
  }
}

function notPlaced(ref: MergeRequestRef, refused: readonly Refused[]): UserError {
  const { iid } = ref.mergeRequest;
  const places = listText(refused.slice(0, 5).map(({ comment }) => placeWords(comment)));
  const why = refused[0]?.why ?? "";
  const message = plural(refused.length, (shown) => ({
    one: l10n.t("{0} comment on !{1} could not be submitted and stays pending ({2}): {3}", shown, iid, places, why),
    other: l10n.t("{0} comments on !{1} could not be submitted and stay pending ({2}): {3}", shown, iid, places, why),
  }));
  return new UserError(message, {
    action: {
      title: l10n.t("Show Pending Comments"),
      command: "forgeline.mergeRequest.showPending",
      args: [ref],
    },
  });
}

/** Deletes everything that waits in a review, after a confirmation. */
export async function discardReview(context: MergeRequestsContext, given?: ReviewSubject): Promise<void> {
  const ref = await reviewedMergeRequest(context, given, {
    title: l10n.t("Discard Review"),
    placeholder: l10n.t("Select a merge request to discard your review"),
  });
  const { pending } = await context.review();
  const { place, comments, count } = await readPending(context, ref);
  const summary = pending.kept(place)?.summary ?? "";
  if (count === 0 && summary === "") {
    notice(l10n.t("You have no pending comments on !{0}.", place.iid));
    return;
  }
  const deleted = plural(count, (shown) => ({
    one: l10n.t("{0} pending comment will be deleted.", shown),
    other: l10n.t("{0} pending comments will be deleted.", shown),
  }));
  await confirm(context, ref, {
    question: l10n.t("Discard your review of !{0}?", place.iid),
    detail: [
      count === 0 ? "" : deleted,
      summary === "" ? "" : l10n.t("Its summary will be deleted: {0}", plainText(summary, 200)),
      l10n.t("This cannot be undone."),
    ],
    buttons: [l10n.t("Discard Review")],
  });
  await withProgress(
    l10n.t("Discarding your review of !{0}…", place.iid),
    (signal, step) => {
      const waiting = (): void => step(l10n.t("Waiting for another window that submits your review…"));
      return pending.alone(place, { signal, waiting }, async () => {
        // One that was added meanwhile was not asked about.
        for (const comment of comments) await pending.remove(place, comment, signal);
        await pending.change(place, () => ({
          summary: undefined,
          summarySince: undefined,
          submitting: undefined,
          approve: undefined,
        }));
      });
    },
    { writes: true },
  );
}
