/** What a page was before, from the wiki's repository. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { WikiFiles } from "../../src/features/wiki/wikiFiles.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("the history of a wiki page", () => {
  const stage = setStage();
  const { look, press, escape } = stage;
  let own: OwnProject;
  const text = Array.from({ length: 20 }, (_, line) => `Line ${line}\n`).join("");
  const row = (slug: string) => ({
    kind: "wiki",
    instance: own.instance,
    project: own.path,
    slug,
    title: slug,
    format: "markdown",
  });
  const box = "History of “";
  const pick = (title: string, button?: string) =>
    stage.person({ action: "pick", box, row: title, ...(button !== undefined && { button }) });
  const shown = () =>
    until(
      "the version",
      () =>
        vscode.window.activeTextEditor?.document.uri.query.startsWith("version=") === true
          ? vscode.window.activeTextEditor.document
          : undefined,
      vscode.window.onDidChangeActiveTextEditor,
    );
  const diff = () =>
    until(
      "the comparison",
      () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return input instanceof vscode.TabInputTextDiff ? input : undefined;
      },
      vscode.window.tabGroups.onDidChangeTabs,
    );
  const content = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

  beforeEach(async () => {
    own = await ownProject(stage.app);
    const { wikis } = stage.client;
    await wikis.create(own.path, { title: "Old name", content: text });
    await wikis.create(own.path, { title: "Other", content: "other" });
    await wikis.update(own.path, "Old-name", { content: `${text}Second\n` });
    await wikis.update(own.path, "Old-name", { title: "/Deep/New name", content: `${text}Third\n` });
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  command("forgeline.wiki.showHistory", "lists commits under earlier names and opens one", async (run) => {
    const done = run(row("Deep/New-name"));
    const seen = await look(box, "created");
    assert.deepEqual(seen.rows, [
      "alice updated page: Deep/New-name",
      "alice updated page: Old-name",
      "alice created page: Old-name",
    ]);
    await stage.person({ action: "screenshot", name: "wiki-history" });
    await pick("alice created page: Old-name");
    await done;
    const document = await shown();
    assert.equal(document.getText(), text);
    assert.deepEqual([document.uri.path, document.languageId], ["/Old-name.md", "markdown"]);
    assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "", /^Old-name\.md \([0-9a-f]{8}\)$/);
  });

  command("forgeline.wiki.showHistory", "opens read-only versions, after a reload too", async (run) => {
    const done = run(row("Deep/New-name"));
    await pick("alice updated page: Old-name");
    await done;
    const { uri } = await shown();
    assert.equal((await vscode.workspace.fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, Buffer.from("x")), { code: "NoPermissions" });
    await assert.rejects(async () => vscode.workspace.fs.delete(uri), { code: "NoPermissions" });
    const files = await stage.app.wiki.files.load();
    const { context, changed } = files as unknown as {
      context: ConstructorParameters<typeof WikiFiles>[0];
      changed: () => void;
    };
    const again = new (files.constructor as typeof WikiFiles)(context, changed);
    const { signal } = new AbortController();
    const read = async (of: vscode.Uri): Promise<string> => Buffer.from(await again.readFile(of, signal)).toString();
    try {
      await own.forget();
      assert.equal(await read(uri), `${text}Second\n`);
      assert.deepEqual(await own.asked(), [`GET /wikis/Old-name?${uri.query}`]);
      assert.equal(await read(uri.with({ query: "version=" })), "", "before there was a page");
      await stage.control.fault({
        path: own.address("/wikis/Old-name\\?"),
        status: 404,
        body: { message: "404 Wiki Page Not Found" },
      });
      assert.equal(await read(uri.with({ fragment: "once-more" })), `${text}Second\n`, "from the repository");
      await assert.rejects(
        read(uri.with({ query: "version=0123456789" })),
        /“Old-name\.md” does not exist in commit 01234567/,
      );
      await assert.rejects(read(uri.with({ query: "version=main" })), { code: "FileNotFound" });
    } finally {
      again.dispose();
    }
  });

  command("forgeline.wiki.showHistory", "compares with the previous and the current version", async (run) => {
    let done = run(row("Deep/New-name"));
    await pick("alice updated page: Deep/New-name", "Compare with Previous Version");
    await done;
    const before = await diff();
    assert.deepEqual(
      [await content(before.original), await content(before.modified)],
      [`${text}Second\n`, `${text}Third\n`],
    );
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    done = run(row("Deep/New-name"));
    await pick("alice created page: Old-name", "Compare with Previous Version");
    await done;
    assert.equal(await content((await diff()).original), "");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    done = run(row("Deep/New-name"));
    await pick("alice updated page: Old-name", "Compare with Current Version");
    await done;
    const present = await diff();
    assert.equal(present.modified.scheme, "forgeline-wiki");
    assert.deepEqual(
      [await content(present.original), await content(present.modified)],
      [`${text}Second\n`, `${text}Third\n`],
    );
  });

  command("forgeline.wiki.showHistory", "offers a version by SHA without the repository", async (run) => {
    await stage.control.fault({ path: "\\.wiki\\.git/", status: 403 });
    await run(row("Other"));
    const { text: said, buttons } = await stage.message();
    assert.match(
      said,
      /Your account on .* cannot read the wiki's repository\. You can still open a version by its SHA\./,
    );
    assert.deepEqual(buttons, ["Open Version…", "Show Log"]);
    await press("Open Version…");
    const asked = await look("Open Wiki Page Version");
    assert.match(asked.message, /SHA of a commit/);
    await escape("Open Wiki Page Version");
  });
});
