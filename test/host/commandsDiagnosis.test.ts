import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { JobRef, PipelineRef } from "../../src/core/pipelines/refs.ts";
import { showNotification } from "../../src/features/pipelines/notifications/notification.ts";
import type { FabricatedJob, FabricatedPipeline } from "../service/fabricated.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

const id = "forgeline.diagnosis.show";
const failing = (name: string, trace: string): FabricatedJob => ({
  name,
  stage: "test",
  status: "failed",
  failureReason: "script_failure",
  trace: `$ run\n${trace}\n`,
});
const spec: FabricatedPipeline = {
  ref: "main",
  status: "failed",
  jobs: [{ name: "build", status: "success" }, failing("unit", "src/a.c:2:1: error: it broke")],
};

describe("why a pipeline is red", () => {
  const stage = setStage();
  const { pick, press, see } = stage;
  let project: OwnProject;
  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    project = await ownProject(stage.app);
    await project.open();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  const heading = (ref: PipelineRef): string => `Why is pipeline #${ref.pipeline.id} red?`;
  /** A failed pipeline of the newest commit, as rows carry it. */
  const failed = async (more: FabricatedPipeline = {}): Promise<{ ref: PipelineRef; jobs: readonly number[] }> => {
    const { sha } = await stage.control.commit(
      { "src/a.c": "int a;\nint b\n" },
      { project: project.path, branch: "main", message: "Break it [skip ci]" },
    );
    const made = await project.add({ ...spec, sha, ...more });
    const pipeline = await stage.client.pipelines.get(project.path, made.id);
    return { ref: { instance: project.instance, project: project.path, pipeline }, jobs: made.jobs };
  };
  /** A merge request whose head pipeline failed. */
  const failedMergeRequest = async (): Promise<{ ref: PipelineRef; mergeRequest: unknown }> => {
    const { sha } = await stage.control.commit(
      { "src/a.c": "int\n" },
      { project: project.path, branch: "topic", startBranch: "main", message: "Try [skip ci]" },
    );
    const { iid } = await stage.control.addMergeRequest({ project: project.path, sourceBranch: "topic", title: "Try" });
    const { ref } = await failed({ ref: "topic", sha });
    const { items } = await stage.client.mergeRequests.listForProject(project.path, { iids: [iid] }).page();
    return { ref, mergeRequest: items[0] };
  };

  command(id, "shows the first error of a pipeline, whose links open log and file", async (run) => {
    const { ref, jobs } = await failed();
    await project.forget();
    await run(ref);
    await see("heading", heading(ref));
    await see("button", "src/a.c:2:1", true);
    const isSo = () => vscode.window.activeTextEditor;
    const opened = await until("the file at the commit", isSo, vscode.window.onDidChangeActiveTextEditor);
    assert.match(opened.document.uri.path, /src\/a\.c/);
    assert.equal(opened.selection.start.line, 1);
    const traces = await project.asked(/trace/);
    assert.deepEqual(traces, [`GET /jobs/${jobs[1]}/trace`]);
  });

  command(id, "explains a job's pipeline, or the branch's newest", async (run) => {
    const { ref, jobs } = await failed();
    const job: JobRef = {
      instance: project.instance,
      project: project.path,
      job: { id: jobs[1] ?? 0, name: "unit", status: "failed", web_url: "" },
    };
    await run(job);
    await see("heading", heading(ref));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await run();
    await see("heading", heading(ref));
    await see("heading", "unit");
  });

  command(id, "explains the head pipeline of a merge request", async (run) => {
    const { ref, mergeRequest } = await failedMergeRequest();
    await run({ instance: project.instance, project: project.path, mergeRequest });
    await see("heading", heading(ref));
    await see("heading", "Target branch");
  });

  command(id, "asks for a failed pipeline", async (run) => {
    const { ref } = await failed({ name: "the red one" });
    await project.add({ ...spec, sha: ref.pipeline.sha ?? "", status: "success", name: "the green one", jobs: [{}] });
    const shown = run();
    const box = "Why Is the Pipeline Red?";
    await pick(box, "the red one");
    await shown;
    await see("heading", heading(ref));
  });

  it("opens from graph, merge request page and notification", async () => {
    const { ref, mergeRequest } = await failedMergeRequest();
    const scope = { instance: project.instance, project: project.path };
    for (const open of [
      () => vscode.commands.executeCommand("forgeline.pipeline.showGraph", ref),
      () => vscode.commands.executeCommand("forgeline.mergeRequest.open", { ...scope, mergeRequest }),
    ]) {
      await open();
      await see("button", "Why Is It Red?", true);
      await see("heading", heading(ref));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
    const told = showNotification(ref, () => stage.client);
    await stage.message();
    await press("Why Is It Red?");
    await told;
    await see("heading", heading(ref));
  });
});
