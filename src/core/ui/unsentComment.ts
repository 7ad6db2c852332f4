import { type Comment, CommentMode, type CommentThread, l10n, type MarkdownString } from "vscode";
import { hostMarkdown, untrusted } from "./hostMarkdown.ts";
import { plainText } from "./plainText.ts";

/** An unsent comment, shown in its thread as an open editor. */
export interface DraftComment extends Comment {
  readonly draft: CommentThread;
  /** In milliseconds since the epoch. */
  readonly shownAt: number;
  /** The text as it is kept. */
  readonly kept: string;
}

export const isDraft = (comment: Comment): comment is DraftComment => "draft" in comment;

export const isSending = ({ contextValue }: Comment): boolean => contextValue === "sending";

/** Characters after which a comment is cut in its thread. */
const longest = 20_000;

/** Returns the text of a comment as VS Code shows it. @param shortened says where a text that is too long can be read */
export const commentMarkdown = (text: string, shortened = l10n.t("Truncated.")): MarkdownString =>
  untrusted(hostMarkdown(text, { longest, shortened }));

/** Returns a comment that is being sent. */
export const sendingComment = (text: string, author: string): Comment => ({
  body: commentMarkdown(text),
  mode: CommentMode.Preview,
  author: { name: plainText(author, 100) },
  contextValue: "sending",
  label: l10n.t("sending…"),
});

/** Returns an unsent comment. @param unsure whether it may have been sent */
export const draftComment = (draft: CommentThread, text: string, author: string, unsure: boolean): DraftComment => ({
  draft,
  shownAt: Date.now(),
  kept: text,
  body: text,
  mode: CommentMode.Editing,
  author: { name: plainText(author, 100) },
  contextValue: "draft",
  label: unsure ? l10n.t("may not have been sent") : l10n.t("not sent"),
});

/** Returns the text in a comment's editor. */
export const typedText = ({ body }: Comment): string => (typeof body === "string" ? body : body.value);
