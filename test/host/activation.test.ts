import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { closeView } from "./shownView.ts";
import { forgeline, signedIn, signedOut } from "./signedIn.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("the extension in a real VS Code", () => {
  it("is there under its id and becomes active", async () => {
    const extension = vscode.extensions.getExtension("forgeline.forgeline");
    assert.ok(extension, "forgeline.forgeline is not installed");
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("runs with the local service's sample project open", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "no folder is open");
    assert.equal(folder.uri.scheme, "file");
    const instances = vscode.workspace.getConfiguration("forgeline").get<readonly { url: string }[]>("instances") ?? [];
    assert.deepEqual(
      instances.map(({ url }) => url),
      [localService().url],
    );
    assert.deepEqual(await localService().control.info(), localService().info);
  });
});

describe("an account in the store", () => {
  before(() => freshWindow());
  after(() => signedOut());

  it("opens the workspace's project with it, and closes it when it is removed", async () => {
    const { app, project, connection } = await signedIn();
    const { info, url } = localService();
    assert.deepEqual([project.instance, project.project], [url, info.project.path]);
    assert.equal(project.branch, info.project.defaultBranch);
    const user = await connection.client.users.current();
    assert.equal(user.username, "alice");
    await signedOut();
    assert.equal(app.current.value.kind, "signedOut");
    assert.deepEqual((await forgeline()).sessions.list(), []);
  });
});

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

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe("all commands", () => {
  it("are registered", async () => {
    await forgeline();
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = vscode.extensions.getExtension("forgeline.forgeline")!.packageJSON as Manifest;
    assert.deepEqual(
      contributes.commands.filter(({ command }) => !registered.has(command)),
      [],
    );
  });
});
