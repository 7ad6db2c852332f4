import { urisArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { fileMenu, menu, narrowTitle, row, viewTitle, widenTitle } from "../../core/commands/menus.ts";
import { all, any, editor, inEditor, not, on, onProjectFile, ready, scheme } from "../../core/commands/when.ts";
import { create, createFromClipboard, createFromFiles, createFromSelection } from "./commands/create.ts";
import { remove } from "./commands/delete.ts";
import { userAgentDetails } from "./commands/details.ts";
import { changeVisibility, edit } from "./commands/edit.ts";
import { deleteFile, discard, newFile, renameFile, resolve } from "./commands/fileChanges.ts";
import { clearFilter, filter } from "./commands/filter.ts";
import { insert } from "./commands/insert.ts";
import { copyLink, openInBrowser } from "./commands/links.ts";
import { open, openAtRef } from "./commands/open.ts";
import type { SnippetsContext } from "./context.ts";
import { snippetArgs } from "./refs.ts";

export const commands = defineCommands<SnippetsContext>()({
  "forgeline.snippets.filter": {
    title: "Filter Snippets…",
    icon: "filter",
    run: filter,
    palette: ready,
    menus: narrowTitle("snippets", on("forgeline.snippetsFiltered")),
  },
  "forgeline.snippets.clearFilter": {
    title: "Clear Snippet Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: on("forgeline.snippetsFiltered"),
    menus: [widenTitle("snippets", on("forgeline.snippetsFiltered"))],
  },
  "forgeline.snippet.open": {
    title: "Open Snippet",
    icon: "go-to-file",
    args: snippetArgs,
    run: open,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [row("snippets", /^snippet\b/, "1_open@1"), row("snippets", /^snippetFile\b/, "1_open@1")],
  },
  "forgeline.snippet.openAtRef": {
    title: "Open Snippet at Ref…",
    icon: "history",
    args: snippetArgs,
    run: openAtRef,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet\b/, "1_open@2"),
      row("snippets", /^snippetFile\b(?!.*\bbegun\b)/, "1_open@2"),
      fileMenu("1_open@1", scheme("forgeline-snippet")),
      menu("editor/title", "7_forgeline@1", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.openInBrowser": {
    title: "Open Snippet in Browser",
    icon: "link-external",
    args: snippetArgs,
    run: openInBrowser,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet\b/, "7_link@1"),
      fileMenu("7_link@2", scheme("forgeline-snippet")),
      menu("editor/title", "navigation@8", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.copyLink": {
    title: "Copy Snippet Link",
    icon: "link",
    args: snippetArgs,
    run: copyLink,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet\b/, "inline@2"),
      row("snippets", /^snippet\b/, "7_link@2"),
      row("snippets", /^snippetFile\b(?!.*\bbegun\b)/, "7_link@2"),
      fileMenu("7_link@3", scheme("forgeline-snippet")),
      menu("editor/context/copy", "7_link@1", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.create": {
    title: "Create New Snippet…",
    icon: "add",
    run: create,
    palette: ready,
    menus: [viewTitle("snippets", "navigation@1", ready)],
  },
  "forgeline.snippet.createFromSelection": {
    title: "Create Snippet from Selection…",
    run: createFromSelection,
    palette: all(ready, editor("editorIsOpen")),
    menus: [fileMenu("4_create@9", ready, editor("editorHasSelection"))],
  },
  "forgeline.snippet.createFromFiles": {
    title: "Create Snippet from File…",
    args: urisArgs,
    run: createFromFiles,
    palette: ready,
    menus: [viewTitle("snippets", "2_create@2", ready), fileMenu("4_create@9", onProjectFile)],
  },
  "forgeline.snippet.createFromClipboard": {
    title: "Create Snippet from Clipboard…",
    run: createFromClipboard,
    palette: ready,
    menus: [viewTitle("snippets", "2_create@1", ready)],
  },
  "forgeline.snippet.insert": {
    title: "Insert Snippet…",
    icon: "insert",
    run: insert,
    palette: inEditor,
    menus: [
      viewTitle("snippets", "3_insert@1", ready),
      fileMenu("2_run@9", ready, editor("editorTextFocus"), not(editor("editorReadonly"))),
    ],
  },
  "forgeline.snippet.edit": {
    title: "Edit Snippet Title and Description…",
    icon: "edit",
    args: snippetArgs,
    run: edit,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet own\b/, "5_edit@1"),
      menu("editor/title", "8_forgeline@1", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.changeVisibility": {
    title: "Change Visibility of Snippet…",
    icon: "eye",
    args: snippetArgs,
    run: changeVisibility,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet own\b/, "5_edit@2"),
      menu("editor/title", "8_forgeline@2", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.delete": {
    title: "Delete Snippet…",
    icon: "trash",
    args: snippetArgs,
    run: remove,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [row("snippets", /^snippet own\b/, "9_delete@1")],
  },
  "forgeline.snippet.userAgentDetails": {
    title: "Show User Agent Details of Snippet",
    args: snippetArgs,
    run: userAgentDetails,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      viewTitle("administration", "2_ask@2", ready),
      row("snippets", /^snippet\b/, "1_open@1", on("forgeline.administrator")),
    ],
  },
  "forgeline.snippet.newFile": {
    title: "Add File to Snippet…",
    icon: "new-file",
    args: snippetArgs,
    run: newFile,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet own\b/, "inline@1"),
      row("snippets", /^snippetFolder own\b/, "inline@1"),
      row("snippets", /^snippet(Folder)? own\b/, "4_create@1"),
      menu("editor/title", "7_forgeline@2", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.renameFile": {
    title: "Rename or Move File of Snippet…",
    args: snippetArgs,
    run: renameFile,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet(File|Folder) own\b/, "5_edit@3"),
      row("snippets", /^snippet own one\b/, "5_edit@3"),
      fileMenu("5_edit@1", scheme("forgeline-snippet")),
      menu("editor/title", "8_forgeline@3", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.deleteFile": {
    title: "Remove File from Snippet…",
    args: snippetArgs,
    run: deleteFile,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet(File|Folder) own\b/, "9_delete@2"),
      fileMenu("9_delete@3", scheme("forgeline-snippet")),
      menu("editor/title", "8_forgeline@5", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.discard": {
    title: "Discard Unsaved Changes of Snippet…",
    icon: "discard",
    args: snippetArgs,
    run: discard,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippetFile\b.*\bunsent\b/, "inline@1"),
      row("snippets", /^snippetFile\b.*\bunsent\b/, "5_edit@4"),
      fileMenu("5_edit@2", scheme("forgeline-snippet")),
      menu("editor/title", "8_forgeline@4", scheme("forgeline-snippet")),
    ],
  },
  "forgeline.snippet.resolve": {
    title: "Resolve Conflict of Snippet…",
    icon: "git-merge",
    args: snippetArgs,
    run: resolve,
    palette: any(ready, scheme("forgeline-snippet")),
    menus: [
      row("snippets", /^snippet(File)?\b.*\bconflict\b/, "inline@3"),
      row("snippets", /^snippet(File)?\b.*\bconflict\b/, "2_run@1"),
      fileMenu("2_run@8", scheme("forgeline-snippet")),
      menu("editor/title", "8_forgeline@3", scheme("forgeline-snippet")),
    ],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
