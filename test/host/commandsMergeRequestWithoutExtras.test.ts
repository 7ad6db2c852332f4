import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import type { Seen } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { CreatingPages } from "./creatingPages.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { pressOnPage, typeIn } from "./pageBoxes.ts";
import { closeView } from "./shownView.ts";
import { until } from "./until.ts";
import { withoutExtras } from "./withoutExtras.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

describe("merge requests on a host without extra routes", () => {
  const own = setMergeRequestStage();
  withoutExtras();
  const { stage } = own;
  const { users } = stage.info;
  const now = async (): Promise<MergeRequest> => (await own.row(1)).mergeRequest;
  /** How often the route of a single merge request was asked for, which is not there. */
  const lostAsked = async (): Promise<number> => (await own.project.asked(/^GET \/merge_requests\/1(\?|$)/)).length;

  command("forgeline.mergeRequest.edit", "changes what lists tell of, tries the missing route once", async (run) => {
    const box = "Edit !1";
    const row = await own.request("topic", { labels: ["bug"] });
    await own.commit("release", { "r.txt": "r\n" });
    await stage.client.milestones.project.create(own.project.path, { title: "Spring" });
    const done = run(row);
    await own.look(box);
    await own.pick(box, "Title");
    await stage.type("Title", "Do it well");
    await stage.pickAt(box, "Do it well", "Target Branch");
    await own.look("Target Branch", "main");
    await stage.pick("Target Branch", "release", "release");
    await stage.pickAt(box, "release", "Labels");
    await own.toggle("Labels", ["brand new", "New label “brand new”"], ["", "bug"]);
    await own.look(box, "brand new");
    for (const field of ["Assignees", "Reviewers"]) {
      await own.pick(box, field);
      await own.toggle(field, ["ali", users.alice.name]);
      await until(
        `${field} to be sent`,
        async () => ((field === "Assignees" ? (await now()).assignees : (await now()).reviewers) ?? []).length === 1,
        stage.app.changes.event,
      );
      await own.look(box);
    }
    await own.pick(box, "Milestone");
    await own.pick("Milestone", "Spring");
    await own.look(box, "Spring");
    for (const field of [
      "Draft",
      "Squash Commits When Merged",
      "Delete Source Branch When Merged",
      "Lock Discussion",
    ]) {
      const before = (await now()).updated_at;
      await own.pick(box, field);
      await until(`${field} to be sent`, async () => (await now()).updated_at !== before, stage.app.changes.event);
      await own.look(box);
    }
    await stage.escape(box);
    await done;
    const changed = await now();
    assert.deepEqual(
      [changed.title, changed.target_branch, changed.labels, changed.milestone?.title],
      ["Draft: Do it well", "release", ["brand new"], "Spring"],
    );
    assert.deepEqual(
      [changed.draft, changed.squash, changed.force_remove_source_branch, changed.discussion_locked],
      [true, true, true, true],
    );
    assert.deepEqual([changed.assignees?.length, changed.reviewers?.length], [1, 1]);
    assert.equal(await lostAsked(), 1);
  });

  command("forgeline.mergeRequest.close", "finds the one whose number is typed, and closes it", async (run) => {
    await own.request("topic");
    const done = run();
    await own.look("Close Merge Request");
    await stage.pick("Close Merge Request", "Merge Request !1", "!1");
    await done;
    assert.equal((await now()).state, "closed");
    assert.deepEqual(stage.notices, ["Closed !1."]);
  });

  command("forgeline.mergeRequest.reopen", "opens a closed one again", async (run) => {
    await run(await own.request("topic", { state: "closed" }));
    assert.equal((await now()).state, "opened");
    assert.deepEqual(stage.notices, ["Reopened !1."]);
  });

  command("forgeline.mergeRequest.markDraft", "goes by the title that the list tells now", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.update(own.project.path, 1, { title: "Another title" });
    await run(row);
    assert.equal((await now()).title, "Draft: Another title");
    await vscode.commands.executeCommand("forgeline.mergeRequest.markReady", row);
    assert.equal((await now()).title, "Another title");
  });

  command("forgeline.mergeRequest.editDescription", "shows, sends, and goes over nobody else's text", async (run) => {
    await run(await own.request("topic", { description: "Old words" }));
    const { document } = await until(
      "the description",
      () => vscode.window.activeTextEditor,
      vscode.window.onDidChangeActiveTextEditor,
    );
    assert.equal(document.getText(), "Old words");
    const write = async (text: string): Promise<boolean> => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(
        document.uri,
        new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)),
        text,
      );
      await vscode.workspace.applyEdit(edit);
      return document.save();
    };
    assert.equal(await write("New words"), true);
    assert.equal((await now()).description, "New words");
    await stage.client.mergeRequests.update(own.project.path, 1, { description: "Their words" });
    assert.equal(await write("My words"), false);
    assert.match((await stage.message()).text, /Someone else changed the description of !1/);
    assert.equal((await now()).description, "Their words");
    assert.equal(document.getText(), "My words");
    assert.equal(await lostAsked(), 1);
  });

  command("forgeline.mergeRequest.merge", "squashes, deletes the branch and really merges", async (run) => {
    const box = "Merge !1";
    await own.request("topic");
    await own.commitMore("topic", { "second.txt": "2\n" });
    const before = await own.head("main");
    const done = run(await own.row(1));
    await own.look(box);
    await own.pick(box, "Squash Commits");
    await stage.pickAt(box, "Squash Commit Message…", "Delete Source Branch");
    await own.look(box);
    await own.pick(box, "Merge Now");
    await done;
    assert.equal((await stage.message()).text, "Merged !1 into “main”.");
    const merged = await own.head("main");
    assert.equal(merged?.parent_ids?.[0], before?.id);
    assert.deepEqual((await own.head(merged?.parent_ids?.[1] ?? ""))?.parent_ids, [before?.id]);
    assert.equal(await own.head("topic"), undefined);
    assert.equal(await lostAsked(), 1);
  });

  command("forgeline.mergeRequest.merge", "waits for the commit's pipeline, can be canceled", async (run) => {
    const row = await own.request("topic");
    const made = await own.project.add({
      ref: "topic",
      sha: row.mergeRequest.sha!,
      status: "running",
      jobs: [{ name: "test", status: "running" }],
    });
    await Promise.all([run(row), stage.pickAt("Merge !1", "is running", "Merge When Pipeline Succeeds")]);
    assert.match(
      (await stage.message()).text,
      /Auto-merge enabled for !1: it will be merged when its pipeline succeeds/,
    );
    await stage.press("Cancel Auto-Merge");
    await until(
      "the auto-merge to be called off",
      () => stage.notices.includes("Auto-merge canceled for !1."),
      stage.app.changes.event,
    );
    await stage.control.finishJob(made.jobs[0]!, "success");
    assert.equal((await now()).state, "opened");
  });

  command("forgeline.mergeRequest.merge", "reports by the list that the branch moved (409)", async (run) => {
    const row = await own.request("topic");
    const done = run(row);
    await own.look("Merge !1");
    const { sha } = await own.commitMore("topic", { "surprise.txt": "surprise\n" });
    await own.pick("Merge !1", "Merge Now");
    await done;
    const { text, buttons } = await stage.message();
    assert.match(
      text,
      new RegExp(
        `The branch of !.* was updated from ${row.mergeRequest.sha!.slice(0, 8)} to ${sha.slice(0, 8)} since you last viewed it`,
      ),
    );
    assert.deepEqual(buttons, ["Show New Changes", "Show Log"]);
  });

  command("forgeline.mergeRequest.open", "shows the page with the head's pipeline", async (run) => {
    const see = async (role: "button" | "heading", name: string, click = false): Promise<Seen> =>
      JSON.parse(await stage.person({ action: "find", page: true, role, name, click })) as Seen;
    const row = await own.request("topic", { by: "bob", description: "**Strong** words" });
    await own.project.add({
      ref: "topic",
      sha: row.mergeRequest.sha!,
      status: "success",
      jobs: [{ name: "unit", status: "success" }],
    });
    await run(row);
    await see("heading", "Do topic");
    await see("button", "Merge…");
    const panel = stage.app.mergeRequests.pages.of(row);
    await panel?.load();
    assert.ok(panel);
    assert.equal(panel.page.value.problem, undefined);
    assert.equal(panel.page.value.pipeline?.pipeline.status, "success");
    // Whether it can be approved shows with the first try.
    await see("button", "Approve", true);
    assert.match((await stage.message()).text, /does not support approving through its API/);
    await stage.person({ action: "find", page: true, role: "button", name: "Approve", gone: true });
    assert.equal(await lostAsked(), 1);
  });

  command("forgeline.mergeRequest.approve", "refers to the web page, asks the host once", async (run) => {
    const row = await own.request("topic", { by: "bob" });
    await own.project.forget();
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /does not support approving through its API\. Approve the merge request on its web page/);
    assert.deepEqual(buttons, ["Open in Browser", "Show Log"]);
    // The same message, still open, is not shown twice.
    await run(row);
    assert.equal((await own.project.asked(/\/approve$/)).length, 1);
  });

  describe("in the clone", () => {
    let git: WorkspaceGit;
    let main = "";
    beforeEach(async () => {
      git = await workspaceGit();
      main = await git.git("rev-parse", "refs/remotes/origin/main");
    });
    afterEach(async () => {
      await git.restore();
      await git.git("update-ref", "refs/remotes/origin/main", main);
      await until(
        "the branch to be seen again",
        () => stage.app.projects.state.kind === "ready" && stage.app.projects.state.project.branch === git.branch,
        stage.app.projects.onDidChange,
      );
    });
    after(() => closeView(stage.app.mergeRequests.view, "Merge Requests"));

    command("forgeline.mergeRequest.checkOut", "fetches and tracks the listed branch", async (run) => {
      const row = await own.request("feature/topic", {}, { "topic.txt": "topic\n" });
      await run(row);
      assert.equal(await git.git("symbolic-ref", "--short", "HEAD"), "feature/topic");
      assert.equal(await git.git("rev-parse", "HEAD"), row.mergeRequest.sha);
      assert.equal(await git.git("rev-parse", "--abbrev-ref", "HEAD@{upstream}"), "origin/feature/topic");
      assert.deepEqual(stage.notices, ["Checked out “feature/topic”."]);
      assert.equal(await lostAsked(), 1);
    });

    command("forgeline.mergeRequest.create", "leads to the host's page with what was entered", async (run) => {
      await git.git("fetch", "--quiet", "origin");
      await git.git("checkout", "--quiet", "--no-track", "-b", "made", "origin/main");
      await writeFile(join(git.folder, "made.txt"), "made\n");
      await git.git("add", "made.txt");
      await git.git("commit", "--quiet", "-m", "Make it");
      await git.git("push", "--quiet", "origin", "made");
      await until(
        "made to be seen",
        () => stage.app.current.value.kind === "ready" && stage.app.current.value.project.branch === "made",
        stage.app.current.onDidChange,
      );
      const creating = new CreatingPages(own);
      const panel = await creating.open(run);
      const templates = join(git.folder, ".gitlab/merge_request_templates");
      await mkdir(templates, { recursive: true });
      await writeFile(join(templates, "Risk.md"), "## Risk\n");
      await creating.press("Insert Template…");
      await own.pick("Insert Template", "Risk");
      await creating.entered("the template", ({ description }) => description.endsWith("## Risk"));
      typeIn(panel.page, "title", "My title");
      void pressOnPage(panel.page, "create");
      await creating.see("Open in Browser");
      assert.match(panel.page.value.refusal?.message ?? "", /does not support creating merge requests through its API/);
      assert.equal((await own.project.asked(/^POST \/merge_requests$/)).length, 1);
      await run();
      const { text, buttons } = await stage.message();
      assert.match(text, /does not support creating merge requests through its API/);
      assert.deepEqual(buttons, ["Open in Browser", "Show Log"]);
      assert.equal(
        (await own.project.asked(/^POST \/merge_requests$/)).length,
        1,
        "what is known to be missing is not asked for",
      );
    });
  });
});
