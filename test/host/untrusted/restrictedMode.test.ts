/** A folder that nobody trusts, whose settings name a git of their own, a proxy, and a host. */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { uploadBytes } from "../../../src/api/upload.ts";
import type { CommandId } from "../../../src/core/commands/commandArgs.ts";
import { selectProject } from "../selectedProject.ts";
import { setStage } from "../stage.ts";
import { hostileGitRan, startedPrograms } from "../startedPrograms.ts";
import { until } from "../until.ts";
import { png } from "../wikiPictures.ts";

const why = "Git is turned off in Restricted Mode. Trust this workspace to use it.";
const placeholderWidth = 480; // px
const manageTrust = "Manage Workspace Trust";

describe("Restricted Mode", () => {
  const stage = setStage({ account: false, drawn: [] });
  const started = startedPrograms();
  let attachment: string;

  const folder = (): vscode.Uri => {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first, "No folder is open");
    return first.uri;
  };
  const page = (slug: string) => ({ kind: "wiki", ...stage.scope, slug, title: slug, format: "markdown" });
  const inWiki = async (path: string): Promise<vscode.Uri> => {
    const files = await stage.app.wiki.files.load();
    return files.uriOf(stage.scope, { slug: "home", format: "markdown" }).with({ path: `/${path}` });
  };
  /** The picture of the page in front once it is this wide; the preview is made again when it is known what to show. */
  const picture = async (words: string, width: number): Promise<string> => {
    for (;;) {
      const seen = JSON.parse(await stage.person({ action: "picture", words })) as { width: number; address: string };
      if (seen.width === width) return decodeURIComponent(seen.address);
    }
  };

  before(async () => {
    await selectProject(stage);
    const { wikis } = stage.client;
    attachment = (await wikis.uploadAttachment(stage.scope.project, { file: uploadBytes("pier.png", png(120, 80)) }))
      .link.url;
    await wikis.create(stage.scope.project, { title: "Trusting", content: `# Trusting\n\n![pier](${attachment})\n` });
  });
  after(() => stage.app.projects.select(undefined));
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("is on, with VS Code's git off and the workspace's git.path handed out to whoever asks plainly", () => {
    assert.equal(vscode.workspace.isTrusted, false);
    assert.equal(vscode.extensions.getExtension("vscode.git"), undefined);
    assert.equal(
      vscode.workspace.getConfiguration("git").get("path"),
      vscode.Uri.joinPath(folder(), "hostile-git.sh").fsPath,
    );
  });

  it("takes no host, alias, proxy or certificate setting from the workspace", async () => {
    const { config } = stage.app;
    assert.deepEqual([config.instances.map(({ url }) => url), config.sshHostAliases], [[stage.info.url], {}]);
    assert.equal(
      (await stage.client.users.current()).username,
      "alice",
      "the host is reached without the workspace's proxy",
    );
  });

  for (const [id, given] of [
    ["forgeline.wiki.showHistory", () => [page("Trusting")]],
    ["forgeline.commitFiles", () => []],
    ["forgeline.submodule.update", () => []],
    ["forgeline.mergeRequest.checkOut", () => [{ kind: "mergeRequest", ...stage.scope, mergeRequest: { iid: 1 } }]],
    ["forgeline.mergeRequest.fetchCommits", () => [{ kind: "mergeRequest", ...stage.scope, mergeRequest: { iid: 1 } }]],
    ["forgeline.blame.toggle", () => []],
    ["forgeline.file.copyPermalink", () => [vscode.Uri.joinPath(folder(), "README.md")]],
    ["forgeline.commitThisFile", () => [vscode.Uri.joinPath(folder(), "README.md")]],
  ] as const satisfies readonly (readonly [CommandId, () => readonly unknown[]])[]) {
    it(`${id} says why it runs no git, and leads to workspace trust`, async () => {
      await vscode.commands.executeCommand(id, ...given());
      const { level, text, buttons } = await stage.message();
      assert.equal(level, "error");
      assert.ok(text.includes(why), text);
      assert.equal(buttons[0], manageTrust);
    });
  }

  it("has a button that opens VS Code's page about trust", async () => {
    await vscode.commands.executeCommand("forgeline.commitFiles");
    await stage.message();
    await stage.person({ action: "press", button: manageTrust });
    await until(
      "the page about trust",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith("Workspace Trust"),
      vscode.window.tabGroups.onDidChangeTabs,
    );
  });

  it("shows why a wiki's attachments and pictures are missing", async () => {
    const file = await inWiki(attachment);
    await assert.rejects(
      async () => vscode.workspace.fs.stat(file),
      (error: Error) => error.message.includes(why),
    );
    await vscode.commands.executeCommand("markdown.showPreview", await inWiki("Trusting.md"));
    await stage.person({ action: "find", role: "heading", name: "Trusting", page: true });
    assert.match(await picture("pier", placeholderWidth), /Git is turned off in Restricted Mode/);
    await stage.person({ action: "screenshot", name: "restricted-mode" });
  });

  it("shows changes of commits and logs with problems, without git", async () => {
    const [commit] = (await stage.client.commits.list(stage.scope.project, {}, { perPage: 1 }).page()).items;
    assert.ok(commit);
    await vscode.commands.executeCommand("forgeline.changes.openAll", { kind: "commit", ...stage.scope, commit });
    await until(
      "the changes, from the host",
      () => vscode.window.tabGroups.activeTabGroup.activeTab !== undefined,
      vscode.window.tabGroups.onDidChangeTabs,
    );
    const { jobs } = await stage.pipeline({
      jobs: [{ name: "unit", status: "failed", trace: "src/main.sh:1:1: error: no\n" }],
    });
    await vscode.commands.executeCommand("forgeline.job.showLog", jobs[0]);
    await until(
      "the log",
      () => vscode.workspace.textDocuments.some((document) => document.getText().includes("error: no")),
      vscode.workspace.onDidChangeTextDocument,
      vscode.workspace.onDidOpenTextDocument,
    );
  });

  it("started no git at all", () => {
    assert.deepEqual([started, hostileGitRan(folder())], [[], false]);
  });

  it("ends with trust, which brings git back: the user's own", async () => {
    await stage.app.projects.select(undefined);
    await vscode.commands.executeCommand("markdown.showPreview", await inWiki("Trusting.md"));
    await vscode.commands.executeCommand("workbench.trust.manage");
    await stage.person({ action: "find", role: "button", name: "Trust", exact: true, click: true });
    await until("trust", () => vscode.workspace.isTrusted, vscode.workspace.onDidGrantWorkspaceTrust);
    await until(
      "the project of the remotes",
      () => stage.app.current.value.kind === "ready" && stage.app.current.value.project.root !== undefined,
      stage.app.current.onDidChange,
    );
    assert.ok((await vscode.workspace.fs.stat(await inWiki(attachment))).size > 0);
    const done = vscode.commands.executeCommand("forgeline.wiki.showHistory", page("Trusting"));
    await stage.person({ action: "pick", box: "History of “", row: "alice created page: Trusting" });
    await done;
    await vscode.commands.executeCommand("markdown.showPreview", await inWiki("Trusting.md"));
    await stage.person({ action: "find", role: "heading", name: "Trusting", page: true });
    await picture("pier", 120);
    assert.ok(started.length > 0);
    assert.deepEqual([new Set(started), hostileGitRan(folder())], [new Set(["git"]), false]);
  });
});
