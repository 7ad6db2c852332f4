import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { Emitter } from "../../src/core/base/events.ts";
import { waitPatience } from "../../tools/patience.ts";
import { command } from "./commandTest.ts";
import { CreatingPages, type CreatingPanel, setClone } from "./creatingPages.ts";
import { diffInFront, editorInFront, watchCommands } from "./inFront.ts";
import { type Row as RequestRow, setMergeRequestStage } from "./mergeRequestStage.ts";
import { findButton } from "./outer.ts";
import { pressOnPage, typeIn } from "./pageBoxes.ts";
import { refuse } from "./refuse.ts";
import { type Row, Rows } from "./rows.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";

describe("merge requests and the clone", () => {
  const own = setMergeRequestStage({ shared: true });
  const { stage } = own;
  const clone = setClone(own, { shared: true });
  const branch = (): Promise<string> => clone.git("symbolic-ref", "--short", "HEAD");

  command("forgeline.mergeRequest.checkOut", "checks out the branch, then fast-forwards it", async (run) => {
    const row = await own.request("feature/topic", {}, { "topic.txt": "topic\n" });
    await run(row);
    assert.equal(await branch(), "feature/topic");
    assert.equal(await clone.git("rev-parse", "HEAD"), row.mergeRequest.sha);
    assert.equal(await clone.git("rev-parse", "--abbrev-ref", "HEAD@{upstream}"), "origin/feature/topic");
    assert.deepEqual(stage.notices, ["Checked out “feature/topic”."]);
    const { sha } = await own.commitMore("feature/topic", { "more.txt": "more\n" });
    await run(row);
    assert.equal(await clone.git("rev-parse", "HEAD"), sha, "a branch that is here already moves forward");
  });

  command("forgeline.mergeRequest.checkOut", "checks out the head of a deleted fork", async (run) => {
    const row = await own.request("orphan", { fromDeletedFork: true });
    assert.equal(row.mergeRequest.source_project_id, null);
    await run(row);
    assert.equal(await branch(), `merge-requests/${row.mergeRequest.iid}/orphan`);
    assert.equal(await clone.git("rev-parse", "HEAD"), row.mergeRequest.sha);
  });

  command("forgeline.mergeRequest.checkOut", "stashes changed files after a question", async (run) => {
    const row = await own.request("stashed");
    await writeFile(clone.path("unfinished.txt"), "unfinished\n");
    const [, said] = await Promise.all([run(row), stage.answer("Cancel")]);
    assert.match(said, /You have uncommitted changes in 1 file.*unfinished\.txt/s);
    assert.equal(await branch(), clone.at.branch);
    await Promise.all([run(row), stage.answer("Stash and Check Out")]);
    assert.equal(await branch(), "stashed");
    assert.match(await clone.git("stash", "list"), new RegExp(`Before checking out !${row.mergeRequest.iid}`));
    assert.equal(await clone.git("status", "--porcelain"), "");
    await clone.git("stash", "clear");
  });

  command("forgeline.mergeRequest.checkOut", "keeps local commits of a diverged branch", async (run) => {
    const row = await own.request("apart");
    await clone.git("checkout", "--quiet", "-b", "apart");
    await clone.git("commit", "--quiet", "--allow-empty", "-m", "My own");
    const mine = await clone.git("rev-parse", "HEAD");
    await clone.git("checkout", "--quiet", clone.at.branch);
    await run(row);
    await stage.says(/Checked out “apart”, which has diverged from the host/);
    assert.equal(await clone.git("rev-parse", "apart"), mine);
  });

  /** The branch of a new merge request, checked out here beside the project's main branch. */
  const checkedOut = async (name: string): Promise<RequestRow> => {
    const row = await own.request(name);
    await clone.git("fetch", "--quiet", "origin");
    await clone.git("checkout", "--quiet", "-B", clone.at.branch, "origin/main");
    await vscode.commands.executeCommand("forgeline.mergeRequest.checkOut", row);
    assert.equal(await branch(), name);
    return row;
  };
  const mergeOnHost = async ({ mergeRequest }: RequestRow): Promise<RequestRow> => {
    await stage.client.mergeRequests.merge(own.project.path, mergeRequest.iid, {
      sha: mergeRequest.sha!,
      squash: true,
    });
    stage.notices.splice(0);
    return own.row(mergeRequest.iid);
  };
  command("forgeline.mergeRequest.switchToTarget", "deletes a squashed branch", async (run) => {
    const row = await mergeOnHost(await checkedOut("squashed"));
    const title = `!${row.mergeRequest.iid} Do squashed`;
    await vscode.commands.executeCommand("forgeline.mergeRequest.open", row);
    await stage.see("button", "Switch to Target Branch");
    await writeFile(clone.path("notes.txt"), "not in git\n");
    const done = run();
    const box = "Switch to Target Branch and Delete Local Branch";
    assert.deepEqual((await own.look(box, title)).rows, [title]);
    await own.pick(box, title);
    await done;
    assert.deepEqual(stage.notices, [
      `Switched to “main” and deleted “squashed” (was ${row.mergeRequest.sha?.slice(0, 8)}).`,
    ]);
    assert.equal(await branch(), "main");
    assert.deepEqual(await clone.git("rev-parse", "HEAD"), (await own.head("main"))?.id);
    assert.equal(await clone.git("branch", "--list", "squashed"), "");
    await stage.gone("button", "Switch to Target Branch");
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });

  const switchButton = "Switch to main and Delete Branch";
  const createOne = () => vscode.commands.executeCommand("forgeline.mergeRequest.create");
  const creating = new CreatingPages(own);

  it("offers no push and no merge request of a merged branch, but to switch and delete it", async () => {
    const { mergeRequest } = await mergeOnHost(await checkedOut("over"));
    await clone.git("push", "--quiet", "origin", "--delete", "over");
    await stage.app.projects.rescan();
    const { instance, path: project } = own.project;
    stage.app.changes.fire({ instance, project, subject: "mergeRequest", iid: mergeRequest.iid });
    const merged = `!${mergeRequest.iid} was merged`;
    for (const { provider } of [stage.app.mergeRequests.view, stage.app.pipelines.view]) {
      const rows = new Rows<unknown>(provider);
      const note = async (): Promise<Row<unknown> | false> => {
        const current = (await rows.below()).find(({ label }) => /current branch/i.test(label));
        const [first] = current ? await rows.below(current) : [];
        return first?.label === merged && first;
      };
      const { description, item } = await until("the note", note, provider.onDidChangeTreeData);
      assert.deepEqual([description, item.command?.command], [switchButton, "forgeline.mergeRequest.switchToTarget"]);
    }
    const commits = new Rows<unknown>(stage.app.repository.view.provider);
    await until(
      "the branch without commits",
      async () => (await commits.below()).some(({ spoken }) => spoken.includes(merged)),
      stage.app.repository.view.provider.onDidChangeTreeData,
    );
    await findButton(`${merged}, ${switchButton}`);
    const [, said] = await Promise.all([createOne(), stage.answer("Cancel")]);
    assert.match(said, new RegExp(`${merged}, and “over” has no commits since`));
    await clone.git("commit", "--quiet", "--allow-empty", "-m", "More");
    await stage.app.projects.rescan();
    creating.source = "over";
    await creating.open(createOne);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  command("forgeline.mergeRequest.merge", "offers to switch to the target and delete the branch", async (run) => {
    const row = await checkedOut("merged");
    const { iid } = row.mergeRequest;
    const done = run(row);
    await stage.pickAt(`Merge !${iid}`, "Delete Source Branch", "Delete Source Branch");
    await own.look(`Merge !${iid}`);
    await own.pick(`Merge !${iid}`, "Merge Now");
    await done;
    const { text, buttons } = await stage.message();
    assert.deepEqual([text, buttons], [`Merged !${iid} into “main”.`, [switchButton, "Show Pipeline"]]);
    const ran: Thenable<unknown>[] = [];
    const runs = new Emitter<undefined>();
    const spy = watchCommands((id, _given, done) => {
      if (id === "forgeline.mergeRequest.switchToTarget") ran.push(done);
      runs.fire(undefined);
    });
    await stage.press(switchButton);
    await until("the command of the button", () => ran.length > 0, runs.event);
    spy.dispose();
    await ran[0];
    assert.equal(await clone.git("rev-parse", "HEAD"), (await own.head("main"))?.id, "the target is pulled");
    assert.equal(await clone.git("branch", "--list", "merged"), "");
  });

  command("forgeline.mergeRequest.merge", "offers no deletion of unmerged commits", async (run) => {
    const row = await checkedOut("unmerged");
    await clone.git("commit", "--quiet", "--allow-empty", "-m", "My own");
    const box = `Merge !${row.mergeRequest.iid}`;
    await Promise.all([run(row), stage.pickAt(box, "Delete Source Branch", "Merge Now")]);
    assert.deepEqual((await stage.message()).buttons, ["Show Pipeline"]);
  });

  command("forgeline.mergeRequest.switchToTarget", "changes nothing where work could be lost", async (run) => {
    const open = await checkedOut("topic");
    const refused = async (row: RequestRow, reason: RegExp): Promise<void> => {
      const before = await clone.git("for-each-ref", "refs/heads");
      await run(row);
      await stage.says(reason);
      assert.equal(await branch(), "topic");
      assert.equal(await clone.git("for-each-ref", "refs/heads"), before);
      stage.messages.take();
    };
    await refused(open, /!\d+ is not merged\./);
    const row = await mergeOnHost(open);
    await writeFile(clone.path("topic.txt"), "more\n");
    await refused(row, /You have uncommitted changes in 1 file\. Commit or stash them first\./);
    await clone.git("commit", "--quiet", "--all", "-m", "My own");
    const [, said] = await Promise.all([run(row), stage.answer("Cancel")]);
    assert.match(said, /“topic” has commits that were not merged with !\d+\./);
    assert.equal(await branch(), "topic");
    await Promise.all([run(row), stage.answer("Switch and Keep Branch")]);
    assert.deepEqual(stage.notices.splice(0), ["Switched to “main” and kept “topic”."]);
    await clone.git("checkout", "--quiet", "topic");
    await clone.git("reset", "--quiet", "--hard", "HEAD~");
    await stage.client.protectedBranches.create(own.project.path, { name: "topic" });
    await refused(row, /“topic” is a protected branch\. Nothing was changed\./);
    await stage.client.protectedBranches.delete(own.project.path, "topic");
    await clone.git("branch", "--quiet", "--force", "main", "topic");
    await clone.git("update-ref", "refs/heads/main", await clone.git("commit-tree", "-m", "Aside", "topic^{tree}"));
    await refused(row, /Your “main” has diverged from the host\. Pull or rebase it first\./);
  });

  const { press } = creating;
  const start = (name: string): Promise<void> => {
    creating.source = name;
    return clone.start(name);
  };
  /** The merge request of the branch, once its page is there. */
  const created = (): Promise<MergeRequest> =>
    until(
      "the page of the merge request",
      async () => {
        const { instance, path: project } = own.project;
        const options = { source_branch: creating.source, state: "all", scope: "all" } as const;
        const [mergeRequest] = (await stage.client.mergeRequests.listForProject(project, options).page()).items;
        return mergeRequest && stage.app.mergeRequests.pages.of({ instance, project, mergeRequest }) && mergeRequest;
      },
      vscode.window.tabGroups.onDidChangeTabs,
    );

  command("forgeline.mergeRequest.create", "pushes and creates with all chosen fields", async (run) => {
    const { iid: last } = (await own.request("other", { labels: ["ready"] })).mergeRequest;
    await stage.client.milestones.project.create(own.project.path, { title: "Next" });
    await start("made");
    const panel = await creating.open(() => run({ id: "git", rootUri: vscode.Uri.file(clone.at.folder) }));
    const { proposal, difference } = panel.page.value;
    assert.equal(proposal?.title, "Make it");
    assert.equal(proposal.description, "So that it is made.");
    assert.equal(proposal.removeSource, true);
    const titles = difference?.commits.map(({ title }) => title);
    assert.deepEqual(titles, ["Make it"]);
    const found = difference?.changes?.files.map(({ path }) => path);
    assert.deepEqual(found, ["made.txt"]);
    await press("Draft", "checkbox");
    await press("Squash commits when merged", "checkbox");
    await press("Assign to Me");
    await press("Edit Reviewers…");
    await own.toggle("Reviewers", [stage.info.users.alice.name, stage.info.users.alice.name]);
    await press("Edit Labels…");
    await own.toggle("Labels", ["ready", "ready"]);
    await press("Edit Milestone…");
    await own.pick("Milestone", "Next");
    await creating.entered("the milestone", (entered) => entered.milestone?.title === "Next");
    assert.equal(await own.head("made"), undefined, "nothing is pushed unasked");
    await press("Push and Create");
    const mergeRequest = await created();
    assert.equal((await own.head("made"))?.id, await clone.git("rev-parse", "HEAD"));
    assert.deepEqual(stage.notices.at(-1), `Created !${last + 1}: Draft: Make it`);
    assert.equal(creating.panel(), undefined, "its page is closed");
    const { title, description, source_branch: source, target_branch: target, squash, labels } = mergeRequest;
    const result = [title, description, source, target, mergeRequest.force_remove_source_branch, squash, labels];
    assert.deepEqual(result, ["Draft: Make it", "So that it is made.", "made", "main", true, true, ["ready"]]);
    const { reviewers, assignees, milestone } = mergeRequest;
    const usernames = reviewers?.map(({ username }) => username);
    assert.deepEqual(usernames, ["alice"]);
    const seen = assignees?.map(({ username }) => username);
    assert.deepEqual(seen, ["alice"]);
    assert.equal(milestone?.title, "Next");
    const again = await creating.open(run);
    assert.equal(again.page.value.proposal?.title, "Make it", "nothing is kept of one that was created");
  });

  command("forgeline.mergeRequest.create", "keeps all fields when one already exists", async (run) => {
    await start("again");
    await clone.git("push", "--quiet", "origin", "again");
    await own.project.addMergeRequest({ sourceBranch: "again", title: "Earlier" });
    const panel = await creating.open(run);
    typeIn(panel.page, "title", "My title");
    typeIn(panel.page, "description", "My words");
    await pressOnPage(panel.page, "create");
    await creating.see("Show !");
    await pressOnPage(panel.page, "help");
    await created();
    assert.match(panel.page.value.refusal?.message ?? "", /An open merge request from “again” into “main” already/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const { proposal } = (await creating.open(run)).page.value;
    assert.deepEqual([proposal?.title, proposal?.description], ["My title", "My words"]);
  });

  it("compares without local commits that stay local", async () => {
    await start("partly");
    await clone.git("push", "--quiet", "origin", "partly");
    const pushed = await clone.git("rev-parse", "HEAD");
    await writeFile(clone.path("more.txt"), "more\n");
    await clone.git("add", "more.txt");
    await clone.git("commit", "--quiet", "-m", "More");
    const panel = await creating.open(createOne);
    const paths = () => panel.page.value.difference?.changes?.files.map(({ path }) => path);
    assert.deepEqual(paths(), ["made.txt", "more.txt"]);
    await press("Push 1 commit that is not on the host yet", "checkbox");
    await stage.see("heading", "Commits (1)");
    assert.deepEqual(paths(), ["made.txt"]);
    await press("Create Merge Request");
    assert.equal((await created()).sha, pushed);
  });

  it("compares with a target newer than the clone", async () => {
    await start("behind");
    await own.commitMore("main", { "later.txt": "later\n" });
    const panel = await creating.open(createOne);
    const shown = () => {
      const { commits, changes } = panel.page.value.difference ?? {};
      return [commits?.map(({ title }) => title), changes?.files.map(({ path }) => path)];
    };
    assert.deepEqual(shown(), [["Make it"], ["made.txt"]], "what the clone knows of it");
    await clone.git("push", "--quiet", "origin", "behind");
    await own.project.forget();
    await panel.load();
    assert.deepEqual(shown(), [["Make it"], ["made.txt"]]);
    assert.equal((await own.project.asked(/commits\?ref_name=main\.\.behind/)).length, 1, "what the host lists");
  });

  it("edits the description in an editor, in sync with the page, and sends it unsaved", async () => {
    await start("edited");
    await clone.git("push", "--quiet", "origin", "edited");
    const panel = await creating.open(createOne);
    const description = () => panel.page.value.proposal?.description;
    const opened = async (): Promise<vscode.TextEditor> => {
      await pressOnPage(panel.page, "openInEditor");
      return editorInFront("the editor", ({ uri }) => uri.path.endsWith("/edited.md"));
    };
    typeIn(panel.page, "description", "On the page");
    const editor = await opened();
    const { document } = editor;
    assert.deepEqual([document.getText(), document.languageId], ["On the page", "markdown"]);
    await editor.edit((edit) => edit.insert(document.lineAt(0).range.end, ", in the editor"));
    typeIn(panel.page, "description", "Typed meanwhile");
    assert.equal(description(), "On the page, in the editor", "one place to write at a time, before it is saved");
    await document.save();
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await creating.entered("the text", (entered) => entered.description === "On the page, in the editor");
    typeIn(panel.page, "description", "On the page again");
    assert.equal(description(), "On the page again");
    await (await opened()).edit((edit) => edit.insert(new vscode.Position(0, 0), "Unsaved. "));
    await createOne();
    await press("Create Merge Request");
    assert.equal((await created()).description, "Unsaved. On the page again");
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all.map(({ label }) => label));
    assert.ok(!tabs.includes("edited.md"), tabs.join());
  });

  it("keeps one page per branch, over a reload too, until its fields are discarded", async () => {
    await start("kept");
    const panel = await creating.open(createOne);
    typeIn(panel.page, "title", "Half a ti");
    assert.equal(await creating.open(createOne), panel);
    const { instance, project, source } = panel.page.ref;
    await start("also");
    assert.notEqual(await creating.open(createOne), panel);
    creating.source = "kept";
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const webview = vscode.window.createWebviewPanel("forgeline.newMergeRequest", "kept", vscode.ViewColumn.Active);
    await stage.app.mergeRequests.creating.revive(webview, { instance, project, source, scroll: 3 });
    await creating.see("Push and Create");
    const revived = creating.panel();
    assert.equal(revived?.page.value.proposal?.title, "Half a ti");
    await press("Discard…");
    await stage.dialog("Cancel");
    assert.equal(creating.panel(), revived);
    await press("Discard…");
    assert.match(await stage.dialog("Discard"), /Discard the new merge request of “kept”/);
    await until("the page to be closed", () => creating.panel() === undefined, vscode.window.tabGroups.onDidChangeTabs);
    stage.messages.take();
  });

  it("inserts templates and commit messages, and opens diffs", async () => {
    const folder = ".gitlab/merge_request_templates";
    await own.project.commit(
      { [`${folder}/Default.md`]: "## Why\n", [`${folder}/Risk.md`]: "## Risk\n" },
      { branch: "main" },
    );
    await start("templated");
    const panel = await creating.open(createOne);
    const description = () => panel.page.value.proposal?.description;
    assert.equal(description()?.trim(), "## Why", "as new ones start on the host");
    await press("Insert Commit Messages");
    await creating.entered("- Make it", ({ description: text }) => text.includes("- Make it"));
    await press("Insert Template…");
    await own.pick("Insert Template", "Risk");
    await creating.entered("## Risk", ({ description: text }) => text.includes("## Risk"));
    assert.equal(description(), "## Why\n\n- Make it\n\n  So that it is made.\n\n## Risk");
    await press("made.txt");
    await diffInFront();
  });
});

describe("new merge requests in a clone of a fork", () => {
  let fork = "";
  let forkId = 0;
  const own = setMergeRequestStage();
  const clone = setClone(own);
  const { stage } = own;

  /** The workspace is a clone of alice's fork, whose branch “made” is on the host. */
  beforeEach(async () => {
    fork = `forks${randomUUID().slice(0, 8)}/station`;
    forkId = (await stage.control.forkProject({ from: own.project.path, path: fork, members: { alice: 50 } })).id;
    await clone.git("config", "remote.origin.url", `${stage.info.url}/${fork}.git`);
    await clone.start("made", fork);
    await clone.git("push", "--quiet", "origin", "made");
  });

  const creating = new CreatingPages(own);
  const { press } = creating;
  const open = (run: () => Thenable<unknown>) => creating.open(run, fork);
  const pickProject = async (panel: CreatingPanel, path: string): Promise<void> => {
    await press("Change Target Project…");
    await own.pick("Target Project", path);
    await creating.aimed(panel, path);
  };
  const requestsOf = async (project: string): Promise<readonly MergeRequest[]> =>
    (await stage.client.mergeRequests.listForProject(project, { state: "all", scope: "all" }).page()).items;

  command("forgeline.mergeRequest.create", "targets the upstream project", async (run) => {
    await own.commit("release", { "release.txt": "release\n" });
    const panel = await open(run);
    const { proposal, difference } = panel.page.value;
    assert.deepEqual([proposal?.into.project, proposal?.description], [own.project.path, "So that it is made."]);
    const paths = difference?.changes?.files.map(({ path }) => path);
    assert.deepEqual(paths, ["made.txt"]);
    await own.project.forget();
    await panel.page.complete({ sign: "@", word: "" }, AbortSignal.timeout(waitPatience));
    assert.deepEqual(await own.project.asked(/members/), ["GET /members/all?per_page=100"], "of the target");
    await press("Change Target Project…");
    const choices = (await own.look("Target Project", fork)).rows;
    const found = choices.map((row) => (row.includes(fork) ? "fork" : row.includes(own.project.path) ? "origin" : row));
    assert.deepEqual(found, ["origin", "fork"]);
    await own.pick("Target Project", own.project.path);
    await press("Change Target Branch…");
    await stage.pickAt("Target Branch", "release", "release");
    await creating.aimed(panel, own.project.path, "release");
    await press("Create Merge Request");
    await creating.created(1);
    assert.equal(stage.notices.at(-1), `Created !1 in ${own.project.path}: Make it`);
    const { mergeRequest } = await own.row(1);
    const { source_project_id: from, project_id: into, source_branch: source, target_branch: target } = mergeRequest;
    assert.deepEqual([from, into, source, target], [forkId, own.project.id, "made", "release"]);
    assert.equal(mergeRequest.description, "So that it is made.");
    assert.deepEqual(await requestsOf(fork), []);
    const ref = { instance: own.project.instance, project: own.project.path, mergeRequest };
    const shown = stage.app.mergeRequests.pages.of(ref);
    assert.ok(shown);
    await shown.load();
    assert.equal(shown.page.value.problem, undefined);
    assert.equal(shown.page.value.mergeRequest.title, "Make it");
    assert.equal(shown.page.value.fork, fork);
  });

  command("forgeline.mergeRequest.create", "starts with the host's default target and options", async (run) => {
    const shown = await stage.client.extras.project(fork);
    const settings = { mr_default_target_self: true, remove_source_branch_after_merge: false, squash_option: "always" };
    const body = { ...shown, ...settings };
    await stage.control.fault({ method: "GET", path: `/projects/${encodeURIComponent(fork)}$`, status: 200, body });
    const panel = await open(run);
    const { proposal } = panel.page.value;
    assert.deepEqual([proposal?.into.project, proposal?.removeSource, proposal?.squash], [fork, false, true]);
    await stage.person({ action: "inPage", selector: "[role=checkbox]:disabled", count: 1 });
    await stage.client.milestones.project.create(fork, { title: "Next" });
    await press("Edit Milestone…");
    await own.pick("Milestone", "Next");
    await creating.entered("the milestone", (entered) => entered.milestone?.title === "Next", panel);
    await pickProject(panel, own.project.path);
    assert.match(stage.notices.at(-1) ?? "", /^The milestone “Next” was removed/);
    await press("Create Merge Request");
    await creating.created(1);
    assert.equal(stage.notices.at(-1), `Created !1 in ${own.project.path}: Make it`);
    assert.deepEqual(await requestsOf(fork), []);
  });

  command("forgeline.mergeRequest.create", "finds an open one of this fork only", async (run) => {
    const other = `${fork}-other`;
    await stage.control.forkProject({ from: own.project.path, path: other, members: { alice: 50 } });
    await stage.control.commit({ "o.txt": "o\n" }, { project: other, branch: "made" });
    for (const [from, title] of [
      [fork, "Earlier"],
      [other, "Another fork's"],
    ] as const)
      await own.project.addMergeRequest({ fork: from, sourceBranch: "made", title });
    const panel = await open(run);
    typeIn(panel.page, "title", "My title");
    void pressOnPage(panel.page, "create");
    await creating.see("Show !1");
    const words = panel.page.value.refusal?.message ?? "";
    assert.match(words, new RegExp(`from “made” into “${own.project.path}:main” already exists`));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    assert.equal((await open(run)).page.value.proposal?.title, "My title");
  });

  command("forgeline.mergeRequest.create", "keeps fields without rights, then goes into the fork", async (run) => {
    await refuse(`/projects/${encodeURIComponent(fork)}/merge_requests$`, { method: "POST", times: 1 });
    await stage.control.commit({ "later.txt": "later\n" }, { project: fork, branch: "main" });
    const panel = await open(run);
    await press("Draft", "checkbox");
    await press("Create Merge Request");
    await stage.person({ action: "inPage", selector: "[role=alert]" });
    assert.match(panel.page.value.refusal?.message ?? "", new RegExp(`Your account on .* does not have permission to`));
    await pickProject(panel, fork);
    await press("Create Merge Request");
    await creating.created(1, fork);
    assert.equal(stage.notices.at(-1), "Created !1: Draft: Make it");
    const [made] = await requestsOf(fork);
    assert.deepEqual([made?.source_project_id, made?.project_id, made?.target_branch], [forkId, forkId, "main"]);
    assert.deepEqual(await requestsOf(own.project.path), []);
  });

  command("forgeline.mergeRequest.create", "links to the fork's page on a host without the route", async (run) => {
    own.knowExtra("createMergeRequest", false);
    await run();
    await stage.says(/does not support creating merge requests through its API/);
    let seen: (uri: string) => void = () => undefined;
    const opened = new Promise<string>((resolve) => (seen = resolve));
    const undo = replace(vscode.env, "openExternal", () => (uri) => {
      // As the editor hands it on.
      seen(encodeURI(uri.toString(true)));
      return Promise.resolve(true);
    });
    try {
      await stage.press("Open in Browser");
      const { pathname, searchParams } = new URL(await opened);
      assert.equal(pathname, `/${fork}/-/merge_requests/new`);
      assert.deepEqual(
        ["source_branch", "target_project_id", "target_branch", "title"].map((name) =>
          searchParams.get(`merge_request[${name}]`),
        ),
        ["made", String(own.project.id), "main", "Make it"],
      );
    } finally {
      undo.dispose();
    }
  });
});
