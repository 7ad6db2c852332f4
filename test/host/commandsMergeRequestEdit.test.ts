import assert from "node:assert/strict";
import { describe } from "mocha";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { command } from "./commandTest.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { until } from "./until.ts";

const id = "forgeline.mergeRequest.editDescription";

describe("editing merge requests", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const box = "Edit !1";
  const now = async (): Promise<MergeRequest> => (await own.row(1)).mergeRequest;
  const users = stage.info.users;

  command("forgeline.mergeRequest.edit", "sends each change at once and stays open", async (run) => {
    await own.request("topic", { labels: ["bug"] });
    await own.request("other", { labels: ["ui"] });
    await own.commit("release", { "r.txt": "r\n" });
    await stage.client.milestones.project.create(own.project.path, { title: "Spring" });
    const done = run(await own.row(1));
    await own.look(box, "Lock Discussion");

    await own.pick(box, "Title");
    await stage.type("Title", "Do it well");
    await stage.pickAt(box, "Do it well", "Target Branch");
    await stage.pick("Target Branch", "release", "release");
    await stage.pickAt(box, "release", "Labels");
    await own.toggle("Labels", ["", "ui"], ["brand new", "New label “brand new”"], ["", "bug"]);
    await stage.pickAt(box, "brand new, ui", "Assignees");
    await own.toggle("Assignees", ["ali", users.alice.name]);
    await stage.pickAt(box, users.alice.name, "Milestone");
    await stage.pick("Milestone", "Spring");
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

    const after = await now();
    assert.deepEqual(
      [
        after.title,
        after.target_branch,
        after.labels,
        after.assignees?.map(({ username }) => username),
        after.milestone?.title,
      ],
      ["Draft: Do it well", "release", ["brand new", "ui"], ["alice"], "Spring"],
    );
    assert.deepEqual(
      [after.draft, after.squash, after.force_remove_source_branch, after.discussion_locked],
      [true, true, true, true],
    );
  });

  command("forgeline.mergeRequest.edit", "keeps reviewers of others, reports the omitted ones", async (run) => {
    await own.request("topic");
    await stage.control.setMember({ project: own.project.path, user: "max", level: 40 });
    const done = run(await own.row(1));
    await own.look(box);
    await own.pick(box, "Reviewers");
    await own.look("Reviewers", "Done");
    await stage.client.mergeRequests.update(own.project.path, 1, { reviewer_ids: [users.max.id] });
    await own.toggle("Reviewers", ["alice", users.alice.name], ["bob", users.bob.name]);
    const { rows } = await own.look(box, "The host did not add");
    assert.match(
      rows[0] ?? "",
      new RegExp(
        `The host did not add ${users.bob.name}: they may not have access to the project, or it does not allow more people`,
      ),
    );
    await stage.escape(box);
    await done;
    assert.deepEqual((await now()).reviewers?.map(({ username }) => username).sort(), ["alice", "max"]);
  });

  command("forgeline.mergeRequest.edit", "replaces somebody's new title only when confirmed twice", async (run) => {
    const row = await own.request("topic");
    const done = run(row);
    await own.look(box);
    await own.pick(box, "Title");
    await own.look("Title");
    await stage.client.mergeRequests.update(own.project.path, 1, { title: "Theirs" });
    await stage.type("Title", "Mine");
    const { value, message } = await own.look("Title", "Press Enter again to overwrite it");
    assert.equal(value, "Mine");
    assert.match(message, /Someone changed the title to “Theirs” in the meantime/);
    assert.equal((await now()).title, "Theirs");
    await stage.enter("Title");
    await own.look(box, "Mine");
    assert.equal((await now()).title, "Mine");
    await stage.escape(box);
    await done;
  });

  command("forgeline.mergeRequest.edit", "says in the menu what the host refused", async (run) => {
    const row = await own.request("topic");
    const done = run(row);
    await own.look(box);
    await own.pick(box, "Target Branch");
    await own.look("Target Branch", "main");
    await stage.pick("Target Branch", "Use “nowhere”", "nowhere");
    const { rows } = await own.look(box, "target_branch does not exist");
    assert.match(rows[0] ?? "", /rejected the request: target_branch does not exist/);
    await stage.escape(box);
    await done;
    assert.equal((await now()).target_branch, "main");
  });

  const editor = (): Promise<vscode.TextEditor> =>
    until(
      "the description",
      () =>
        vscode.window.activeTextEditor?.document.uri.scheme === "forgeline-edit"
          ? vscode.window.activeTextEditor
          : undefined,
      vscode.window.onDidChangeActiveTextEditor,
    );
  const write = async (text: string): Promise<vscode.TextEditor> => {
    const shown = await editor();
    const { document } = shown;
    await shown.edit((change) =>
      change.replace(new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)), text),
    );
    return shown;
  };

  command(id, "sends the description when it is saved", async (run) => {
    await own.request("topic", { description: "Old words" });
    await run(await own.row(1));
    const { document } = await editor();
    assert.equal(document.getText(), "Old words");
    assert.equal(document.languageId, "markdown");
    await write("New words\n\n- [ ] a task");
    assert.equal(await document.save(), true);
    assert.equal((await now()).description, "New words\n\n- [ ] a task");
    assert.ok(stage.notices.includes("Saved the description of !1."));
    assert.equal(document.isDirty, false);
    await write("Newer words");
    await document.save();
    assert.equal((await now()).description, "Newer words");
  });

  command(id, "keeps both texts on a conflict, compares them", async (run) => {
    const row = await own.request("topic", { description: "Old words" });
    await run(row);
    await write("My words");
    await stage.client.mergeRequests.update(own.project.path, 1, { description: "Their words" });
    const { document } = await editor();
    assert.equal(await document.save(), false);
    const { text, buttons } = await stage.message();
    assert.match(text, /Someone else changed the description of !1 while you were editing/);
    assert.deepEqual(buttons, ["Compare", "Overwrite Theirs", "Use Theirs"]);
    assert.equal((await now()).description, "Their words");
    assert.equal(document.getText(), "My words");
    assert.equal(document.isDirty, true);
    await stage.press("Compare");
    const input = await until(
      "the comparison",
      () => {
        const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return shown instanceof vscode.TabInputTextDiff ? shown : undefined;
      },
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), "Their words");
    assert.equal(input.modified.toString(), document.uri.toString());
    // Seen is seen: the next save counts.
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(100), " and theirs");
    await vscode.workspace.applyEdit(edit);
    assert.equal(await document.save(), true);
    assert.equal((await now()).description, "My words and theirs");
  });

  command(id, "replaces theirs on request and shows it", async (run) => {
    const row = await own.request("topic", { description: "Old words" });
    await run(row);
    await write("My words");
    await stage.client.mergeRequests.update(own.project.path, 1, { description: "Their words" });
    await (await editor()).document.save();
    await stage.message();
    await stage.press("Overwrite Theirs");
    await until(
      "the description to be sent",
      () => stage.notices.includes("Saved the description of !1."),
      stage.app.changes.event,
      vscode.workspace.onDidSaveTextDocument,
    );
    assert.equal((await now()).description, "My words");
    assert.ok(vscode.workspace.textDocuments.some((document) => document.getText() === "Their words"));
  });

  command(id, "takes theirs, keeps the own text in a tab", async (run) => {
    const row = await own.request("topic", { description: "Old words" });
    await run(row);
    const { document } = await write("My words");
    await stage.client.mergeRequests.update(own.project.path, 1, { description: "Their words" });
    assert.equal(await document.save(), false);
    await stage.message();
    await stage.press("Use Theirs");
    await until(
      "their text in the editor",
      () => document.getText() === "Their words" && !document.isDirty,
      vscode.workspace.onDidChangeTextDocument,
    );
    assert.equal((await now()).description, "Their words");
    assert.ok(vscode.workspace.textDocuments.some((open) => open !== document && open.getText() === "My words"));
  });

  command(id, "keeps an unsent text after the editor closed", async (run) => {
    const row = await own.request("topic", { description: "Old words" });
    await run(row);
    const { document } = await write("My words");
    await stage.control.fault({
      method: "PUT",
      path: own.project.address("/merge_requests/1$"),
      status: 500,
      body: { message: "500 Internal Server Error" },
    });
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    assert.equal(document.getText(), "My words");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await stage.control.clearFaults();

    await run(row);
    assert.equal((await editor()).document.getText(), "My words");
    const { text, buttons } = await stage.message();
    assert.match(text, /This is your unsaved description of merge request !1 “Do topic”/);
    assert.deepEqual(buttons, ["Send", "Discard"]);
    await stage.press("Send");
    await until(
      "the description to be sent",
      () => stage.notices.includes("Saved the description of !1."),
      stage.app.changes.event,
      vscode.workspace.onDidSaveTextDocument,
    );
    assert.equal((await now()).description, "My words");
  });

  command(id, "keeps an auto-saved text, sends it on Save", async (run) => {
    const row = await own.request("topic", { description: "Old words" });
    const files = vscode.workspace.getConfiguration("files");
    const kept = "The description of !1 is kept locally. Save it manually to send it to the host.";
    await files.update("autoSaveDelay", 50, vscode.ConfigurationTarget.Global);
    await files.update("autoSave", "afterDelay", vscode.ConfigurationTarget.Global);
    try {
      await run(row);
      const { document } = await write("Half a sentence");
      await until(
        "the editor to save by itself",
        () => stage.notices.includes(kept) && !document.isDirty,
        vscode.workspace.onDidSaveTextDocument,
      );
      assert.equal((await now()).description, "Old words");
      await vscode.commands.executeCommand("workbench.action.files.save");
      await until(
        "the description to be sent",
        () => stage.notices.includes("Saved the description of !1."),
        vscode.workspace.onDidSaveTextDocument,
      );
      assert.equal((await now()).description, "Half a sentence");
    } finally {
      await files.update("autoSave", "off", vscode.ConfigurationTarget.Global);
      await files.update("autoSaveDelay", undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
