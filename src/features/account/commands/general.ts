import { commands, l10n } from "vscode";
import { EXTENSION_ID, WALKTHROUGH_ID } from "../../../core/base/extensionIds.ts";
import type { ArgumentParser } from "../../../core/commands/arguments.ts";
import type { Context } from "../../../core/context.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import { notice } from "../../../core/ui/notice.ts";
import { changeUserSetting } from "../../../core/userSettings.ts";

/** Scans the repositories and refreshes every view. */
export async function refresh(context: Context): Promise<void> {
  await context.projects.rescan();
  context.views.refresh();
}

/** Loads the next page of a list in a view. */
export async function loadMore(context: Context, view: string, below: string): Promise<void> {
  await context.views.get(view)?.loadMore(below);
}

/** @param setting a setting ID or part of one; default: all settings of the extension */
export async function openSettings(_context: Context, setting = "@ext:forgeline.forgeline"): Promise<void> {
  await commands.executeCommand("workbench.action.openSettings", setting);
}

/** Opens the walkthrough of the extension. */
export async function getStarted(): Promise<void> {
  await commands.executeCommand("workbench.action.openWalkthrough", `${EXTENSION_ID}#${WALKTHROUGH_ID}`, false);
  await setContextKey("forgeline.walkthroughOpened", true);
}

/** Lets VS Code connect to the hosts, from the next request on, and has the views try again. */
export async function useEditorNetwork(context: Context): Promise<void> {
  await changeUserSetting("forgeline.http.transport", "vscode");
  context.views.refresh();
  notice(l10n.t("Forgeline now uses VS Code's network. To change it, see the setting forgeline.http.transport."));
}

export function showExtensionLog(context: Context): Promise<void> {
  context.log.show();
  return Promise.resolve();
}

export const listEndArgs: ArgumentParser<[view: string, below: string]> = ([view, below]) => [
  typeof view === "string" ? view : "",
  typeof below === "string" ? below : "",
];
