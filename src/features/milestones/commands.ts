import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { copyPageLink, openPage, targetArgs } from "../../core/commands/links.ts";
import { narrowTitle, row, viewTitle, widenTitle } from "../../core/commands/menus.ts";
import { all, not, on, ready } from "../../core/commands/when.ts";
import { showBurndown } from "./commands/burndown.ts";
import { create } from "./commands/create.ts";
import { edit } from "./commands/edit.ts";
import { copyLink, openInBrowser } from "./commands/links.ts";
import { clearSearch, filter, search, showMergeRequests } from "./commands/search.ts";
import { activate, close, promote, remove } from "./commands/state.ts";
import type { MilestonesContext } from "./context.ts";
import { milestoneArgs, milestoneHomeArgs, milestonesArgs } from "./refs.ts";

export const commands = defineCommands<MilestonesContext>()({
  "forgeline.milestones.search": {
    title: "Search Milestones…",
    icon: "search",
    run: search,
    palette: ready,
    menus: narrowTitle("milestones", on("forgeline.milestonesFiltered")),
  },
  "forgeline.milestones.filter": {
    title: "Filter Milestones…",
    icon: "filter",
    run: filter,
    palette: ready,
    menus: [viewTitle("milestones", "1_view@3", ready)],
  },
  "forgeline.milestones.clearSearch": {
    title: "Clear Milestone Filter",
    icon: "clear-all",
    run: clearSearch,
    palette: on("forgeline.milestonesFiltered"),
    menus: [widenTitle("milestones", on("forgeline.milestonesFiltered"))],
  },
  "forgeline.milestone.create": {
    title: "Create Milestone…",
    icon: "add",
    args: milestoneHomeArgs,
    run: create,
    palette: ready,
    menus: [
      viewTitle("milestones", "navigation@1", ready),
      row("milestones", /^milestones\b(?! nowhere)/, "inline@1"),
      row("milestones", /^milestones\b(?! nowhere)/, "4_create@1"),
    ],
  },
  "forgeline.milestone.edit": {
    title: "Edit Milestone…",
    icon: "edit",
    args: milestoneArgs,
    run: edit,
    palette: ready,
    menus: [row("milestones", /^milestone\b/, "inline@1"), row("milestones", /^milestone\b/, "5_edit@1")],
  },
  "forgeline.milestone.close": {
    title: "Close Milestone",
    icon: "pass",
    args: milestonesArgs,
    run: close,
    many: true,
    palette: ready,
    menus: [row("milestones", /^milestone active\b/, "5_edit@2")],
  },
  "forgeline.milestone.activate": {
    title: "Reopen Milestone",
    icon: "debug-restart",
    args: milestoneArgs,
    run: activate,
    palette: ready,
    menus: [row("milestones", /^milestone closed\b/, "5_edit@2")],
  },
  "forgeline.milestone.delete": {
    title: "Delete Milestone…",
    icon: "trash",
    args: milestoneArgs,
    run: remove,
    palette: ready,
    menus: [row("milestones", /^milestone\b/, "9_delete@1")],
  },
  "forgeline.milestone.promote": {
    title: "Promote Milestone to Group…",
    icon: "organization",
    args: milestoneArgs,
    run: promote,
    palette: ready,
    menus: [row("milestones", /^milestone\b.*\bofProject\b/, "5_edit@1")],
  },
  "forgeline.milestone.openInBrowser": {
    title: "Open Milestone in Browser",
    icon: "link-external",
    args: milestoneArgs,
    run: openInBrowser,
    palette: ready,
    menus: [row("milestones", /^milestone\b/, "inline@2"), row("milestones", /^milestone\b/, "7_link@1")],
  },
  "forgeline.milestone.copyLink": {
    title: "Copy Milestone Link",
    icon: "link",
    args: milestoneArgs,
    run: copyLink,
    palette: ready,
    menus: [row("milestones", /^milestone\b/, "7_link@2")],
  },
  "forgeline.issue.openInBrowser": {
    title: "Open Issue in Browser",
    icon: "link-external",
    args: targetArgs,
    run: openPage,
    palette: "never",
    menus: [row("milestones", /^issue\b.*\bhasPage\b/, "7_link@1")],
  },
  "forgeline.issue.copyLink": {
    title: "Copy Issue Link",
    icon: "link",
    args: targetArgs,
    run: copyPageLink,
    palette: "never",
    menus: [row("milestones", /^issue\b.*\bhasPage\b/, "7_link@2")],
  },
  "forgeline.milestone.showBurndown": {
    title: "Show Milestone Burndown Events",
    icon: "graph-line",
    args: milestoneArgs,
    run: showBurndown,
    palette: all(ready, not(on("forgeline.cannotShowBurndown"))),
    menus: [row("milestones", /^milestone\b/, "1_open@2", not(on("forgeline.cannotShowBurndown")))],
  },
  "forgeline.milestone.showMergeRequests": {
    title: "Show Merge Requests of Milestone",
    icon: "git-pull-request",
    args: milestoneArgs,
    run: showMergeRequests,
    palette: ready,
    menus: [row("milestones", /^milestone\b/, "1_open@1"), row("milestones", "milestoneMergeRequests", "inline@1")],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
