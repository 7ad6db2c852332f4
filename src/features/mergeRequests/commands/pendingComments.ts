/** Comments of a review that is not submitted yet: adding them in threads, listing and deleting them. */
import { type CommentReply, type CommentThread, env, l10n, ThemeIcon } from "vscode";
import type { DiffPosition } from "../../../api/resources/discussionTypes.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { ArgumentParser } from "../../../core/commands/arguments.ts";
import { isMergeRequestRef, type MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { type MergeRequestPlace, placeOf } from "../../../core/mergeRequests/review/place.ts";
import { isOnPicture } from "../../../core/mergeRequests/review/positions.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Choice, pickOne, type ValueButton } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import type { MergeRequestsContext } from "../context.ts";
import { confirmDeletePending } from "../review/confirmDelete.ts";
import { isKeptOf, keptReviews, pendingCount } from "../review/keptReviews.ts";
import type { PendingComment } from "../review/pendingReviews.ts";
import type { ReviewMode } from "../review/threadDrafts.ts";
import { cursor, openPending } from "./goToThread.ts";
import { pickMergeRequest } from "./pickMergeRequest.ts";
import { commentThreadArgs, noLineError, noThreadError } from "./threads.ts";

export const addToReview = (context: MergeRequestsContext, reply?: CommentReply): Promise<void> =>
  add(context, reply, "add");

export const addToReviewAndResolve = (context: MergeRequestsContext, reply?: CommentReply): Promise<void> =>
  add(context, reply, "resolve");

async function add(context: MergeRequestsContext, reply: CommentReply | undefined, mode: ReviewMode): Promise<void> {
  if (!reply) throw noLineError();
  const { sender } = await context.review();
  await withRefusals(
    {
      invalidRequest: () =>
        l10n.t("The host does not accept a comment on this line. Select another line. Your text is kept."),
      notFound: () => l10n.t("The thread was deleted, or your account cannot see it. Your text is kept."),
    },
    () => sender.addToReview(reply, mode),
  );
}

export const resolveInReview = (context: MergeRequestsContext, thread?: CommentThread): Promise<void> =>
  setResolves(context, thread, true);

export const keepOpenInReview = (context: MergeRequestsContext, thread?: CommentThread): Promise<void> =>
  setResolves(context, thread, false);

async function setResolves(
  context: MergeRequestsContext,
  thread: CommentThread | undefined,
  resolves: boolean,
): Promise<void> {
  const { threads, pending } = await context.review();
  const subject = thread && threads.subjectOf(thread);
  if (subject?.discussion === undefined) throw noThreadError();
  await pending.setResolves(subject.place, subject.discussion, resolves);
}

/** What a command about a review got: a row, a page, or a thread. */
export type ReviewSubject = MergeRequestRef | CommentThread;

export const reviewArgs: ArgumentParser<[subject?: ReviewSubject]> = ([value]) => {
  if (isMergeRequestRef(value)) return [value];
  return commentThreadArgs([value]);
};

/** Returns the merge request that a command about a review is for: of the row or thread, the diff, or the only pending review. */
export async function reviewedMergeRequest(
  context: MergeRequestsContext,
  given: ReviewSubject | undefined,
  words: { readonly title: string; readonly placeholder: string },
): Promise<MergeRequestRef> {
  if (given && "mergeRequest" in given) return given;
  const subject = given && (await context.review()).threads.subjectOf(given);
  if (subject) return refOf(subject.place, subject.head);
  const here = await cursor(context);
  if (here) return refOf(here.place, here.head);
  const { project, connection } = context.current.require();
  const user = connection.session?.user.id;
  const pending = keptReviews(context.drafts).filter(
    (kept) => user !== undefined && pendingCount(kept) > 0 && isKeptOf(kept, { ...project, iid: kept.iid }, user),
  );
  const [only] = pending;
  if (only && pending.length === 1)
    return refOf({ instance: project.instance, project: project.project, iid: only.iid });
  return pickMergeRequest(context, undefined, {
    ...words,
    ...(only && { applies: ({ iid }) => pending.some((kept) => kept.iid === iid) }),
  });
}

/** @param sha the head that the user has seen */
const refOf = ({ instance, project, iid }: MergeRequestPlace, sha?: string): MergeRequestRef => ({
  instance,
  project,
  mergeRequest: { iid, title: "", state: "", web_url: "", ...(sha !== undefined && { sha }) },
});

/** Reads the conversation, with what waits in the review. */
export async function readPending(
  context: MergeRequestsContext,
  ref: MergeRequestRef,
): Promise<{
  readonly place: MergeRequestPlace;
  readonly comments: readonly PendingComment[];
  readonly count: number;
}> {
  const { discussions, pending } = await context.review();
  const place = placeOf(ref);
  await withProgress(l10n.t("Loading your review of !{0}…", place.iid), () => discussions.read(place));
  return { place, comments: pending.comments(place), count: pending.count(place) };
}

/** Returns the number of pending comments in words. */
export const pendingWords = (count: number): string =>
  plural(count, (shown) => ({
    one: l10n.t("{0} pending comment", shown),
    other: l10n.t("{0} pending comments", shown),
  }));

/** Lists the pending comments; a selected one is opened in the diff. */
export async function showPending(context: MergeRequestsContext, given?: ReviewSubject): Promise<void> {
  const ref = await reviewedMergeRequest(context, given, {
    title: l10n.t("Show Pending Comments"),
    placeholder: l10n.t("Select a merge request to show your pending comments"),
  });
  for (;;) {
    const { place, comments } = await readPending(context, ref);
    if (comments.length === 0) {
      notice(l10n.t("You have no pending comments on !{0}.", place.iid));
      return;
    }
    const chosen = await pickOne<PendingAction>({
      title: l10n.t("Pending Comments on !{0}", place.iid),
      placeholder: l10n.t("Select a comment to open it"),
      choices: comments.map(choice),
    });
    const { comment } = chosen;
    switch (chosen.do) {
      case "open":
        return openPending(context, place, comment);
      case "copy":
        await env.clipboard.writeText(comment.text);
        notice(l10n.t("Copied the comment."));
        return;
      case "delete":
        try {
          await confirmDeletePending(context, place, comment);
        } catch (error) {
          if (isCancelled(error)) continue;
          throw error;
        }
        await (await context.review()).pending.remove(place, comment);
    }
  }
}

interface PendingAction {
  readonly do: "open" | "copy" | "delete";
  readonly comment: PendingComment;
}

function choice(comment: PendingComment): Choice<PendingAction> {
  const buttons: ValueButton<PendingAction>[] = [
    ...(comment.text === ""
      ? []
      : [{ iconPath: new ThemeIcon("copy"), tooltip: l10n.t("Copy Text"), value: { do: "copy", comment } as const }]),
    { iconPath: new ThemeIcon("trash"), tooltip: l10n.t("Delete"), value: { do: "delete", comment } },
  ];
  return {
    label: comment.text === "" ? l10n.t("Resolve thread") : plainText(comment.text, 100),
    description: plainText(placeWords(comment), 120),
    iconPath: new ThemeIcon(comment.text === "" ? "check" : "comment-draft"),
    buttons,
    value: { do: "open", comment },
  };
}

/** Returns where a pending comment will stand. */
export function placeWords({ discussion, position }: PendingComment): string {
  if (position) return positionWords(position);
  return discussion === undefined ? l10n.t("merge request") : l10n.t("reply");
}

function positionWords(position: DiffPosition): string {
  const { new_path: after, old_path: before, new_line: line, old_line: oldLine } = position;
  const path = after ?? before ?? "";
  if (isOnPicture(position)) return l10n.t("on the picture {0}", path);
  return line == null && oldLine == null ? path : `${path}:${line ?? oldLine}`;
}
