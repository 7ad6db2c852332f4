import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { row, viewTitle } from "../../core/commands/menus.ts";
import { administrator, on, ready } from "../../core/commands/when.ts";
import { userArgs } from "../../core/people/refs.ts";
import { showCurrentUserAs } from "./actions.ts";
import type { AdministrationContext } from "./context.ts";
import {
  editAll,
  hide,
  remove as removeCustomAttribute,
  show as showCustomAttribute,
} from "./customAttributes/actions.ts";
import { attributesArgs } from "./customAttributes/refs.ts";
import { set } from "./customAttributes/set.ts";
import { remove as removeSystemHook, show as showSystemHook, test } from "./systemHooks/actions.ts";
import { create as createSystemHook } from "./systemHooks/create.ts";
import { systemHookArgs } from "./systemHooks/refs.ts";
import { create as createUser } from "./users/create.ts";
import { remove as removeUser } from "./users/delete.ts";
import { edit } from "./users/edit.ts";
import { clearFilter, filter } from "./users/filterMenu.ts";

export const commands = defineCommands<AdministrationContext>()({
  "forgeline.administration.filterUsers": {
    title: "Filter Users…",
    icon: "filter",
    run: filter,
    palette: administrator,
    menus: [row("administration", /^adminUsers\b/, "inline@1"), row("administration", /^adminUsers\b/, "1_open@1")],
  },
  "forgeline.administration.clearUserFilter": {
    title: "Clear User Filter",
    icon: "clear-all",
    run: clearFilter,
    palette: administrator,
    menus: [
      row("administration", /^adminUsers\b.*\bfiltered\b/, "inline@2"),
      row("administration", /^adminUsers\b.*\bfiltered\b/, "5_edit@2"),
    ],
  },
  "forgeline.user.create": {
    title: "Create User…",
    icon: "person-add",
    run: createUser,
    palette: administrator,
    menus: [row("administration", /^adminUsers\b/, "inline@3"), row("administration", /^adminUsers\b/, "4_create@1")],
  },
  "forgeline.user.edit": {
    title: "Edit User…",
    icon: "edit",
    args: userArgs,
    run: edit,
    palette: administrator,
    menus: [
      row("people", /^user\b/, "5_edit@1", on("forgeline.administrator")),
      row("administration", /^adminUser\b/, "inline@1"),
      row("administration", /^adminUser\b/, "5_edit@1"),
    ],
  },
  "forgeline.user.delete": {
    title: "Delete User…",
    icon: "trash",
    args: userArgs,
    run: removeUser,
    palette: administrator,
    menus: [row("administration", /^adminUser\b/, "9_delete@1")],
  },
  "forgeline.customAttribute.show": {
    title: "Show Custom Attributes…",
    icon: "add",
    run: showCustomAttribute,
    palette: administrator,
    menus: [
      row("administration", "customAttributes", "inline@1"),
      row("administration", "customAttributes", "1_open@1"),
    ],
  },
  "forgeline.customAttribute.hide": {
    title: "Hide Custom Attributes",
    icon: "close",
    args: attributesArgs,
    run: hide,
    palette: "never",
    menus: [
      row("administration", /^attributeOwner\b.*\badded\b/, "inline@3"),
      row("administration", /^attributeOwner\b.*\badded\b/, "9_delete@1"),
    ],
  },
  "forgeline.customAttribute.editAll": {
    title: "Edit Custom Attributes",
    icon: "edit",
    args: attributesArgs,
    run: editAll,
    palette: administrator,
    menus: [
      row("people", /^user\b/, "5_edit@2", on("forgeline.administrator")),
      row("administration", /^adminUser\b/, "5_edit@2"),
      row("administration", /^attributeOwner\b/, "inline@1"),
      row("administration", /^attributeOwner\b/, "5_edit@1"),
      row("administration", "customAttribute", "5_edit@2"),
    ],
  },
  "forgeline.customAttribute.set": {
    title: "Set Custom Attribute…",
    icon: "symbol-string",
    args: attributesArgs,
    run: set,
    palette: administrator,
    menus: [
      row("administration", /^attributeOwner\b/, "inline@2"),
      row("administration", /^attributeOwner\b/, "5_edit@2"),
      row("administration", "customAttribute", "inline@1"),
      row("administration", "customAttribute", "5_edit@1"),
    ],
  },
  "forgeline.customAttribute.delete": {
    title: "Delete Custom Attribute…",
    icon: "trash",
    args: attributesArgs,
    run: removeCustomAttribute,
    palette: administrator,
    menus: [
      row("administration", "customAttribute", "inline@2"),
      row("administration", "customAttribute", "9_delete@1"),
    ],
  },
  "forgeline.systemHook.create": {
    title: "Create System Hook…",
    icon: "add",
    run: createSystemHook,
    palette: administrator,
    menus: [row("administration", "systemHooks", "inline@1"), row("administration", "systemHooks", "4_create@1")],
  },
  "forgeline.systemHook.show": {
    title: "Show System Hook",
    icon: "info",
    args: systemHookArgs,
    run: showSystemHook,
    palette: administrator,
    menus: [row("administration", "systemHook", "1_open@1")],
  },
  "forgeline.systemHook.test": {
    title: "Test System Hook",
    icon: "play",
    args: systemHookArgs,
    run: test,
    palette: administrator,
    menus: [row("administration", "systemHook", "inline@1"), row("administration", "systemHook", "2_run@2")],
  },
  "forgeline.systemHook.delete": {
    title: "Delete System Hook",
    icon: "trash",
    args: systemHookArgs,
    run: removeSystemHook,
    palette: administrator,
    menus: [row("administration", "systemHook", "9_delete@1")],
  },
  "forgeline.administration.showCurrentUserAs": {
    title: "Show Current User As…",
    icon: "person",
    run: showCurrentUserAs,
    palette: administrator,
    menus: [viewTitle("administration", "2_ask@1", ready)],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
