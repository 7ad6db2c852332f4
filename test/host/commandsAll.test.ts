import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { testedCommands } from "./commandTest.ts";
import { forgeline } from "./signedIn.ts";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe("all commands", () => {
  // Suites say at load which commands they test, so that this holds whichever of them run.
  it("have a test in these suites", () => {
    const manifest = vscode.extensions.getExtension("forgeline.forgeline")?.packageJSON as Manifest;
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual([...testedCommands()].sort(), contributed.sort());
  });

  it("are registered", async () => {
    await forgeline();
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual([...testedCommands()].filter((id) => !registered.has(id)), []);
  });
});
