import { commands } from "vscode";
import { EXTENSION_ID, WALKTHROUGH_ID } from "../../../core/base/extensionIds.ts";
import type { ArgumentParser } from "../../../core/commands/arguments.ts";
import type { Context } from "../../../core/context.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";

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

export function showExtensionLog(context: Context): Promise<void> {
  context.log.show();
  return Promise.resolve();
}

export const listEndArgs: ArgumentParser<[view: string, below: string]> = ([view, below]) => [
  typeof view === "string" ? view : "",
  typeof below === "string" ? below : "",
];
