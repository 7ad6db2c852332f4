import { commands } from "vscode";
import type { App } from "../../../core/context.ts";
import type { AnyView } from "../../../core/tree/projectView.ts";

/** Reads repositories again and everything the views show. */
export async function refresh(app: App): Promise<void> {
  await app.projects.rescan();
  for (const view of Object.values(app.views)) void view.refresh();
  app.refreshed.fire(undefined);
}

/** Adds the next page to a list of a view. */
export async function loadMore(app: App, view: string, below: string): Promise<void> {
  const views: Readonly<Record<string, AnyView>> = app.views;
  await views[view]?.loadMore(below);
}

/** @param setting id, or part of one; the extension's own settings when left out. */
export async function openSettings(_app: App, setting = "@ext:forgeline.forgeline"): Promise<void> {
  await commands.executeCommand("workbench.action.openSettings", setting);
}

export function showExtensionLog(app: App): Promise<void> {
  app.log.show();
  return Promise.resolve();
}
