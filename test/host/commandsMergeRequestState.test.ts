import assert from "node:assert/strict";
import { describe } from "mocha";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { command, type Run } from "./commandTest.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { until } from "./until.ts";

describe("what becomes of merge requests", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const { pick, dialog, press, escape } = stage;
  const state = async (iid = 1): Promise<string> => (await own.row(iid)).mergeRequest.state ?? "";
  const { users } = stage.info;
  const update = (fields: object) => stage.client.mergeRequests.update(own.project.path, 1, fields);

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

  command("forgeline.mergeRequest.revokeApproval", "revokes the own approval once", async (run) => {
    const row = await own.request("topic", { by: "bob", approvedBy: ["alice"] });
    await run(row);
    assert.deepEqual(stage.notices, ["Revoked your approval of !1."]);
    assert.equal((await stage.client.extras.approve(own.project.path, 1)).approved_by.length, 1, "it was gone");
    await run(row);
    await run(row);
    assert.match((await stage.message()).text, /You have not approved !1, or it is merged\./);
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

  for (const [id, extra, does, remedy] of [
    ["forgeline.mergeRequest.approve", "approve", "approving", "Open in Browser"],
    ["forgeline.mergeRequest.revokeApproval", "unapprove", "revoking approvals", "Open in Browser"],
    ["forgeline.mergeRequest.rebase", "rebase", "rebasing", "Check Out Branch"],
  ] as const)
    command(id, "explains a host without the route, asked once", async (run) => {
      const row = await own.request("topic");
      own.knowExtra(extra, true);
      await own.loseExtra(extra);
      await own.project.forget();
      await run(row);
      const { text, buttons } = await stage.message();
      assert.match(text, new RegExp(`does not support ${does} through its API`));
      assert.deepEqual(buttons, [remedy, "Show Log"]);
      await run(row);
      assert.equal((await own.project.asked(new RegExp(`/${extra}$`))).length, 1);
      stage.messages.take();
    });

  command("forgeline.mergeRequest.openInBrowser", "opens the page", async (run) => {
    const row = await own.request("topic");
    assert.deepEqual(await stage.opened(() => run(row)), [row.mergeRequest.web_url]);
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

  const drafts = async (): Promise<unknown[]> => {
    const { mergeRequest } = await own.row(1);
    return [mergeRequest.title, mergeRequest.draft];
  };

  command("forgeline.mergeRequest.markDraft", "adds the prefix to the current title, once", async (run) => {
    const row = await own.request("topic");
    await update({ title: "Another title" });
    await run(row);
    await stage.control.waitForMergeRequest({ project: own.project.path, iid: 1, mergeStatus: ["draft_status"] });
    await run(row);
    assert.deepEqual(await drafts(), ["Draft: Another title", true]);
    assert.deepEqual(stage.notices, ["Marked !1 as draft.", "Marked !1 as draft."]);
  });

  command("forgeline.mergeRequest.markReady", "removes any prefix of the current title", async (run) => {
    const row = await own.request("topic", { title: "[Draft] Do topic" });
    await own.request("ready");
    await update({ title: "Draft: Do it better" });
    const done = run();
    assert.deepEqual((await own.look("Mark as Ready", "!1 Draft")).rows, ["!1 Draft: Do it better"]);
    await own.pick("Mark as Ready", "!1");
    await done;
    assert.deepEqual(await drafts(), ["Do it better", false]);
    await own.project.forget();
    await run(row);
    assert.deepEqual(await own.project.asked(/^PUT/), [], "what is ready stays as it is");
  });

  describe("in the menu of fields", () => {
    const box = "Edit !1";
    /** Works the menu of one merge request, and closes it again. */
    const edit = async (run: Run, row: Row, work: () => Promise<void>): Promise<MergeRequest> => {
      const done = run(row);
      await own.look(box);
      await work();
      await own.look(box);
      await escape(box);
      await done;
      return (await own.row(1)).mergeRequest;
    };
    /** Chooses a row that sends at once, and waits until the host has it. */
    const flip = async (menu: string, iid: number, row: string, has: (of: MergeRequest) => boolean): Promise<void> => {
      await own.pick(menu, row);
      await until(`${row} to be sent`, async () => has((await own.row(iid)).mergeRequest), stage.app.changes.event);
      await own.look(menu, row);
    };

    for (const [row, field] of [
      ["Draft", "draft"],
      ["Lock Discussion", "discussion_locked"],
      ["Squash Commits When Merged", "squash"],
      ["Delete Source Branch When Merged", "force_remove_source_branch"],
    ] as const)
      command("forgeline.mergeRequest.edit", `turns “${row}” on and off`, async (run) => {
        await edit(run, await own.request("topic"), async () => {
          assert.ok(
            !(await own.look(box, "Lock Discussion")).rows.includes("Allow Commits from Members Who Can Merge"),
          );
          await flip(box, 1, row, ({ [field]: is }) => is === true);
          await flip(box, 1, row, ({ [field]: is }) => is === false);
        });
        assert.equal((await own.project.asked(/^PUT \/merge_requests\/1$/)).length, 2);
      });

    command("forgeline.mergeRequest.edit", "lets members push to a fork's branch", async (run) => {
      const row = "Allow Commits from Members Who Can Merge";
      await own.commit("other", { "other.txt": "other\n" });
      await stage.control.addMergeRequest({
        project: own.project.path,
        sourceBranch: "other",
        title: "From a fork",
        overrides: { source_project_id: stage.info.project.id },
      });
      const done = run(await own.row(1));
      await own.look(box, row);
      for (const wanted of [true, false])
        await flip(box, 1, row, ({ allow_collaboration: allowed }) => (allowed === true) === wanted);
      await escape(box);
      await done;
    });

    for (const [field, key] of [
      ["Assignees", "assignees"],
      ["Reviewers", "reviewers"],
    ] as const)
      command("forgeline.mergeRequest.edit", `changes and removes ${key}`, async (run) => {
        const { alice, max } = users;
        await own.request("topic");
        await stage.control.setMember({ project: own.project.path, user: "max", level: 40 });
        const change = async (
          shown: string,
          ...rows: readonly (readonly [type: string, row: string])[]
        ): Promise<string[]> => {
          const after = await edit(run, await own.row(1), async () => {
            await own.pick(box, field);
            await own.toggle(field, ...rows);
            await own.look(box, shown);
          });
          return (after[key] ?? []).map(({ username }) => username ?? "").sort();
        };
        const both = await change(`${alice.name}, ${max.name}`, ["alice", alice.name], ["max", max.name]);
        assert.deepEqual(both, ["alice", "max"]);
        assert.deepEqual(await change(max.name, ["", alice.name]), ["max"]);
        assert.deepEqual(await change("none", ["", max.name]), []);
      });

    command("forgeline.mergeRequest.edit", "removes the last label, keeping one added meanwhile", async (run) => {
      const row = await own.request("topic", { labels: ["bug", "ui"] });
      const after = await edit(run, row, async () => {
        await own.pick(box, "Labels");
        await own.look("Labels", "Done");
        await update({ add_labels: ["urgent"] });
        await own.toggle("Labels", ["", "bug"], ["", "ui"]);
        await own.look(box, "urgent");
      });
      assert.deepEqual(after.labels, ["urgent"]);
    });

    command("forgeline.mergeRequest.edit", "changes milestone and target branch", async (run) => {
      const row = await own.request("topic");
      await own.commit("release", { "r.txt": "r\n" });
      await stage.client.milestones.project.create(own.project.path, { title: "Spring" });
      const planned = await edit(run, row, async () => {
        await own.pick(box, "Milestone");
        await own.pick("Milestone", "Spring");
        await own.look(box, "Spring");
        await own.pick(box, "Target Branch");
        await stage.pickAt("Target Branch", "release", "release");
        await own.look(box, "release");
      });
      assert.deepEqual([planned.milestone?.title, planned.target_branch], ["Spring", "release"]);
      const without = await edit(run, await own.row(1), async () => {
        await own.pick(box, "Milestone");
        await own.pick("Milestone", "No Milestone");
      });
      assert.equal(without.milestone, null);
    });
  });
});
