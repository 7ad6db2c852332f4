import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { Client } from "../../src/api/client.ts";
import type { CreateMilestone, Milestone } from "../../src/api/resources/milestoneTypes.ts";
import { VIEWS } from "../../src/core/views.ts";
import type { MilestoneRef } from "../../src/features/milestones/refs.ts";
import { command, type Run } from "./commandTest.ts";
import { clipboard, editorInFront } from "./inFront.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { drawn } from "./playedBoxes.ts";
import { PollClock } from "./pollClock.ts";
import { refuse } from "./refuse.ts";
import { cells, type Row, Rows } from "./rows.ts";
import { closeView, toggleRow } from "./shownView.ts";
import { openedBy, shownBy } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { replaceLines, writeLines } from "./writeLines.ts";

const day = (days: number): string => {
  const at = new Date();
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate() + days)).toISOString().slice(0, 10);
};

describe("milestone commands", () => {
  const stage = setStage();
  const { look, pick, type, fill, titleButton, escape, enter, typeAt, pickAt, fillAt } = stage;
  const { control } = stage;
  let own: OwnProject;
  let group: string;
  beforeEach(async () => {
    group = `c${randomUUID().slice(0, 8)}`;
    own = await ownProject(stage.app, `${group}/station`);
    await own.open();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => closeView(stage.app.mergeRequests.view, "Merge Requests"));

  const routes = () => stage.client.milestones;
  const home = (): { instance: string; project: string } => ({ instance: own.instance, project: own.path });
  const row = async (making: Promise<Milestone | undefined>): Promise<MilestoneRef & { milestone: Milestone }> => {
    const milestone = await making;
    assert.ok(milestone);
    return { ...home(), milestone, ...(typeof milestone.group_id === "number" && { group: milestone.group_id }) };
  };
  const projects = (title: string, rest: object = {}) => row(routes().project.create(own.path, { title, ...rest }));
  const groups = (title: string, rest: object = {}) => row(routes().group.create(group, { title, ...rest }));
  const all = async (): Promise<readonly Milestone[]> => (await routes().project.list(own.path, {}).all()).items;
  const inGroup = async (): Promise<readonly Milestone[]> => (await routes().group.list(group, {}).all()).items;
  const now = (ref: MilestoneRef): Promise<Milestone> =>
    ref.group === undefined
      ? routes().project.get(own.path, ref.milestone.id)
      : routes().group.get(ref.group, ref.milestone.id);
  /** Writes of milestones, without what stands before the owner. */
  const writes = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"))
      .map(({ method, path }) => `${method} ${decodeURIComponent(path.replace("/api/v4/", ""))}`);
  const last = (): Promise<number> => control.lastRequest();
  command("forgeline.milestone.create", "creates one in the project with dates and a description", async (run) => {
    const box = "Create Milestone";
    const done = run();
    await pickAt(box, "Select where to create the milestone", "This Project");
    await typeAt(box, "Enter the title of the milestone", " 2.0 ");
    await pickAt(box, `In project ${own.path}`, "Description");
    await look("Description", "Markdown");
    await writeLines(stage, { box: "Description", use: "Use This Description", text: "All of it\n\n- one" });
    await pickAt(box, "All of it - one", "Start");
    await pick("Start", "Tomorrow");
    await pickAt(box, "Due Date", "Due Date");
    await fill("Due Date", "today");
    assert.match((await look("Due Date", "is before the start")).rows.join(), /is before the start/);
    await fill("Due Date", "some day");
    await typeAt("Due Date", "“some day” is not a date", "in 10 days");
    await pickAt(box, "Due Date", "Create");
    await done;
    const [made] = await all();
    const seen = [made?.title, made?.description, made?.start_date, made?.due_date, made?.project_id];
    assert.deepEqual(seen, ["2.0", "All of it\n\n- one", day(1), day(10), own.id]);
    assert.deepEqual(stage.notices, ["Milestone “2.0” created."]);
    assert.deepEqual(stage.announced, [{ ...home(), subject: "milestone" }]);
  });

  command(
    "forgeline.milestone.create",
    "takes a description from the editor @window",
    drawn("title button of a text", async (run) => {
      const box = "Create Milestone";
      const done = run(home());
      await pick(box, "This Project");
      await typeAt(box, "Enter the title of the milestone", "Written");
      await pick(box, "Description");
      await fillAt("Description", "Markdown", "# Begun");
      await titleButton("Description", "Open in Editor");
      const editor = await editorInFront("the editor", (document) => document.getText() === "# Begun");
      assert.equal(editor.document.languageId, "markdown");
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 7), "\n\nand ended"));
      await pickAt("Description", "Use This Description", "Use This Description");
      await pickAt(box, "Create", "Create");
      await done;
      assert.equal((await all())[0]?.description, "# Begun\n\nand ended");
    }),
  );

  command("forgeline.milestone.edit", "saves each field at once and stays open", async (run) => {
    const ref = await projects("1.0", { description: "Old", start_date: day(0), due_date: day(5) });
    const since = await last();
    const done = run(ref);
    await pickAt("Edit “1.0”", "Select a field to change", "Title");
    await type("Title", "1.1");
    const box = "Edit “1.1”";
    await look(box);
    await pick(box, "Description");
    assert.equal((await look("Description", "Markdown")).value, "Old");
    await fill("Description", "");
    await writeLines(stage, { box: "Description", use: "Use This Description", text: "New\nwords" });
    await pickAt(box, "New words", "Due Date");
    await pick("Due Date", "No Date");
    await until("no due date", async () => (await now(ref)).due_date === null, stage.app.changes.event);
    await pickAt(box, "State", "Start");
    await type("Start", day(3));
    await until("the start", async () => (await now(ref)).start_date === day(3), stage.app.changes.event);
    await pickAt(box, "State", "State");
    await look(box, "Select to reopen");
    await escape(box);
    await done;
    const { title, description, start_date, due_date, state } = await now(ref);
    assert.deepEqual([title, description, start_date, due_date, state], ["1.1", "New\nwords", day(3), null, "closed"]);
    const result = new Set(await writes(since));
    assert.deepEqual(result, new Set([`PUT projects/${own.path}/milestones/${ref.milestone.id}`]));
  });

  command("forgeline.milestone.edit", "shows someone else's change merged before it is sent", async (run) => {
    const ref = await projects("1.0", { description: "One\n\nTwo" });
    const box = "Edit “1.0”";
    const editing = { box: "Description", use: "Use This Description", before: "One\n\nTwo" };
    let done = run(ref);
    await pick(box, "Description");
    await routes().project.update(own.path, ref.milestone.id, { description: "1\n\nTwo" });
    await replaceLines(stage, { ...editing, text: "One\n\n2" });
    await editorInFront("both changes", (document) => document.getText() === "1\n\n2");
    assert.equal((await now(ref)).description, "1\n\nTwo");
    await escape("Description");
    await escape(box);
    await done;
    // What was written is a change of what it was then.
    await routes().project.update(own.path, ref.milestone.id, { description: "1\n\nTheirs" });
    done = run(ref);
    await pick(box, "Description");
    await pick("Description", "Use This Description");
    await look("Description", "Overwrite Theirs");
    await escape("Description");
    await escape(box);
    await done;
    assert.equal((await now(ref)).description, "1\n\nTheirs");
  });

  command("forgeline.milestone.edit", "asks before it overwrites someone else's change", async (run) => {
    const ref = await projects("1.0", { description: "Old" });
    const done = run(ref);
    const box = "Edit “1.0”";
    await pick(box, "Description");
    await look("Description", "Markdown");
    await routes().project.update(own.path, ref.milestone.id, { description: "Their words" });
    await type("Description", "My words");
    await look("Description", "Overwrite Theirs");
    await escape("Description");
    await look(box);
    assert.equal((await now(ref)).description, "Their words");
    // What was written is there again.
    await pick(box, "Description");
    assert.equal((await look("Description", "Markdown")).value, "My words");
    await enter("Description");
    await pickAt("Description", "Overwrite Theirs", "Overwrite Theirs");
    await look(box, "My words");
    await escape(box);
    await done;
    assert.equal((await now(ref)).description, "My words");
  });

  command("forgeline.milestone.edit", "reports a milestone that was deleted", async (run) => {
    const ref = await projects("1.0");
    await routes().project.delete(own.path, ref.milestone.id);
    await run(ref);
    await stage.says(/“1\.0” was deleted or promoted to a group milestone by someone else/, ["Refresh", "Show Log"]);
  });

  command("forgeline.milestone.close", "closes the picked one by the group's route @oldest", async (run) => {
    await projects("1.0");
    const ref = await groups("Season");
    const since = await last();
    const done = run();
    const { rows } = await look("Close Milestone", "Season");
    assert.deepEqual(rows, ["1.0", "Season"]);
    await pick("Close Milestone", "Season");
    await done;
    assert.equal((await now(ref)).state, "closed");
    assert.deepEqual(await writes(since), [`PUT groups/${ref.group}/milestones/${ref.milestone.id}`]);
    assert.deepEqual(stage.notices, ["Closed “Season”."]);
  });

  command("forgeline.milestone.close", "closes all selected ones after one question", async (run) => {
    const refs = [await projects("1.0"), await projects("2.0")];
    const [, said] = await Promise.all([run(refs[0], refs), stage.answer("Close Milestones")]);
    for (const words of [/Close 2 milestones\?/, /• 1\.0/, /• 2\.0/]) assert.match(said, words);
    for (const ref of refs) assert.equal((await now(ref)).state, "closed");
    assert.deepEqual(stage.notices, ["Closed 2 milestones."]);
  });

  command("forgeline.milestone.activate", "reopens one, with or without a record in the response", async (run) => {
    const ref = await projects("1.0");
    await routes().project.update(own.path, ref.milestone.id, { state_event: "close" });
    await control.fault({ method: "PUT", path: "/milestones/", status: 200, body: {}, times: 1 });
    await run(ref);
    assert.deepEqual(stage.notices, ["Reopened “1.0”."]);
    await control.clearFaults();
    await run(ref);
    assert.equal((await now(ref)).state, "active");
  });

  command("forgeline.milestone.delete", "names what depends on it, then deletes it", async (run) => {
    const ref = await projects("1.0");
    await own.addMergeRequest({ sourceBranch: "a", title: "A", milestone: "1.0" });
    for (const title of ["B", "C"]) await control.addIssue({ project: own.path, title, milestone: "1.0" });
    const [, said] = await Promise.all([run(ref), stage.answer("Cancel")]);
    assert.match(said, new RegExp(`Delete milestone “1\\.0” of project ${own.path}\\?`));
    assert.match(said, /1 merge request and 2 issues are kept without a milestone\./);
    assert.equal((await all()).length, 1);
    await Promise.all([run(ref), stage.answer("Delete")]);
    assert.deepEqual(await all(), []);
    assert.deepEqual(stage.notices, ["Deleted “1.0”."]);
  });

  command("forgeline.milestone.promote", "explains, then promotes the picked one", async (run) => {
    await groups("Season");
    const ref = await projects("1.0");
    await control.addIssue({ project: own.path, title: "B", milestone: "1.0" });
    const no = run();
    const { rows } = await look("Promote Milestone to Group", "1.0");
    assert.deepEqual(rows, ["1.0"]);
    await pick("Promote Milestone to Group", "1.0");
    const said = await stage.answer("Cancel");
    await no;
    assert.match(said, /Promote “1\.0” to a group milestone\?/);
    assert.match(
      said,
      new RegExp(
        `The milestone will be available in all projects of group ${group}\\. Project milestones with the same title are merged into it\\. This cannot be undone`,
        "s",
      ),
    );
    await Promise.all([run(ref), stage.answer("Promote")]);
    assert.deepEqual([await all(), (await inGroup()).map(({ title }) => title).sort()], [[], ["1.0", "Season"]]);
    assert.deepEqual(stage.notices, [`Promoted “1.0” to a milestone of group ${group}.`]);
  });

  command("forgeline.milestone.openInBrowser", "opens its page, requesting the address if needed", async (run) => {
    const ref = await projects("1.0");
    const { web_url: page, ...bare } = ref.milestone;
    assert.deepEqual(await stage.opened(() => run(ref)), [page]);
    assert.deepEqual(await stage.opened(() => run({ ...ref, milestone: bare })), [page]);
    const body = { ...bare, web_url: null };
    await control.fault({ method: "GET", path: `/milestones/${ref.milestone.id}$`, status: 200, body });
    assert.deepEqual(await stage.opened(() => run({ ...ref, milestone: bare })), []);
    await stage.says(/returned no web address for “1\.0”/);
  });

  command("forgeline.milestone.copyLink", "copies the address of the picked one", async (run) => {
    const ref = await groups("Season");
    await Promise.all([run(), pick("Copy Milestone Link", "Season")]);
    assert.equal(await clipboard(), ref.milestone.web_url);
    assert.equal(ref.milestone.web_url, `${localService().url}/groups/${group}/-/milestones/1`);
    assert.deepEqual(stage.notices, ["Copied link."]);
  });

  command("forgeline.milestone.showBurndown", "shows a table of issue events", async (run) => {
    const hour = 3_600_000;
    for (const ref of [await projects("1.0", { start_date: day(-2), due_date: day(2) }), await groups("Season")]) {
      const { title } = ref.milestone;
      const at = Date.now() - 10 * hour;
      const issue = { project: own.path, milestone: title };
      await control.addIssue({ ...issue, title: "A", weight: 3, createdAt: at, closedAt: at + 2 * hour });
      await control.addIssue({ ...issue, title: "B", createdAt: at + hour });
      await run(ref);
      const document = vscode.window.activeTextEditor?.document;
      assert.ok(document);
      assert.equal(document.uri.path.split("/").at(-1), `Burndown of ${title}.md`);
      assert.deepEqual([document.languageId, document.uri.scheme], ["markdown", "forgeline-text"]);
      const rows = document.getText().match(/^\| .*\d.*$/gm) ?? [];
      const cells = rows.map((line) =>
        line
          .split(/ +\| +/)
          .slice(1)
          .join(" "),
      );
      assert.deepEqual(cells, ["created 3 1 3 |", "created – 2 3 |", "closed 3 1 0 |"]);
    }
  });

  command("forgeline.milestone.showBurndown", "reports a host without events and a deleted milestone", async (run) => {
    const ref = await projects("1.0");
    await control.fault({ path: "/burndown_events$", status: 404, body: { error: "404 Not Found" } });
    await run(ref);
    await stage.says(/does not support burndown events\. They require a paid edition\./);
    await routes().project.delete(own.path, ref.milestone.id);
    await run(ref);
    await stage.says(/“1\.0” was deleted/);
    await vscode.commands.executeCommand("setContext", "forgeline.cannotShowBurndown", false);
  });

  command("forgeline.milestone.showMergeRequests", "filters the Merge Requests view", async (run) => {
    const ref = await groups("Season");
    await run(ref);
    const isSo = () => stage.app.mergeRequests.view.visible;
    await until("the view", isSo, stage.app.mergeRequests.view.onDidChangeVisibility);
    const shown = await stage.app.mergeRequests.view.load();
    assert.deepEqual(shown?.filter.value, { state: "all", milestone: "Season" });
    await shown.filter.set({});
  });

  command("forgeline.milestones.search", "filters the view by the typed text", async (run) => {
    await Promise.all([run(), typeAt("Search Milestones", "Enter part of a title or description", "wind")]);
    const searched = async () => (await stage.app.milestones.view.load())?.filter.value;
    assert.deepEqual(await searched(), { search: "wind" });
    for (const title of ["Windy", "Sun"]) await projects(title);
    const rows = new Rows<unknown>(stage.app.milestones.view.provider);
    assert.deepEqual(labels(await rows.below(await rows.at("Active"))), ["Windy"]);
    const again = run();
    assert.equal((await look("Search Milestones")).value, "wind");
    await escape("Search Milestones");
    await again;
    assert.deepEqual(await searched(), { search: "wind" });
  });

  command("forgeline.milestones.filter", "narrows the view to milestones of these numbers", async (run) => {
    const [, { milestone }] = [await projects("Wind"), await projects("Sun")];
    const box = "Filter Milestones";
    const done = run();
    await stage.field(box, "Numbers", `%${milestone.iid}`);
    await look(box);
    const rows = new Rows<unknown>(stage.app.milestones.view.provider);
    assert.deepEqual(labels(await rows.below(await rows.at("Active"))), ["Sun"]);
    await escape(box);
    await done;
    await (await stage.app.milestones.view.load())?.filter.set({});
  });

  command("forgeline.milestones.clearSearch", "shows all again", async (run) => {
    await (await stage.app.milestones.view.load())?.filter.set({ search: "wind" });
    await run();
    assert.deepEqual(stage.app.milestones.view.contents?.filter.value, {});
  });
});

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
    suite.project.addMergeRequest({ sourceBranch: title, title, milestone, ...rest });
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
    await suite.project.commit({ "a.txt": "a\n" }, { branch: "open" });
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
    const { sha } = await control.commit({ "a.txt": "a\n" }, { project: path, branch: "open" });
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
