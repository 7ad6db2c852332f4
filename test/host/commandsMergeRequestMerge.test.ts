import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { MergeRequest } from "../../src/api/resources/mergeRequests.ts";
import { command } from "./commandTest.ts";
import { answered, editorInFront, labelInFront, textOf, watchCommands } from "./inFront.ts";
import { type Row, setMergeRequestStage } from "./mergeRequestStage.ts";
import { until } from "./until.ts";
import { replaceLines, retype, writeLines } from "./writeLines.ts";

const box = "Merge !1";
const [mergeBox, squashBox] = ["Merge Commit Message", "Squash Commit Message"];
const use = "Use This Message";

describe("merging", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  const { look, pick, type, fill, press, titleButton, enter, pickAt } = stage;

  const mergeNow = async (done: Promise<void>): Promise<void> => {
    await pickAt(box, "Merge Now", "Merge Now");
    await done;
    await stage.says(/^Merged !1 into “main”\.$/);
  };
  const update = (fields: object) => stage.client.mergeRequests.update(own.project.path, 1, fields);
  const mergeOnHost = ({ mergeRequest }: Row) =>
    stage.client.mergeRequests.merge(own.project.path, 1, { sha: mergeRequest.sha! });
  const running = ({ mergeRequest: { sha } }: Row) =>
    own.project.add({ ref: "topic", sha: sha!, status: "running", jobs: [{ name: "test", status: "running" }] });
  const newChanges = (): Promise<unknown> => labelInFront(/^!1: new since/);
  const mergeable = (): Promise<unknown> =>
    stage.control.waitForMergeRequest({
      project: own.project.path,
      iid: 1,
      mergeStatus: ["mergeable", "unchecked", "checking"],
    });

  command("forgeline.mergeRequest.merge", "merges the reviewed head", async (run) => {
    const row = await own.request("topic");
    const before = await own.head("main");
    const done = run(row);
    const { rows } = await look(box, "Delete Source Branch");
    assert.deepEqual(rows.slice(0, 3), ["Merge Now", "Squash Commits", "Delete Source Branch"]);
    await mergeNow(done);
    assert.deepEqual((await own.head("main"))?.parent_ids, [before?.id, row.mergeRequest.sha]);
    assert.ok(await own.head("topic"), "the source branch stays");
    assert.equal((await own.project.asked(/^PUT .*\/merge$/)).length, 1);
    assert.deepEqual(stage.announcedSubjects, ["mergeRequest", "pipeline"]);
  });

  describe("with messages", () => {
    const ofTwoCommits = async (): Promise<Row> => {
      await own.request("topic", { title: "Tell of rain “soon”", squash: true });
      await own.commitMore("topic", { "more.txt": "more\n" });
      return own.row(1);
    };
    /** The messages of the merge commit and of what it brought in. */
    const written = async () => {
      const merge = await own.head("main");
      const brought = await own.head(merge?.parent_ids?.[1] ?? "");
      return { merge: merge?.message?.trim(), brought: brought?.message?.trim(), parents: brought?.parent_ids?.length };
    };
    /** Opens the merge message, which has several lines, in an editor and returns it. */
    const openedMerge = async (): Promise<string> => {
      await pickAt(box, "Merge Commit Message…", "Merge Commit Message…");
      await look(mergeBox, use);
      return vscode.window.activeTextEditor?.document.getText() ?? "";
    };
    const openedSquash = async (): Promise<string> => {
      await pickAt(box, "Squash Commit Message…", "Squash Commit Message…");
      return (await look(squashBox, "opens an editor for several lines")).value;
    };

    command("forgeline.mergeRequest.merge", "sends accepted default messages", async (run) => {
      const done = run(await ofTwoCommits());
      const merge = await openedMerge();
      await titleButton(mergeBox, "Back");
      assert.equal(await openedMerge(), merge);
      await enter(mergeBox);
      const squash = await openedSquash();
      await enter(squashBox);
      // From now on the host would word it otherwise.
      await update({ title: "Another title" });
      await mergeNow(done);
      const shown = [merge, squash];
      assert.deepEqual(shown, [
        `Merge branch 'topic' into 'main'\n\nTell of rain “soon”\n\nSee merge request ${own.project.path}!1`,
        "Tell of rain “soon”",
      ]);
      assert.deepEqual(await written(), { merge, brought: squash, parents: 1 });
    });

    command("forgeline.mergeRequest.merge", "sends typed messages, squashes and deletes the branch", async (run) => {
      await own.request("topic");
      await own.commitMore("topic", { "more.txt": "more\n" });
      const done = run(await own.row(1));
      await pickAt(box, "Squash Commits", "Squash Commits");
      await stage.pickAt(box, "Squash Commit Message…", "Delete Source Branch");
      await look(box, "Merge Now");
      const text = "Bring rain\n\n- with “quotes” & <signs>\n- Ünïcödé ☂";
      await replaceLines(stage, { box: mergeBox, use, before: await openedMerge(), text: `${text}\n` });
      assert.equal(await openedSquash(), "Do topic");
      await fill(squashBox, "");
      await writeLines(stage, { box: squashBox, use, text: "Rain in one\n\nRefs: #7" });
      await mergeNow(done);
      assert.deepEqual(await written(), { merge: text, brought: "Rain in one\n\nRefs: #7", parents: 1 });
      assert.equal(await own.head("topic"), undefined);
    });

    command("forgeline.mergeRequest.merge", "leaves an emptied message to the host", async (run) => {
      const done = run(await ofTwoCommits());
      await replaceLines(stage, { box: mergeBox, use, before: await openedMerge(), text: "Mine" });
      await pickAt(box, "Merge Commit Message…", "Merge Commit Message…");
      assert.equal((await look(mergeBox, "opens an editor for several lines")).value, "Mine");
      await type(mergeBox, "");
      await mergeNow(done);
      assert.match((await written()).merge ?? "", /^Merge branch 'topic' into 'main'\n\nTell of rain “soon”\n\nSee /);
    });

    command("forgeline.mergeRequest.merge", "keeps messages whose boxes are closed", async (run) => {
      const row = await ofTwoCommits();
      const first = run(row);
      await openedMerge();
      await retype(vscode.window.activeTextEditor!.document, "Bring rain\n\nSoon");
      await stage.escape(mergeBox);
      await first;
      const done = run(row);
      assert.equal(await openedMerge(), "Bring rain\n\nSoon");
      await enter(mergeBox);
      await openedSquash();
      await fill(squashBox, "Rain in one");
      await titleButton(squashBox, "Back");
      await mergeNow(done);
      assert.deepEqual(await written(), { merge: "Bring rain\n\nSoon", brought: "Rain in one", parents: 1 });
    });

    command("forgeline.mergeRequest.merge", "offers no squash message without squashing", async (run) => {
      const done = run(await ofTwoCommits());
      await openedSquash();
      await type(squashBox, "Unused");
      await pickAt(box, "Merge Now", "Squash Commits");
      assert.ok(!(await look(box, "Merge Now")).rows.includes("Squash Commit Message…"));
      await mergeNow(done);
      assert.equal((await written()).brought, "More for topic");
    });
  });

  command("forgeline.mergeRequest.merge", "sets auto-merge", async (run) => {
    const row = await own.request("topic");
    const made = await running(row);
    const before = await own.head("main");
    await Promise.all([run(row), pickAt(box, "is running", "Merge When Pipeline Succeeds")]);
    assert.deepEqual((await stage.message()).buttons, ["Cancel Auto-Merge"]);
    assert.equal((await own.head("main"))?.id, before?.id);
    await stage.control.finishJob(made.jobs[0]!, "success");
    await stage.control.waitForMergeRequest({ project: own.project.path, iid: 1, state: ["merged"] });
    assert.deepEqual((await own.head("main"))?.parent_ids, [before?.id, row.mergeRequest.sha]);
  });

  command("forgeline.mergeRequest.cancelAutoMerge", "cancels auto-merge", async (run) => {
    const row = await own.request("topic");
    await running(row);
    await stage.client.mergeRequests.merge(own.project.path, 1, {
      merge_when_pipeline_succeeds: true,
      sha: row.mergeRequest.sha!,
    });
    await own.request("other");
    const done = run();
    assert.deepEqual((await look("Cancel Auto-Merge", "!1 Do topic")).rows, ["!1 Do topic"]);
    await pick("Cancel Auto-Merge", "!1 Do topic");
    await done;
    assert.deepEqual(stage.notices, ["Auto-merge canceled for !1."]);
    const { mergeRequest } = await own.row(1);
    assert.deepEqual([mergeRequest.state, mergeRequest.merge_when_pipeline_succeeds], ["opened", false]);
    await run(await own.row(1));
    await stage.says(/Auto-merge is not enabled for !1/);
    await update({ state_event: "close" });
    await run(await own.row(1));
    await stage.says(/!1 is closed/);
  });

  command("forgeline.mergeRequest.merge", "refuses a row older than the branch", async (run) => {
    const row = await own.request("topic");
    await own.commitMore("topic", { "more.txt": "more\n" });
    await run(row);
    await stage.says(/The branch of !.* was updated from .* to .* since you last viewed it/);
    assert.deepEqual(await own.project.asked(/^PUT /), []);
    assert.deepEqual(stage.announcedSubjects, ["mergeRequest"]);
  });

  command("forgeline.mergeRequest.showNew", "opens what came since a commit", async (run) => {
    const row = await own.request("topic");
    await run(row);
    assert.deepEqual(stage.notices, ["No new changes in !1."]);
    await own.commitMore("topic", { "more.txt": "more\n" });
    await run(row, row.mergeRequest.sha);
    await newChanges();
  });

  command("forgeline.mergeRequest.merge", "keeps options after a refusal", async (run) => {
    const row = await own.request("topic");
    const done = run(row);
    await pickAt(box, "Merge Now", "Delete Source Branch");
    await look(box, "into main");
    const { sha } = await own.commitMore("topic", { "surprise.txt": "surprise\n" });
    await pick(box, "Merge Now");
    await done;
    await stage.says(
      new RegExp(`was updated from ${row.mergeRequest.sha!.slice(0, 8)} to ${sha.slice(0, 8)} since you`),
    );
    await mergeNow(run(await own.row(1)));
    assert.equal((await own.head("main"))?.parent_ids?.[1], sha);
    assert.equal(await own.head("topic"), undefined);
  });

  command("forgeline.mergeRequest.merge", "names what is in the way", async (run) => {
    const row = await own.request("topic", { title: "Draft: Do topic" });
    const done = run(row);
    assert.equal((await look(box, "It is a draft")).rows[0], "It is a draft.");
    await pick(box, "Merge Now");
    await done;
    await stage.says(/!1 was not merged\. It is a draft/, ["Mark as Ready", "Show Log"]);
    const again = run(row);
    await stage.enterAt(box, "It is a draft");
    await again;
    await mergeable();
    assert.equal((await own.row(1)).mergeRequest.title, "Do topic");
  });

  const refuse = (status: number) =>
    stage.control.fault({ method: "PUT", path: "/merge$", status, body: { message: "Branch cannot be merged" } });
  const merged = (state: string) => () =>
    stage.control.waitForMergeRequest({ project: own.project.path, iid: 1, state: [state] });
  const protect = { name: "main", merge_access_level: 0, push_access_level: 0 };
  const conflict = () => own.commitMore("main", { "README.md": "# Ours\n" });
  const guard = () => stage.client.protectedBranches.create(own.project.path, protect);
  const require = () => stage.control.setMergeRules({ project: own.project.path, approvals: 1 });
  const surprise = () => own.commitMore("topic", { "surprise.txt": "surprise\n" });
  const close = () => update({ state_event: "close" });
  type Refusal = readonly [
    name: string,
    status: number,
    meanwhile: (row: Row) => Promise<unknown>,
    says: RegExp,
    remedy: string,
    helps?: () => Promise<unknown>,
  ];
  /** What happens on the host while the menu is open, what is said then, and what the remedy does. */
  const refusals: readonly Refusal[] = [
    ["new conflicts", 422, conflict, /!1 could not be merged\. It has conflicts with/, "Check Out Branch"],
    ["422 without a reason", 422, () => refuse(422), /Its branches have conflicts, or one/, "Check Out Branch"],
    ["a newly protected branch", 401, guard, /cannot merge into the protected branch “main”/, "Switch Account"],
    ["required approvals", 405, require, /!1 was not merged\. It requires approval/, "Approve", mergeable],
    ["a state that cannot be merged", 406, () => refuse(406), /cannot be merged in its current state/, "Refresh"],
    ["new commits", 409, surprise, /!1 was updated from .* to .* since you last/, "Show New Changes", newChanges],
    ["a closed merge request", 405, close, /!1 was not merged\. It is closed/, "Reopen", merged("opened")],
    ["a merge by someone else", 405, mergeOnHost, /merged in the meantime, with other options/, "Show Pipeline"],
  ];
  for (const [name, status, meanwhile, says, remedy, helps] of refusals)
    command("forgeline.mergeRequest.merge", `offers a remedy for ${name}`, async (run) => {
      const row = await own.request("topic", { by: "bob" }, { "README.md": "# Theirs\n" });
      await answered(run(row), [() => look(box, "Merge Now"), () => meanwhile(row), () => pick(box, "Merge Now")]);
      const { level, text, buttons } = await stage.message();
      const merges = (await stage.control.requests()).filter(({ method, path }) =>
        `${method} ${path}`.endsWith("/merge"),
      );
      assert.deepEqual([merges.at(-1)?.status, level, buttons], [status, "error", [remedy, "Show Log"]]);
      assert.match(text, says);
      assert.ok(
        stage.app.sessions.list().every((session) => session.status === "active"),
        "nobody is signed out",
      );
      if (!helps) return;
      await press(remedy);
      await helps();
    });

  command("forgeline.mergeRequest.reopen", "reports one merged meanwhile", async (run) => {
    const row = await own.request("topic", { state: "closed" });
    await update({ state_event: "reopen" });
    await mergeOnHost(row);
    await run(row);
    await stage.says(/!1 was merged in the meantime/);
    await vscode.commands.executeCommand("forgeline.mergeRequest.merge", row);
    await stage.says(/!1 cannot be merged\. It is already merged/);
  });

  command("forgeline.mergeRequest.close", "accepts one closed meanwhile", async (run) => {
    const row = await own.request("topic");
    await update({ state_event: "close" });
    await run(row);
    assert.deepEqual(stage.notices, ["Closed !1."]);
    await vscode.commands.executeCommand("forgeline.mergeRequest.checkMerge", row);
    await stage.says(/!1 has no merge result\. It is closed/, ["Reopen", "Show Log"]);
  });
});

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

  command(id, "opens both versions of a conflict with what they were before, to be merged", async (run) => {
    const request = await own.request("topic", { description: "Old words" });
    await run(request);
    const document = await write("My words");
    await update({ description: "Their words" });
    assert.equal(await document.save(), false);
    await stage.says(/Someone else changed the description of !1 while you were editing/);
    assert.deepEqual([(await now()).description, document.getText()], ["Their words", "My words"]);
    // What the message offers stays in reach.
    let sides: (vscode.Uri | undefined)[] = [];
    const watched = watchCommands((command, [given]) => {
      const merge = given as { base: vscode.Uri; input1: { uri: vscode.Uri }; input2: { uri: vscode.Uri } };
      if (command === "_open.mergeEditor") sides = [merge.base, merge.input1.uri, merge.input2.uri];
    });
    await Promise.all([run(request), own.pick("Resolve Conflict", "Merge…")]);
    watched.dispose();
    assert.deepEqual(await Promise.all(sides.map(textOf)), ["Old words", "Their words", "My words"]);
    assert.match(document.getText(), /^<{7} .*\nMy words\n\|{7} .*\nOld words\n={7}\nTheir words\n>{7} .*$/);
    assert.equal(document.isDirty, false, "the merge editor has saved it, and nobody was asked");
    const saving = vscode.commands.executeCommand("workbench.action.files.save");
    assert.match(await stage.answer("Cancel"), /1 conflict is left/);
    await saving;
    assert.equal((await now()).description, "Their words");
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
    const described = (): string => {
      const item = new vscode.TreeItem("!1");
      for (const marks of stage.app.marks.sources) marks.mark(item, { kind: "mergeRequest", ...row });
      return String(item.description);
    };
    await stage.app.mergeRequests.view.load();
    assert.match(described(), /description not sent/);

    await run(row);
    assert.equal((await editor()).document.getText(), "My words");
    await stage.says(/This is your unsaved description of merge request !1 “Do topic”/, ["Send", "Discard…"]);
    await stage.press("Send");
    await sent();
    assert.equal((await now()).description, "My words");
    assert.doesNotMatch(described(), /not sent/);
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
