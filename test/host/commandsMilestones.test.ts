import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { Milestone } from "../../src/api/resources/milestoneTypes.ts";
import type { MilestoneRef } from "../../src/features/milestones/refs.ts";
import { command } from "./commandTest.ts";
import { draftsOf } from "./drafts.ts";
import { editorInFront, clipboard } from "./inFront.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { drawn } from "./playedBoxes.ts";
import { closeView } from "./shownView.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { writeLines } from "./writeLines.ts";

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
    const changes: unknown[] = [];
    const listening = stage.app.changes.event((change) => changes.push(change));
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
    listening.dispose();
    const [made] = await all();
    const seen = [made?.title, made?.description, made?.start_date, made?.due_date, made?.project_id];
    assert.deepEqual(seen, ["2.0", "All of it\n\n- one", day(1), day(10), own.id]);
    assert.deepEqual(stage.notices, ["Milestone “2.0” created."]);
    assert.deepEqual(changes, [{ ...home(), subject: "milestone" }]);
  });

  command("forgeline.milestone.create", "keeps what was typed when the title is taken", async (run) => {
    await projects("Taken");
    const box = "Create Milestone";
    const since = await last();
    const done = run({ kind: "milestoneFolder", ...home(), row: "x", folder: "groupActive", group });
    await type(box, "Taken");
    await pickAt(box, `In group ${group}`, "Description");
    await type("Description", "Long thought");
    await pick(box, "Create");
    const { rows } = await look(box, "A milestone with this title already exists in the project or its group");
    assert.match(rows[0] ?? "", /^A milestone with this title already exists in the project or its group\. Enter/);
    await escape(box);
    await done;
    // Kept over Escape, and over a restart in the window's memory.
    const again = run({ kind: "milestoneFolder", ...home(), row: "x", folder: "groupActive", group });
    await pickAt(box, "Long thought", "Title");
    const { value } = await look("Title");
    assert.equal(value, "Taken");
    await type("Title", "Season");
    await pickAt(box, "Season", "Create");
    await again;
    const found = (await inGroup()).map(({ title, description }) => [title, description]);
    assert.deepEqual(found, [["Season", "Long thought"]]);
    assert.deepEqual(await writes(since), [`POST groups/${group}/milestones`, `POST groups/${group}/milestones`]);
    assert.deepEqual(await draftsOf(stage.app, "newMilestone"), []);
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

  command("forgeline.milestone.edit", "asks before it overwrites someone else's change", async (run) => {
    const ref = await projects("1.0", { description: "Old" });
    const done = run(ref);
    const box = "Edit “1.0”";
    await pick(box, "Description");
    await look("Description", "Markdown");
    await routes().project.update(own.path, ref.milestone.id, { description: "Their words" });
    await type("Description", "My words");
    await pickAt("Description", "Someone changed the description in the meantime", "Compare");
    const isSo = () => vscode.window.visibleTextEditors.some(({ document }) => document.getText() === "Their words");
    await until("the comparison", isSo, vscode.window.onDidChangeVisibleTextEditors);
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
    await control.addMergeRequest({ project: own.path, sourceBranch: "a", title: "A", milestone: "1.0" });
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
    const again = run();
    assert.equal((await look("Search Milestones")).value, "wind");
    await escape("Search Milestones");
    await again;
    assert.deepEqual(await searched(), { search: "wind" });
  });

  command("forgeline.milestones.clearSearch", "shows all again", async (run) => {
    await (await stage.app.milestones.view.load())?.filter.set({ search: "wind" });
    await run();
    assert.deepEqual(stage.app.milestones.view.contents?.filter.value, {});
  });
});
