import { type Comment, CommentMode, type CommentThread, l10n, MarkdownString } from "vscode";
import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import { moment } from "../../../core/ui/age.ts";
import { authorName, withoutPictures } from "./commentText.ts";

/** What was typed but could not be sent: it stands in its thread as an open editor. */
export interface DraftComment extends Comment {
  readonly draft: CommentThread;
}

export const isDraft = (comment: Comment): comment is DraftComment => "draft" in comment;

const markdown = (note: string): MarkdownString => {
  const text = new MarkdownString(withoutPictures(note));
  text.isTrusted = false;
  text.supportHtml = false;
  return text;
};

/** A comment as the host has it. */
export function hostComment(comment: CommitCommentListEntry): Comment {
  const at = moment(comment.created_at);
  return {
    body: markdown(comment.note),
    mode: CommentMode.Preview,
    author: { name: authorName(comment) },
    contextValue: "comment",
    ...(at === undefined ? {} : { timestamp: new Date(at) }),
  };
}

/** What is on its way. */
export const sendingComment = (text: string, author: string): Comment => ({
  body: markdown(text),
  mode: CommentMode.Preview,
  author: { name: author },
  contextValue: "sending",
  label: l10n.t("sending…"),
});

/** @param perhaps nobody knows whether it was sent */
export const draftComment = (draft: CommentThread, text: string, author: string, perhaps: boolean): DraftComment => ({
  draft,
  body: text,
  mode: CommentMode.Editing,
  author: { name: author },
  contextValue: "draft",
  label: perhaps ? l10n.t("perhaps not sent") : l10n.t("not sent"),
});

/** The text that stands in a comment's editor. */
export const typedText = ({ body }: Comment): string => (typeof body === "string" ? body : body.value);
