import type { CommentReply } from "vscode";
import { type ArgumentParser, isObject, isUri } from "../../../core/commands/arguments.ts";
import type { DraftComment } from "./shownComment.ts";

/** VS Code hands over what was typed below a thread, with the thread. */
export const commentReplyArgs: ArgumentParser<[reply?: CommentReply]> = ([value]) =>
  isCommentReply(value) ? [value] : [];

export const draftCommentArgs: ArgumentParser<[draft?: DraftComment]> = ([value]) =>
  isDraftComment(value) ? [value] : [];

export const isThread = (value: unknown): boolean =>
  isObject(value) && isUri(value["uri"]) && Array.isArray(value["comments"]);

export const isCommentReply = (value: unknown): value is CommentReply =>
  isObject(value) && typeof value["text"] === "string" && isThread(value["thread"]);

export const isDraftComment = (value: unknown): value is DraftComment => isObject(value) && isThread(value["draft"]);
