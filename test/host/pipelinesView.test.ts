import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PipelinesNode } from "../../src/core/pipelines/nodes.ts";
import type { Element } from "../../src/core/tree/node.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import { pipelineFilters } from "../../src/features/pipelines/filter.ts";
import type { App } from "./app.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { outer } from "./outer.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { type Row, Rows } from "./rows.ts";
import { hideViews, showPipelines } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";

type Shown = Element<PipelinesNode>;
const hoursAgo = (hours: number): number => Date.now() - hours * 3_600_000 - 60_000;

describe("the Pipelines view", () => {
  const { control } = localService();
  let app: App;
  let polling: PollScheduler;
  let project: OwnProject;
  let rows: Rows<Shown>;

  before(async () => {
    await freshWindow();
    ({ app, polling } = await signedIn());
    rows = new Rows(app.pipelines.view.provider);
    await showPipelines(app);
  });
  beforeEach(async () => {
    project = await ownProject(app);
  });
  after(async () => {
    await hideViews(app);
    await workspaceProject(app);
    await signedOut();
  });

  /** Opens the project and waits until what stands open is read. */
  const open = async (): Promise<void> => {
    await project.open();
    await rows.settled();
  };
  const seen = (some: readonly Row<Shown>[]): string[] =>
    some.map(({ icon, label, description }) => `${icon}: ${label} (${description})`);
  /** Resolves once the list was read; VS Code asks for the rows by itself. */
  const all = (): Promise<Row<Shown>[]> => rows.at("All pipelines").then((group) => rows.below(group));

  it("shows the branch's latest pipeline first, then all, newest first", async () => {
    const old = await project.add({ status: "success", createdAt: hoursAgo(50), source: "web" });
    const latest = await project.add({ status: "failed", name: "Nightly", createdAt: hoursAgo(2), source: "schedule" });
    const other = await project.add({
      status: "running",
      ref: "topic/x",
      sha: "0123456789abcdef0123456789abcdef01234567",
      createdAt: hoursAgo(1),
    });
    await open();
    const groups = await rows.below();
    assert.deepEqual(seen(groups), ["git-branch: Current branch: main ()", "list-unordered: All pipelines ()"]);
    const [current] = groups;
    assert.ok(current);
    const [branch, ...rest] = await rows.below(current);
    assert.deepEqual(rest, []);
    assert.ok(branch);
    assert.ok(branch.element.kind === "pipeline");
    const sha = branch.element.pipeline.sha?.slice(0, 8);
    assert.deepEqual(seen([branch]), [
      `error testing.iconFailed: #${latest.id} Nightly (main · ${sha} · schedule · 2 hr. ago)`,
    ]);
    assert.equal(branch.id, `${project.instance} ${project.path}/current/${latest.id}`);
    assert.equal(branch.context, "pipeline retryable");
    assert.equal(
      branch.spoken,
      `Pipeline ${latest.id}, failed, Nightly, ref main, commit ${sha}, started by schedule, 2 hr. ago`,
    );
    const list = await all();
    assert.deepEqual(seen(list), [
      `sync~spin charts.blue: #${other.id} topic/x (01234567 · push · 1 hr. ago)`,
      `error testing.iconFailed: #${latest.id} Nightly (main · ${sha} · schedule · 2 hr. ago)`,
      `pass testing.iconPassed: #${old.id} main (${sha} · web · 2 days ago)`,
    ]);
    assert.deepEqual(
      list.map(({ context }) => context),
      ["pipeline cancelable", "pipeline retryable", "pipeline"],
    );
    assert.notEqual(list[1]?.id, branch.id, "One pipeline in two groups needs two ids");
    assert.equal((await rows.below()).at(-1)?.spoken, "All pipelines");
  });

  it("costs two requests to show, sent side by side", async () => {
    await project.add({ status: "success" });
    const before = await control.lastRequest();
    // Held until the faults are cleared: had one to wait for the other, it would not come.
    await control.fault({ path: project.address("/pipelines"), delay: 600_000 });
    await project.open();
    await control.waitForRequest({ path: project.address("/pipelines/latest\\?ref=main$"), since: before });
    await control.waitForRequest({ path: project.address("/pipelines\\?"), since: before });
    assert.deepEqual(
      (await control.requests(before))
        .filter(({ path }) => path.startsWith(project.address("/pipelines")))
        .map(({ status }) => status),
      [0, 0],
    );
    await control.clearFaults();
    assert.deepEqual(
      (await all()).map(({ context }) => context),
      ["pipeline"],
    );
    assert.deepEqual(
      (await rows.below(await rows.at("Current branch: main"))).map(({ context }) => context),
      ["pipeline"],
    );
    assert.deepEqual((await project.asked(/pipelines/)).sort(), [
      "GET /pipelines/latest?ref=main",
      "GET /pipelines?per_page=20",
    ]);
  });

  it("looks again soon after a merge, whose pipeline of another branch comes a moment later", async () => {
    await project.add({ status: "success" });
    const time = new PollClock(polling);
    time.stop();
    try {
      await open();
      const { contents } = app.pipelines.view;
      assert.ok(contents);
      let early: Promise<void> | undefined;
      using _spy = undone(replace(contents, "refresh", (real) => (signal) => (early = real.call(contents, signal))));
      // As a merge announces it.
      app.changes.fire({ instance: project.instance, project: project.path, subject: "pipeline" });
      await time.pass(1_000);
      assert.ok(early, "it looks at once");
      await early;
      const { id } = await project.add({ status: "running", ref: "stable" });
      await project.forget();
      await time.pass(3_000);
      assert.deepEqual(await project.asked(/pipelines/), ["GET /pipelines?per_page=20"]);
      assert.match((await all())[0]?.label ?? "", new RegExp(`^#${id} stable`));
      assert.deepEqual(
        await project.asked(/pipelines/),
        ["GET /pipelines?per_page=20"],
        "shown without another request",
      );
    } finally {
      time.go();
    }
  });

  it("shows stages by their lowest job, jobs and earlier attempts", async () => {
    const { id, jobs } = await project.add({
      jobs: [
        { name: "compile", stage: "build", status: "failed", retried: true, duration: 5 },
        { name: "unit", stage: "test", status: "failed", allowFailure: true, duration: 61 },
        { name: "ship", stage: "deploy", status: "manual" },
        { name: "compile", stage: "build", status: "success", duration: 7 },
      ],
    });
    await open();
    await project.forget();
    const pipeline = await rows.at("Current branch: main", new RegExp(`^#${id} `));
    const stages = await rows.below(pipeline);
    assert.deepEqual(seen(stages), [
      "pass testing.iconPassed: build (1 job)",
      "pass testing.iconPassed: test (1 job)",
      "play-circle testing.iconUnset: deploy (1 job)",
    ]);
    assert.deepEqual(
      stages.map(({ spoken }) => spoken),
      ["Stage build, passed, 1 job", "Stage test, passed, 1 job", "Stage deploy, manual, 1 job"],
    );
    const [build, test, deploy] = stages;
    const [compile] = await rows.below(build);
    assert.ok(compile);
    assert.match(compile.description, /^attempt 2 · 7s · /);
    assert.equal(compile.context, "job retryable hasLog");
    assert.equal(compile.item.command?.command, "forgeline.job.showLog");
    assert.match(compile.spoken, /^Job compile, attempt 2, passed, took 7 seconds, /);
    const [attempt] = await rows.below(compile);
    assert.ok(attempt);
    assert.match(attempt.description, new RegExp(`^earlier attempt ${jobs[0] ?? 0} · 5s · `));
    assert.equal(attempt.context, "job hasLog", "Hosts only let the newest attempt be retried");
    const [unit] = await rows.below(test);
    assert.equal(
      unit?.icon,
      "warning problemsWarningIcon.foreground",
      "A failure that is allowed must not look like one that is not",
    );
    assert.match(unit.description, /^1m 1s · /);
    assert.match(unit.spoken, /failed \(allowed to fail\)/);
    const [ship] = await rows.below(deploy);
    assert.deepEqual([ship?.context, ship?.item.command], ["job playable", undefined]);
    assert.deepEqual((await project.asked(/pipelines/)).sort(), [
      `GET /pipelines/${id}/bridges?per_page=100`,
      `GET /pipelines/${id}/jobs?include_retried=true&per_page=100`,
    ]);
    assert.deepEqual(await rows.below(unit), []);
  });

  it("reads the jobs of a pipeline by the hundred, and stays usable with 2,000", async () => {
    const [many, more] = [
      await project.add({ ref: "many", jobCount: 250 }),
      await project.add({ ref: "more", jobCount: 2_000 }),
    ];
    await open();
    const pipeline = await rows.at("All pipelines", `#${many.id} many`);
    // Opening alone is counted: on a slow machine a poll would fall in between.
    polling.setFocused(false);
    try {
      await project.forget();
      const [stage] = await rows.below(pipeline);
      assert.equal((await rows.below(stage)).length, 250);
      assert.equal((await project.asked(/jobs/)).length, 3);
      await project.forget();
      const [large] = await rows.below(await rows.at("All pipelines", `#${more.id} more`));
      assert.equal(large?.description, "2000 jobs");
      const jobs = await rows.below(large);
      assert.deepEqual([jobs.length, new Set(jobs.map(({ id }) => id)).size], [2_000, 2_000]);
      assert.equal((await project.asked(/jobs/)).length, 20);
    } finally {
      polling.setFocused(true);
    }
  });

  it("loads more, a page at a time", async () => {
    for (let made = 0; made < 45; made++) await project.add({ ref: `r${made}` });
    await open();
    const labels = async (): Promise<string[]> => (await all()).map(({ label }) => label.replace(/^#\d+ /, ""));
    const newest = (count: number): string[] => Array.from({ length: count }, (_, at) => `r${44 - at}`);
    assert.deepEqual(await labels(), [...newest(20), "Load more…"]);
    const press = async (): Promise<void> => rows.press(await rows.at("All pipelines", "Load more…"));
    await project.forget();
    await press();
    assert.deepEqual(await labels(), [...newest(40), "Load more…"]);
    await press();
    assert.deepEqual(await labels(), newest(45));
    assert.equal((await project.asked(/^GET \/pipelines\?/)).length, 2);
  });

  it("narrows the list, says so, and remembers it for the project", async () => {
    const failed = await project.add({ status: "failed", ref: "a" });
    await project.add({ status: "success", ref: "b" });
    await open();
    assert.equal((await all()).length, 2);
    const message = (): string | undefined => app.pipelines.view.message;
    assert.equal(message(), undefined);
    await project.forget();
    await app.pipelines.view.contents?.filter.set({ status: "failed", ref: "a" });
    assert.deepEqual(
      (await all()).map(({ label }) => label),
      [`#${failed.id} a`],
    );
    assert.equal(message(), "Filter: status failed, ref a");
    assert.deepEqual(await project.asked(/pipelines\?/), ["GET /pipelines?status=failed&ref=a&per_page=20"]);
    await app.pipelines.view.contents?.filter.set({ status: "canceled" });
    assert.deepEqual(
      (await all()).map(({ label }) => label),
      ["No pipelines match the filter"],
    );
    await workspaceProject(app);
    assert.equal(message(), undefined);
    await open();
    assert.deepEqual(app.pipelines.view.contents?.filter.value, { status: "canceled" });
    assert.deepEqual(pipelineFilters.read(app.memory, { instance: project.instance, project: project.path }), {
      status: "canceled",
    });
    assert.equal(message(), "Filter: status canceled");
    await vscode.commands.executeCommand("forgeline.pipelines.clearFilter");
    assert.equal((await all()).length, 2);
    assert.equal(message(), undefined);
  });

  it("says that there is no pipeline yet when the host answers 403 or 404 for the latest", async () => {
    const note = async (): Promise<Row<Shown>[]> => rows.below(await rows.at("Current branch: main"));
    await open();
    assert.deepEqual(
      (await note()).map(({ label, context }) => [label, context]),
      [["No pipeline for main yet", "note"]],
    );
    assert.deepEqual(
      (await all()).map(({ label }) => label),
      ["No pipelines yet"],
    );
    await control.fault({
      path: project.address("/pipelines/latest"),
      status: 404,
      body: { message: "404 Not found" },
    });
    const since = await control.lastRequest();
    await app.pipelines.view.refresh();
    await control.waitForRequest({ path: project.address("/pipelines/latest"), since });
    assert.deepEqual(
      (await note()).map(({ label }) => label),
      ["No pipeline for main yet"],
    );
    await control.clearFaults();
  });

  it("keeps rows and what is open through a refresh", async () => {
    const { id, jobs } = await project.add({
      status: "running",
      jobs: [
        { name: "one", status: "running" },
        { name: "two", status: "created" },
      ],
    });
    await open();
    await app.pipelines.view.contents?.reveal({
      instance: project.instance,
      project: project.path,
      pipeline: { id, status: "running", ref: "main", sha: "", web_url: "" },
    });
    const before = await rows.at("Current branch: main", `#${id} main`, "test", "one");
    assert.equal(before.icon, "sync~spin charts.blue");
    await control.finishJob(jobs[0] ?? 0, "success");
    await project.add({ status: "success", ref: "newer" });
    await app.pipelines.view.refresh();
    const done = await until(
      "the job's new state",
      async () => {
        const row = await rows.at("Current branch: main", `#${id} main`, "test", "one");
        return row.icon.startsWith("pass") && row;
      },
      app.pipelines.view.provider.onDidChangeTreeData,
    );
    await outer().ask({ action: "find", role: "treeitem", name: `Pipeline ${id}, `, states: { expanded: true } });
    assert.equal(done.id, before.id);
    assert.equal(done.element, before.element, "VS Code knows a row by its object");
    const pipeline = await rows.at("Current branch: main", `#${id} main`);
    const parent = await app.pipelines.view.provider.getParent(done.element);
    assert.ok(parent?.kind === "stage" && parent.stage.name === "test");
    assert.equal(await app.pipelines.view.provider.getParent(parent), pipeline.element);
    assert.equal((await all()).length, 2);
  });

  it("reveals a pipeline that no list holds in a row of its own", async () => {
    const old = await project.add({ ref: "old", status: "success" });
    for (let made = 0; made < 20; made++) await project.add({ ref: `r${made}` });
    await open();
    await all();
    await app.pipelines.view.contents?.reveal({
      instance: project.instance,
      project: project.path,
      pipeline: { id: old.id, status: "success", ref: "old", sha: "", web_url: "" },
    });
    assert.deepEqual(
      (await rows.below()).map(({ label }) => label),
      ["Current branch: main", "Found", "All pipelines"],
    );
    const row = await rows.at("Found", `#${old.id} old`);
    assert.equal(row.id, `${project.instance} ${project.path}/found/${old.id}`);
  });

  it("says above its rows how many pipelines run, and has no number on its icon", async () => {
    await project.add({ status: "failed" });
    await open();
    await all();
    const message = (): string | undefined => app.pipelines.view.message;
    assert.equal(message(), undefined);
    await project.add({ ref: "a", status: "running" });
    await project.add({ ref: "b", status: "pending" });
    await app.pipelines.view.contents?.filter.set({});
    await all();
    assert.equal(message(), "2 pipelines are running");
    await app.pipelines.view.contents?.filter.set({ status: "running" });
    await all();
    assert.match(message() ?? "", /^\d pipelines? (is|are) running\nFilter/);
    assert.equal(app.pipelines.view.badge, undefined);
    await app.pipelines.view.contents?.filter.set({});
  });
});

const undone = (it: { dispose(): void }): Disposable => ({ [Symbol.dispose]: () => it.dispose() });
