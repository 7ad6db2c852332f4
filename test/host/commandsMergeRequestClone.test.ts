import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import { command } from "./commandTest.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

describe("merge requests and the clone", () => {
  const own = setMergeRequestStage();
  // What is fetched here from one test's project must not be there in the next.
  afterEach(() => workspaceProject(own.stage.app));
  const { stage } = own;
  let git: WorkspaceGit;
  let main = "";

  beforeEach(async () => {
    git = await workspaceGit();
    main = await git.git("rev-parse", "refs/remotes/origin/main");
  });
  afterEach(async () => {
    await git.git("stash", "clear");
    await git.restore();
    await git.git("update-ref", "refs/remotes/origin/main", main);
    await until(
      "the branch to be seen again",
      () => stage.app.projects.state.kind === "ready" && stage.app.projects.state.project.branch === git.branch,
      stage.app.projects.onDidChange,
    );
  });
  const branch = (): Promise<string> => git.git("symbolic-ref", "--short", "HEAD");

  command("forgeline.mergeRequest.checkOut", "fetches the branch, checks it out and follows it", async (run) => {
    const row = await own.request("feature/topic", {}, { "topic.txt": "topic\n" });
    await run(row);
    assert.equal(await branch(), "feature/topic");
    assert.equal(await git.git("rev-parse", "HEAD"), row.mergeRequest.sha);
    assert.equal(await git.git("rev-parse", "--abbrev-ref", "HEAD@{upstream}"), "origin/feature/topic");
    assert.deepEqual(stage.notices, ["Checked out “feature/topic”."]);
    const { sha } = await own.commitMore("feature/topic", { "more.txt": "more\n" });
    await run(row);
    assert.equal(await git.git("rev-parse", "HEAD"), sha, "a branch that is here already moves forward");
  });

  command(
    "forgeline.mergeRequest.checkOut",
    "takes the head that the host keeps for one whose fork is gone",
    async (run) => {
      const row = await own.request("topic", { fromDeletedFork: true });
      assert.equal(row.mergeRequest.source_project_id, null);
      await run(row);
      assert.equal(await branch(), "merge-requests/1/topic");
      assert.equal(await git.git("rev-parse", "HEAD"), row.mergeRequest.sha);
    },
  );

  command(
    "forgeline.mergeRequest.checkOut",
    "never goes over changed files without asking, and puts them aside when told so",
    async (run) => {
      const row = await own.request("topic");
      await writeFile(join(git.folder, "unfinished.txt"), "unfinished\n");
      const no = run(row);
      const said = await stage.person({ action: "dialog", button: "Cancel" });
      await no;
      assert.match(said, /You have uncommitted changes in 1 file.*unfinished\.txt/s);
      assert.equal(await branch(), git.branch);
      stage.messages.take();
      const yes = run(row);
      await stage.person({ action: "dialog", button: "Stash and Check Out" });
      await yes;
      assert.equal(await branch(), "topic");
      assert.match(await git.git("stash", "list"), /Before checking out !1/);
      assert.equal(await git.git("status", "--porcelain"), "");
      stage.messages.take();
    },
  );

  command("forgeline.mergeRequest.checkOut", "leaves commits of a local branch alone, and says so", async (run) => {
    const row = await own.request("topic");
    await git.git("checkout", "--quiet", "-b", "topic");
    await git.git("commit", "--quiet", "--allow-empty", "-m", "My own");
    const mine = await git.git("rev-parse", "HEAD");
    await git.git("checkout", "--quiet", git.branch);
    await run(row);
    assert.match((await stage.message()).text, /Checked out “topic”, which has diverged from the host/);
    assert.equal(await git.git("rev-parse", "topic"), mine);
  });

  /** The branch of a new merge request, checked out here beside the project's main branch. */
  const checkedOut = async (): Promise<Row> => {
    const row = await own.request("topic");
    await git.git("fetch", "--quiet", "origin");
    await git.git("checkout", "--quiet", "-B", git.branch, "origin/main");
    await vscode.commands.executeCommand("forgeline.mergeRequest.checkOut", row);
    assert.equal(await branch(), "topic");
    return row;
  };
  const mergeOnHost = async ({ mergeRequest }: Row): Promise<Row> => {
    await stage.client.mergeRequests.merge(own.project.path, mergeRequest.iid, {
      sha: mergeRequest.sha!,
      squash: true,
    });
    stage.notices.splice(0);
    return own.row(mergeRequest.iid);
  };
  const hasTopic = async (): Promise<boolean> => (await git.git("branch", "--list", "topic")) !== "";
  const switchButton = "Switch to main and Delete Branch";

  command(
    "forgeline.mergeRequest.merge",
    "offers to switch to the target and delete the branch that is checked out here",
    async (run) => {
      const row = await checkedOut();
      const done = run(row);
      await own.look("Merge !1", "Delete Source Branch");
      await own.pick("Merge !1", "Delete Source Branch");
      await own.look("Merge !1");
      await own.pick("Merge !1", "Merge Now");
      await done;
      const { text, buttons } = await stage.message();
      assert.deepEqual([text, buttons], ["Merged !1 into “main”.", [switchButton, "Show Pipeline"]]);
      const ran: Thenable<unknown>[] = [];
      const runs = new Emitter<undefined>();
      const spy = replace(
        vscode.commands,
        "executeCommand",
        (real) =>
          ((id: string, ...rest: unknown[]) => {
            const running = (real as (...all: unknown[]) => Thenable<unknown>).call(vscode.commands, id, ...rest);
            if (id === "forgeline.mergeRequest.switchToTarget") ran.push(running);
            runs.fire(undefined);
            return running;
          }) as typeof real,
      );
      try {
        await stage.person({ action: "press", button: switchButton });
        await until("the command of the button", () => ran.length > 0, runs.event);
      } finally {
        spy.dispose();
      }
      await ran[0];
      assert.equal(await git.git("rev-parse", "HEAD"), (await own.head("main"))?.id, "the target is pulled");
      assert.equal(await hasTopic(), false);
    },
  );

  command(
    "forgeline.mergeRequest.merge",
    "does not offer to delete a branch with a commit that was not merged",
    async (run) => {
      const row = await checkedOut();
      await git.git("commit", "--quiet", "--allow-empty", "-m", "My own");
      const done = run(row);
      await own.look("Merge !1", "Delete Source Branch");
      await own.pick("Merge !1", "Merge Now");
      await done;
      assert.deepEqual((await stage.message()).buttons, ["Show Pipeline"]);
    },
  );

  command(
    "forgeline.mergeRequest.switchToTarget",
    "lists merged ones, and deletes a branch whose commits were squashed",
    async (run) => {
      const row = await mergeOnHost(await checkedOut());
      await writeFile(join(git.folder, "notes.txt"), "not in git\n");
      const done = run();
      const box = "Switch to Target Branch and Delete Local Branch";
      assert.deepEqual((await own.look(box, "!1 Do topic")).rows, ["!1 Do topic"]);
      await own.pick(box, "!1 Do topic");
      await done;
      assert.deepEqual(stage.notices, [
        `Switched to “main” and deleted “topic” (was ${row.mergeRequest.sha?.slice(0, 8)}).`,
      ]);
      assert.equal(await branch(), "main");
      assert.equal(await git.git("rev-parse", "HEAD"), (await own.head("main"))?.id);
      assert.equal(await hasTopic(), false);
    },
  );

  command("forgeline.mergeRequest.switchToTarget", "changes nothing where work could be lost", async (run) => {
    const open = await checkedOut();
    const refused = async (row: Row, reason: RegExp): Promise<void> => {
      const before = await git.git("for-each-ref", "refs/heads");
      await run(row);
      assert.match((await stage.message()).text, reason);
      assert.equal(await branch(), "topic");
      assert.equal(await git.git("for-each-ref", "refs/heads"), before);
      stage.messages.take();
    };
    await refused(open, /!1 is not merged\./);
    const row = await mergeOnHost(open);
    await writeFile(join(git.folder, "topic.txt"), "more\n");
    await refused(row, /You have uncommitted changes in 1 file\. Commit or stash them first\./);
    await git.git("commit", "--quiet", "--all", "-m", "My own");
    await refused(row, /“topic” has commits that were not merged with !1\. Nothing was changed\./);
    await git.git("reset", "--quiet", "--hard", "HEAD~");
    await stage.client.protectedBranches.create(own.project.path, { name: "topic" });
    await refused(row, /“topic” is a protected branch\. Nothing was changed\./);
    await stage.client.protectedBranches.delete(own.project.path, "topic");
    await git.git("branch", "--quiet", "--force", "main", "topic");
    await git.git("update-ref", "refs/heads/main", await git.git("commit-tree", "-m", "Aside", "topic^{tree}"));
    await refused(row, /Your “main” has diverged from the host\. Pull or rebase it first\./);
  });

  /** A branch here that starts where the host's main branch is. */
  const startBranch = async (name: string): Promise<void> => {
    await git.git("fetch", "--quiet", "origin");
    await git.git("checkout", "--quiet", "--no-track", "-b", name, "origin/main");
    await writeFile(join(git.folder, "made.txt"), `${name}\n`);
    await git.git("add", "made.txt");
    await git.git("commit", "--quiet", "-m", "Make it\n\nSo that it is made.");
    await until(
      `${name} to be seen`,
      () => stage.app.current.value.kind === "ready" && stage.app.current.value.project.branch === name,
      stage.app.current.onDidChange,
    );
  };
  const box = "Create Merge Request";

  command("forgeline.mergeRequest.create", "is a button of the repository's title in Source Control", async (run) => {
    await startBranch("made");
    const done = run({ id: "git", rootUri: vscode.Uri.file(git.folder) });
    assert.match(await stage.person({ action: "dialog", button: "Cancel" }), /“made” is not on .* yet/);
    await done;
    stage.messages.take();
  });

  command(
    "forgeline.mergeRequest.create",
    "pushes only when told so, and opens it with the words of the commit",
    async (run) => {
      await startBranch("made");
      const no = run();
      const said = await stage.person({ action: "dialog", button: "Cancel" });
      await no;
      assert.match(said, /“made” is not on .* yet/);
      assert.equal(await own.head("made"), undefined, "nothing is pushed unasked");
      stage.messages.take();

      const yes = run();
      await stage.person({ action: "dialog", button: "Push Branch" });
      stage.messages.take();
      await own.look(box, "So that it is made.");
      assert.equal((await own.head("made"))?.id, await git.git("rev-parse", "HEAD"));
      await own.pick(box, "Draft");
      await own.look(box, "Draft: Make it");
      await own.pick(box, "Reviewers");
      await own.look("Reviewers", stage.info.users.alice.name);
      await own.pick("Reviewers", stage.info.users.alice.name);
      await own.pick("Reviewers", "Done");
      await own.look(box, stage.info.users.alice.name);
      await own.pick(box, "Create");
      await yes;
      const { text, buttons } = await stage.message();
      assert.equal(text, "Created !1: Draft: Make it");
      assert.deepEqual(buttons, ["Open Merge Request"]);
      const { mergeRequest } = await own.row(1);
      assert.deepEqual(
        [
          mergeRequest.title,
          mergeRequest.description,
          mergeRequest.source_branch,
          mergeRequest.target_branch,
          mergeRequest.force_remove_source_branch,
          mergeRequest.reviewers?.map(({ username }) => username),
        ],
        ["Draft: Make it", "So that it is made.", "made", "main", true, ["alice"]],
      );
    },
  );

  command(
    "forgeline.mergeRequest.create",
    "keeps what was entered when there is one already, and after the menu was closed",
    async (run) => {
      await startBranch("made");
      await git.git("push", "--quiet", "origin", "made");
      await stage.control.addMergeRequest({ project: own.project.path, sourceBranch: "made", title: "Earlier" });
      const first = run();
      await own.look(box);
      await own.pick(box, "Title");
      await stage.person({ action: "type", box: "Title", text: "My title" });
      await own.look(box, "My title");
      await own.pick(box, "Create");
      const { rows } = await own.look(box, "An open merge request from");
      assert.match(rows[0] ?? "", /An open merge request from “made” into “main” already exists/);
      await stage.person({ action: "key", box, key: "Escape" });
      await first;
      const second = run();
      await own.look(box, "My title");
      await stage.person({ action: "key", box, key: "Escape" });
      await second;
    },
  );

  command(
    "forgeline.mergeRequest.create",
    "leads to the host's page, filled in, where the host has no route for it",
    async (run) => {
      await startBranch("made");
      await git.git("push", "--quiet", "origin", "made");
      own.knowExtra("createMergeRequest", false);
      await run();
      const { text, buttons } = await stage.message();
      assert.match(text, /does not support creating merge requests through its API/);
      assert.deepEqual(buttons, ["Open in Browser", "Show Log"]);
      const opened: string[] = [];
      const opens = new Emitter<undefined>();
      const undo = replace(vscode.env, "openExternal", () => (uri) => {
        // As the editor hands it on.
        opened.push(encodeURI(uri.toString(true)));
        opens.fire(undefined);
        return Promise.resolve(true);
      });
      try {
        await stage.person({ action: "press", button: "Open in Browser" });
        await until("the page", () => opened.length > 0, opens.event);
      } finally {
        undo.dispose();
      }
      const { pathname, searchParams } = new URL(opened[0] ?? "");
      assert.equal(pathname, `/${own.project.path}/-/merge_requests/new`);
      assert.equal(searchParams.get("merge_request[source_branch]"), "made");
      assert.equal(searchParams.get("merge_request[title]"), "Make it");
      assert.deepEqual(await own.project.asked(/^POST/), []);
    },
  );
});
