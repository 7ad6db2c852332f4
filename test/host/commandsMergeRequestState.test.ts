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
  const state = async (iid = 1): Promise<string> => (await own.row(iid)).mergeRequest.state ?? "";
  const title = async (): Promise<string> => (await own.row(1)).mergeRequest.title;

  command("forgeline.mergeRequest.close", "closes the one that is picked, and tells the view", async (run) => {
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

  command(
    "forgeline.mergeRequest.close",
    "takes a number that is typed, and says that one was merged meanwhile",
    async (run) => {
      const row = await own.request("topic");
      await stage.client.mergeRequests.merge(own.project.path, 1, { sha: row.mergeRequest.sha! });
      const done = run();
      await own.look("Close Merge Request");
      await stage.person({ action: "pick", box: "Close Merge Request", type: "!1", row: "Merge Request !1" });
      await done;
      assert.match((await stage.message()).text, /!1 was merged in the meantime/);
    },
  );

  command(
    "forgeline.mergeRequest.reopen",
    "opens a closed one again, unless another one has its branches",
    async (run) => {
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
    },
  );

  command("forgeline.mergeRequest.delete", "asks, names what goes, and deletes it for good", async (run) => {
    const row = await own.request("topic");
    const no = run(row);
    const said = await stage.person({ action: "dialog", button: "Cancel" });
    await no;
    assert.match(said, /Delete merge request !1 “Do topic”\?/);
    assert.match(
      said,
      /Its description, comments, approvals and history are deleted too\. This cannot be undone\. The branch “topic” and its commits are kept/s,
    );
    assert.deepEqual(await own.project.asked(/^DELETE/), []);
    const yes = run(row);
    await stage.person({ action: "dialog", button: "Delete" });
    await yes;
    await assert.rejects(own.row(1), /there is no !1/);
    assert.ok(await own.head("topic"));
    stage.messages.take();
  });

  command("forgeline.mergeRequest.delete", "says who may, to somebody who may not", async (run) => {
    const row = await own.request("topic");
    await stage.control.fault({
      method: "DELETE",
      path: own.project.address("/merge_requests/1$"),
      status: 403,
      body: { message: "403 Forbidden" },
    });
    const yes = run(row);
    await stage.person({ action: "dialog", button: "Delete" });
    await yes;
    const { text, buttons } = await until(
      "the refusal",
      () => stage.messages.take().find(({ level }) => level === "error"),
      stage.messages.onDidShow,
    );
    assert.match(text, /Only project owners and administrators of .* can delete merge requests/);
    assert.deepEqual(buttons, ["Close Merge Request", "Show Log"]);
  });

  command("forgeline.mergeRequest.markDraft", "puts the prefix before the title that it has now", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.update(own.project.path, 1, { title: "Another title" });
    await run(row);
    assert.equal(await title(), "Draft: Another title");
    assert.equal((await own.row(1)).mergeRequest.draft, true);
  });

  command("forgeline.mergeRequest.markReady", "takes the prefix away", async (run) => {
    await own.request("topic", { title: "Draft: Do it" });
    await own.request("ready");
    const done = run();
    assert.deepEqual((await own.look("Mark as Ready", "!1 Draft: Do it")).rows, ["!1 Draft: Do it"]);
    await own.pick("Mark as Ready", "!1");
    await done;
    assert.equal(await title(), "Do it");
  });

  command("forgeline.mergeRequest.checkMerge", "tells the commit that a merge would be, and shows it", async (run) => {
    const row = await own.request("topic");
    const before = await own.head("main");
    await run(row);
    const { text, buttons } = await stage.message();
    const { commit_id: commit } = await stage.client.mergeRequests.mergeRef(own.project.path, 1);
    assert.equal(text, `!1 merges into “main” without conflicts, as ${commit.slice(0, 8)}.`);
    assert.deepEqual(buttons, ["Show Result"]);
    await stage.person({ action: "press", button: "Show Result" });
    await until(
      "the result",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith("!1: merge result"),
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.equal((await own.head("main"))?.id, before?.id, "the target stays");
  });

  command("forgeline.mergeRequest.checkMerge", "tells of conflicts", async (run) => {
    const row = await own.request("topic", {}, { "README.md": "# Theirs\n" });
    await own.commitMore("main", { "README.md": "# Ours\n" });
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /!1 has no merge result\. It has conflicts/);
    assert.deepEqual(buttons, ["Check Out Branch", "Show Log"]);
  });

  command("forgeline.mergeRequest.approve", "approves what was looked at, once", async (run) => {
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

  command(
    "forgeline.mergeRequest.approve",
    "explains that the host has no route for it, from then on without asking",
    async (run) => {
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
    },
  );

  command("forgeline.mergeRequest.revokeApproval", "takes the own approval back, once", async (run) => {
    const row = await own.request("topic", { by: "bob", approvedBy: ["alice"] });
    await run(row);
    assert.deepEqual(stage.notices, ["Revoked your approval of !1."]);
    assert.equal((await stage.client.extras.approve(own.project.path, 1)).approved_by.length, 1, "it was gone");
    await run(row);
    await run(row);
    assert.match((await stage.message()).text, /You have not approved !1, or it is merged\./);
  });

  command(
    "forgeline.mergeRequest.revokeApproval",
    "explains that the host has no route for it, from then on without asking",
    async (run) => {
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
    },
  );

  command("forgeline.mergeRequest.rebase", "has the host put the branch's commits upon the target", async (run) => {
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

  command("forgeline.mergeRequest.rebase", "says why the host could not, and leaves the branch", async (run) => {
    const row = await own.request("topic", {}, { "README.md": "# Theirs\n" });
    await own.commitMore("main", { "README.md": "# Ours\n" });
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /!1 could not be rebased\. Message from the host: Rebase failed: Rebase locally/);
    assert.deepEqual(buttons, ["Check Out Branch", "Show Log"]);
    assert.equal((await own.head("topic"))?.id, row.mergeRequest.sha);
  });

  command(
    "forgeline.mergeRequest.rebase",
    "leads to the clone where the host has no route for it, from then on without asking",
    async (run) => {
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
    },
  );

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
