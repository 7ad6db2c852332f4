import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { EXTENSION_ID } from "../../src/core/base/extensionIds.ts";

interface Binding {
  readonly key: string;
  readonly command: string;
}

describe("keys", () => {
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

  it("are six chords that nobody else has, behind one that begins chords already", async () => {
    const all = await defaults();
    const first = "ctrl+k";
    assert.ok(all.some(({ key, command }) => key.startsWith(`${first} `) && !command.startsWith("forgeline.")));
    assert.equal(contributes.keybindings.length, 6);
    for (const { key, command } of contributes.keybindings) {
      assert.ok(key.startsWith(`${first} alt+`), key);
      assert.deepEqual(
        all.filter((one) => one.key === key).map((one) => one.command),
        [command],
      );
    }
  });
});
