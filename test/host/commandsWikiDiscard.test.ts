/** Taking back what was written in wiki pages and not sent. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { WikiFiles } from "../../src/features/wiki/wikiFiles.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("discarding what was written in a wiki page", () => {
  const stage = setStage();
  const { pick, dialog } = stage;
  let own: OwnProject;
  let files: WikiFiles;
  const at = (slug: string, format = "markdown"): vscode.Uri =>
    files.uriOf({ instance: own.instance, project: own.path }, { slug, format });
  const row = (slug: string, format = "markdown") => ({
    kind: "wiki",
    instance: own.instance,
    project: own.path,
    slug,
    title: slug,
    format,
  });

  beforeEach(async () => {
    own = await ownProject(stage.app);
    files = await stage.app.wiki.files.load();
    // What other suites left unsent is not meant here.
    for (const uri of files.texts.unsent) await files.texts.discard(uri);
    await stage.client.wikis.create(own.path, { title: "home", content: "Theirs" });
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  command("forgeline.wiki.discard", "restores the host's text and drops new pages", async (run) => {
    await run();
    assert.match((await stage.message()).text, /There are no unsaved changes to wiki pages/);
    const { document } = await vscode.window.showTextDocument(at("home"));
    await run(document.uri);
    assert.match((await stage.message()).text, /This page has no unsaved changes/);
    await stage.control.fault({
      method: "PUT",
      path: own.address("/wikis/home$"),
      status: 403,
      body: { message: "403 Forbidden" },
    });
    await vscode.workspace.fs.writeFile(document.uri, Buffer.from("Mine")).then(undefined, () => undefined);
    assert.equal(files.texts.isUnsent(document.uri), true);
    // Its row has the format of the host, which may be another by now.
    let done = run(row("home", "org"));
    const said = await dialog("Discard");
    await done;
    assert.match(said, /Discard unsaved changes to “home”\?/);
    assert.equal(files.texts.isUnsent(document.uri), false);
    await until("the host's text", () => document.getText() === "Theirs", vscode.workspace.onDidChangeTextDocument);
    await files.texts.begin(at("Begun/Page"), "begun");
    await vscode.window.showTextDocument(at("Begun/Page"));
    done = run();
    await pick("Discard Unsaved Changes", "Begun/Page");
    await dialog("Discard");
    await done;
    // The dialogs.
    stage.messages.take();
    assert.deepEqual(files.texts.unsent, []);
    assert.equal(
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .some(({ input }) => input instanceof vscode.TabInputText && input.uri.path === "/Begun/Page.md"),
      false,
    );
  });
});
