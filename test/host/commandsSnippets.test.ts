import assert from "node:assert/strict";
import { afterEach, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { Snippet } from "../../src/api/resources/snippets.ts";
import type { SnippetRef } from "../../src/features/snippets/refs.ts";
import type { SnippetFiles } from "../../src/features/snippets/snippetFiles.ts";
import { command } from "./commandTest.ts";
import { Rows } from "./rows.ts";
import { ready, sessionOf, signedOut } from "./signedIn.ts";
import { snippetStage } from "./snippetStage.ts";
import { openedBy } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels } from "./viewSuite.ts";
import { writeLines } from "./writeLines.ts";

describe("snippet commands", () => {
  const stage = setStage();
  const { look, pick, type, fill, dialog, titleButton, escape, enter, typeAt, pickAt, fillAt, enterAt, field } = stage;
  const snippets = snippetStage();
  let files: SnippetFiles;
  const ref = (snippet: Snippet, file?: string): SnippetRef => ({
    instance: stage.info.url,
    snippet,
    ...(file !== undefined && { file }),
  });
  const uriOf = (snippet: Snippet, path: string, at?: string): vscode.Uri =>
    files.uriOf({ instance: stage.info.url, id: snippet.id, path, ...(at !== undefined && { ref: at }) });
  const shown = (): string => vscode.window.activeTextEditor?.document.uri.path ?? "";
  /** Whoever signs in; the tests after it find alice again. */
  const as = async (user: "bob" | "admin" | "alice"): Promise<void> => {
    await signedOut();
    const session = sessionOf(user);
    await stage.app.sessions.write(session);
    await ready(stage.app, session);
  };

  beforeEach(async () => {
    files = await stage.app.snippets.files.load();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  command("forgeline.snippet.open", "opens the file of a row or a picked one", async (run) => {
    const one = await snippets.make({ title: "Rows", files: { "a.txt": "a", "src/b.txt": "b" } });
    await run(ref(one, "src/b.txt"));
    await until("the file", () => shown() === `/${one.id}/src/b.txt`, vscode.window.onDidChangeActiveTextEditor);
    const done = run();
    await pick("Open Snippet", "Rows", "Rows");
    await pick("Open Snippet", "a.txt");
    await done;
    await until("the other file", () => shown() === `/${one.id}/a.txt`, vscode.window.onDidChangeActiveTextEditor);
  });

  command("forgeline.snippet.open", "takes a typed ID and reports missing snippets and files", async (run) => {
    const theirs = await snippets.make(
      { title: "Within", visibility: "internal", files: { "b.txt": "of bob" } },
      "bob",
    );
    const done = run();
    // A row may be drawn elsewhere while further ones come; Enter means what was typed.
    await type("Open Snippet", `#${theirs.id}`);
    await done;
    await until("the file", () => shown() === `/${theirs.id}/b.txt`, vscode.window.onDidChangeActiveTextEditor);
    await run(ref({ ...theirs, id: 999_999 }));
    assert.match((await stage.message()).text, /Snippet 999999 was deleted, or your account cannot see it/);
    await run(ref(theirs, "gone.txt"));
    assert.match((await stage.message()).text, /gone\.txt was deleted from “Within” or renamed/);
  });

  command("forgeline.snippet.openAtRef", "opens an earlier version, refusing unknown refs", async (run) => {
    const one = await snippets.make({ title: "History", files: { "a.txt": "First\n" } });
    const sha = await snippets.sha(one);
    await snippets.change(one.id, { files: [{ action: "update", file_path: "a.txt", content: "Second\n" }] });
    const box = "Open Snippet at Ref";
    const done = run(ref(one));
    assert.equal((await look(box, "Select a branch, tag or commit to open a.txt at")).value, "main");
    await type(box, "two words");
    await typeAt(box, "cannot contain spaces", "no-such");
    await typeAt(box, "has no branch, tag or commit “no-such”", sha);
    await done;
    await until(
      "the older file",
      () => vscode.window.activeTextEditor?.document.uri.query === `ref=${sha}`,
      vscode.window.onDidChangeActiveTextEditor,
    );
    assert.equal(vscode.window.activeTextEditor?.document.getText(), "First\n");
  });

  command("forgeline.snippet.openInBrowser", "opens the page", async (run) => {
    const one = await snippets.make({ title: "Page" });
    const opened = await openedBy(async () => {
      await run(ref(one));
      await run(uriOf(one, "one.txt"));
    });
    assert.deepEqual(opened, [one.web_url, one.web_url]);
  });

  command("forgeline.snippet.copyLink", "copies the page", async (run) => {
    const one = await snippets.make({ title: "Linked" });
    await run(ref(one));
    assert.equal(await vscode.env.clipboard.readText(), one.web_url);
    await vscode.env.clipboard.writeText("");
    const done = run();
    await pick("Copy Snippet Link", "Linked", "Linked");
    await done;
    assert.equal(await vscode.env.clipboard.readText(), one.web_url);
    assert.deepEqual(stage.notices, ["Copied link.", "Copied link."]);
  });

  command("forgeline.snippet.changeVisibility", "asks before it makes one public", async (run) => {
    const one = await snippets.make({ title: "Seen", files: { "a.txt": "a", "b.txt": "b" } });
    const box = "Change Visibility of Snippet";
    const to = (row: string): Promise<string> => pick(box, row);
    const visibility = async () => (await snippets.get(one.id))?.visibility;
    let done = run(ref(one));
    await to("Public");
    assert.match(await dialog("Cancel"), /Make the snippet “Seen” public\?.*without signing in/s);
    await done;
    assert.equal(await visibility(), "private");
    done = run(ref(one));
    await to("Public");
    await dialog("Make Public");
    await done;
    assert.equal(await visibility(), "public");
    assert.equal(stage.messages.take().length, 2);
    done = run(ref(one));
    await to("Internal");
    await done;
    assert.deepEqual(
      [await visibility(), stage.notices],
      ["internal", ["“Seen” is now public.", "“Seen” is now internal."]],
    );
  });

  command("forgeline.snippet.changeVisibility", "sends the files a host requires", async (run) => {
    const one = await snippets.make({ title: "Several", files: { "a.txt": "a", "b.txt": "b" } });
    await stage.control.fault({
      method: "PUT",
      path: `/snippets/${one.id}$`,
      times: 1,
      status: 400,
      body: { error: "files is missing" },
    });
    let done = run(ref(one));
    await pick("Change Visibility of Snippet", "Internal");
    await done;
    assert.equal((await snippets.get(one.id))?.visibility, "internal");
    await stage.control.fault({
      method: "PUT",
      path: `/snippets/${one.id}$`,
      status: 403,
      body: { message: "403 Forbidden" },
    });
    done = run(ref(one));
    await pick("Change Visibility of Snippet", "Private");
    await done;
    assert.match((await stage.message()).text, /Your account on .* does not have permission to do this/);
  });

  command("forgeline.snippet.changeVisibility", "changes only own snippets", async (run) => {
    await as("bob");
    try {
      const one = await snippets.make({ title: "Alice's", visibility: "public" });
      await run(ref(one));
      assert.match((await stage.message()).text, /Only the author of “Alice's” can change it/);
    } finally {
      await as("alice");
    }
  });

  command("forgeline.snippet.edit", "keeps typed text over Back and Escape", async (run) => {
    const one = await snippets.make({ title: "Old title", description: "Line one\n\nLine two  \nthree" });
    const box = "Edit Title and Description";
    let done = run(ref(one));
    assert.equal((await look(box, "Enter the title of the snippet")).value, "Old title");
    await fill(box, "   ");
    await typeAt(box, "Enter a title", "New title");
    await look(box, "Use This Description");
    assert.equal(vscode.window.activeTextEditor?.document.getText(), "Line one\n\nLine two  \nthree");
    await titleButton(box, "Back");
    assert.equal((await look(box, "Enter the title of the snippet")).value, "New title");
    await escape(box);
    await done;
    assert.equal((await snippets.get(one.id))?.title, "Old title");
    done = run(ref(one));
    assert.equal((await look(box, "Enter the title of the snippet")).value, "New title");
    await enter(box);
    await enterAt(box, "Use This Description");
    await done;
    const changed = await snippets.get(one.id);
    assert.deepEqual([changed?.title, changed?.description], ["New title", "Line one\n\nLine two  \nthree"]);
    assert.deepEqual(stage.notices, ["Saved “New title”."]);
  });

  command("forgeline.snippet.edit", "asks before it overwrites someone else's title", async (run) => {
    const one = await snippets.make({ title: "Mine", description: "" });
    const box = "Edit Title and Description";
    const done = run(ref(one));
    await typeAt(box, "Enter the title of the snippet", "Mine, better");
    await look(box, "Description in Markdown");
    await snippets.change(one.id, { title: "Theirs" });
    await writeLines(stage, { box, use: "Use This Description", text: "With\nlines" });
    await look(box, "Someone changed it to “Theirs” in the meantime");
    assert.equal((await snippets.get(one.id))?.title, "Theirs");
    await enter(box);
    await done;
    const changed = await snippets.get(one.id);
    assert.deepEqual([changed?.title, changed?.description], ["Mine, better", "With\nlines"]);
  });

  command("forgeline.snippet.delete", "names what is deleted, unsaved files too", async (run) => {
    const one = await snippets.make({ title: "Doomed", files: { "a.txt": "a", "b.txt": "b" } });
    await files.texts.begin(uriOf(one, "c.txt"), "never sent");
    let done = run(ref(one));
    assert.match(
      await dialog("Cancel"),
      /Delete the snippet “Doomed” with its 2 files on 127\.0\.0\.1.*Unsaved changes are lost too/s,
    );
    await done;
    assert.ok(await snippets.get(one.id));
    done = run(ref(one));
    await dialog("Delete");
    await done;
    assert.equal(await snippets.get(one.id), undefined);
    assert.equal(files.texts.isUnsent(uriOf(one, "c.txt")), false);
    assert.equal(stage.messages.take().length, 2);
    assert.deepEqual(stage.notices, ["Deleted “Doomed”."]);
    await run(ref(one));
    assert.match((await stage.message()).text, /was deleted, or your account cannot see it/);
  });

  command("forgeline.snippet.newFile", "refuses invalid names and sends with the first save", async (run) => {
    const one = await snippets.make({ title: "Growing", files: { "src/a.txt": "a" } });
    const box = "Add File to Snippet";
    const done = run(ref(one, "src"));
    assert.equal((await look(box, "Enter the name of the new file in “Growing”")).value, "src/");
    for (const [name, why] of [
      ["src/a.txt", "The snippet already has a file “src/a.txt”"],
      ["../a", "“.”, “..” and “.git” are not allowed as names"],
      ["src", "The snippet already has a file “src/a.txt”"],
      ["a//b", "Folder names cannot be empty"],
      [" ", "Enter a file name"],
    ] as const) {
      await fill(box, name);
      await look(box, why);
    }
    await type(box, "src/Ω new.md");
    await done;
    await until("the new file", () => shown() === `/${one.id}/src/Ω new.md`, vscode.window.onDidChangeActiveTextEditor);
    assert.deepEqual(
      [await snippets.paths(one.id), stage.notices],
      [["src/a.txt"], ["Ω new.md is not on the host yet. Save it to send it."]],
    );
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "# New\n"));
    assert.equal(await editor.document.save(), true);
    assert.equal(await snippets.text(one.id, "src/Ω new.md"), "# New\n");
  });

  command("forgeline.snippet.renameFile", "moves files and folders by one request each", async (run) => {
    const one = await snippets.make({ title: "Moving", files: { "a.txt": "a", "src/b.txt": "b", "src/c.txt": "c" } });
    await vscode.window.showTextDocument(uriOf(one, "a.txt"));
    const box = "Rename or Move File of Snippet";
    const since = await snippets.now();
    let done = run(ref(one, "a.txt"));
    await enterAt(box, "Enter a new path in “Moving”");
    await fillAt(box, "It already has this name", "src/b.txt");
    await typeAt(box, "The snippet already has a file “src/b.txt”", "docs/Ω a.txt");
    await done;
    await until(
      "the editor to go along",
      () => shown() === `/${one.id}/docs/Ω a.txt`,
      vscode.window.onDidChangeActiveTextEditor,
    );
    done = run(ref(one, "src"));
    await typeAt(box, "Enter a new path in “Moving”", "lib");
    await done;
    assert.deepEqual(await snippets.paths(one.id), ["docs/Ω a.txt", "lib/b.txt", "lib/c.txt"]);
    assert.deepEqual(await snippets.writes(since), [`PUT /snippets/${one.id}`, `PUT /snippets/${one.id}`]);
  });

  command("forgeline.snippet.deleteFile", "deletes files and folders, never the last file", async (run) => {
    const one = await snippets.make({
      title: "Shrinking",
      files: { "a.txt": "a", "src/b.txt": "b", "src/c.txt": "c" },
    });
    const editor = await vscode.window.showTextDocument(uriOf(one, "src/b.txt"));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "typed "));
    let done = run(ref(one, "src"));
    const asked = await dialog("Delete");
    assert.match(
      asked,
      /Delete the folder “src” with its 2 files from the snippet “Shrinking”\?.*src\/b\.txt.*src\/c\.txt.*history of the snippet.*Unsaved changes are lost too/s,
    );
    await done;
    assert.deepEqual([await snippets.paths(one.id), shown()], [["a.txt"], ""]);
    stage.messages.take();
    await run(ref(one, "a.txt"));
    const { text, buttons } = await stage.message();
    assert.match(text, /The last file of a snippet cannot be deleted\. Delete the snippet instead/);
    assert.ok(buttons.includes("Delete Snippet…"));
    await snippets.change(one.id, { files: [{ action: "create", file_path: "d.txt", content: "d" }] });
    done = run(ref(one));
    await pick("Remove File from Snippet", "a.txt");
    await dialog("Delete");
    await done;
    stage.messages.take();
    assert.deepEqual(await snippets.paths(one.id), ["d.txt"]);
  });

  command("forgeline.snippet.discard", "restores the host's text and drops new files", async (run) => {
    const one = await snippets.make({ title: "Discarded", files: { "a.txt": "Theirs" } });
    await run();
    assert.match((await stage.message()).text, /There are no unsaved changes to snippets/);
    const document = await vscode.workspace.openTextDocument(uriOf(one, "a.txt"));
    await stage.control.fault({ method: "PUT", path: `/snippets/${one.id}$`, status: 503, body: "" });
    await vscode.workspace.fs.writeFile(document.uri, Buffer.from("Mine")).then(undefined, () => undefined);
    assert.equal(files.texts.isUnsent(document.uri), true);
    let done = run(ref(one, "a.txt"));
    await dialog("Discard");
    await done;
    await until("the host's text", () => document.getText() === "Theirs", vscode.workspace.onDidChangeTextDocument);
    await files.texts.begin(uriOf(one, "b.txt"), "begun");
    done = run();
    await pick("Discard Unsaved Changes", "b.txt");
    await dialog("Discard");
    await done;
    stage.messages.take();
    assert.deepEqual(files.unsentPaths({ instance: stage.info.url, id: one.id }), []);
  });

  command("forgeline.snippet.userAgentDetails", "shows the user agent to administrators", async (run) => {
    const one = await snippets.make({ title: "Told" });
    await run(ref(one));
    assert.match((await stage.message()).text, /Only administrators of 127\.0\.0\.1.* can see user agent details/);
    await as("admin");
    try {
      await run(ref(one));
      const text = await until(
        "the text",
        () =>
          /User agent: .+/.exec(vscode.window.activeTextEditor?.document.getText() ?? "") &&
          vscode.window.activeTextEditor?.document.getText(),
        vscode.window.onDidChangeActiveTextEditor,
      );
      assert.match(
        text ?? "",
        new RegExp(
          `^Snippet: ${one.id} Told\nAuthor: alice\nUser agent: .+\nIP address: 127\\.0\\.0\\.1\nSubmitted to Akismet: no\n$`,
        ),
      );
    } finally {
      await as("alice");
    }
  });

  command("forgeline.snippets.filter", "filters by date, for administrators by storage too", async (run) => {
    const box = "Filter Snippets";
    await stage.app.snippets.view.load();
    let done = run();
    const { rows } = await look(box, "Select filters");
    assert.equal(
      rows.some((row) => row.includes("Repository Storage")),
      false,
    );
    await field(box, "Created After", "soon");
    await typeAt("Created After", "Enter a date (2026-01-31)", "2d");
    await look(box, "Filters are applied as you choose");
    await escape(box);
    await done;
    assert.ok(
      Date.now() - Date.parse(stage.app.snippets.view.contents?.filter.value.createdAfter ?? "") >=
        2 * 86_400_000 - 60_000,
    );
    await as("admin");
    try {
      await stage.app.snippets.view.load();
      done = run();
      await pickAt(box, "Filters are applied as you choose", "Repository Storage");
      await type("Repository Storage", "default");
      await look(box, "Filters are applied as you choose");
      await escape(box);
      await done;
      assert.equal(stage.app.snippets.view.contents?.filter.value.storage, "default");
    } finally {
      await stage.app.snippets.view.contents?.filter.set({});
      await as("alice");
    }
  });

  command("forgeline.snippets.clearFilter", "shows all snippets again", async (run) => {
    await snippets.make({ title: "There" });
    await (await stage.app.snippets.view.load())?.filter.set({ createdBefore: "2001-01-01T00:00:00Z" });
    const mine = async () => {
      const rows = new Rows<unknown>(stage.app.snippets.view.provider);
      return labels(await rows.below(await rows.at("Mine")));
    };
    assert.deepEqual(await mine(), ["No snippets match the filter"]);
    await run();
    assert.ok((await mine()).includes("There"));
  });
});
