import { uriArgs, urisArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { menu, row, viewTitle } from "../../core/commands/menus.ts";
import { any, editor, equals, not, on, onDisk, ready, scheme } from "../../core/commands/when.ts";
import { commentArgs, commitArgs, commitFromArgs } from "../../core/commits/refs.ts";
import { open, openAll, changedFileArgs, changesArgs } from "../../core/comparisons/actions.ts";
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

export const commands = defineCommands<RepositoryContext>()({
  "forgeline.commits.filter": {
    title: "Filter Commits…",
    icon: "filter",
    run: filter,
    menus: [viewTitle("commits", "navigation@1", ready)],
  },
  "forgeline.commits.clearFilter": {
    title: "Clear Commit Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: on("forgeline.commitsFiltered"),
    menus: [viewTitle("commits", "navigation@2", ready, on("forgeline.commitsFiltered"))],
  },
  "forgeline.commit.show": {
    title: "Show Commit…",
    icon: "git-commit",
    args: commitArgs,
    run: show,
    menus: [viewTitle("commits", "navigation@3", ready), row(["mergeRequests", "milestones"], /^commit\b/, "1_show@2")],
  },
  "forgeline.commit.copySha": {
    title: "Copy Commit SHA",
    icon: "copy",
    args: commitArgs,
    run: copySha,
    menus: [row(["commits", "mergeRequests", "milestones"], /^commit\b/, "5_link@0")],
  },
  "forgeline.commit.cherryPick": {
    title: "Cherry-Pick Commit…",
    icon: "git-pull-request-create",
    args: commitFromArgs,
    run: cherryPick,
    menus: [row(["commits", "mergeRequests", "milestones"], /^commit\b/, "2_change@1")],
  },
  "forgeline.commit.revert": {
    title: "Revert Commit…",
    icon: "discard",
    args: commitFromArgs,
    run: revert,
    menus: [row(["commits", "mergeRequests", "milestones"], /^commit\b/, "2_change@2")],
  },
  "forgeline.commit.setStatus": {
    title: "Set Commit Status…",
    icon: "checklist",
    args: commitArgs,
    run: setStatus,
    menus: [row("commits", "commitStatuses", "inline@1"), row("commits", /^commit(Statuses)?\b/, "2_change@3")],
  },
  "forgeline.commit.comment": {
    title: "Comment on Commit…",
    icon: "comment",
    args: commitArgs,
    run: comment,
    menus: [row("commits", "commitComments", "inline@1"), row("commits", /^commit(Comments)?\b/, "2_change@4")],
  },
  "forgeline.commit.showComments": {
    title: "Show Commit Comments",
    icon: "comment-discussion",
    args: commentArgs,
    run: showComments,
    menus: [row("commits", "commitComments", "inline@2"), row("commits", /^commit(Comments)?\b/, "1_show@3")],
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
  "forgeline.changes.open": { title: "Open Changes…", icon: "diff", args: changedFileArgs, run: open, palette: ready },
  "forgeline.changes.openAll": {
    title: "Open All Changes",
    icon: "diff-multiple",
    args: changesArgs,
    run: openAll,
    palette: ready,
    menus: [
      row(["mergeRequests", "milestones"], /^(changedFiles|commit)\b/, "inline@1"),
      row(["mergeRequests", "milestones"], /^(mergeRequest|changedFiles|commit)\b/, "1_show@1"),
      row("commits", /^commit(Files)?\b/, "inline@1"),
      row("commits", /^commit(Files)?\b/, "1_show@1"),
    ],
  },
  "forgeline.file.compare": {
    title: "Compare with Branch…",
    icon: "compare-changes",
    args: uriArgs,
    run: compare,
    palette: ready,
    menus: [
      menu("explorer/context", "7_forgeline@1", ready, not(editor("explorerResourceIsFolder")), onDisk),
      menu("editor/context", "7_forgeline@1", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
      menu("editor/title/context", "7_forgeline@1", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
    ],
  },
  "forgeline.file.openAtRef": {
    title: "Open File at Ref…",
    icon: "git-commit",
    args: uriArgs,
    run: openAtRef,
    palette: ready,
    menus: [
      menu("explorer/context", "7_forgeline@2", ready, not(editor("explorerResourceIsFolder")), onDisk),
      menu("editor/context", "7_forgeline@2", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
      menu("editor/title/context", "7_forgeline@2", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
    ],
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
    title: "Open on Host",
    icon: "link-external",
    args: uriArgs,
    run: openOnHost,
    palette: ready,
    menus: [
      menu("explorer/context", "7_forgeline@3", ready, not(editor("explorerResourceIsFolder")), onDisk),
      menu("editor/context", "7_forgeline@3", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
      menu("editor/title/context", "7_forgeline@3", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
      menu("editor/title", "navigation@8", scheme("forgeline-file")),
    ],
  },
  "forgeline.file.copyPermalink": {
    title: "Copy Permalink",
    icon: "link",
    args: uriArgs,
    run: copyPermalink,
    palette: ready,
    menus: [
      menu("explorer/context", "7_forgeline@4", ready, not(editor("explorerResourceIsFolder")), onDisk),
      menu("editor/context", "7_forgeline@4", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
      menu("editor/title/context", "7_forgeline@4", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
    ],
  },
  "forgeline.file.showDetails": {
    title: "Show File Details",
    icon: "info",
    args: uriArgs,
    run: showDetails,
    palette: ready,
    menus: [
      menu("explorer/context", "7_forgeline@5", ready, not(editor("explorerResourceIsFolder")), onDisk),
      menu("editor/context", "7_forgeline@5", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
      menu("editor/title/context", "7_forgeline@5", ready, scheme("file", "vscode-remote", "git", "forgeline-file")),
    ],
  },
  "forgeline.file.download": {
    title: "Download File…",
    icon: "desktop-download",
    args: uriArgs,
    run: download,
    palette: ready,
    menus: [menu("editor/title", "7_forgeline@7", scheme("forgeline-file"))],
  },
  "forgeline.commitThisFile": {
    title: "Commit This File…",
    icon: "git-commit",
    args: urisArgs,
    run: commitThisFile,
    palette: ready,
    menus: [
      menu("explorer/context", "7_forgeline@6", ready, onDisk),
      menu("editor/title/context", "7_forgeline@6", ready, onDisk),
      menu("editor/title", "7_forgeline@10", ready, onDisk),
      menu("scm/resourceState/context", "7_forgeline@1", equals("scmProvider", "git"), ready),
    ],
  },
  "forgeline.commitFiles": {
    title: "Commit Files…",
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
    title: "Delete on Host…",
    icon: "trash",
    args: uriArgs,
    run: deleteOnHost,
    palette: ready,
    menus: [
      menu("explorer/context", "7_forgeline@8", ready, onDisk, not(editor("explorerResourceIsFolder"))),
      menu("editor/title/context", "7_forgeline@8", ready, onDisk),
    ],
  },
  "forgeline.file.moveOnHost": {
    title: "Move on Host…",
    icon: "arrow-right",
    args: uriArgs,
    run: moveOnHost,
    palette: ready,
    menus: [
      menu("explorer/context", "7_forgeline@7", ready, onDisk, not(editor("explorerResourceIsFolder"))),
      menu("editor/title/context", "7_forgeline@7", ready, onDisk),
    ],
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
    palette: any(ready, scheme("forgeline-file")),
    menus: [menu("editor/title", "7_forgeline@9", ready, scheme("file", "vscode-remote", "forgeline-file"))],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
