import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { command } from "./commandTest.ts";
import { replace } from "./spies.ts";
import { viewSuite } from "./viewSuite.ts";

describe("the folder Job Token Scope", () => {
  const suite = viewSuite(VIEWS.projectSettings, "Project Settings", ({ projectSettings }) => projectSettings.view);
  const { control } = suite;
  const folder = "Job Token Access";
  const told = async (...path: string[]) =>
    (await suite.rows.below(await suite.rows.at(folder, ...path))).map(({ label, description, icon, context }) => [
      label,
      description,
      icon,
      context,
    ]);
  const client = () => suite.app.connections.get(suite.project.instance).client.jobTokenScope;
  beforeEach(() => control.setMember({ project: suite.project.path, user: "alice", level: 40 }));

  it("says who could use a token, and lists them", async () => {
    const { id } = await control.createProject({
      path: `${suite.project.path}-friend`,
      visibility: "private",
      members: ["alice"],
    });
    const group = await control.createGroup({ path: suite.project.path.replace("/", "-"), visibility: "public" });
    await client().allowlist.add(suite.project.id, { target_project_id: id });
    await client().groupsAllowlist.add(suite.project.id, { target_group_id: group.id });
    await suite.open();
    assert.deepEqual(await told(), [
      [
        "Job Token Allowlist",
        "this project, 1 other project, all projects of 1 group",
        "lock charts.green",
        "jobTokenLimit on",
      ],
      ["Projects", "2", "repo", "jobTokenList project"],
      ["Groups", "1", "organization", "jobTokenList group"],
    ]);
    assert.deepEqual(await told("Projects"), [
      [suite.project.path, "this project", "home", "jobTokenEntry project itself hasPage"],
      [`${suite.project.path}-friend`, "", "repo", "jobTokenEntry project hasPage"],
    ]);
    const [row] = await suite.rows.below(await suite.rows.at(folder));
    assert.match(row?.item.tooltip as string, /^Limited: CI job tokens/);
    assert.equal((await suite.rows.at(folder)).description, "limited");
    const { element } = await suite.rows.at(folder, "Projects", `${suite.project.path}-friend`);
    assert.deepEqual((element as { entry: unknown }).entry, {
      of: "project",
      id,
      name: `${suite.project.path}-friend`,
    });
  });

  const projectRow = async (): Promise<{ row: unknown; page: string }> => {
    await client().update(suite.project.id, { enabled: true });
    await suite.open();
    const { element } = await suite.rows.at(folder, "Projects", suite.project.path);
    return { row: element, page: `${suite.project.instance}/${suite.project.path}` };
  };
  const groupRow = async (): Promise<{ row: unknown; page: string }> => {
    const path = suite.project.path.replace("/", "-");
    const { id } = await control.createGroup({ path, visibility: "public" });
    await client().groupsAllowlist.add(suite.project.id, { target_group_id: id });
    await suite.open();
    const { element } = await suite.rows.at(folder, "Groups", path);
    return { row: element, page: `${suite.project.instance}/groups/${path}` };
  };
  const opens = async (scene: typeof projectRow, run: (...given: unknown[]) => Promise<unknown>): Promise<void> => {
    const { row, page } = await scene();
    const opened: string[] = [];
    const undo = replace(vscode.env, "openExternal", () => (uri) => Promise.resolve(opened.push(uri.toString()) > 0));
    await run(row, [row]).finally(() => undo.dispose());
    assert.deepEqual(opened, [page]);
  };
  const copies = async (scene: typeof projectRow, run: (...given: unknown[]) => Promise<unknown>): Promise<void> => {
    const { row, page } = await scene();
    await run(row, [row]);
    assert.equal(await vscode.env.clipboard.readText(), page);
  };
  command("forgeline.jobTokenScope.openProject", "opens the page of a project", (run) => opens(projectRow, run));
  command("forgeline.jobTokenScope.copyProjectLink", "copies its address", (run) => copies(projectRow, run));
  command("forgeline.jobTokenScope.openGroup", "opens the page of a group", (run) => opens(groupRow, run));
  command("forgeline.jobTokenScope.copyGroupLink", "copies its address", (run) => copies(groupRow, run));

  it("shows what was deleted by its number, and a host without the list of groups", async () => {
    await control.fault({
      path: suite.project.address("/job_token_scope/allowlist\\?"),
      status: 200,
      body: [{ id: 4711, name: null, path_with_namespace: null }],
    });
    await control.fault({
      path: suite.project.address("/job_token_scope/groups_allowlist"),
      status: 404,
      body: { error: "404 Not Found" },
    });
    await suite.open();
    assert.deepEqual(await told("Projects"), [
      [
        "project 4711",
        "deleted, or hidden from your account",
        "question descriptionForeground",
        "jobTokenEntry project",
      ],
    ]);
    assert.deepEqual((await told())[2]?.slice(0, 2), ["Groups", "not supported by this host"]);
  });

  for (const [level, status, note] of [
    [30, undefined, /Only project maintainers can see this$/],
    [40, 404, /Not supported by the host, or hidden from your account/],
  ] as const) {
    it(`is one calm row ${status === undefined ? "for a developer" : "on a host without it"}`, async () => {
      await control.setMember({ project: suite.project.path, user: "alice", level });
      if (status !== undefined)
        await control.fault({
          path: suite.project.address("/job_token_scope"),
          status,
          body: { error: "404 Not Found" },
        });
      await suite.project.forget();
      await suite.open();
      const [row, ...more] = await suite.rows.below(await suite.rows.at(folder));
      assert.match(row?.label ?? "", note);
      assert.deepEqual([row?.context, more, suite.message], ["note", [], undefined]);
      assert.equal((await suite.project.asked(/job_token_scope/)).length, 1);
    });
  }
});
