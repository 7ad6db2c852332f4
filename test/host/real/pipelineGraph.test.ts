import * as vscode from "vscode";
import { ownProject } from "../ownProject.ts";
import { setStage } from "../stage.ts";
import { until } from "../until.ts";

const ciFile = `
stages: [build, test, deploy]
compile: {stage: build, script: make}
unit: {stage: test, script: make test, parallel: 2, needs: [compile]}
deploy: {stage: deploy, script: make deploy, needs: [unit], when: manual}
`;

describe("the graph of a pipeline as VS Code draws it @window", () => {
  const stage = setStage();
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("is operated by keyboard, down to the menu of a job @oldest", async () => {
    const project = await ownProject(stage.app);
    await project.open();
    const { sha } = await project.commit({ ".gitlab-ci.yml": ciFile }, { branch: "main", message: "Set up [skip ci]" });
    const made = await project.add({
      sha,
      jobs: [
        { name: "compile", stage: "build" },
        { name: "unit 1/2", stage: "test", duration: 30 },
        { name: "unit 2/2", stage: "test", duration: 300, status: "failed", trace: "it broke\n" },
        { name: "deploy", stage: "deploy", status: "manual", allowFailure: true },
      ],
    });
    await vscode.commands.executeCommand("forgeline.pipeline.showGraph", {
      instance: project.instance,
      project: project.path,
      pipeline: await stage.client.pipelines.get(project.path, made.id),
    });
    const unit = "unit, failed, 1 of 2 failed";
    const see = (name: string, click = false) =>
      stage.person({ action: "find", page: true, role: "button", name, click });
    const press = (keys: readonly string[], focus: string) => stage.person({ action: "keysInPage", keys, focus });
    await stage.person({ action: "inPage", selector: 'main[aria-busy="false"] svg .line' });
    await see("compile, passed", true);
    await press(["Escape"], "compile, passed");
    await press(["ArrowRight"], unit);
    await press(["Enter"], unit);
    await see("unit 2/2, failed");
    await press(["ArrowDown"], "unit 2/2, failed");
    await press(["ArrowDown"], "unit 1/2, passed");
    await press(["ArrowUp", "ArrowRight"], "deploy, manual");
    await press(["ArrowLeft"], unit);
    await press(["ArrowDown", "Enter"], "Show Log");
    await press(["ArrowDown"], "Retry");
    await press(["ArrowDown"], "Open in Browser");
    await press(["Escape"], "unit 2/2, failed");
    await stage.person({ action: "find", page: true, role: "menuitem", name: "Retry", gone: true });
    await press(["Enter", "Enter"], "unit 2/2, failed");
    await until(
      "the log to open",
      () =>
        vscode.window.visibleTextEditors.some(
          ({ document }) => document.uri.scheme === "output" && document.getText().includes("it broke"),
        ),
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.workspace.onDidChangeTextDocument,
    );
  });
});
