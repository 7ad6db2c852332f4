import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../src/api/client.ts";
import type { CreateMilestone, Milestone } from "../../src/api/resources/milestoneTypes.ts";
import { VIEWS } from "../../src/core/views.ts";
import { command, type Run } from "./commandTest.ts";
import { ownProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { refuse } from "./refuse.ts";
import { cells, type Row } from "./rows.ts";
import { toggleRow } from "./shownView.ts";
import { openedBy, shownBy } from "./spies.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const day = (days: number): string => {
  const at = new Date();
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate() + days)).toISOString().slice(0, 10);
};
const never = new AbortController().signal;

describe("the Milestones view", () => {
  const suite = viewSuite(VIEWS.milestones, "Milestones", ({ milestones }) => milestones.view);
  const { control } = suite;
  let top: string;
  let group: string;
  let client: Client;
  beforeEach(async () => {
    top = `m${randomUUID().slice(0, 8)}`;
    group = `${top}/team`;
    suite.project = await ownProject(suite.app, `${group}/station`);
    client = suite.app.connections.get(suite.project.instance).client;
  });

  const made = async (making: Promise<Milestone | undefined>): Promise<Milestone> => {
    const milestone = await making;
    assert.ok(milestone);
    return milestone;
  };
  const ofProject = (request: CreateMilestone, path = suite.project.path): Promise<Milestone> =>
    made(client.milestones.project.create(path, request));
  const ofGroup = (request: CreateMilestone, path = group): Promise<Milestone> =>
    made(client.milestones.group.create(path, request));
  const request = (title: string, milestone: string, rest: object = {}): Promise<{ iid: number }> =>
    control.addMergeRequest({ project: suite.project.path, sourceBranch: title, title, milestone, ...rest });
  const issue = (title: string, milestone: string, rest: object = {}): Promise<{ iid: number }> =>
    control.addIssue({ project: suite.project.path, title, milestone, ...rest });
  const below = async (...path: readonly (string | RegExp)[]): Promise<Row<unknown>[]> =>
    suite.rows.below(await suite.rows.at(...path));
  const last = (): Promise<number> => control.lastRequest();
  /** Ways of requests about milestones, without the owner. */
  const asked = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .map(({ path }) => path)
      .filter((path) => path.includes("/milestones"))
      .map((path) => decodeURIComponent(path.replace("/api/v4/", "")));

  it("shows the project's and the group's, active and closed, with those of the groups around @oldest", async () => {
    await ofProject({ title: "1.0" });
    const closed = await ofProject({ title: "0.9", due_date: day(-400) });
    await client.milestones.project.update(suite.project.path, closed.id, { state_event: "close" });
    await ofGroup({ title: "Season" });
    await ofGroup({ title: "Company" }, top);
    await control.createProject({ path: `${group}/other`, visibility: "private", members: ["alice"] });
    await ofProject({ title: "Elsewhere" }, `${group}/other`);
    const since = await last();
    const folders = await suite.open();
    assert.deepEqual(labels(folders), ["Active", "Closed", `Active in Group ${group}`, `Closed in Group ${group}`]);
    const told = async (at: number) =>
      (await suite.rows.below(folders[at])).map(({ label, description, context }) => [label, description, context]);
    const project = ["1.0", "", "milestone active ofProject"];
    assert.deepEqual(await told(0), [
      project,
      ["Season", `group ${group}`, "milestone active ofGroup"],
      ["Company", `group ${top}`, "milestone active ofGroup"],
    ]);
    const found = (await told(1)).map(([title, text]) => [title, text?.slice(0, 7)]);
    assert.deepEqual(found, [["0.9", "was due"]]);
    assert.deepEqual(await told(2), [
      ["1.0", `project ${suite.project.path}`, "milestone active ofProject"],
      ["Season", "", "milestone active ofGroup"],
      ["Company", `group ${top}`, "milestone active ofGroup"],
      ["Elsewhere", `project ${group}/other`, "milestone active ofProject"],
    ]);
    assert.deepEqual(labels(await suite.rows.below(folders[3])), ["0.9"]);
    const lists = (await asked(since)).filter((path) => path.includes("?state="));
    const [ofIt, ofAll] = [
      `projects/${suite.project.path}/milestones?state=[masked]&include_ancestors=true&per_page=20`,
      `groups/${group}/milestones?state=[masked]&include_ancestors=true&include_descendants=true&per_page=20`,
    ];
    assert.deepEqual(lists, [ofIt, ofIt, ofAll, ofAll]);
    const descriptions = (await suite.rows.below()).map(({ description }) => description);
    assert.deepEqual(descriptions, ["3", "1", "4", "1"]);
  });

  it("shows due dates, marks overdue ones, details in the tooltip", async () => {
    await ofProject({
      title: "Late",
      due_date: day(-3),
      description: "**All** of it !![x](https://tracker/p.png)\n\n- one",
    });
    await ofProject({ title: "Soon", start_date: day(-1), due_date: day(3) });
    await ofProject({ title: "Later", start_date: day(2), due_date: day(9) });
    await suite.open();
    const rows = await below("Active");
    assert.deepEqual(cells(rows, "label", "icon", "context"), [
      "Late | warning problemsWarningIcon.foreground | milestone active overdue ofProject",
      "Soon | milestone charts.green | milestone active ofProject",
      "Later | milestone charts.green | milestone active ofProject",
    ]);
    assert.match(rows[0]?.description ?? "", /^overdue since \w/);
    const seen = rows.slice(1).map(({ description }) => description);
    assert.deepEqual(seen, ["due in 3 days", "starts in 2 days, due in 9 days"]);
    assert.match(rows[0]?.spoken ?? "", /^Milestone Late, active, overdue since /);
    assert.ok(rows[0]);
    const text = await suite.rows.tooltip(rows[0]);
    assert.deepEqual([text.isTrusted, text.supportHtml, text.supportThemeIcons], [false, false, false]);
    assert.match(text.value, /\*\*Due\*\* .*\*\*All\*\* of it !!\u200b\[x\]\(https:\/\/tracker\/p\.png\)\n\n- one$/s);
    assert.match(text.value, /no issues or merge requests/);
  });

  it("lists merge requests and issues of a milestone", async () => {
    await ofProject({ title: "1.0" });
    await control.commit({ "a.txt": "a\n" }, { project: suite.project.path, branch: "open", startBranch: "main" });
    await request("open", "1.0", { labels: ["ui"] });
    await request("done", "1.0", { state: "merged" });
    await issue("Bad digits", "1.0", { labels: ["bug"], assignees: ["alice"] });
    await issue("Gone", "1.0", { closed: true });
    await suite.open();
    const parts = await below("Active", "1.0");
    assert.deepEqual(cells(parts, "label", "description", "context"), [
      "Merge Requests | 1 of 2 closed | milestoneMergeRequests",
      "Issues | 1 of 2 closed | milestoneIssues",
    ]);
    assert.equal((await suite.rows.at("Active", "1.0")).description, "2 of 4 closed · 50%");
    const requests = await suite.rows.below(parts[0]);
    assert.deepEqual(cells(requests, "label", "context"), [
      "!2 done | mergeRequest merged",
      "!1 open | mergeRequest opened",
    ]);
    const files = await below("Active", "1.0", "Merge Requests", "!1 open", "Changed files");
    assert.deepEqual(labels(files), ["a.txt"]);
    const issues = await suite.rows.below(parts[1]);
    assert.deepEqual(cells(issues, "label", "description", "icon", "context"), [
      "#2 Gone |  | issue-closed charts.purple | issue closed hasPage",
      "#1 Bad digits | bug · alice | issues charts.green | issue opened hasPage",
    ]);
    assert.deepEqual(await openedBy(() => suite.rows.press(issues[1] as Row<unknown>)), [
      `${suite.project.instance}/${suite.project.path}/-/issues/1`,
    ]);
  });

  const showsIssue = (deed: "opened" | "copied") => async (run: Run) => {
    await ofProject({ title: "1.0" });
    await issue("Bad digits", "1.0");
    await suite.open();
    const { element } = await suite.rows.at("Active", "1.0", "Issues", "#1 Bad digits");
    const page = `${suite.project.instance}/${suite.project.path}/-/issues/1`;
    assert.deepEqual(await shownBy(() => run(element, [element])), [`${deed} ${page}`]);
  };
  command("forgeline.issue.openInBrowser", "opens the page of an issue's row", showsIssue("opened"));
  command("forgeline.issue.copyLink", "copies the page of an issue's row", showsIssue("copied"));

  it("requests a group's milestone from the group", async () => {
    const season = await ofGroup({ title: "Season" });
    const other = `${group}/other`;
    const { id } = await control.createProject({ path: other, visibility: "private", members: ["alice"] });
    await control.addMergeRequest({ project: other, sourceBranch: "x", title: "Theirs", milestone: "Season" });
    await request("Ours", "Season");
    await issue("Storm", "Season");
    // Its progress is not read by the clock before the test counts requests.
    new PollClock(suite.polling).stop();
    await suite.open();
    const since = await last();
    const all = (await below("Active", "Season")).map(({ description }) => description);
    assert.deepEqual(all, ["0 of 2 closed", "0 of 1 closed"]);
    assert.deepEqual(
      (await asked(since)).filter((path) => path.includes(`/${season.id}/`)).sort(),
      ["issues", "merge_requests"].map(
        (what) => `groups/${season.group_id ?? 0}/milestones/${season.id}/${what}?per_page=100`,
      ),
    );
    const rows = await below("Active", "Season", "Merge Requests");
    const projects = rows.map(({ label, element, description }) => [
      label,
      (element as { project: unknown }).project,
      description.includes(other),
    ]);
    assert.deepEqual(projects.sort(), [
      ["!1 Ours", suite.project.path, false],
      ["!1 Theirs", id, true],
    ]);
    assert.equal(new Set(rows.map(({ id: row }) => row)).size, 2);
  });

  it("loads progress of visible milestones one request at a time", async () => {
    await ofProject({ title: "Second", due_date: day(20) });
    const first = await ofProject({ title: "First", due_date: day(2) });
    const closed = await ofProject({ title: "Over" });
    await client.milestones.project.update(suite.project.path, closed.id, { state_event: "close" });
    await issue("A", "First", { closed: true });
    await issue("B", "First");
    // Held back: the test polls by itself.
    new PollClock(suite.polling).stop();
    await suite.open();
    await below("Active");
    await below("Closed");
    assert.equal(suite.contents.running, true);
    const since = await last();
    await suite.contents.poll(never);
    assert.deepEqual(await asked(since), [
      `projects/${suite.project.path}/milestones/${first.id}/merge_requests?per_page=100`,
    ]);
    await suite.contents.poll(never);
    assert.equal((await asked(since)).length, 2);
    assert.deepEqual(cells(await below("Active"), "label", "description"), [
      "First | due in 2 days · 1 of 2 closed · 50%",
      "Second | due in 2 weeks",
    ]);
    await suite.contents.poll(never);
    await suite.contents.poll(never);
    assert.deepEqual([suite.contents.running, (await asked(since)).length], [false, 4]);
    await issue("C", "First", { closed: true });
    // Everything is known: what is oldest is looked at.
    await suite.contents.poll(never);
    assert.match((await asked(since)).at(-1) ?? "", /milestones\?state=/);
  });

  it("filters by title and description", async () => {
    await ofProject({ title: "Wind" });
    await ofProject({ title: "Rain", description: "and some wind" });
    await ofProject({ title: "Sun" });
    await ofGroup({ title: "Windy season" });
    await suite.open();
    assert.equal((await below("Active")).length, 4);
    await suite.contents.filter.set({ search: "wind" });
    assert.deepEqual(labels(await below("Active")), ["Wind", "Rain", "Windy season"]);
    assert.deepEqual(labels(await below(/^Active in Group/)), ["Wind", "Rain", "Windy season"]);
    assert.equal(suite.message, "Filter: “wind”");
    assert.deepEqual(labels(await below("Closed")), ["No milestones match the search"]);
    await suite.contents.filter.set({});
    assert.deepEqual([suite.message, (await below("Active")).length], [undefined, 4]);
    assert.deepEqual(labels(await below("Closed")), ["No closed milestones"]);
  });

  it("shows a note for user namespaces, sends no group request", async () => {
    suite.project = await ownProject(suite.app, `alice/p${randomUUID().slice(0, 8)}`);
    const since = await last();
    const folders = await suite.open();
    assert.deepEqual(labels(folders), ["Active", "Closed", "Group"]);
    assert.equal(folders[2]?.context, "milestones nowhere groupActive");
    const notes = labels(await suite.rows.below(folders[2]));
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? "", /^“alice” is not a group on .*\. Personal projects do not belong to a group$/);
    const left = (await asked(since)).filter((path) => path.startsWith("groups/"));
    assert.deepEqual(left, []);
  });

  it("shows a group's failure in its folder only, and finds the group of a project known by ID", async () => {
    await ofGroup({ title: "Season" });
    await refuse("/groups/[^/]*/milestones");
    await suite.open();
    assert.deepEqual(labels(await below("Active")), ["Season"]);
    assert.match(labels(await below(/^Active in Group/)).join(), /Your account on .* does not have permission/);
    await control.clearFaults();
    const { current, projects } = suite.app;
    const { instance, id } = suite.project;
    const select = async (): Promise<void> => {
      await projects.select({ instance, project: id, label: "x" });
      const isSo = () => current.value.kind === "ready" && current.value.project.project === id;
      await until("the project to be known by its number", isSo, current.onDidChange);
    };
    try {
      await select();
      assert.deepEqual(labels(await below(/Group|^Active in/)), ["Season"]);
      assert.equal(suite.contents.group, group);
      await projects.select(undefined);
      await control.fault({ path: `/projects/${id}$`, status: 404, body: { message: "404 Not found" } });
      await select();
      assert.equal(await suite.contents.findGroup(never), undefined);
      assert.deepEqual(labels(await suite.rows.below()), ["Active", "Closed", "Group"]);
    } finally {
      await projects.select(undefined);
    }
  });

  it("shows a deleted milestone in one row", async () => {
    const gone = await ofProject({ title: "Gone" });
    // On a slow machine a poll would read it before it is deleted.
    new PollClock(suite.polling).stop();
    await suite.open();
    await below("Active");
    await client.milestones.project.delete(suite.project.path, gone.id);
    const [row, ...others] = await below("Active", "Gone");
    assert.match(row?.label ?? "", /^“Gone” was deleted/);
    assert.deepEqual([row?.item.command?.command, others], ["forgeline.refresh", []]);
    assert.deepEqual(labels(await below("Active")), ["Gone"]);
    await suite.refreshed();
    assert.deepEqual(labels(await below("Active")), ["No active milestones"]);
  });
});

describe("pipelines in the Milestones view", () => {
  const suite = viewSuite(VIEWS.milestones, "Milestones", ({ milestones }) => milestones.view);
  const { control } = suite;
  const heads = /^GET \/pipelines\?per_page=100$/;
  const jobs = /^GET \/pipelines\/\d+\/jobs\?/;
  /** The merge requests below the milestone, in the group's folder or the project's. */
  const requests = async (folder: string | RegExp = "Active"): Promise<Row<unknown>[]> =>
    suite.rows.below(await suite.rows.at(folder, "1.0", "Merge Requests"));
  const row = async (...path: readonly (string | RegExp)[]): Promise<Row<unknown>> =>
    suite.rows.at("Active", "1.0", "Merge Requests", "!1 open", ...path);

  let made: { id: number; jobs: readonly number[] };
  beforeEach(async () => {
    suite.project = await ownProject(suite.app, `p${randomUUID().slice(0, 8)}/station`);
    const { path } = suite.project;
    await suite.app.connections.get(suite.project.instance).client.milestones.project.create(path, { title: "1.0" });
    const { sha } = await control.commit({ "a.txt": "a\n" }, { project: path, branch: "open", startBranch: "main" });
    await control.addMergeRequest({ project: path, sourceBranch: "open", title: "open", milestone: "1.0" });
    made = await suite.project.add({
      ref: "open",
      sha,
      status: "running",
      jobs: [
        { name: "compile", stage: "build", status: "success" },
        { name: "unit", stage: "test", status: "running" },
      ],
    });
    await suite.open();
    // Held back: the tests poll by themselves.
    new PollClock(suite.polling).stop();
  });

  /** Polls as often as everything in sight needs to have had its turn. */
  const round = async (): Promise<void> => {
    for (let times = 0; times < 6; times++) await suite.contents.poll(never).catch(() => undefined);
  };

  it("follows pipelines of visible merge requests to their end", async () => {
    await suite.rows.below(await suite.rows.at("Active", "1.0"));
    await round();
    assert.deepEqual(await suite.project.asked(heads), [], "none while no merge request is visible");
    await requests();
    assert.equal(suite.contents.running, false, "nobody has told of a pipeline yet");
    await suite.contents.poll(never);
    assert.deepEqual(await suite.project.asked(heads), ["GET /pipelines?per_page=100"]);
    assert.match((await row()).spoken, /, pipeline running, /);
    assert.equal(suite.contents.running, true);
    assert.deepEqual(labels(await suite.rows.below(await row(`Pipeline #${made.id}`))), ["build", "test"]);
    assert.match((await row(`Pipeline #${made.id}`)).context, /^pipeline .*cancelable.* here$/);
    const asked = (await suite.project.asked(jobs)).length;
    await control.finishJob(made.jobs[1] ?? 0, "failed");
    await round();
    assert.match((await row(`Pipeline #${made.id}`, "test", "unit")).context, /^job .*retryable/);
    assert.match((await row()).spoken, /, pipeline failed, /);
    assert.ok((await suite.project.asked(jobs)).length > asked);
    assert.equal(suite.contents.running, false);
    // What is over is not asked for again.
    const over = (await suite.project.asked(jobs)).length;
    await round();
    assert.equal((await suite.project.asked(jobs)).length, over);
  });

  it("stops requesting jobs of a closed row", async () => {
    await requests();
    await suite.contents.poll(never);
    const pipeline = await row(`Pipeline #${made.id}`);
    await suite.rows.below(pipeline);
    for (const path of [
      ["Active", "1.0"],
      ["Active", "1.0", "Merge Requests"],
      ["Active", "1.0", "Merge Requests", "!1 open"],
    ])
      await toggleRow(suite.view, VIEWS.milestones, await suite.rows.at(...path), true);
    for (const expanded of [true, false]) await toggleRow(suite.view, VIEWS.milestones, pipeline, expanded);
    const before = (await suite.project.asked(jobs)).length;
    await round();
    assert.equal((await suite.project.asked(jobs)).length, before);
    // What is known of them is not old yet.
    assert.ok((await suite.rows.below(pipeline)).length > 0);
    assert.equal((await suite.project.asked(jobs)).length, before);
  });
});
