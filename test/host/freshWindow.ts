/** What every suite begins with, whatever the suites before it left behind. */
import * as vscode from "vscode";
import { localService } from "./localService.ts";
import { workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { type ForTests, forTests } from "./signedIn.ts";
import { forgetExtras } from "./withoutExtras.ts";

/**
 * Puts the service and the window at rest: every route answers, no view of ours is seen, no editor is open (one of a file asks for the
 * threads of its merge request), what the window asks by itself is as in a window that was just opened, and the workspace's project is
 * open where it has one and may read it. Accounts stay.
 */
export async function freshWindow(): Promise<ForTests> {
  const exported = await forTests();
  const { app, polling } = exported;
  const { control } = localService();
  await control.clearFaults();
  await control.extras(true);
  await forgetExtras();
  new PollClock(polling).go();
  polling.setFocused(true);
  await vscode.commands.executeCommand("workbench.view.explorer");
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  const isClone = vscode.workspace.workspaceFolders?.[0]?.uri.scheme === "file";
  if (isClone && vscode.workspace.isTrusted) {
    await workspaceProject(app);
  }
  return exported;
}
