import { l10n, type MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { shown, time, tooltip } from "../../../core/tree/tooltipText.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { alertText, eventsText, hookName } from "./labels.ts";
import type { SystemHookNode, SystemHooksFolderNode } from "./nodes.ts";

export function hooksItem(_node: SystemHooksFolderNode): TreeItem {
  const item = new TreeItem(l10n.t("System Hooks"), TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon("broadcast");
  item.contextValue = "systemHooks";
  return item;
}

/** Returns the row of a hook: URL, events and problems. */
export function hookItem(node: SystemHookNode): TreeItem {
  const { hook } = node;
  const name = hookName(hook);
  const alert = alertText(hook);
  const unchecked = hook.enable_ssl_verification ? undefined : l10n.t("SSL verification disabled");
  const item = new TreeItem(name, TreeItemCollapsibleState.None);
  item.description = [alert, unchecked, eventsText(hook)].filter((part) => part !== undefined).join(" · ");
  item.iconPath =
    alert !== undefined
      ? new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground"))
      : new ThemeIcon(unchecked === undefined ? "plug" : "unlock");
  item.contextValue = "systemHook";
  item.command = asCommand("forgeline.systemHook.show", l10n.t("Show System Hook"), node);
  item.accessibilityInformation = {
    label: [l10n.t("System hook {0}", name), alert, unchecked, eventsText(hook)]
      .filter((part) => part !== undefined)
      .join(", "),
  };
  return item;
}

/** Returns the details of a hook from the list. */
export function hookTooltip({ hook }: SystemHookNode, now = Date.now()): MarkdownString {
  return tooltip(hookName(hook), [
    [l10n.t("Name"), shown(hook.name)],
    [l10n.t("Description"), shown(hook.description)],
    [l10n.t("Triggers"), eventsText(hook)],
    [l10n.t("SSL verification"), hook.enable_ssl_verification ? l10n.t("yes") : l10n.t("no")],
    [l10n.t("State"), alertText(hook)],
    [l10n.t("Disabled until"), time(hook.disabled_until, now)],
    [l10n.t("Created"), time(hook.created_at, now)],
    [l10n.t("ID"), shown(hook.id)],
  ]);
}
