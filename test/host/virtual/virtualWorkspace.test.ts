/** A trusted workspace whose only folder is not on disk, with settings that name a git of their own. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandId } from "../../../src/core/commands/commandArgs.ts";
import { selectProject } from "../selectedProject.ts";
import { setStage } from "../stage.ts";
import { hostileGitRan, startedPrograms } from "../startedPrograms.ts";

describe("a virtual workspace", () => {
  const stage = setStage({ account: false });
  const started = startedPrograms();

  before(() => selectProject(stage));

  it("is trusted and has no folder on disk", () => {
    assert.equal(vscode.workspace.isTrusted, true);
    const found = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
    assert.deepEqual(found, ["forgeline-snippet"]);
  });

  for (const [id, given] of [
    [
      "forgeline.wiki.showHistory",
      () => [{ kind: "wiki", ...stage.scope, slug: "home", title: "home", format: "markdown" }],
    ],
    ["forgeline.commitFiles", () => []],
    ["forgeline.mergeRequest.checkOut", () => [{ kind: "mergeRequest", ...stage.scope, mergeRequest: { iid: 1 } }]],
  ] as const satisfies readonly (readonly [CommandId, () => readonly unknown[]])[]) {
    it(`${id} says why it runs no git`, async () => {
      await vscode.commands.executeCommand(id, ...given());
      const { level, text } = await stage.message();
      assert.equal(level, "error");
      assert.match(text, /Git is not available in a virtual workspace\. Open a folder on disk to use it\./);
    });
  }

  it("reaches the host past the workspace's settings, and starts no git", async () => {
    assert.equal((await stage.client.users.current()).username, "alice");
    const { workspaceFile } = vscode.workspace;
    assert.ok(workspaceFile);
    assert.deepEqual([started, hostileGitRan(vscode.Uri.joinPath(workspaceFile, ".."))], [[], false]);
  });
});
