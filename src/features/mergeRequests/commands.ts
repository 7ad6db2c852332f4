import { sourceControlArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { menu, narrowTitle, row, viewTitle, widenTitle } from "../../core/commands/menus.ts";
import { all, equals, not, on, ready } from "../../core/commands/when.ts";
import { mergeRequestArgs, mergeRequestSinceArgs } from "../../core/mergeRequests/refs.ts";
import { checkOut } from "./commands/checkOut.ts";
import { create } from "./commands/create.ts";
import { showAllProjects, showAsList, showAsTree, showThisProject } from "./commands/display.ts";
import { edit, editArgs } from "./commands/edit.ts";
import { editDescription } from "./commands/editDescription.ts";
import { fetchCommits } from "./commands/fetchCommits.ts";
import { clearFilter, filter, search } from "./commands/filter.ts";
import { copyBranch, copyLink, openInBrowser } from "./commands/links.ts";
import { merge } from "./commands/merge.ts";
import { open } from "./commands/open.ts";
import { rebase } from "./commands/rebase.ts";
import { approve, checkMerge, revokeApproval } from "./commands/review.ts";
import { showNew } from "./commands/showNew.ts";
import { cancelAutoMerge, close, markDraft, markReady, remove, reopen } from "./commands/state.ts";
import { switchToTarget } from "./commands/switchToTarget.ts";
import type { MergeRequestsContext } from "./context.ts";
import { reviewCommands } from "./reviewCommands.ts";
import { suggestionCommands } from "./suggestionCommands.ts";
import { threadCommands } from "./threadCommands.ts";
import { trackingCommands } from "./trackingCommands.ts";
import { updateCommands } from "./updateCommands.ts";

const general = defineCommands<MergeRequestsContext>()({
  "forgeline.mergeRequests.search": {
    title: "Search Merge Requests…",
    icon: "search",
    run: search,
    menus: [viewTitle("mergeRequests", "1_view@3", ready)],
  },
  "forgeline.mergeRequests.filter": {
    title: "Filter Merge Requests…",
    icon: "filter",
    run: filter,
    menus: narrowTitle("mergeRequests", on("forgeline.mergeRequestsFiltered")),
  },
  "forgeline.mergeRequests.clearFilter": {
    title: "Clear Merge Request Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: on("forgeline.mergeRequestsFiltered"),
    menus: [widenTitle("mergeRequests", on("forgeline.mergeRequestsFiltered"))],
  },
  "forgeline.mergeRequest.open": {
    title: "Open Merge Request",
    icon: "git-pull-request",
    args: mergeRequestArgs,
    run: open,
    key: "m",
    menus: [
      row(["mergeRequests", "milestones"], /^mergeRequest\b/, "inline@1"),
      row(["mergeRequests", "milestones"], /^mergeRequest\b/, "1_open@0"),
    ],
  },
  "forgeline.mergeRequests.showAllProjects": {
    title: "Show Merge Requests of All Projects",
    icon: "globe",
    run: showAllProjects,
    palette: all(ready, not(on("forgeline.mergeRequestsEverywhere"))),
    menus: [viewTitle("mergeRequests", "2_projects@1", ready, not(on("forgeline.mergeRequestsEverywhere")))],
  },
  "forgeline.mergeRequests.showThisProject": {
    title: "Show Merge Requests of This Project",
    icon: "repo",
    run: showThisProject,
    palette: all(ready, on("forgeline.mergeRequestsEverywhere")),
    menus: [viewTitle("mergeRequests", "navigation@1", ready, on("forgeline.mergeRequestsEverywhere"))],
  },
  "forgeline.changes.showAsTree": {
    title: "Show Changed Files as Tree",
    icon: "list-tree",
    run: showAsTree,
    palette: all(ready, on("forgeline.changesAsList")),
    menus: [
      viewTitle(["mergeRequests", "commits", "milestones"], "3_files@1", ready, on("forgeline.changesAsList")),
      row(["mergeRequests", "milestones"], /^changedFiles\b/, "inline@2", on("forgeline.changesAsList")),
    ],
  },
  "forgeline.changes.showAsList": {
    title: "Show Changed Files as List",
    icon: "list-flat",
    run: showAsList,
    palette: all(ready, not(on("forgeline.changesAsList"))),
    menus: [
      viewTitle(["mergeRequests", "commits", "milestones"], "3_files@1", ready, not(on("forgeline.changesAsList"))),
      row(["mergeRequests", "milestones"], /^changedFiles\b/, "inline@2", not(on("forgeline.changesAsList"))),
    ],
  },
  "forgeline.mergeRequest.merge": {
    title: "Merge Merge Request…",
    icon: "git-merge",
    args: mergeRequestArgs,
    run: merge,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bopened\b/, "2_run@1")],
  },
  "forgeline.mergeRequest.cancelAutoMerge": {
    title: "Cancel Auto-Merge",
    args: mergeRequestArgs,
    run: cancelAutoMerge,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bopened\b.*\bautoMerge\b/, "2_run@3")],
  },
  "forgeline.mergeRequest.close": {
    title: "Close Merge Request",
    args: mergeRequestArgs,
    run: close,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bopened\b/, "5_edit@4")],
  },
  "forgeline.mergeRequest.reopen": {
    title: "Reopen Merge Request",
    args: mergeRequestArgs,
    run: reopen,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bclosed\b/, "5_edit@4")],
  },
  "forgeline.mergeRequest.delete": {
    title: "Delete Merge Request…",
    args: mergeRequestArgs,
    run: remove,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b/, "9_delete@1")],
  },
  "forgeline.mergeRequest.checkMerge": {
    title: "Check Merge Result",
    args: mergeRequestArgs,
    run: checkMerge,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bopened\b/, "2_run@4")],
  },
  "forgeline.mergeRequest.markReady": {
    title: "Mark Merge Request as Ready",
    args: mergeRequestArgs,
    run: markReady,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bopened\b.*\bdraft\b/, "5_edit@3")],
  },
  "forgeline.mergeRequest.markDraft": {
    title: "Mark Merge Request as Draft",
    args: mergeRequestArgs,
    run: markDraft,
    menus: [
      row(
        ["mergeRequests", "milestones"],
        /^mergeRequest\b.*\bopened\b/,
        "5_edit@3",
        not(equals("viewItem", /\bdraft\b/)),
      ),
    ],
  },
  "forgeline.mergeRequest.checkOut": {
    title: "Check Out Merge Request Branch",
    icon: "git-branch",
    args: mergeRequestArgs,
    run: checkOut,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b/, "2_run@5")],
  },
  "forgeline.mergeRequest.switchToTarget": {
    title: "Switch to Target Branch and Delete Local Branch",
    args: mergeRequestArgs,
    run: switchToTarget,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bmerged\b/, "2_run@6")],
  },
  "forgeline.mergeRequest.openInBrowser": {
    title: "Open Merge Request in Browser",
    icon: "link-external",
    args: mergeRequestArgs,
    run: openInBrowser,
    menus: [
      row(["mergeRequests", "milestones"], /^mergeRequest\b/, "inline@2"),
      row(["mergeRequests", "milestones"], /^mergeRequest\b/, "7_link@1"),
    ],
  },
  "forgeline.mergeRequest.copyLink": {
    title: "Copy Merge Request Link",
    icon: "link",
    args: mergeRequestArgs,
    run: copyLink,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b/, "7_link@2")],
  },
  "forgeline.mergeRequest.copyBranch": {
    title: "Copy Merge Request Source Branch",
    args: mergeRequestArgs,
    run: copyBranch,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b/, "7_link@3")],
  },
  "forgeline.mergeRequest.approve": {
    title: "Approve Merge Request",
    icon: "check",
    args: mergeRequestArgs,
    run: approve,
    palette: all(ready, not(on("forgeline.cannotApprove"))),
    menus: [
      row(
        ["mergeRequests", "milestones"],
        /^mergeRequest\b.*\bopened\b/,
        "2_run@2",
        not(on("forgeline.cannotApprove")),
      ),
    ],
  },
  "forgeline.mergeRequest.revokeApproval": {
    title: "Revoke Merge Request Approval",
    args: mergeRequestArgs,
    run: revokeApproval,
    palette: all(ready, not(on("forgeline.cannotUnapprove"))),
    menus: [
      row(
        ["mergeRequests", "milestones"],
        /^mergeRequest\b.*\bopened\b/,
        "2_run@3",
        not(on("forgeline.cannotUnapprove")),
      ),
    ],
  },
  "forgeline.mergeRequest.rebase": {
    title: "Rebase Merge Request Source Branch",
    args: mergeRequestArgs,
    run: rebase,
    palette: all(ready, not(on("forgeline.cannotRebase"))),
    menus: [
      row(["mergeRequests", "milestones"], /^mergeRequest\b.*\bopened\b/, "2_run@4", not(on("forgeline.cannotRebase"))),
    ],
  },
  "forgeline.mergeRequest.showNew": {
    title: "Show New Changes of Merge Request",
    args: mergeRequestSinceArgs,
    run: showNew,
    palette: "never",
  },
  "forgeline.mergeRequest.edit": {
    title: "Edit Merge Request…",
    icon: "edit",
    args: editArgs,
    run: edit,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b/, "5_edit@1")],
  },
  "forgeline.mergeRequest.editDescription": {
    title: "Open Merge Request Description",
    args: mergeRequestArgs,
    run: editDescription,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b/, "1_open@2")],
  },
  "forgeline.mergeRequest.create": {
    title: "Create Merge Request…",
    icon: "git-pull-request-create",
    args: sourceControlArgs,
    run: create,
    palette: all(ready, not(on("forgeline.cannotCreateMergeRequests"))),
    key: "n",
    menus: [
      viewTitle(
        "mergeRequests",
        "navigation@1",
        ready,
        not(on("forgeline.cannotCreateMergeRequests")),
        not(on("forgeline.mergeRequestsEverywhere")),
      ),
      viewTitle(
        "mergeRequests",
        "2_projects@2",
        ready,
        not(on("forgeline.cannotCreateMergeRequests")),
        on("forgeline.mergeRequestsEverywhere"),
      ),
      menu(
        "scm/title",
        "navigation@20",
        ready,
        equals("scmProvider", "git"),
        not(on("forgeline.cannotCreateMergeRequests")),
      ),
    ],
  },
  "forgeline.mergeRequest.fetchCommits": {
    title: "Fetch Commits of Merge Request…",
    icon: "cloud-download",
    args: mergeRequestArgs,
    run: fetchCommits,
    palette: ready,
  },
});

export const commands = {
  ...general,
  ...threadCommands,
  ...suggestionCommands,
  ...reviewCommands,
  ...trackingCommands,
  ...updateCommands,
};

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
