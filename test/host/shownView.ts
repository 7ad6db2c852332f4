/** Brings a view into sight and out of it, as a person does. */
import * as vscode from "vscode";
import type { App } from "../../src/app.ts";
import { until } from "./until.ts";

export async function showPipelines({ pipelines }: App): Promise<void> {
  await vscode.commands.executeCommand("forgeline.pipelines.focus");
  await until("the Pipelines view to be seen", () => pipelines.visible, pipelines.onDidChangeVisibility);
}

/** Puts another container in its place: no view of ours is seen any more. */
export async function hideViews({ pipelines }: App): Promise<void> {
  await vscode.commands.executeCommand("workbench.view.explorer");
  await until("the Pipelines view to be out of sight", () => !pipelines.visible, pipelines.onDidChangeVisibility);
}
