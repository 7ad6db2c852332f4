import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Changes } from "../../src/core/comparisons/comparison.ts";
import type { UserName } from "../service/types.ts";
import type { Seen } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { type Row as RequestRow, setMergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { Rows } from "./rows.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

const local = "merge-requests/1/topic";

const id = "forgeline.mergeRequest.checkOut";

describe("merge requests from forks", () => {
  let git: WorkspaceGit;
  let kept: Map<string, string>;
  let fork = "";
  /** The namespace of the fork, which its remote is called after. */
  let owner = "";

  const remoteBranches = async (): Promise<Map<string, string>> =>
    new Map(
      (await git.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/remotes"))
        .split("\n")
        .map((line) => line.split(" ") as [string, string]),
    );

  // Before the stage is struck, which waits for the workspace's own project: a second remote would put that in doubt.
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.view.explorer");
    await git.git("stash", "clear");
    await git.restore();
    const now = await remoteBranches();
    for (const name of now.keys()) if (!kept.has(name)) await git.git("update-ref", "-d", name);
    for (const [name, sha] of kept)
      if (!name.endsWith("/HEAD") && now.get(name) !== sha) await git.git("update-ref", name, sha);
    await stage.app.projects.select(undefined);
  });
  const own = setMergeRequestStage();
  // What is fetched here from one test's project must not be there in the next.
  afterEach(() => workspaceProject(own.stage.app));
  const { stage } = own;

  beforeEach(async () => {
    await own.project.openClone();
    git = await workspaceGit();
    kept = await remoteBranches();
    owner = `forks${randomUUID().slice(0, 8)}`;
    fork = `${owner}/station`;
  });

  const toFork = (files: Readonly<Record<string, string>>, branch = "topic"): Promise<{ sha: string }> =>
    stage.control.commit(files, { project: fork, branch, by: "bob" });
  /** Bob's merge request from his fork, which alice sees at that level, if at all. */
  const request = async (level = 0): Promise<RequestRow> => {
    const members: Partial<Record<UserName, number>> = { bob: 50, ...(level > 0 ? { alice: level } : {}) };
    await stage.control.forkProject({ from: own.project.path, path: fork, members });
    await toFork({ "README.md": "# Suite\n\nMended\n", "topic.txt": "topic\n" });
    await toFork({ "topic.txt": "topic, further\n" });
    const { iid } = await stage.control.addMergeRequest({
      project: own.project.path,
      fork,
      sourceBranch: "topic",
      title: "Mend it",
      by: "bob",
    });
    return own.row(iid);
  };
  const branch = (): Promise<string> => git.git("symbolic-ref", "--short", "HEAD");
  const configured = (name: string): Promise<string> =>
    git.git("config", "--default", "", "--get", `branch.${local}.${name}`);
  const remotes = async (): Promise<string[]> => (await git.git("remote")).split("\n");

  command(id, "checks out the head of an unseen fork, pulls later", async (run) => {
    const row = await request();
    await run(row);
    assert.deepEqual([await branch(), await git.git("rev-parse", "HEAD")], [local, row.mergeRequest.sha]);
    assert.deepEqual(stage.notices, [`Checked out “${local}”.`]);
    assert.deepEqual(
      [await remotes(), await configured("remote"), await configured("merge")],
      [["origin"], "origin", "refs/merge-requests/1/head"],
    );
    const { sha } = await toFork({ "later.txt": "later\n" });
    await own.row(1);
    await git.git("pull", "--quiet", "--ff-only");
    assert.equal(await git.git("rev-parse", "HEAD"), sha);
    const { sha: newest } = await toFork({ "newest.txt": "newest\n" });
    await run(await own.row(1));
    assert.equal(await git.git("rev-parse", "HEAD"), newest, "a branch that is here already moves forward");
  });

  command(id, "tracks the branch in a fork that accepts pushes", async (run) => {
    const row = await request(30);
    await run(row);
    assert.deepEqual([await branch(), await git.git("rev-parse", "HEAD")], [local, row.mergeRequest.sha]);
    assert.deepEqual(stage.notices, [`Checked out “${local}”, which pushes to ${fork}.`]);
    assert.deepEqual(await remotes(), [owner, "origin"].sort());
    assert.equal(await git.git("config", `remote.${owner}.url`), `${stage.info.url}/${fork}.git`);
    assert.equal(await git.git("rev-parse", "--abbrev-ref", "HEAD@{upstream}"), `${owner}/topic`);
    const { state } = stage.app.projects;
    assert.deepEqual(state.kind === "ready" && [state.project.project, state.project.branch], [
      own.project.path,
      local,
    ]);

    await git.git("commit", "--quiet", "--allow-empty", "-m", "Help out");
    // As the editor pushes: the branch to its upstream.
    await git.git("push", "--quiet", owner, `${local}:topic`);
    const head = await git.git("rev-parse", "HEAD");
    assert.equal((await own.row(1)).mergeRequest.sha, head);
    await git.git("checkout", "--quiet", git.branch);
    const { sha } = await toFork({ "later.txt": "later\n" });
    await run(await own.row(1));
    assert.deepEqual(
      [await git.git("rev-parse", "HEAD"), await remotes()],
      [sha, [owner, "origin"].sort()],
      "the remote is made once",
    );
  });

  command(id, "reuses the fork's remote, avoids taken names", async (run) => {
    const row = await request(30);
    await git.git("remote", "add", owner, "https://example.invalid/other/thing.git");
    await run(row);
    assert.equal(await configured("remote"), `${owner}-station`);
    await git.git("checkout", "--quiet", git.branch);
    await git.git("branch", "--quiet", "-D", local);
    await git.git("remote", "rename", `${owner}-station`, "mine");
    await stage.app.projects.rescan();
    await run(row);
    assert.deepEqual([await configured("remote"), (await remotes()).length], ["mine", 3]);
  });

  command(id, "changes nothing when the fork is unreachable", async (run) => {
    const row = await request(30);
    await stage.control.fault({ path: `^/${fork}\\.git/`, status: 403, body: "no" });
    await run(row);
    assert.deepEqual(
      [await branch(), await remotes(), await configured("merge")],
      [local, ["origin"], "refs/merge-requests/1/head"],
    );
    assert.equal(await git.git("rev-parse", "HEAD"), row.mergeRequest.sha);
  });

  command(id, "fetches from the fork where the host has no head", async (run) => {
    const row = await request(20);
    await stage.control.fault({ path: `^/${own.project.path}\\.git/`, status: 403, body: "no" });
    await run(row);
    assert.deepEqual([await branch(), await git.git("rev-parse", "HEAD")], [local, row.mergeRequest.sha]);
  });

  command(id, "asks before it overwrites changes, adds no remote", async (run) => {
    const row = await request(30);
    await writeFile(join(git.folder, "unfinished.txt"), "unfinished\n");
    const no = run(row);
    assert.match(await stage.dialog("Cancel"), /You have uncommitted changes in 1 file/);
    await no;
    assert.deepEqual([await branch(), await remotes()], [git.branch, ["origin"]]);
    stage.messages.take();
    const yes = run(row);
    await stage.dialog("Keep Changes and Check Out");
    await yes;
    assert.deepEqual([await branch(), await git.git("status", "--porcelain")], [local, "?? unfinished.txt"]);
    stage.messages.take();
  });

  command(id, "checks out the own branch in the fork's clone", async (run) => {
    const row = await request(30);
    await git.git("config", "remote.origin.url", `${stage.info.url}/${fork}.git`);
    await until(
      "the fork to be open",
      () => stage.app.projects.state.kind === "ready" && stage.app.projects.state.project.project === fork,
      stage.app.projects.onDidChange,
    );
    await run(row);
    assert.deepEqual(
      [
        await branch(),
        await git.git("rev-parse", "HEAD"),
        await git.git("rev-parse", "--abbrev-ref", "HEAD@{upstream}"),
      ],
      ["topic", row.mergeRequest.sha, "origin/topic"],
    );
    const other = await own.request("elsewhere");
    await run(other);
    assert.match((await stage.message()).text, /Open a clone of this project to check out the branch/);
  });

  command(id, "takes the head that is left of a fork that was deleted", async (run) => {
    const { mergeRequest: before } = await request(30);
    await stage.control.deleteProject(fork);
    const row = await own.row(1);
    assert.deepEqual([row.mergeRequest.state, row.mergeRequest.source_project_id], ["closed", null]);
    await run(row);
    assert.deepEqual(
      [await branch(), await git.git("rev-parse", "HEAD"), await configured("remote")],
      [local, before.sha, ""],
    );
  });

  command(id, "makes its branch the one the view shows", async (run) => {
    const row = await request();
    await own.request("topic");
    await run(row);
    await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
    const view = stage.app.mergeRequests.view;
    await until("the view to be seen", () => view.visible, view.onDidChangeVisibility);
    await until(
      "the branch to be seen",
      () => stage.app.projects.state.kind === "ready" && stage.app.projects.state.project.branch === local,
      stage.app.projects.onDidChange,
    );
    const rows = new Rows<unknown>(view.provider);
    const [only, ...others] = await rows.below(await rows.at(/^For the current branch/));
    assert.deepEqual(
      [only?.label, others.length],
      ["!1 Mend it", 0],
      "not the one of the project's own branch of that name",
    );
  });

  command("forgeline.mergeRequest.copyBranch", "copies the branch as it is called in the fork", async (run) => {
    await run(await request());
    assert.equal(await vscode.env.clipboard.readText(), "topic");
  });

  /** As the view asks for them: what the extension throws and catches is in its own bundle. */
  const changes = async (row: RequestRow): Promise<Changes> => {
    const contents = await stage.app.mergeRequests.view.load();
    assert.ok(contents);
    return contents.tools.changesOfMergeRequest(row, new AbortController().signal);
  };
  const changed = [
    ["README.md", "modified"],
    ["topic.txt", "added"],
  ];

  it("tell their changed files and both sides of each, from the host and from the clone", async () => {
    const row = await request();
    const fromHost = await changes(row);
    assert.deepEqual([fromHost.from, fromHost.files.map(({ path, status }) => [path, status])], ["host", changed]);
    await vscode.commands.executeCommand("forgeline.mergeRequest.fetchCommits", row);
    const fromClone = await changes(row);
    assert.deepEqual(
      [fromClone.from, fromClone.missing, fromClone.files.map(({ path, status }) => [path, status])],
      ["clone", undefined, changed],
    );
    for (const compared of [fromHost, fromClone]) {
      await vscode.commands.executeCommand("forgeline.changes.open", { changes: compared, file: compared.files[0] });
      const input = await until(
        "the diff",
        () => vscode.window.tabGroups.activeTabGroup.activeTab?.input,
        vscode.window.tabGroups.onDidChangeTabs,
      );
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const [before, after] = await Promise.all(
        [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
      );
      assert.deepEqual([before?.getText(), after?.getText()], ["# Suite\n", "# Suite\n\nMended\n"]);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  it("are read in the fork where the project itself has none of their commits", async () => {
    const row = await request(20);
    const { head } = (await changes(row)).comparison;
    // The files of the head, and the commits up to it.
    await stage.control.fault({
      path: own.project.address(`/repository/(commits/${head}|commits\\?[^ ]*${head}|files/.*ref=${head})`),
      status: 404,
      body: { message: "404 Not found" },
    });
    await stage.control.fault({
      path: own.project.address("/merge_requests/1/merge_ref"),
      status: 400,
      body: { message: "Merge request is not mergeable" },
    });
    const read = await changes(row);
    assert.deepEqual(
      read.files.map(({ path, status }) => [path, status]),
      changed,
    );
    await vscode.commands.executeCommand("forgeline.changes.open", { changes: read, file: read.files[1] });
    const input = await until(
      "the diff",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input,
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal((await vscode.workspace.openTextDocument(input.modified)).getText(), "topic, further\n");
  });

  command("forgeline.mergeRequest.merge", "merges a fork's commits, leaves the fork alone", async (run) => {
    const row = await request();
    const before = await own.head("main");
    const done = run(row);
    await own.look("Merge !1", "Merge Now");
    await own.pick("Merge !1", "Merge Now");
    await done;
    assert.equal((await stage.message()).text, "Merged !1 into “main”.");
    const after = await own.head("main");
    assert.deepEqual(after?.parent_ids, [before?.id, row.mergeRequest.sha]);
    const { content } = await stage.client.repositoryFiles.get(own.project.path, "topic.txt", { ref: "main" });
    assert.equal(Buffer.from(content, "base64").toString(), "topic, further\n");
  });

  it("say in their row and on their page what the fork is called, to those who see it", async () => {
    const row = await request(20);
    const view = stage.app.mergeRequests.view;
    await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
    await until("the view to be seen", () => view.visible, view.onDidChangeVisibility);
    const rows = new Rows<unknown>(view.provider);
    const listed = await until(
      "the name of the fork",
      async () => {
        const [first] = await rows.below(await rows.at("All open"));
        return first?.description.endsWith(`${fork}:topic`) === true ? first : undefined;
      },
      view.provider.onDidChangeTreeData,
    );
    assert.match(listed.spoken, new RegExp(`from ${fork}:topic, into main`));
    // Markdown has a word of its own for each sign.
    assert.match((await rows.tooltip(listed)).value, /station\W+(?:#58;)?topic\W/);
    assert.deepEqual(
      (await stage.control.requests()).filter(
        ({ path }) => path === `/api/v4/projects/${row.mergeRequest.source_project_id ?? 0}`,
      ).length,
      1,
      "asked once",
    );
    await vscode.commands.executeCommand("forgeline.mergeRequest.open", row);
    const panel = await until("its page", () => stage.app.mergeRequests.pages.of(row), stage.app.current.onDidChange);
    await panel.load();
    assert.equal(panel.page.value.fork, fork);
    assert.match(
      (
        JSON.parse(
          await stage.person({ action: "find", page: true, role: "heading", name: "Mend it", click: false }),
        ) as Seen
      ).text,
      /Mend it/,
    );
  });

  it("say only the branch of a fork that is nobody's business", async () => {
    const row = await request();
    await vscode.commands.executeCommand("forgeline.mergeRequest.open", row);
    const panel = await until("its page", () => stage.app.mergeRequests.pages.of(row), stage.app.current.onDidChange);
    await panel.load();
    assert.deepEqual(
      [panel.page.value.fork, panel.page.value.problem, panel.page.value.mergeRequest.source_branch],
      [undefined, undefined, "topic"],
    );
  });

  command("forgeline.changes.openAll", "says what is missing of one whose fork and commits are gone", async (run) => {
    const { iid } = await stage.control.addMergeRequest({
      project: own.project.path,
      sourceBranch: "gone",
      title: "Orphan",
      state: "closed",
      fromDeletedFork: true,
    });
    const row = await own.row(iid);
    assert.deepEqual([row.mergeRequest.sha, row.mergeRequest.source_project_id], [null, null]);
    await run(row);
    assert.match((await stage.message()).text, /The host returned no commits for this merge request/);
    await vscode.commands.executeCommand("forgeline.mergeRequest.checkOut", row);
    assert.match((await stage.message()).text, /Git could not fetch the branch of !1 from “.*”/);
    assert.equal(await branch(), git.branch);
    await vscode.commands.executeCommand("forgeline.mergeRequest.copyBranch", row);
    assert.equal(await vscode.env.clipboard.readText(), "gone");
  });
});
