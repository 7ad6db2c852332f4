import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { localService } from "./localService.ts";

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
