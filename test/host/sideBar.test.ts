/** Which views the window has, as a person sees them. */
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { closeView } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("the side bar", () => {
  const stage = setStage();
  let project: OwnProject;
  beforeEach(async () => {
    project = await ownProject(stage.app);
    await project.open();
    await vscode.commands.executeCommand(`${VIEWS.wiki}.focus`);
    await seen();
  });
  afterEach(async () => {
    await closeView(stage.app.wiki.view, "Wiki");
    await vscode.commands.executeCommand("workbench.view.explorer");
    await workspaceProject(stage.app);
  });
  const header = (gone: boolean): Promise<string> =>
    stage.person({ action: "find", role: "button", name: "Wiki Section", gone });
  const seen = async (): Promise<void> => {
    const { view } = stage.app.wiki;
    await until("the wiki to be seen", () => view.visible, view.onDidChangeVisibility);
  };

  it("has no view of a feature that the project's record says is off, until Refresh", async () => {
    const record = await stage.client.extras.project(project.path);
    await header(false);
    await stage.control.fault({
      path: project.address("$"),
      status: 200,
      body: { ...record, wiki_access_level: "disabled" },
    });
    await stage.client.extras.project(project.path);
    await header(true);
    await vscode.commands.executeCommand("forgeline.refresh");
    await header(false);
  });

  it("has the view of the sign-in alone while nobody is signed in, and afterwards the others as they were", async () => {
    await vscode.commands.executeCommand(`${VIEWS.pipelines}.focus`);
    await signedOut();
    await header(true);
    await stage.person({ action: "find", role: "button", name: "Merge Requests Section", gone: true });
    stage.client = (await signedIn()).connection.client;
    await header(false);
    await seen();
  });
});
