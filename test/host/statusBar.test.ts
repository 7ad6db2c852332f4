import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import { type BranchStatus, PipelineStatusBar } from "../../src/core/ui/statusBar.ts";
import type { App } from "./app.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { buttonGone, findButton, outer } from "./outer.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { hideViews } from "./shownView.ts";
import { sessionOf, signedIn, signedOut } from "./signedIn.ts";
import { replace } from "./spies.ts";

describe("the status bar", () => {
  const { control } = localService();
  let app: App;
  let polling: PollScheduler;
  let project: OwnProject;

  before(async () => {
    await freshWindow();
    ({ app, polling } = await signedIn());
    await hideViews(app);
  });
  beforeEach(async () => {
    project = await ownProject(app);
  });
  afterEach(async () => {
    await control.clearFaults();
    await hideViews(app);
  });
  after(async () => {
    await workspaceProject(app);
    await signedOut();
  });

  it("shows the branch's pipeline; a click selects its row", async () => {
    const { id } = await project.add({ status: "running", jobs: [{ name: "one", status: "running" }] });
    await project.add({ status: "failed", ref: "other" });
    await project.open();
    const item = await findButton(`Pipeline #${id} of main: running`, true);
    assert.equal(item.text, "Pipeline running");
    assert.match(item.icon, /\bcodicon-sync\b/);
    await outer().ask({
      action: "find",
      role: "treeitem",
      name: `Pipeline ${id}, running`,
      states: { selected: true, expanded: true },
    });
    assert.equal(app.pipelines.view.visible, true);
  });

  it("shows missing pipelines and failures", async () => {
    await project.open();
    assert.equal((await findButton("No pipeline for main yet")).text, "No pipeline");
    const other = await ownProject(app);
    await control.fault({ path: other.address("/pipelines/latest"), status: 500 });
    await other.open();
    const { host, port } = new URL(localService().url);
    assert.notEqual(port, "", "an instance is named with its port");
    assert.match((await findButton(`${host} returned a server error (HTTP 500)`)).icon, /\bcodicon-warning\b/);
  });

  it("shows until when requests pause after 429", async () => {
    const { id } = await project.add({ status: "success" });
    await project.open();
    await findButton(`Pipeline #${id} of main: passed`);
    const clock = new PollClock(polling);
    clock.stop();
    try {
      await control.fault({
        path: project.address("/pipelines/latest"),
        times: 1,
        status: 429,
        headers: { "Retry-After": "600" },
      });
      polling.setFocused(false);
      await clock.pass(61_000);
      polling.setFocused(true);
      await clock.pass(1_000);
      const item = await findButton(`Pipeline #${id} of main: passed. Rate limit reached. Updates resume at`);
      assert.match(item.text, /^Pipeline passed ·\s+paused until \d/);
      await project.forget();
      await clock.pass(8 * 60_000);
      assert.deepEqual(await project.asked(), []);
      const since = await control.lastRequest();
      await clock.pass(3 * 60_000);
      await buttonGone("Updates resume at");
      await control.waitForRequest({ path: project.address("/pipelines/latest"), since });
    } finally {
      clock.go();
    }
  });

  it("hides without a session", async () => {
    const { id } = await project.add({ status: "success" });
    await project.open();
    const name = `Pipeline #${id} of main: passed`;
    await findButton(name);
    await signedOut();
    await buttonGone(name);
    const { session } = await signedIn();
    await findButton(name);
    await app.sessions.write({ ...session, status: "expired" });
    await buttonGone(name);
    assert.equal(app.current.value.kind, "expired");
    await app.sessions.write(sessionOf("alice"));
    await findButton(name);
  });
});

describe("the status bar's item", () => {
  const pipeline = (status: string, branch = "main", times?: object): BranchStatus => {
    const ref = { instance: "https://h", project: 1, pipeline: { id: 7, status, ref: "main", sha: "", web_url: "" } };
    return { kind: "pipeline", branch, ref, ...(times && { times }) } as BranchStatus;
  };
  const select = "Select to show it.";
  const late = { left: 250, slower: { seconds: 60, ratio: 1.5 } };
  const lateWords = "running, about 4m left, slower than usual: +1m, +50%";
  const noPipeline = (kind: "empty" | "failed", reason: string): BranchStatus => ({ kind, branch: "main", reason });
  const states: readonly (readonly [BranchStatus, text: string, tooltip: string, color?: string])[] = [
    [pipeline("running"), "$(sync~spin) Pipeline running", `main: running. ${select}`],
    [pipeline("running", "main", late), "$(sync~spin) Pipeline running", `main: ${lateWords}. ${select}`],
    [pipeline("failed"), "$(error) Pipeline failed", `main: failed. ${select}`, "statusBarItem.errorBackground"],
    [pipeline("success", "$(bug) x"), "$(pass) Pipeline passed", `$\u200b(bug) x: passed. ${select}`],
    [pipeline("$(bug)"), "$(question) Pipeline $\u200b(bug)", `main: $\u200b(bug). ${select}`],
    [noPipeline("empty", "None yet"), "$(circle-large-outline) No pipeline", "None yet"],
    [noPipeline("failed", "It broke."), "$(warning) No pipeline", "It broke."],
  ];

  it("shows each state by text, tooltip, color and command", () => {
    const made: vscode.StatusBarItem[] = [];
    const spy = replace(
      vscode.window,
      "createStatusBarItem",
      (real) =>
        ((...args: [string]) => {
          made.push(real(...args));
          return made.at(-1);
        }) as typeof real,
    );
    const source = { status: { kind: "hidden" } as BranchStatus };
    const changed = new Emitter<undefined>();
    const bar = new PipelineStatusBar(Object.assign(source, { onDidChangeStatus: changed.event }));
    spy.dispose();
    const [item] = made;
    assert.ok(item);
    for (const [status, text, words, background] of states) {
      source.status = status;
      changed.fire(undefined);
      const { command, arguments: given } = item.command as vscode.Command;
      const tooltip: vscode.StatusBarItem["tooltip"] = item.tooltip;
      const linked: string | undefined = tooltip instanceof vscode.MarkdownString ? tooltip.value : undefined;
      const told: string = typeof tooltip === "string" ? tooltip : (linked?.split("\n\n")[0] ?? "");
      const plain: string = told.replaceAll("&nbsp;", " ").replace(/\\(?=[^\w\s])/g, "");
      const isPipeline = status.kind === "pipeline";
      assert.deepEqual(
        [item.text, plain.replace("Pipeline #7 of ", ""), command, item.backgroundColor?.id],
        [text, words, `forgeline.${isPipeline ? "pipeline.reveal" : "pipelines.focus"}`, background],
      );
      const spoken = item.accessibilityInformation?.label ?? "";
      assert.ok(spoken !== "" && !spoken.includes("$("), spoken);
      if (!isPipeline) continue;
      assert.deepEqual(given, [status.ref]);
      const link = /\[Why is it red\?\]\(command:forgeline\.diagnosis\.show\?[^)]+%22id%22%3A7[^)]+\)$/;
      assert.equal(linked !== undefined && link.test(linked), status.ref.pipeline.status === "failed");
      assert.equal(linked !== undefined, status.ref.pipeline.status === "failed");
    }
    bar.dispose();
  });
});
