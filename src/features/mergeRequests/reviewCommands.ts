import { defineCommands } from "../../core/commands/entries.ts";
import { menu, row } from "../../core/commands/menus.ts";
import { equals, not, on } from "../../core/commands/when.ts";
import {
  addToReview,
  addToReviewAndResolve,
  keepOpenInReview,
  resolveInReview,
  reviewArgs,
  showPending,
} from "./commands/pendingComments.ts";
import { discardReview, submitReview } from "./commands/submitReview.ts";
import { commentThreadArgs, replyArgs } from "./commands/threads.ts";
import type { MergeRequestsContext } from "./context.ts";
import { inReview } from "./suggestionCommands.ts";

const isPending = on("forgeline.reviewPending");

/** Commands of reviews that are submitted as a whole. */
export const reviewCommands = defineCommands<MergeRequestsContext>()({
  "forgeline.thread.startReview": {
    title: "Start Review",
    icon: "comment-draft",
    args: replyArgs,
    run: addToReview,
    palette: "never",
    menus: [
      menu("comments/commentThread/context", "inline@3", inReview, not(isPending)),
      menu("comments/comment/context", "inline@3", inReview, equals("comment", "draft"), not(isPending)),
    ],
  },
  "forgeline.thread.addToReview": {
    title: "Add to Review",
    icon: "comment-draft",
    args: replyArgs,
    run: addToReview,
    palette: "never",
    menus: [
      menu("comments/commentThread/context", "inline@3", inReview, isPending),
      menu("comments/comment/context", "inline@3", inReview, equals("comment", "draft"), isPending),
    ],
  },
  "forgeline.thread.addToReviewAndResolve": {
    title: "Add to Review and Resolve Thread",
    icon: "check",
    args: replyArgs,
    run: addToReviewAndResolve,
    palette: "never",
    menus: [menu("comments/commentThread/context", "inline@4", inReview, isPending, equals("commentThread", "open"))],
  },
  "forgeline.thread.resolveInReview": {
    title: "Resolve Thread with Review",
    icon: "check-all",
    args: commentThreadArgs,
    run: resolveInReview,
    palette: "never",
    menus: [menu("comments/commentThread/title", "inline@4", inReview, equals("commentThread", "open"))],
  },
  "forgeline.thread.keepOpenInReview": {
    title: "Keep Thread Open",
    icon: "circle-slash",
    args: commentThreadArgs,
    run: keepOpenInReview,
    palette: "never",
    menus: [menu("comments/commentThread/title", "inline@4", inReview, equals("commentThread", "openResolving"))],
  },
  "forgeline.mergeRequest.submitReview": {
    title: "Submit Review of Merge Request…",
    icon: "comment-discussion",
    args: reviewArgs,
    run: submitReview,
    menus: [
      menu("comments/commentThread/title", "inline@5", inReview, isPending),
      row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bpending\b/, "2_run@7"),
    ],
  },
  "forgeline.mergeRequest.showPending": {
    title: "Show Pending Comments of Merge Request…",
    args: reviewArgs,
    run: showPending,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bpending\b/, "1_open@5")],
  },
  "forgeline.mergeRequest.discardReview": {
    title: "Discard Review of Merge Request…",
    args: reviewArgs,
    run: discardReview,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bpending\b/, "5_edit@5")],
  },
});
