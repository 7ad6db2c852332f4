import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { toolNames, type ToolName } from "../../src/features/agents/toolNames.ts";
import type { FabricatedJob } from "../service/fabricated.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

const failing = (name: string, trace: string): FabricatedJob => ({
  name,
  stage: "test",
  status: "failed",
  failureReason: "script_failure",
  trace: `$ run\n${trace}\n`,
});

describe("tools for language models", () => {
  const stage = setStage();
  let project: OwnProject;
  const chat = () => vscode.workspace.getConfiguration("chat");
  before(async () => {
    await chat().update("disableAIFeatures", false, vscode.ConfigurationTarget.Global);
    await until(
      "the tools to be offered",
      () => toolNames.every((name) => vscode.lm.tools.some((tool) => tool.name === name)),
      (listener) => vscode.workspace.onDidChangeConfiguration(listener),
    );
  });
  after(() => chat().update("disableAIFeatures", true, vscode.ConfigurationTarget.Global));
  beforeEach(async () => {
    project = await ownProject(stage.app);
    await project.open();
  });

  const ask = async (name: ToolName, input: object): Promise<string> => {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
  };

  it("explain why a pipeline is red", async () => {
    const { id } = await project.add({
      ref: "main",
      status: "failed",
      jobs: [{ name: "build", status: "success" }, failing("unit", "src/a.c:2:1: error: it broke")],
    });
    const answer = await ask("forgeline_explain_failure", { pipeline: id });
    assert.match(answer, new RegExp(`Pipeline ${id} of main`));
    assert.match(answer, /> src\/a\.c:2:1: error: it broke/);
  });
});
