import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { Client } from "../../src/api/client.ts";
import type { AccessLevelRecord, ProtectBranch, ProtectedBranch } from "../../src/api/resources/protectedBranches.ts";
import { VIEWS } from "../../src/core/views.ts";
import type { JobTokenEntryRef } from "../../src/features/projectSettings/jobTokenScope/refs.ts";
import type { ProtectedAccessRef } from "../../src/features/projectSettings/protectedBranches/refs.ts";
import { command, type Run } from "./commandTest.ts";
import { answered } from "./inFront.ts";
import { buttonGone, findButton } from "./outer.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { refuse } from "./refuse.ts";
import { cells } from "./rows.ts";
import { hideViews } from "./shownView.ts";
import { ready, sessionOf, signedIn, signedOut } from "./signedIn.ts";
import { replace, shownBy } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

const undone = (undo: { dispose(): void }): Disposable => ({ [Symbol.dispose]: () => undo.dispose() });

describe("protected branch commands", () => {
  const stage = setStage();
  const { look, pick, escape, typeAt, pickAt, fillAt } = stage;
  const { control, info } = stage;
  let own: OwnProject;
  let group: string;
  beforeEach(async () => {
    group = `b${randomUUID().slice(0, 8)}`;
    own = await ownProject(stage.app, `${group}/station`);
    await own.commit({ "a.txt": "a\n" }, { branch: "topic" });
    await own.open();
  });

  const routes = () => stage.client.protectedBranches;
  /** Takes rows, each once it is there. */
  const take = async (...rows: readonly (readonly [box: string, row: string])[]): Promise<void> => {
    for (const [box, row] of rows) await pickAt(box, row, row);
  };
  const scope = (): { instance: string; project: string } => ({ instance: own.instance, project: own.path });
  const protect = async (
    request: ProtectBranch,
  ): Promise<{ instance: string; project: string; protectedBranch: ProtectedBranch }> => {
    const protectedBranch = await routes().create(own.path, request);
    const { value } = stage.app.current;
    assert.ok(value.kind === "ready");
    // As after a command's write: what was requested before, for the status bar, does not have it.
    (await stage.app.projectSettings.protections.load()).touch(value.connection, scope());
    return { ...scope(), protectedBranch };
  };
  const now = (name: string): Promise<ProtectedBranch> => routes().get(own.path, name);
  const levels = (entries: readonly AccessLevelRecord[] | null | undefined): (number | string | null)[] =>
    (entries ?? []).map(({ access_level: level, user_id: user, group_id: of }) =>
      typeof user === "number" ? `user ${user}` : typeof of === "number" ? `group ${of}` : (level ?? null),
    );
  /** Who may push and merge, and whether by force. */
  const rule = async (name: string): Promise<unknown[]> => {
    const { push_access_levels: push, merge_access_levels: merge, allow_force_push: force } = await now(name);
    return [levels(push), levels(merge), force];
  };
  const all = async (): Promise<readonly ProtectedBranch[]> => (await routes().list(own.path).all()).items;
  const known = async (): Promise<void> => {
    const { value } = stage.app.current;
    assert.ok(value.kind === "ready");
    const protections = await stage.app.projectSettings.protections.load();
    const read = await protections.read(value.connection, scope());
    // The status bar asks for it as well, after it has read the rules.
    if (read.kind === "rules") await protections.learnRole(value.connection, scope(), read.rules);
  };
  const writes = async (): Promise<string[]> =>
    (await own.asked(/^(POST|PATCH|DELETE) \/protected_branches/)).map((text) =>
      text.replace("/protected_branches", "").trim(),
    );
  const first = (branch: ProtectedBranch): AccessLevelRecord => {
    const [entry] = branch.push_access_levels ?? [];
    assert.ok(entry);
    return entry;
  };

  command("forgeline.protectedBranch.protect", "protects a wildcard for levels, users and groups", async (run) => {
    await protect({ name: "main" });
    await known();
    const box = "Protect Branch";
    const done = run();
    await fillAt(box, "topic", "a..b");
    await fillAt(box, "“a..b” is not a valid branch name.", "release/*");
    await take([box, "Use “release/*”"]);
    const { rows } = await look(box, "covers");
    const found = rows.slice(0, 2).map((row) => row.split("\n")[0]);
    assert.deepEqual(found, ["Protect “release/*”", "Branch or Wildcard"]);
    await take(
      [box, "Allowed to Push"],
      ["Allowed to Push", "Maintainers"],
      ["Allowed to Push", "Add…"],
      ["Allowed to Push", "A Group…"],
    );
    await typeAt("Allowed to Push", "Enter the path (group/subgroup) or ID of a group", group);
    await look("Allowed to Push", group);
    await take(
      ["Allowed to Push", "Done"],
      [box, "Allowed to Merge"],
      ["Allowed to Merge", "Add…"],
      ["Allowed to Merge", "Developers and maintainers"],
    );
    await look("Allowed to Merge", "Developers and maintainers");
    // Leaving the list keeps its entries.
    await escape("Allowed to Merge");
    await take([box, "Force Push"]);
    await look(box, "allowed");
    await take([box, "Approval by Code Owners"]);
    await look(box, "required");
    await take([box, "Protect “release/*”"]);
    await done;
    const made = await now("release/*");
    const { id } = await stage.client.extras.group(group);
    assert.deepEqual(levels(made.push_access_levels), [`group ${id}`]);
    assert.deepEqual(levels(made.merge_access_levels), [40, 30]);
    assert.deepEqual(levels(made.unprotect_access_levels), [40]);
    assert.deepEqual([made.allow_force_push, made.code_owner_approval_required], [true, true]);
    assert.deepEqual(stage.notices, ["Protected “release/*”."]);
  });

  command("forgeline.protectedBranch.protect", "keeps choices the host refuses", async (run) => {
    const box = "Protect Branch";
    using _levelsAlone = undone(
      replace(await stage.app.projectSettings.protections.load(), "higherEdition", () => () => false),
    );
    const done = run("topic");
    await take([box, "Allowed to Push"]);
    await fillAt("Allowed to Push", "Developers and maintainers", "25");
    await take(["Allowed to Push", "Access level 25"]);
    await look(box, "Access level 25");
    await take([box, "Protect “topic”"]);
    const refused = await look(box, "does not accept “Access level 25”");
    assert.match(refused.rows[0] ?? "", /The level may not be supported.*Message from the host: push_access_level/);
    await take([box, "Allowed to Push"], ["Allowed to Push", "No one"]);
    await look(box, "No one");
    await protect({ name: "topic" });
    await take([box, "Protect “topic”"]);
    await look(box, "“topic” is already protected");
    await escape(box);
    await done;
    assert.deepEqual(levels((await now("topic")).push_access_levels), [40]);
  });

  command(
    "forgeline.protectedBranch.protect",
    "keeps a form that is closed until the branch is protected",
    async (run) => {
      await protect({ name: "main" });
      await known();
      const box = "Protect Branch";
      const first = run("topic");
      await take(
        [box, "Allowed to Push"],
        ["Allowed to Push", "Add…"],
        ["Allowed to Push", "Developers and maintainers"],
        ["Allowed to Push", "Done"],
        [box, "Force Push"],
        [box, "Branch or Wildcard"],
      );
      await look(box, "enter a wildcard");
      await escape(box);
      await first;
      const done = run("topic");
      await take([box, "Protect “topic”"]);
      await done;
      assert.deepEqual(await rule("topic"), [[40, 30], [40], true]);
      const next = run("topic");
      await look(box, "not allowed");
      await escape(box);
      await next;
    },
  );

  command("forgeline.protectedBranch.edit", "changes single entries in one menu", async (run) => {
    const ref = await protect({ name: "main", push_access_level: 40 });
    await known();
    const box = "Edit “main”";
    const list = "Allowed to Push: “main”";
    const done = run(ref);
    await take([box, "Allowed to Push"], [list, "Maintainers"], [list, "Developers and maintainers"]);
    await look(box, "Developers and maintainers");
    await take([box, "Allowed to Push"], [list, "Add…"], [list, "A User…"]);
    await typeAt(list, "Enter part of a name or username", "alice");
    await take([list, info.users.alice.name]);
    await look(box, info.users.alice.name);
    await take([box, "Force Push"]);
    await look(box, "Select to disallow");
    await take([box, "Approval by Code Owners"]);
    await look(box, "Select to make optional");
    await take([box, "Allowed to Push"]);
    await look(list, info.users.alice.name);
    await stage.person({
      action: "pick",
      box: list,
      row: "Developers and maintainers",
      button: "Remove Developers and maintainers",
    });
    const said = await stage.answer("Remove");
    assert.match(said, /“Developers and maintainers” from “Allowed to Push” of “main”\?\n[^]*: Alice Ahlgren\.$/);
    await look(box, "Select to make optional");
    await escape(box);
    await done;
    const after = await now("main");
    assert.deepEqual(levels(after.push_access_levels), [`user ${info.users.alice.id}`]);
    assert.equal(after.allow_force_push, true);
    assert.equal(after.code_owner_approval_required, true);
    assert.deepEqual(new Set(await writes()), new Set(["POST", "PATCH /main"]));
  });

  command("forgeline.protectedBranch.edit", "protects anew where a host has no single entries", async (run) => {
    await protect({ name: "main", push_access_level: 40, merge_access_level: 30, allow_force_push: true });
    const protections = await stage.app.projectSettings.protections.load();
    using _levelsAlone = undone(replace(protections, "higherEdition", () => () => false));
    const done = run();
    await take(
      ["Edit Branch Protection", "main"],
      ["Edit “main”", "Allowed to Push"],
      ["Allowed to Push: “main”", "No one"],
    );
    const said = await stage.answer("Unprotect and Protect Again");
    assert.match(said, /is unprotected for a moment, then protected with the new level/);
    await look("Edit “main”", "No one");
    await escape("Edit “main”");
    await done;
    assert.deepEqual(await rule("main"), [[0], [30], true]);
  });

  command("forgeline.protectedBranch.edit", "keeps someone else's change", async (run) => {
    const ref = await protect({ name: "main", push_access_level: 40, merge_access_level: 30 });
    using _levelsAlone = undone(
      replace(await stage.app.projectSettings.protections.load(), "higherEdition", () => () => false),
    );
    const done = run(ref);
    await take(["Edit “main”", "Allowed to Push"]);
    await look("Allowed to Push: “main”", "No one");
    await routes().update(own.path, "main", { allow_force_push: true });
    await take(["Allowed to Push: “main”", "No one"]);
    await stage.answer("Unprotect and Protect Again");
    await look("Edit “main”", "Someone changed the protection of “main” in the meantime");
    // What stands in the menu is what is there by now.
    await look("Edit “main”", "Select to disallow");
    await escape("Edit “main”");
    await done;
    assert.deepEqual(await rule("main"), [[40], [30], true]);
    assert.deepEqual(await writes(), ["POST", "PATCH /main"]);
  });

  command("forgeline.protectedBranch.addAccess", "warns of users and groups without access", async (run) => {
    const ref = await protect({ name: "main" });
    await known();
    const box = "Add Access";
    const done = run({ ...ref, access: "merge" } satisfies ProtectedAccessRef);
    await take([box, "A User…"]);
    await typeAt(box, "Enter part of a name or username", info.users.bob.username);
    await take([box, info.users.bob.name]);
    assert.match(
      (await look(box, `cannot add ${info.users.bob.name}`)).placeholder,
      /Users need access to the project, groups must be shared with it.*Message from the host: Merge access levels user is not a member/,
    );
    await take([box, "A Group…"]);
    await typeAt(box, "Enter the path (group/subgroup) or ID of a group", "999999");
    await look(box, "cannot add group 999999");
    await control.setMember({ project: own.path, user: "bob", level: 30 });
    await take([box, "A User…"]);
    await typeAt(box, "Enter part of a name or username", info.users.bob.username);
    await take([box, info.users.bob.name]);
    await done;
    assert.deepEqual(levels((await now("main")).merge_access_levels), [40, `user ${info.users.bob.id}`]);
    assert.deepEqual(stage.notices, [`“main”, Allowed to Merge: added ${info.users.bob.name}.`]);
  });

  command("forgeline.protectedBranch.changeAccess", "replaces an entry, unless someone changed it", async (run) => {
    const ref = await protect({ name: "main" });
    const entry = first(ref.protectedBranch);
    await Promise.all([run({ ...ref, access: "push", entry }), take(["Change Access", "Developers and maintainers"])]);
    const seen = (await now("main")).push_access_levels?.map(({ id, access_level: level }) => [id, level]);
    assert.deepEqual(seen, [[entry.id, 30]]);
    // The row that the second administrator looks at still says Maintainers.
    await run({ ...ref, access: "push", entry });
    await stage.says(/Someone replaced “Maintainers” with “Developers and maintainers” in the meantime/);
    assert.deepEqual(await writes(), ["POST", "PATCH /main"]);
  });

  command("forgeline.protectedBranch.removeAccess", "names entry and branch, sends the ID @oldest", async (run) => {
    const ref = await protect({ name: "main", allowed_to_push: [{ access_level: 40 }, { access_level: 30 }] });
    const entry = first(ref.protectedBranch);
    const [, said] = await Promise.all([run({ ...ref, access: "push", entry }), stage.answer("Cancel")]);
    assert.match(said, new RegExp(`Remove “Maintainers” from “Allowed to Push” of “main”\\?[\\s\\S]*Remaining`));
    await Promise.all([run({ ...ref, access: "push", entry }), stage.answer("Remove")]);
    assert.deepEqual(levels((await now("main")).push_access_levels), [30]);
    await run({ ...ref, access: "push", entry });
    await stage.says(/“Maintainers” was already removed from “Allowed to Push” by someone else/);
  });

  command("forgeline.protectedBranch.unprotect", "names what is unprotected", async (run) => {
    const ref = await protect({ name: "ma*", unprotect_access_level: 60 });
    const [, said] = await Promise.all([run(ref), stage.answer("Cancel")]);
    assert.match(said, new RegExp(`Unprotect “ma\\*”\\?[\\s\\S]*The rule covers 1 local branch\\. Every developer of`));
    const refused = run(ref);
    await stage.answer("Unprotect");
    await stage.says(/Only project maintainers on .* who are allowed to unprotect can change the protection of “ma\*”/);
    await stage.closeMessages();
    await refused;
    const open = await protect({ name: "topic" });
    await Promise.all([run(open), stage.answer("Unprotect")]);
    const came = (await all()).map(({ name }) => name);
    assert.deepEqual(came, ["ma*"]);
    assert.deepEqual(stage.notices, ["Unprotected “topic”."]);
    const gone = run(open);
    await stage.answer("Unprotect");
    await stage.says(/The protection of “topic” was changed or removed in the meantime/);
    await stage.closeMessages();
    await gone;
  });

  command("forgeline.protectedBranch.details", "shows the current branch's rule without a request", async (run) => {
    const box = "Branch Protection";
    await protect({ name: "main" });
    await known();
    await hideViews(stage.app);
    await own.forget();
    const done = run();
    await look(box, "Maintainers");
    const { rows, placeholder } = await look(box, "not allowed");
    assert.deepEqual(rows.slice(0, 4), ["Allowed to Push", "Allowed to Merge", "Allowed to Unprotect", "Force Push"]);
    assert.deepEqual(rows.slice(-3), ["Show in Project Settings", "Edit Branch Protection…", "Unprotect Branch…"]);
    assert.match(placeholder, /^“main” is protected\./);
    assert.deepEqual(await own.asked(/protected_branches|^GET $/), []);
    assert.ok(stage.app.views.all.every(({ visible }) => !visible));
    await pick(box, "Show in Project Settings");
    await done;
    await stage.person({ action: "find", role: "treeitem", name: "Protected branch main", states: { selected: true } });
  });

  command("forgeline.protectedBranch.show", "selects the rule in the view", async (run) => {
    const ref = await protect({ name: "main" });
    await run(ref);
    await stage.person({ action: "find", role: "treeitem", name: "Protected branch main", states: { selected: true } });
    await run({ ...ref, protectedBranch: { name: "other" } });
    await stage.says(/“other” is no longer a protected branch of the open project/);
  });

  describe("job token scope commands", () => {
    const { fill } = stage;
    beforeEach(async () => {
      await control.setMember({ project: own.path, user: "alice", level: 40 });
      await control.setMember({ group, user: "alice", level: 40 });
    });
    afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

    const addProjectBox = "Add Project to Job Token Allowlist";
    const addGroupBox = "Add Group to Job Token Allowlist";
    const scope = () => stage.client.jobTokenScope;
    const projects = async (): Promise<number[]> =>
      (await scope().allowlist.list(own.path).all()).items.map(({ id }) => id).filter((id) => id !== own.id);
    const groups = async (): Promise<(string | null | undefined)[]> =>
      (await scope().groupsAllowlist.list(own.path).all()).items.map(({ name }) => name);
    const limited = async (): Promise<boolean> => (await scope().get(own.path)).inbound_enabled;
    const other = async (): Promise<{ id: number; path: string }> =>
      control.createProject({
        path: `${group}/o${randomUUID().slice(0, 8)}`,
        visibility: "private",
        members: ["alice"],
      });
    const entry = (of: "project" | "group", id: number, name?: string): JobTokenEntryRef => ({
      instance: own.instance,
      project: own.path,
      entry: { of, id, ...(name !== undefined && { name }) },
    });
    const dialog = (button: string): Promise<string> => stage.answer(button);

    command("forgeline.jobTokenScope.lift", "asks before it opens access to every project", async (run) => {
      const [, words] = await Promise.all([run(), dialog("Cancel")]);
      assert.match(
        words,
        new RegExp(
          `Allow job tokens of all projects to access ${own.path} on 127\\.0\\.0\\.1.*Not limited: .*The allowlist has no effect`,
          "s",
        ),
      );
      assert.equal(await limited(), true);
      await Promise.all([run(), dialog("Allow All Projects")]);
      assert.equal(await limited(), false);
      await run();
      assert.deepEqual(stage.notices, [
        `Job tokens of all projects can now access ${own.path}.`,
        `Job token access to ${own.path} is already unlimited.`,
      ]);
    });

    command("forgeline.jobTokenScope.limit", "limits access without a question", async (run) => {
      await scope().update(own.path, { enabled: false });
      await run();
      await run();
      assert.equal(await limited(), true);
      assert.deepEqual(stage.notices, [
        `Only job tokens of projects and groups on the allowlist can now access ${own.path}.`,
        `Job token access to ${own.path} is already limited.`,
      ]);
      const { instance, path: project } = own;
      assert.deepEqual(stage.announced[0], { instance, project, subject: "jobTokenScope", part: "limit" });
    });

    command("forgeline.jobTokenScope.addProject", "adds one by path or ID @oldest", async (run) => {
      const [first, second] = [await other(), await other()];
      await Promise.all([run(), pick(addProjectBox, `Project ${first.path}`, first.path)]);
      await Promise.all([run(), pick(addProjectBox, `Project ${second.id}`, String(second.id))]);
      assert.deepEqual(await projects(), [first.id, second.id]);
      assert.equal(stage.notices[0], `Job tokens of ${first.path} can now access ${own.path}.`);
    });

    command("forgeline.jobTokenScope.addProject", "explains refused projects at the field", async (run) => {
      const there = await other();
      await scope().allowlist.add(own.path, { target_project_id: there.id });
      const secret = await control.createProject({ path: `e${group}/secret`, visibility: "private", members: ["bob"] });
      const done = run();
      for (const [typed, saying] of [
        [String(there.id), "is already on the allowlist."],
        [own.path, "is this project. Its own job tokens always have access."],
        [secret.path, "Try its ID, shown on the project's page"],
        [String(secret.id), "You can add only projects that you can see."],
        ["https://other.example/a/b", "You are not signed in to the host of this URL"],
        ["nothing", "Enter the path (group/project) or ID of a project. “nothing” is neither."],
      ] as const) {
        await pick(addProjectBox, `Project ${typed}`, typed);
        assert.equal((await look(addProjectBox, saying)).value, typed);
      }
      await escape(addProjectBox);
      await done;
      assert.deepEqual(await projects(), [there.id]);
    });

    command("forgeline.jobTokenScope.addGroup", "offers nearby groups and takes any other", async (run) => {
      await Promise.all([run(), pick(addGroupBox, group)]);
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
      await stage.says(/This entry belongs to another project than/);
      const [, said] = await Promise.all([run(entry("project", gone.id, gone.path)), dialog("Cancel")]);
      assert.match(said, new RegExp(`Remove project “${gone.path}” from the job token allowlist of ${own.path} on `));
      assert.deepEqual(await projects(), [gone.id]);
      await Promise.all([run(entry("project", gone.id, gone.path)), dialog("Remove")]);
      assert.deepEqual([await projects(), stage.notices], [[], [`Removed “${gone.path}” from the allowlist.`]]);
      await Promise.all([run(entry("project", gone.id, gone.path)), dialog("Remove")]);
      await stage.says(/“.*” was already removed from the allowlist/);
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
      const box = "Remove from Job Token Allowlist";
      const said = await answered(run(), [() => pick(box, `project ${doomed.id}`), () => dialog("Remove")]);
      assert.match(said, new RegExp(`Remove project “project ${doomed.id}”`));
      assert.equal(await stage.asked("DELETE", new RegExp(`/job_token_scope/allowlist/${doomed.id}$`), since), 1);
      assert.deepEqual(stage.notices, [`Removed “project ${doomed.id}” from the allowlist.`]);
    });

    command("forgeline.jobTokenScope.remove", "removes groups and reports an empty list", async (run) => {
      const made = await control.createGroup({ path: `g${randomUUID().slice(0, 8)}`, visibility: "public" });
      await scope().groupsAllowlist.add(own.path, { target_group_id: made.id });
      const [, said] = await Promise.all([run(entry("group", made.id, "Crew")), dialog("Remove")]);
      assert.match(said, /Remove group “Crew”.*Jobs of its projects/s);
      assert.deepEqual(await groups(), []);
      await run();
      await stage.says(/The job token allowlist of .* is empty/);
    });

    command("forgeline.jobTokenScope.show", "lists all in a document", async (run) => {
      const friend = await other();
      await scope().allowlist.add(own.path, { target_project_id: friend.id });
      await run();
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      const allowed = `## Projects\n\n- ${own.path} \\(this project\\)\n- ${friend.path} \\(ID ${friend.id}\\)\n`;
      const summary = `^# Job token access to ${own.path} on .*\n\nSummary: this project, 1 other project\\.\n\nLimited: .*\n\n`;
      assert.match(text, new RegExp(`${summary}${allowed}\n## Groups, .*\n\nNone\\.\n$`));
    });
  });
});

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
    // All views are read again soon after a checkout, which is not what follows it here.
    const clock = new PollClock(suite.polling);
    clock.stop();
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
    clock.go();
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
