import * as vscode from "vscode";
import { describeError, otherTransport } from "../ui/describeError.ts";
import { partialText } from "../ui/partialList.ts";
import type { FooterRow } from "./node.ts";

/** Returns the tree item of a footer row. */
export function footerItem(row: FooterRow, view: string): vscode.TreeItem {
  return Object.assign(itemOf(row, view), { id: row.id });
}

function itemOf(row: FooterRow, view: string): vscode.TreeItem {
  switch (row.footer) {
    case "more":
      return moreItem(row, view);
    case "error":
      return errorItem(row);
    case "note":
      return noteItem(row, row.text ?? "");
    case "part":
      return Object.assign(noteItem(row, partialText(row.count ?? 0)), { iconPath: new vscode.ThemeIcon("info") });
  }
}

function moreItem(row: FooterRow, view: string): vscode.TreeItem {
  const item = new vscode.TreeItem(row.loading === true ? vscode.l10n.t("Loading…") : vscode.l10n.t("Load more…"));
  item.iconPath = new vscode.ThemeIcon(row.loading === true ? "loading~spin" : "ellipsis");
  item.contextValue = "loadMore";
  if (row.loading !== true)
    item.command = { command: "forgeline.loadMore", title: vscode.l10n.t("Load More"), arguments: [view, row.below] };
  item.accessibilityInformation = {
    label: row.loading === true ? vscode.l10n.t("Loading more") : vscode.l10n.t("Load more"),
    role: "button",
  };
  return item;
}

function errorItem(row: FooterRow): vscode.TreeItem {
  const { message } = describeError(row.error);
  const item = new vscode.TreeItem(message);
  item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("problemsErrorIcon.foreground"));
  // The menus of the row offer VS Code's network where it may help.
  item.contextValue = otherTransport(row.error) ? "error unconnected" : "error";
  item.command = errorCommand(row.error);
  item.description = item.command.title;
  item.tooltip = vscode.l10n.t("{0}\n\n{1}", message, item.command.title);
  item.accessibilityInformation = {
    label: vscode.l10n.t("Error: {0} {1}", message, item.command.title),
    role: "button",
  };
  return item;
}

/** Returns what a row that shows an error does: what may help, or trying again. */
export function errorCommand(error: unknown): vscode.Command {
  const { action } = describeError(error);
  return action
    ? { command: action.command, title: action.title, arguments: [...(action.args ?? [])] }
    : { command: "forgeline.refresh", title: vscode.l10n.t("Try Again") };
}

function noteItem(row: FooterRow, text: string): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.contextValue = "note";
  item.accessibilityInformation = { label: text };
  const { action } = row;
  if (!action) return item;
  item.command = { command: action.command, title: action.title, arguments: [...(action.args ?? [])] };
  item.description = action.title;
  item.accessibilityInformation = {
    label: vscode.l10n.t("{0}, {1}", text, action.title),
    role: "button",
  };
  return item;
}
