/** Threads in the diffs of merge requests: replying, resolving and editing. */
import { type CommentReply, type CommentThread, l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { type ArgumentParser, isObject, isScope, isUri } from "../../../core/commands/arguments.ts";
import { deleteNote, setResolved } from "../../../core/mergeRequests/review/write.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { type DraftComment, typedText } from "../../../core/ui/unsentComment.ts";
import type { MergeRequestsContext } from "../context.ts";
import { confirmDelete, confirmDeletePending } from "../review/confirmDelete.ts";
import type { NoteComment } from "../review/shownNote.ts";
import { isPendingNote, type PendingNote } from "../review/shownPending.ts";
import type { PendingRef, ThreadRef } from "./goToThread.ts";

/** Sends a comment on a line of the diff, or a reply. */
export async function send(context: MergeRequestsContext, reply?: CommentReply): Promise<void> {
  if (reply === undefined) throw noLineError();
  await (await context.review()).sender.send(reply);
}

/** Returns the error for a comment without a line. */
export const noLineError = (): UserError =>
  new UserError(l10n.t("Open the changes of a merge request and select a line to comment on it."), {
    action: { title: l10n.t("Open All Changed Files"), command: "forgeline.changes.openAll" },
  });

/** Sends a reply and resolves its thread. */
export async function sendAndResolve(context: MergeRequestsContext, reply?: CommentReply): Promise<void> {
  if (reply) await (await context.review()).sender.send(reply, true);
}

/** Sends an unsent comment again. */
export async function sendAgain(context: MergeRequestsContext, draft?: DraftComment): Promise<void> {
  if (draft) await (await context.review()).sender.sendAgain(draft);
}

/** Discards an unsent comment. */
export async function discard(context: MergeRequestsContext, draft?: DraftComment): Promise<void> {
  if (draft) await (await context.review()).sender.discard(draft);
}

export const resolveThread = (context: MergeRequestsContext, given?: CommentThread | ThreadRef): Promise<void> =>
  change(context, given, true);

export const reopenThread = (context: MergeRequestsContext, given?: CommentThread | ThreadRef): Promise<void> =>
  change(context, given, false);

async function change(
  context: MergeRequestsContext,
  given: CommentThread | ThreadRef | undefined,
  resolved: boolean,
): Promise<void> {
  const { threads } = await context.review();
  const subject =
    given && "discussion" in given ? { place: given, discussion: given.discussion } : given && threads.subjectOf(given);
  if (subject?.discussion === undefined) throw noThreadError();
  const { place, discussion } = subject;
  await withRefusals(
    {
      forbidden: () => ({
        message: resolved
          ? l10n.t(
              "Your account cannot resolve threads of !{0}. The author of the merge request and members with the Developer role can.",
              place.iid,
            )
          : l10n.t(
              "Your account cannot reopen threads of !{0}. The author of the merge request and members with the Developer role can.",
              place.iid,
            ),
      }),
    },
    () => setResolved(context, place, discussion, resolved),
  );
}

/** Returns the error for a command on a thread without one. */
export const noThreadError = (): UserError =>
  new UserError(l10n.t("Open the changes of a merge request and select the thread there."));

/** Opens the text of a comment for editing. */
export async function editComment(context: MergeRequestsContext, comment?: OwnComment): Promise<void> {
  if (comment) (await context.review()).threads.edit(comment, true);
}

/** Leaves the text of a comment as it was. */
export async function cancelEdit(context: MergeRequestsContext, comment?: OwnComment): Promise<void> {
  if (comment) (await context.review()).threads.edit(comment, false);
}

/** Sends the changed text of a comment. */
export async function saveComment(context: MergeRequestsContext, comment?: OwnComment): Promise<void> {
  if (comment) await (await context.review()).sender.save(comment);
}

/** Deletes a comment after a confirmation. */
export async function deleteComment(context: MergeRequestsContext, comment?: OwnComment): Promise<void> {
  if (!comment) return;
  if (isPendingNote(comment)) {
    const { place, pending } = comment;
    await confirmDeletePending(context, place, pending);
    await (await context.review()).pending.remove(place, pending);
    return;
  }
  const { place, discussion, note } = comment;
  const { discussions } = await context.review();
  const whole = discussions.known(place)?.discussions.find(({ id }) => id === discussion);
  await confirmDelete(context, place, note, whole);
  await deleteNote(context, place, { discussion, note: note.id });
}

const isThread = (value: unknown): value is CommentThread =>
  isObject(value) && isUri(value["uri"]) && Array.isArray(value["comments"]);

const isThreadRef = (value: unknown): value is ThreadRef =>
  isScope(value) && typeof value["iid"] === "number" && typeof value["discussion"] === "string";

const isPendingRef = (value: unknown): value is PendingRef =>
  isScope(value) && typeof value["iid"] === "number" && typeof value["pending"] === "string";

/** Parses the reply that VS Code passes to a command of a thread's box, or an unsent comment. */
export const replyArgs: ArgumentParser<[reply?: CommentReply]> = ([value]) => {
  const [draft] = unsentArgs([value]);
  if (draft) return [{ thread: draft.draft, text: typedText(draft) }];
  return isObject(value) && typeof value["text"] === "string" && isThread(value["thread"])
    ? [value as unknown as CommentReply]
    : [];
};

/** Parses a thread, as VS Code or the page passes it. */
export const threadArgs: ArgumentParser<[thread?: CommentThread | ThreadRef]> = ([value]) =>
  isThreadRef(value) || isThread(value) ? [value] : [];

/** Parses a thread as VS Code passes it. */
export const commentThreadArgs: ArgumentParser<[thread?: CommentThread]> = ([value]) =>
  isThread(value) ? [value] : [];

/** Parses a thread or a pending comment, as the page and rows pass it. */
export const threadRefArgs: ArgumentParser<[thread?: ThreadRef | PendingRef]> = ([value]) =>
  isThreadRef(value) || isPendingRef(value) ? [value] : [];

/** Parses an unsent comment. */
export const unsentArgs: ArgumentParser<[draft?: DraftComment]> = ([value]) =>
  isObject(value) && isThread(value["draft"]) ? [value as unknown as DraftComment] : [];

/** A comment of the user, on the host or waiting for the review to be submitted. */
type OwnComment = NoteComment | PendingNote;

/** Parses a comment of the host or of the review. */
export const noteArgs: ArgumentParser<[comment?: OwnComment]> = ([value]) => {
  if (!isObject(value) || !isObject(value["place"])) return [];
  const isOne = isObject(value["pending"]) || (isObject(value["note"]) && typeof value["discussion"] === "string");
  return isOne ? [value as unknown as OwnComment] : [];
};
