import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { App } from "../../src/app.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { type Row, Rows } from "./rows.ts";
import { hideViews } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { until } from "./until.ts";

describe("the Jobs view", () => {
  const { control } = localService();
  let app: App;
  let project: OwnProject;
  let rows: Rows<unknown>;

  before(async () => {
    ({ app } = await signedIn());
    rows = new Rows<unknown>(app.jobs.provider);
    await vscode.commands.executeCommand("forgeline.jobs.focus");
    await until("the Jobs view to be seen", () => app.jobs["tree"].visible, app.jobs["tree"].onDidChangeVisibility);
  });
  beforeEach(async () => {
    project = await ownProject(app);
  });
  after(async () => {
    await hideViews(app);
    await workspaceProject(app);
    await signedOut();
  });

  const labels = (some: readonly Row<unknown>[]): string[] => some.map(({ label }) => label);

  it("lists the project's jobs, newest first, each with where it belongs", async () => {
    const { id, jobs } = await project.add({
      ref: "topic",
      jobs: [
        { name: "lint", stage: "check", status: "success", duration: 3 },
        { name: "unit", stage: "test", status: "running" },
        { name: "ship", stage: "deploy", status: "manual" },
      ],
    });
    await project.open();
    const list = await rows.below();
    assert.deepEqual(labels(list), ["ship", "unit", "lint"]);
    const [ship, unit, lint] = list;
    assert.match(lint?.description ?? "", new RegExp(`^check · topic · #${id} · 3s · `));
    assert.match(lint?.spoken ?? "", new RegExp(`^Job lint, passed, check, topic, #${id}, took 3 seconds, `));
    assert.deepEqual([lint?.icon, lint?.context, lint?.item.command?.command], ["pass testing.iconPassed", "job retryable hasLog", "forgeline.job.showLog"]);
    assert.deepEqual([unit?.icon, unit?.context], ["sync~spin charts.blue", "job cancelable hasLog"]);
    assert.deepEqual([ship?.icon, ship?.context, ship?.item.command], ["play-circle testing.iconUnset", "job playable", undefined]);
    assert.equal(lint?.id, `${project.instance} ${project.path}/jobs/${jobs[0] ?? 0}`);
    assert.deepEqual(await project.asked(/^GET \/jobs/), ["GET /jobs?per_page=20"]);
    assert.deepEqual(await rows.below(lint), []);
    assert.match((await rows.tooltip(lint)).value, /\*\*Duration\*\* 3s/);
  });

  it("loads more, and asks for as much again when it is refreshed", async () => {
    await project.add({ jobCount: 45 });
    await project.open();
    assert.deepEqual([(await rows.below()).length, labels(await rows.below()).at(-1)], [21, "Load more…"]);
    await project.forget();
    await rows.press((await rows.below()).at(-1) as Row<unknown>);
    await rows.press((await rows.below()).at(-1) as Row<unknown>);
    const list = labels(await rows.below());
    assert.deepEqual([list.length, list[0], list.at(-1)], [45, "job 45", "job 1"]);
    assert.equal((await project.asked(/^GET \/jobs/)).length, 2);
    await project.forget();
    await app.jobs["tree"].refresh();
    assert.deepEqual(await project.asked(/^GET \/jobs/), ["GET /jobs?per_page=60"]);
    assert.deepEqual(labels(await rows.below()), list);
  });

  it("is narrowed to statuses, says so, and remembers it for the project", async () => {
    await project.add({ jobs: [{ name: "a", status: "failed" }, { name: "b", status: "success" }, { name: "c", status: "manual" }] });
    await project.open();
    assert.equal((await rows.below()).length, 3);
    await project.forget();
    await app.jobs.contents?.setFilter(["failed", "manual"]);
    assert.deepEqual(labels(await rows.below()), ["c", "a"]);
    const message = (): string | undefined => app.jobs["tree"]["view"].message;
    assert.equal(message(), "Filter: failed, waiting for a manual action");
    assert.deepEqual((await project.asked(/^GET \/jobs/)).map(decodeURIComponent), ["GET /jobs?scope[]=failed&scope[]=manual&per_page=20"]);
    await app.jobs.contents?.setFilter(["canceled"]);
    assert.deepEqual(labels(await rows.below()), ["No job has one of these statuses"]);
    await workspaceProject(app);
    assert.deepEqual([app.jobs.contents?.filter, message()], [[], undefined]);
    await project.open();
    assert.deepEqual(app.jobs.contents?.filter, ["canceled"]);
    await app.jobs.contents.setFilter([]);
    assert.equal((await rows.below()).length, 3);
  });

  it("tells what is wrong in place of the rows, and has them back", async () => {
    await project.add({ jobCount: 1 });
    await control.fault({ path: project.address("/jobs\\?"), status: 403, body: { message: "403 Forbidden" } });
    await project.open();
    const [row] = await rows.below();
    assert.match(row?.label ?? "", /does not allow your account/);
    await control.clearFaults();
    await app.jobs["tree"].refresh();
    assert.deepEqual(labels(await rows.below()), ["job 1"]);
  });

  it("says when there are none yet", async () => {
    await project.open();
    assert.deepEqual(labels(await rows.below()), ["No jobs yet"]);
  });
});
