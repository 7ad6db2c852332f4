import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import type { App } from "./app.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { outer } from "./outer.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { Rows } from "./rows.ts";
import { hideViews, showPipelines } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { until } from "./until.ts";

const second = 1_000;
const minute = 60 * second;

const statusBar = (name: string): Promise<unknown> => outer().ask({ action: "find", role: "button", name });

describe("what is known of pipelines, wherever it is shown", () => {
  const { control } = localService();
  let app: App;
  let project: OwnProject;
  let polling: PollScheduler;
  let clock: PollClock;

  before(async () => {
    await freshWindow();
    ({ app, polling } = await signedIn());
  });
  beforeEach(async () => {
    await showPipelines(app);
    clock = new PollClock(polling);
    clock.stop();
    project = await ownProject(app);
  });
  afterEach(async () => {
    await control.clearFaults();
    clock.go();
  });
  after(async () => {
    await hideViews(app);
    await workspaceProject(app);
    await signedOut();
  });

  const rows = () => new Rows(app.pipelines.view.provider);
  const open = async (): Promise<void> => {
    const since = await control.lastRequest();
    await project.open();
    await rows().settled();
    await control.waitForRequest({ path: project.address("/pipelines/latest"), since });
  };
  const listed = async (id: number): Promise<string> => {
    const { icon } = await rows().pipeline(id);
    return icon;
  };

  it("agrees within one poll after a pipeline ended while its view was collapsed, which then rests", async () => {
    const made = await project.add({ status: "running", jobs: [{ name: "build", status: "running" }] });
    await open();
    assert.equal(app.pipelines.view.message, "1 pipeline is running");
    assert.equal(app.pipelines.view.badge, undefined, "running pipelines are no number on the icon");
    await hideViews(app);
    await statusBar(`Pipeline #${made.id} of main: running`);
    await control.finishJob(made.jobs[0] ?? 0, "success");
    await clock.pass(61 * second);
    await statusBar(`Pipeline #${made.id} of main: passed`);
    assert.equal(app.pipelines.view.message, undefined);
    assert.match(await listed(made.id), /^pass\b/);
    assert.match((await rows().pipeline(made.id)).icon, /^pass\b/);
    await project.forget();
    await clock.pass(10 * minute);
    assert.deepEqual(await project.asked(), [], "nothing runs, so nothing is asked");
  });

  it("agrees at once when somebody else asks: nothing is polled for it", async () => {
    const made = await project.add({ status: "running", jobs: [{ name: "build", status: "running" }] });
    await open();
    const { value } = app.current;
    assert.ok(value.kind === "ready");
    const job = await rows().pipeline(made.id, /./, "build");
    assert.match(job.icon, /^sync/);
    await control.finishJob(made.jobs[0] ?? 0, "failed");
    await value.connection.client.jobs.get(project.id, made.jobs[0] ?? 0);
    await statusBar(`Pipeline #${made.id} of main: failed`);
    assert.match(await listed(made.id), /^error\b/);
    assert.match((await rows().pipeline(made.id, /./, "build")).icon, /^error\b/);
  });

  it("shows the branch's newer pipeline in the status bar as soon as any list has it", async () => {
    const old = await project.add({ status: "success" });
    await open();
    await statusBar(`Pipeline #${old.id} of main: passed`);
    await hideViews(app);
    const { value } = app.current;
    assert.ok(value.kind === "ready");
    await project.add({ status: "failed", ref: "other" });
    const newer = await project.add({ status: "running", jobs: [{ status: "running" }] });
    await value.connection.client.pipelines.list(project.id).page();
    await statusBar(`Pipeline #${newer.id} of main: running`);
  });

  it("agrees within one poll after the host was away for 70 seconds, with rows that failed meanwhile", async () => {
    const unread = await project.add({ status: "failed", ref: "a", jobs: [{ name: "first", status: "failed" }] });
    const ended = await project.add({ status: "success", jobs: [{ name: "old", status: "success" }] });
    const running = await project.add({ status: "running", jobs: [{ name: "build", status: "running" }] });
    await open();
    await rows().pipeline(running.id, /./, "build");
    await rows().pipeline(ended.id, /./, "old");
    await control.fault({ path: "^/api/", status: 502 });
    await control.finishJob(running.jobs[0] ?? 0, "success");
    await clock.pass(35 * second);
    // What is read once, as a finished pipeline's jobs are, fails as well.
    await app.pipelines.view.refresh();
    const row = await rows().pipeline(unread.id);
    assert.match((await rows().below(row))[0]?.icon ?? "", /^(warning|error)/, "no rows, but why there are none");
    await clock.pass(35 * second);
    assert.match(app.pipelines.view.message ?? "", /^Not up to date: /);
    await control.clearFaults();
    await control.fault({ path: project.address(`/pipelines/${unread.id}/jobs`), delay: 500 });
    const since = await control.lastRequest();
    await clock.pass(62 * second);
    for (const { id } of [ended, unread])
      await control.waitForRequest({ path: project.address(`/pipelines/${id}/jobs`), since });
    const { value } = app.current;
    assert.ok(value.kind === "ready");
    // The earlier requests were answered before these are; what they show follows while these are on their way.
    while (app.pipelines.view.message !== undefined) await value.connection.client.users.current();
    await statusBar(`Pipeline #${running.id} of main: passed`);
    assert.match(await listed(running.id), /^pass\b/);
    assert.match((await rows().pipeline(running.id, /./, "build")).icon, /^pass\b/);
    assert.match((await rows().pipeline(ended.id, /./, "old")).icon, /^pass\b/);
    await until(
      "the jobs that could not be read",
      async () => {
        const [stage] = await rows().below(await rows().pipeline(unread.id));
        return (await rows().below(stage)).some(({ label }) => label === "first");
      },
      app.pipelines.view.provider.onDidChangeTreeData,
    );
  });

  it("costs no more than resting for a pipeline that hangs since yesterday", async () => {
    const createdAt = Date.now() - 26 * 60 * minute;
    const updated_at = new Date(createdAt).toISOString();
    await project.add({ status: "preparing", jobs: [{ status: "created" }], createdAt, overrides: { updated_at } });
    // With more fields than the list, this answer comes last: it is no change.
    await control.fault({ path: project.address("/pipelines/latest"), delay: 300 });
    await open();
    await project.forget();
    await clock.pass(3 * minute);
    const asked = await project.asked();
    assert.ok(asked.length <= 3, `${asked.length} requests in three minutes: ${asked.join(", ")}`);
  });
});
