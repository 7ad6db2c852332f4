import { commands } from "vscode";
import type { App } from "../app.ts";

/** Reads repositories again and everything the views show. */
export async function refresh(app: App): Promise<void> {
  await app.projects.rescan();
  app.pipelines.refresh();
  app.jobs.refresh();
}

/** @param setting id, or part of one; the extension's own settings when left out. */
export async function openSettings(_app: App, setting = "@ext:forgeline.forgeline"): Promise<void> {
  await commands.executeCommand("workbench.action.openSettings", setting);
}

export function showExtensionLog(app: App): Promise<void> {
  app.log.show();
  return Promise.resolve();
}
