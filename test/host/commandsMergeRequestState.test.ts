import assert from "node:assert/strict";
import { describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";

describe("what becomes of merge requests", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const { pick, dialog, press } = stage;
  const state = async (iid = 1): Promise<string> => (await own.row(iid)).mergeRequest.state ?? "";
  const title = async (): Promise<string> => (await own.row(1)).mergeRequest.title;

  command("forgeline.mergeRequest.close", "closes the picked one", async (run) => {
    await own.request("topic");
    await own.request("other");
    const changes: unknown[] = [];
    const listening = stage.app.changes.event((change) => changes.push(change));
    const done = run();
    const { rows } = await own.look("Close Merge Request", "!1 Do topic");
    assert.deepEqual(rows, ["!2 Do other", "!1 Do topic"]);
    await own.pick("Close Merge Request", "!2 Do other");
    await done;
    listening.dispose();
    assert.equal(await state(2), "closed");
    assert.equal(await state(1), "opened");
    assert.deepEqual(stage.notices, ["Closed !2."]);
    assert.deepEqual(changes, [
      { instance: own.project.instance, project: own.project.path, subject: "mergeRequest", iid: 2 },
    ]);
  });

  command("forgeline.mergeRequest.close", "takes a typed ID and reports a merged one", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.merge(own.project.path, 1, { sha: row.mergeRequest.sha! });
    const done = run();
    await own.look("Close Merge Request");
    await pick("Close Merge Request", "Merge Request !1", "!1");
    await done;
    assert.match((await stage.message()).text, /!1 was merged in the meantime/);
  });

  command("forgeline.mergeRequest.reopen", "reopens one unless its branches are taken", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    await run(row);
    assert.equal(await state(), "opened");
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    await stage.control.addMergeRequest({ project: own.project.path, sourceBranch: "topic", title: "Second try" });
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /another open merge request has the same branches/);
    assert.deepEqual(buttons, ["Open in Browser", "Show Log"]);
  });

  command("forgeline.mergeRequest.delete", "deletes one after a question", async (run) => {
    const row = await own.request("topic");
    const no = run(row);
    const said = await dialog("Cancel");
    await no;
    assert.match(said, /Delete merge request !1 “Do topic”\?/);
    assert.match(
      said,
      /Its description, comments, approvals and history are deleted too\. This cannot be undone\. The branch “topic” and its commits are kept/s,
    );
    assert.deepEqual(await own.project.asked(/^DELETE/), []);
    const yes = run(row);
    await dialog("Delete");
    await yes;
    await assert.rejects(own.row(1), /there is no !1/);
    assert.ok(await own.head("topic"));
    stage.messages.take();
  });

  command("forgeline.mergeRequest.markDraft", "adds the prefix to the current title", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.update(own.project.path, 1, { title: "Another title" });
    await run(row);
    assert.equal(await title(), "Draft: Another title");
    assert.equal((await own.row(1)).mergeRequest.draft, true);
  });

  command("forgeline.mergeRequest.markReady", "removes the prefix", async (run) => {
    await own.request("topic", { title: "Draft: Do it" });
    await own.request("ready");
    const done = run();
    assert.deepEqual((await own.look("Mark as Ready", "!1 Draft: Do it")).rows, ["!1 Draft: Do it"]);
    await own.pick("Mark as Ready", "!1");
    await done;
    assert.equal(await title(), "Do it");
  });

  command("forgeline.mergeRequest.checkMerge", "shows the merge commit", async (run) => {
    const row = await own.request("topic");
    const before = await own.head("main");
    await run(row);
    const { text, buttons } = await stage.message();
    const { commit_id: commit } = await stage.client.mergeRequests.mergeRef(own.project.path, 1);
    assert.equal(text, `!1 merges into “main” without conflicts, as ${commit.slice(0, 8)}.`);
    assert.deepEqual(buttons, ["Show Result"]);
    await press("Show Result");
    await until(
      "the result",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith("!1: merge result"),
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.equal((await own.head("main"))?.id, before?.id, "the target stays");
  });

  command("forgeline.mergeRequest.checkMerge", "reports conflicts", async (run) => {
    const row = await own.request("topic", {}, { "README.md": "# Theirs\n" });
    await own.commitMore("main", { "README.md": "# Ours\n" });
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /!1 has no merge result\. It has conflicts/);
    assert.deepEqual(buttons, ["Check Out Branch", "Show Log"]);
  });

  command("forgeline.mergeRequest.approve", "approves the reviewed head once", async (run) => {
    const row = await own.request("topic", { by: "bob" });
    await run(row);
    assert.deepEqual(stage.notices, ["Approved !1."]);
    await run(row);
    assert.match(
      (await stage.message()).text,
      /You cannot approve !1, or have already approved it\. Some projects do not allow authors to approve\./,
    );
    const moved = await own.request("other");
    await own.commitMore("other", { "x.txt": "x\n" });
    await run(moved);
    const { text, buttons } = await stage.message();
    assert.match(text, /The branch of !2 was updated from .* to .* since you last viewed it/);
    assert.deepEqual(buttons, ["Show New Changes", "Show Log"]);
  });

  command("forgeline.mergeRequest.approve", "explains a host without the route, asked once", async (run) => {
    const row = await own.request("topic");
    own.knowExtra("approve", true);
    await own.loseExtra("approve");
    await own.project.forget();
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /does not support approving through its API/);
    assert.deepEqual(buttons, ["Open in Browser", "Show Log"]);
    await run(row);
    assert.equal((await own.project.asked(/\/approve$/)).length, 1);
    stage.messages.take();
  });

  command("forgeline.mergeRequest.revokeApproval", "revokes the own approval once", async (run) => {
    const row = await own.request("topic", { by: "bob", approvedBy: ["alice"] });
    await run(row);
    assert.deepEqual(stage.notices, ["Revoked your approval of !1."]);
    assert.equal((await stage.client.extras.approve(own.project.path, 1)).approved_by.length, 1, "it was gone");
    await run(row);
    await run(row);
    assert.match((await stage.message()).text, /You have not approved !1, or it is merged\./);
  });

  command("forgeline.mergeRequest.revokeApproval", "explains a host without the route, asked once", async (run) => {
    const row = await own.request("topic");
    await own.loseExtra("unapprove");
    await own.project.forget();
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /does not support revoking approvals through its API\. Use the web page of the merge request/);
    assert.deepEqual(buttons, ["Open in Browser", "Show Log"]);
    await run(row);
    assert.equal((await own.project.asked(/\/unapprove$/)).length, 1);
    stage.messages.take();
  });

  command("forgeline.mergeRequest.rebase", "rebases onto the target", async (run) => {
    const row = await own.request("topic");
    const { sha: onto } = await own.commitMore("main", { "x.txt": "x\n" });
    await run(row);
    assert.deepEqual(stage.notices, ["Rebased !1 onto “main”."]);
    const head = await own.head("topic");
    assert.deepEqual([head?.parent_ids, head?.title], [[onto], "Change topic"]);
    assert.equal((await own.row(1)).mergeRequest.sha, head?.id);
    stage.notices.length = 0;
    await run(row);
    assert.deepEqual(stage.notices, ["The source branch of !1 is up to date with “main”."]);
  });

  command("forgeline.mergeRequest.rebase", "explains a failed rebase", async (run) => {
    const row = await own.request("topic", {}, { "README.md": "# Theirs\n" });
    await own.commitMore("main", { "README.md": "# Ours\n" });
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /!1 could not be rebased\. Message from the host: Rebase failed: Rebase locally/);
    assert.deepEqual(buttons, ["Check Out Branch", "Show Log"]);
    assert.equal((await own.head("topic"))?.id, row.mergeRequest.sha);
  });

  command("forgeline.mergeRequest.rebase", "offers the clone on a host without the route", async (run) => {
    const row = await own.request("topic");
    await own.loseExtra("rebase");
    await own.project.forget();
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /does not support rebasing through its API\. Check out the branch, rebase it and push\./);
    assert.deepEqual(buttons, ["Check Out Branch", "Show Log"]);
    await run(row);
    assert.equal((await own.project.asked(/\/rebase$/)).length, 1);
    stage.messages.take();
  });

  command("forgeline.mergeRequest.openInBrowser", "opens the page", async (run) => {
    const row = await own.request("topic");
    const opened: string[] = [];
    const undo = replace(vscode.env, "openExternal", () => (uri) => {
      opened.push(uri.toString(true));
      return Promise.resolve(true);
    });
    try {
      await run(row);
    } finally {
      undo.dispose();
    }
    assert.deepEqual(opened, [row.mergeRequest.web_url]);
  });

  command("forgeline.mergeRequest.copyLink", "copies the page's address", async (run) => {
    const row = await own.request("topic");
    await run(row);
    assert.equal(await vscode.env.clipboard.readText(), row.mergeRequest.web_url);
  });

  command("forgeline.mergeRequest.copyBranch", "copies the source branch", async (run) => {
    await run(await own.request("feature/topic", {}, { "a.txt": "a\n" }));
    assert.equal(await vscode.env.clipboard.readText(), "feature/topic");
  });
});
