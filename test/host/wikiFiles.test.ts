/** Pages of wikis as files: what VS Code does with them, and what the host has then. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { uploadBytes } from "../../src/api/upload.ts";
import type { WikiFiles } from "../../src/features/wiki/wikiFiles.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { linksOf } from "./provided.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { png } from "./wikiPictures.ts";
import { retype } from "./writeLines.ts";

describe("wiki pages as files", () => {
  const stage = setStage();
  const { press } = stage;
  let own: OwnProject;
  let files: WikiFiles;
  const { fs } = vscode.workspace;
  const at = (path: string): vscode.Uri =>
    files.uriOf({ instance: own.instance, project: own.path }, { slug: "home", format: "markdown" }).with({ path });
  const text = async (path: string): Promise<string> => Buffer.from(await fs.readFile(at(path))).toString();
  const write = (path: string, content: string) => fs.writeFile(at(path), Buffer.from(content));
  const page = async (slug: string) => (await stage.client.wikis.get(own.path, slug)).content;
  const slugs = async () => (await stage.client.wikis.list(own.path).all()).items.map(({ slug }) => slug).sort();
  const names = async (path: string) =>
    (await fs.readDirectory(at(path))).map(([name, type]) => `${name}${type === vscode.FileType.Directory ? "/" : ""}`);

  beforeEach(async () => {
    own = await ownProject(stage.app);
    files = await stage.app.wiki.files.load();
    await stage.client.wikis.create(own.path, { title: "home", content: "# Home\n" });
    await stage.client.wikis.create(own.path, { title: "Sensors", content: "All of them" });
    await stage.client.wikis.create(own.path, { title: "Sensors/North pier", content: "= North", format: "asciidoc" });
    await stage.client.wikis.create(own.path, { title: "気象/手引き", content: "手引き", format: "org" });
  });

  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("lists pages by folder, in any script", async () => {
    assert.deepEqual(await names("/"), ["home.md", "Sensors/", "Sensors.md", "気象/"]);
    assert.deepEqual(await names("/Sensors"), ["North-pier.asciidoc"]);
    const found = [await text("/気象/手引き.org"), await text("/Sensors/North-pier.asciidoc")];
    assert.deepEqual(found, ["手引き", "= North"]);
    await assert.rejects(async () => fs.stat(at("/nothing.md")), { code: "FileNotFound" });
    await assert.rejects(async () => fs.readDirectory(at("/nothing")), { code: "FileNotFound" });
  });

  it("handles any title that hosts allow", async () => {
    const [odd, path] = ["50% of #1? [draft]/a+b & c=d; “x”", "/50%-of-#1?-[draft]/a+b-&-c=d;-“x”.md"];
    await write(`/${odd}.md`, "odd");
    assert.ok((await names("/")).includes("50%-of-#1?-[draft]/"));
    assert.deepEqual(await names("/50%-of-#1?-[draft]"), ["a+b-&-c=d;-“x”.md"]);
    const document = await vscode.workspace.openTextDocument(at(path));
    await retype(document, "changed");
    assert.equal(await document.save(), true);
    assert.equal(await page(path.slice(1, -".md".length)), "changed");
    await fs.rename(at(path), at("/%2F ~ 100%.org"));
    assert.equal(await page("%2F-~-100%"), "changed");
    await fs.delete(at("/%2F-~-100%.org"));
    assert.equal((await slugs()).length, 4);
  });

  it("keeps both texts of a conflict", async () => {
    const document = await vscode.workspace.openTextDocument(at("/home.md"));
    await vscode.window.showTextDocument(document);
    await retype(document, "Mine");
    await stage.client.wikis.update(own.path, "home", { content: "Theirs" });
    assert.equal(await document.save(), false);
    const { text: said, buttons } = await stage.message();
    assert.match(said, /^Someone else changed the wiki page “home” while you were editing/);
    assert.deepEqual(buttons, ["Compare", "Overwrite Theirs", "Use Theirs"]);
    assert.deepEqual([await page("home"), document.getText(), document.isDirty], ["Theirs", "Mine", true]);
    await press("Overwrite Theirs");
    await until("the page to be sent", () => !document.isDirty, vscode.workspace.onDidSaveTextDocument);
    assert.equal(await page("home"), "Mine");
  });

  it("recreates a deleted page only when told to", async () => {
    const document = await vscode.workspace.openTextDocument(at("/Sensors.md"));
    await vscode.window.showTextDocument(document);
    await retype(document, "Still needed");
    await stage.client.wikis.delete(own.path, "Sensors");
    assert.equal(await document.save(), false);
    await stage.says(/^Someone else deleted the wiki page “Sensors” while you were editing/);
    assert.equal((await slugs()).includes("Sensors"), false);
    await press("Create Again");
    await until("the page to be made", () => !document.isDirty, vscode.workspace.onDidSaveTextDocument);
    assert.equal(await page("Sensors"), "Still needed");
  });

  it("keeps both texts after a restart", async () => {
    const document = await vscode.workspace.openTextDocument(at("/home.md"));
    await vscode.window.showTextDocument(document);
    const { mtime } = await fs.stat(document.uri);
    await retype(document, "Typed, never saved");
    await stage.client.wikis.update(own.path, "home", { content: "Theirs" });
    // What a window knows when it opens again, in which the editor still has the words.
    const { context, changed } = files as unknown as {
      context: ConstructorParameters<typeof WikiFiles>[0];
      changed: () => void;
    };
    const again = new (files.constructor as typeof WikiFiles)(context, changed);
    try {
      const found = (await again.stat(document.uri, new AbortController().signal)).mtime;
      assert.equal(found, mtime, "else the editor takes its document for an old one");
      await assert.rejects(
        again.texts.writeFile(document.uri, Buffer.from(document.getText())),
        /Someone else changed the wiki page “home” in the meantime/,
      );
      await stage.says(/^Someone else changed .* while you were editing/);
      assert.equal(await page("home"), "Theirs");
    } finally {
      again.dispose();
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
    assert.equal(files.texts.isUnsent(document.uri), true);
    await files.texts.discard(document.uri);
    assert.equal(await text("/home.md"), "Theirs");
  });

  it("saves again without a conflict after an outage", async () => {
    assert.equal(await text("/home.md"), "# Home\n");
    const next = { path: "^/api/", status: 502 };
    await stage.control.fault({ method: "write", path: own.address("/wikis"), action: "loseAnswer", times: 1, next });
    await assert.rejects(
      async () => write("/home.md", "# Sent\n"),
      /was lost before it responded.* It may have been saved anyway\. Your text is kept locally\. Save again to be sure\./,
    );
    await stage.control.clearFaults();
    assert.equal(await page("home"), "# Sent\n");
    await write("/home.md", "# Sent, then changed\n");
    assert.equal(await page("home"), "# Sent, then changed\n");
    // Somebody else is still somebody else.
    await stage.client.wikis.update(own.path, "home", { content: "# Theirs\n" });
    await assert.rejects(async () => write("/home.md", "# Mine\n"), /Someone else changed .* in the meantime/);
    await stage.says(/^Someone else changed .* while you were editing/);
    assert.equal(await page("home"), "# Theirs\n");
  });

  it("moves pages and folders, changing formats", async () => {
    await fs.rename(at("/Sensors/North-pier.asciidoc"), at("/Pier.md"));
    assert.deepEqual(await slugs(), ["Pier", "Sensors", "home", "気象/手引き"].sort());
    assert.equal((await stage.client.wikis.get(own.path, "Pier")).format, "markdown");
    await fs.rename(at("/気象"), at("/Weather/Guides"));
    assert.ok((await slugs()).includes("Weather/Guides/手引き"));
    await assert.rejects(async () => fs.rename(at("/Pier.md"), at("/home.md")), { code: "FileExists" });
    assert.equal(await page("home"), "# Home\n");
  });

  it("removes pages and folders", async () => {
    await fs.delete(at("/home.md"));
    assert.equal((await slugs()).includes("home"), false);
    await write("/Old/a.md", "a");
    await write("/Old/deep/b.md", "b");
    await fs.delete(at("/Old"), { recursive: true });
    assert.deepEqual(await slugs(), ["Sensors", "Sensors/North-pier", "気象/手引き"].sort());
    await assert.rejects(async () => fs.delete(at("/home.md")), { code: "FileNotFound" });
  });

  /** What stands in a document as a link, and the path that it leads to when it is followed. */
  const links = async (path: string) => {
    const document = await vscode.workspace.openTextDocument(at(path));
    const found = await linksOf(document.uri, 100);
    return found.map(({ range, target }) => [
      document.getText(range),
      target?.scheme === "forgeline-wiki" ? target.path : target?.toString(true),
      target?.fragment ?? "",
    ]);
  };

  it("links pages where the preview does, to the line of a heading too", async () => {
    const { url } = (
      await stage.client.wikis.uploadAttachment(own.path, { file: uploadBytes("pier.png", png(60, 40)) })
    ).link;
    await stage.client.wikis.create(own.path, {
      title: "Sensors/50% of #1? [draft]",
      content: "# Draft\n\n## What it costs\n",
    });
    await stage.client.wikis.create(own.path, {
      title: "Sensors/Dry dock",
      content: `[Start](home) [pier](North-pier) [[Sensors/North pier]] ![picture](${url})\n[draft](/Sensors/50%25-of-%231%3F-%5Bdraft%5D#what-it-costs)\n\`[code](home)\` [out](https://example.com/a)\n`,
    });
    assert.deepEqual(await links("/Sensors/Dry-dock.md"), [
      ["home", "/home.md", ""],
      ["North-pier", "/Sensors/North-pier.asciidoc", ""],
      ["Sensors/North pier", "/Sensors/North-pier.asciidoc", ""],
      [url, `/${url}`, ""],
      ["/Sensors/50%25-of-%231%3F-%5Bdraft%5D#what-it-costs", "/Sensors/50%-of-#1?-[draft].md", "L3"],
    ]);
  });

  it("links pages of other formats, and where pages cannot be listed", async () => {
    await stage.client.wikis.create(own.path, {
      title: "Pier",
      content: "link:Guides/Dock[the dock] <<home>> https://example.com/a[out]",
      format: "asciidoc",
    });
    await stage.control.fault({ path: own.address("/wikis\\?"), status: 503, body: "" });
    assert.deepEqual((await links("/Pier.asciidoc")).slice(0, 2), [
      ["Guides/Dock", "/Guides/Dock.md", ""],
      ["home", "/home.md", ""],
    ]);
  });

  it("opens the current version of a page that was open before", async () => {
    await write("/Sensors.md", "# Before\n");
    await write("/home.md", "[All](Sensors#now)\n");
    await vscode.window.showTextDocument(at("/Sensors.md"));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await stage.client.wikis.update(own.path, "Sensors", { content: "# Before\n\n# Now\n" });
    const { document } = await vscode.window.showTextDocument(at("/home.md"));
    const [link] = await linksOf(document.uri, 1);
    await vscode.commands.executeCommand("vscode.open", link?.target);
    const editor = await until(
      "the page",
      () => {
        const { activeTextEditor: active } = vscode.window;
        return active?.document.uri.path === "/Sensors.md" ? active : undefined;
      },
      vscode.window.onDidChangeActiveTextEditor,
    );
    const isSo = () => editor.document.getText() === "# Before\n\n# Now\n";
    await until("the host's text", isSo, vscode.workspace.onDidChangeTextDocument);
    assert.deepEqual([editor.document.uri.fragment, link?.target?.fragment], ["", "L3"]);
  });
});
