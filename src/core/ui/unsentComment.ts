import { type Comment, CommentMode, type CommentThread, l10n, type MarkdownString, window } from "vscode";
import { boxSelector } from "./commentBoxes.ts";
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

/** Makes a thread with an unsent comment: VS Code may draw one twice that is filled only after it was made. */
export function threadWith(
  make: (thread: CommentThread) => DraftComment,
  create: (comments: readonly Comment[]) => CommentThread,
): CommentThread {
  const draft: { -readonly [Key in keyof DraftComment]: DraftComment[Key] } = make({} as CommentThread);
  const thread = create([draft]);
  draft.draft = thread;
  setComments(thread, [draft]);
  return thread;
}

/**
 * Sets the comments of a thread. Beside an unsent comment the thread has no box for a reply: VS Code has emptied the box that the text was
 * written in, and two would be open for one text. A box in which something else is being written stays, since VS Code may forget what it hides.
 * @param canReply whether the thread has such a box otherwise
 */
export function setComments(thread: CommentThread, comments: readonly Comment[], canReply = true): void {
  const draft = comments.find(isDraft);
  const isHidden = draft !== undefined && (thread.canReply === false || !isWritingBeside(typedText(draft)));
  thread.comments = comments;
  thread.canReply = canReply && !isHidden;
}

/** Whether a box for a reply holds another text. Boxes in which a comment is changed have no authority. */
const isWritingBeside = (text: string): boolean =>
  window.visibleTextEditors.some(({ document }) => {
    const { scheme, authority } = document.uri;
    return scheme === boxSelector.scheme && authority !== "" && !text.includes(document.getText().trim());
  });
