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

/** One place in one menu. */
export interface MenuEntry {
  readonly menu: MenuId;
  /** Its group and its position in it: `inline@1`, `2_run@3`. */
  readonly group: Group;
  readonly when: When;
}

type Group = `${string}@${number}`;

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
export const row = (views: Views, item: string | RegExp, group: Group, ...clauses: readonly When[]): MenuEntry =>
  menu("view/item/context", group, inViews(views), equals("viewItem", item), ...clauses);

function inViews(views: Views): When {
  if (typeof views === "string") return `view == ${VIEWS[views]}` as When;
  return `view =~ /^forgeline\\.(${views.join("|")})$/` as When;
}
