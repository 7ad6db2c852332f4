import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JobRef, PipelineRef } from "../../src/core/pipelines/refs.ts";
import type { PagePanel } from "../../src/core/webview/pagePanel.ts";
import type { GraphPage } from "../../src/features/pipelines/graph/panel.ts";
import { showNotification } from "../../src/features/pipelines/notifications/notification.ts";
import type { FabricatedJob, FabricatedPipeline } from "../service/fabricated.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { shownPanel, webviewPanels } from "./webviewPanels.ts";

const second = 1_000;
const id = "forgeline.pipeline.showGraph";
const pageTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview);
const ciFile = `
include: [{local: ci/more.yml}]
stages: [build, test, deploy]
compile: {stage: build, script: make}
docs: {stage: build, script: make docs}
unit: {stage: test, script: make test, parallel: 2, needs: [compile]}
lint: {stage: test, script: make lint, needs: []}
deploy: {stage: deploy, script: make deploy, needs: [unit, docs], when: manual}
`;
/** The box of both its parts. */
const unit = "unit, failed, 1 of 2 failed, with the slowest job, on the critical path, needs compile";
const jobs: readonly FabricatedJob[] = [
  { name: "compile", stage: "build", duration: 60 },
  { name: "docs", stage: "build", duration: 200 },
  { name: "unit 1/2", stage: "test", duration: 30 },
  { name: "unit 2/2", stage: "test", duration: 300, status: "failed", trace: "it broke\n" },
  { name: "lint", stage: "test", duration: 5, status: "failed", allowFailure: true },
  { name: "check", stage: "test", duration: 8 },
  { name: "deploy", stage: "deploy", status: "manual", allowFailure: true, duration: null },
];

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

describe("the graph of a pipeline", () => {
  const stage = setStage();
  let project: OwnProject;
  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    project = await ownProject(stage.app);
    await project.open();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const panels = webviewPanels();
  const graphs = () => stage.app.pipelines.graphs;
  const panelOf = (ref: PipelineRef): PagePanel<PipelineRef, GraphPage> => {
    const panel = graphs().of(ref);
    assert.ok(panel, "its graph is not open");
    return panel;
  };
  const commit = (files: Readonly<Record<string, string>>): Promise<{ sha: string }> =>
    project.commit(files, { branch: "main", message: "Set up [skip ci]" });
  /** A pipeline of the test's own project, as rows carry it. */
  const pipeline = async (
    spec: FabricatedPipeline,
    files: Readonly<Record<string, string>> = {
      ".gitlab-ci.yml": ciFile,
      "ci/more.yml": "check: {stage: test, script: x, needs: [docs]}\n",
    },
  ): Promise<PipelineRef> => {
    const { sha } = await commit(files);
    const made = await project.add({ sha, ...spec });
    return {
      instance: project.instance,
      project: project.path,
      pipeline: await stage.client.pipelines.get(project.path, made.id),
    };
  };
  const { see, gone } = stage;
  const inPage = (selector: string, count?: number): Promise<unknown> =>
    stage.person({ action: "inPage", selector, ...(count !== undefined && { count }) });
  const open = async (ref: PipelineRef): Promise<PagePanel<PipelineRef, GraphPage>> => {
    await vscode.commands.executeCommand(id, ref);
    await see("heading", `Pipeline #${ref.pipeline.id}`);
    await panelOf(ref).load();
    await inPage('main[aria-busy="false"]');
    return panelOf(ref);
  };
  const edges = (panel: PagePanel<PipelineRef, GraphPage>): string[] =>
    (panel.page.graph?.edges ?? [])
      .map(
        ({ from, to, by, critical }) =>
          `${[from, to].map((key) => (JSON.parse(key) as string[])[1]).join(">")} ${by}${critical ? "!" : ""}`,
      )
      .sort();

  command(id, "draws stages, jobs and needs, and marks the critical path and the slowest job @oldest", async (run) => {
    const ref = await pipeline({ jobs });
    await run(ref);
    await see("heading", `Pipeline #${ref.pipeline.id}`);
    const panel = panelOf(ref);
    await panel.load();
    const shown = panel.page.graph?.stages.map(({ name, jobs: own }) => [name, own.length]);
    assert.deepEqual(shown, [
      ["build", 2],
      ["test", 4],
      ["deploy", 1],
    ]);
    assert.deepEqual(edges(panel), [
      "compile>unit 1/2 needs",
      "compile>unit 2/2 needs!",
      "docs>check needs",
      "docs>deploy needs",
      "unit 1/2>deploy needs",
      "unit 2/2>deploy needs",
    ]);
    await inPage("svg .line", 4);
    await inPage('svg .line.critical[d^="M "]', 1);
    await see("columnheader", "test");
    await see("button", unit);
    await gone("button", "unit 2/2, failed");
    await see("button", "lint, failed (allowed to fail)");
    await see("button", "deploy, manual, allowed to fail, needs unit, docs");
    await see("button", unit, true);
    await see("button", "unit 2/2, failed, 5 minutes, slowest job, on the critical path, needs compile");
    await inPage("svg .line", 4);
    const { webview, title } = shownPanel(panels);
    assert.equal(title, `Graph of #${ref.pipeline.id}`);
    const found = webview.html.replaceAll("&#39;", "'");
    assert.match(found, /default-src 'none'; script-src 'nonce-[^']+'; style-src [^;]+; img-src data:; /);
    assert.ok(webview.options.enableCommandUris !== true);
  });

  command(id, "shows the newest pipeline of the branch without an argument", async (run) => {
    await commit({ "a.txt": "a" });
    const { branch } = stage.app.current.require().project;
    const made = await project.add({
      ref: branch ?? "main",
      sha: (await stage.client.commits.get(project.path, "main")).id,
      jobs: [{ name: "only" }],
    });
    await project.commit({ "b.txt": "b" }, { branch: "other", message: "Other [skip ci]" });
    await run();
    await see("heading", `Pipeline #${made.id}`);
    await see("button", "only, passed");
  });

  command(id, "has one page for each pipeline, however its project is named", async (run) => {
    const ref = await pipeline({ jobs });
    await run(ref);
    await see("heading", `Pipeline #${ref.pipeline.id}`);
    await run({ ...ref, project: project.id });
    assert.equal(pageTabs().length, 1);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await until("the page to be gone", () => graphs().of(ref) === undefined, vscode.window.tabGroups.onDidChangeTabs);
  });

  it("runs commands on its jobs and shows their results", async () => {
    const ref = await pipeline({ jobs });
    const panel = await open(ref);
    await see("button", unit, true);
    await see("button", "unit 2/2, failed", true);
    await see("menuitem", "Retry", true);
    assert.equal((await stage.message()).text, "Retrying job “unit 2/2”.");
    await gone("button", "unit 2/2, failed");
    assert.notEqual(panel.page.graph?.stages[1]?.jobs[1]?.job.status, "failed");
    const found = panel.page.graph?.stages.map(({ jobs: own }) => own.length);
    assert.deepEqual(found, [2, 4, 1]);
    await see("button", "deploy, manual", true);
    await see("menuitem", "Play");
  });

  it("restores its page after a reload, and closes unknown ones", async () => {
    const webview = (): vscode.WebviewPanel =>
      vscode.window.createWebviewPanel("forgeline.pipelineGraph", "kept", vscode.ViewColumn.Active);
    const ref = await pipeline({ jobs });
    const kept = { instance: ref.instance, project: ref.project, pipeline: ref.pipeline.id, scroll: [0, 0] };
    await graphs().revive(webview(), kept);
    await see("button", "compile, passed");
    await inPage("svg .line", 4);
    for (const other of [undefined, { instance: ref.instance }, kept]) await graphs().revive(webview(), other);
    await until("one page to be left", () => pageTabs().length === 1, vscode.window.tabGroups.onDidChangeTabs);
  });

  it("is updated after it was hidden and after it was moved @window", async () => {
    const ref = await pipeline({
      jobs: [
        { name: "a", stage: "build" },
        { name: "b", stage: "test", status: "failed" },
        { name: "c", stage: "test", status: "failed" },
      ],
    });
    await open(ref);
    await vscode.commands.executeCommand("workbench.action.files.newUntitledFile");
    const isSo = () => !shownPanel(panels).visible;
    await until("the page to be out of sight", isSo, (listener) => shownPanel(panels).onDidChangeViewState(listener));
    await vscode.commands.executeCommand(id, ref);
    await see("button", "b, failed", true);
    await see("menuitem", "Retry", true);
    await stage.message();
    await gone("button", "b, failed");
    await vscode.commands.executeCommand("workbench.action.moveEditorToRightGroup");
    await see("button", "c, failed", true);
    await see("menuitem", "Retry", true);
    await stage.message();
    await gone("button", "c, failed");
  });

  describe("by itself", () => {
    let time: PollClock;
    const running: FabricatedPipeline = {
      status: "running",
      jobs: [
        { name: "a", stage: "build" },
        { name: "b", stage: "test", status: "running" },
      ],
    };
    /** Opens it where nothing else asks by itself. */
    const openAlone = async (spec: FabricatedPipeline): Promise<PipelineRef> => {
      await vscode.commands.executeCommand("workbench.view.explorer");
      const ref = await pipeline(spec);
      await open(ref);
      time = new PollClock(stage.polling);
      time.stop();
      await project.forget();
      return ref;
    };
    const asked = () => project.asked(/\/pipelines\/\d+/);
    afterEach(() => time.go());

    it("polls at most twice in 30 seconds while the pipeline runs, announces changes, and stops with it", async () => {
      const ref = await openAlone(running);
      await time.pass(60 * second);
      const count = (await asked()).length;
      assert.ok(count >= 3 && count <= 5, `${count} requests in a minute`);
      const job = panelOf(ref).page.graph?.stages[1]?.jobs[0]?.job;
      assert.ok(job);
      await stage.client.jobs.cancel(project.path, job.id);
      await time.pass(60 * second);
      await inPage("#voice:has-text('b: canceled')");
      await see("button", "b, canceled");
      await project.forget();
      await time.pass(180 * second);
      assert.deepEqual(await asked(), []);
    });

    it("polls neither a finished pipeline nor while hidden", async () => {
      await openAlone({ jobs });
      await time.pass(180 * second);
      assert.deepEqual(await asked(), []);
      time.go();
      await openAlone(running);
      await vscode.commands.executeCommand("workbench.action.files.newUntitledFile");
      const isSo = () => !shownPanel(panels).visible;
      await until("the page to be out of sight", isSo, (listener) => shownPanel(panels).onDidChangeViewState(listener));
      await project.forget();
      await time.pass(120 * second);
      assert.deepEqual(await asked(), []);
    });
  });

  describe("why a pipeline is red", () => {
    const { pick, press } = stage;
    const heading = (ref: PipelineRef): string => `Why is pipeline #${ref.pipeline.id} red?`;
    /** A failed pipeline of the newest commit, as rows carry it. */
    const failed = async (more: FabricatedPipeline = {}): Promise<{ ref: PipelineRef; jobs: readonly number[] }> => {
      const { sha } = await project.commit(
        { "src/a.c": "int a;\nint b\n" },
        { branch: "main", message: "Break it [skip ci]" },
      );
      const made = await project.add({ ...spec, sha, ...more });
      const pipeline = await stage.client.pipelines.get(project.path, made.id);
      return { ref: { instance: project.instance, project: project.path, pipeline }, jobs: made.jobs };
    };
    /** A merge request whose head pipeline failed. */
    const failedMergeRequest = async (): Promise<{ ref: PipelineRef; mergeRequest: unknown }> => {
      const { sha } = await project.commit({ "src/a.c": "int\n" }, { branch: "topic", message: "Try [skip ci]" });
      const { iid } = await project.addMergeRequest({ sourceBranch: "topic", title: "Try" });
      const { ref } = await failed({ ref: "topic", sha });
      const { items } = await stage.client.mergeRequests.listForProject(project.path, { iids: [iid] }).page();
      return { ref, mergeRequest: items[0] };
    };

    command(
      "forgeline.diagnosis.show",
      "shows the first error of a pipeline, whose links open log and file",
      async (run) => {
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
      },
    );

    command("forgeline.diagnosis.show", "explains a job's pipeline, or the branch's newest", async (run) => {
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

    command("forgeline.diagnosis.show", "explains the head pipeline of a merge request", async (run) => {
      const { ref, mergeRequest } = await failedMergeRequest();
      await run({ instance: project.instance, project: project.path, mergeRequest });
      await see("heading", heading(ref));
      await see("heading", "Target branch");
    });

    command("forgeline.diagnosis.show", "asks for a failed pipeline", async (run) => {
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

  // The last: what the others ask with ends here.
  describe("when the account changes", () => {
    it("forgets what an account may see when it signs out", async () => {
      const ref = await pipeline({ jobs });
      const panel = await open(ref);
      await see("button", "compile, passed");
      await signedOut();
      await gone("button", "compile, passed");
      assert.equal(panel.page.graph, undefined);
      await signedIn();
      await see("button", "compile, passed");
    });
  });
});
