/** A folder that nobody trusts, whose settings name a git of their own, a proxy, and a host. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { uploadBytes } from "../../../src/api/upload.ts";
import type { CommandId } from "../../../src/core/commands/commandArgs.ts";
import { selectProject } from "../selectedProject.ts";
import { setStage } from "../stage.ts";
import { hostileGitRan, startedPrograms } from "../startedPrograms.ts";
import { until } from "../until.ts";
import { png } from "../wikiPictures.ts";

const why = "Git is turned off in Restricted Mode. Trust this workspace to use it.";
const manageTrust = "Manage Workspace Trust";

describe("Restricted Mode", () => {
  const stage = setStage({ account: false });
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
  before(async () => {
    await selectProject(stage);
    const { wikis } = stage.client;
    attachment = (await wikis.uploadAttachment(stage.scope.project, { file: uploadBytes("pier.png", png(120, 80)) }))
      .link.url;
    await wikis.create(stage.scope.project, { title: "Trusting", content: `# Trusting\n\n![pier](${attachment})\n` });
  });
  after(() => stage.app.projects.select(undefined));
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("is on: VS Code's git is off, and git.path is the workspace's", () => {
    assert.equal(vscode.workspace.isTrusted, false);
    assert.equal(vscode.extensions.getExtension("vscode.git"), undefined);
    const found = vscode.workspace.getConfiguration("git").get("path");
    assert.equal(found, vscode.Uri.joinPath(folder(), "hostile-git.sh").fsPath);
  });

  it("takes no host, alias, proxy or certificate setting from the workspace", async () => {
    const { config } = stage.app;
    assert.deepEqual([config.instances.map(({ url }) => url), config.sshHostAliases], [[stage.info.url], {}]);
    const found = (await stage.client.users.current()).username;
    assert.equal(found, "alice", "the host is reached without the workspace's proxy");
  });

  it("explains why commands run no git, and offers to manage trust", async () => {
    for (const [id, given] of [
      ["forgeline.wiki.showHistory", () => [page("Trusting")]],
      ["forgeline.commitFiles", () => []],
      ["forgeline.submodule.update", () => []],
      ["forgeline.mergeRequest.checkOut", () => [{ kind: "mergeRequest", ...stage.scope, mergeRequest: { iid: 1 } }]],
      [
        "forgeline.mergeRequest.fetchCommits",
        () => [{ kind: "mergeRequest", ...stage.scope, mergeRequest: { iid: 1 } }],
      ],
      ["forgeline.blame.toggle", () => []],
      ["forgeline.file.copyPermalink", () => [vscode.Uri.joinPath(folder(), "README.md")]],
      ["forgeline.commitThisFile", () => [vscode.Uri.joinPath(folder(), "README.md")]],
    ] as const satisfies readonly (readonly [CommandId, () => readonly unknown[]])[]) {
      await vscode.commands.executeCommand(id, ...given());
      const { level, text, buttons } = await stage.message();
      assert.ok(level === "error" && text.includes(why), `${id}: ${text}`);
      assert.equal(buttons[0], manageTrust, id);
    }
  });

  it("explains why a wiki's attachments are missing", async () => {
    const file = await inWiki(attachment);
    await assert.rejects(
      async () => vscode.workspace.fs.stat(file),
      (error: Error) => error.message.includes(why),
    );
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
});
