import assert from "node:assert/strict";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { User } from "../../src/api/resources/userTypes.ts";
import type { UserRef } from "../../src/core/people/refs.ts";
import { command } from "./commandTest.ts";
import { openedBy } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { freshKey, userStage } from "./userStage.ts";

describe("commands about users", () => {
  const stage = setStage();
  const { look, pick, fill, escape } = stage;
  const users = userStage();
  let user: User;
  let row: UserRef;
  beforeEach(async () => {
    user = await users.make("Pia Søe");
    row = { instance: stage.scope.instance, user };
    await vscode.env.clipboard.writeText("before");
  });
  afterEach(async () => {
    await (await stage.app.people.view.load())?.users.filter.set({});
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });
  const filter = async (): Promise<object | undefined> => (await stage.app.people.view.load())?.users.filter.value;
  const copied = (): Thenable<string> => vscode.env.clipboard.readText();

  command("forgeline.user.show", "shows a user found by name, username or ID", async (run) => {
    const key = freshKey("pia@desk");
    await users.as(user, "POST", "/user/keys", { title: "desk", key });
    const byNumber = run();
    await pick("Show User Profile", "Pia Søe", String(user.id));
    await pick(`Pia Søe (@${user.username})`, "ED25519 SHA256:");
    await byNumber;
    assert.equal(await copied(), key);
    const byRow = run(row);
    const { rows } = await look("Pia Søe", "Open Profile in Browser");
    assert.deepEqual(rows.slice(0, 3), [`Copy @${user.username}`, "Insert Mention", "Open Profile in Browser"]);
    await pick("Pia Søe", `Copy @${user.username}`);
    await byRow;
    assert.equal(await copied(), `@${user.username}`);
    assert.deepEqual(stage.notices, ["Copied SSH key “desk”.", `Copied @${user.username}.`]);
  });

  command("forgeline.users.search", "searches while typing, then shows a user or filters", async (run) => {
    const since = await users.now();
    const shown = run();
    // A name that no row in sight has: what stands there then is what the host found.
    await fill("Search Users", `@${user.username}x`);
    await look("Search Users", "No matching users");
    await pick("Search Users", "Pia Søe", `@${user.username}`);
    await look("Pia Søe (@", "Open Profile in Browser");
    await escape("Pia Søe (@");
    await shown;
    assert.ok((await users.asked(since)).includes(`GET /users?username=${user.username}&per_page=50`));
    const narrowed = run();
    await pick("Search Users", "Filter People View by “pia s”", "pia s");
    await narrowed;
    assert.deepEqual(await filter(), { search: "pia s" });
    const named = run();
    await pick("Search Users", `Filter People View by “@${user.username}”`, `@${user.username}`);
    await named;
    assert.deepEqual(await filter(), { username: user.username });
  });

  command("forgeline.users.filter", "filters by state, name and username", async (run) => {
    const menu = run();
    await pick("Filter People", "State");
    await pick("State", "Blocked");
    await look("Filter People", "Clear All");
    await escape("Filter People");
    await menu;
    assert.deepEqual(await filter(), { state: "blocked" });
  });

  command("forgeline.users.clearFilter", "shows all users again", async (run) => {
    await (await stage.app.people.view.load())?.users.filter.set({ search: "x", state: "active" });
    assert.deepEqual(await filter(), { search: "x", state: "active" });
    await run();
    assert.deepEqual(await filter(), {});
  });

  command("forgeline.user.copyMention", "copies the mention of a row or a found user", async (run) => {
    await run(row);
    assert.equal(await copied(), `@${user.username}`);
    await vscode.env.clipboard.writeText("before");
    const asked = run();
    await pick("Copy User Mention", "Pia Søe", "pia søe");
    await asked;
    assert.equal(await copied(), `@${user.username}`);
  });

  command("forgeline.user.insertMention", "inserts at every cursor", async (run) => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until(
      "no editor",
      () => vscode.window.activeTextEditor === undefined,
      vscode.window.onDidChangeActiveTextEditor,
    );
    await run(row);
    assert.match((await stage.message()).text, /Open a file/);
    const document = await vscode.workspace.openTextDocument({ content: "Thanks X and Y" });
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = [new vscode.Selection(0, 7, 0, 8), new vscode.Selection(0, 13, 0, 14)];
    await run(row);
    assert.equal(document.getText(), `Thanks @${user.username} and @${user.username}`);
  });

  command("forgeline.user.openInBrowser", "opens the page, requesting the address if needed", async (run) => {
    const opened = await openedBy(async () => {
      await run(row);
      await run({ instance: row.instance, user: { id: user.id, username: user.username, name: user.name } });
    });
    assert.deepEqual(opened, [user.web_url, user.web_url]);
  });

  command("forgeline.user.copyLink", "copies the address of the page", async (run) => {
    await run(row);
    assert.equal(await copied(), user.web_url);
  });
});
