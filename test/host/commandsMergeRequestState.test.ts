import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { changesOfMergeRequest } from "../../src/core/comparisons/changes.ts";
import { readFileUri } from "../../src/core/files/uris.ts";
import { readRebased } from "../../src/core/mergeRequests/read.ts";
import { VIEWS } from "../../src/core/views.ts";
import { command, type Run } from "./commandTest.ts";
import { forgetDrafts } from "./drafts.ts";
import { answered, clipboard, labelInFront, textOf, watchCommands } from "./inFront.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { Rows } from "./rows.ts";
import { closeView, showAlone } from "./shownView.ts";
import { until } from "./until.ts";

type Resource = readonly [label: vscode.Uri, base: vscode.Uri | undefined, head: vscode.Uri | undefined];

describe("what becomes of merge requests", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const { pick, press, escape } = stage;
  const state = async (iid = 1): Promise<string> => (await own.row(iid)).mergeRequest.state ?? "";
  const { users } = stage.info;
  const update = (fields: object) => stage.client.mergeRequests.update(own.project.path, 1, fields);

  command("forgeline.mergeRequest.close", "closes the picked one @oldest", async (run) => {
    await own.request("topic");
    await own.request("other");
    const done = run();
    const { rows } = await own.look("Close Merge Request", "!1 Do topic");
    assert.deepEqual(rows, ["!2 Do other", "!1 Do topic"]);
    await own.pick("Close Merge Request", "!2 Do other");
    await done;
    assert.equal(await state(2), "closed");
    assert.equal(await state(1), "opened");
    assert.deepEqual(stage.notices, ["Closed !2."]);
    assert.deepEqual(stage.announced, [
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
    await stage.says(/!1 was merged in the meantime/);
  });

  command("forgeline.mergeRequest.reopen", "reopens one unless its branches are taken", async (run) => {
    const row = await own.request("topic");
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    await run(row);
    assert.equal(await state(), "opened");
    await stage.client.mergeRequests.update(own.project.path, 1, { state_event: "close" });
    await own.project.addMergeRequest({ sourceBranch: "topic", title: "Second try" });
    await run(row);
    await stage.says(/another open merge request has the same branches/, ["Open in Browser", "Show Log"]);
  });

  command("forgeline.mergeRequest.delete", "deletes one after a question", async (run) => {
    const row = await own.request("topic");
    const [, said] = await Promise.all([run(row), stage.answer("Cancel")]);
    assert.match(said, /Delete merge request !1 “Do topic”\?[^]*The branch “topic” and its commits are kept/);
    assert.deepEqual(await own.project.asked(/^DELETE/), []);
    await Promise.all([run(row), stage.answer("Delete")]);
    await assert.rejects(own.row(1), /there is no !1/);
    assert.ok(await own.head("topic"));
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
    await labelInFront(/^!1: merge result/);
    assert.equal((await own.head("main"))?.id, before?.id, "the target stays");
  });

  command("forgeline.mergeRequest.checkMerge", "reports conflicts", async (run) => {
    const row = await own.request("topic", {}, { "README.md": "# Theirs\n" });
    await own.commitMore("main", { "README.md": "# Ours\n" });
    await run(row);
    await stage.says(/!1 has no merge result\. It has conflicts/, ["Check Out Branch", "Show Log"]);
    assert.deepEqual(stage.announcedSubjects, ["mergeRequest"], "the host knows by now");
  });

  command("forgeline.mergeRequest.approve", "approves the reviewed head once", async (run) => {
    const row = await own.request("topic", { by: "bob" });
    await run(row);
    assert.deepEqual(stage.notices, ["Approved !1."]);
    await run(row);
    await stage.says(/You cannot approve !1, or have already approved it\./);
    const moved = await own.request("other");
    await own.commitMore("other", { "x.txt": "x\n" });
    await run(moved);
    await stage.says(/The branch of !2 was updated from .* to .* since you last/, ["Show New Changes", "Show Log"]);
  });

  command("forgeline.mergeRequest.revokeApproval", "revokes the own approval once", async (run) => {
    const row = await own.request("topic", { by: "bob", approvedBy: ["alice"] });
    await run(row);
    assert.deepEqual(stage.notices, ["Revoked your approval of !1."]);
    assert.equal((await stage.client.extras.approve(own.project.path, 1)).approved_by.length, 1, "it was gone");
    await run(row);
    await run(row);
    await stage.says(/You have not approved !1, or it is merged\./);
  });

  command("forgeline.mergeRequest.rebase", "rebases onto the target", async (run) => {
    const row = await own.request("topic");
    const { sha: onto } = await own.commitMore("main", { "x.txt": "x\n" });
    await run(row);
    assert.deepEqual(stage.notices, ["Rebased !1 onto “main”."]);
    assert.deepEqual(stage.announcedSubjects, ["mergeRequest", "pipeline"]);
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
    await stage.says(/!1 could not be rebased\. Message from the host: Rebase/, ["Check Out Branch", "Show Log"]);
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
      await stage.says(new RegExp(`does not support ${does} through its API`), [remedy, "Show Log"]);
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
    assert.equal(await clipboard(), row.mergeRequest.web_url);
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
      await answered(run(row), [() => own.look(box), () => work(), () => own.look(box), () => escape(box)]);
      return (await own.row(1)).mergeRequest;
    };
    /** Chooses a row that sends at once, and waits until the host has it. */
    const flip = async (menu: string, iid: number, row: string, has: (of: MergeRequest) => boolean): Promise<void> => {
      await own.pick(menu, row);
      await until(`${row} to be sent`, async () => has((await own.row(iid)).mergeRequest), stage.app.changes.event);
      await own.look(menu, row);
    };

    command("forgeline.mergeRequest.edit", "turns switches on and off", async (run) => {
      const fields = {
        Draft: "draft",
        "Lock Discussion": "discussion_locked",
        "Squash Commits When Merged": "squash",
        "Delete Source Branch When Merged": "force_remove_source_branch",
      } as const;
      await edit(run, await own.request("topic"), async () => {
        assert.ok(!(await own.look(box, "Lock Discussion")).rows.includes("Allow Commits from Members Who Can Merge"));
        for (const [row, field] of Object.entries(fields))
          for (const wanted of [true, false]) await flip(box, 1, row, ({ [field]: is }) => is === wanted);
      });
      assert.equal((await own.project.asked(/^PUT \/merge_requests\/1$/)).length, 8);
    });

    command("forgeline.mergeRequest.edit", "lets members push to a fork's branch", async (run) => {
      const row = "Allow Commits from Members Who Can Merge";
      await own.commit("other", { "other.txt": "other\n" });
      await own.project.addMergeRequest({
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

    command("forgeline.mergeRequest.edit", "keeps ticks that the host refused, of one field too", async (run) => {
      const row = await own.request("topic", { labels: ["bug", "ui"] });
      const path = own.project.address("/merge_requests/1$");
      await stage.control.fault({ method: "PUT", path, status: 500, times: 1, body: { message: "500" } });
      const done = run(row, "labels");
      await own.look("Labels", "Done");
      await own.toggle("Labels", ["", "ui"]);
      const { rows } = await own.look(box, "Labels");
      assert.match(rows[0] ?? "", /500/, "why, with the menu below");
      await own.pick(box, "Labels");
      await own.look("Labels", "Done");
      await escape("Labels");
      await done;
      assert.deepEqual((await own.row(1)).mergeRequest.labels, ["bug"]);
    });

    command("forgeline.mergeRequest.edit", "changes milestone and target branch", async (run) => {
      const row = await own.request("topic");
      await own.commit("release", { "r.txt": "r\n" });
      await stage.client.milestones.project.create(own.project.path, { title: "Spring" });
      const planned = await edit(run, row, async () => {
        await own.pick(box, "Milestone");
        await own.pick("Milestone", "Spring");
        await stage.pickAt(box, "Spring", "Target Branch");
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

  describe("merge request commands", () => {
    const { look, type, typeAt, pickAt } = stage;
    const filter = () => stage.app.mergeRequests.view.contents?.filter.value;
    afterEach(async () => (await stage.app.mergeRequests.view.load())?.filter.set({}));

    after(() => closeView(stage.app.mergeRequests.view, "Merge Requests"));

    command("forgeline.mergeRequests.filterFiles", "applies each filter at once", async (run) => {
      const box = "Filter Changed Files";
      await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
      const done = run();
      await pickAt(box, "Select filters", "Not Viewed");
      await pickAt(box, "Filters are applied as you choose", "Path");
      await type("Path", "*.ts");
      await look(box, "Filters are applied as you choose");
      assert.deepEqual(stage.app.mergeRequests.view.contents?.fileFilter.value, { unviewed: true, glob: "*.ts" });
      await escape(box);
      await done;
    });

    command("forgeline.mergeRequests.clearFileFilter", "shows all changed files again", async (run) => {
      const contents = (await stage.app.mergeRequests.view.load())!;
      await contents.fileFilter.set({ glob: "*.ts" });
      await run();
      assert.deepEqual(contents.fileFilter.value, {});
    });

    command("forgeline.mergeRequests.filter", "applies each filter at once", async (run) => {
      const box = "Filter Merge Requests";
      await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
      const last = await stage.control.lastRequest();
      const done = run();
      await pickAt(box, "Select filters", "State");
      await pick("State", "Merged");
      await look(box, "Filters are applied as you choose");
      await stage.control.waitForRequest({ path: "/merge_requests\\?state=.*&scope=all", since: last });
      await pick(box, "Author or Assignee");
      await pick("Author or Assignee", "Assigned to me");
      await pickAt(box, "Filters are applied as you choose", "Labels");
      await type("Labels", "bug,ui");
      await pickAt(box, "Filters are applied as you choose", "Target Branch");
      await pick("Target Branch", "main", "main");
      await look(box, "Filters are applied as you choose");
      assert.deepEqual(filter(), { state: "merged", scope: "assigned_to_me", labels: "bug,ui", targetBranch: "main" });
      await stage.person({ action: "pick", box, row: "State", button: "Clear" });
      // Between the menu and itself there is no other box: what the row says tells them apart.
      await pickAt(box, "open", "Author");
      await escape("Author");
      // A question left without an answer changes nothing.
      assert.deepEqual(filter(), { scope: "assigned_to_me", labels: "bug,ui", targetBranch: "main" });
      await pickAt(box, "Filters are applied as you choose", "Clear All");
      await look(box, "Select filters");
      assert.deepEqual(filter(), {});
      await escape(box);
      await done;
    });

    command("forgeline.mergeRequests.clearFilter", "shows the open ones of everybody again", async (run) => {
      await (await stage.app.mergeRequests.view.load())?.filter.set({ state: "closed", search: "x" });
      await run();
      assert.deepEqual(filter(), {});
    });

    command("forgeline.mergeRequests.search", "looks for words, keeping other filters", async (run) => {
      const box = "Search Merge Requests";
      const ask = "Enter words of the title or description";
      await (await stage.app.mergeRequests.view.load())?.filter.set({ search: "storm", state: "all" });
      const done = run();
      assert.equal((await look(box, ask)).value, "storm");
      await type(box, "");
      await done;
      assert.deepEqual(filter(), { state: "all" });
      await Promise.all([run(), typeAt(box, ask, " heat ")]);
      assert.deepEqual(filter(), { state: "all", search: "heat" });
    });
  });

  describe("requesting a review again", () => {
    const texts = async (): Promise<string[]> =>
      (await stage.client.discussions.list(own.project.path, 1).all()).items
        .flatMap(({ notes }) => notes)
        .filter(({ system }) => system !== true)
        .map(({ body }) => body);

    afterEach(() => stage.control.quickActions(true));

    command("forgeline.mergeRequest.requestReview", "asks the picked reviewer, leaves no comment", async (run) => {
      const row = await own.request("topic", { reviewers: ["alice", "bob", "max"], approvedBy: ["max"] });
      const done = run(row);
      const box = await own.look("Request Review Again");
      assert.deepEqual(box.rows, [stage.info.users.bob.name, stage.info.users.max.name]);
      await own.pick("Request Review Again", stage.info.users.bob.name);
      await done;
      assert.deepEqual(stage.notices, ["Requested a review of !1 from @bob."]);
      assert.deepEqual(await texts(), []);
    });

    command("forgeline.mergeRequest.requestReview", "offers to delete an unknown command's comment", async (run) => {
      await stage.control.quickActions(false);
      const row = await own.request("topic", { reviewers: ["bob"] });
      await run(row);
      await stage.says(/does not know the quick action \/request_review and posted it as a/, ["Delete Comment"]);
      assert.deepEqual(await texts(), ["/request_review @bob"]);
      assert.deepEqual(stage.notices, []);
    });

    command("forgeline.mergeRequest.requestReview", "says why nobody was asked", async (run) => {
      await run(await own.request("topic", { reviewers: ["alice"] }));
      await stage.says(/!1 has no other reviewers\. Add one first\./, ["Edit…", "Show Log"]);
      const path = own.project.address("/merge_requests/2/notes$");
      await stage.control.fault({ method: "POST", path, status: 202, body: { commands_changes: {} } });
      await run(await own.request("other", { reviewers: ["bob"] }));
      await stage.says(/did not request a review of !2 from @bob/, ["Open in Browser", "Show Log"]);
    });

    it("shows reviewers' states in the tooltip, requested once", async () => {
      await own.request("topic", { reviewers: ["bob", "max"], approvedBy: ["max"] });
      await showAlone(stage.app, VIEWS.mergeRequests);
      const { view } = stage.app.mergeRequests;
      await view.refresh();
      const rows = new Rows<unknown>(view.provider);
      const shown = await until("the row", () => rows.at("All open", /^!1 /), view.provider.onDidChangeTreeData);
      await own.project.forget();
      const tooltip = async (): Promise<string> => (await rows.tooltip(shown)).value;
      const { bob, max } = stage.info.users;
      const words = new RegExp(`\\*\\*Review\\*\\* ${bob.name} .*: not reviewed yet, ${max.name} .*: approved$`);
      assert.match((await tooltip()).replaceAll("&#58;", ":"), words);
      await tooltip();
      assert.equal((await own.project.asked(/\/reviewers/)).length, 1);
    });
  });

  describe("changes since my last review", () => {
    const shown: { title: string; resources: readonly Resource[] }[] = [];
    let spy: { dispose(): void } | undefined;
    let row: Row;

    beforeEach(async () => {
      await own.commit("main", { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
      row = await own.request("topic", { by: "bob" }, { "a.txt": "A\n", "b.txt": "B\n" });
      shown.length = 0;
      spy = watchCommands((name, [title, resources]) => {
        if (name === "vscode.changes") shown.push({ title, resources } as (typeof shown)[number]);
      });
    });
    afterEach(async () => {
      spy?.dispose();
      await forgetDrafts(stage.app, "viewed");
    });

    /** Files of the last multi-diff, each before and after. */
    const files = async () =>
      Promise.all(
        (shown.at(-1)?.resources ?? []).map(async ([label, base, head]) => [
          label.path.slice(1),
          await textOf(base),
          await textOf(head),
        ]),
      );
    const comment = () => stage.client.discussions.comment(row.project, row.mergeRequest.iid, { body: "Looks fine." });

    command("forgeline.mergeRequest.showSinceReview", "shows what was pushed after a comment", async (run) => {
      await comment();
      await own.commitMore("topic", { "b.txt": "BB\n", "d.txt": "D\n" });
      await run(row);
      assert.equal(shown[0]?.title, `!1: since my review of ${row.mergeRequest.sha!.slice(0, 8)}`);
      assert.deepEqual(await files(), [
        ["b.txt", "B\n", "BB\n"],
        ["d.txt", undefined, "D\n"],
      ]);
      const [, before, after] = shown[0].resources[0]!;
      const { diff_refs: refs } = await stage.client.extras.mergeRequest(row.project, 1);
      const { side, base, head } = readFileUri(after!)!.diff!;
      assert.equal(readFileUri(before!)?.diff, undefined);
      assert.deepEqual({ side, base, head }, { side: "new", base: refs?.base_sha, head: refs?.head_sha });
    });

    command("forgeline.mergeRequest.showSinceReview", "leaves out what a rebase brought, and says so", async (run) => {
      await comment();
      await own.commitMore("main", { "c.txt": "of the target\n" });
      await stage.client.extras.rebase(row.project, 1);
      await readRebased(stage.app, row, new AbortController().signal);
      await run(row);
      assert.deepEqual(stage.notices, ["!1 was rebased since your last review. Its changes are the same."]);
      await own.commitMore("topic", { "a.txt": "AA\n" });
      await run(row);
      assert.deepEqual(await files(), [["a.txt", "A\n", "AA\n"]]);
      const { level, text } = await stage.message();
      assert.equal(level, "warning");
      assert.match(text, /^!1 was rebased since your last review\. Only files whose changes differ are shown/);
    });

    command("forgeline.mergeRequest.showSinceReview", "starts at the version whose files were viewed", async (run) => {
      const { viewed } = await stage.app.mergeRequests.tracking();
      const place = { instance: row.instance, project: row.project, iid: 1 };
      const changes = await changesOfMergeRequest(stage.app, row, new AbortController().signal);
      await viewed.mark(place, changes, changes.files.slice(1), true);
      assert.equal(viewed.whole(place), undefined);
      await viewed.mark(place, changes, changes.files, true);
      await run(row);
      assert.deepEqual(stage.notices, ["No new changes in !1 since your last review."]);
      await own.commitMore("topic", { "a.txt": null });
      await run(row);
      assert.deepEqual(await files(), [["a.txt", "A\n", undefined]]);
    });

    command("forgeline.mergeRequest.showSinceReview", "offers all changes to who has not reviewed", async (run) => {
      await run(row);
      const { text, buttons } = await stage.message();
      assert.deepEqual([text, buttons], ["You have not reviewed !1 yet.", ["Open All Changes"]]);
      assert.deepEqual(shown, []);
    });
  });
});
