import { defineCommands } from "../../core/commands/entries.ts";
import { menu, row } from "../../core/commands/menus.ts";
import { equals } from "../../core/commands/when.ts";
import { mergeRequestArgs } from "../../core/mergeRequests/refs.ts";
import { nextOpen, openThread, previousOpen } from "./commands/goToThread.ts";
import {
  cancelEdit,
  deleteComment,
  discard,
  editComment,
  noteArgs,
  reopenThread,
  replyArgs,
  resolveThread,
  saveComment,
  send,
  sendAgain,
  sendAndResolve,
  threadArgs,
  threadRefArgs,
  unsentArgs,
} from "./commands/threads.ts";
import type { MergeRequestsContext } from "./context.ts";
import { inReview } from "./suggestionCommands.ts";

/** The commands of threads. */
export const threadCommands = defineCommands<MergeRequestsContext>()({
  "forgeline.thread.send": {
    title: "Add Comment",
    icon: "send",
    args: replyArgs,
    run: send,
    palette: "never",
    menus: [menu("comments/commentThread/context", "inline@1", inReview)],
  },
  "forgeline.thread.sendAndResolve": {
    title: "Add Comment and Resolve Thread",
    icon: "check",
    args: replyArgs,
    run: sendAndResolve,
    palette: "never",
    menus: [menu("comments/commentThread/context", "inline@2", inReview, equals("commentThread", "open"))],
  },
  "forgeline.thread.resolve": {
    title: "Resolve Thread",
    icon: "check",
    args: threadArgs,
    run: resolveThread,
    palette: "never",
    menus: [menu("comments/commentThread/title", "inline@1", inReview, equals("commentThread", /^open/))],
  },
  "forgeline.thread.reopen": {
    title: "Reopen Thread",
    icon: "discard",
    args: threadArgs,
    run: reopenThread,
    palette: "never",
    menus: [menu("comments/commentThread/title", "inline@1", inReview, equals("commentThread", "resolved"))],
  },
  "forgeline.thread.open": {
    title: "Open Thread",
    icon: "comment-discussion",
    args: threadRefArgs,
    run: openThread,
    palette: "never",
  },
  "forgeline.thread.nextOpen": {
    title: "Go to Next Open Thread",
    icon: "arrow-down",
    args: mergeRequestArgs,
    run: nextOpen,
    key: "j",
    menus: [
      menu("comments/commentThread/title", "inline@3", inReview),
      row("mergeRequests", /^mergeRequest\b/, "1_open@4"),
    ],
  },
  "forgeline.thread.previousOpen": {
    title: "Go to Previous Open Thread",
    icon: "arrow-up",
    args: mergeRequestArgs,
    run: previousOpen,
    key: "k",
    menus: [menu("comments/commentThread/title", "inline@2", inReview)],
  },
  "forgeline.thread.editComment": {
    title: "Edit Comment",
    icon: "edit",
    args: noteArgs,
    run: editComment,
    palette: "never",
    menus: [menu("comments/comment/title", "inline@1", inReview, equals("comment", /^(own|pending)\b/))],
  },
  "forgeline.thread.deleteComment": {
    title: "Delete Comment",
    icon: "trash",
    args: noteArgs,
    run: deleteComment,
    palette: "never",
    menus: [menu("comments/comment/title", "inline@2", inReview, equals("comment", /^(own|pending)\b/))],
  },
  "forgeline.thread.saveComment": {
    title: "Save Comment",
    icon: "save",
    args: noteArgs,
    run: saveComment,
    palette: "never",
    menus: [menu("comments/comment/context", "inline@1", inReview, equals("comment", /^(own|pending)\b/))],
  },
  "forgeline.thread.cancelEdit": {
    title: "Cancel",
    icon: "close",
    args: noteArgs,
    run: cancelEdit,
    palette: "never",
    menus: [menu("comments/comment/context", "inline@2", inReview, equals("comment", /^(own|pending)\b/))],
  },
  "forgeline.thread.sendAgain": {
    title: "Send",
    icon: "send",
    args: unsentArgs,
    run: sendAgain,
    palette: "never",
    menus: [menu("comments/comment/context", "inline@1", inReview, equals("comment", "draft"))],
  },
  "forgeline.thread.discard": {
    title: "Discard",
    icon: "trash",
    args: unsentArgs,
    run: discard,
    palette: "never",
    menus: [menu("comments/comment/context", "inline@4", inReview, equals("comment", "draft"))],
  },
});
