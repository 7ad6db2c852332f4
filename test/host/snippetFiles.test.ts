/** The files of snippets: what VS Code does with them, and what the host has then. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Snippet } from "../../src/api/resources/snippets.ts";
import type { SnippetFiles } from "../../src/features/snippets/snippetFiles.ts";
import { snippetStage } from "./snippetStage.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { retype } from "./writeLines.ts";

describe("files of snippets", () => {
  const stage = setStage();
  const { press } = stage;
  const snippets = snippetStage();
  const { fs } = vscode.workspace;
  let files: SnippetFiles;
  let own: Snippet;
  const at = (path: string, of: Snippet = own, ref?: string): vscode.Uri =>
    files.uriOf({ instance: stage.info.url, id: of.id, path, ...(ref !== undefined && { ref }) });
  const read = async (path: string, of: Snippet = own, ref?: string): Promise<string> =>
    Buffer.from(await fs.readFile(at(path, of, ref))).toString();
  const names = async (path: string, of: Snippet = own) =>
    (await fs.readDirectory(at(path, of))).map(
      ([name, type]) => `${name}${type === vscode.FileType.Directory ? "/" : ""}`,
    );
  const open = (path: string, of: Snippet = own) => vscode.workspace.openTextDocument(at(path, of));

  beforeEach(async () => {
    files = await stage.app.snippets.files.load();
    own = await snippets.make({
      title: "Tools",
      files: { "readme.md": "# Tools\n", "src/a b.py": "a = 1\n", "src/deep/手引き.txt": "手\n" },
    });
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("lists files by folder, in any script", async () => {
    const found = [await names(""), await names("src"), await names("src/deep")];
    assert.deepEqual(found, [["src/", "readme.md"], ["deep/", "a b.py"], ["手引き.txt"]]);
    assert.deepEqual([await read("src/deep/手引き.txt"), await read("src/a b.py")], ["手\n", "a = 1\n"]);
    await assert.rejects(async () => fs.stat(at("nothing.md")), { code: "FileNotFound" });
    await assert.rejects(async () => fs.readDirectory(at("nothing")), { code: "FileNotFound" });
    await assert.rejects(async () => fs.stat(at("x", { ...own, id: 999_999 })), { code: "FileNotFound" });
  });

  it("saves all files with one request per snippet", async () => {
    const other = await snippets.make({ title: "Other", files: { "other.txt": "o\n" } });
    const documents = [];
    for (const [path, of] of [
      ["readme.md", own],
      ["src/a b.py", own],
      ["src/deep/手引き.txt", own],
      ["other.txt", other],
    ] as const) {
      const document = await open(path, of);
      await vscode.window.showTextDocument(document, { preview: false });
      await retype(document, `new ${path}\n`);
      documents.push(document);
    }
    const since = await snippets.now();
    assert.ok(documents.every(({ isDirty }) => isDirty));
    assert.equal(await vscode.workspace.saveAll(false), true);
    assert.ok(documents.every(({ isDirty }) => !isDirty));
    const found = (await snippets.writes(since)).sort();
    assert.deepEqual(found, [`PUT /snippets/${own.id}`, `PUT /snippets/${other.id}`].sort());
    for (const path of ["readme.md", "src/a b.py", "src/deep/手引き.txt"])
      assert.equal(await snippets.text(own.id, path), `new ${path}\n`);
    assert.equal(await snippets.text(other.id, "other.txt"), "new other.txt\n");
  });

  it("keeps the text of a deleted snippet", async () => {
    const document = await open("readme.md");
    await vscode.window.showTextDocument(document);
    await retype(document, "Still needed");
    await snippets.remove(own.id);
    assert.equal(await document.save(), false);
    const { text, buttons } = await stage.message();
    assert.match(text, /^Someone else deleted the snippet file “readme.md” while you were editing/);
    assert.deepEqual(buttons, ["Create Again"]);
    const failed = new vscode.EventEmitter<void>();
    const reasons: string[] = [];
    using _watching = undoing(
      replace(stage.app.report, "background", () => (error) => {
        reasons.push(String(error));
        failed.fire();
      }),
    );
    await press("Create Again");
    await until("the host to refuse", () => reasons.length > 0, failed.event);
    assert.match(reasons.join(), /The snippet was deleted\. Use “Create New Snippet…” to create a new one from your/);
    const found = [document.isDirty, document.getText(), files.texts.isUnsent(document.uri)];
    assert.deepEqual(found, [true, "Still needed", true]);
    await files.forgetSnippet({ instance: stage.info.url, id: own.id });
    assert.equal(files.texts.isUnsent(document.uri), false);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("sends no empty file", async () => {
    const document = await open("readme.md");
    await retype(document, "");
    const since = await snippets.now();
    assert.equal(await document.save(), false);
    assert.deepEqual([document.isDirty, await snippets.writes(since)], [true, []]);
    await files.texts.forget(document.uri);
  });

  it("creates files of any name by saving, empty ones later", async () => {
    const odd = "50% of #1?/a+b & [c]=d; “x”.txt";
    await fs.writeFile(at(odd), Buffer.from("New\n"));
    assert.deepEqual([await snippets.text(own.id, odd), await read(odd)], ["New\n", "New\n"]);
    assert.equal(await read(odd, own, await snippets.sha(own)), "New\n", "at a ref, too");
    const since = await snippets.now();
    await fs.writeFile(at("empty.txt"), new Uint8Array());
    const found = [await snippets.writes(since), await names("")];
    assert.deepEqual(found, [[], ["50% of #1?/", "src/", "empty.txt", "readme.md"]]);
    await fs.writeFile(at("empty.txt"), Buffer.from("No more"));
    assert.equal(await snippets.text(own.id, "empty.txt"), "No more");
    for (const wrong of ["a//b", "a\\b", ".git/config", "x".repeat(256)])
      await assert.rejects(async () => fs.writeFile(at(wrong), Buffer.from("x")), { code: "NoPermissions" }, wrong);
    assert.deepEqual(await snippets.paths(own.id), [
      odd,
      "empty.txt",
      "readme.md",
      "src/a b.py",
      "src/deep/手引き.txt",
    ]);
  });

  it("moves files and folders by one request", async () => {
    let since = await snippets.now();
    await fs.rename(at("readme.md"), at("docs/Über uns.md"));
    await fs.rename(at("src"), at("lib/python"));
    assert.deepEqual(await snippets.writes(since), [`PUT /snippets/${own.id}`, `PUT /snippets/${own.id}`]);
    const found = (await snippets.paths(own.id)).sort();
    assert.deepEqual(found, ["docs/Über uns.md", "lib/python/a b.py", "lib/python/deep/手引き.txt"].sort());
    assert.equal(await read("lib/python/a b.py"), "a = 1\n");
    await assert.rejects(async () => fs.rename(at("docs/Über uns.md"), at("lib/python/a b.py")), {
      code: "FileExists",
    });
    since = await snippets.now();
    await files.rename(
      at("docs/Über uns.md"),
      at("lib/python/a b.py"),
      { overwrite: true },
      new AbortController().signal,
    );
    const seen = [await snippets.writes(since), await snippets.text(own.id, "lib/python/a b.py")];
    assert.deepEqual(seen, [[`PUT /snippets/${own.id}`], "# Tools\n"]);
    const other = await snippets.make({ title: "Other" });
    await assert.rejects(
      async () => files.rename(at("lib"), at("lib", other), { overwrite: false }, new AbortController().signal),
      /Files cannot be moved to another snippet\. Copy the file instead\./,
    );
  });

  it("removes files and folders, never the last file", async () => {
    const since = await snippets.now();
    await assert.rejects(async () => fs.delete(at("src")), { code: "NoPermissions" });
    await fs.delete(at("src"), { recursive: true });
    const found = [await snippets.writes(since), await snippets.paths(own.id)];
    assert.deepEqual(found, [[`PUT /snippets/${own.id}`], ["readme.md"]]);
    await assert.rejects(
      async () => fs.delete(at("readme.md")),
      /The last file of a snippet cannot be deleted\. Delete the snippet instead/,
    );
    await assert.rejects(async () => fs.delete(at(""), { recursive: true }), { code: "NoPermissions" });
    await assert.rejects(async () => fs.delete(at("readme.txt")), { code: "FileNotFound" });
    assert.deepEqual(await snippets.paths(own.id), ["readme.md"]);
  });

  it("shows other people's files read-only", async () => {
    const theirs = await snippets.make({ title: "Bob's", visibility: "public", files: { "b.txt": "of bob\n" } }, "bob");
    const hidden = await snippets.make({ title: "Hidden", files: { "b.txt": "of bob\n" } }, "bob");
    assert.equal(await read("b.txt", theirs), "of bob\n");
    assert.equal((await fs.stat(at("b.txt", theirs))).permissions, vscode.FilePermission.Readonly);
    assert.equal((await fs.stat(at("readme.md"))).permissions, undefined);
    const since = await snippets.now();
    for (const act of [
      () => fs.writeFile(at("b.txt", theirs), Buffer.from("x")),
      () => fs.delete(at("b.txt", theirs)),
      () => fs.rename(at("b.txt", theirs), at("c.txt", theirs)),
    ]) {
      await assert.rejects(async () => act());
    }
    assert.deepEqual([await snippets.writes(since), await snippets.text(theirs.id, "b.txt")], [[], "of bob\n"]);
    await assert.rejects(async () => fs.stat(at("b.txt", hidden)), { code: "FileNotFound" });
  });

  it("shows earlier versions read-only", async () => {
    const before = await snippets.sha(own);
    await fs.writeFile(at("readme.md"), Buffer.from("Now"));
    assert.equal(await read("readme.md", own, before), "# Tools\n");
    assert.equal(await read("readme.md", own, "main"), "Now");
    assert.equal((await fs.stat(at("readme.md", own, "main"))).permissions, vscode.FilePermission.Readonly);
    await assert.rejects(async () => fs.writeFile(at("readme.md", own, "main"), Buffer.from("x")));
    await assert.rejects(async () => fs.readFile(at("readme.md", own, "no-such")), { code: "FileNotFound" });
  });

  it("keeps binary files unchanged", async () => {
    const odd = await snippets.make({ title: "Odd", files: { "data.bin": "\0\x01\x02", "b.txt": "b" } });
    assert.deepEqual([...(await fs.readFile(at("data.bin", odd)))], [0, 1, 2]);
    const found = [(await fs.stat(at("data.bin", odd))).size, (await fs.stat(at("data.bin", odd))).permissions];
    assert.deepEqual(found, [3, vscode.FilePermission.Readonly]);
    await assert.rejects(
      async () => files.writeFile(at("data.bin", odd), Buffer.from("x"), {}, new AbortController().signal),
      /data\.bin is not a text file/,
    );
  });
});

const undoing = (undo: { dispose(): void }): Disposable => ({ [Symbol.dispose]: () => undo.dispose() });
