/** Wikis of hosts that derive no slugs: blanks and signs stand in them as in the titles. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { viewSuite } from "./viewSuite.ts";

const title = "Größe & Maße";

describe("wiki pages whose slugs have blanks", () => {
  const suite = viewSuite(VIEWS.wiki, "Wiki", ({ wiki }) => wiki.view);
  const wikis = () => suite.app.connections.get(suite.project.instance).client.wikis;
  const uri = async (slug: string) =>
    (await suite.app.wiki.files.load()).uriOf(
      { instance: suite.project.instance, project: suite.project.path },
      { slug, format: "markdown" },
    );

  beforeEach(async () => {
    await suite.control.exactWikiSlugs(suite.project.path);
    await wikis().create(suite.project.path, { title, content: "# Units\n\n[Foot](<Größe & Maße/Foot 1>)" });
    await wikis().create(suite.project.path, { title: `${title}/Foot 1`, content: "# Foot\n\n## Inch\n" });
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("are opened from the view, saved, and followed by their links", async () => {
    const [row] = await suite.open();
    assert.equal(row?.label, title);
    await suite.rows.press(row);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const { document } = editor;
    assert.equal(document.uri.path, `/${title}.md`);
    assert.match(document.getText(), /^# Units/);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      "vscode.executeLinkProvider",
      document.uri,
      100,
    );
    assert.deepEqual(
      links.map(({ target }) => target?.path),
      [`/${title}/Foot 1.md`],
    );
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "New\n"));
    assert.equal(await document.save(), true);
    assert.match((await wikis().get(suite.project.path, title)).content ?? "", /^New\n# Units/);
    const [below] = await suite.rows.below(row);
    assert.equal(below?.label, "Foot 1");
    assert.ok(below);
    await suite.rows.press(below);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), "# Foot\n\n## Inch\n");
    assert.deepEqual(
      (await vscode.workspace.fs.readDirectory((await uri(title)).with({ path: `/${title}` }))).map(([name]) => name),
      ["Foot 1.md"],
    );
  });
});

describe("wiki pages whose slugs have blanks, by command", () => {
  const stage = setStage();
  const { pick } = stage;
  let own: OwnProject;
  const uri = async (slug: string) =>
    (await stage.app.wiki.files.load()).uriOf(
      { instance: own.instance, project: own.path },
      { slug, format: "markdown" },
    );

  beforeEach(async () => {
    own = await ownProject(stage.app);
    await stage.control.exactWikiSlugs(own.path);
    const { wikis } = stage.client;
    await wikis.create(own.path, { title, content: "# Units" });
    await wikis.create(own.path, { title: `${title}/Foot 1`, content: "# Foot" });
    await wikis.update(own.path, title, { content: "# Newer" });
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("have a history, are renamed and deleted", async () => {
    const { wikis } = stage.client;
    const showing = vscode.commands.executeCommand("forgeline.wiki.showHistory", await uri(title));
    await pick("History of “", `alice created page: ${title}`);
    await showing;
    const version = await until(
      "the version",
      () => {
        const shown = vscode.window.activeTextEditor?.document;
        return shown?.uri.query.startsWith("version=") === true ? shown : undefined;
      },
      vscode.window.onDidChangeActiveTextEditor,
    );
    assert.match(version.getText(), /^# Units/);
    await vscode.workspace.fs.rename(await uri(`${title}/Foot 1`), await uri(`${title}/Foot & 2`));
    assert.equal((await wikis.get(own.path, `${title}/Foot & 2`)).content, "# Foot");
    await vscode.workspace.fs.delete(await uri(title));
    await assert.rejects(wikis.get(own.path, title), { kind: "notFound" });
  });
});
