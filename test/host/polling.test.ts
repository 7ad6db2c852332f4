import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import type { App } from "./app.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { Rows } from "./rows.ts";
import { hideViews, showPipelines } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { replace } from "./spies.ts";

const second = 1_000;
const minute = 60 * second;

describe("what the window asks by itself", () => {
  const { control } = localService();
  let app: App;
  let project: OwnProject;
  let polling: PollScheduler;
  let clock: PollClock;

  before(async () => {
    await freshWindow();
    ({ app, polling } = await signedIn());
    await showPipelines(app);
  });
  beforeEach(async () => {
    clock = new PollClock(polling);
    clock.stop();
    project = await ownProject(app);
  });
  afterEach(async () => {
    await control.clearFaults();
    polling.setFocused(true);
    clock.go();
  });
  after(async () => {
    await hideViews(app);
    await workspaceProject(app);
    await signedOut();
  });

  const open = async ({ runs = false } = {}): Promise<void> => {
    const since = await control.lastRequest();
    await project.open();
    await new Rows(app.pipelines.view.provider).settled();
    // The status bar looks on its own.
    await control.waitForRequest({ path: project.address("/pipelines/latest"), since });
    // So does who marks a protected branch, once.
    await control.waitForRequest({ path: project.address("/protected_branches"), since });
    // And, once, what estimates how long it still takes.
    if (runs) await control.waitForRequest({ path: project.address("/jobs\\?scope"), since });
    await project.forget();
  };

  it("is at most one conditional request a minute while everything rests", async () => {
    await project.add({ status: "success" });
    await open();
    await clock.pass(10 * minute);
    const own = (await control.requests()).filter(({ path }) => path.startsWith(project.address(""))).slice(-7);
    const asked = await project.asked();
    assert.ok(asked.length >= 7 && asked.length <= 10, `${asked.length} requests in ten minutes: ${asked.join(", ")}`);
    assert.deepEqual(new Set(own.map(({ status }) => status)), new Set([304]), "What did not change costs a 304");
  });

  it("is at most two requests in thirty seconds while something runs", async () => {
    await project.add({ status: "running", jobs: [{ status: "running" }] });
    await open({ runs: true });
    await clock.pass(5 * minute);
    const asked = await project.asked();
    assert.ok(
      asked.length >= 17 && asked.length <= 20,
      `${asked.length} requests in five minutes: ${asked.join(", ")}`,
    );
  });

  it("is nothing without focus, and what is due at once when focus comes back", async () => {
    await project.add({ status: "running", jobs: [{ status: "running" }] });
    await open({ runs: true });
    polling.setFocused(false);
    await clock.pass(20 * minute);
    assert.deepEqual(await project.asked(), []);
    const since = await control.lastRequest();
    polling.setFocused(true);
    await clock.pass(second);
    await control.waitForRequest({ path: project.address("/pipelines\\?"), since });
    const once = (await project.asked(/pipelines\?/)).length;
    for (let toggled = 0; toggled < 5; toggled++) {
      polling.setFocused(false);
      polling.setFocused(true);
    }
    await clock.pass(second);
    assert.equal((await project.asked(/pipelines\?/)).length, once, "Focus that comes and goes asks once");
  });

  it("is one list a minute for a view that nobody sees while something runs, and nothing afterwards", async () => {
    const made = await project.add({ status: "running", jobs: [{ status: "running" }] });
    await open({ runs: true });
    await hideViews(app);
    await clock.pass(5 * minute);
    const asked = await project.asked();
    assert.ok(asked.length <= 5, `${asked.length} requests in five minutes: ${asked.join(", ")}`);
    assert.deepEqual(new Set(asked), new Set(["GET /pipelines?per_page=100"]));
    await control.finishJob(made.jobs[0] ?? 0, "success");
    await clock.pass(2 * minute);
    await project.forget();
    await clock.pass(10 * minute);
    assert.deepEqual(await project.asked(), []);
    await showPipelines(app);
  });

  it("is nothing after 429 until Retry-After has passed", async () => {
    await project.add({ status: "running", jobs: [{ status: "running" }] });
    await open({ runs: true });
    await control.fault({
      path: project.address("/pipelines"),
      times: 1,
      status: 429,
      headers: { "Retry-After": "600" },
    });
    await clock.pass(16 * second);
    // What the repository's own events call for may be asked in the same moment.
    const before = await project.asked();
    assert.ok(before.length >= 1 && polling.silentUntil(project.instance) !== undefined);
    polling.setFocused(false);
    polling.setFocused(true);
    polling.refreshAll();
    await clock.pass(9 * minute);
    assert.deepEqual(await project.asked(), before, "Neither polls nor events break the silence");
    await clock.pass(2 * minute);
    assert.ok((await project.asked()).length > before.length, "It ends when the host said");
    assert.equal(polling.silentUntil(project.instance), undefined);
  });

  it("follows writes to what a view shows of its own project, and no others", async () => {
    await project.add({ status: "success" });
    await open();
    const scope = { instance: project.instance, project: project.path };
    const { contents } = app.pipelines.view;
    assert.ok(contents);
    let refreshes = 0;
    const spy = replace(contents, "refresh", (real) => (signal) => {
      refreshes += 1;
      return real.call(contents, signal);
    });
    app.changes.fire({ ...scope, subject: "wiki", slug: "home" });
    app.changes.fire({ ...scope, subject: "mergeRequest" });
    app.changes.fire({ ...scope, project: "somebody/else", subject: "pipeline" });
    await clock.pass(10 * second);
    assert.equal(refreshes, 0);
    assert.deepEqual(await project.asked(), []);
    app.changes.fire({ ...scope, subject: "job" });
    const since = await control.lastRequest();
    await clock.pass(second);
    spy.dispose();
    assert.equal(refreshes, 1);
    await control.waitForRequest({ path: project.address("/pipelines\\?"), since });
  });
});
