/**
 * One scene for each part of VS Code that `test/window` stands in for. This file runs in a real window and in the process: what is
 * expected here is what both do. Boxes and messages have scenes of their own (boxTwins.test.ts).
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { until } from "./until.ts";

/** A file system in memory that says what it is asked. */
class Memory implements vscode.FileSystemProvider {
  readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  readonly files = new Map<string, { text: string; mtime: number }>();
  readonly written: string[] = [];

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }
  stat({ path }: vscode.Uri): vscode.FileStat {
    const file = this.files.get(path);
    if (!file) throw vscode.FileSystemError.FileNotFound(path);
    return { type: vscode.FileType.File, ctime: 0, mtime: file.mtime, size: file.text.length };
  }
  readFile({ path }: vscode.Uri): Uint8Array {
    const file = this.files.get(path);
    if (!file) throw vscode.FileSystemError.FileNotFound(path);
    return Buffer.from(file.text);
  }
  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.written.push(Buffer.from(content).toString());
    this.put(uri.path, Buffer.from(content).toString());
  }
  readDirectory(): [string, vscode.FileType][] {
    return [...this.files.keys()].map((path) => [path.slice(1), vscode.FileType.File]);
  }
  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
  delete({ path }: vscode.Uri): void {
    this.files.delete(path);
  }
  rename({ path }: vscode.Uri, to: vscode.Uri): void {
    this.put(to.path, this.files.get(path)?.text ?? "");
    this.files.delete(path);
  }
  put(path: string, text: string): void {
    this.files.set(path, { text, mtime: (this.files.get(path)?.mtime ?? 0) + 1 });
  }
}

describe("both windows @window", () => {
  const owned: { dispose(): unknown }[] = [];
  const own = <T extends { dispose(): unknown }>(one: T): T => {
    owned.push(one);
    return one;
  };
  const memory = new Memory();
  const file = (name: string): vscode.Uri => vscode.Uri.from({ scheme: "twin", path: `/${name}` });
  const shownPaths = (): string[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.map(({ input }) => (input instanceof vscode.TabInputText ? input.uri.path : "")),
    );
  let folder = "";
  let system: vscode.Disposable;

  /** Closes all editors. A real window tells later which tabs and groups are gone. */
  const closeAll = async (): Promise<void> => {
    const { tabGroups } = vscode.window;
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const isSo = () => tabGroups.all.length === 1 && tabGroups.all.every(({ tabs }) => tabs.length === 0);
    await until("all tabs to be closed", isSo, tabGroups.onDidChangeTabs, tabGroups.onDidChangeTabGroups);
  };

  before(async () => {
    system = vscode.workspace.registerFileSystemProvider("twin", memory, { isCaseSensitive: true });
    folder = await mkdtemp(join(tmpdir(), "twins-"));
    await closeAll();
  });
  afterEach(async () => {
    await closeAll();
    for (const one of owned.splice(0)) one.dispose();
  });
  after(async () => {
    system.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it("computes ranges, addresses, Markdown and localized texts", () => {
    const range = new vscode.Range(3, 4, 1, 2);
    assert.deepEqual([range.start.line, range.start.character, range.end.line, range.end.character], [1, 2, 3, 4]);
    assert.ok(range.contains(new vscode.Position(2, 90)));
    assert.equal(range.intersection(new vscode.Range(4, 0, 5, 0)), undefined);
    assert.ok(range.union(new vscode.Range(4, 0, 5, 6)).isEqual(new vscode.Range(1, 2, 5, 6)));
    const selection = new vscode.Selection(2, 0, 1, 5);
    assert.deepEqual([selection.isReversed, selection.active.line, selection.start.line], [true, 1, 1]);
    assert.throws(() => new vscode.Position(-1, 0));
    const uri = vscode.Uri.parse("https://git.example.com/a%20b/c?x=1#y");
    assert.deepEqual(
      [uri.path, uri.query, uri.fragment, uri.toString(), uri.toString(true)],
      ["/a b/c", "x=1", "y", "https://git.example.com/a%20b/c?x%3D1#y", "https://git.example.com/a b/c?x=1#y"],
    );
    assert.equal(vscode.Uri.joinPath(uri, "../d").path, "/a b/d");
    assert.equal(uri.with({ path: "/z", query: "" }).toString(), "https://git.example.com/z#y");
    const { value } = new vscode.MarkdownString().appendText("a *b* _c_\n<d> [e](f)  g");
    assert.equal(value, "a&nbsp;\\*b\\*&nbsp;\\_c\\_\n\n<d\\>&nbsp;\\[e\\]\\(f\\)&nbsp;&nbsp;g");
    assert.equal(vscode.l10n.t("{0} and {1}", "a", 2), "a and 2");
    assert.equal(vscode.l10n.t("{who} is {0}", { who: "b", 0: "c" }), "b is c");
  });

  it("keeps settings, and names those that changed", async () => {
    const settings = () => vscode.workspace.getConfiguration("forgeline");
    const affected: boolean[][] = [];
    own(
      vscode.workspace.onDidChangeConfiguration((event) => {
        const names = ["forgeline.log", "forgeline", "forgeline.blame"];
        // A real window may tell of its own settings meanwhile.
        if (event.affectsConfiguration("forgeline"))
          affected.push(names.map((name) => event.affectsConfiguration(name)));
      }),
    );
    const name = "log.channelLimit";
    const value = settings().get<number>(name, 0);
    await settings().update(name, value + 1, vscode.ConfigurationTarget.Global);
    assert.deepEqual([settings().get(name), settings().inspect(name)?.globalValue], [value + 1, value + 1]);
    await settings().update(name, undefined, vscode.ConfigurationTarget.Global);
    assert.equal(settings().get(name), value);
    assert.deepEqual(affected, [
      [true, true, false],
      [true, true, false],
    ]);
  });

  it("reads and writes files on disk, with error codes", async () => {
    const { fs } = vscode.workspace;
    const [one, other] = ["one.txt", "below/other.txt"].map((name) => vscode.Uri.file(join(folder, name)));
    assert.ok(one && other);
    await fs.writeFile(one, Buffer.from("text"));
    assert.deepEqual([(await fs.stat(one)).type, (await fs.stat(one)).size], [vscode.FileType.File, 4]);
    await fs.writeFile(other, Buffer.from("other"));
    await assert.rejects(async () => fs.rename(one, other), { code: "FileExists" });
    await fs.rename(one, other, { overwrite: true });
    assert.equal(Buffer.from(await fs.readFile(other)).toString(), "text");
    const entries = await fs.readDirectory(vscode.Uri.file(folder));
    assert.deepEqual(entries, [["below", vscode.FileType.Directory]]);
    await assert.rejects(async () => fs.readFile(one), { code: "FileNotFound" });
    await fs.delete(vscode.Uri.file(join(folder, "below")), { recursive: true });
    assert.deepEqual(await fs.readDirectory(vscode.Uri.file(folder)), []);
    assert.deepEqual([fs.isWritableFileSystem("twin"), fs.isWritableFileSystem("nowhere")], [true, undefined]);
  });

  it("watches files", async () => {
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    const watcher = own(vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(open, "*.twin")));
    const heard: string[] = [];
    const any = own(new vscode.EventEmitter<undefined>());
    const hear = (what: string) => (uri: vscode.Uri) => {
      heard.push(`${what} ${uri.path.split("/").at(-1)}`);
      any.fire(undefined);
    };
    watcher.onDidCreate(hear("came"));
    watcher.onDidChange(hear("changed"));
    watcher.onDidDelete(hear("went"));
    const [seen, unseen] = ["seen.twin", "unseen.other"].map((name) => join(open.uri.fsPath, name));
    assert.ok(seen !== undefined && unseen !== undefined);
    await writeFile(seen, "1");
    await writeFile(unseen, "1");
    await until("it to come", () => heard.includes("came seen.twin"), any.event);
    await writeFile(seen, "22");
    await until("it to change", () => heard.includes("changed seen.twin"), any.event);
    await rm(seen);
    await rm(unseen);
    await until("it to go", () => heard.includes("went seen.twin"), any.event);
    assert.ok(heard.every((one) => one.endsWith("seen.twin")));
  });

  it("edits, undoes and saves documents of a file system", async () => {
    memory.put("/note.txt", "one\ntwo\n");
    memory.written.length = 0;
    const document = await vscode.workspace.openTextDocument(file("note.txt"));
    await vscode.window.showTextDocument(document);
    const log: unknown[] = [];
    own(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === document && event.contentChanges.length > 0)
          log.push([
            event.contentChanges.map(({ rangeOffset, rangeLength, text }) => [rangeOffset, rangeLength, text]),
            event.reason,
          ]);
      }),
    );
    own(vscode.workspace.onWillSaveTextDocument(({ document: { uri } }) => log.push(`saves ${uri.path}`)));
    own(vscode.workspace.onDidSaveTextDocument(({ uri }) => log.push(`saved ${uri.path}`)));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 0, 3), "ONE");
    edit.insert(document.uri, new vscode.Position(2, 0), "three");
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.deepEqual([document.getText(), document.isDirty, document.lineCount], ["ONE\ntwo\nthree", true, 3]);
    assert.ok(await document.save());
    assert.deepEqual([document.isDirty, memory.written], [false, ["ONE\ntwo\nthree"]]);
    await vscode.commands.executeCommand("undo");
    assert.deepEqual([document.getText(), document.isDirty], ["one\ntwo\n", true]);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    assert.deepEqual([document.getText(), document.isDirty], ["ONE\ntwo\nthree", false]);
    assert.deepEqual(log.slice(0, 3), [
      [
        [
          [8, 0, "three"],
          [0, 3, "ONE"],
        ],
        undefined,
      ],
      "saves /note.txt",
      "saved /note.txt",
    ]);
  });

  it("keeps the editor of a moved file with typed text, and closes that of a deleted one", async () => {
    memory.put("/first.txt", "text");
    const editor = await vscode.window.showTextDocument(file("first.txt"));
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), "typed "));
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(file("first.txt"), file("second.txt"));
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until(
      () => `the editor to follow; there are ${shownPaths().join(" ")}`,
      () => shownPaths().join() === "/second.txt",
      vscode.window.tabGroups.onDidChangeTabs,
    );
    const { document } = vscode.window.activeTextEditor ?? assert.fail("no editor");
    assert.deepEqual([document.getText(), document.isDirty], ["typed text", true]);
    await document.save();
    const deletion = new vscode.WorkspaceEdit();
    deletion.deleteFile(file("second.txt"));
    assert.ok(await vscode.workspace.applyEdit(deletion));
    await until("the editor to close", () => shownPaths().length === 0, vscode.window.tabGroups.onDidChangeTabs);
  });

  it("reads documents of a content provider, again after its event", async () => {
    const changed = own(new vscode.EventEmitter<vscode.Uri>());
    let text = "first";
    own(
      vscode.workspace.registerTextDocumentContentProvider("twin-text", {
        onDidChange: changed.event,
        provideTextDocumentContent: () => text,
      }),
    );
    const uri = vscode.Uri.parse("twin-text:/a.json");
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.deepEqual([document.getText(), document.languageId], ["first", "json"]);
    text = "second";
    changed.fire(uri);
    await until("the second text", () => document.getText() === "second", vscode.workspace.onDidChangeTextDocument);
    await assert.rejects(async () => vscode.workspace.openTextDocument(vscode.Uri.parse("twin-none:/a")));
  });

  it("opens, replaces and closes tabs of texts and diffs", async () => {
    for (const name of ["a", "b"]) memory.put(`/${name}.txt`, `${name}\n`);
    const { tabGroups } = vscode.window;
    const tabs = (): unknown =>
      tabGroups.activeTabGroup.tabs.map(({ input, isActive, isPreview, label }) => [
        input instanceof vscode.TabInputText ? "text" : input instanceof vscode.TabInputTextDiff ? "diff" : "other",
        label,
        isActive,
        isPreview,
      ]);
    await vscode.window.showTextDocument(file("a.txt"));
    await vscode.window.showTextDocument(file("b.txt"), { preview: false });
    await until("two tabs", () => tabGroups.activeTabGroup.tabs.length === 2, tabGroups.onDidChangeTabs);
    assert.deepEqual(tabs(), [
      ["text", "a.txt", false, true],
      ["text", "b.txt", true, false],
    ]);
    await vscode.commands.executeCommand("vscode.diff", file("a.txt"), file("b.txt"), "a and b");
    const isSo = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
    await until("the diff", isSo, vscode.window.tabGroups.onDidChangeTabs);
    assert.deepEqual(tabs(), [
      ["text", "b.txt", false, false],
      ["diff", "a and b", true, true],
    ]);
    const isShown = (name: string): boolean =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.path === `/${name}.txt`);
    await until("both sides", () => isShown("a") && isShown("b"), vscode.window.onDidChangeVisibleTextEditors);
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, "/b.txt");
    for (let left = 1; left >= 0; left--) {
      await tabGroups.close(tabGroups.activeTabGroup.tabs[left]!);
      await until("the tab to close", () => tabGroups.activeTabGroup.tabs.length === left, tabGroups.onDidChangeTabs);
    }
    const isThere = () => vscode.window.activeTextEditor === undefined;
    await until("no editor", isThere, vscode.window.onDidChangeActiveTextEditor);
  });

  it("runs language features", async () => {
    memory.put("/ci.twin", "build: a\ntest: b\n");
    const uri = file("ci.twin");
    await vscode.window.showTextDocument(uri);
    const selector = { scheme: "twin", pattern: "**/*.twin" };
    const { languages } = vscode;
    const range = new vscode.Range(0, 0, 0, 5);
    const provideHover = () => new vscode.Hover(new vscode.MarkdownString("hovered"), range);
    own(languages.registerHoverProvider(selector, { provideHover }));
    own(languages.registerHoverProvider({ scheme: "other" }, { provideHover: () => new vscode.Hover("never") }));
    const provideCodeLenses = () => [new vscode.CodeLens(range)];
    const resolveCodeLens = (lens: vscode.CodeLens) =>
      Object.assign(lens, { command: { title: "Resolved", command: "twin.none" } });
    own(languages.registerCodeLensProvider(selector, { provideCodeLenses, resolveCodeLens }));
    const provideDefinition = () => new vscode.Location(uri, new vscode.Position(1, 0));
    own(languages.registerDefinitionProvider(selector, { provideDefinition }));
    const provideCodeActions = (_: unknown, { start }: vscode.Range, { diagnostics }: vscode.CodeActionContext) => [
      new vscode.CodeAction(`fix ${diagnostics.length} in ${start.line}`, vscode.CodeActionKind.QuickFix),
    ];
    own(languages.registerCodeActionsProvider(selector, { provideCodeActions }));
    const problems = own(languages.createDiagnosticCollection("twin"));
    problems.set(uri, [new vscode.Diagnostic(range, "wrong", vscode.DiagnosticSeverity.Warning)]);
    const ask = <T>(what: string, ...args: unknown[]) =>
      vscode.commands.executeCommand<T[]>(`vscode.execute${what}Provider`, uri, ...args);
    const hovers = await ask<vscode.Hover>("Hover", range.start);
    const texts = hovers.map(({ contents: [text] }) => (text as vscode.MarkdownString).value);
    const lenses = (await ask<vscode.CodeLens>("CodeLens", 5)).map(({ command }) => command?.title);
    const definitions = await ask<vscode.Location>("Definition", range.start);
    const lines = definitions.map((one) => `${String(one.uri)} ${one.range.start.line}`);
    const actions = (await ask<vscode.CodeAction>("CodeAction", range)).map(({ title }) => title);
    const found = [texts, lenses, lines, actions];
    assert.deepEqual(found, [["hovered"], ["Resolved"], [`${String(uri)} 1`], ["fix 1 in 0"]]);
  });

  it("shows output in the panel", async () => {
    const channel = own(vscode.window.createOutputChannel("Twin"));
    channel.appendLine("first");
    channel.show(true);
    const shown = () => vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === "output");
    await until(
      "the channel",
      () => shown()?.document.getText().includes("first"),
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.workspace.onDidChangeTextDocument,
    );
    channel.append("second");
    const { onDidChangeTextDocument } = vscode.workspace;
    await until("more output", () => shown()?.document.getText().includes("second"), onDidChangeTextDocument);
    channel.replace("third");
    await until("other output", () => shown()?.document.getText() === "third", onDidChangeTextDocument);
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await until("the panel to close", () => shown() === undefined, vscode.window.onDidChangeVisibleTextEditors);
  });

  it("knows the folder and its repository", async () => {
    const extension = vscode.extensions.getExtension<{
      getAPI(version: 1): { getRepository(uri: vscode.Uri): { state: { HEAD?: { name?: string } } } | null };
    }>("vscode.git");
    assert.ok(extension);
    const api = (await extension.activate()).getAPI(1);
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    const below = vscode.Uri.joinPath(open.uri, "src/a.ts");
    assert.equal(vscode.workspace.getWorkspaceFolder(below)?.uri.toString(), open.uri.toString());
    assert.equal(vscode.workspace.asRelativePath(below), "src/a.ts");
    assert.equal(vscode.workspace.getWorkspaceFolder(file("a.txt")), undefined);
    const found = await vscode.workspace.findFiles("*.md");
    assert.ok(found.some((uri) => vscode.workspace.asRelativePath(uri) === "README.md"));
    assert.equal(api.getRepository(open.uri)?.state.HEAD?.name, "main");
    assert.equal(api.getRepository(vscode.Uri.file(folder)), null);
  });
});
