import assert from "node:assert/strict";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { localService } from "./localService.ts";
import { ownProject, workspaceProject } from "./ownProject.ts";
import { closeView } from "./shownView.ts";
import { forgeline, signedIn, signedOut } from "./signedIn.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("the extension in a real VS Code", () => {
  it("activates under its ID @oldest", async () => {
    const extension = vscode.extensions.getExtension("forgeline.forgeline");
    assert.ok(extension, "forgeline.forgeline is not installed");
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("opens the sample project of the local service @oldest", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "no folder is open");
    assert.equal(folder.uri.scheme, "file");
    const instances = vscode.workspace.getConfiguration("forgeline").get<readonly { url: string }[]>("instances") ?? [];
    const urls = instances.map(({ url }) => url);
    assert.deepEqual(urls, [localService().url]);
    assert.deepEqual(await localService().control.info(), localService().info);
  });
});

describe("the side bar", () => {
  const stage = setStage();
  afterEach(async () => {
    await closeView(stage.app.wiki.view, "Wiki");
    await vscode.commands.executeCommand("workbench.view.explorer");
    await workspaceProject(stage.app);
  });
  const header = (gone: boolean): Promise<string> =>
    stage.person({ action: "find", role: "button", name: "Wiki Section", gone });
  const seen = (): Promise<unknown> => {
    const { view } = stage.app.wiki;
    return until("the wiki to be seen", () => view.visible, view.onDidChangeVisibility);
  };

  it("shows only the sign-in while nobody is signed in", async () => {
    await (await ownProject(stage.app)).open();
    await vscode.commands.executeCommand(`${VIEWS.wiki}.focus`);
    await seen();
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
  it("registers every command", async () => {
    await forgeline();
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = vscode.extensions.getExtension("forgeline.forgeline")!.packageJSON as Manifest;
    const left = contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(left, []);
  });
});
