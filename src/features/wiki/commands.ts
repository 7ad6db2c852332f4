import { textArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { fileMenu, menu, narrowTitle, row, viewTitle, widenTitle } from "../../core/commands/menus.ts";
import { any, on, ready, scheme } from "../../core/commands/when.ts";
import { remove } from "./commands/delete.ts";
import { discard, resolve } from "./commands/discard.ts";
import { showHistory } from "./commands/history.ts";
import { changeFormat, rename } from "./commands/move.ts";
import { create } from "./commands/new.ts";
import {
  clearFilter,
  copyLink,
  copyMarkdownLink,
  copySlug,
  filter,
  open,
  openInBrowser,
  preview,
} from "./commands/open.ts";
import { showHtml, showRendered } from "./commands/rendered.ts";
import { search } from "./commands/search.ts";
import { openVersion } from "./commands/version.ts";
import type { WikiContext } from "./context.ts";
import { wikiPageArgs, wikiPageLineArgs, wikiVersionArgs } from "./refs.ts";

export const commands = defineCommands<WikiContext>()({
  "forgeline.wiki.open": {
    title: "Open Wiki Page",
    icon: "go-to-file",
    args: wikiPageLineArgs,
    run: open,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [row("wiki", /^wikiPage\b/, "1_open@1")],
  },
  "forgeline.wiki.create": {
    title: "Create Wiki Page…",
    icon: "new-file",
    args: wikiPageArgs,
    run: create,
    palette: ready,
    menus: [
      viewTitle("wiki", "navigation@1", ready),
      row("wiki", /^wiki(Page|Folder)\b/, "inline@2"),
      row("wiki", /^wiki(Page|Folder)\b/, "4_create@1"),
    ],
  },
  "forgeline.wiki.rename": {
    title: "Rename or Move Wiki Page…",
    args: wikiPageArgs,
    run: rename,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wiki(Page|Folder)\b/, "5_edit@1"),
      fileMenu("5_edit@1", scheme("forgeline-wiki")),
      menu("editor/title", "8_forgeline@1", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.changeFormat": {
    title: "Change Format of Wiki Page…",
    args: wikiPageArgs,
    run: changeFormat,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [row("wiki", /^wikiPage\b/, "5_edit@2"), menu("editor/title", "8_forgeline@2", scheme("forgeline-wiki"))],
  },
  "forgeline.wiki.delete": {
    title: "Delete Wiki Page…",
    icon: "trash",
    args: wikiPageArgs,
    run: remove,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wiki(Page|Folder)\b/, "9_delete@3"),
      fileMenu("9_delete@2", scheme("forgeline-wiki")),
      menu("editor/title", "8_forgeline@9", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.discard": {
    title: "Discard Unsaved Changes of Wiki Page…",
    icon: "discard",
    args: wikiPageArgs,
    run: discard,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b.*\bunsent\b/, "5_edit@4"),
      fileMenu("5_edit@3", scheme("forgeline-wiki")),
      menu("editor/title", "8_forgeline@4", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.resolve": {
    title: "Resolve Conflict of Wiki Page…",
    icon: "git-merge",
    args: wikiPageArgs,
    run: resolve,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b.*\bconflict\b/, "inline@3"),
      row("wiki", /^wikiPage\b.*\bconflict\b/, "2_run@1"),
      fileMenu("2_run@8", scheme("forgeline-wiki")),
      menu("editor/title", "8_forgeline@3", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.preview": {
    title: "Preview Wiki Page to the Side",
    icon: "open-preview",
    args: wikiPageArgs,
    run: preview,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [row("wiki", /^wikiPage\b/, "inline@1"), row("wiki", /^wikiPage\b/, "1_open@2")],
  },
  "forgeline.wiki.showRendered": {
    title: "Show Rendered Wiki Page",
    icon: "browser",
    args: wikiPageArgs,
    run: showRendered,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b(?!.*\bbegun\b)/, "1_open@3"),
      menu("editor/title", "7_forgeline@1", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.showHtml": {
    title: "Show HTML of Wiki Page",
    icon: "code",
    args: wikiPageArgs,
    run: showHtml,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b(?!.*\bbegun\b)/, "1_open@4"),
      menu("editor/title", "7_forgeline@2", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.showHistory": {
    title: "Show History of Wiki Page…",
    icon: "history",
    args: wikiPageArgs,
    run: showHistory,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b(?!.*\bbegun\b)/, "1_open@5"),
      menu("editor/title", "7_forgeline@3", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.openVersion": {
    title: "Open Wiki Page Version…",
    icon: "git-commit",
    args: wikiVersionArgs,
    run: openVersion,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b(?!.*\bbegun\b)/, "1_open@5"),
      menu("editor/title", "7_forgeline@3", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.openInBrowser": {
    title: "Open Wiki Page in Browser",
    icon: "link-external",
    args: wikiPageArgs,
    run: openInBrowser,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b(?!.*\bbegun\b)/, "7_link@1"),
      fileMenu("7_link@1", scheme("forgeline-wiki")),
      menu("editor/title", "navigation@8", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.copyLink": {
    title: "Copy Wiki Page Link",
    icon: "link",
    args: wikiPageArgs,
    run: copyLink,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b(?!.*\bbegun\b)/, "7_link@2"),
      fileMenu("7_link@2", scheme("forgeline-wiki")),
      menu("editor/context/copy", "7_link@2", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.copySlug": {
    title: "Copy Wiki Page Slug",
    icon: "copy",
    args: wikiPageArgs,
    run: copySlug,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [row("wiki", /^wiki(Page|Folder)\b/, "7_link@4"), fileMenu("7_link@4", scheme("forgeline-wiki"))],
  },
  "forgeline.wiki.copyMarkdownLink": {
    title: "Copy Wiki Page Markdown Link",
    icon: "markdown",
    args: wikiPageArgs,
    run: copyMarkdownLink,
    palette: any(ready, scheme("forgeline-wiki")),
    menus: [
      row("wiki", /^wikiPage\b/, "7_link@3"),
      fileMenu("7_link@3", scheme("forgeline-wiki")),
      menu("editor/context/copy", "7_link@3", scheme("forgeline-wiki")),
    ],
  },
  "forgeline.wiki.search": {
    title: "Search Wiki Pages…",
    icon: "search",
    args: textArgs,
    run: search,
    palette: ready,
    menus: narrowTitle("wiki", on("forgeline.wikiFiltered")),
  },
  "forgeline.wiki.filter": {
    title: "Filter Wiki Pages…",
    icon: "filter",
    run: filter,
    palette: ready,
    menus: [viewTitle("wiki", "1_view@3", ready)],
  },
  "forgeline.wiki.clearFilter": {
    title: "Clear Wiki Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: on("forgeline.wikiFiltered"),
    menus: [widenTitle("wiki", on("forgeline.wikiFiltered"))],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
