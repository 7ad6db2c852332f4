/** Brings a view into sight and out of it, as a person does. */
import * as vscode from "vscode";
import type { App } from "../../src/app.ts";
import type { AnyView } from "../../src/views/projectView.ts";
import { outer } from "./outer.ts";
import { until } from "./until.ts";

export async function showPipelines({ pipelines }: App): Promise<void> {
  await vscode.commands.executeCommand("forgeline.pipelines.focus");
  await until("the Pipelines view to be seen", () => pipelines.visible, pipelines.onDidChangeVisibility);
}

/** Closes a view's section by its heading, so that nothing of it is polled in later suites. @param name as its heading says */
export async function closeView(view: AnyView, name: string): Promise<void> {
  if (!view.visible) return;
  await outer().ask({ action: "find", role: "button", name: `${name} Section`, click: true });
  await until(`${name} to be closed`, () => !view.visible, view.onDidChangeVisibility);
}

/** Puts another container in its place: no view of ours is seen any more. */
export async function hideViews({ pipelines }: App): Promise<void> {
  await vscode.commands.executeCommand("workbench.view.explorer");
  await until("the Pipelines view to be out of sight", () => !pipelines.visible, pipelines.onDidChangeVisibility);
}
