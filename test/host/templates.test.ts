import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("inserting a CI template, without an account", () => {
  const stage = setStage({ account: false });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  const box = "CI Templates of 127.0.0.1";
  const template = async (key: string): Promise<string[]> => {
    const { content } = await stage.app.connections.anonymous(stage.info.url).client.ciTemplates.get(key);
    return content.trimEnd().split("\n");
  };
  const preview = (): vscode.TextEditor | undefined => vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === "forgeline-text");
  const previewed = (line: string): Promise<vscode.TextEditor> =>
    until(
      `the preview of ${line}`,
      () => {
        const editor = preview();
        return editor?.document.getText().includes(line) === true && editor;
      },
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.workspace.onDidChangeTextDocument,
    );
  const pick = (name: string): Promise<string> => stage.person({ action: "pick", box, type: name, row: name });
  const editorOf = async (content: string, line: number, character: number, eol = vscode.EndOfLine.LF): Promise<vscode.TextEditor> => {
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "yaml", content }));
    await editor.edit((edit) => edit.setEndOfLine(eol), { undoStopBefore: false, undoStopAfter: true });
    editor.selection = new vscode.Selection(line, character, line, character);
    return editor;
  };

  command("forgeline.template.insert", "previews beside, puts it at the cursor in the line's indentation, and one Undo takes it back", async (run) => {
    const { document, viewColumn } = await editorOf("a:\n  \nb: 1\n", 1, 2);
    const done = run();
    const [first = ""] = await template("Ruby");
    await stage.person({ action: "look", box, saying: "Android" });
    const beside = await previewed("");
    assert.notEqual(beside.viewColumn, viewColumn);
    await pick("Ruby");
    await done;
    const indented = (await template("Ruby")).map((line) => (line === "" ? "" : `  ${line}`));
    assert.deepEqual(document.getText().split("\n"), ["a:", ...indented, "b: 1", ""]);
    assert.ok(document.getText().includes(first));
    assert.equal(preview(), undefined, "the preview is gone");
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.deepEqual(stage.notices, ["Template Ruby inserted."]);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), "a:\n  \nb: 1\n");
  });

  command("forgeline.template.insert", "shows the template in focus as it changes", async (run) => {
    const done = run();
    await stage.person({ action: "look", box, saying: "Android" });
    const focus = (text: string): Promise<string> => stage.person({ action: "fill", box, text });
    await focus("Ruby");
    await previewed((await template("Ruby")).join("\n"));
    await focus("Go");
    await previewed((await template("Go")).join("\n"));
    await stage.person({ action: "key", box, key: "Escape" });
    await done;
    await until("the preview to go", () => preview() === undefined, vscode.window.onDidChangeVisibleTextEditors);
    assert.deepEqual(stage.notices, []);
  });

  command("forgeline.template.insert", "keeps the document's line ends, and what stood behind the cursor", async (run) => {
    const { document } = await editorOf("one: 1\r\n  two: 2 # kept\r\n", 1, 9, vscode.EndOfLine.CRLF);
    const done = run();
    await pick("Bash");
    await done;
    const text = document.getText();
    const indented = (await template("Bash")).map((line) => (line === "" ? "" : `  ${line}`));
    assert.deepEqual(text.split("\r\n"), ["one: 1", "  two: 2 ", ...indented, "  # kept", ""]);
    assert.doesNotMatch(text.replaceAll("\r\n", ""), /[\r\n]/);
  });

  command("forgeline.template.insert", "opens a document of its own where none takes it, and sends no credential", async (run) => {
    const since = (await stage.control.requests()).at(-1)?.n ?? 0;
    const done = run();
    await pick("Python");
    await done;
    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.languageId, "yaml");
    assert.deepEqual(shown.getText().trimEnd().split("\n"), await template("Python"));
    const asked = await stage.control.requests(since);
    assert.ok(asked.some(({ path }) => path.includes("/templates/gitlab_ci_ymls")));
    for (const { headers } of asked) assert.ok(!("authorization" in headers || "private-token" in headers));
  });

  command("forgeline.template.insert", "says once that the list or the template cannot be had, and changes nothing", async (run) => {
    const { document } = await editorOf("kept: 1\n", 0, 7);
    await stage.control.fault({ path: "/templates/gitlab_ci_ymls($|\\?)", status: 403, body: { message: "403 Forbidden" }, times: 1 });
    await run();
    const { level, text } = await stage.message();
    assert.equal(level, "error");
    assert.match(text, /^Insert CI Template: 127\.0\.0\.1:\d+ does not allow/);
    await stage.control.fault({ path: "/templates/gitlab_ci_ymls/Rust", status: 404, body: { message: "404 Not found" } });
    const done = run();
    await pick("Rust");
    await done;
    assert.match((await stage.message()).text, /has nothing there/);
    assert.equal(document.getText(), "kept: 1\n");
  });
  it("is offered in the palette to everybody", async () => {
    await stage.person({ action: "palette", command: "Forgeline: Insert CI Template" });
    await stage.person({ action: "look", box, saying: "Android" });
    await stage.person({ action: "key", box, key: "Escape" });
  });
});
