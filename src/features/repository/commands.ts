import { uriArgs, urisArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { copyPageLink, openPage, targetArgs } from "../../core/commands/links.ts";
import { fileMenu, menu, narrowTitle, row, viewTitle, widenTitle } from "../../core/commands/menus.ts";
import {
  any,
  editor,
  equals,
  inEditor,
  on,
  onDisk,
  onOne,
  onProjectFile,
  onReadableFile,
  ready,
  scheme,
} from "../../core/commands/when.ts";
import { commentArgs, commitArgs, commitFromArgs } from "../../core/commits/refs.ts";
import { openAll, changedFileArgs, changesArgs } from "../../core/comparisons/actions.ts";
import {
  copyPath,
  copyRelativePath,
  openChanges,
  openHere,
  openModified,
  openOriginal,
  reveal,
} from "../../core/comparisons/fileActions.ts";
import { toggle } from "./blame/actions.ts";
import { cherryPick, revert } from "./commands/cherryPick.ts";
import { clearFilter, filter } from "./commands/filter.ts";
import { setStatus } from "./commands/setStatus.ts";
import { copySha, show } from "./commands/show.ts";
import {
  comment,
  discardComment,
  sendComment,
  sendCommentAgain,
  showComments,
  showOlderComments,
  commentReplyArgs,
  draftCommentArgs,
} from "./comments/actions.ts";
import { commitFiles, commitThisFile } from "./commitFiles/commands/commit.ts";
import { deleteOnHost, moveOnHost } from "./commitFiles/commands/onHost.ts";
import { syncLocalBranch } from "./commitFiles/commands/showCommitted.ts";
import type { RepositoryContext } from "./context.ts";
import { download, showDetails } from "./files/commands/details.ts";
import { compare, openAtRef, showLargeContent } from "./files/commands/documents.ts";
import { copyPermalink, openOnHost } from "./files/commands/links.ts";
import { updateReference } from "./submodules/actions.ts";

/** Views with rows of changed files. */
const changesViews = ["mergeRequests", "commits", "milestones"] as const;

export const commands = defineCommands<RepositoryContext>()({
  "forgeline.commits.filter": {
    title: "Filter Commits…",
    icon: "filter",
    run: filter,
    menus: narrowTitle("commits", on("forgeline.commitsFiltered")),
  },
  "forgeline.commits.clearFilter": {
    title: "Clear Commit Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: on("forgeline.commitsFiltered"),
    menus: [widenTitle("commits", on("forgeline.commitsFiltered"))],
  },
  "forgeline.commit.show": {
    title: "Show Commit",
    icon: "git-commit",
    args: commitArgs,
    run: show,
    menus: [viewTitle("commits", "1_view@3", ready), row(["mergeRequests", "milestones"], /^commit\b/, "1_open@2")],
  },
  "forgeline.commit.copySha": {
    title: "Copy Commit SHA",
    icon: "copy",
    args: commitArgs,
    run: copySha,
    menus: [row(["commits", "mergeRequests", "milestones"], /^commit\b/, "7_link@0")],
  },
  "forgeline.commit.openInBrowser": {
    title: "Open Commit in Browser",
    icon: "link-external",
    args: targetArgs,
    run: openPage,
    palette: "never",
    menus: [
      row("commits", /^commit\b/, "inline@2"),
      row(["commits", "mergeRequests", "milestones"], /^commit\b/, "7_link@1"),
    ],
  },
  "forgeline.commit.copyLink": {
    title: "Copy Commit Link",
    icon: "link",
    args: targetArgs,
    run: copyPageLink,
    palette: "never",
    menus: [row(["commits", "mergeRequests", "milestones"], /^commit\b/, "7_link@2")],
  },
  "forgeline.commit.cherryPick": {
    title: "Cherry-Pick Commit…",
    icon: "git-pull-request-create",
    args: commitFromArgs,
    run: cherryPick,
    menus: [row(["commits", "mergeRequests", "milestones"], /^commit\b/, "2_run@1")],
  },
  "forgeline.commit.revert": {
    title: "Revert Commit…",
    icon: "discard",
    args: commitFromArgs,
    run: revert,
    menus: [row(["commits", "mergeRequests", "milestones"], /^commit\b/, "2_run@2")],
  },
  "forgeline.commit.setStatus": {
    title: "Set Commit Status…",
    icon: "checklist",
    args: commitArgs,
    run: setStatus,
    menus: [row("commits", "commitStatuses", "inline@1"), row("commits", /^commit(Statuses)?\b/, "5_edit@3")],
  },
  "forgeline.commit.comment": {
    title: "Comment on Commit…",
    icon: "comment",
    args: commitArgs,
    run: comment,
    menus: [row("commits", "commitComments", "inline@1"), row("commits", /^commit(Comments)?\b/, "4_create@4")],
  },
  "forgeline.commit.showComments": {
    title: "Show Commit Comments",
    icon: "comment-discussion",
    args: commentArgs,
    run: showComments,
    menus: [row("commits", "commitComments", "inline@2"), row("commits", /^commit(Comments)?\b/, "1_open@3")],
  },
  "forgeline.comment.send": {
    title: "Send Comment",
    icon: "send",
    args: commentReplyArgs,
    run: sendComment,
    palette: "never",
    menus: [menu("comments/commentThread/context", "inline@1", equals("commentController", "forgelineCommitComments"))],
  },
  "forgeline.comment.sendAgain": {
    title: "Send Again",
    icon: "send",
    args: draftCommentArgs,
    run: sendCommentAgain,
    palette: "never",
    menus: [
      menu(
        "comments/comment/context",
        "inline@1",
        equals("commentController", "forgelineCommitComments"),
        equals("comment", "draft"),
      ),
    ],
  },
  "forgeline.comment.discard": {
    title: "Discard",
    icon: "trash",
    args: draftCommentArgs,
    run: discardComment,
    palette: "never",
    menus: [
      menu(
        "comments/comment/context",
        "inline@2",
        equals("commentController", "forgelineCommitComments"),
        equals("comment", "draft"),
      ),
    ],
  },
  "forgeline.comment.showOlder": {
    title: "Load Older Commit Comments",
    icon: "history",
    args: uriArgs,
    run: showOlderComments,
    palette: on("forgeline.olderCommitComments"),
    menus: [menu("editor/title", "7_forgeline@11", on("forgeline.olderCommitComments"))],
  },
  "forgeline.changes.open": {
    title: "Open Changes",
    icon: "diff",
    args: changedFileArgs,
    run: openChanges,
    palette: "never",
    menus: [row(changesViews, /^changedFile\b/, "1_open@1")],
  },
  "forgeline.changes.openFile": {
    title: "Open File",
    icon: "go-to-file",
    args: changedFileArgs,
    run: openHere,
    palette: "never",
    menus: [row(changesViews, /^changedFile\b/, "inline@1"), row(changesViews, /^changedFile\b/, "1_open@2")],
  },
  "forgeline.changes.openOriginal": {
    title: "Open Original File",
    args: changedFileArgs,
    run: openOriginal,
    palette: "never",
    menus: [row(changesViews, /^changedFile\b/, "1_open@3")],
  },
  "forgeline.changes.openModified": {
    title: "Open Modified File",
    args: changedFileArgs,
    run: openModified,
    palette: "never",
    menus: [row(changesViews, /^changedFile\b/, "1_open@4")],
  },
  "forgeline.changes.copyPath": {
    title: "Copy Path",
    args: changedFileArgs,
    run: copyPath,
    palette: "never",
    menus: [row(changesViews, /^changedFile\b/, "7_link@1")],
  },
  "forgeline.changes.copyRelativePath": {
    title: "Copy Relative Path",
    args: changedFileArgs,
    run: copyRelativePath,
    palette: "never",
    menus: [row(changesViews, /^changedFile\b/, "7_link@2")],
  },
  "forgeline.changes.reveal": {
    title: "Reveal in Explorer View",
    args: changedFileArgs,
    run: reveal,
    palette: "never",
    menus: [row(changesViews, /^changedFile\b/, "7_link@3")],
  },
  "forgeline.changes.openAll": {
    title: "Open All Changed Files",
    icon: "diff-multiple",
    args: changesArgs,
    run: openAll,
    palette: ready,
    menus: [
      row(["mergeRequests", "milestones"], /^(changedFiles|commit)\b/, "inline@1"),
      row(["mergeRequests", "milestones"], /^(mergeRequest|changedFiles|commit)\b/, "1_open@1"),
      row("commits", /^commit(Files)?\b/, "inline@1"),
      row("commits", /^commit(Files)?\b/, "1_open@1"),
    ],
  },
  "forgeline.file.compare": {
    title: "Compare File with Branch…",
    icon: "compare-changes",
    args: uriArgs,
    run: compare,
    palette: inEditor,
    menus: [fileMenu("3_compare@1", onReadableFile)],
  },
  "forgeline.file.openAtRef": {
    title: "Open File at Ref…",
    icon: "git-commit",
    args: uriArgs,
    run: openAtRef,
    palette: inEditor,
    menus: [fileMenu("1_open@2", onReadableFile)],
  },
  "forgeline.file.showLargeContent": {
    title: "Show Large File Content",
    icon: "file-binary",
    args: uriArgs,
    run: showLargeContent,
    palette: any(scheme("forgeline-file"), editor("isInDiffEditor")),
    menus: [menu("editor/title", "7_forgeline@6", scheme("forgeline-file"))],
  },
  "forgeline.file.openOnHost": {
    title: "Open File in Browser",
    icon: "link-external",
    args: uriArgs,
    run: openOnHost,
    palette: inEditor,
    menus: [fileMenu("7_link@3", onReadableFile), menu("editor/title", "navigation@8", scheme("forgeline-file"))],
  },
  "forgeline.file.copyPermalink": {
    title: "Copy File Permalink",
    icon: "link",
    args: uriArgs,
    run: copyPermalink,
    palette: inEditor,
    menus: [fileMenu("7_link@4", onReadableFile), menu("editor/context/copy", "7_link@1", onReadableFile)],
  },
  "forgeline.file.showDetails": {
    title: "Show File Details",
    icon: "info",
    args: uriArgs,
    run: showDetails,
    palette: inEditor,
    menus: [fileMenu("1_open@5", onReadableFile)],
  },
  "forgeline.file.download": {
    title: "Download File…",
    icon: "desktop-download",
    args: uriArgs,
    run: download,
    palette: inEditor,
    menus: [menu("editor/title", "7_forgeline@7", scheme("forgeline-file"))],
  },
  "forgeline.commitThisFile": {
    title: "Commit File on Host…",
    icon: "git-commit",
    args: urisArgs,
    run: commitThisFile,
    palette: inEditor,
    menus: [
      fileMenu("2_run@6", onProjectFile),
      menu("editor/title", "7_forgeline@10", ready, onDisk),
      menu("scm/resourceState/context", "7_forgeline@1", equals("scmProvider", "git"), ready),
    ],
  },
  "forgeline.commitFiles": {
    title: "Commit Files on Host…",
    icon: "git-commit",
    run: commitFiles,
    palette: ready,
    menus: [menu("scm/title", "7_forgeline@1", equals("scmProvider", "git"), ready)],
  },
  "forgeline.commitFiles.syncLocalBranch": {
    title: "Sync Local Branch…",
    icon: "sync",
    run: syncLocalBranch,
    palette: ready,
  },
  "forgeline.file.deleteOnHost": {
    title: "Delete File on Host…",
    icon: "trash",
    args: uriArgs,
    run: deleteOnHost,
    palette: inEditor,
    menus: [fileMenu("9_delete@8", onProjectFile, onOne)],
  },
  "forgeline.file.moveOnHost": {
    title: "Move File on Host…",
    icon: "arrow-right",
    args: uriArgs,
    run: moveOnHost,
    palette: inEditor,
    menus: [fileMenu("5_edit@7", onProjectFile, onOne)],
  },
  "forgeline.submodule.update": {
    title: "Update Submodule Reference…",
    icon: "file-submodule",
    run: updateReference,
    palette: ready,
    menus: [menu("scm/title", "7_forgeline@2", equals("scmProvider", "git"), ready)],
  },
  "forgeline.blame.toggle": {
    title: "Toggle Blame Annotations",
    icon: "git-commit",
    run: toggle,
    palette: any(inEditor, scheme("forgeline-file")),
    menus: [menu("editor/title", "7_forgeline@9", ready, scheme("file", "vscode-remote", "forgeline-file"))],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
