import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { SnippetVisibility } from "../../api/resources/snippets.ts";
import { conflictLabel } from "../../core/remoteText/conflict.ts";
import { age } from "../../core/ui/age.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { plural } from "../../core/ui/plural.ts";
import { asCommand } from "../../core/ui/runCommand.ts";
import { fileName, snippetName } from "./labels.ts";
import {
  isOnHost,
  pathsOf,
  type SnippetFileNode,
  type SnippetGroup,
  type SnippetGroupNode,
  type SnippetNode,
} from "./nodes.ts";

/** Returns the codicon of a visibility. */
export function visibilityIcon(visibility: SnippetVisibility | null | undefined): string {
  const icons: Readonly<Record<string, string>> = { private: "lock", internal: "organization", public: "globe" };
  return (visibility && Object.hasOwn(icons, visibility) ? icons[visibility] : undefined) ?? "note";
}

/** Returns the label of a visibility. */
export function visibilityName(visibility: SnippetVisibility | null | undefined): string {
  switch (visibility) {
    case "private":
      return l10n.t("Private");
    case "internal":
      return l10n.t("Internal");
    case "public":
      return l10n.t("Public");
    default:
      return plainText(visibility, 40);
  }
}

/** Returns a file count in words. */
export const fileCount = (count: number): string =>
  plural(count, (shown) => ({ one: l10n.t("{0} file", shown), other: l10n.t("{0} files", shown) }));

export function groupName(group: SnippetGroup): string {
  switch (group) {
    case "mine":
      return l10n.t("Mine");
    case "public":
      return l10n.t("Public");
    case "all":
      return l10n.t("All I can see");
  }
}

const groupIcons: Readonly<Record<SnippetGroup, string>> = { mine: "account", public: "globe", all: "eye" };
const isFilled = (part: string | undefined): part is string => part !== undefined && part !== "";

export function groupItem({ group }: SnippetGroupNode): TreeItem {
  const item = new TreeItem(
    groupName(group),
    group === "mine" ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
  );
  item.iconPath = new ThemeIcon(groupIcons[group]);
  item.contextValue = `snippets ${group}`;
  return item;
}

/**
 * Returns the row of a snippet: its title, its author unless it is in "Mine", its file count and age. Enter opens a
 * snippet with a single file.
 */
export function snippetItem(node: SnippetNode): TreeItem {
  const { snippet, group, own, unsent, conflicts } = node;
  const count = pathsOf(node).length;
  const name = snippetName(snippet);
  const item = new TreeItem(name, count > 1 ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon(visibilityIcon(snippet.visibility));
  const author = group === "mine" ? undefined : plainText(snippet.author?.username ?? snippet.author?.name, 60);
  const parts = [
    conflicts.length > 0 ? conflictLabel() : unsent.length > 0 ? l10n.t("not sent") : undefined,
    author,
    count > 1 ? fileCount(count) : undefined,
    age(snippet.created_at, Date.now(), env.language),
  ].filter(isFilled);
  item.description = parts.join(" · ");
  item.contextValue = [
    ...["snippet", own ? "own" : "other", count > 1 ? "several" : "one"],
    ...(conflicts.length > 0 ? ["conflict"] : []),
  ].join(" ");
  item.accessibilityInformation = {
    label: [l10n.t("Snippet {0}", name), visibilityName(snippet.visibility), ...parts].filter(isFilled).join(", "),
  };
  if (count <= 1) item.command = asCommand("forgeline.snippet.open", l10n.t("Open Snippet"), node);
  return item;
}

/** Returns the row of a file; Enter opens it. */
export function fileItem(node: SnippetFileNode): TreeItem {
  const name = fileName(node.file);
  const item = new TreeItem(name);
  item.iconPath = ThemeIcon.File;
  const [unsent, there] = [node.of.unsent.includes(node.file), isOnHost(node)];
  const conflict = node.of.conflicts.includes(node.file);
  const state = conflict
    ? conflictLabel()
    : !unsent
      ? undefined
      : there
        ? l10n.t("not sent")
        : l10n.t("new, not saved");
  item.description = state ?? "";
  item.tooltip = plainText([node.file, state].filter(isFilled).join(" · "), 500);
  item.contextValue = [
    "snippetFile",
    node.of.own ? "own" : "other",
    ...(unsent ? ["unsent"] : []),
    ...(conflict ? ["conflict"] : []),
    ...(there ? [] : ["begun"]),
  ].join(" ");
  item.accessibilityInformation = { label: [l10n.t("File {0}", name), state].filter(isFilled).join(", ") };
  item.command = asCommand("forgeline.snippet.open", l10n.t("Open Snippet"), node);
  return item;
}

export function folderItem(node: SnippetFileNode): TreeItem {
  const name = fileName(node.file);
  const item = new TreeItem(name, TreeItemCollapsibleState.Collapsed);
  item.iconPath = ThemeIcon.Folder;
  item.tooltip = plainText(node.file, 500);
  item.contextValue = ["snippetFolder", node.of.own ? "own" : "other"].join(" ");
  item.accessibilityInformation = { label: l10n.t("Folder {0}", name) };
  return item;
}
