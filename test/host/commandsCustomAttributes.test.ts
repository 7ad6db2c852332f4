import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { User } from "../../src/api/resources/userTypes.ts";
import type { AttributesRef } from "../../src/features/administration/customAttributes/refs.ts";
import { administrator } from "./administrators.ts";
import { command } from "./commandTest.ts";
import { diffInFront } from "./inFront.ts";
import { MadeUsers } from "./madeUsers.ts";
import { hideViews } from "./shownView.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { replaceLines, writeLines } from "./writeLines.ts";

describe("commands about custom attributes", () => {
  const stage = setStage();
  const { control } = stage;
  const people = new MadeUsers();
  let user: User;
  let ref: AttributesRef;
  before(async () => {
    stage.client = (await administrator()).connection.client;
    await hideViews(stage.app);
  });
  beforeEach(async () => {
    people.renew();
    user = await people.make("ana");
    ref = { instance: stage.info.url, owner: { kind: "users", name: user.username, id: user.id } };
  });
  afterEach(async () => {
    await control.clearFaults();
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const documents = await stage.app.administration.attributes.load();
    for (const uri of documents.unsent) await documents.forget(uri);
    await people.removeAll();
  });

  const { pick, look } = stage;
  const attributes = () => stage.client.customAttributes;
  const set = (key: string, value: string): Promise<unknown> => attributes().set("users", user.id, key, { value });
  const onHost = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await attributes().list("users", user.id).all()).items.map(({ key, value }) => [key, value]));
  const editor = (): Promise<vscode.TextDocument> =>
    until(
      "the attributes",
      () =>
        vscode.window.activeTextEditor?.document.uri.scheme === "forgeline-attributes"
          ? vscode.window.activeTextEditor.document
          : undefined,
      vscode.window.onDidChangeActiveTextEditor,
    );
  const write = async (text: string): Promise<vscode.TextDocument> => {
    const document = await editor();
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)),
      text,
    );
    await vscode.workspace.applyEdit(edit);
    return document;
  };
  const last = (): Promise<number> => control.lastRequest();
  const writes = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .filter(({ method, path }) => method !== "GET" && path.includes("/custom_attributes/"))
      .map(({ method, path }) => `${method} ${decodeURIComponent(path.replace(/^.*custom_attributes\//, ""))}`);

  const editAll = "forgeline.customAttribute.editAll";
  command(editAll, "opens a table of all, and sends on save only what differs", async (run) => {
    await set("team", "storm");
    await set("cost", "1");
    await run(ref);
    const document = await editor();
    assert.deepEqual([document.languageId, document.getText()], ["json", '{\n  "cost": "1",\n  "team": "storm"\n}\n']);
    const since = await last();
    await write('{ "team": "storm", "cost": "2", "a b/ü": "line\\nline" }');
    assert.equal(await document.save(), true);
    assert.deepEqual(await writes(since), ["PUT a b/ü", "PUT cost"]);
    assert.deepEqual(await onHost(), { team: "storm", cost: "2", "a b/ü": "line\nline" });
    assert.match(stage.notices.join(), /1 attribute added, 1 changed/);
  });

  command(editAll, "asks before anything is deleted, names it, and compares on demand", async (run) => {
    await set("team", "storm");
    await set("cost", "1");
    await run(ref);
    const document = await write('{ "cost": "2" }');
    const since = await last();
    let saved = document.save();
    const said = await stage.dialog("Compare First");
    assert.match(said, new RegExp(`Delete 1 custom attribute of user ${user.username} on 127\\.0\\.0\\.1`));
    assert.match(said, /Will be set:\s*cost: 2\s*Will be deleted:\s*team: storm/);
    assert.equal(await saved, false);
    await diffInFront();
    assert.deepEqual(await writes(since), []);
    saved = document.save();
    await stage.dialog("Save and Delete");
    assert.equal(await saved, true);
    stage.messages.take();
    assert.deepEqual([await onHost(), await writes(since)], [{ cost: "2" }, ["PUT cost", "DELETE team"]]);
  });

  command(editAll, "refuses what is no table before anything is sent, and keeps it", async (run) => {
    await set("team", "storm");
    await run(ref);
    const since = await last();
    for (const text of ['{ "team": 1 }', '{ "team": "a", "team": "b" }', '{ "": "a" }', "[]", '{ "team": ']) {
      const document = await write(text);
      assert.equal(await document.save(), false, text);
      assert.deepEqual([document.getText(), document.isDirty], [text, true]);
    }
    assert.deepEqual([await writes(since), await onHost()], [[], { team: "storm" }]);
  });

  command(editAll, "keeps another administrator's edits until they were compared", async (run) => {
    await set("team", "storm");
    await run(ref);
    const document = await write('{ "team": "calm" }');
    await set("team", "theirs");
    assert.equal(await document.save(), false);
    await stage.says(/Someone else changed the custom attributes of user u\w+ana while you were editing/);
    assert.deepEqual(await onHost(), { team: "theirs" });
    await stage.press("Overwrite Theirs");
    await until("the text to be sent", () => !document.isDirty, vscode.workspace.onDidSaveTextDocument);
    assert.deepEqual(await onHost(), { team: "calm" });
  });

  command(editAll, "from the palette finds a group by its path and a project by its number", async (run) => {
    const box = "Edit Custom Attributes";
    const { subgroup } = await control.info();
    let done = run();
    await pick(box, "A Group…");
    await stage.typeAt(box, "Enter the path (demo/team) or ID of a group", `/${subgroup.path}/`);
    await done;
    assert.match((await editor()).uri.path, new RegExp(`^/groups/${subgroup.path}\\.attributes\\.json$`));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    done = run();
    await pick(box, "A Project…");
    await stage.typeAt(box, "Enter the path (demo/weather-station) or ID of a project", String(stage.info.project.id));
    await done;
    assert.match((await editor()).uri.path, new RegExp(`^/projects/${stage.info.project.path}\\.attributes\\.json$`));
  });

  const one = "forgeline.customAttribute.set";
  const named = (): string => `Set Custom Attribute of user ${user.username}`;
  command(one, "adds one, changes one, and tells what another administrator did meanwhile", async (run) => {
    let done = run(ref);
    await stage.typeAt(named(), "Enter a key. An existing attribute is changed, a new one is added", "team");
    await look(named(), "Value of the new attribute");
    await writeLines(stage, { box: named(), use: "Use This Value", text: "storm\nand rain" });
    await done;
    assert.deepEqual(await onHost(), { team: "storm\nand rain" });
    done = run({ ...ref, attribute: { key: "team", value: "old" } });
    await look(named(), "Use This Value");
    await set("team", "theirs");
    await replaceLines(stage, { box: named(), use: "Use This Value", before: "storm\nand rain", text: "mine" });
    assert.equal((await look(named(), "Someone set “team” to “theirs” in the meantime")).value, "mine");
    assert.deepEqual(await onHost(), { team: "theirs" });
    await stage.enter(named());
    await done;
    assert.deepEqual(await onHost(), { team: "mine" });
  });

  command(one, "tells that the user is gone", async (run) => {
    await people.delete(user.id);
    await run({ ...ref, attribute: { key: "team", value: "storm" } });
    await stage.says(/Not found on .*: user u\w+ana\. It may have been deleted/);
  });

  const remove = "forgeline.customAttribute.delete";
  command(remove, "asks with key, value and whose it is, from the row and the palette", async (run) => {
    await set("team", "storm");
    await set("cost", "1");
    let done = run({ ...ref, attribute: { key: "team", value: "storm" } });
    const said = await stage.dialog("Delete");
    assert.match(
      said,
      new RegExp(`Delete the custom attribute “team” of user ${user.username} on 127\\.0\\.0\\.1[^]*“storm”`),
    );
    await done;
    done = run();
    const box = "Delete Custom Attribute";
    await pick(box, "A User…");
    await look(box, `Person ${user.username}`);
    await pick(box, `Person ${user.username}`, user.username);
    await pick(box, "cost");
    await stage.dialog("Delete");
    await done;
    stage.messages.take();
    assert.deepEqual(await onHost(), {});
    await Promise.all([run({ ...ref, attribute: { key: "team", value: "storm" } }), stage.dialog("Delete")]);
    stage.messages.take();
    assert.match(stage.notices.at(-1) ?? "", /is already deleted/);
  });

  command("forgeline.customAttribute.show", "keeps a user in the view, refuses unknown ones", async (run) => {
    const box = "Show Custom Attributes";
    let done = run();
    await pick(box, "A Project…");
    await stage.typeAt(box, "Enter the path (demo/weather-station) or ID of a project", "no/such-project");
    await done;
    await stage.says(/The ID of project no\/such-project was not found on/);
    done = run();
    await pick(box, "A User…");
    await look(box, `Person ${user.username}`);
    await pick(box, `Person ${user.username}`, user.username);
    await done;
    const folder = (await stage.app.administration.view.load())?.attributes ?? assert.fail("there is no view");
    assert.ok(folder.owners.some(({ owner }) => owner.name === user.username));
    await folder.hide(ref.owner);
    await hideViews(stage.app);
  });

  command("forgeline.customAttribute.hide", "takes it out of the view, and nothing from the host", async (run) => {
    await set("team", "storm");
    const folder = (await stage.app.administration.view.load())?.attributes ?? assert.fail("there is no view");
    await folder.add(ref.owner);
    await run(ref);
    const found = folder.owners.some(({ owner }) => owner.name === user.username);
    assert.equal(found, false);
    assert.deepEqual(await onHost(), { team: "storm" });
  });
});
