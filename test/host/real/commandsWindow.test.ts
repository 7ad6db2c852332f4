import assert from "node:assert/strict";
import * as vscode from "vscode";
import { command } from "../commandTest.ts";
import { isOldest } from "../isOldest.ts";
import { setStage } from "../stage.ts";

describe("walkthrough and settings @window", () => {
  const stage = setStage({ account: false });

  // VS Code 1.105 registers the walkthroughs of extensions five seconds after it is first asked for one, and opens its own until then.
  if (!isOldest)
    command("forgeline.getStarted", "opens the walkthrough at its first step, with its picture", async (run) => {
      await run();
      await stage.person({ action: "find", role: "heading", name: "Get Started with Forgeline" });
      await stage.person({ action: "find", role: "img", name: "The Forgeline side bar before signing in" });
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    });

  it("shows the Settings editor", async () => {
    await vscode.commands.executeCommand("forgeline.openSettings");
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "Settings");
  });
});
