/** What the host says about the CI file, among the problems. */
import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CiFile } from "./ciFile.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { withoutExtras } from "./withoutExtras.ts";

const wrong =
  "stages: [build]\nbuild:\n  stage: build\n  script: make\n  scrpt: x\ncheck:\n  stage: nope\n  script: make\n";
const right = "stages: [build]\nbuild:\n  stage: build\n  script: make\n";

/** What both suites do with the file. */
class Checked {
  readonly stage = setStage();
  readonly file = new CiFile();
  project!: OwnProject;

  constructor() {
    beforeEach(async () => {
      await this.file.take();
      this.project = await ownProject(this.stage.app);
      await this.project.open();
    });
    afterEach(() => this.file.putBack());
    after(() => workspaceProject(this.stage.app));
  }

  /** Line, severity and words of what the host and the extension say. */
  told(source: string): string[] {
    return vscode.languages
      .getDiagnostics(this.file.uri)
      .filter((each) => each.source === source)
      .map(
        ({ range, severity, message }) =>
          `${range.start.line + 1}:${range.start.character + 1} ${vscode.DiagnosticSeverity[severity]} ${message}`,
      )
      .sort();
  }

  get host(): string {
    return new URL(this.stage.info.url).host;
  }

  judged(what: string, ...expected: readonly string[]): Promise<unknown> {
    return until(
      `${what}: ${expected.join(", ")}`,
      () => JSON.stringify(this.told(this.host)) === JSON.stringify(expected),
      vscode.languages.onDidChangeDiagnostics,
    );
  }

  checks(): Promise<string[]> {
    return this.project.asked(/^POST \/ci\/lint/);
  }
}

describe("the host's check of the CI file", () => {
  const ci = new Checked();
  const unknownKey = "Error jobs:build config contains unknown keys: scrpt";

  it("shows the host's errors beside the editor's own, none twice", async () => {
    const { file } = ci;
    await file.show(wrong);
    await ci.judged("the key", `5:3 ${unknownKey}`);
    const isSo = () => ci.told("Forgeline").some((one) => one.startsWith("7:10 Error Stage “"));
    await until("the stage, by the editor alone", isSo, vscode.languages.onDidChangeDiagnostics);
    assert.deepEqual(ci.told(ci.host), [`5:3 ${unknownKey}`]);
    assert.equal((await ci.checks()).length, 1);
  });

  it("keeps errors at their lines until these change, and checks only saved text", async () => {
    const { file } = ci;
    const document = await file.show(wrong);
    await ci.judged("the key", `5:3 ${unknownKey}`);
    const edit = async (range: vscode.Range, text: string): Promise<void> => {
      const change = new vscode.WorkspaceEdit();
      change.replace(document.uri, range, text);
      await vscode.workspace.applyEdit(change);
    };
    await edit(new vscode.Range(1, 0, 1, 0), "# one\n# two\n");
    await ci.judged("the key, further down", `7:3 ${unknownKey}`);
    await edit(new vscode.Range(9, 0, 9, 0), "  # of the next job\n");
    await ci.judged("the key still", `7:3 ${unknownKey}`);
    await edit(new vscode.Range(6, 2, 6, 7), "after_script");
    await ci.judged("nothing");
    assert.equal((await ci.checks()).length, 1, "nothing is sent that is not saved");
    await file.type(document, right.replace("script: make", "script: make\n  when: manual"));
    await document.save();
    await ci.judged("a warning at the top", "1:1 Warning All jobs are manual: the pipeline waits for a person");
    await file.type(document, right);
    await ci.judged("nothing");
    assert.equal((await ci.checks()).length, 2);
  });

  it("goes with the account", async () => {
    await ci.file.show(wrong);
    await ci.judged("the key", `5:3 ${unknownKey}`);
    await signedOut();
    await ci.judged("nothing");
    await signedIn();
    await ci.judged("the key again", `5:3 ${unknownKey}`);
  });
});

describe("the check of a CI file by a host without the route", () => {
  const ci = new Checked();
  withoutExtras();

  it("is tried once, and shows nothing", async () => {
    const { file, stage, project } = ci;
    const document = await file.show(wrong);
    await stage.control.waitForRequest({ method: "POST", path: project.address("/ci/lint") });
    await until("the editor's own", () => ci.told("Forgeline").length > 0, vscode.languages.onDidChangeDiagnostics);
    await until(
      "the route to be known as absent",
      () => {
        const { value } = stage.app.current;
        return value.kind === "ready" && value.connection.client.extras.available("ciLint") === false;
      },
      stage.app.capabilities.onDidChange,
    );
    await file.type(document, right);
    await document.save();
    const isSo = () => ci.told("Forgeline").length === 0;
    await until("the editor to have nothing to say", isSo, vscode.languages.onDidChangeDiagnostics);
    assert.deepEqual(ci.told(ci.host), []);
    assert.equal((await ci.checks()).length, 1);
  });
});
