import assert from "node:assert/strict";
import { describe } from "mocha";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { command } from "./commandTest.ts";
import { diffInFront, editorInFront, textOf } from "./inFront.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { until } from "./until.ts";
import { retype } from "./writeLines.ts";

const id = "forgeline.mergeRequest.editDescription";

describe("editing merge requests", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const box = "Edit !1";
  const now = async (): Promise<MergeRequest> => (await own.row(1)).mergeRequest;
  const users = stage.info.users;

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
    assert.match(rows[0] ?? "", new RegExp(`The host did not add ${users.bob.name}: they may not have access to the`));
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

  const editor = () => editorInFront("the description", ({ uri }) => uri.scheme === "forgeline-edit");
  const sent = () =>
    until(
      "the description to be sent",
      () => stage.notices.includes("Saved the description of !1."),
      stage.onDidNotify.event,
    );
  const write = async (text: string): Promise<vscode.TextDocument> => {
    const { document } = await editor();
    await retype(document, text);
    return document;
  };
  const update = (fields: object) => stage.client.mergeRequests.update(own.project.path, 1, fields);

  command(id, "keeps the text in the editor where the merge request was deleted", async (run) => {
    await run(await own.request("topic", { description: "Old words" }));
    const document = await write("My words");
    await stage.client.mergeRequests.delete(own.project.path, 1);
    assert.equal(await document.save(), false);
    assert.deepEqual([document.getText(), document.isDirty], ["My words", true]);
  });

  command(id, "asks nobody where two people wrote the same", async (run) => {
    await run(await own.request("topic", { description: "Old words" }));
    const document = await write("Same words");
    await update({ description: "Same words" });
    assert.equal(await document.save(), true);
    assert.equal((await own.project.asked(/^PUT/)).length, 1, "only theirs was sent");
  });

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
  });

  command(id, "keeps both texts on a conflict, compares them", async (run) => {
    await run(await own.request("topic", { description: "Old words" }));
    const document = await write("My words");
    await update({ description: "Their words" });
    assert.equal(await document.save(), false);
    await stage.says(/Someone else changed the description of !1 while you were editing/);
    assert.deepEqual([(await now()).description, document.getText()], ["Their words", "My words"]);
    await stage.press("Compare");
    const { original, modified } = await diffInFront((diff) => diff.modified.path === document.uri.path);
    assert.deepEqual([await textOf(original), String(modified)], ["Their words", String(document.uri)]);
    // Seen is seen: the next save counts.
    await retype(document, "My words and theirs");
    assert.equal(await document.save(), true);
    assert.equal((await now()).description, "My words and theirs");
  });

  command(id, "takes theirs, keeps the own text in a tab", async (run) => {
    const row = await own.request("topic", { description: "Old words" });
    await run(row);
    const document = await write("My words");
    await stage.client.mergeRequests.update(own.project.path, 1, { description: "Their words" });
    assert.equal(await document.save(), false);
    await stage.message();
    await stage.press("Use Theirs");
    const isSo = () => document.getText() === "Their words" && !document.isDirty;
    await until("their text in the editor", isSo, vscode.workspace.onDidChangeTextDocument);
    assert.equal((await now()).description, "Their words");
    assert.ok(vscode.workspace.textDocuments.some((open) => open !== document && open.getText() === "My words"));
  });

  command(id, "keeps an unsent text after the editor closed", async (run) => {
    const row = await own.request("topic", { description: "Old words" });
    await run(row);
    const document = await write("My words");
    const body = { message: "500 Internal Server Error" };
    await stage.control.fault({ method: "PUT", path: own.project.address("/merge_requests/1$"), status: 500, body });
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    assert.equal(document.getText(), "My words");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await stage.control.clearFaults();

    await run(row);
    assert.equal((await editor()).document.getText(), "My words");
    await stage.says(/This is your unsaved description of merge request !1 “Do topic”/, ["Send", "Discard"]);
    await stage.press("Send");
    await sent();
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
      const document = await write("Half a sentence");
      const isSo = () => stage.notices.includes(kept) && !document.isDirty;
      await until("the editor to save by itself", isSo, vscode.workspace.onDidSaveTextDocument);
      assert.equal((await now()).description, "Old words");
      await vscode.commands.executeCommand("workbench.action.files.save");
      await sent();
      assert.equal((await now()).description, "Half a sentence");
    } finally {
      await files.update("autoSave", "off", vscode.ConfigurationTarget.Global);
      await files.update("autoSaveDelay", undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
