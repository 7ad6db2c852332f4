import { l10n } from "vscode";
import type { Context } from "../../../../core/context.ts";
import { addComment, deleteNote, editNote, replyTo, startThread } from "../../../../core/mergeRequests/review/write.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { runCommand } from "../../../../core/ui/runCommand.ts";
import { readPartAction, type ShownText } from "../../../../core/webview/messages.ts";
import { confirmDelete, confirmDeletePending } from "../../review/confirmDelete.ts";
import type { NewPendingComment } from "../../review/pendingReviews.ts";
import { editBox, NEW_COMMENT, pendingBox, replyBox } from "./boxes.ts";
import { commentActions, discussionActions, noteActions, pendingActions, pendingPart } from "./model.ts";
import type { ActivityReader } from "./reader.ts";

type ActContext = Pick<Context, "connections" | "changes" | "report" | "unanswered">;

/** Runs the action of a button of the conversation. @param texts what the boxes beside it show @returns whether it was one */
export async function actOnActivity(
  context: ActContext,
  reader: ActivityReader,
  value: string,
  texts: readonly ShownText[],
): Promise<boolean> {
  const { boxes, place } = reader;
  const own = commentActions.find((one) => one === value);
  if (own) {
    await boxes.send(NEW_COMMENT, texts, (text, since) => {
      if (own === "comment") return addComment(context, place, text, { since });
      if (own === "startThread") return startThread(context, place, text, undefined, { since });
      return addToReview(reader, { text }, since);
    });
    return true;
  }
  const onPending = readPartAction(value, pendingActions);
  if (onPending) {
    await actOnPending(context, reader, onPending.do, onPending.part, texts);
    return true;
  }
  const onDiscussion = readPartAction(value, discussionActions);
  if (onDiscussion) {
    await actOnDiscussion(context, reader, onDiscussion.do, onDiscussion.part, texts);
    return true;
  }
  const onNote = readPartAction(value, noteActions);
  if (onNote) await actOnNote(context, reader, onNote.do, Number(onNote.part), texts);
  return onNote !== undefined;
}

const addToReview = (
  { pending, place }: ActivityReader,
  comment: Omit<NewPendingComment, "resolves">,
  since: number | undefined,
): Promise<boolean> =>
  withProgress(
    l10n.t("Adding the comment to your review…"),
    async (within) => {
      await pending.add(place, { ...comment, resolves: false }, { within, since });
      return true;
    },
    { writes: true },
  );

async function actOnPending(
  context: ActContext,
  { boxes, pending, place }: ActivityReader,
  action: (typeof pendingActions)[number],
  part: string,
  texts: readonly ShownText[],
): Promise<void> {
  const name = pendingBox(part);
  if (action === "cancelPending") {
    boxes.clear(name);
    return;
  }
  const comment = pending.comments(place).find((one) => pendingPart(one) === part);
  if (!comment) return;
  switch (action) {
    case "openPending":
      await runCommand("forgeline.thread.open", { ...place, pending: comment.id });
      return;
    case "editPending":
      boxes.open(name, comment.text);
      return;
    case "savePending":
      await boxes.send(name, texts, async (text) => {
        await pending.edit(place, comment, text);
        return true;
      });
      return;
    case "deletePending":
      await confirmDeletePending(context, place, comment);
      await pending.remove(place, comment);
      boxes.clear(name);
  }
}

async function actOnDiscussion(
  context: ActContext,
  reader: ActivityReader,
  action: (typeof discussionActions)[number],
  id: string,
  texts: readonly ShownText[],
): Promise<void> {
  const { boxes, place, conversation } = reader;
  if (action === "discardReply") {
    boxes.clear(replyBox(id));
    return;
  }
  // The page may be older than what was read.
  if (conversation?.discussions.some((one) => one.id === id) !== true) return;
  switch (action) {
    case "openThread":
      await runCommand("forgeline.thread.open", { ...place, discussion: id, inDiff: true });
      return;
    case "reply":
      await boxes.send(replyBox(id), texts, (text, since) => replyTo(context, place, id, text, { since }));
      return;
    case "addToReview":
      await boxes.send(replyBox(id), texts, (text, since) => addToReview(reader, { text, discussion: id }, since));
      return;
    case "resolve":
    case "unresolve":
      await runCommand(`forgeline.thread.${action === "resolve" ? "resolve" : "reopen"}`, { ...place, discussion: id });
  }
}

async function actOnNote(
  context: ActContext,
  { boxes, place, conversation }: ActivityReader,
  action: (typeof noteActions)[number],
  id: number,
  texts: readonly ShownText[],
): Promise<void> {
  const name = editBox(id);
  if (action === "cancelEdit") {
    boxes.clear(name);
    return;
  }
  const discussion = conversation?.discussions.find(({ notes }) => notes.some((note) => note.id === id));
  const note = discussion?.notes.find((one) => one.id === id);
  if (!discussion || !note) return;
  const at = { discussion: discussion.id, note: id };
  switch (action) {
    case "editNote":
      boxes.open(name, note.body);
      return;
    case "saveNote":
      await boxes.send(name, texts, (text) => editNote(context, place, at, text));
      return;
    case "deleteNote":
      await confirmDelete(context, place, note, discussion);
      await deleteNote(context, place, at);
      boxes.clear(name);
      return;
    case "applySuggestion":
      await runCommand("forgeline.suggestion.apply", { ...place, noteId: id });
      return;
    case "applyToFile":
      await runCommand("forgeline.suggestion.applyToFile", { ...place, noteId: id });
  }
}
