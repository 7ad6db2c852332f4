import { textArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { narrowTitle, row, viewTitle, widenTitle } from "../../core/commands/menus.ts";
import { inEditor, on, ready } from "../../core/commands/when.ts";
import { userArgs } from "../../core/people/refs.ts";
import type { PeopleContext } from "./context.ts";
import { showCounts } from "./me/counts.ts";
import { clearStatus, setStatus } from "./me/setStatus.ts";
import {
  copyFingerprint,
  copyKey,
  openInBrowser as openInBrowserSshKeys,
  remove,
  show as showSshKey,
} from "./sshKeys/actions.ts";
import { add } from "./sshKeys/add.ts";
import { sshKeyArgs } from "./sshKeys/refs.ts";
import {
  copyLink as copyLinkOfUser,
  copyMention,
  insertMention,
  openInBrowser as openInBrowserUser,
} from "./users/actions.ts";
import { clearFilter, filter, search } from "./users/search.ts";
import { show as showUser } from "./users/show.ts";

export const commands = defineCommands<PeopleContext>()({
  "forgeline.users.search": {
    title: "Search Users…",
    icon: "search",
    run: search,
    palette: ready,
    menus: [viewTitle("people", "navigation@1", ready), row("people", /^users\b/, "inline@1")],
  },
  "forgeline.users.filter": {
    title: "Filter People…",
    icon: "filter",
    run: filter,
    palette: ready,
    menus: [...narrowTitle("people", on("forgeline.usersFiltered")), row("people", /^users\b/, "inline@2")],
  },
  "forgeline.users.clearFilter": {
    title: "Clear People Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: on("forgeline.usersFiltered"),
    menus: [widenTitle("people", on("forgeline.usersFiltered"))],
  },
  "forgeline.user.show": {
    title: "Show User Profile",
    icon: "person",
    args: userArgs,
    run: showUser,
    palette: ready,
    menus: [row("people", /^user\b/, "1_open@1")],
  },
  "forgeline.user.copyMention": {
    title: "Copy User Mention",
    icon: "mention",
    args: userArgs,
    run: copyMention,
    palette: ready,
    menus: [row("people", /^user\b/, "inline@1"), row("people", /^user\b/, "7_link@3")],
  },
  "forgeline.user.insertMention": {
    title: "Insert User Mention…",
    icon: "insert",
    args: userArgs,
    run: insertMention,
    palette: inEditor,
    menus: [row("people", /^user\b/, "2_run@2")],
  },
  "forgeline.user.openInBrowser": {
    title: "Open User Profile in Browser",
    icon: "link-external",
    args: userArgs,
    run: openInBrowserUser,
    palette: ready,
    menus: [
      row("people", /^user\b/, "inline@2"),
      row("people", /^user\b/, "7_link@1"),
      row("administration", /^adminUser\b.*\bhasPage\b/, "7_link@1"),
    ],
  },
  "forgeline.user.copyLink": {
    title: "Copy User Profile Link",
    icon: "link",
    args: userArgs,
    run: copyLinkOfUser,
    palette: ready,
    menus: [row("people", /^user\b/, "7_link@2"), row("administration", /^adminUser\b.*\bhasPage\b/, "7_link@2")],
  },
  "forgeline.status.set": {
    title: "Set My Status…",
    icon: "smiley",
    run: setStatus,
    palette: ready,
    menus: [row("people", /^myStatus\b/, "inline@1"), row("people", /^myStatus\b/, "5_edit@1")],
  },
  "forgeline.status.clear": {
    title: "Clear My Status",
    run: clearStatus,
    palette: ready,
    menus: [row("people", "myStatus set", "5_edit@2")],
  },
  "forgeline.counts.show": {
    title: "Show My Work…",
    args: textArgs,
    run: showCounts,
    palette: ready,
    key: "w",
  },
  "forgeline.sshKey.add": {
    title: "Add SSH Key…",
    icon: "add",
    run: add,
    palette: ready,
    menus: [row("people", "sshKeys", "inline@1"), row("people", "sshKeys", "4_create@1")],
  },
  "forgeline.sshKey.show": {
    title: "Show SSH Key",
    args: sshKeyArgs,
    run: showSshKey,
    palette: ready,
    menus: [row("people", "sshKey", "1_open@1")],
  },
  "forgeline.sshKey.copyFingerprint": {
    title: "Copy SSH Key Fingerprint",
    icon: "copy",
    args: sshKeyArgs,
    run: copyFingerprint,
    palette: ready,
    menus: [row("people", "sshKey", "inline@1"), row("people", "sshKey", "7_link@1")],
  },
  "forgeline.sshKey.copy": {
    title: "Copy Public SSH Key",
    args: sshKeyArgs,
    run: copyKey,
    palette: ready,
    menus: [row("people", "sshKey", "7_link@2")],
  },
  "forgeline.sshKey.remove": {
    title: "Remove SSH Key…",
    args: sshKeyArgs,
    run: remove,
    palette: ready,
    menus: [row("people", "sshKey", "9_delete@1")],
  },
  "forgeline.sshKeys.openInBrowser": {
    title: "Open SSH Keys in Browser",
    icon: "link-external",
    run: openInBrowserSshKeys,
    palette: ready,
    menus: [row("people", "sshKeys", "inline@2"), row("people", "sshKeys", "7_link@1")],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
