import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JobRef, PipelineRef } from "../../src/core/pipelines/refs.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import { VIEWS } from "../../src/core/views.ts";
import type { App } from "./app.ts";
import { CiFile } from "./ciFile.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { outer } from "./outer.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { Rows } from "./rows.ts";
import { closeView, hideViews, showAlone, showPipelines } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

const second = 1_000;
const minute = 60 * second;
/** What the repository's own events call for, as after the suite before, may be asked at any time, once. */
const latest = /^GET \/pipelines\/latest/;
const otherThanEvents = /^(?!GET \/pipelines\/latest)/;

const statusBar = (name: string): Promise<unknown> => outer().ask({ action: "find", role: "button", name });

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

  it("sends at most one conditional request per minute at rest", async () => {
    await project.add({ status: "success" });
    await open();
    await clock.pass(10 * minute);
    const own = (await control.requests()).filter(({ path }) => path.startsWith(project.address(""))).slice(-7);
    const asked = await project.asked();
    assert.ok(asked.length >= 7 && asked.length <= 10, `${asked.length} requests in ten minutes: ${asked.join(", ")}`);
    assert.deepEqual(new Set(own.map(({ status }) => status)), new Set([304]), "What did not change costs a 304");
  });

  it("sends nothing without focus and catches up once", async () => {
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

  it("sends one list per minute for a hidden view", async () => {
    const made = await project.add({ status: "running", jobs: [{ status: "running" }] });
    await open({ runs: true });
    await hideViews(app);
    await clock.pass(5 * minute);
    const asked = await project.asked(otherThanEvents);
    assert.ok(asked.length <= 5, `${asked.length} requests in five minutes: ${asked.join(", ")}`);
    assert.deepEqual(new Set(asked), new Set(["GET /pipelines?per_page=100"]));
    assert.ok((await project.asked(latest)).length <= 1);
    await control.finishJob(made.jobs[0] ?? 0, "success");
    await clock.pass(2 * minute);
    await project.forget();
    await clock.pass(10 * minute);
    assert.deepEqual(await project.asked(), []);
    await showPipelines(app);
  });

  it("refreshes after writes to its own project only", async () => {
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
    assert.deepEqual(await project.asked(otherThanEvents), []);
    assert.ok((await project.asked(latest)).length <= 1);
    app.changes.fire({ ...scope, subject: "job" });
    const since = await control.lastRequest();
    await clock.pass(second);
    spy.dispose();
    assert.equal(refreshes, 1);
    await control.waitForRequest({ path: project.address("/pipelines\\?"), since });
  });

  describe("about pipelines, wherever they are shown", () => {
    beforeEach(() => showPipelines(app));

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

    it("agrees within one poll after a pipeline ended out of sight", async () => {
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

    it("agrees at once with other parts' responses", async () => {
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

    it("recovers within one poll after an outage", async () => {
      const unread = await project.add({ status: "failed", ref: "a", jobs: [{ name: "first", status: "failed" }] });
      const running = await project.add({ status: "running", jobs: [{ name: "build", status: "running" }] });
      await open();
      await rows().pipeline(running.id, /./, "build");
      await control.fault({ path: "^/api/", status: 502 });
      await control.finishJob(running.jobs[0] ?? 0, "success");
      // All that is shown is asked for: the list, the branch's own pipeline, and jobs that are read once.
      await app.pipelines.view.refresh();
      const failed = await rows().pipeline(unread.id);
      assert.match((await rows().below(failed))[0]?.icon ?? "", /^(warning|error)/, "no rows, but why there are none");
      await clock.pass(35 * second);
      assert.match(app.pipelines.view.message ?? "", /^Not up to date: /);
      await control.clearFaults();
      await clock.pass(62 * second);
      await statusBar(`Pipeline #${running.id} of main: passed`);
      const redrawn = app.pipelines.view.provider.onDidChangeTreeData;
      const hasPassed = ({ icon }: { readonly icon: string }): boolean => /^pass\b/.test(icon);
      await until("the pipeline", async () => hasPassed(await rows().pipeline(running.id)), redrawn);
      await until("its job", async () => hasPassed(await rows().pipeline(running.id, /./, "build")), redrawn);
      const isRead = async (): Promise<boolean> => {
        const [stage] = await rows().below(await rows().pipeline(unread.id));
        return (await rows().below(stage)).some(({ label }) => label === "first");
      };
      await until("the jobs that could not be read", isRead, redrawn);
    });
  });
});

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

  it("sends at most two requests per 30 s, everything in turn", async () => {
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

  it("requests only the watched pipeline without focus", async () => {
    stage.polling.setFocused(false);
    await project.forget();
    await clock.pass(10 * minute);
    const requests = await asked();
    assert.ok(requests.length >= 5 && requests.length <= 10, requests.join("\n"));
    assert.deepEqual(new Set(requests), new Set([`GET /pipelines/${pipeline.pipeline.id}`]));
  });
});

const jobPages = /^GET \/pipelines\/\d+\/jobs/;

describe("what one part has read", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  let clock: PollClock;
  beforeEach(() => {
    clock = new PollClock(stage.polling);
    clock.stop();
  });
  afterEach(async () => {
    clock.go();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await hideViews(stage.app);
  });

  describe("of a pipeline with 105 jobs, in two pages", () => {
    let ref: PipelineRef;
    let failed: number;
    const rows = () => new Rows(stage.app.pipelines.view.provider);
    const pipelineRow = () => rows().pipeline(ref.pipeline.id);
    const showGraph = async (): Promise<void> => {
      await vscode.commands.executeCommand("forgeline.pipeline.showGraph", ref);
      await stage.app.pipelines.graphs.of(ref)?.load();
    };

    beforeEach(async () => {
      const made = await own.project.add({
        status: "failed",
        jobs: Array.from({ length: 105 }, (_, at) => ({
          name: `job ${at}`,
          stage: at < 100 ? "test" : "deploy",
          status: at === 104 ? "failed" : "success",
        })),
      });
      failed = made.jobs[104] ?? 0;
      ref = {
        instance: own.project.instance,
        project: own.project.path,
        pipeline: await stage.client.pipelines.get(own.project.path, made.id),
      };
      await showAlone(stage.app, VIEWS.pipelines);
    });

    it("shares a pipeline's jobs between rows and graph", async () => {
      await rows().below(await pipelineRow());
      assert.equal((await own.project.asked(jobPages)).length, 2);
      await own.project.forget();
      await showGraph();
      assert.deepEqual(await own.project.asked(jobPages), []);
      const stages = stage.app.pipelines.graphs.of(ref)?.page.value.stages;
      const found = stages?.map(({ name, jobs }) => [name, jobs.length]);
      assert.deepEqual(found, [
        ["test", 100],
        ["deploy", 5],
      ]);
    });

    it("reloads jobs once for rows and graph after a retry", async () => {
      await rows().below(await pipelineRow());
      await showGraph();
      await own.project.forget();
      await vscode.commands.executeCommand("forgeline.job.retry", {
        instance: ref.instance,
        project: ref.project,
        job: await stage.client.jobs.get(ref.project, failed),
      });
      await stage.message();
      await clock.pass(2 * second);
      const attempts = (): number | undefined =>
        stage.app.pipelines.graphs.of(ref)?.page.value.stages?.[1]?.jobs.find(({ job }) => job.name === "job 104")
          ?.earlier.length;
      await until("the new attempt in the graph", () => attempts() === 1, stage.app.connections.onDidChangeRecords);
      const asked = await own.project.asked(jobPages);
      assert.ok(asked.length <= 2, asked.join(", "));
    });
  });

  it("reloads merge requests once after a merge", async () => {
    const row = await own.request("topic");
    await showAlone(stage.app, VIEWS.mergeRequests);
    const rows = new Rows(stage.app.mergeRequests.view.provider);
    await rows.below(await rows.at(/^All/));
    await own.project.forget();
    const merged = vscode.commands.executeCommand("forgeline.mergeRequest.merge", row);
    await own.look("Merge !1", "Delete Source Branch");
    await own.pick("Merge !1", "Merge Now");
    await merged;
    await stage.message();
    const all = /^GET \/merge_requests\?(?!.*source_branch)/;
    const since = await stage.control.lastRequest();
    await clock.pass(2 * second);
    await stage.control.waitForRequest({ path: own.project.address("/merge_requests\\?.*recheck"), since });
    await stage.client.users.current();
    assert.equal((await own.project.asked(all)).length, 1);
    await clock.pass(20 * second);
    await stage.client.users.current();
    // The host may not have applied the merge when it was asked first.
    assert.ok((await own.project.asked(all)).length <= 2);
  });
});
