import type { Context } from "../../../../core/context.ts";
import { runCommand } from "../../../../core/ui/runCommand.ts";
import { readPartAction } from "../../../../core/webview/messages.ts";
import { confirmDelete } from "../../review/confirmDelete.ts";
import { addComment, deleteNote, editNote, replyTo, startThread } from "../../review/write.ts";
import { editBox, NEW_COMMENT, replyBox } from "./boxes.ts";
import { commentActions, discussionActions, noteActions } from "./model.ts";
import type { ActivityReader } from "./reader.ts";

type ActContext = Pick<Context, "connections" | "changes" | "report" | "unanswered">;

/** Runs the action of a button of the conversation. @returns whether it was one */
export async function actOnActivity(context: ActContext, reader: ActivityReader, value: string): Promise<boolean> {
  const { boxes, place } = reader;
  const own = commentActions.find((one) => one === value);
  if (own) {
    await boxes.send(NEW_COMMENT, (text) =>
      own === "comment" ? addComment(context, place, text) : startThread(context, place, text),
    );
    return true;
  }
  const onDiscussion = readPartAction(value, discussionActions);
  if (onDiscussion) {
    await actOnDiscussion(context, reader, onDiscussion.do, onDiscussion.part);
    return true;
  }
  const onNote = readPartAction(value, noteActions);
  if (onNote) await actOnNote(context, reader, onNote.do, Number(onNote.part));
  return onNote !== undefined;
}

async function actOnDiscussion(
  context: ActContext,
  { boxes, place, conversation }: ActivityReader,
  action: (typeof discussionActions)[number],
  id: string,
): Promise<void> {
  if (action === "discardReply") {
    boxes.clear(replyBox(id));
    return;
  }
  // The page may be older than what was read.
  if (conversation?.discussions.some((one) => one.id === id) !== true) return;
  switch (action) {
    case "openThread":
      await runCommand("forgeline.thread.open", { ...place, discussion: id });
      return;
    case "reply":
      await boxes.send(replyBox(id), (text) => replyTo(context, place, id, text));
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
      await boxes.send(name, (text) => editNote(context, place, at, text));
      return;
    case "deleteNote":
      if (!(await confirmDelete(place, note, discussion))) return;
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
