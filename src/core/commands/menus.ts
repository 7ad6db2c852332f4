/** Where commands are offered besides the Command Palette. */
import { VIEWS, type ViewName } from "../views.ts";
import { all, equals, not, ready, type When } from "./when.ts";

/** The menus of VS Code 1.105, without those that are proposed API. */
export type MenuId =
  | "comments/comment/context"
  | "comments/comment/title"
  | "comments/commentThread/context"
  | "comments/commentThread/title"
  | "editor/context"
  | "editor/context/copy"
  | "editor/lineNumber/context"
  | "editor/title"
  | "editor/title/context"
  | "editor/title/run"
  | "explorer/context"
  | "extension/context"
  | "file/newFile"
  | "scm/change/title"
  | "scm/resourceFolder/context"
  | "scm/resourceGroup/context"
  | "scm/resourceState/context"
  | "scm/sourceControl"
  | "scm/title"
  | "terminal/context"
  | "terminal/title/context"
  | "testing/item/context"
  | "testing/item/gutter"
  | "testing/item/result"
  | "testing/message/context"
  | "timeline/item/context"
  | "timeline/title"
  | "view/item/context"
  | "view/title"
  | "webview/context";

/** Submenus of ours, each with its group in the menus that show it. VS Code hides one while nothing in it applies. */
export const SUBMENUS = {
  "forgeline.file": {
    "explorer/context": "4_forgeline",
    "editor/context": "7_forgeline",
    "editor/title/context": "7_forgeline",
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<MenuId, string>>>>>;

/**
 * The groups of rows and submenus from top to bottom, with the verbs of the titles in them. An act is in the same group everywhere, and
 * what deletes is last.
 */
export const GROUPS = {
  "1_open": ["Open", "Show", "Follow", "Go", "Preview", "Browse", "Search", "Filter", "Why"],
  "2_run": [
    ...["Run", "Repeat", "Retry", "Cancel", "Play", "Test", "Commit", "Publish", "Cherry-Pick", "Insert"],
    ...["Merge", "Approve", "Submit", "Check", "Confirm", "Resolve", "Dismiss", "Revert", "Switch"],
    ...["Revoke", "Rebase", "Request", "Apply"],
  ],
  "3_compare": ["Compare", "Select"],
  "4_create": ["Create", "Add", "Protect", "Comment"],
  "5_edit": [
    ...["Edit", "Rename", "Move", "Change", "Set", "Mark", "Close", "Reopen", "Promote", "Discard", "Clear"],
    ...["Limit", "Allow", "Notify", "Stop", "Use"],
  ],
  "6_download": ["Download", "Save"],
  "7_link": ["Copy", "Reveal", "in Browser"],
  "9_delete": ["Delete", "Remove", "Unprotect", "Hide"],
} as const;

/** One place in one menu. */
export interface MenuEntry {
  readonly menu: MenuId | keyof typeof SUBMENUS;
  /** Its group and its position in it: `inline@1`, `2_run@3`. */
  readonly group: Group;
  readonly when: When;
}

type Group = `${string}@${number}`;
type OwnGroup = `${"inline" | keyof typeof GROUPS}@${number}`;

/** Returns a place in a menu of VS Code. */
export const menu = (id: MenuId, group: Group, ...clauses: readonly [When, ...When[]]): MenuEntry => ({
  menu: id,
  group,
  when: all(...clauses),
});

/** Views by name. */
type Views = ViewName | readonly ViewName[];

/** Returns a button or an entry in the title of views. */
export const viewTitle = (views: Views, group: Group, ...clauses: readonly When[]): MenuEntry =>
  menu("view/title", group, inViews(views), ...clauses);

/**
 * Returns the places of a command that narrows a view: a button, which the one that shows everything again replaces
 * while the view is narrowed, and an entry below "…" then.
 */
export const narrowTitle = (view: ViewName, narrowed: When): MenuEntry[] => [
  viewTitle(view, "navigation@2", ready, not(narrowed)),
  viewTitle(view, "1_view@2", ready, narrowed),
];

/** Returns the place of the command that shows everything again in a view that is narrowed. */
export const widenTitle = (view: ViewName, narrowed: When): MenuEntry =>
  viewTitle(view, "navigation@2", ready, narrowed);

/**
 * Returns a button on rows, or an entry of their context menu.
 * @param item the `contextValue` of the row, or a pattern for it
 */
export const row = (views: Views, item: string | RegExp, group: OwnGroup, ...clauses: readonly When[]): MenuEntry =>
  menu("view/item/context", group, inViews(views), equals("viewItem", item), ...clauses);

/** Returns a place in the submenu that files have in the Explorer, in the editor and on their tab. */
export const fileMenu = (group: OwnGroup, ...clauses: readonly [When, ...When[]]): MenuEntry => ({
  menu: "forgeline.file",
  group,
  when: all(...clauses),
});

function inViews(views: Views): When {
  if (typeof views === "string") return `view == ${VIEWS[views]}` as When;
  return `view =~ /^forgeline\\.(${views.join("|")})$/` as When;
}
