import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/events.ts";
import { command } from "./commandTest.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
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
