/** Pages of wikis in VS Code's own Markdown preview: links to pages, and pictures from the wiki's repository. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import { uploadBytes } from "../../../src/api/upload.ts";
import type { WikiFiles } from "../../../src/features/wiki/wikiFiles.ts";
import { type OwnProject, ownProject } from "../ownProject.ts";
import { replace } from "../spies.ts";
import { setStage } from "../stage.ts";
import { until } from "../until.ts";
import { png } from "../wikiPictures.ts";

/** ms that a slow host takes for a picture. */
const slowHost = 1_000;

describe("the Markdown preview of wiki pages @window", () => {
  const stage = setStage();
  let own: OwnProject;
  let files: WikiFiles;
  const at = (path: string): vscode.Uri =>
    files.uriOf({ instance: own.instance, project: own.path }, { slug: "home", format: "markdown" }).with({ path });
  const create = (title: string, content: string, format = "markdown") =>
    stage.client.wikis.create(own.path, { title, content, format });
  const preview = (path: string) => vscode.commands.executeCommand("markdown.showPreview", at(path));
  /** By Forgeline's command, which looks up before what the page leads to: VS Code loses a page that is asked for while another one is made again. */
  const open = (path: string) => vscode.commands.executeCommand("forgeline.wiki.preview", at(path));
  const heading = (name: string) => stage.person({ action: "find", role: "heading", name, page: true });
  const follow = (name: string) => stage.person({ action: "find", role: "link", name, page: true, click: true });
  const picture = async (words: string) =>
    JSON.parse(await stage.person({ action: "picture", words })) as { width: number; address: string };
  /** The preview is made again when it is known that there is no picture. */
  const placeholder = async (words: string) => {
    for (;;) {
      const seen = await picture(words);
      if (seen.width === 480) return seen;
      assert.equal(seen.width, 0, seen.address);
    }
  };
  const attach = async (name: string, bytes: Buffer) =>
    (await stage.client.wikis.uploadAttachment(own.path, { file: uploadBytes(name, bytes) })).link;

  beforeEach(async () => {
    own = await ownProject(stage.app);
    files = await stage.app.wiki.files.load();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("shows pictures of the wiki's repository and follows links to other pages @oldest", async () => {
    const { markdown, url } = await attach("north pier.png", png(120, 80));
    await create(
      "home",
      `# Weather stations\n\n${markdown}\n\n- [All sensors](Sensors)\n- [[the dry dock|Sensors/Dry dock]]\n`,
    );
    await create("Sensors", `# All sensors\n\n[Dry dock](/Sensors/Dry-dock#depth) [Start](home)\n`);
    await create(
      "Sensors/Dry dock",
      `# Dry dock\n\n![relative](${url}) ![rooted](/${url})\n\n<img alt="html" src="../${url}">\n\n[Back to the start](home) [[Sensors/North pier]]\n`,
    );
    await create("Sensors/North pier", "= North pier", "asciidoc");
    await open("/home.md");
    await heading("Weather stations");
    assert.equal((await picture("north_pier")).width, 120);
    await follow("All sensors");
    await heading("All sensors");
    await follow("Dry dock");
    await heading("Dry dock");
    for (const words of ["relative", "rooted", "html"]) assert.equal((await picture(words)).width, 120, words);
    await follow("Back to the start");
    await heading("Weather stations");
    await follow("the dry dock");
    await heading("Dry dock");
    await follow("Sensors/North pier");
    await until(
      "the page of another format",
      () => vscode.window.activeTextEditor?.document.uri.path === "/Sensors/North-pier.asciidoc",
      vscode.window.onDidChangeActiveTextEditor,
    );
    assert.deepEqual(
      await own.asked(/ \/wikis\/attachments/),
      ["POST /wikis/attachments"],
      "pictures come from the repository",
    );
  });

  it("shows pictures in pages whose slugs have blanks and follows links to those", async () => {
    await stage.control.exactWikiSlugs(own.path);
    const { url } = await attach("foot.png", png(120, 80));
    await create("home", "# Units\n\n[One foot](<Größe & Maße/Foot 1>)\n");
    await create("Größe & Maße/Foot 1", `# Foot\n\n![foot](${url})\n\n[Back](home)\n`);
    await open("/home.md");
    await heading("Units");
    await follow("One foot");
    await heading("Foot");
    assert.equal((await picture("foot")).width, 120);
    await follow("Back");
    await heading("Units");
  });

  it("explains in a picture's place why it is missing", async () => {
    const { markdown } = await attach("pier.png", png(120, 80));
    await create("home", `# Refused\n\n${markdown}\n`);
    await stage.control.fault({ path: "\\.wiki\\.git/", status: 403 });
    await preview("/home.md");
    await heading("Refused");
    const words = decodeURIComponent((await placeholder("pier")).address);
    assert.match(words, /cannot read the wiki&#39;s/);
    await stage.control.clearFaults();
    await files.repositories.open({ instance: own.instance, project: own.path }, { force: true });
    await create("Missing", "# Missing\n\n![gone](uploads/0123/gone.png)\n");
    await preview("/Missing.md");
    await heading("Missing");
    assert.match(
      decodeURIComponent((await placeholder("gone")).address),
      /“gone\.png” is not in the wiki&#39;s repository/,
    );
    await stage.person({ action: "screenshot", name: "wiki-placeholder" });
  });

  it("loads its pictures before it renders again", async () => {
    const { markdown } = await attach("slow.png", png(120, 80));
    await create("home", `# Slow\n\n${markdown}\n`);
    const { repository } = await files.repositories.open({ instance: own.instance, project: own.path });
    let waiting = 0;
    /** Of each time it was asked to be made again: how many pictures were waited for. */
    const waited: number[] = [];
    const asked = new EventTarget();
    const slow = replace(repository, "content", (real) => async (...file) => {
      asked.dispatchEvent(new Event("asked"));
      waiting += 1;
      await delay(slowHost);
      waiting -= 1;
      return real.apply(repository, file);
    });
    const spy = replace(
      vscode.commands,
      "executeCommand",
      (real) =>
        (async (command: string, ...given: unknown[]) => {
          if (command === "markdown.preview.refresh") waited.push(waiting);
          return real(command, ...given);
        }) as typeof real,
    );
    try {
      const first = once(asked, "asked");
      await preview("/home.md");
      await first;
      await files.preview.refresh();
    } finally {
      spy.dispose();
      slow.dispose();
    }
    assert.ok(waited.length > 0);
    assert.ok(
      waited.every((pictures) => pictures === 0),
      waited.join(", "),
    );
  });

  it("leaves other Markdown documents alone", async () => {
    const { markdown } = await attach("pier.png", png(120, 80));
    const document = await vscode.workspace.openTextDocument({
      language: "markdown",
      content: `# Other\n\n[[Page]] ${markdown}\n`,
    });
    const html = await vscode.commands.executeCommand<string>("markdown.api.render", document);
    assert.ok(html.includes("[[Page]]") && html.includes('src="uploads/'), html);
    await create("home", "[[Page]]");
    const page = await vscode.commands.executeCommand<string>(
      "markdown.api.render",
      await vscode.workspace.openTextDocument(at("/home.md")),
    );
    assert.ok(page.includes('<a href="./Page.md" data-href="./Page.md">Page</a>'), page);
  });
});
