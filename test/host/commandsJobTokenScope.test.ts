import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { JobTokenEntryRef } from "../../src/features/projectSettings/jobTokenScope/refs.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { setStage } from "./stage.ts";

describe("job token scope commands", () => {
  const stage = setStage();
  const { look, pick, fill, escape } = stage;
  const { control } = stage;
  let own: OwnProject;
  let group: string;
  beforeEach(async () => {
    group = `j${randomUUID().slice(0, 8)}`;
    own = await ownProject(stage.app, `${group}/station`);
    await control.setMember({ project: own.path, user: "alice", level: 40 });
    await control.setMember({ group, user: "alice", level: 40 });
    await own.open();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const addProjectBox = "Add Project to Job Token Allowlist";
  const addGroupBox = "Add Group to Job Token Allowlist";
  const scope = () => stage.client.jobTokenScope;
  const projects = async (): Promise<number[]> =>
    (await scope().allowlist.list(own.path).all()).items.map(({ id }) => id).filter((id) => id !== own.id);
  const groups = async (): Promise<(string | null | undefined)[]> =>
    (await scope().groupsAllowlist.list(own.path).all()).items.map(({ name }) => name);
  const limited = async (): Promise<boolean> => (await scope().get(own.path)).inbound_enabled;
  const other = async (): Promise<{ id: number; path: string }> =>
    control.createProject({ path: `${group}/o${randomUUID().slice(0, 8)}`, visibility: "private", members: ["alice"] });
  const entry = (of: "project" | "group", id: number, name?: string): JobTokenEntryRef => ({
    instance: own.instance,
    project: own.path,
    entry: { of, id, ...(name !== undefined && { name }) },
  });
  const dialog = (button: string): Promise<string> => stage.answer(button);

  command("forgeline.jobTokenScope.lift", "asks before it opens access to every project", async (run) => {
    const leave = run();
    const words = await dialog("Cancel");
    await leave;
    assert.match(
      words,
      new RegExp(
        `Allow job tokens of all projects to access ${own.path} on 127\\.0\\.0\\.1.*Not limited: .*The allowlist has no effect`,
        "s",
      ),
    );
    assert.equal(await limited(), true);
    const done = run();
    await dialog("Allow All Projects");
    await done;
    assert.equal(await limited(), false);
    await run();
    assert.deepEqual(stage.notices, [
      `Job tokens of all projects can now access ${own.path}.`,
      `Job token access to ${own.path} is already unlimited.`,
    ]);
  });

  command("forgeline.jobTokenScope.limit", "limits access without a question", async (run) => {
    await scope().update(own.path, { enabled: false });
    const changes: unknown[] = [];
    const listening = stage.app.changes.event((change) => changes.push(change));
    await run();
    await run();
    listening.dispose();
    assert.equal(await limited(), true);
    assert.deepEqual(stage.notices, [
      `Only job tokens of projects and groups on the allowlist can now access ${own.path}.`,
      `Job token access to ${own.path} is already limited.`,
    ]);
    assert.deepEqual(changes[0], {
      instance: own.instance,
      project: own.path,
      subject: "jobTokenScope",
      part: "limit",
    });
  });

  command("forgeline.jobTokenScope.addProject", "adds one by path or ID", async (run) => {
    const [first, second] = [await other(), await other()];
    const done = run();
    await pick(addProjectBox, `Project ${first.path}`, first.path);
    await done;
    const again = run();
    await pick(addProjectBox, `Project ${second.id}`, String(second.id));
    await again;
    assert.deepEqual(await projects(), [first.id, second.id]);
    assert.equal(stage.notices[0], `Job tokens of ${first.path} can now access ${own.path}.`);
  });

  command("forgeline.jobTokenScope.addProject", "explains refused projects at the field", async (run) => {
    const there = await other();
    await scope().allowlist.add(own.path, { target_project_id: there.id });
    const secret = await control.createProject({ path: `e${group}/secret`, visibility: "private", members: ["bob"] });
    const done = run();
    const refused = async (typed: string, saying: RegExp, words: string): Promise<void> => {
      await pick(addProjectBox, `Project ${typed}`, typed);
      const { rows, value } = await look(addProjectBox, words);
      assert.ok(
        rows.some((row) => saying.test(row)),
        rows.join("\n"),
      );
      assert.equal(value, typed);
    };
    await refused(String(there.id), /is already on the allowlist\./, "is already on the allowlist");
    await refused(own.path, /is this project\. Its own job tokens always have access\./, "is this project");
    await refused(
      secret.path,
      /Project ej\w+\/secret not found on .*\. Try its ID, shown on the project's page/,
      "not found on",
    );
    await refused(
      String(secret.id),
      /Project \d+ not found on .*\. You can add only projects that you can see\./,
      "only projects that you can see",
    );
    await refused(
      "https://other.example/a/b",
      /You are not signed in to the host of this URL/,
      "You are not signed in to the host of this URL",
    );
    await refused(
      "nothing",
      /Enter the path \(group\/project\) or ID of a project\. “nothing” is neither\./,
      "is neither",
    );
    await escape(addProjectBox);
    await done;
    assert.deepEqual(await projects(), [there.id]);
  });

  command("forgeline.jobTokenScope.addGroup", "offers nearby groups and takes any other", async (run) => {
    const done = run();
    await pick(addGroupBox, group);
    await done;
    const made = await control.createGroup({ path: `g${randomUUID().slice(0, 8)}`, visibility: "public" });
    const again = run();
    await fill(addGroupBox, `${own.instance}/groups/${made.path}`);
    await pick(addGroupBox, `Group ${own.instance}/groups/${made.path}`);
    await again;
    assert.equal((await groups()).length, 2);
    assert.equal(stage.notices[0], `Job tokens of all projects in ${group} can now access ${own.path}.`);
  });

  command("forgeline.jobTokenScope.remove", "removes one after a question, once", async (run) => {
    const gone = await other();
    await scope().allowlist.add(own.path, { target_project_id: gone.id });
    await run({ ...entry("project", gone.id, gone.path), project: gone.path });
    assert.match((await stage.message()).text, /This entry belongs to another project than/);
    const leave = run(entry("project", gone.id, gone.path));
    assert.match(
      await dialog("Cancel"),
      new RegExp(`Remove project “${gone.path}” from the job token allowlist of ${own.path} on `),
    );
    await leave;
    assert.deepEqual(await projects(), [gone.id]);
    const done = run(entry("project", gone.id, gone.path));
    await dialog("Remove");
    await done;
    assert.deepEqual([await projects(), stage.notices], [[], [`Removed “${gone.path}” from the allowlist.`]]);
    const late = run(entry("project", gone.id, gone.path));
    await dialog("Remove");
    await late;
    assert.match((await stage.message()).text, /“.*” was already removed from the allowlist/);
  });

  command("forgeline.jobTokenScope.remove", "removes a deleted project by its ID", async (run) => {
    const doomed = await other();
    await scope().allowlist.add(own.path, { target_project_id: doomed.id });
    await control.deleteProject(doomed.path);
    await control.fault({
      path: own.address("/job_token_scope/allowlist\\?"),
      status: 200,
      body: [
        { id: own.id, name: "station", path_with_namespace: own.path },
        { id: doomed.id, name: null, path_with_namespace: null },
      ],
    });
    const since = await control.lastRequest();
    const done = run();
    await pick("Remove from Job Token Allowlist", `project ${doomed.id}`);
    assert.match(await dialog("Remove"), new RegExp(`Remove project “project ${doomed.id}”`));
    await done;
    assert.equal(await stage.asked("DELETE", new RegExp(`/job_token_scope/allowlist/${doomed.id}$`), since), 1);
    assert.deepEqual(stage.notices, [`Removed “project ${doomed.id}” from the allowlist.`]);
  });

  command("forgeline.jobTokenScope.remove", "removes groups and reports an empty list", async (run) => {
    const made = await control.createGroup({ path: `g${randomUUID().slice(0, 8)}`, visibility: "public" });
    await scope().groupsAllowlist.add(own.path, { target_group_id: made.id });
    const done = run(entry("group", made.id, "Crew"));
    assert.match(await dialog("Remove"), /Remove group “Crew”.*Jobs of its projects/s);
    await done;
    assert.deepEqual(await groups(), []);
    await run();
    assert.match((await stage.message()).text, /The job token allowlist of .* is empty/);
  });

  command("forgeline.jobTokenScope.show", "lists all in a document", async (run) => {
    const friend = await other();
    await scope().allowlist.add(own.path, { target_project_id: friend.id });
    await run();
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(
      text,
      new RegExp(
        `^# Job token access to ${own.path} on .*\n\nSummary: this project, 1 other project\\.\n\nLimited: .*\n\n## Projects\n\n- ${own.path} \\(this project\\)\n- ${friend.path} \\(ID ${friend.id}\\)\n\n## Groups, .*\n\nNone\\.\n$`,
      ),
    );
  });
});
