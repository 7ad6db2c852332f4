/** Pages of wikis as files: what VS Code does with them, and what the host has then. */
import assert from "node:assert/strict";
import { watch } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { uploadBytes } from "../../src/api/upload.ts";
import type { WikiFiles } from "../../src/features/wiki/wikiFiles.ts";
import { cancel } from "./cancelling.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { linksOf } from "./provided.ts";
import { sessionOf, signedIn } from "./signedIn.ts";
import { replace } from "./spies.ts";
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

  /** A page with a text that was not sent since someone else changed it; the message about that is open. */
  const conflicting = async (): Promise<vscode.TextDocument> => {
    const document = await vscode.workspace.openTextDocument(at("/home.md"));
    await vscode.window.showTextDocument(document);
    await retype(document, "Mine");
    await stage.client.wikis.update(own.path, "home", { content: "Theirs" });
    assert.equal(await document.save(), false);
    const buttons = ["Merge…", "Overwrite Theirs", "Use Theirs"];
    await stage.says(/^Someone else changed the wiki page “home” while you were editing/, buttons);
    return document;
  };

  it("keeps both texts of a conflict", async () => {
    const document = await conflicting();
    assert.deepEqual([await page("home"), document.getText(), document.isDirty], ["Theirs", "Mine", true]);
    await press("Overwrite Theirs");
    await until("the page to be sent", () => !document.isDirty, vscode.workspace.onDidSaveTextDocument);
    assert.equal(await page("home"), "Mine");
  });

  it("shows what was typed after the message of a conflict beside the host's text", async () => {
    const document = await conflicting();
    await retype(document, "Mine, and more");
    await press("Use Theirs");
    await until("the host's text", () => document.getText() === "Theirs", vscode.workspace.onDidChangeTextDocument);
    const shown = vscode.workspace.textDocuments.map((one) => one.getText()).filter((one) => one.startsWith("Mine"));
    assert.deepEqual(shown, ["Mine, and more"]);
  });

  it("overwrites nothing after a merge that the editor did not apply", async () => {
    const document = await conflicting();
    const refusing = replace(vscode.workspace, "applyEdit", () => () => Promise.resolve(false));
    try {
      await press("Merge…");
      await stage.says(/The editor did not apply the change/);
    } finally {
      refusing.dispose();
    }
    assert.equal(await document.save(), false);
    await stage.says(/^Someone else changed/);
    assert.equal(await page("home"), "Theirs");
    await press("Use Theirs");
  });

  it("keeps an unsent text whose page is renamed when the disk is full", async () => {
    const document = await conflicting();
    const { drafts } = stage.app;
    const full = replace(drafts, "keep", (keep) => (kind, key, draft) => {
      if (draft !== undefined) return Promise.reject(new Error("ENOSPC"));
      return keep.call(drafts, kind, key, draft);
    });
    try {
      await assert.rejects(files.texts.moved(document.uri, at("/start.md")), /ENOSPC/);
    } finally {
      full.dispose();
    }
    assert.equal(files.texts.isUnsent(document.uri), true);
    await press("Use Theirs");
  });

  it("merges changes of other lines, and sends what the editor then shows", async () => {
    await stage.client.wikis.update(own.path, "home", { content: "# Home\n\nWelcome\n\nBye\n" });
    const document = await vscode.workspace.openTextDocument(at("/home.md"));
    await vscode.window.showTextDocument(document);
    await retype(document, "# Home\n\nWelcome\n\nBye, Alice\n");
    await stage.client.wikis.update(own.path, "home", { content: "# Bob's\n\nWelcome\n\nBye\n" });
    await document.save();
    await stage.says(/^Someone else changed the wiki page “home” .* Both changes are merged/, ["Show Merge"]);
    await until("the page to be sent", () => !document.isDirty, vscode.workspace.onDidSaveTextDocument);
    const merged = "# Bob's\n\nWelcome\n\nBye, Alice\n";
    assert.deepEqual([await page("home"), document.getText()], [merged, merged]);
    assert.deepEqual((await own.asked(/^PUT /)).length, 3, "two by others");
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), "# Home\n\nWelcome\n\nBye, Alice\n");
    await vscode.commands.executeCommand("workbench.action.files.revert");
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
      const refused = again.texts.writeFile(document.uri, Buffer.from(document.getText()));
      await assert.rejects(refused, /Someone else changed the wiki page “home” in the meantime/);
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

  it("removes pages and folders, and moves nothing to where one is", async () => {
    await assert.rejects(async () => fs.rename(at("/Sensors.md"), at("/home.md")), { code: "FileExists" });
    const elsewhere = at("/a.md").with({ authority: "elsewhere" });
    await assert.rejects(async () => fs.rename(at("/Sensors.md"), elsewhere), { code: "NoPermissions" });
    assert.equal(await page("home"), "# Home\n");
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

  it("keeps no credential in the storage, shows no file without access, and removes clones on sign-out", async () => {
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
    const isChanged = () => stage.app.changes.fire({ instance: own.instance, project: own.path, subject: "wiki" });
    isChanged();
    const git = { path: "\\.wiki\\.git/" };
    await stage.control.fault({ ...git, status: 503, times: 1, next: { ...git, status: 403 } });
    assert.ok(picture.equals(await fs.readFile(at(`/${url}`))), "what was fetched, while the host is down");
    isChanged();
    await assert.rejects(
      async () => fs.readFile(at(`/${url}`)),
      /Your account on .* cannot read the wiki's repository/,
    );
    own = await ownProject(stage.app);
    await assert.rejects(
      async () => fs.readFile(at("/uploads/0123/pier.png")),
      /Your account on .* cannot read the wiki's repository/,
      "nor where nothing was fetched",
    );
    const onRemove = (listener: () => void) => {
      const watcher = watch(clones(), listener);
      return { dispose: () => watcher.close() };
    };
    try {
      await signedIn(sessionOf("rita"));
      await until("no account's clone", async () => /^(public)?$/.test((await readdir(clones())).join()), onRemove);
    } finally {
      stage.client = (await signedIn(sessionOf("alice"))).connection.client;
    }
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
      const asked = await own.asked(/ \/wikis\/attachments/);
      assert.deepEqual(asked, Array(2).fill("POST /wikis/attachments"));
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
