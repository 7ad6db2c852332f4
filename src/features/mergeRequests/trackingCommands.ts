import { defineCommands } from "../../core/commands/entries.ts";
import { menu, row, viewTitle } from "../../core/commands/menus.ts";
import { is, not, on, ready } from "../../core/commands/when.ts";
import { mergeRequestArgs } from "../../core/mergeRequests/refs.ts";
import { clearFileFilter, filterFiles } from "./commands/filter.ts";
import { requestReview } from "./commands/requestReview.ts";
import { showSinceReview } from "./commands/sinceReview.ts";
import { markNotViewed, markViewed, trackedArgs } from "./commands/viewed.ts";
import type { MergeRequestsContext } from "./context.ts";

/** The commands that keep track of a review. */
export const trackingCommands = defineCommands<MergeRequestsContext>()({
  "forgeline.mergeRequest.markFileViewed": {
    title: "Mark File as Viewed",
    icon: "check",
    args: trackedArgs,
    run: markViewed,
    key: "v",
    palette: ready,
    menus: [
      menu("editor/title", "navigation@2", is("forgeline.shownFile", "notViewed")),
      row(["mergeRequests", "milestones"], /^changed(File|Folder)\b.*\bnotViewed\b/, "5_edit@1"),
    ],
  },
  "forgeline.mergeRequest.markFileNotViewed": {
    title: "Clear Viewed Mark of File",
    icon: "check-all",
    args: trackedArgs,
    run: markNotViewed,
    palette: ready,
    menus: [
      menu("editor/title", "navigation@2", is("forgeline.shownFile", "viewed")),
      row(["mergeRequests", "milestones"], /^changed(File|Folder)\b.*\bviewed\b/, "5_edit@1"),
    ],
  },
  "forgeline.mergeRequest.requestReview": {
    title: "Request Merge Request Review Again…",
    icon: "eye",
    args: mergeRequestArgs,
    run: requestReview,
    palette: ready,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bopened\b/, "2_run@5")],
  },
  "forgeline.mergeRequests.filterFiles": {
    title: "Filter Changed Files…",
    icon: "filter",
    run: filterFiles,
    palette: ready,
    menus: [
      row("mergeRequests", /^changedFiles\b/, "inline@3", not(on("forgeline.changedFilesFiltered"))),
      row("mergeRequests", /^changedFiles\b/, "1_open@3"),
      viewTitle("mergeRequests", "3_files@2", ready),
    ],
  },
  "forgeline.mergeRequests.clearFileFilter": {
    title: "Clear Changed Files Filter",
    icon: "clear-all",
    run: clearFileFilter,
    palette: on("forgeline.changedFilesFiltered"),
    menus: [row("mergeRequests", /^changedFiles\b/, "inline@3", on("forgeline.changedFilesFiltered"))],
  },
  "forgeline.mergeRequest.showSinceReview": {
    title: "Show Merge Request Changes Since My Last Review",
    icon: "history",
    args: mergeRequestArgs,
    run: showSinceReview,
    palette: ready,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b/, "1_open@3")],
  },
});
