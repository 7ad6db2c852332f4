/** Where commands are offered besides the Command Palette. */
import { VIEWS, type ViewName } from "../views.ts";
import { all, equals, type When } from "./when.ts";

/** The menus that VS Code 1.105 has for every extension. Those that it keeps for proposed API are not among them. */
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
  /** Its group, and its place in it: `inline@1`, `2_run@3`. */
  readonly group: Group;
  readonly when: When;
}

type Group = `${string}@${number}`;

/** A place in a menu of VS Code's own. */
export const menu = (id: MenuId, group: Group, ...clauses: readonly [When, ...When[]]): MenuEntry => ({
  menu: id,
  group,
  when: all(...clauses),
});

/** The views that something is for; `*` is every view of ours. */
type Views = ViewName | "*" | readonly ViewName[];

/** A button or an entry in the title of views. */
export const viewTitle = (views: Views, group: Group, ...clauses: readonly When[]): MenuEntry =>
  menu("view/title", group, inViews(views), ...clauses);

/**
 * A button on rows, or an entry of their menu.
 * @param item the `contextValue` of the row, or what it matches
 */
export const row = (views: Views, item: string | RegExp, group: Group, ...clauses: readonly When[]): MenuEntry =>
  menu("view/item/context", group, inViews(views), equals("viewItem", item), ...clauses);

function inViews(views: Views): When {
  if (views === "*") return "view =~ /^forgeline\\./" as When;
  if (typeof views === "string") return `view == ${VIEWS[views]}` as When;
  return `view =~ /^forgeline\\.(${views.join("|")})$/` as When;
}
