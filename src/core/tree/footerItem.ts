import * as vscode from "vscode";
import { describeError } from "../ui/describeError.ts";
import type { FooterRow } from "./node.ts";

/** Draws the engine's own rows. Enter or a click does what the row is for. */
export function tailItem(tail: FooterRow, view: string): vscode.TreeItem {
  switch (tail.tail) {
    case "more":
      return moreItem(tail, view);
    case "error":
      return errorItem(tail);
    case "note":
      return noteItem(tail);
  }
}

function moreItem(tail: FooterRow, view: string): vscode.TreeItem {
  const item = new vscode.TreeItem(tail.loading === true ? vscode.l10n.t("Loading…") : vscode.l10n.t("Load more…"));
  item.id = tail.id;
  item.iconPath = new vscode.ThemeIcon(tail.loading === true ? "loading~spin" : "ellipsis");
  item.contextValue = "loadMore";
  if (tail.loading !== true)
    item.command = { command: "forgeline.loadMore", title: vscode.l10n.t("Load More"), arguments: [view, tail.below] };
  item.accessibilityInformation = {
    label: tail.loading === true ? vscode.l10n.t("Loading more") : vscode.l10n.t("Load more"),
    role: "button",
  };
  return item;
}

function errorItem(tail: FooterRow): vscode.TreeItem {
  const { message, action } = describeError(tail.error);
  const item = new vscode.TreeItem(message);
  item.id = tail.id;
  item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  item.contextValue = "error";
  item.command = action
    ? { command: action.command, title: action.title, arguments: [...(action.args ?? [])] }
    : { command: "forgeline.refresh", title: vscode.l10n.t("Try Again") };
  item.description = item.command.title;
  item.tooltip = vscode.l10n.t("{0}\n\nSelect to: {1}", message, item.command.title);
  item.accessibilityInformation = {
    label: vscode.l10n.t("Error: {0} Select to: {1}", message, item.command.title),
    role: "button",
  };
  return item;
}

function noteItem(tail: FooterRow): vscode.TreeItem {
  const item = new vscode.TreeItem(tail.text ?? "");
  item.id = tail.id;
  item.contextValue = "note";
  item.accessibilityInformation = { label: tail.text ?? "" };
  return item;
}
