import assert from "node:assert/strict";
import * as vscode from "vscode";
import { toolNames } from "../../../src/features/agents/toolNames.ts";
import { everyMoment } from "../everyMoment.ts";
import { isOldest } from "../isOldest.ts";
import { outer } from "../outer.ts";
import { ownProject } from "../ownProject.ts";
import { setStage } from "../stage.ts";
import { until } from "../until.ts";

describe("the MCP server that VS Code finds by itself @window", () => {
  const stage = setStage();

  it("is started by VS Code, and its tools answer through this window", async () => {
    const project = await ownProject(stage.app);
    await project.open();
    const { id } = await project.add({ ref: "main", status: "success", jobs: [{ name: "unit", status: "success" }] });
    await vscode.commands.executeCommand("workbench.mcp.startServer", "*", {
      waitForLiveTools: true,
      autoTrustChanges: true,
    });
    const name = (tool: string): string => `mcp_forgeline_${tool}`;
    await until(
      "the server's tools",
      () => toolNames.every((tool) => vscode.lm.tools.some((one) => one.name === name(tool))),
      everyMoment,
    );
    const invoked = vscode.lm.invokeTool(name("forgeline_get_pipeline"), {
      input: { pipeline: id },
      toolInvocationToken: undefined,
    });
    // The oldest version asks before each tool that meets the world, not in a chat alone.
    if (isOldest) await outer().ask({ action: "dialog", button: "Yes" });
    const { content } = await invoked;
    const answer = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
    assert.match(answer, new RegExp(`Pipeline ${id} of main`));
  });
});
