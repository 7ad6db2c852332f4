/** Where commands are offered besides the Command Palette. */
import { VIEWS, type ViewName } from "../views.ts";
import { all, equals, type When } from "./when.ts";

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

/** Views by name; `*` is every view of ours. */
type Views = ViewName | "*" | readonly ViewName[];

/** Returns a button or an entry in the title of views. */
export const viewTitle = (views: Views, group: Group, ...clauses: readonly When[]): MenuEntry =>
  menu("view/title", group, inViews(views), ...clauses);

/**
 * Returns a button on rows, or an entry of their context menu.
 * @param item the `contextValue` of the row, or a pattern for it
 */
export const row = (views: Views, item: string | RegExp, group: Group, ...clauses: readonly When[]): MenuEntry =>
  menu("view/item/context", group, inViews(views), equals("viewItem", item), ...clauses);

function inViews(views: Views): When {
  if (views === "*") return "view =~ /^forgeline\\./" as When;
  if (typeof views === "string") return `view == ${VIEWS[views]}` as When;
  return `view =~ /^forgeline\\.(${views.join("|")})$/` as When;
}
