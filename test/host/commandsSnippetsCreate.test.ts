import assert from "node:assert/strict";
import { truncate, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { snippetDrafts } from "../../src/features/snippets/commands/draft.ts";
import type { Box } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { forgetDrafts } from "./drafts.ts";
import { snippetStage } from "./snippetStage.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { writeLines } from "./writeLines.ts";

describe("creating and inserting snippets", () => {
  const stage = setStage();
  const { pick, fill, press, titleButton, escape, enter } = stage;
  const snippets = snippetStage();
  const box = "Create Snippet";
  const { fs } = vscode.workspace;
  const look = async (saying: string, title = box): Promise<Box> => await stage.look(title, saying);
  const type = (text: string): Promise<string> => stage.type(box, text);
  const draft = () => stage.app.drafts.get(snippetDrafts, stage.info.url);
  const folder = (): vscode.Uri => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
  const scratch = (): vscode.Uri => vscode.Uri.joinPath(folder(), "scratch-snippets");
  const file = async (name: string, content: string | Uint8Array): Promise<vscode.Uri> => {
    const uri = vscode.Uri.joinPath(scratch(), name);
    await fs.writeFile(uri, typeof content === "string" ? Buffer.from(content) : content);
    return uri;
  };
  const editorOf = async (content: string): Promise<vscode.TextEditor> =>
    vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
  const newest = async () => {
    const { items } = await stage.client.snippets.list().page();
    return items[0] ?? assert.fail("there is no snippet");
  };
  const created = async (title: string): Promise<void> => {
    const { text, buttons } = await stage.message();
    assert.deepEqual([text, buttons], [`Created snippet “${title}”.`, ["Open", "Copy Link"]]);
  };
  /** Title, no description, then who may see it. */
  const answer = async (title: string, visibility = "Private"): Promise<void> => {
    await look("Enter the title of the snippet");
    await type(title);
    await look("Description in Markdown");
    await enter(box);
    await pick(box, visibility);
  };

  beforeEach(() => forgetDrafts(stage.app, "newSnippet"));
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await fs.delete(scratch(), { recursive: true }).then(undefined, () => undefined);
  });

  command(
    "forgeline.snippet.createFromSelection",
    "asks for each field, with Back, then offers to open it",
    async (run) => {
      const editor = await editorOf("one\ntwo\nthree\n");
      editor.selections = [new vscode.Selection(2, 0, 2, 5), new vscode.Selection(0, 0, 0, 3)];
      const done = run();
      assert.equal((await look("Enter the title of the snippet")).value, "snippet.txt");
      await fill(box, " ");
      await look("Enter a title");
      await type("Selected");
      await look("Description in Markdown");
      await titleButton(box, "Back");
      assert.equal((await look("Enter the title of the snippet")).value, "Selected");
      await enter(box);
      await look("Description in Markdown");
      await writeLines(stage, { box, use: "Use This Description", text: "Two lines\nof Markdown" });
      await look("Enter a file name with extension");
      await fill(box, "../x");
      await look("“.”, “..” and “.git” are not allowed as names");
      await type("lines.md");
      const { rows } = await look("Select the visibility of the snippet");
      assert.deepEqual(
        rows.map((row) => row.split(",")[0]),
        ["Private", "Internal", "Public"],
      );
      await pick(box, "Internal");
      await done;
      const made = await newest();
      assert.deepEqual(
        [made.title, made.description, made.visibility, made.files?.map(({ path }) => path)],
        ["Selected", "Two lines\nof Markdown", "internal", ["lines.md"]],
      );
      assert.equal(await snippets.text(made.id, "lines.md"), "one\nthree");
      await created("Selected");
      await press("Open");
      await until(
        "the snippet",
        () => vscode.window.activeTextEditor?.document.uri.path === `/${made.id}/lines.md`,
        vscode.window.onDidChangeActiveTextEditor,
      );
      assert.equal(draft(), undefined);
    },
  );

  command("forgeline.snippet.createFromSelection", "requires a selection", async (run) => {
    await editorOf("text");
    await run();
    assert.match((await stage.message()).text, /Select the text for the snippet/);
  });

  command("forgeline.snippet.createFromFiles", "takes several files as they are in editors", async (run) => {
    const uris = [
      await file("src/a.py", "a = 1\n"),
      await file("src/deep/b c.py", "b = 1\n"),
      await file("src/deep/ü.txt", "on disk"),
    ];
    const document = await vscode.workspace.openTextDocument(uris[2] as vscode.Uri);
    await (
      await vscode.window.showTextDocument(document)
    ).edit((edit) => edit.insert(new vscode.Position(0, 0), "not saved, "));
    const done = run(uris[0], uris);
    await answer("Several", "Private");
    await done;
    const made = await newest();
    assert.deepEqual(
      [made.files?.map(({ path }) => path), made.visibility],
      [["a.py", "deep/b c.py", "deep/ü.txt"], "private"],
    );
    assert.equal(await snippets.text(made.id, "deep/ü.txt"), "not saved, on disk");
    await created("Several");
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  command("forgeline.snippet.createFromFiles", "refuses binary, empty and large files and folders", async (run) => {
    const cases: [vscode.Uri, RegExp][] = [
      [await file("data.bin", new Uint8Array([0, 255, 0])), /data\.bin is not a text file/],
      [await file("latin.txt", new Uint8Array([0xe4, 0xf6])), /latin\.txt is not a text file/],
      [await file("empty.txt", ""), /empty\.txt is empty/],
      [scratch(), /scratch-snippets is a folder\. Select files instead/],
      [vscode.Uri.joinPath(scratch(), "gone.txt"), /Could not read gone\.txt/],
    ];
    const large = vscode.Uri.joinPath(scratch(), "large.txt");
    await writeFile(large.fsPath, "x");
    await truncate(large.fsPath, 51 * 1024 * 1024);
    cases.push([large, /large\.txt: 51 MB\. A snippet can have at most 50 MB/]);
    const since = await snippets.now();
    for (const [uri, why] of cases) {
      await run(uri, [uri]);
      assert.match((await stage.message()).text, why);
    }
    assert.deepEqual([await snippets.writes(since), draft()], [[], undefined]);
  });

  command("forgeline.snippet.createFromClipboard", "continues after Escape", async (run) => {
    await vscode.env.clipboard.writeText("");
    await run();
    assert.match((await stage.message()).text, /The clipboard contains no text/);
    await vscode.env.clipboard.writeText("from the clipboard\n");
    let done = run();
    await look("Enter the title of the snippet");
    await type("Half done");
    await look("Description in Markdown");
    await fill(box, "only half a sen");
    await escape(box);
    await done;
    assert.deepEqual([draft()?.title, draft()?.description], ["Half done", "only half a sen"]);
    done = run();
    assert.equal((await look("Enter the title of the snippet")).value, "Half done");
    await enter(box);
    assert.equal((await look("Description in Markdown")).value, "only half a sen");
    await type("a whole one");
    await look("Enter a file name with extension");
    await enter(box);
    await pick(box, "Private");
    await done;
    const made = await newest();
    assert.deepEqual(
      [made.title, made.description, await snippets.text(made.id, "snippet.txt")],
      ["Half done", "a whole one", "from the clipboard\n"],
    );
    await created("Half done");
    const copied = new vscode.EventEmitter<void>();
    const watching = replace(
      vscode.window,
      "setStatusBarMessage",
      (real) =>
        ((text: string, ms: number) => {
          copied.fire();
          return (real as (text: string, ms: number) => vscode.Disposable).call(vscode.window, text, ms);
        }) as typeof real,
    );
    await press("Copy Link");
    await until("the link", () => stage.notices.includes("Copied link."), copied.event);
    watching.dispose();
    assert.equal(await vscode.env.clipboard.readText(), made.web_url);
  });

  command("forgeline.snippet.create", "keeps the form when the host refuses", async (run) => {
    await vscode.env.clipboard.writeText("x = 1\n");
    await stage.control.fault({
      method: "POST",
      path: "/snippets$",
      times: 1,
      status: 400,
      body: { message: { error: "Title is blocked by the spam filter" } },
    });
    let done = run();
    assert.deepEqual(
      (await look("Select the content of the snippet")).rows.map((row) => row.split(",")[0]),
      ["From Files…", "From Clipboard"],
    );
    await pick(box, "From Clipboard");
    await look("Enter the title of the snippet");
    await type("Refused once");
    await look("Description in Markdown");
    await enter(box);
    await look("Enter a file name with extension");
    await type("x.py");
    await pick(box, "Public");
    const { rows } = await look("Title is blocked by the spam filter");
    assert.match(rows[0] ?? "", /rejected the request: Title is blocked by the spam filter/);
    await escape(box);
    await done;
    done = run();
    await look("Continue “Refused once”");
    await pick(box, "Continue “Refused once”");
    assert.equal((await look("Enter the title of the snippet")).value, "Refused once");
    for (const saying of [
      "Enter the title of the snippet",
      "Description in Markdown",
      "Enter a file name with extension",
    ]) {
      await look(saying);
      await enter(box);
    }
    await pick(box, "Public");
    await done;
    const made = await newest();
    assert.deepEqual([made.title, made.visibility, made.files?.[0]?.path], ["Refused once", "public", "x.py"]);
    await created("Refused once");
    assert.equal(draft(), undefined);
  });

  const insertBox = "Insert Snippet";

  command("forgeline.snippet.insert", "inserts at every cursor with one Undo", async (run) => {
    await snippets.make({ title: "Loop in Python", files: { "loop.py": "for x in y:\n  pass\n" } });
    await snippets.make({ title: "Bob's public", visibility: "public", files: { "b.txt": "of bob" } }, "bob");
    const editor = await editorOf("a[]\nb[]\n");
    const { document } = editor;
    editor.selections = [new vscode.Selection(0, 2, 0, 2), new vscode.Selection(1, 2, 1, 2)];
    let done = run();
    await fill(insertBox, "Loop in");
    await until(
      "the preview",
      () =>
        vscode.window.visibleTextEditors.some(
          (one) => one.document.uri.scheme === "forgeline-text" && one.document.getText() === "for x in y:\n  pass\n",
        ),
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.workspace.onDidChangeTextDocument,
    );
    await pick(insertBox, "Loop in Python", "Loop in");
    await done;
    assert.equal(document.getText(), "a[for x in y:\n  pass]\nb[for x in y:\n  pass]\n");
    assert.equal(
      vscode.window.visibleTextEditors.some((one) => one.document.uri.scheme === "forgeline-text"),
      false,
      "the preview is gone",
    );
    assert.deepEqual(stage.notices, ["Inserted loop.py of “Loop in Python”."]);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), "a[]\nb[]\n");
    done = run();
    await pick(insertBox, "Bob's public", "Bob's public");
    await done;
    assert.ok(document.getText().includes("of bob"));
  });

  command("forgeline.snippet.insert", "asks for the file and refuses binaries", async (run) => {
    await snippets.make({ title: "Many files", files: { "a.txt": "of a", "src/b.txt": "of b\n", "data.bin": "\0" } });
    const { document } = await editorOf("");
    let done = run();
    await pick(insertBox, "Many files", "Many files");
    assert.deepEqual((await look("src/b.txt", insertBox)).rows, ["a.txt", "data.bin", "src/b.txt"]);
    await titleButton(insertBox, "Back");
    await pick(insertBox, "Many files", "Many files");
    await pick(insertBox, "src/b.txt");
    await done;
    assert.equal(document.getText(), "of b");
    done = run();
    await pick(insertBox, "Many files", "Many files");
    await pick(insertBox, "data.bin");
    await done;
    assert.match((await stage.message()).text, /data\.bin is not a text file and cannot be inserted/);
  });

  command("forgeline.snippet.insert", "requires a writable editor", async (run) => {
    await run();
    assert.match((await stage.message()).text, /Open a file and place the cursor where to insert the snippet/);
    await stage.app.texts.show("told.txt", "text");
    await run();
    assert.match((await stage.message()).text, /told\.txt is read-only/);
    const theirs = await snippets.make({ title: "Read", visibility: "public" }, "bob");
    await vscode.window.showTextDocument(
      (await stage.app.snippets.files.load()).uriOf({ instance: stage.info.url, id: theirs.id, path: "one.txt" }),
    );
    await run();
    assert.match((await stage.message()).text, /one\.txt is read-only/);
  });
});
