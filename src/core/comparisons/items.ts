import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { FileChange } from "../../git/fileChange.ts";
import type { ChangedFileNode, ChangedFolderNode, MissingNode } from "../mergeRequests/nodes.ts";
import { markUri } from "../tree/rowMarks.ts";
import { modeWords } from "../ui/fileModeLabels.ts";
import { plainText } from "../ui/plainText.ts";
import { asCommand } from "../ui/runCommand.ts";
import { baseName, folderOf } from "./folderTree.ts";

const present = (part: string | undefined): part is string => part !== undefined && part !== "";

export function changedFolderItem({ folder, open }: ChangedFolderNode): TreeItem {
  const label = plainText(folder.name, 300);
  const item = new TreeItem(label, open ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed);
  item.iconPath = ThemeIcon.Folder;
  item.contextValue = "changedFolder";
  item.tooltip = plainText(folder.path, 1_000);
  item.accessibilityInformation = { label: l10n.t("Folder {0}", label) };
  return item;
}

/** Returns the status of a changed file as text. */
function changeLabel({ status, oldPath }: Pick<FileChange, "status" | "oldPath">): string {
  const words = {
    added: l10n.t("added"),
    modified: l10n.t("modified"),
    deleted: l10n.t("deleted"),
    typeChanged: l10n.t("type changed"),
  };
  return status === "renamed" ? l10n.t("renamed from {0}", plainText(oldPath, 300)) : words[status];
}

const lines = ({ additions, deletions }: FileChange): string | undefined =>
  additions === undefined && deletions === undefined ? undefined : `+${additions ?? 0} −${deletions ?? 0}`;

/** Returns other properties of a change: submodule, binary or changed mode. */
function nature({ submodule, binary, oldMode, newMode }: FileChange): string | undefined {
  if (submodule === true) return l10n.t("submodule");
  if (binary === true) return l10n.t("binary");
  return modeWords(oldMode, newMode);
}

/** Returns the row of a changed file, which opens its diff. */
export function changedFileItem({ changes, file, inTree }: ChangedFileNode): TreeItem {
  const label = plainText(baseName(file.path), 200);
  const where = plainText(folderOf(file.path), 300);
  const renamed = file.status === "renamed" ? changeLabel(file) : undefined;
  const more = [renamed, nature(file), lines(file)].filter(present);
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.resourceUri = markUri(file.path, { change: file.status });
  item.iconPath = file.submodule === true ? new ThemeIcon("file-submodule") : ThemeIcon.File;
  item.description = [inTree ? undefined : where, ...more].filter(present).join(" · ");
  item.contextValue = "changedFile";
  item.tooltip = [plainText(file.path, 1_000), changeLabel(file), nature(file), lines(file)].filter(present).join("\n");
  item.command = asCommand("forgeline.changes.open", l10n.t("Open Changes"), { changes, file });
  item.accessibilityInformation = {
    label: [label, changeLabel(file), where && l10n.t("in {0}", where), nature(file), lines(file)]
      .filter(present)
      .join(", "),
  };
  return item;
}

/** Returns the row that says what is missing, with an action to get it. */
export function missingItem({ instance, project, mergeRequest, webUrl, missing }: MissingNode): TreeItem {
  const text = plainText(missing, 700);
  const item = new TreeItem(l10n.t("Some changes are missing"), TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground"));
  item.description = text;
  item.tooltip = text;
  item.contextValue = "missing";
  if (mergeRequest)
    item.command = asCommand("forgeline.mergeRequest.fetchCommits", l10n.t("Fetch Commits…"), {
      instance,
      project,
      mergeRequest,
    });
  else if (webUrl !== undefined)
    item.command = asCommand("forgeline.openInBrowser", l10n.t("Open in Browser"), { webUrl });
  item.accessibilityInformation = { label: l10n.t("Some changes are missing: {0}", text) };
  return item;
}
