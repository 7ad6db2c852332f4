/** Files beside the pages of wikis: read from the repository; pasted and dropped into pages. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { uploadBytes } from "../../src/api/upload.ts";
import type { WikiFiles } from "../../src/features/wiki/wikiFiles.ts";
import { cancel } from "./cancelling.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { png } from "./wikiPictures.ts";

describe("attachments of wiki pages", () => {
  const stage = setStage();
  let own: OwnProject;
  let files: WikiFiles;
  const { fs } = vscode.workspace;
  const picture = png(60, 40);
  /** Where the repositories of wikis are. */
  const clones = (): string => join(stage.storage, "wikis");
  const at = (path: string): vscode.Uri =>
    files.uriOf({ instance: own.instance, project: own.path }, { slug: "home", format: "markdown" }).with({ path });
  const attach = async (name: string, bytes: Buffer) =>
    (await stage.client.wikis.uploadAttachment(own.path, { file: uploadBytes(name, bytes) })).link.url;
  const open = async (path: string): Promise<vscode.TextDocument> => {
    const document = await vscode.workspace.openTextDocument(at(path));
    const end = document.positionAt(document.getText().length);
    // VS Code calls a paste off when the cursor moves meanwhile: it is to be there before.
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
    return document;
  };
  const changed = (document: vscode.TextDocument, before: string) =>
    until(
      "the link",
      () => (document.getText() === before ? undefined : document.getText()),
      vscode.workspace.onDidChangeTextDocument,
    );
  const paste = () => stage.person({ action: "pastePicture", png: picture.toString("base64") });
  const drop = (line: string, name: string, bytes: Buffer, type = "application/pdf") =>
    stage.person({ action: "drop", line, name, type, bytes: bytes.toString("base64") });

  beforeEach(async () => {
    own = await ownProject(stage.app);
    files = await stage.app.wiki.files.load();
    await stage.client.wikis.create(own.path, { title: "home", content: "# Home\n\n" });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("reads files of the repository from any folder, by ID and in any case, and fetches again after an upload", async () => {
    const url = await attach("north pier.png", picture);
    assert.ok(picture.equals(await fs.readFile(at(`/${url}`))));
    assert.ok(picture.equals(await fs.readFile(at(`/Sensors/Deep/${url}`))));
    const stat = await fs.stat(at(`/${url}`));
    const found = [stat.type, stat.size, stat.permissions];
    assert.deepEqual(found, [vscode.FileType.File, picture.length, vscode.FilePermission.Readonly]);
    await assert.rejects(async () => fs.stat(at("/uploads/0123/nothing.png")), { code: "FileNotFound" });
    await assert.rejects(async () => fs.writeFile(at(`/${url}`), Buffer.from("x")), { code: "NoPermissions" });
    for (const project of [own.id, own.path.toUpperCase()]) {
      const uri = files.uriOf({ instance: own.instance, project }, { slug: "home", format: "markdown" });
      assert.ok(picture.equals(await fs.readFile(uri.with({ path: `/${url}` }))), String(project));
    }
    const second = await attach("second.png", picture);
    await assert.rejects(async () => fs.readFile(at(`/${second}`)), { code: "FileNotFound" });
    stage.app.changes.fire({ instance: own.instance, project: own.path, subject: "wiki" });
    assert.ok(picture.equals(await fs.readFile(at(`/${second}`))));
  });

  it("leaves no credential in the storage, and explains why files cannot be read", async () => {
    const url = await attach("pier.png", picture);
    await fs.readFile(at(`/${url}`));
    const entries = await readdir(clones(), { recursive: true, withFileTypes: true });
    const kept = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    assert.ok(kept.some((file) => file.endsWith("config")));
    const { token } = stage.info.users.alice;
    for (const file of kept) {
      const text = await readFile(file, "latin1");
      for (const secret of [token, Buffer.from(`oauth2:${token}`).toString("base64")])
        assert.equal(text.includes(secret), false, file);
    }
    own = await ownProject(stage.app);
    await stage.control.fault({ path: "\\.wiki\\.git/", status: 403 });
    await assert.rejects(
      async () => fs.readFile(at("/uploads/0123/pier.png")),
      /Your account on .* cannot read the wiki's repository/,
    );
  });

  it("uploads a pasted picture and inserts its link @window", async () => {
    const document = await open("/home.md");
    await paste();
    const text = await changed(document, "# Home\n\n");
    const [, url = ""] =
      /^# Home\n\n!\[image\]\((uploads\/[0-9a-f]{32}\/image\.png)\)$/.exec(text) ?? assert.fail(text);
    assert.ok((await fs.readFile(at(`/${url}`))).length > 0);
    assert.deepEqual(await own.asked(/ \/wikis\/attachments/), ["POST /wikis/attachments"]);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), "# Home\n\n");
  });

  it("uploads a dropped file and links it in the page's format @window", async () => {
    await stage.client.wikis.create(own.path, { title: "Pier", content: "= Pier\n", format: "asciidoc" });
    const document = await open("/Pier.asciidoc");
    const manual = Buffer.from("%PDF-1.4 manual");
    await drop("= Pier", "manual.pdf", manual);
    const text = await changed(document, "= Pier\n");
    const [, url = ""] =
      /^= Pierlink:(uploads\/[0-9a-f]{32}\/manual\.pdf)\[manual\.pdf\]\n$/.exec(text) ?? assert.fail(text);
    assert.ok(manual.equals(await fs.readFile(at(`/${url}`))));
  });

  it("uploads several files dropped from the Explorer, one step to undo @window", async () => {
    const document = await open("/home.md");
    const folder = vscode.Uri.file(join(clones(), "..", "dropped"));
    const dropped = ["50% of #1.txt", "手引き.png"].map((name) => vscode.Uri.joinPath(folder, name));
    try {
      for (const [index, uri] of dropped.entries())
        await fs.writeFile(uri, index === 0 ? Buffer.from("half") : picture);
      await stage.person({ action: "dropFromExplorer", line: "# Home", uris: dropped.map((uri) => uri.toString()) });
      const text = await changed(document, "# Home\n\n");
      const urls = [...text.matchAll(/\]\((uploads\/[0-9a-f]{32}\/[^)\n]+)\)/g)].map(([, url = ""]) => url);
      assert.match(text, /^# Home\[[^\]]+\]\([^)]+\)\n!\[[^\]]+\]\([^)]+\)\n\n$/);
      const sent = await Promise.all(
        urls.map(async (url) => Buffer.from(await fs.readFile(at(`/${decodeURIComponent(url)}`)))),
      );
      const found = sent.map((bytes) => bytes.length);
      assert.deepEqual(found, ["half".length, picture.length]);
      assert.deepEqual(await own.asked(/ \/wikis\/attachments/), [
        "POST /wikis/attachments",
        "POST /wikis/attachments",
      ]);
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), "# Home\n\n", "one step to undo");
    } finally {
      await fs.delete(folder, { recursive: true });
    }
  });

  it("reports how many of several files were uploaded when one is refused", async () => {
    const document = await open("/home.md");
    const folder = vscode.Uri.file(join(clones(), "..", "refused"));
    const dropped = ["a.txt", "b.txt"].map((name) => vscode.Uri.joinPath(folder, name));
    await stage.control.fault({ method: "POST", path: own.address("/wikis/attachments"), status: 403 });
    try {
      for (const uri of dropped) await fs.writeFile(uri, Buffer.from("text"));
      await stage.person({ action: "dropFromExplorer", line: "# Home", uris: dropped.map((uri) => uri.toString()) });
      assert.match((await stage.message()).text, /“a\.txt” was not attached and not added to the page\. .*Attached 0/);
      assert.equal(document.getText(), "# Home\n\n");
      assert.equal((await own.asked(/attachments/)).length, 1);
    } finally {
      await fs.delete(folder, { recursive: true });
    }
  });

  it("leaves dropped folders and wiki pages to the editor", async () => {
    const document = await open("/home.md");
    for (const uri of [
      vscode.Uri.file(clones()).with({ path: vscode.Uri.file(clones()).path.replace(/\/[^/]+$/, "") }),
      at("/home.md"),
    ]) {
      const before = document.getText();
      await stage.person({ action: "dropFromExplorer", line: "# Home", uris: [uri.toString()] });
      await changed(document, before);
    }
    assert.deepEqual(await own.asked(/attachments/), []);
  });

  it("inserts the link where it was pasted, despite edits meanwhile", async () => {
    const document = await open("/home.md");
    await stage.control.fault({ method: "POST", path: own.address("/wikis/attachments"), delay: 1500 });
    await paste();
    while ((await own.asked(/attachments/)).length === 0);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "Before\n");
    await vscode.workspace.applyEdit(edit);
    const text = await changed(document, "Before\n# Home\n\n");
    assert.match(text, /^Before\n# Home\n\n!\[image\]\(uploads\//);
  });

  for (const [what, fault, says] of [
    ["refused", { status: 403, body: { message: "403 Forbidden" } }, /does not have permission to do this/],
    ["too large for the host", { status: 413, body: "<html>413</html>" }, /does not accept .* of this size: \d+ bytes/],
    ["cut off", { action: "reset" }, /was lost before it responded.* It may have been uploaded anyway/],
  ] as const)
    it(`reports once that an attachment is ${what}, and inserts nothing`, async () => {
      const document = await open("/home.md");
      await stage.control.fault({ method: "POST", path: own.address("/wikis/attachments"), ...fault });
      await paste();
      const { text } = await stage.message();
      assert.match(text, /“image\.png” was not (attached and not )?added to the page/);
      assert.match(text, says);
      assert.equal(document.getText(), "# Home\n\n");
      assert.equal((await own.asked(/attachments/)).length, 1, "nothing is sent twice");
    });

  it("cancels an upload, and inserts nothing", async () => {
    const document = await open("/home.md");
    const fault = { method: "POST", path: own.address("/wikis/attachments") };
    await cancel(stage, paste, { title: /^Attaching “image\.png”/, fault, uploads: true });
    assert.equal(document.getText(), "# Home\n\n");
  });
});
