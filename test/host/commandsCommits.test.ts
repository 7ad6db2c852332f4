import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommitRef } from "../../src/core/commits/refs.ts";
import { isDraft } from "../../src/core/ui/unsentComment.ts";
import { VIEWS } from "../../src/core/views.ts";
import type { CommitComments } from "../../src/features/repository/comments/commitComments.ts";
import { typedComments } from "../../src/features/repository/comments/typedComments.ts";
import { command, type Run } from "./commandTest.ts";
import { openCommitDiff } from "./commitDiff.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { clipboard, editorInFront } from "./inFront.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { setReviewStage } from "./reviewStage.ts";
import { cells } from "./rows.ts";
import { closeView } from "./shownView.ts";
import { openedBy, shownBy } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { forgetExtras } from "./withoutExtras.ts";
import { workspaceGit, type WorkspaceGit } from "./workspaceGit.ts";

describe("commit commands", () => {
  const stage = setStage();
  const { look, pick, type, fill, press, escape, enter, typeAt, pickAt, field } = stage;
  let project: OwnProject;
  const commit = async (
    files: Record<string, string | null>,
    message: string,
    more: { branch?: string } = {},
  ): Promise<CommitRef> => {
    const { sha } = await project.commit(files, { message, ...more });
    return {
      instance: project.instance,
      project: project.path,
      commit: await stage.client.commits.get(project.path, sha),
    };
  };
  const newest = async (branch: string) =>
    (await stage.client.commits.list(project.path, { ref_name: branch }).page()).items[0];
  const fileOn = async (ref: string, path: string): Promise<string> => {
    const { content } = await stage.client.repositoryFiles.get(project.path, path, { ref });
    return Buffer.from(content, "base64").toString();
  };
  const filter = () => stage.app.repository.view.contents?.filter.value;

  beforeEach(async () => {
    project = await ownProject(stage.app);
    await project.openClone();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await closeView(stage.app.repository.view, "Commits");
    await workspaceProject(stage.app);
  });

  command("forgeline.commits.filter", "applies each filter at once", async (run) => {
    const box = "Filter Commits";
    await stage.app.repository.view.load();
    const done = run();
    await pickAt(box, "Select filters", "Range");
    await fill("Range", "main");
    await typeAt("Range", "Enter two branches, tags or commits with two dots in between, for example v1..v2", "v1..v2");
    await look(box, "Filters are applied as you choose");
    assert.deepEqual(filter(), { ref: "v1..v2" });
    await pick(box, "All Branches and Tags");
    // Between the menu and itself there is no other box: what the row says tells them apart.
    await pickAt(box, "yes", "File or Folder");
    await type("File or Folder", "/src");
    await look(box, "Filters are applied as you choose");
    assert.deepEqual(filter(), { all: true, path: "src" });
    await pick(box, "Branch, Tag or Commit");
    await pick("Branch, Tag or Commit", "Use “topic/x”", "topic/x");
    await pickAt(box, "Filters are applied as you choose", "Since");
    await type("Since", "2026-01-31T00:00Z");
    await pickAt(box, "Filters are applied as you choose", "Line Counts");
    await look(box, "yes");
    assert.deepEqual(filter(), { ref: "topic/x", path: "src", since: "2026-01-31T00:00:00.000Z", stats: true });
    await pick(box, "Clear All");
    await look(box, "Select filters");
    assert.deepEqual(filter(), {});
    await escape(box);
    await done;
  });

  command("forgeline.commits.clearFilter", "shows the current branch again", async (run) => {
    await (await stage.app.repository.view.load())?.filter.set({ ref: "topic", path: "x" });
    await run();
    assert.deepEqual(filter(), {});
  });

  command("forgeline.commit.show", "selects a typed SHA, starting the list at it", async (run) => {
    const { commit: other } = await commit({ "b.txt": "b\n" }, "Elsewhere", { branch: "topic" });
    await Promise.all([run(), type("Show Commit", other.id.slice(0, 10))]);
    assert.deepEqual(filter(), { ref: other.id });
    await stage.person({ action: "find", role: "treeitem", name: "Commit Elsewhere", states: { expanded: true } });
    await (await stage.app.repository.view.load())?.filter.set({});
    await Promise.all([run(), type("Show Commit", "abcdef1234")]);
    await stage.says(/^Show Commit: No commit, branch or tag “abcdef1234” found on the host/);
  });

  command("forgeline.commit.copySha", "copies the full SHA of the picked one", async (run) => {
    const { commit: made } = await commit({ "a.txt": "a\n" }, "Add a");
    await Promise.all([run(), pick("Copy Commit SHA", "Add a")]);
    assert.equal(await clipboard(), made.id);
    assert.deepEqual(stage.notices, [`Copied commit SHA ${made.id.slice(0, 8)}.`]);
  });

  command("forgeline.commit.cherryPick", "adds a commit to the picked branch @oldest", async (run) => {
    await commit({ "x.txt": "x\n" }, "Begin", { branch: "release" });
    const ref = await commit({ "a.txt": "a\n" }, "Add a");
    await Promise.all([run(ref), pick("Cherry-Pick Commit", "release")]);
    const made = await newest("release");
    assert.deepEqual([made?.title, await fileOn("release", "a.txt")], ["Add a", "a\n"]);
    const words = `^Cherry-picked ${ref.commit.id.slice(0, 8)} “Add a” onto “release” as ${made?.id.slice(0, 8)}\\.$`;
    await stage.says(new RegExp(words), ["Show Commit"]);
  });

  command("forgeline.commit.cherryPick", "tells conflicts from contained changes", async (run) => {
    await commit({ "a.txt": "base\n" }, "Base");
    await commit({ "a.txt": "theirs\n" }, "Theirs", { branch: "release" });
    const ref = await commit({ "a.txt": "mine\n" }, "Mine");
    for (const [branch, says] of [
      [
        "release",
        /cannot be cherry-picked onto “release”: it has conflicts\. Cherry-pick it in your clone \(git cherry-pick\), resolve the conflicts and push, or choose another branch/,
      ],
      ["main", /Nothing to cherry-pick: “main” already contains the changes of .*“Mine”\./],
    ] as const) {
      await Promise.all([run(ref), pick("Cherry-Pick Commit", branch)]);
      await stage.says(says, ["Another Branch…", "Show Log"]);
    }
    assert.equal((await newest("release"))?.title, "Theirs");
  });

  for (const [id, box, proposed, made] of [
    ["forgeline.commit.cherryPick", "Cherry-Pick Commit", "cherry-pick", "Cherry-picked"],
    ["forgeline.commit.revert", "Revert Commit", "revert", "Reverted"],
  ] as const) {
    command(id, "offers a new branch from a protected one", async (run) => {
      const git = await workspaceGit();
      await commit({ "x.txt": "x\n" }, "Begin", { branch: "release" });
      const ref = await commit({ "a.txt": "a\n" }, "Add a", id.endsWith("revert") ? { branch: "release" } : {});
      await stage.client.protectedBranches.create(project.path, { name: "release", push_access_level: 0 });
      const head = (await newest("release"))?.id;
      await Promise.all([run(ref), pick(box, "release")]);
      await stage.says(/You cannot push to the protected branch “release”\./, ["New Branch…", "Show Log"]);
      await press("New Branch…");
      const name = `${proposed}-${ref.commit.id.slice(0, 8)}`;
      assert.equal((await look(box, "created from “release”")).value, name);
      await enter(box);
      await stage.says(new RegExp(`^${made} .* “${name}” as `));
      const onNew = await newest(name);
      const seen = [onNew?.parent_ids, (await newest("release"))?.id];
      assert.deepEqual(seen, [[head], head], "upon what is protected, which stays");
      if (id === "forgeline.commit.revert") await assert.rejects(fileOn(name, "a.txt"));
      else assert.deepEqual([await fileOn(name, "a.txt"), await fileOn(name, "x.txt")], ["a\n", "x\n"]);
      for (const branch of ["release", name]) await git.git("update-ref", "-d", `refs/remotes/origin/${branch}`);
    });
  }

  command("forgeline.commit.revert", "tells conflicts from reverted changes", async (run) => {
    await commit({ "a.txt": "one\n" }, "One");
    const ref = await commit({ "a.txt": "two\n" }, "Two");
    await commit({ "a.txt": "one\n" }, "Back on release", { branch: "release" });
    await commit({ "a.txt": "three\n" }, "Three");
    for (const [branch, says] of [
      [
        "main",
        /“Two” cannot be reverted on “main”: it conflicts with later commits\. Revert it in your clone \(git revert\), resolve the conflicts and push, or choose another branch/,
      ],
      [
        "release",
        /Nothing to revert on “release”: it does not contain the changes of .*“Two”, which may have been reverted already/,
      ],
    ] as const) {
      await Promise.all([run(ref), pick("Revert Commit", branch)]);
      await stage.says(says, ["Another Branch…", "Show Log"]);
    }
    assert.equal((await newest("main"))?.title, "Three");
    await press("Another Branch…");
    await look("Revert Commit", "Select the branch to revert the commit on");
    await escape("Revert Commit");
  });

  command("forgeline.commit.revert", "reverts on the picked branch", async (run) => {
    await commit({ "a.txt": "one\n" }, "One");
    const ref = await commit({ "a.txt": "two\n" }, "Two");
    await Promise.all([run(ref), pick("Revert Commit", "main")]);
    await stage.says(/^Reverted .* “Two” on “main” as /);
    assert.deepEqual([(await newest("main"))?.title, await fileOn("main", "a.txt")], ['Revert "Two"', "one\n"]);
  });

  command("forgeline.commit.setStatus", "sends every field", async (run) => {
    const ref = await commit({ "a.txt": "a\n" }, "Add a");
    const done = run(ref);
    const box = "Set Commit Status: ";
    await pick("Set Commit Status", "failed");
    await look(box, "Set the status");
    for (const [row, text] of [
      ["Name", "ci/build"],
      ["Target URL", "https://ci.example.com/7"],
      ["Description", "Tests fail"],
      ["Coverage", "87,5 %"],
    ] as const) {
      await field(box, row, text);
      await look(box, "Set the status");
    }
    const older = await project.add({ ref: "main", sha: ref.commit.id, jobs: [{ name: "a" }] });
    await project.add({ ref: "main", sha: ref.commit.id, jobs: [{ name: "a" }] });
    await pick(box, "Pipeline");
    await pick("Pipeline", `#${older.id} · main`);
    await look(box, "Set the status");
    await pick(box, "Branch or Tag");
    await pick("Branch or Tag", "main");
    await look(box, "Set the status");
    await pick(box, "Set “ci/build” to failed");
    await done;
    const named = stage.client.commits.listStatuses(project.path, ref.commit.id, { name: "ci/build" });
    const [status] = (await named.page()).items;
    const result = [status?.status, status?.name, status?.target_url, status?.description, status?.coverage];
    assert.deepEqual(result, ["failed", "ci/build", "https://ci.example.com/7", "Tests fail", 87.5]);
    assert.deepEqual([status?.pipeline_id, status?.ref], [older.id, "main"], "not the newest pipeline");
    assert.deepEqual(stage.notices, [`Set status “ci/build” to failed on ${ref.commit.id.slice(0, 8)}.`]);
  });

  command("forgeline.commit.setStatus", "keeps a form that is closed until the status is set", async (run) => {
    const ref = await commit({ "a.txt": "a\n" }, "Add a");
    const first = run(ref);
    const box = "Set Commit Status: ";
    await pick("Set Commit Status", "failed");
    await look(box, "Set the status");
    await field(box, "Description", "Tests fail");
    await look(box, "Tests fail");
    await stage.escape(box);
    await first;
    const done = run(ref);
    await look(box, "Tests fail");
    await pick(box, "Set “default” to failed");
    await done;
    const [status] = (await stage.client.commits.listStatuses(project.path, ref.commit.id).page()).items;
    assert.deepEqual([status?.status, status?.description], ["failed", "Tests fail"]);
    const next = run(ref);
    await look("Set Commit Status", "Select a state");
    await stage.escape("Set Commit Status");
    await next;
  });

  command("forgeline.commit.comment", "keeps the text of a box that is closed until it is sent", async (run) => {
    const ref = await commit({ "a.txt": "a\n" }, "Add a");
    const box = "Comment on ";
    const first = run(ref);
    await stage.fillAt(box, "Enter a comment on the commit", "Well done");
    await stage.escape(box);
    await first;
    const done = run(ref);
    assert.equal((await look(box, "Enter a comment on the commit")).value, "Well done");
    await enter(box);
    await done;
    const { items } = await stage.client.commits.listComments(project.path, ref.commit.id).page();
    assert.deepEqual(
      [items.map(({ note, path }) => [note, path]), stage.notices],
      [[["Well done", null]], [`Commented on ${ref.commit.id.slice(0, 8)}.`]],
    );
    const next = run(ref);
    assert.equal((await look(box, "Enter a comment on the commit")).value, "");
    await stage.escape(box);
    await next;
  });

  command("forgeline.commit.showComments", "shows general comments as a read-only text", async (run) => {
    const ref = await commit({ "a.txt": "a\n" }, "Add a");
    await stage.client.commits.createComment(project.path, ref.commit.id, { note: "On the whole" });
    await run(ref);
    const editor = vscode.window.activeTextEditor;
    const heading = `# Comments on commit ${ref.commit.id.slice(0, 8)}`;
    const text = editor?.document.getText() ?? "";
    assert.match(text, new RegExp(`^${heading}\\n\\nAdd a\\n\\n## Alice [^]*\\n\\nOn the whole\\n$`));
    assert.equal(editor?.document.uri.scheme, "forgeline-text");
  });

  command("forgeline.commit.showComments", "shows comments of a line in the diff", async (run) => {
    await commit({ "a.txt": "a\n" }, "Add a");
    const ref = await commit({ "a.txt": "a\nb\nc\n" }, "Grow a");
    await stage.client.commits.createComment(project.path, ref.commit.id, {
      note: "Here",
      path: "a.txt",
      line: 3,
      line_type: "new",
    });
    await run({ ...ref, path: "a.txt", line: 3 });
    const editor = await editorInFront("the right side", ({ uri }) => uri.scheme === "forgeline-file");
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
    assert.deepEqual([editor.document.getText(), editor.selection.active.line], ["a\nb\nc\n", 2]);
  });
});

const list = /^GET \/repository\/commits\?/;

describe("the Commits view", () => {
  const suite = viewSuite(VIEWS.commits, "Commits", ({ repository }) => repository.view);
  const commit = async (
    files: Record<string, string | null>,
    message: string,
    more: { branch?: string } = {},
  ): Promise<string> => (await suite.project.commit(files, { message, ...more })).sha;
  const client = () => suite.app.connections.get(suite.project.instance).client;

  it("lists commits of the current branch with pipeline status", async () => {
    const { project } = suite;
    const first = await commit({ "a.txt": "a\n" }, "Add a");
    const second = await commit({ "a.txt": "b\n" }, "Change a\n\nFor a reason.");
    await commit({ "c.txt": "c\n" }, "Elsewhere", { branch: "topic" });
    await project.add({ sha: second, ref: "main", status: "failed" });
    const rows = await suite.open();
    assert.deepEqual(labels(rows).slice(0, 2), ["Change a", "Add a"]);
    assert.ok(!labels(rows).includes("Elsewhere"));
    assert.match(rows[0]?.description ?? "", new RegExp(`^${second.slice(0, 8)} · \\S.* · \\S`));
    const found = [rows[0]?.id, rows[0]?.context];
    assert.deepEqual(found, [`${project.instance} ${project.path}/commits/${second}`, "commit"]);
    const shown = await until(
      "the status of the pipeline",
      async () => {
        const now = await suite.rows.below();
        return now[0]?.icon.startsWith("error") === true && now;
      },
      suite.onRedraw,
    );
    const seen = [shown[0]?.icon, shown[1]?.icon, shown[1]?.id.endsWith(first)];
    assert.deepEqual(seen, ["error problemsErrorIcon.foreground", "git-commit", true]);
    assert.match(shown[0]?.spoken ?? "", /^Commit Change a, failed, /);
    assert.deepEqual(await project.asked(list), ["GET /repository/commits?ref_name=main&per_page=20"]);
    const { value } = await suite.rows.tooltip(shown[0]!);
    for (const part of ["**Message** For a reason.", "**Lines** 1 added, 1 deleted", second])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
  });

  it("shows files, refs, comments and statuses below a commit @oldest", async () => {
    const { project } = suite;
    const sha = await commit({ "src/new.txt": "one\ntwo\n", "README.md": "# Changed\n" }, "Change things");
    await client().commits.createComment(project.path, sha, {
      note: "All well",
      path: "src/new.txt",
      line: 2,
      line_type: "new",
    });
    await client().commits.createComment(project.path, sha, { note: "On the whole" });
    await client().commits.setStatus(project.path, sha, {
      state: "success",
      name: "ci/build",
      target_url: "https://ci.example.com/1",
      description: "Built",
      coverage: 87.5,
    });
    const [row] = await suite.open();
    const parts = await suite.rows.below(row);
    assert.deepEqual(labels(parts), ["Changed files", "Branches and tags", "Comments", "Statuses"]);
    const [files, refs, comments, statuses] = parts;
    assert.equal(comments?.description, "2");
    const inList = await suite.rows.below(files);
    assert.deepEqual(labels(inList).sort(), ["README.md", "src"]);
    const [inFolder] = await suite.rows.below(inList.find(({ label }) => label === "src"));
    assert.deepEqual([inFolder?.label, inFolder?.item.command?.command], ["new.txt", "forgeline.changes.open"]);
    assert.deepEqual(cells(await suite.rows.below(refs), "label", "icon"), ["main | git-branch"]);
    const said = await suite.rows.below(comments);
    const found = said.map(({ label, description }) => `${label}: ${description.replace(/ · [^·]*$/, "")}`);
    assert.deepEqual(found, ["All well: alice · src/new.txt, line 2", "On the whole: alice · on the commit"]);
    const [status] = await suite.rows.below(statuses);
    const seen = [status?.label, status?.icon, status?.context];
    assert.deepEqual(seen, ["ci/build", "pass testing.iconPassed", "commitStatus linked"]);
    assert.match(status?.description ?? "", /^passed · Built · main · 87\.5% · /);
    assert.deepEqual(await openedBy(() => suite.rows.press(status!)), ["https://ci.example.com/1"]);
  });

  const showsPage = (deed: "opened" | "copied") => async (run: Run) => {
    const sha = await commit({ "a.txt": "a\n" }, "Add a");
    const [row] = await suite.open();
    const page = `${suite.project.instance}/${suite.project.path}/-/commit/${sha}`;
    assert.deepEqual(await shownBy(() => run(row?.element, [row?.element])), [`${deed} ${page}`]);
  };
  command("forgeline.commit.openInBrowser", "opens the page of a commit's row", showsPage("opened"));
  command("forgeline.commit.copyLink", "copies the page of a commit's row", showsPage("copied"));

  it("names mode changes and opens them as equal texts", async () => {
    const { project } = suite;
    await commit({ "run.sh": "echo\n" }, "Add a script");
    const words = "now executable";
    await client().commits.create(project.path, {
      branch: "main",
      commit_message: "It is executable",
      actions: [{ action: "chmod", file_path: "run.sh", execute_filemode: true }],
    });
    await suite.open();
    const file = await suite.rows.at("It is executable", "Changed files", "run.sh");
    assert.deepEqual([file.description, file.spoken], [`${words} · +0 −0`, `run.sh, modified, ${words}, +0 −0`]);
    await suite.rows.press(file);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const diff = activeTab?.input;
    assert.ok(activeTab?.label.includes(words) && diff instanceof vscode.TabInputTextDiff);
    for (const uri of [diff.original, diff.modified])
      assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), "echo\n");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});

const text = ({ body }: vscode.Comment): string => (typeof body === "string" ? body : body.value);
const texts = (thread: vscode.CommentThread | undefined): string[] => (thread?.comments ?? []).map(text);

describe("comments on the lines of a commit", () => {
  const stage = setStage();
  let project: OwnProject;
  let ref: CommitRef;
  let comments: CommitComments;

  before(async () => {
    project = await ownProject(stage.app);
    await project.open();
  });
  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await project.commit({ "a.txt": "a\n" }, { message: "Add a" });
    const { sha } = await project.commit({ "a.txt": "a\nb\nc\n" }, { message: "Grow a" });
    ref = {
      instance: project.instance,
      project: project.path,
      commit: await stage.client.commits.get(project.path, sha),
    };
    comments = await stage.app.repository.comments.load();
  });
  afterEach(() => forgetDrafts(stage.app, "comments"));
  after(() => workspaceProject(stage.app));

  /** Opens the commit's diff and answers with its two sides. */
  const openDiff = async (): Promise<{ base: vscode.TextDocument; head: vscode.TextDocument }> => {
    const input = await openCommitDiff(stage.app, ref);
    return {
      base: await vscode.workspace.openTextDocument(input.original),
      head: await vscode.workspace.openTextDocument(input.modified),
    };
  };
  /** The thread on a line, once it says this. */
  const threadSaying = async (
    uri: vscode.Uri,
    line: number,
    ...said: readonly string[]
  ): Promise<vscode.CommentThread> => {
    await comments.open(uri, line);
    const thread = comments.threadsIn(uri).get(line);
    assert.deepEqual(texts(thread), said);
    return thread!;
  };
  /** A thread as VS Code makes one when the person begins on a line. */
  const begin = (uri: vscode.Uri, line: number): vscode.CommentThread =>
    comments.controller.createCommentThread(uri, new vscode.Range(line - 1, 0, line - 1, 0), []);
  const onHost = async () => (await stage.client.commits.listComments(project.path, ref.commit.id).page()).items;
  const refuse = (answer: object, times = 1) =>
    stage.control.fault({
      method: "POST",
      path: project.address("/repository/commits/[0-9a-f]+/comments"),
      times,
      ...answer,
    });

  it("shows comments at their lines, together and on the new side alone, when a file opens @oldest", async () => {
    const create = (note: string, line?: number) =>
      stage.client.commits.createComment(project.path, ref.commit.id, {
        note,
        ...(line === undefined ? {} : { path: "a.txt", line, line_type: "new" as const }),
      });
    await create("Why b?", 2);
    await create("On the whole");
    await create("Thanks :tada: ![x](https://spy.example/1.png)", 2);
    const since = await stage.control.lastRequest();
    const { base, head } = await openDiff();
    await stage.control.waitForRequest({ path: `/repository/commits/${ref.commit.id}/comments`, since });
    const thread = await threadSaying(head.uri, 2, "Why b?", "Thanks 🎉 [x](https://spy.example/1.png)");
    const found = [thread.label, thread.canReply, thread.comments[0]?.author.name];
    assert.deepEqual(found, [`Comments on commit ${ref.commit.id.slice(0, 8)}`, true, stage.info.users.alice.name]);
    assert.deepEqual([...comments.threadsIn(head.uri).keys()], [2]);
    const { token } = new vscode.CancellationTokenSource();
    const ranges = (document: vscode.TextDocument) =>
      comments.controller.commentingRangeProvider?.provideCommentingRanges(document, token);
    assert.deepEqual(ranges(head), [new vscode.Range(0, 0, 3, 0)]);
    assert.equal(ranges(base), undefined, "nothing is written on what was before");
    assert.equal(comments.threadsIn(base.uri).size, 0);
  });

  command("forgeline.comment.send", "comments on a line, twice", async (run) => {
    const { head } = await openDiff();
    const thread = begin(head.uri, 3);
    await run({ thread, text: "Why c?" } satisfies vscode.CommentReply);
    assert.deepEqual(texts(thread), ["Why c?"]);
    const listed = { method: "GET", path: `/repository/commits/${ref.commit.id}/comments`, times: 1 };
    await stage.control.fault({ ...listed, action: "holdAnswer", next: { ...listed, status: 500 } });
    const since = await stage.control.lastRequest();
    const held = comments.open(head.uri, 3);
    const { n } = await stage.control.waitForRequest({ ...listed, since, worked: true });
    await run({ thread, text: "Answer" } satisfies vscode.CommentReply);
    await stage.control.waitForRequest({ ...listed, since: n });
    await stage.control.clearFaults();
    await held;
    assert.deepEqual(texts(thread), ["Why c?", "Answer"], "a list from before is not shown");
    await threadSaying(head.uri, 3, "Why c?", "Answer");
    const found = (await onHost()).map(({ note, path, line }) => `${note} ${path}:${line}`);
    assert.deepEqual(found, ["Why c? a.txt:3", "Answer a.txt:3"]);
  });

  command("forgeline.comment.send", "reports that the host dropped the line position", async (run) => {
    const { head } = await openDiff();
    const thread = begin(head.uri, 1);
    await run({ thread, text: "On a line that was there before" } satisfies vscode.CommentReply);
    const { text: said, buttons } = await stage.message();
    assert.match(said, /^Send Comment: Your comment was added to the commit, not to the line\. The host accepts line/);
    assert.deepEqual(buttons, ["Show Comments", "Show Log"]);
    const found = (await onHost()).map(({ note, path }) => [note, path]);
    assert.deepEqual(found, [["On a line that was there before", null]]);
    assert.equal(comments.threadsIn(head.uri).size, 0);
  });

  command("forgeline.comment.send", "keeps refused text in the thread and for later", async (run) => {
    const { head } = await openDiff();
    await refuse({ status: 403, body: { message: "403 Forbidden" } });
    const thread = begin(head.uri, 2);
    await run({ thread, text: "A long thought" } satisfies vscode.CommentReply);
    await stage.says(/^Send Comment: Your account on .* does not have permission/);
    const [draft] = thread.comments;
    assert.ok(draft && isDraft(draft));
    const found = [text(draft), draft.mode, draft.label, draft.contextValue];
    assert.deepEqual(found, ["A long thought", vscode.CommentMode.Editing, "not sent", "draft"]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    comments.close(head.uri);
    const again = await openDiff();
    await threadSaying(again.head.uri, 2, "A long thought");
    assert.deepEqual(await onHost(), []);
  });

  command("forgeline.comment.discard", "discards unsent text", async (run) => {
    const { head } = await openDiff();
    await refuse({ status: 403, body: { message: "403 Forbidden" } });
    const thread = begin(head.uri, 2);
    await vscode.commands.executeCommand("forgeline.comment.send", { thread, text: "Never mind" });
    await stage.message();
    await run(thread.comments[0]);
    assert.deepEqual([comments.threadsIn(head.uri).size, await draftsOf(stage.app, "comments")], [0, []]);
  });

  command("forgeline.comment.sendAgain", "sends unsent text as edited since", async (run) => {
    const { head } = await openDiff();
    await refuse({ action: "reset" });
    const thread = begin(head.uri, 2);
    await vscode.commands.executeCommand("forgeline.comment.send", { thread, text: "First" });
    await stage.message();
    const [draft] = thread.comments;
    assert.ok(draft && isDraft(draft));
    assert.equal(draft.label, "may not have been sent");
    draft.body = "Second";
    await run(draft);
    await threadSaying(head.uri, 2, "Second");
    assert.deepEqual(await draftsOf(stage.app, "comments"), []);
    await refuse({ action: "loseAnswer", next: { path: "/comments", status: 500 } });
    await vscode.commands.executeCommand("forgeline.comment.send", { thread, text: "Third" });
    await stage.message();
    await stage.control.clearFaults();
    const lost = thread.comments.find(isDraft);
    lost!.body = "Third, changed";
    await run(lost);
    await stage.says(/Your first comment was already added/);
    const notes = (await onHost()).map(({ note }) => note);
    assert.deepEqual(notes, ["Second", "Third"]);
  });

  it("recovers a typed comment on the first line", async () => {
    const { instance, project: path } = ref;
    const place = { instance, project: path, path: "a.txt", ref: ref.commit.id };
    const kind = { name: "typedOnCommits", shared: true, parse: () => undefined };
    await stage.app.drafts.keep(kind, "box", { box: "box", place, text: "The last words", at: 0 });
    const { head } = await openDiff();
    const typed = typedComments(stage.app, comments);
    try {
      await typed.recovering;
    } finally {
      typed.dispose();
    }
    const thread = await threadSaying(head.uri, 1, "The last words");
    assert.equal(thread.comments.filter(isDraft).length, 1);
    assert.deepEqual(await draftsOf(stage.app, "typedOnCommits"), []);
  });
});

describe("comments on the commits of a merge request without threads", () => {
  const { control } = localService();
  before(() => control.review({ served: false }));
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;
  let git: WorkspaceGit;
  let comments: CommitComments;
  let first: string;
  beforeEach(async () => {
    await forgetExtras();
    await own.project.openClone();
    git = await workspaceGit();
    comments = await stage.app.repository.comments.load();
    first = review.row.mergeRequest.sha!;
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await forgetDrafts(stage.app, "comments");
    await git.restore();
    await workspaceProject(stage.app);
  });
  afterEach(forgetExtras);
  after(() => control.review({ served: true }));

  const comment = (sha: string, note: string, line: number) =>
    stage.client.commits.createComment(own.project.path, sha, { note, path: "a.txt", line, line_type: "new" });
  const commitMore = async (content: string): Promise<string> => {
    const { sha } = await own.commitMore("numbers", { "a.txt": content });
    await control.waitForMergeRequest({ project: own.project.path, iid: review.iid });
    review.row = await own.row(review.iid);
    return sha;
  };
  /** Opens the diff, and waits for the comments of its commits. */
  const open = async (): Promise<vscode.Uri> => {
    // Only the first use of its routes tells that the host has no threads.
    stage.app.capabilities.of(review.row.instance).set("extra.mergeRequestDiffs", `no since ${Date.now()}`);
    await (await stage.app.mergeRequests.review()).discussions.read(review.place).catch(() => undefined);
    // Such a host shows the changes of several commits as one merge only, which is no commit of theirs; a clone has them.
    await vscode.commands.executeCommand("forgeline.mergeRequest.checkOut", review.row);
    const { head } = await review.openDiff();
    await comments.open(head, 1);
    assert.equal(review.threads.threadsIn(head), undefined);
    return head;
  };
  const earlier = (uri: vscode.Uri): unknown[] =>
    comments
      .earlierIn(uri)
      .map(({ label, range, canReply, comments: said }) => [label, range!.start.line + 1, canReply, said.map(text)]);
  const asked = async (since: number) =>
    (await control.requests(since)).filter(({ method, path }) => method === "GET" && path.includes("/comments"));

  it("shows comments of earlier commits at moved lines", async () => {
    await comment(first, "Why capitals?", 5);
    await comment(first, "Eleven, too?", 10);
    const second = await commitMore("zero\none\ntwo\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n");
    await comment(second, "Why zero?", 1);
    const head = await open();
    assert.deepEqual(earlier(head), [
      [`Comments on commit ${first.slice(0, 8)} · line 5 was changed later`, 6, false, ["Why capitals?"]],
      [`Comments on commit ${first.slice(0, 8)}`, 11, false, ["Eleven, too?"]],
    ]);
    const newest = [...comments.threadsIn(head)].map(([line, thread]) => [line, thread.label, ...texts(thread)]);
    assert.deepEqual(newest, [[1, `Comments on commit ${second.slice(0, 8)}`, "Why zero?"]]);
  });

  it("comments on the newest commit, named in the box", async () => {
    const second = await commitMore("zero\n");
    const head = await open();
    const { prompt, placeHolder } = comments.controller.options!;
    assert.equal(prompt, `Comment on commit ${second.slice(0, 8)}, the newest of the merge request…`);
    assert.match(placeHolder!, /This host has no threads on merge requests$/);
    const thread = comments.controller.createCommentThread(head, new vscode.Range(0, 0, 0, 0), []);
    await vscode.commands.executeCommand("forgeline.comment.send", { thread, text: "Why zero?" });
    const { items } = await stage.client.commits.listComments(own.project.path, second).page();
    const seen = items.map(({ note, line }) => [note, line]);
    assert.deepEqual(seen, [["Why zero?", 1]]);
  });

  command("forgeline.comment.showOlder", "reads the comments of twenty more commits", async (run) => {
    await comment(first, "Eleven, too?", 10);
    for (let at = 1; at <= 20; at++) await own.commitMore("numbers", { "a.txt": `one\ntwo\neleven\n${at}\n` });
    await control.waitForMergeRequest({ project: own.project.path, iid: review.iid });
    review.row = await own.row(review.iid);
    const since = await control.lastRequest();
    const head = await open();
    const shas = async () => new Set((await asked(since)).map(({ path }) => /commits\/([0-9a-f]{40})/.exec(path)?.[1]));
    assert.equal((await shas()).size, 20);
    assert.equal((await shas()).has(first), false);
    assert.deepEqual(earlier(head), []);
    await run(head);
    assert.equal((await shas()).size, 21);
    assert.deepEqual(earlier(head), [[`Comments on commit ${first.slice(0, 8)}`, 3, false, ["Eleven, too?"]]]);
    assert.equal(stage.notices.at(-1), "The comments on all commits of the merge request are shown.");
  });
});
