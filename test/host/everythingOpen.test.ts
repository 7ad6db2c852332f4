/** What the window asks by itself with everything open at once that follows a pipeline. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { JobRef, PipelineRef } from "../../src/core/pipelines/refs.ts";
import { CiFile } from "./ciFile.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { Rows } from "./rows.ts";
import { closeView, hideViews, showPipelines } from "./shownView.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

const second = 1_000;
const minute = 60 * second;

describe("what the window asks by itself with everything open", () => {
  const stage = setStage();
  const file = new CiFile();
  let project: OwnProject;
  let clock: PollClock;
  let job: JobRef;
  let pipeline: PipelineRef;

  before(() => {
    clock = new PollClock(stage.polling);
  });
  beforeEach(async () => {
    const { app } = stage;
    await file.take();
    project = await ownProject(app);
    const { id, jobs } = await project.add({
      status: "running",
      jobs: [
        { name: "build", stage: "build", status: "success", duration: 5 },
        { name: "test", stage: "test", status: "running", trace: "begun\n" },
      ],
    });
    await project.open();
    clock.stop();
    await showPipelines(app);
    await vscode.commands.executeCommand("forgeline.jobs.focus");
    await until("the Jobs view to be seen", () => app.jobs.view.visible, app.jobs.view.onDidChangeVisibility);
    const rows = new Rows<unknown>(app.pipelines.view.provider);
    await rows.settled();
    await rows.below(await rows.pipeline(id));
    await new Rows<unknown>(app.jobs.view.provider).below();
    const scope = { instance: project.instance, project: project.path };
    pipeline = { ...scope, pipeline: await stage.client.pipelines.get(project.path, id) };
    job = { ...scope, job: await stage.client.jobs.get(project.path, jobs[1] ?? 0) };
    await vscode.commands.executeCommand("forgeline.job.showLog", job);
    await vscode.commands.executeCommand("forgeline.pipeline.notify", pipeline);
    await file.show(`${"# Demo\n".repeat(10)}build: {script: make}\ntest: {script: make test}\n`);
    await stage.person({ action: "find", role: "button", name: `passed in 5s · #${id}` });
    // What opening it all called for comes first.
    await clock.pass(minute);
  });
  afterEach(async () => {
    const { app } = stage;
    for (const watch of app.pipelines.watching.all) await app.pipelines.watching.remove(watch);
    await vscode.commands.executeCommand("forgeline.job.stopLog", job);
    stage.polling.setFocused(true);
    clock.go();
    await file.putBack();
  });
  after(async () => {
    await closeView(stage.app.jobs.view, "Jobs");
    await hideViews(stage.app);
    await workspaceProject(stage.app);
  });

  /** What was asked for but by the log that is followed: that goes at its own pace, as long as somebody wants to see it. */
  const asked = async (): Promise<string[]> => {
    const requests = await project.asked();
    return requests.filter((request) => !new RegExp(`/jobs/${job.job.id}(/trace|$)`).test(request));
  };

  it("is at most two requests in thirty seconds, and everything has its turn", async () => {
    const all: string[] = [];
    for (let passed = 0; passed < 15 * minute; passed += 30 * second) {
      await project.forget();
      await clock.pass(30 * second);
      const now = await asked();
      assert.ok(now.length <= 2, now.join("\n"));
      all.push(...now);
    }
    assert.ok(all.length >= 40, `${all.length} requests in a quarter of an hour`);
    const turns = [
      /^GET \/pipelines\?per_page=20/,
      /^GET \/jobs\?/,
      /^GET \/pipelines\?ref=main&per_page=5$/,
      new RegExp(`^GET /pipelines/${pipeline.pipeline.id}/jobs\\?`),
      new RegExp(`^GET /pipelines/${pipeline.pipeline.id}$`),
    ];
    for (const turn of turns)
      assert.ok(
        all.some((request) => turn.test(request)),
        `${turn.source} is not among\n${[...new Set(all)].join("\n")}`,
      );
  });

  it("is the watched pipeline alone while the window has no focus, once a minute at most", async () => {
    stage.polling.setFocused(false);
    await project.forget();
    await clock.pass(10 * minute);
    const requests = await asked();
    assert.ok(requests.length >= 5 && requests.length <= 10, requests.join("\n"));
    assert.deepEqual(new Set(requests), new Set([`GET /pipelines/${pipeline.pipeline.id}`]));
  });
});
