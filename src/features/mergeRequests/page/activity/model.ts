import type { CommitCommentListEntry } from "../../../../api/resources/commitTypes.ts";
import type { Discussion, Note } from "../../../../api/resources/discussionTypes.ts";
import type { MergeRequest } from "../../../../api/resources/mergeRequestTypes.ts";
import { type Conversation, isOpenThread, isResolvable } from "../../../../core/mergeRequests/review/conversation.ts";
import type { RenderedText } from "../../../../core/webview/markdown.ts";
import type { PartAction } from "../../../../core/webview/messages.ts";
import type { ShownBox } from "../../../../core/webview/textBox.ts";
import type { PendingComment } from "../../review/pendingReviews.ts";

/** Actions on a discussion, by its ID. */
export const discussionActions = [
  "openThread",
  "reply",
  "addToReview",
  "resolve",
  "unresolve",
  "discardReply",
] as const;
/** Actions on a comment, by its ID. */
export const noteActions = [
  "editNote",
  "saveNote",
  "cancelEdit",
  "deleteNote",
  "applySuggestion",
  "applyToFile",
] as const;
/** Actions on a pending comment, by its part. */
export const pendingActions = ["openPending", "editPending", "savePending", "cancelPending", "deletePending"] as const;
/** Actions on the box for a new comment. */
export const commentActions = ["comment", "startThread", "addCommentToReview"] as const;
export type ActivityAction = PartAction<
  (typeof discussionActions)[number] | (typeof noteActions)[number] | (typeof pendingActions)[number]
>;

/** A comment on a commit. */
export interface CommitComments {
  readonly sha: string;
  readonly title: string;
  readonly comments: readonly {
    /** Markdown. */
    readonly body: string;
    readonly author: CommitCommentListEntry["author"];
    readonly created_at: CommitCommentListEntry["created_at"];
  }[];
}

/** What was said on a merge request, and what is being written. */
export interface Activity {
  /** Undefined until it was read. */
  readonly conversation?: Conversation | undefined;
  /** Whether the host has no discussions. */
  readonly missing: boolean;
  /** Comments on commits, where the host has no discussions. */
  readonly commits?: readonly CommitComments[] | undefined;
  /** Why it could not be read. */
  readonly problem?: string | undefined;
  /** How much waits for the user's review to be submitted. */
  readonly pending: number;
  /** Comments of the user's review, as far as read. */
  readonly pendingComments: readonly PendingComment[];
  /** The signed-in account, which may write. */
  readonly user?: { readonly id: number; readonly username: string } | undefined;
  /** Names of boxes with unsent text. */
  readonly unsent: readonly string[];
  readonly box: (name: string) => ShownBox;
  readonly render: (text: string) => RenderedText;
}

/** Returns the threads that wait for somebody to resolve them, oldest first. */
export const openThreadsOf = (activity: Activity | undefined): readonly Discussion[] =>
  activity?.conversation?.discussions.filter(isOpenThread) ?? [];

/** Returns the number of threads, resolved or not. */
export const threadCount = (activity: Activity | undefined): number =>
  activity?.conversation?.discussions.filter(isResolvable).length ?? 0;

/** Returns the id of the element of a discussion. */
export const threadId = (discussion: string): string => `thread-${discussion}`;

/** Returns what the page calls a pending comment. */
export const pendingPart = ({ id }: PendingComment): string => id.replaceAll(" ", "-");

/** Returns whether a thread is on another version than the latest. */
export function isOutdated(note: Note | undefined, { diff_refs: latest }: Partial<MergeRequest>): boolean {
  const head = note?.position?.head_sha;
  return head != null && latest?.head_sha != null && head !== latest.head_sha;
}
