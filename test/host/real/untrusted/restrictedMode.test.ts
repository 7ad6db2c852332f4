import assert from "node:assert/strict";
import * as vscode from "vscode";
import { uploadBytes } from "../../../../src/api/upload.ts";
import { selectProject } from "../../selectedProject.ts";
import { setStage } from "../../stage.ts";
import { hostileGitRan, startedPrograms } from "../../startedPrograms.ts";
import { until } from "../../until.ts";
import { png } from "../../wikiPictures.ts";

const placeholderWidth = 480; // px

describe("Restricted Mode in VS Code", () => {
  const stage = setStage({ account: false, drawn: [] });
  const started = startedPrograms();
  const folder = (): vscode.Uri => vscode.workspace.workspaceFolders![0]!.uri;
  const inWiki = async (path: string): Promise<vscode.Uri> =>
    (await stage.app.wiki.files.load())
      .uriOf(stage.scope, { slug: "home", format: "markdown" })
      .with({ path: `/${path}` });
  /** Opens the preview of a page. Returns the address of its picture once that is this wide. */
  const picture = async (width: number): Promise<string> => {
    await vscode.commands.executeCommand("markdown.showPreview", await inWiki("Trusting.md"));
    await stage.person({ action: "find", role: "heading", name: "Trusting", page: true });
    for (;;) {
      const seen = JSON.parse(await stage.person({ action: "picture", words: "pier" })) as {
        readonly width: number;
        readonly address: string;
      };
      if (seen.width === width) return decodeURIComponent(seen.address);
    }
  };

  before(async () => {
    await selectProject(stage);
    const { wikis } = stage.client;
    const file = uploadBytes("pier.png", png(120, 80));
    const { url } = (await wikis.uploadAttachment(stage.scope.project, { file })).link;
    await wikis.create(stage.scope.project, { title: "Trusting", content: `# Trusting\n\n![pier](${url})\n` });
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("runs no git, shows why pictures are missing, and opens Workspace Trust", async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    assert.equal(vscode.extensions.getExtension("vscode.git"), undefined);
    assert.deepEqual(stage.app.config.sshHostAliases, {});
    assert.match(await picture(placeholderWidth), /Git is turned off in Restricted Mode/);
    await vscode.commands.executeCommand("forgeline.commitFiles");
    await stage.message();
    await stage.press("Manage Workspace Trust");
    await until(
      "the page about trust",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith("Workspace Trust"),
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.deepEqual([started, hostileGitRan(folder())], [[], false]);
  });

  it("ends with trust, which brings the user's own git back", async () => {
    await stage.app.projects.select(undefined);
    await vscode.commands.executeCommand("workbench.trust.manage");
    await stage.person({ action: "find", role: "button", name: "Trust", exact: true, click: true });
    await until("trust", () => vscode.workspace.isTrusted, vscode.workspace.onDidGrantWorkspaceTrust);
    await until(
      "the project of the remotes",
      () => stage.app.current.value.kind === "ready" && stage.app.current.value.project.root !== undefined,
      stage.app.current.onDidChange,
    );
    const page = { kind: "wiki", ...stage.scope, slug: "Trusting", title: "Trusting", format: "markdown" };
    const done = vscode.commands.executeCommand("forgeline.wiki.showHistory", page);
    await stage.pick("History of “", "alice created page: Trusting");
    await done;
    await picture(120);
    assert.deepEqual([new Set(started), hostileGitRan(folder())], [new Set(["git"]), false]);
  });
});
