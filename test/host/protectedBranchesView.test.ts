import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Client } from "../../src/api/client.ts";
import type { ProtectBranch, ProtectedBranch } from "../../src/api/resources/protectedBranches.ts";
import { VIEWS } from "../../src/core/views.ts";
import { command, type Run } from "./commandTest.ts";
import { buttonGone, findButton } from "./outer.ts";
import { refuse } from "./refuse.ts";
import { cells } from "./rows.ts";
import { ready, sessionOf, signedIn, signedOut } from "./signedIn.ts";
import { shownBy } from "./spies.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

describe("protected branches in the Project Settings view", () => {
  const suite = viewSuite(VIEWS.projectSettings, "Project Settings", ({ projectSettings }) => projectSettings.view);
  const { control } = suite;
  let client: Client;
  let at: WorkspaceGit;
  beforeEach(async () => {
    client = suite.app.connections.get(suite.project.instance).client;
    at = await workspaceGit();
    for (const branch of ["release/1.0", "release/2.0/fix"]) await at.git("branch", "--quiet", "--force", branch);
  });
  afterEach(() => at.restore());

  const protect = (request: ProtectBranch): Promise<ProtectedBranch> =>
    client.protectedBranches.create(suite.project.path, request);
  const below = async (...path: readonly string[]) =>
    suite.rows.below(await suite.rows.at("Protected Branches", ...path));
  const lists = async (): Promise<number> => (await suite.project.asked(/^GET \/protected_branches/)).length;
  /** Opens the project as somebody else, who is a member at this level. */
  const openAs = async (user: "bob" | "rita", level: number): Promise<void> => {
    if (level > 0) await control.setMember({ project: suite.project.path, user, level });
    await signedOut();
    const session = sessionOf(user);
    await suite.app.sessions.write(session);
    await suite.project.open();
    await ready(suite.app, session);
  };
  afterEach(async () => {
    const { value } = suite.app.current;
    if (!("connection" in value) || value.connection.session?.user.username !== "alice") await signedIn();
  });

  it("lists rules with their local branches, permissions by name, and options @oldest", async () => {
    await protect({ name: "main", push_access_level: 40, merge_access_level: 30, unprotect_access_level: 60 });
    await protect({
      name: "release/*",
      push_access_level: 0,
      allow_force_push: true,
      code_owner_approval_required: true,
    });
    await protect({ name: "gone", push_access_level: 30 });
    await suite.open();
    const rules = await below();
    assert.deepEqual(cells(rules, "label", "description", "icon", "context"), [
      "main | push: Maintainers · merge: Developers and maintainers | lock charts.yellow | protectedBranch editable",
      "release/* | push: No one · merge: Maintainers | regex | protectedBranch wildcard editable",
      "gone | push: Developers and maintainers · merge: Maintainers | lock | protectedBranch editable",
    ]);
    assert.equal(rules[1]?.spoken, "Protected branch release/*, 2 local branches, push: No one, merge: Maintainers");
    assert.deepEqual(cells(await below("main"), "label", "description"), [
      "main | checked out",
      "Allowed to Push | Maintainers",
      "Allowed to Merge | Developers and maintainers",
      "Allowed to Unprotect | Administrators",
      "Force Push | not allowed",
      "Approval by Code Owners | not required",
    ]);
    const release = await below("release/*");
    assert.deepEqual(
      release
        .slice(0, 2)
        .map(({ label, description }) => [label, description])
        .sort(),
      [
        ["release/1.0", "local branch"],
        ["release/2.0/fix", "local branch"],
      ],
    );
    assert.deepEqual(cells(release.slice(-2), "label", "description"), [
      "Force Push | allowed",
      "Approval by Code Owners | required",
    ]);
    assert.equal((await below("gone"))[0]?.label, "No local branch");
    assert.deepEqual(cells(await below("main", "Allowed to Push"), "label", "context"), [
      "Maintainers | protectedBranchEntry push single editable",
    ]);
    assert.equal((await suite.rows.at("Protected Branches")).description, "3");
  });

  it("shows levels, users, groups and keys as the host names them", async () => {
    const entry = (id: number, access_level: number | null, access_level_description: string, rest: object = {}) => ({
      id,
      access_level,
      access_level_description,
      ...rest,
    });
    const push = [
      entry(1, 35, "Release managers"),
      entry(2, 25, ""),
      entry(3, null, "Bob $(bug)", { user_id: 7 }),
      entry(4, null, "", { group_id: 9 }),
      entry(5, null, "CI", { deploy_key_id: 2 }),
      entry(6, null, ""),
    ];
    await control.fault({
      path: suite.project.address("/protected_branches"),
      status: 200,
      body: [{ id: 1, name: "main", push_access_levels: push, merge_access_levels: [], allow_force_push: false }],
    });
    await suite.open();
    assert.deepEqual(cells(await below("main", "Allowed to Push"), "label", "description", "icon"), [
      "Release managers (access level 35) |  | shield",
      "Access level 25 |  | shield",
      "Bob $\u200b(bug) | user | person",
      "Group 9 | group | organization",
      "Deploy key CI | deploy key | key",
      "Unknown user or group |  | shield",
    ]);
    assert.deepEqual(labels(await below("main")), ["main", "Allowed to Push", "Allowed to Merge", "Force Push"]);
    assert.deepEqual(labels(await below("main", "Allowed to Merge")), ["No one"]);
  });

  it("explains hidden rules, follows a checkout without a request and a write with one", async () => {
    await protect({ name: "release/*" });
    await refuse(suite.project.address("/protected_branches"));
    await suite.open();
    assert.deepEqual(labels(await below()), ["Only project members can see protected branches"]);
    assert.equal((await suite.rows.at("Protected Branches")).context, "protectedBranches readonly");
    assert.equal(suite.message, undefined);
    await control.clearFaults();
    await suite.refreshed();
    await below();
    const before = await lists();
    await at.git("checkout", "--quiet", "release/1.0");
    await until(
      "the branch to be followed",
      async () =>
        (await below("release/*")).some(
          ({ label, description }) => label === "release/1.0" && description === "checked out",
        ),
      suite.app.current.onDidChange,
    );
    assert.equal(await lists(), before);
    const n = await control.lastRequest();
    await protect({ name: "late" });
    suite.app.changes.fire({
      instance: suite.project.instance,
      project: suite.project.path,
      subject: "protectedBranch",
      name: "late",
    });
    await control.waitForRequest({ path: suite.project.address("/protected_branches"), since: n + 1 });
    const protections = await suite.app.projectSettings.protections.load();
    await until("the new one", async () => labels(await below()).includes("late"), protections.onDidChange);
    // They share one answer while it is under way.
    const asked = (await lists()) - before;
    assert.ok(asked === 1 || asked === 2, `the view and the mark asked ${asked} times`);
  });

  it("marks a protected branch in the status bar", async () => {
    await protect({ name: "ma*", push_access_level: 40 });
    await suite.project.open();
    const mine = "“main” is protected by the rule “ma*”. Allowed to push: Maintainers. You can push.";
    assert.equal((await findButton(mine)).text.trim(), "Protected");
    await openAs("bob", 30);
    const item = await findButton(
      "“main” is protected by the rule “ma*”. Allowed to push: Maintainers. You cannot push. Commit to another branch and create a merge request.",
    );
    assert.equal(item.text.trim(), "Protected: no push");
    await at.git("checkout", "--quiet", "release/1.0");
    await buttonGone("“main” is protected by the rule “ma*”");
  });
});

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

  it("summarizes and lists who could use a job token @oldest", async () => {
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
  const shows = (deed: "opened" | "copied", scene: typeof projectRow) => async (run: Run) => {
    const { row, page } = await scene();
    assert.deepEqual(await shownBy(() => run(row, [row])), [`${deed} ${page}`]);
  };
  command("forgeline.jobTokenScope.openProject", "opens the page of a project", shows("opened", projectRow));
  command("forgeline.jobTokenScope.copyProjectLink", "copies its address", shows("copied", projectRow));
  command("forgeline.jobTokenScope.openGroup", "opens the page of a group", shows("opened", groupRow));
  command("forgeline.jobTokenScope.copyGroupLink", "copies its address", shows("copied", groupRow));

  it("shows deleted projects by ID", async () => {
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
    it(`shows one note ${status === undefined ? "to a developer" : "on a host without it"}`, async () => {
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
