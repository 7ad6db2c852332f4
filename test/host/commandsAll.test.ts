import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { forgeline } from "./signedIn.ts";

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
