import assert from "node:assert/strict";
import { describe } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { until } from "./until.ts";
import { replaceLines } from "./writeLines.ts";

describe("merging", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const { type, press } = stage;
  const merged = (iid: number) =>
    stage.control.waitForMergeRequest({ project: own.project.path, iid, state: ["merged"] });

  command("forgeline.mergeRequest.merge", "merges the reviewed head", async (run) => {
    const row = await own.request("topic");
    const before = await own.head("main");
    const done = run(row);
    const { rows } = await own.look("Merge !1", "Delete Source Branch");
    assert.deepEqual(
      rows.slice(0, 3),
      ["Merge Now", "Squash Commits", "Delete Source Branch"],
      "nothing is in the way, and no pipeline runs",
    );
    await own.pick("Merge !1", "Merge Now");
    await done;
    const { text, buttons } = await stage.message();
    assert.equal(text, "Merged !1 into “main”.");
    assert.deepEqual(buttons, ["Show Pipeline"]);
    const after = await own.head("main");
    assert.deepEqual(after?.parent_ids, [before?.id, row.mergeRequest.sha]);
    assert.equal(after.message?.startsWith("Merge branch 'topic' into 'main'"), true);
    assert.ok(await own.head("topic"), "the source branch stays");
    const [asked] = await own.project.asked(/^PUT .*\/merge$/);
    assert.ok(asked);
  });

  command("forgeline.mergeRequest.merge", "squashes, deletes the branch and sends both messages", async (run) => {
    const row = await own.request("topic");
    await own.commitMore("topic", { "second.txt": "2\n" });
    const done = run(await own.row(row.mergeRequest.iid));
    const box = "Merge !1";
    await own.look(box);
    await own.pick(box, "Squash Commits");
    await own.look(box, "Squash Commit Message…");
    await own.pick(box, "Delete Source Branch");
    await own.look(box);
    await own.pick(box, "Merge Commit Message…");
    await replaceLines(stage, {
      box: "Merge Commit Message",
      use: "Use This Message",
      before: `Merge branch 'topic' into 'main'\n\nDo topic\n\nSee merge request ${own.project.path}!1`,
      text: "Join it\n\nAs told",
    });
    await own.look(box, "Join it As told");
    await own.pick(box, "Squash Commit Message…");
    assert.equal((await own.look("Squash Commit Message")).value, "Do topic");
    await type("Squash Commit Message", "All in one");
    await own.look(box, "All in one");
    await own.pick(box, "Merge Now");
    await done;
    await stage.message();
    const after = await own.head("main");
    assert.equal(after?.message?.trim(), "Join it\n\nAs told");
    const squashed = await own.head(after.parent_ids?.[1] ?? "");
    assert.equal(squashed?.message?.trim(), "All in one");
    assert.equal(squashed.parent_ids?.length, 1);
    assert.equal(await own.head("topic"), undefined, "the source branch is gone");
  });

  command("forgeline.mergeRequest.merge", "sets auto-merge", async (run) => {
    const row = await own.request("topic");
    const made = await own.project.add({
      ref: "topic",
      sha: row.mergeRequest.sha!,
      status: "running",
      jobs: [{ name: "test", status: "running" }],
    });
    const before = await own.head("main");
    const done = run(row);
    await own.look("Merge !1", "is running");
    await own.pick("Merge !1", "Merge When Pipeline Succeeds");
    await done;
    const { text, buttons } = await stage.message();
    assert.equal(text, "Auto-merge enabled for !1: it will be merged when its pipeline succeeds.");
    assert.deepEqual(buttons, ["Cancel Auto-Merge"]);
    assert.equal((await own.head("main"))?.id, before?.id);
    await stage.control.finishJob(made.jobs[0]!, "success");
    await merged(1);
    assert.deepEqual((await own.head("main"))?.parent_ids, [before?.id, row.mergeRequest.sha]);
  });

  command("forgeline.mergeRequest.cancelAutoMerge", "cancels auto-merge", async (run) => {
    const row = await own.request("topic");
    const made = await own.project.add({
      ref: "topic",
      sha: row.mergeRequest.sha!,
      status: "running",
      jobs: [{ name: "test", status: "running" }],
    });
    await stage.client.mergeRequests.merge(own.project.path, 1, {
      merge_when_pipeline_succeeds: true,
      sha: row.mergeRequest.sha!,
    });
    const done = run();
    await own.look("Cancel Auto-Merge", "Select a merge request to cancel auto-merge");
    await own.pick("Cancel Auto-Merge", "!1 Do topic");
    await done;
    assert.deepEqual(stage.notices, ["Auto-merge canceled for !1."]);
    await stage.control.finishJob(made.jobs[0]!, "success");
    assert.equal((await own.row(1)).mergeRequest.state, "opened");
    assert.equal((await own.row(1)).mergeRequest.merge_when_pipeline_succeeds, false);
  });

  command("forgeline.mergeRequest.cancelAutoMerge", "reports that nothing waits", async (run) => {
    await run(await own.request("topic"));
    assert.match((await stage.message()).text, /Auto-merge is not enabled for !1/);
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    await run(await own.row(1));
    assert.match((await stage.message()).text, /!1 is closed/);
  });

  command("forgeline.mergeRequest.merge", "409: shows new commits and keeps options", async (run) => {
    const row = await own.request("topic");
    const before = await own.head("main");
    const done = run(row);
    await own.look("Merge !1");
    await own.pick("Merge !1", "Delete Source Branch");
    await own.look("Merge !1", "into main");
    const { sha } = await own.commitMore("topic", { "surprise.txt": "surprise\n" });
    await own.pick("Merge !1", "Merge Now");
    await done;
    const { text, buttons, level } = await stage.message();
    assert.equal(level, "error");
    assert.match(
      text,
      new RegExp(
        `The branch of !.* was updated from ${row.mergeRequest.sha!.slice(0, 8)} to ${sha.slice(0, 8)} since you last viewed it`,
      ),
    );
    assert.deepEqual(buttons, ["Show New Changes", "Show Log"]);
    assert.equal((await own.head("main"))?.id, before?.id, "nothing was merged");
    await press("Show New Changes");
    await until(
      "the new changes",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith("!1: new since"),
      vscode.window.tabGroups.onDidChangeTabs,
    );

    const again = run(await own.row(1));
    await own.look("Merge !1");
    await own.pick("Merge !1", "Merge Now");
    await again;
    assert.match((await stage.message()).text, /^Merged !1 into/);
    assert.equal((await own.head("main"))?.parent_ids?.[1], sha);
    assert.equal(await own.head("topic"), undefined, "what was chosen before counts");
  });

  command("forgeline.mergeRequest.merge", "refuses a row older than the branch", async (run) => {
    const row = await own.request("topic");
    await own.commitMore("topic", { "more.txt": "more\n" });
    await run(row);
    assert.match((await stage.message()).text, /The branch of !.* was updated from .* to .* since you last viewed it/);
    assert.deepEqual(await own.project.asked(/^PUT /), []);
  });

  command("forgeline.mergeRequest.showNew", "opens what came since a commit", async (run) => {
    const row = await own.request("topic");
    await run(row);
    assert.deepEqual(stage.notices, ["No new changes in !1."]);
    await own.commitMore("topic", { "more.txt": "more\n" });
    await run(row, row.mergeRequest.sha);
    await until(
      "the new changes",
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith("!1: new since"),
      vscode.window.tabGroups.onDidChangeTabs,
    );
  });

  command("forgeline.mergeRequest.merge", "405: explains and offers a remedy", async (run) => {
    const row = await own.request("topic", { title: "Draft: Do topic" });
    const done = run(row);
    const { rows } = await own.look("Merge !1", "It is a draft");
    assert.equal(rows[0], "It is a draft.");
    await own.pick("Merge !1", "Merge Now");
    await done;
    const { text, buttons } = await stage.message();
    assert.match(text, /!1 was not merged\. It is a draft/);
    assert.deepEqual(buttons, ["Mark as Ready", "Show Log"]);
    await press("Mark as Ready");
    await stage.control.waitForMergeRequest({
      project: own.project.path,
      iid: 1,
      mergeStatus: ["mergeable", "unchecked", "checking"],
    });
    assert.equal((await own.row(1)).mergeRequest.title, "Do topic");
  });

  command("forgeline.mergeRequest.merge", "422: offers to check out conflicts", async (run) => {
    const row = await own.request("topic", {}, { "README.md": "# Theirs\n" });
    await own.commitMore("main", { "README.md": "# Ours\n" });
    const done = run(row);
    await own.look("Merge !1", "It has conflicts");
    await own.pick("Merge !1", "Merge Now");
    await done;
    const { text, buttons } = await stage.message();
    assert.match(text, /The branch of !1 could not be merged\. It has conflicts/);
    assert.deepEqual(buttons, ["Check Out Branch", "Show Log"]);
  });

  command("forgeline.mergeRequest.merge", "offers to reopen a closed one", async (run) => {
    const row = await own.request("topic");
    const done = run(row);
    await own.look("Merge !1");
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    await own.pick("Merge !1", "Merge Now");
    await done;
    const { text, buttons } = await stage.message();
    assert.match(text, /!1 was not merged\. It is closed/);
    assert.deepEqual(buttons, ["Reopen", "Show Log"]);
    await press("Reopen");
    await stage.control.waitForMergeRequest({ project: own.project.path, iid: 1, state: ["opened"] });
  });

  command("forgeline.mergeRequest.merge", "406 or no response: reports what is known", async (run) => {
    const row = await own.request("topic");
    const attempt = async (): Promise<string> => {
      const done = run(row);
      await own.look("Merge !1");
      await own.pick("Merge !1", "Merge Now");
      await done;
      return (await stage.message()).text;
    };
    await stage.control.fault({
      method: "PUT",
      path: "/merge$",
      status: 406,
      body: { message: "Branch cannot be merged" },
      times: 1,
    });
    assert.match(await attempt(), /!1 cannot be merged in its current state/);
    await stage.control.fault({ method: "PUT", path: "/merge$", action: "reset", times: 1 });
    assert.match(await attempt(), /was lost before it responded.* The change was not made\. Try again\./);
    const away = { path: "^/api/", status: 502 };
    await stage.control.fault({ method: "PUT", path: "/merge$", action: "loseAnswer", times: 1, next: away });
    assert.match(await attempt(), /was lost before it responded.* !1 may have been merged anyway\. Check it/);
    await stage.control.clearFaults();
  });

  command("forgeline.mergeRequest.merge", "merges on hosts with lists only", async (run) => {
    const row = await own.request("topic");
    const made = await own.project.add({
      ref: "topic",
      sha: row.mergeRequest.sha!,
      status: "running",
      jobs: [{ name: "test", status: "running" }],
    });
    await own.loseExtra("mergeRequest");
    const done = run(row);
    await own.look("Merge !1", "is running");
    await own.pick("Merge !1", "Merge Now");
    await done;
    assert.match((await stage.message()).text, /^Merged !1 into/);
    assert.equal((await own.head("main"))?.parent_ids?.[1], row.mergeRequest.sha);
    await stage.control.finishJob(made.jobs[0]!, "success");
  });
});
