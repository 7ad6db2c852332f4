import assert from "node:assert/strict";
import * as vscode from "vscode";
import { EXTENSION_ID } from "../../../src/core/base/extensionIds.ts";

interface Binding {
  readonly key: string;
  readonly command: string;
  readonly args?: { readonly focusedView: string };
}

describe("keys @window", () => {
  const { contributes } = vscode.extensions.getExtension(EXTENSION_ID)!.packageJSON as {
    readonly contributes: { readonly keybindings: readonly Binding[] };
  };

  /** All keys of VS Code and its own extensions, as Open Default Keyboard Shortcuts shows them. */
  const defaults = async (): Promise<readonly Binding[]> => {
    const uri = vscode.Uri.parse("vscode://defaultsettings/keybindings.json");
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    return [...text.matchAll(/"key": "([^"]+)",\s*"command": "([^"]+)"/g)].map(([, key = "", command = ""]) => ({
      key,
      command,
    }));
  };

  it("are nine chords that nobody else has, behind one that begins chords already, for rows in views too @oldest", async () => {
    const all = await defaults();
    const first = "ctrl+k";
    assert.ok(all.some(({ key, command }) => key.startsWith(`${first} `) && !command.startsWith("forgeline.")));
    const chords = new Map(contributes.keybindings.map(({ key, command }) => [key, command]));
    assert.equal(chords.size, 9);
    for (const [key, command] of chords) {
      assert.ok(key.startsWith(`${first} alt+`), key);
      assert.deepEqual([...new Set(all.filter((one) => one.key === key).map((one) => one.command))], [command]);
    }
    const views = (command: string) =>
      contributes.keybindings.filter((one) => one.command === command).map(({ args }) => args?.focusedView);
    assert.deepEqual(views("forgeline.job.retry"), [
      undefined,
      "forgeline.pipelines",
      "forgeline.jobs",
      "forgeline.mergeRequests",
      "forgeline.milestones",
    ]);
    assert.deepEqual(views("forgeline.pipeline.run"), [undefined]);
  });
});
