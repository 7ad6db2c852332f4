import assert from "node:assert/strict";
import { describe } from "mocha";
import * as vscode from "vscode";
import { command, type Run } from "./commandTest.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import type { Message } from "./spies.ts";
import { until } from "./until.ts";

describe("merges that the host refuses", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const { type, press, escape } = stage;
  /** Opens the menu, has something happen on the host, and merges all the same. */
  const refused = async (run: Run, row: Row, meanwhile: () => Promise<unknown>): Promise<Message> => {
    const done = run(row);
    await own.look("Merge !1", "Merge Now");
    await meanwhile();
    await own.pick("Merge !1", "Merge Now");
    await done;
    return stage.message();
  };
  /** The status of the last merge that was asked for. */
  const answered = async (): Promise<number | undefined> =>
    (await stage.control.requests()).filter(({ method, path }) => method === "PUT" && path.endsWith("/merge")).at(-1)
      ?.status;

  command("forgeline.mergeRequest.merge", "422: offers a remedy for new conflicts", async (run) => {
    const row = await own.request("topic", {}, { "README.md": "# Theirs\n" });
    const { text, buttons, level } = await refused(run, row, () => own.commitMore("main", { "README.md": "# Ours\n" }));
    assert.equal(await answered(), 422);
    assert.equal(level, "error");
    assert.match(text, /The branch of !1 could not be merged\. It has conflicts with the target branch/);
    assert.deepEqual(buttons, ["Check Out Branch", "Show Log"]);
    assert.equal((await own.row(1)).mergeRequest.state, "opened");
    assert.equal((await own.head("main"))?.message, "More for main");
  });

  command("forgeline.mergeRequest.merge", "422 without a reason: keeps options", async (run) => {
    const row = await own.request("topic");
    const first = run(row);
    await own.look("Merge !1");
    await own.pick("Merge !1", "Squash Commits");
    await own.look("Merge !1", "Squash Commit Message…");
    await stage.control.fault({
      method: "PUT",
      path: "/merge$",
      status: 422,
      body: { message: "Branch cannot be merged" },
      times: 1,
    });
    await own.pick("Merge !1", "Merge Now");
    await first;
    const { text, buttons } = await stage.message();
    assert.match(
      text,
      /The branch of !1 could not be merged\. Its branches have conflicts, or one of them was just updated/,
    );
    assert.deepEqual(buttons, ["Check Out Branch", "Show Log"]);
    const again = run(row);
    await own.look("Merge !1", "Squash Commit Message…");
    await escape("Merge !1");
    await again;
  });

  command("forgeline.mergeRequest.merge", "401: offers to switch accounts", async (run) => {
    const { text, buttons } = await refused(run, await own.request("topic"), () =>
      stage.client.protectedBranches.create(own.project.path, {
        name: "main",
        merge_access_level: 0,
        push_access_level: 0,
      }),
    );
    assert.equal(await answered(), 401);
    assert.match(text, /cannot merge into the protected branch “main”/);
    assert.deepEqual(buttons, ["Switch Account", "Show Log"]);
    assert.ok(
      stage.app.sessions.list().every(({ status }) => status === "active"),
      "nobody is signed out by that",
    );
  });

  command("forgeline.mergeRequest.merge", "405: offers to approve", async (run) => {
    const row = await own.request("topic", { by: "bob" });
    const { text, buttons } = await refused(run, row, () =>
      stage.control.setMergeRules({ project: own.project.path, approvals: 1 }),
    );
    assert.equal(await answered(), 405);
    assert.match(text, /!1 was not merged\. It requires approval/);
    assert.deepEqual(buttons, ["Approve", "Show Log"]);
    await press("Approve");
    await until("the approval", () => stage.notices.includes("Approved !1."), stage.app.changes.event);
    await stage.control.waitForMergeRequest({
      project: own.project.path,
      iid: 1,
      mergeStatus: ["mergeable", "unchecked", "checking"],
    });
  });

  command("forgeline.mergeRequest.merge", "406: offers to look again", async (run) => {
    const { text, buttons } = await refused(run, await own.request("topic"), () =>
      stage.control.fault({
        method: "PUT",
        path: "/merge$",
        status: 406,
        body: { message: "Branch cannot be merged" },
        times: 1,
      }),
    );
    assert.match(text, /!1 cannot be merged in its current state/);
    assert.deepEqual(buttons, ["Refresh", "Show Log"]);
  });

  command("forgeline.mergeRequest.merge", "409: offers what is new", async (run) => {
    const { text, buttons } = await refused(run, await own.request("topic"), () =>
      own.commitMore("topic", { "surprise.txt": "surprise\n" }),
    );
    assert.equal(await answered(), 409);
    assert.match(text, /The branch of !1 was updated from .* to .* since you last viewed it/);
    assert.deepEqual(buttons, ["Show New Changes", "Show Log"]);
    assert.equal((await own.row(1)).mergeRequest.state, "opened");
  });

  command("forgeline.mergeRequest.merge", "reports one merged meanwhile", async (run) => {
    const row = await own.request("topic");
    const { text, buttons } = await refused(run, row, () =>
      stage.client.mergeRequests.merge(own.project.path, 1, { sha: row.mergeRequest.sha! }),
    );
    assert.equal(await answered(), 405);
    assert.match(text, /!1 was merged in the meantime, with other options than yours/);
    assert.deepEqual(buttons, ["Show Pipeline", "Show Log"]);
    await run(row);
    assert.match((await stage.message()).text, /!1 cannot be merged\. It is already merged/);
  });

  command("forgeline.mergeRequest.reopen", "reports one merged meanwhile", async (run) => {
    const row = await own.request("topic", { state: "closed" });
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "reopen" });
    await stage.client.mergeRequests.merge(own.project.path, 1, { sha: row.mergeRequest.sha! });
    await run(row);
    assert.match((await stage.message()).text, /!1 was merged in the meantime/);
  });

  command("forgeline.mergeRequest.edit", "offers remaining fields of a merged one", async (run) => {
    const row = await own.request("topic");
    const done = run(row);
    await own.look("Edit !1");
    await stage.client.mergeRequests.merge(own.project.path, 1, { sha: row.mergeRequest.sha! });
    await own.pick("Edit !1", "Title");
    await type("Title", "Done topic");
    await own.look("Edit !1", "Done topic");
    await escape("Edit !1");
    await done;
    const { mergeRequest } = await own.row(1);
    assert.deepEqual([mergeRequest.title, mergeRequest.state], ["Done topic", "merged"]);
  });

  command("forgeline.mergeRequest.close", "reports one closed meanwhile", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    await run(row);
    assert.deepEqual(stage.notices, ["Closed !1."]);
  });

  command("forgeline.mergeRequest.checkMerge", "offers to reopen a closed one", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    await run(row);
    const { text, buttons } = await stage.message();
    assert.match(text, /!1 has no merge result\. It is closed/);
    assert.deepEqual(buttons, ["Reopen", "Show Log"]);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
  });
});
