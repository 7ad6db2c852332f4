/** Links between the pages of a wiki in the text editor. */
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

describe("links of wiki pages in the editor", () => {
  const stage = setStage();
  let own: OwnProject;
  let files: WikiFiles;
  const at = (path: string): vscode.Uri =>
    files.uriOf({ instance: own.instance, project: own.path }, { slug: "home", format: "markdown" }).with({ path });
  const create = (title: string, content: string, format = "markdown") =>
    stage.client.wikis.create(own.path, { title, content, format });
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

  beforeEach(async () => {
    own = await ownProject(stage.app);
    files = await stage.app.wiki.files.load();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("lead where the preview's do, to the line of a heading too", async () => {
    const { url } = (
      await stage.client.wikis.uploadAttachment(own.path, { file: uploadBytes("pier.png", png(60, 40)) })
    ).link;
    await create("Sensors/North pier", "= North", "asciidoc");
    await create("Sensors/50% of #1? [draft]", "# Draft\n\n## What it costs\n");
    await create(
      "Sensors/Dry dock",
      `[Start](home) [pier](North-pier) [[Sensors/North pier]] ![picture](${url})\n[draft](/Sensors/50%25-of-%231%3F-%5Bdraft%5D#what-it-costs)\n\`[code](home)\` [out](https://example.com/a)\n`,
    );
    await create("home", "# Home\n");
    assert.deepEqual(await links("/Sensors/Dry-dock.md"), [
      ["home", "/home.md", ""],
      ["North-pier", "/Sensors/North-pier.asciidoc", ""],
      ["Sensors/North pier", "/Sensors/North-pier.asciidoc", ""],
      [url, `/${url}`, ""],
      ["/Sensors/50%25-of-%231%3F-%5Bdraft%5D#what-it-costs", "/Sensors/50%-of-#1?-[draft].md", "L3"],
    ]);
  });

  it("lead on in other formats, and where pages cannot be listed", async () => {
    await create("Pier", "link:Guides/Dock[the dock] <<home>> https://example.com/a[out]", "asciidoc");
    await stage.control.fault({ path: own.address("/wikis\\?"), status: 503, body: "" });
    assert.deepEqual((await links("/Pier.asciidoc")).slice(0, 2), [
      ["Guides/Dock", "/Guides/Dock.md", ""],
      ["home", "/home.md", ""],
    ]);
  });

  it("open the current version of a page that was open before", async () => {
    await create("Sensors", "# Before\n");
    await create("home", "[All](Sensors#now)\n");
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
    await until(
      "the host's text",
      () => editor.document.getText() === "# Before\n\n# Now\n",
      vscode.workspace.onDidChangeTextDocument,
    );
    assert.deepEqual([editor.document.uri.fragment, link?.target?.fragment], ["", "L3"]);
  });
});
