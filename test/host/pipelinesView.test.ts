import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { PipelinesNode } from "../../src/core/pipelines/nodes.ts";
import type { PipelineRef } from "../../src/core/pipelines/refs.ts";
import type { Element } from "../../src/core/tree/node.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import { VIEWS } from "../../src/core/views.ts";
import { pipelineFilters } from "../../src/features/pipelines/filter.ts";
import type { FaultRule } from "../service/control.ts";
import type { App } from "./app.ts";
import { command } from "./commandTest.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { outer } from "./outer.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { type Row, Rows } from "./rows.ts";
import { hideViews, showPipelines, toggleRow } from "./shownView.ts";
import { ready, signedIn, signedOut } from "./signedIn.ts";
import { openedBy, replace, withSetting } from "./spies.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

type Shown = Element<PipelinesNode>;
const hoursAgo = (hours: number): number => Date.now() - hours * 3_600_000 - 60_000;

describe("the Pipelines view", () => {
  const suite = viewSuite(VIEWS.pipelines, "Pipelines", ({ pipelines }) => pipelines.view);
  const { control } = suite;
  let project: OwnProject;
  let rows: Rows<Shown>;
  beforeEach(() => {
    ({ project } = suite);
    rows = new Rows(suite.view.provider);
  });

  /** Opens the project and waits until what stands open is read. */
  const open = async (): Promise<void> => {
    await project.open();
    await rows.settled();
  };
  const reveal = (id: number, status: string, ref: string): Promise<unknown> =>
    suite.contents.reveal({
      instance: project.instance,
      project: project.path,
      pipeline: { id, status, ref, sha: "", web_url: "" },
    });
  const seen = (some: readonly Row<Shown>[]): string[] =>
    some.map(({ icon, label, description }) => `${icon}: ${label} (${description})`);
  /** Resolves once the list was read; VS Code asks for the rows by itself. */
  const all = (): Promise<Row<Shown>[]> => rows.at("All pipelines").then((group) => rows.below(group));

  it("shows the branch's latest pipeline first, then all others, by commit title @oldest", async () => {
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
    // Rows wait a second for titles; what comes later draws them once more.
    const [branch, ...rest] = await until(
      "the commit's title",
      async () => {
        const below = await rows.below(current);
        return below[0]?.spoken.includes("Initial commit") === true && below;
      },
      suite.onRedraw,
    );
    assert.deepEqual(rest, []);
    assert.ok(branch);
    assert.ok(branch.element.kind === "pipeline");
    const title = "Initial commit";
    const sha = branch.element.pipeline.sha?.slice(0, 8);
    assert.deepEqual(seen([branch]), [`error problemsErrorIcon.foreground: Nightly (2 hr ago · #${latest.id} · main)`]);
    assert.equal(branch.id, `${project.instance} ${project.path}/current/${latest.id}`);
    assert.equal(branch.context, "pipeline failed retryable");
    assert.equal(
      branch.spoken,
      `Pipeline ${latest.id}, failed, Nightly, ${title}, ref main, commit ${sha}, started by schedule, 2 hr ago`,
    );
    const list = await all();
    assert.deepEqual(seen(list), [
      `sync~spin charts.blue: #${other.id} topic/x (01234567 · push · 1 hr ago)`,
      `pass testing.iconPassed: ${title} (2 days ago · #${old.id} · main)`,
    ]);
    const contexts = list.map(({ context }) => context);
    assert.deepEqual(contexts, ["pipeline cancelable", "pipeline"]);
    assert.equal((await rows.below()).at(-1)?.spoken, "All pipelines");
  });

  it("looks again soon after a merge, whose pipeline starts a moment later", async () => {
    await project.add({ status: "success" });
    const time = new PollClock(suite.polling);
    time.stop();
    try {
      await open();
      const { contents } = suite;
      let early: Promise<void> | undefined;
      using _spy = undone(replace(contents, "refresh", (real) => (signal) => (early = real.call(contents, signal))));
      // The next look asks for what was read longer ago. In seconds that is the list, but only the polling's time is moved here.
      await control.fault({ path: project.address("/pipelines/latest"), delay: 1_000 });
      // As a merge announces it.
      suite.app.changes.fire({ instance: project.instance, project: project.path, subject: "pipeline" });
      await time.pass(1_000);
      assert.ok(early, "it looks at once");
      await early;
      const { id } = await project.add({ status: "running", ref: "stable" });
      await project.forget();
      await time.pass(3_000);
      assert.deepEqual(await project.asked(/pipelines/), ["GET /pipelines?per_page=20"]);
      assert.match((await all())[0]?.spoken ?? "", new RegExp(`^Pipeline ${id}, running, `));
      const found = await project.asked(/pipelines/);
      assert.deepEqual(found, ["GET /pipelines?per_page=20"], "shown without another request");
    } finally {
      await control.clearFaults();
      time.go();
    }
  });

  it("shows stages by their lowest job, jobs and earlier attempts @oldest", async () => {
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
    const pipeline = await rows.pipeline(id);
    const stages = await rows.below(pipeline);
    assert.deepEqual(seen(stages), [
      "pass testing.iconPassed: build (1 job)",
      "pass testing.iconPassed: test (1 job)",
      "play-circle testing.iconUnset: deploy (1 job)",
    ]);
    const found = stages.map(({ spoken }) => spoken);
    assert.deepEqual(found, ["Stage build, passed, 1 job", "Stage test, passed, 1 job", "Stage deploy, manual, 1 job"]);
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

  const expanded = (name: string, isExpanded: boolean): Promise<unknown> =>
    outer().ask({ action: "find", role: "treeitem", name, states: { expanded: isExpanded } });

  it("expands the branch's pipeline and its failed and running stages, later ones once, none that were collapsed @window @oldest", async () => {
    const other = await project.add({ ref: "other", status: "failed", jobs: [{ status: "failed" }] });
    const { id, jobs } = await project.add({
      status: "running",
      jobs: [
        { name: "compile", stage: "build", status: "success" },
        { name: "unit", stage: "test", status: "running" },
        { name: "late", stage: "check", status: "created" },
        { name: "ship", stage: "deploy", status: "created" },
      ],
    });
    await open();
    await expanded(`Pipeline ${id}, running`, true);
    await expanded("Stage test, running", true);
    for (const closed of ["Stage build, passed", "Stage check, created", "Stage deploy, created"])
      await expanded(closed, false);
    await expanded(`Pipeline ${other.id}, failed`, false);
    assert.deepEqual(await project.asked(new RegExp(`/${other.id}/`)), [], "closed pipelines cost nothing");
    // Seen, and closed again.
    const deploy = await rows.pipeline(id, "deploy");
    await toggleRow(suite.view, VIEWS.pipelines, deploy, true);
    await toggleRow(suite.view, VIEWS.pipelines, deploy, false);
    // A row beside the new ones would be scrolled out of sight if it were selected.
    await reveal(id, "running", "main");
    for (const at of [1, 2, 3]) await control.finishJob(jobs[at] ?? 0, "failed");
    await suite.view.refresh();
    await expanded("Stage check, failed", true);
    await outer().ask({ action: "find", role: "treeitem", name: "Job late, failed" });
    await expanded("Stage test, failed", true);
    await expanded("Stage deploy, failed", false);
  });

  command("forgeline.ciFile.showError", "opens the CI file at the error of a pipeline without jobs", async (run) => {
    const error = "check job: chosen stage nope does not exist; available stages are .pre, build, .post";
    const { sha } = await project.commit(
      { ".gitlab-ci.yml": "stages: [build]\nbuild: {script: make}\ncheck:\n  stage: nope\n  script: make\n" },
      { branch: "main", message: "Check more [skip ci]" },
    );
    const { id } = await project.add({ sha, status: "failed", yamlErrors: error, jobs: [] });
    const listed = await project.add({ sha, ref: "other", status: "failed", yamlErrors: error, jobs: [] });
    await open();
    const [row, ...others] = await rows.below(await rows.pipeline(id));
    assert.ok(row);
    const found = [row.label, row.icon, row.spoken, others];
    assert.deepEqual(found, [error, "error problemsErrorIcon.foreground", `Invalid CI file: ${error}`, []]);
    assert.equal((await rows.below(await rows.pipeline(listed.id)))[0]?.label, error);
    const facts = await project.asked(/GET \/pipelines\/\d+$/);
    assert.deepEqual(facts, [`GET /pipelines/${listed.id}`], "the branch's is known");
    assert.equal(row.item.command?.command, "forgeline.ciFile.showError");
    await run(...((row.item.command.arguments ?? []) as unknown[]));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.equal(editor.document.uri.path.split("/").at(-1), ".gitlab-ci.yml");
    assert.equal(editor.selection.active.line, 3);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });

  it("requests titles that neither the clone nor another answer has, once", async () => {
    for (const text of ["First", "Second"]) {
      const { sha } = await project.commit({ "a.txt": text }, { branch: "topic", message: `${text} [skip ci]` });
      await project.add({ sha, ref: "topic", status: "success" });
    }
    await project.add({ ref: "gone", sha: "0123456789abcdef0123456789abcdef01234567", status: "success" });
    await open();
    const labels = async (): Promise<string[]> => (await all()).map(({ label }) => label.replace(/^#\d+/, "#"));
    // Rows wait a second for titles; what comes later draws them once more.
    const isSo = async () => isDeepStrictEqual(await labels(), ["# gone", "Second [skip ci]", "First [skip ci]"]);
    await until("the titles", isSo, suite.onRedraw);
    await suite.view.refresh();
    assert.deepEqual(await project.asked(/commits/), ["GET /repository/commits?all=true&per_page=100"]);
  });

  it("filters the list and remembers it, saying so and how many pipelines run", async () => {
    const failed = await project.add({ status: "failed", ref: "a" });
    await project.add({ status: "success", ref: "b" });
    await open();
    assert.equal((await all()).length, 2);
    const message = (): string | undefined => suite.message;
    assert.equal(message(), undefined);
    await project.forget();
    await suite.contents.filter.set({ status: "failed", ref: "a" });
    assert.deepEqual(labels(await all()), [`#${failed.id} a`]);
    assert.equal(message(), "Filter: status failed, ref a");
    assert.deepEqual(await project.asked(/pipelines\?/), ["GET /pipelines?status=failed&ref=a&per_page=20"]);
    await suite.contents.filter.set({ status: "canceled" });
    assert.deepEqual(labels(await all()), ["No pipelines match the filter"]);
    await workspaceProject(suite.app);
    // Of the sample project something may be running.
    assert.doesNotMatch(message() ?? "", /^Filter/);
    await open();
    assert.deepEqual(suite.contents.filter.value, { status: "canceled" });
    assert.deepEqual(pipelineFilters.read(suite.app.memory, { instance: project.instance, project: project.path }), {
      status: "canceled",
    });
    assert.equal(message(), "Filter: status canceled");
    await vscode.commands.executeCommand("forgeline.pipelines.clearFilter");
    assert.equal((await all()).length, 2);
    assert.equal(message(), undefined);
    await project.add({ ref: "a", status: "running" });
    await project.add({ ref: "b", status: "pending" });
    await suite.contents.filter.set({});
    await all();
    assert.deepEqual([message(), suite.view.badge], ["2 pipelines are running", undefined]);
    await suite.contents.filter.set({ status: "running" });
    await all();
    assert.match(message() ?? "", /^\d pipelines? (is|are) running\nFilter/);
    await suite.contents.filter.set({});
  });

  it("notes that there are no pipelines yet", async () => {
    await open();
    const ofBranch = await rows.below(await rows.at("Current branch: main"));
    assert.deepEqual([labels(ofBranch), labels(await all())], [["No pipeline for main yet"], ["No pipelines yet"]]);
  });

  it("reveals a pipeline that no list holds in a row of its own", async () => {
    const old = await project.add({ ref: "old", status: "success" });
    for (let made = 0; made < 20; made++) await project.add({ ref: `r${made}` });
    await open();
    await all();
    await reveal(old.id, "success", "old");
    assert.deepEqual(labels(await rows.below()), ["Current branch: main", "Found", "All pipelines"]);
    const row = await rows.pipeline(old.id);
    assert.equal(row.id, `${project.instance} ${project.path}/found/${old.id}`);
  });

  it("estimates the time left from past runs, which are read once", async () => {
    const run = { name: "slow build", stage: "build" };
    for (let past = 0; past < 3; past++)
      await project.add({ status: "success", jobs: [{ ...run, status: "success", duration: 3_600 }] });
    const { id } = await project.add({ status: "running", jobs: [{ ...run, status: "running" }] });
    await open();
    const row = await until(
      "the row to say so",
      async () => {
        const found = await rows.pipeline(id);
        return /^about (1h|5\dm) left · /.test(found.description) && found;
      },
      suite.onRedraw,
    );
    assert.match(row.spoken, /, running, about (1 hour|5\d minutes) left, /);
    assert.match((await rows.tooltip(row)).value, /Estimate\*\* about/);
    const build = await rows.pipeline(id, "build", "slow build");
    assert.match(build.description, / · about (1h|5\dm) left$/);
    assert.match((await rows.tooltip(build)).value, /Usual duration\*\* 1h/);
    await rows.settled();
    const asked = await project.asked(/\/jobs\?scope/);
    assert.equal(asked.length, 1);
  });

  it("lists downstream pipelines of any project on demand", async () => {
    const other = await ownProject(suite.app);
    const deep = { name: "deep", stage: "check", status: "failed", trace: "no\n" };
    const { id: started } = await other.add({ status: "failed", jobs: [deep] });
    const { id } = await project.add({
      status: "success",
      jobs: [
        { name: "build", stage: "build", status: "success" },
        { name: "ship", stage: "deploy", status: "success", downstream: started },
        { name: "later", stage: "deploy", status: "manual", downstream: null },
      ],
    });
    await open();
    assert.deepEqual(await project.asked(/bridges/), [], "nothing is asked before");
    const parent = await rows.pipeline(id);
    const below = await rows.below(parent);
    assert.deepEqual(labels(below), ["build", `ship → #${started}`, "later"]);
    assert.deepEqual(await project.asked(/bridges/), [`GET /pipelines/${id}/bridges?per_page=100`]);
    const [, ship, later] = below as [Row<Shown>, Row<Shown>, Row<Shown>];
    assert.equal(ship.icon, "error problemsErrorIcon.foreground");
    assert.ok(ship.description.startsWith(`${other.path} · main · `), ship.description);
    assert.match(ship.spoken, new RegExp(`^Downstream of ship, Pipeline ${started}, failed, .*, ${other.path}$`));
    assert.equal(ship.context, "pipeline failed retryable");
    const found = [later.context, later.item.command, later.icon];
    assert.deepEqual(found, ["bridge", undefined, "play-circle testing.iconUnset"]);
    const [stage] = await rows.below(ship);
    assert.equal(stage?.label, "check");
    const [job] = await rows.below(stage);
    assert.ok(job);
    assert.equal(job.label, "deep");
    assert.equal((job.element as unknown as PipelineRef).project, other.id);
    const requests = (await suite.control.requests()).map(({ path }) => path);
    assert.ok(requests.some((path) => path.startsWith(`/api/v4/projects/${other.id}/pipelines/${started}/jobs?`)));
    const [page = ""] = await openedBy(() => vscode.commands.executeCommand("forgeline.openInBrowser", ship.element));
    assert.ok(page.endsWith(`${other.path}/-/pipelines/${started}`), page);
  });

  it("completes the tooltip with duration, coverage and author by one request", async () => {
    const { id } = await suite.project.add({
      ref: "topic",
      status: "success",
      duration: 125,
      coverage: "87.5",
      sha: "a".repeat(40),
    });
    await open();
    const row = await rows.pipeline(id);
    await suite.project.forget();
    const { value } = await rows.tooltip(row);
    for (const part of ["**Duration** 2m 5s", "**Coverage** 87.5%", "**Started by** Alice", "**Commit** aaaaaaaa"])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
    await rows.tooltip(row);
    assert.deepEqual(await suite.project.asked(/pipelines/), [`GET /pipelines/${id}`]);
  });
});

describe("the Jobs view", () => {
  const suite = viewSuite(VIEWS.jobs, "Jobs", ({ jobs }) => jobs.view);

  it("lists the project's jobs, newest first, with stage, ref and pipeline @oldest", async () => {
    const { id, jobs } = await suite.project.add({
      ref: "topic",
      jobs: [
        { name: "lint", stage: "check", status: "success", duration: 3 },
        { name: "unit", stage: "test", status: "running" },
        { name: "ship", stage: "deploy", status: "manual" },
      ],
    });
    await suite.project.open();
    const list = await suite.rows.below();
    assert.deepEqual(labels(list), ["ship", "unit", "lint"]);
    const [ship, unit, lint] = list;
    assert.match(lint?.description ?? "", new RegExp(`^check · topic · #${id} · 3s · `));
    assert.match(lint?.spoken ?? "", new RegExp(`^Job lint, passed, check, topic, #${id}, took 3 seconds, `));
    const found = [lint?.icon, lint?.context, lint?.item.command?.command];
    assert.deepEqual(found, ["pass testing.iconPassed", "job retryable hasLog", "forgeline.job.showLog"]);
    assert.deepEqual([unit?.icon, unit?.context], ["sync~spin charts.blue", "job cancelable hasLog"]);
    const facts = [ship?.icon, ship?.context, ship?.item.command];
    assert.deepEqual(facts, ["play-circle testing.iconUnset", "job playable", undefined]);
    assert.equal(lint?.id, `${suite.project.instance} ${suite.project.path}/jobs/${jobs[0] ?? 0}`);
    assert.deepEqual(await suite.project.asked(/^GET \/jobs/), ["GET /jobs?per_page=20"]);
    assert.deepEqual(await suite.rows.below(lint), []);
    assert.match((await suite.rows.tooltip(lint)).value, /\*\*Duration\*\* 3s/);
  });
});

const undone = (it: { dispose(): void }): Disposable => ({ [Symbol.dispose]: () => it.dispose() });

const page = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>";
const html = { "Content-Type": "text/html; charset=utf-8" };

const again = ["Try Again", "forgeline.refresh"] as const;
const switchAccount = ["Switch Account", "forgeline.switchAccount"] as const;
const forbidden = /Your account on .* does not have permission to do this.*403 Forbidden/;

/** What the others say is proven of `describeError`. @param sent requests it costs: passing failures are tried again */
const cases: readonly (readonly [Omit<FaultRule, "path">, RegExp, readonly [string, string], sent: number])[] = [
  [{ status: 403, body: { message: "403 Forbidden" } }, forbidden, switchAccount, 1],
  [{ status: 502, headers: html, body: page }, /returned a server error \(HTTP 502\)/, again, 3],
];

describe("the Pipelines view when the host fails", () => {
  const { control, url } = localService();
  const host = new URL(url).host;
  let app: App;
  let polling: PollScheduler;
  let project: OwnProject;
  let rows: Rows<Element<PipelinesNode>>;

  before(async () => {
    await freshWindow();
    ({ app, polling } = await signedIn());
    rows = new Rows(app.pipelines.view.provider);
    project = await ownProject(app);
    await project.add({ status: "success" });
    await project.add({ status: "success", ref: "other" });
    await project.open();
    await showPipelines(app);
    // What showing the view asks for is answered before anything is counted.
    await rows.settled();
  });
  afterEach(async () => {
    await control.clearFaults();
    // The hour of silence that a case asked for must not hold up what comes after it.
    new PollClock(polling).go();
  });
  after(async () => {
    await hideViews(app);
    await workspaceProject(app);
    await signedOut();
  });

  /** The list as it is read from the beginning. */
  const list = async (): Promise<Row<Element<PipelinesNode>>[]> => {
    await app.pipelines.view.contents?.filter.set({});
    return rows.below(await rows.at("All pipelines"));
  };

  const contexts = (some: readonly Row<unknown>[]): string => some.map(({ context }) => context).join();

  for (const [fault, says, action, sent] of cases) {
    it(`shows a row with a remedy for ${fault.status}`, async () => {
      await project.forget();
      await control.fault({ ...fault, path: project.address("/pipelines\\?") });
      const [row, ...others] = await list();
      assert.ok(row);
      assert.deepEqual(others, []);
      assert.match(row.label, says);
      assert.ok(row.label.includes(host), row.label);
      assert.doesNotMatch(row.label, /<|Bad Gateway/, "A web page is no message");
      assert.equal(row.icon, "error problemsErrorIcon.foreground");
      assert.equal(row.context, "error");
      assert.deepEqual([row.item.command?.title, row.item.command?.command], action);
      assert.equal(row.description, action[0]);
      assert.equal(row.spoken, `Error: ${row.label} ${action[0]}`);
      // The list's own: the Commits view asks for more at a time, where another suite left it open.
      const asked = await project.asked(/^GET \/pipelines\?per_page=20$/);
      assert.equal(asked.length, sent, asked.join("\n"));
      await control.clearFaults();
      if (action === again) await rows.press(row);
      else await list();
      const isSo = async () => contexts(await rows.below(await rows.at("All pipelines"))) === "pipeline";
      await until("the pipeline", isSo, app.pipelines.view.provider.onDidChangeTreeData);
    });
  }

  it("gives up after the configured timeout", async () => {
    const { session } = await signedIn();
    await using _timeout = await withSetting("forgeline.http.timeout", 1);
    await ready(app, session);
    await control.fault({ path: project.address("/pipelines\\?"), action: "hang" });
    const [row] = await list();
    assert.equal(
      row?.label,
      `The request to ${host} timed out. Try again. If the host is slow, increase forgeline.http.timeout.`,
    );
  });
});
