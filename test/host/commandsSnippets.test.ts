import assert from "node:assert/strict";
import { truncate, writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { Snippet } from "../../src/api/resources/snippets.ts";
import { VIEWS } from "../../src/core/views.ts";
import { snippetDrafts } from "../../src/features/snippets/commands/draft.ts";
import type { SnippetRef } from "../../src/features/snippets/refs.ts";
import type { SnippetFiles } from "../../src/features/snippets/snippetFiles.ts";
import type { Box } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { forgetDrafts } from "./drafts.ts";
import { answered, clipboard, editorInFront } from "./inFront.ts";
import { cells, type Row, Rows } from "./rows.ts";
import { ready, sessionOf, signedOut } from "./signedIn.ts";
import { accountOf, snippetStage } from "./snippetStage.ts";
import { openedBy, replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { replaceLines, retype, writeLines } from "./writeLines.ts";

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
  const shows = (path: string) => editorInFront(path, ({ uri }) => uri.path === path);
  const signIn = async (user: "bob" | "admin" | "alice"): Promise<void> => {
    await signedOut();
    const session = sessionOf(user);
    await stage.app.sessions.write(session);
    stage.client = (await ready(stage.app, session)).connection.client;
  };
  /** Does something as somebody else; afterwards alice is signed in again. */
  const as = async (user: "bob" | "admin", work: () => Promise<void>): Promise<void> => {
    await signIn(user);
    try {
      await work();
    } finally {
      await signIn("alice");
    }
  };

  beforeEach(async () => {
    files = await stage.app.snippets.files.load();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  command("forgeline.snippet.open", "takes a typed ID and reports missing snippets and files", async (run) => {
    const theirs = await snippets.make(
      { title: "Within", visibility: "internal", files: { "b.txt": "of bob" } },
      "bob",
    );
    const done = run();
    // A row may be drawn elsewhere while further ones come; Enter means what was typed.
    await type("Open Snippet", `#${theirs.id}`);
    await done;
    await shows(`/${theirs.id}/b.txt`);
    await run(ref({ ...theirs, id: 999_999 }));
    await stage.says(/Snippet 999999 was deleted, or your account cannot see it/);
    await run(ref(theirs, "gone.txt"));
    await stage.says(/gone\.txt was deleted from “Within” or renamed/);
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
    const { document } = await editorInFront("the older file", ({ uri }) => uri.query === `ref=${sha}`);
    assert.equal(document.getText(), "First\n");
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
    assert.equal(await clipboard(), one.web_url);
    await vscode.env.clipboard.writeText("");
    await Promise.all([run(), pick("Copy Snippet Link", "Linked", "Linked")]);
    assert.equal(await clipboard(), one.web_url);
    assert.deepEqual(stage.notices, ["Copied link.", "Copied link."]);
  });

  command("forgeline.snippet.changeVisibility", "asks before it makes one public", async (run) => {
    const one = await snippets.make({ title: "Seen", files: { "a.txt": "a", "b.txt": "b" } });
    const box = "Change Visibility of Snippet";
    const visibility = async () => (await snippets.get(one.id))?.visibility;
    for (const [button, state] of [
      ["Cancel", "private"],
      ["Make Public", "public"],
    ] as const) {
      const said = await answered(run(ref(one)), [() => pick(box, "Public"), () => dialog(button)]);
      assert.match(said, /Make the snippet “Seen” public\?.*without signing in/s);
      assert.equal(await visibility(), state);
    }
    assert.equal(stage.messages.take().length, 2);
    await Promise.all([run(ref(one)), pick(box, "Internal")]);
    assert.equal(await visibility(), "internal");
    assert.deepEqual(stage.notices, ["“Seen” is now public.", "“Seen” is now internal."]);
  });

  command("forgeline.snippet.changeVisibility", "sends the files a host requires", async (run) => {
    const one = await snippets.make({ title: "Several", files: { "a.txt": "a", "b.txt": "b" } });
    const body = { error: "files is missing" };
    await stage.control.fault({ method: "PUT", path: `/snippets/${one.id}$`, times: 1, status: 400, body });
    await Promise.all([run(ref(one)), pick("Change Visibility of Snippet", "Internal")]);
    assert.equal((await snippets.get(one.id))?.visibility, "internal");
  });

  command("forgeline.snippet.changeVisibility", "changes only own snippets", (run) =>
    as("bob", async () => {
      await run(ref(await snippets.make({ title: "Alice's", visibility: "public" })));
      await stage.says(/Only the author of “Alice's” can change it/);
    }),
  );

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

  command("forgeline.snippet.edit", "merges changes of other lines, and leaves what was not edited", async (run) => {
    const one = await snippets.make({ title: "Before", description: "One\n\nTwo\n\nThree" });
    const box = "Edit Title and Description";
    const done = run(ref(one));
    await enterAt(box, "Enter the title of the snippet");
    await look(box, "Use This Description");
    await snippets.change(one.id, { title: "Theirs", description: "One, by Bob\n\nTwo\n\nThree" });
    const before = "One\n\nTwo\n\nThree";
    await replaceLines(stage, { box, use: "Use This Description", before, text: "One\n\nTwo\n\nThree, by Alice" });
    await done;
    const changed = await snippets.get(one.id);
    assert.deepEqual([changed?.title, changed?.description], ["Theirs", "One, by Bob\n\nTwo\n\nThree, by Alice"]);
    assert.match(stage.notices.at(-1) ?? "", /^Saved “Theirs”\. Someone else changed it/);
  });

  command("forgeline.snippet.delete", "names what is deleted, unsaved files too", async (run) => {
    const one = await snippets.make({ title: "Doomed", files: { "a.txt": "a", "b.txt": "b" } });
    await files.texts.begin(uriOf(one, "c.txt"), "never sent");
    const [, said] = await Promise.all([run(ref(one)), dialog("Cancel")]);
    assert.match(said, /Delete the snippet “Doomed” with its 2 files on 127\.0\.0\.1.*Unsaved changes are lost too/s);
    assert.ok(await snippets.get(one.id));
    await Promise.all([run(ref(one)), dialog("Delete")]);
    assert.equal(await snippets.get(one.id), undefined);
    assert.equal(files.texts.isUnsent(uriOf(one, "c.txt")), false);
    assert.equal(stage.messages.take().length, 2);
    assert.deepEqual(stage.notices, ["Deleted “Doomed”."]);
    await run(ref(one));
    await stage.says(/was deleted, or your account cannot see it/);
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
    await shows(`/${one.id}/src/Ω new.md`);
    assert.deepEqual(await snippets.paths(one.id), ["src/a.txt"]);
    assert.deepEqual(stage.notices, ["Ω new.md is not on the host yet. Save it to send it."]);
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    await retype(document, "# New\n");
    assert.equal(await document.save(), true);
    assert.equal(await snippets.text(one.id, "src/Ω new.md"), "# New\n");
  });

  command("forgeline.snippet.renameFile", "moves files and folders by one request each", async (run) => {
    const one = await snippets.make({ title: "Moving", files: { "a.txt": "a", "src/b.txt": "b", "src/c.txt": "c" } });
    await vscode.window.showTextDocument(uriOf(one, "a.txt"));
    const box = "Rename or Move File of Snippet";
    const since = await snippets.now();
    const done = run(ref(one, "a.txt"));
    await enterAt(box, "Enter a new path in “Moving”");
    await fillAt(box, "It already has this name", "src/b.txt");
    await typeAt(box, "The snippet already has a file “src/b.txt”", "docs/Ω a.txt");
    await done;
    await shows(`/${one.id}/docs/Ω a.txt`);
    await Promise.all([run(ref(one, "src")), typeAt(box, "Enter a new path in “Moving”", "lib")]);
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
    const [, asked] = await Promise.all([run(ref(one, "src")), stage.answer("Delete")]);
    assert.match(asked, /Delete the folder “src” with its 2 files from the snippet “Shrinking”\?.*src\/b\.txt.*src/s);
    assert.match(asked, /Unsaved changes are lost too/);
    assert.deepEqual([await snippets.paths(one.id), shown()], [["a.txt"], ""]);
    await run(ref(one, "a.txt"));
    await stage.says(/The last file of a snippet cannot be deleted\. Delete the/, ["Delete Snippet…", "Show Log"]);
    await snippets.change(one.id, { files: [{ action: "create", file_path: "d.txt", content: "d" }] });
    await answered(run(ref(one)), [() => pick("Remove File from Snippet", "a.txt"), () => stage.answer("Delete")]);
    assert.deepEqual(await snippets.paths(one.id), ["d.txt"]);
  });

  command("forgeline.snippet.deleteFile", "leaves files that were added to the folder meanwhile", async (run) => {
    const one = await snippets.make({ title: "Growing", files: { "a.txt": "a", "src/b.txt": "b", "src/c.txt": "c" } });
    const done = run(ref(one, "src"));
    await stage.message();
    await snippets.change(one.id, { files: [{ action: "create", file_path: "src/d.txt", content: "d" }] });
    await stage.person({ action: "dialog", button: "Delete" });
    await done;
    assert.deepEqual(await snippets.paths(one.id), ["a.txt", "src/d.txt"]);
  });

  command("forgeline.snippet.discard", "restores the host's text and drops new files", async (run) => {
    const one = await snippets.make({ title: "Discarded", files: { "a.txt": "Theirs" } });
    await run();
    await stage.says(/There are no unsaved changes to snippets/);
    const document = await vscode.workspace.openTextDocument(uriOf(one, "a.txt"));
    await stage.control.fault({ method: "PUT", path: `/snippets/${one.id}$`, status: 503, body: "" });
    await vscode.workspace.fs.writeFile(document.uri, Buffer.from("Mine")).then(undefined, () => undefined);
    assert.equal(files.texts.isUnsent(document.uri), true);
    await Promise.all([run(ref(one, "a.txt")), stage.answer("Discard")]);
    await until("the host's text", () => document.getText() === "Theirs", vscode.workspace.onDidChangeTextDocument);
    await files.texts.begin(uriOf(one, "b.txt"), "begun");
    await answered(run(), [() => pick("Discard Unsaved Changes", "b.txt"), () => stage.answer("Discard")]);
    assert.deepEqual(files.unsentPaths({ instance: stage.info.url, id: one.id }), []);
  });

  command("forgeline.snippet.resolve", "offers what the message offered, for one snippet's files", async (run) => {
    const one = await snippets.make({ title: "Conflict", files: { "a.txt": "Before" } });
    await run(ref(one));
    await stage.says(/No unsent snippet file was changed on the host/);
    const { document } = await vscode.window.showTextDocument(uriOf(one, "a.txt"));
    await retype(document, "Mine");
    await stage.client.snippets.update(one.id, {
      files: [{ action: "update", file_path: "a.txt", content: "Theirs" }],
    });
    assert.equal(await document.save(), false);
    await stage.message();
    await Promise.all([run(ref(one)), pick("Resolve Conflict", "Use Theirs")]);
    await until("the host's text", () => document.getText() === "Theirs", vscode.workspace.onDidChangeTextDocument);
    assert.deepEqual(files.unsentPaths({ instance: stage.info.url, id: one.id }), []);
  });

  command("forgeline.snippet.userAgentDetails", "shows the user agent to administrators", async (run) => {
    const one = await snippets.make({ title: "Told" });
    await as("admin", async () => {
      await run(ref(one));
      const { document } = await editorInFront("the text", (text) => /User agent: .+/.test(text.getText()));
      const facts = ["User agent: .+", "IP address: 127\\.0\\.0\\.1", "Submitted to Akismet: no"].join("\n");
      assert.match(document.getText(), new RegExp(`^Snippet: ${one.id} Told\nAuthor: alice\n${facts}\n$`));
    });
  });

  command("forgeline.snippets.filter", "filters by date, for administrators by storage too", async (run) => {
    const box = "Filter Snippets";
    const applied = "Filters are applied as you choose";
    const filter = () => stage.app.snippets.view.contents?.filter;
    await stage.app.snippets.view.load();
    const done = run();
    const { rows } = await look(box, "Select filters");
    assert.ok(!rows.some((row) => row.includes("Repository Storage")));
    await field(box, "Created After", "soon");
    await typeAt("Created After", "Enter a date (2026-01-31)", "2d");
    await look(box, applied);
    await escape(box);
    await done;
    const age = Date.now() - Date.parse(filter()?.value.createdAfter ?? "");
    assert.ok(age >= 2 * 86_400_000 - 60_000);
    await as("admin", async () => {
      await stage.app.snippets.view.load();
      const again = run();
      await pickAt(box, applied, "Repository Storage");
      await type("Repository Storage", "default");
      await look(box, applied);
      await escape(box);
      await again;
      assert.equal(filter()?.value.storage, "default");
      await filter()?.set({});
    });
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

  describe("creating and inserting snippets", () => {
    const { press } = stage;
    const box = "Create Snippet";
    const { fs } = vscode.workspace;
    const look = (saying: string, title = box): Promise<Box> => stage.look(title, saying);
    const [askTitle, askDescription, askName] = [
      "Enter the title of the snippet",
      "Description in Markdown",
      "Enter a file name with extension",
    ];
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
      await stage.typeAt(box, askTitle, title);
      await stage.enterAt(box, askDescription);
      await pick(box, visibility);
    };

    beforeEach(() => forgetDrafts(stage.app, "newSnippet"));
    afterEach(async () => {
      await fs.delete(scratch(), { recursive: true }).then(undefined, () => undefined);
    });

    command("forgeline.snippet.createFromSelection", "asks for each field, then offers to open it", async (run) => {
      const editor = await editorOf("one\ntwo\nthree\n");
      await run();
      await stage.says(/Select the text for the snippet/);
      editor.selections = [new vscode.Selection(2, 0, 2, 5), new vscode.Selection(0, 0, 0, 3)];
      const done = run();
      assert.equal((await look(askTitle)).value, "snippet.txt");
      await fill(box, " ");
      await look("Enter a title");
      await type("Selected");
      await look(askDescription);
      await titleButton(box, "Back");
      assert.equal((await look(askTitle)).value, "Selected");
      await enter(box);
      await look(askDescription);
      await writeLines(stage, { box, use: "Use This Description", text: "Two lines\nof Markdown" });
      await look(askName);
      await fill(box, "../x");
      await look("“.”, “..” and “.git” are not allowed as names");
      await type("lines.md");
      const { rows } = await look("Select the visibility of the snippet");
      const found = rows.map((row) => row.split(",")[0]);
      assert.deepEqual(found, ["Private", "Internal", "Public"]);
      await pick(box, "Internal");
      await done;
      const made = await newest();
      const seen = [made.title, made.description, made.visibility, made.files?.map(({ path }) => path)];
      assert.deepEqual(seen, ["Selected", "Two lines\nof Markdown", "internal", ["lines.md"]]);
      assert.equal(await snippets.text(made.id, "lines.md"), "one\nthree");
      await created("Selected");
      await press("Open");
      await editorInFront("the snippet", ({ uri }) => uri.path === `/${made.id}/lines.md`);
      assert.equal(draft(), undefined);
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
      await Promise.all([run(uris[0], uris), answer("Several", "Private")]);
      const made = await newest();
      const paths = made.files?.map(({ path }) => path);
      assert.deepEqual([paths, made.visibility], [["a.py", "deep/b c.py", "deep/ü.txt"], "private"]);
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
        await stage.says(why);
      }
      assert.deepEqual([await snippets.writes(since), draft()], [[], undefined]);
    });

    command("forgeline.snippet.createFromClipboard", "continues after Escape", async (run) => {
      await vscode.env.clipboard.writeText("");
      await run();
      await stage.says(/The clipboard contains no text/);
      await vscode.env.clipboard.writeText("from the clipboard\n");
      const half = run();
      await stage.typeAt(box, askTitle, "Half done");
      await stage.fillAt(box, askDescription, "only half a sen");
      await escape(box);
      await half;
      const done = run();
      await stage.enterAt(box, askTitle);
      assert.equal((await look(askDescription)).value, "only half a sen");
      await type("a whole one");
      await stage.enterAt(box, askName);
      await pick(box, "Private");
      await done;
      const made = await newest();
      assert.equal(made.title, "Half done");
      assert.equal(made.description, "a whole one");
      assert.equal(await snippets.text(made.id, "snippet.txt"), "from the clipboard\n");
      await created("Half done");
      await press("Copy Link");
      await until("the link", () => stage.notices.includes("Copied link."), stage.onDidNotify.event);
      assert.equal(await clipboard(), made.web_url);
    });

    command("forgeline.snippet.create", "keeps the form when the host refuses", async (run) => {
      await vscode.env.clipboard.writeText("x = 1\n");
      const body = { message: { error: "Title is blocked by the spam filter" } };
      await stage.control.fault({ method: "POST", path: "/snippets$", times: 1, status: 400, body });
      let done = run();
      const came = (await look("Select the content of the snippet")).rows.map((row) => row.split(",")[0]);
      assert.deepEqual(came, ["From Files…", "From Clipboard"]);
      await pick(box, "From Clipboard");
      await stage.typeAt(box, askTitle, "Refused once");
      await stage.enterAt(box, askDescription);
      await stage.typeAt(box, askName, "x.py");
      await pick(box, "Public");
      const { rows } = await look("Title is blocked by the spam filter");
      assert.match(rows[0] ?? "", /rejected the request: Title is blocked by the spam filter/);
      await escape(box);
      await done;
      done = run();
      await pick(box, "Continue “Refused once”");
      for (const saying of [askTitle, askDescription, askName]) await stage.enterAt(box, saying);
      await pick(box, "Public");
      await done;
      const made = await newest();
      assert.deepEqual([made.title, made.visibility, made.files?.[0]?.path], ["Refused once", "public", "x.py"]);
      await created("Refused once");
      assert.equal(draft(), undefined);
    });

    const insertBox = "Insert Snippet";

    command("forgeline.snippet.insert", "inserts at every cursor with one Undo @oldest", async (run) => {
      await snippets.make({ title: "Loop in Python", files: { "loop.py": "for x in y:\n  pass\n" } });
      await snippets.make({ title: "Bob's public", visibility: "public", files: { "b.txt": "of bob" } }, "bob");
      const editor = await editorOf("a[]\nb[]\n");
      const { document } = editor;
      editor.selections = [new vscode.Selection(0, 2, 0, 2), new vscode.Selection(1, 2, 1, 2)];
      const done = run();
      await fill(insertBox, "Loop in");
      const previews = () =>
        vscode.window.visibleTextEditors.map(
          ({ document }) => document.uri.scheme === "forgeline-text" && document.getText(),
        );
      await until(
        "the preview",
        () => previews().includes("for x in y:\n  pass\n"),
        vscode.window.onDidChangeVisibleTextEditors,
        vscode.workspace.onDidChangeTextDocument,
      );
      await pick(insertBox, "Loop in Python", "Loop in");
      await done;
      assert.equal(document.getText(), "a[for x in y:\n  pass]\nb[for x in y:\n  pass]\n");
      assert.ok(
        previews().every((text) => text === false),
        "the preview is gone",
      );
      assert.deepEqual(stage.notices, ["Inserted loop.py of “Loop in Python”."]);
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), "a[]\nb[]\n");
      await Promise.all([run(), pick(insertBox, "Bob's public", "Bob's public")]);
      assert.ok(document.getText().includes("of bob"));
    });

    command("forgeline.snippet.insert", "asks for the file and refuses binaries", async (run) => {
      await snippets.make({ title: "Many files", files: { "a.txt": "of a", "src/b.txt": "of b\n", "data.bin": "\0" } });
      const { document } = await editorOf("");
      const done = run();
      await pick(insertBox, "Many files", "Many files");
      assert.deepEqual((await look("src/b.txt", insertBox)).rows, ["a.txt", "data.bin", "src/b.txt"]);
      await titleButton(insertBox, "Back");
      await pick(insertBox, "Many files", "Many files");
      await pick(insertBox, "src/b.txt");
      await done;
      assert.equal(document.getText(), "of b");
      await answered(run(), [() => pick(insertBox, "Many files", "Many files"), () => pick(insertBox, "data.bin")]);
      await stage.says(/data\.bin is not a text file and cannot be inserted/);
    });

    command("forgeline.snippet.insert", "requires a writable editor", async (run) => {
      await run();
      await stage.says(/Open a file and place the cursor where to insert the snippet/);
      await stage.app.texts.show("told.txt", "text");
      await run();
      await stage.says(/told\.txt is read-only/);
      const theirs = await snippets.make({ title: "Read", visibility: "public" }, "bob");
      const files = await stage.app.snippets.files.load();
      await vscode.window.showTextDocument(files.uriOf({ instance: stage.info.url, id: theirs.id, path: "one.txt" }));
      await run();
      await stage.says(/one\.txt is read-only/);
    });
  });
});

const text = ({ label, description }: Row<unknown>): string =>
  description === "" ? label : `${label} | ${description}`;

describe("the Snippets view", () => {
  const suite = viewSuite(VIEWS.snippets, "Snippets", ({ snippets }) => snippets.view);
  const snippets = snippetStage();
  const group = async (label: string): Promise<Row<unknown>[]> => suite.rows.below(await suite.rows.at(label));
  const made = (list: readonly Row<unknown>[], ...titles: readonly string[]): Row<unknown>[] =>
    list.filter(({ label }) => titles.includes(label));
  const asked = async (since: number): Promise<string[]> =>
    (await suite.control.requests(since))
      .filter(({ path }) => path.includes("/snippets"))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "")}`);
  const uriOf = async (id: number, path: string): Promise<vscode.Uri> =>
    (await suite.app.snippets.files.load()).uriOf({ instance: suite.project.instance, id, path });

  it("lists own, public and visible snippets with details", async () => {
    await snippets.make({ title: "Mine alone" });
    await snippets.make({
      title: "For all",
      visibility: "public",
      files: { "a.txt": "a", "src/b.py": "b", "src/deep/c.py": "c" },
    });
    await snippets.make({ title: "Bob's", visibility: "public" }, "bob");
    await snippets.make({ title: "Within", visibility: "internal" }, "bob");
    await snippets.make({ title: "Hidden" }, "bob");
    const roots = await suite.open();
    const found = roots.map(({ label, icon, item }) => [label, icon, item.collapsibleState]);
    assert.deepEqual(found, [
      ["Mine", "account", vscode.TreeItemCollapsibleState.Expanded],
      ["Public", "globe", vscode.TreeItemCollapsibleState.Collapsed],
      ["All I can see", "eye", vscode.TreeItemCollapsibleState.Collapsed],
    ]);
    const titles = ["Mine alone", "For all", "Bob's", "Within", "Hidden"];
    const mine = made(await group("Mine"), ...titles);
    assert.deepEqual(cells(mine, "label", "description", "icon", "context"), [
      "For all | 3 files · now | globe | snippet own several",
      "Mine alone | now | lock | snippet own one",
    ]);
    assert.deepEqual(made(await group("Public"), ...titles).map(text), [
      "Bob's | bob · now",
      "For all | alice · 3 files · now",
    ]);
    const all = made(await group("All I can see"), ...titles);
    assert.deepEqual(cells(all, "label", "icon", "context"), [
      "Within | organization | snippet other one",
      "Bob's | globe | snippet other one",
      "For all | globe | snippet own several",
      "Mine alone | lock | snippet own one",
    ]);
    const files = await suite.rows.below(mine[0]);
    assert.deepEqual(cells(files, "label", "context"), ["src | snippetFolder own", "a.txt | snippetFile own"]);
    assert.deepEqual(labels(await suite.rows.below(files[0])), ["deep", "b.py"]);
    assert.equal(new Set([...mine, ...all].map(({ id }) => id)).size, mine.length + all.length);
    const { value } = await suite.rows.tooltip(mine[0] as Row<unknown>);
    for (const part of [
      "**For all**",
      "**Visibility** Public",
      "**Files** a.txt, src/b.py, src/deep/c.py",
      "Open in browser",
    ])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
  });

  it("opens the current version of a file for editing @oldest", async () => {
    const one = await snippets.make({ title: "Opened", files: { "a b.py": "x = 1\n" } });
    await suite.open();
    await suite.rows.press(await suite.rows.at("Mine", "Opened"));
    const { document } = vscode.window.activeTextEditor ?? assert.fail("nothing was opened");
    const found = [document.uri.scheme, document.uri.path, document.getText(), document.languageId];
    assert.deepEqual(found, ["forgeline-snippet", `/${one.id}/a b.py`, "x = 1\n", "python"]);
    await snippets.change(one.id, { files: [{ action: "update", file_path: "a b.py", content: "x = 2\n" }] });
    await suite.rows.press(await suite.rows.at("Mine", "Opened"));
    await until("the newer text", () => document.getText() === "x = 2\n", vscode.workspace.onDidChangeTextDocument);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("filters by date, remembered for the host", async () => {
    await snippets.make({ title: "Young" });
    await suite.open();
    const since = await snippets.now();
    await suite.contents.filter.set({
      createdAfter: new Date(Date.now() - 3_600_000).toISOString(),
      createdBefore: new Date(Date.now() + 3_600_000).toISOString(),
    });
    assert.deepEqual(labels(await group("Mine")), ["Young"]);
    assert.match(suite.message ?? "", /^Filter: created after .*, created before /);
    assert.ok(
      (await asked(since)).some((request) => /^GET \/snippets\?.*created_after=.*created_before=/.test(request)),
    );
    await suite.contents.filter.set({});
  });

  it("marks unsent and new files", async () => {
    const one = await snippets.make({ title: "Begun", files: { "a.txt": "a" } });
    await suite.open();
    await group("Mine");
    const { texts } = await suite.app.snippets.files.load();
    const uri = await uriOf(one.id, "new/b.txt");
    await texts.begin(uri, "b");
    const row = await suite.rows.at("Mine", "Begun");
    assert.deepEqual([row.description, row.context], ["not sent · 2 files · now", "snippet own several"]);
    const below = await suite.rows.below(row);
    assert.deepEqual(labels(below), ["new", "a.txt"]);
    assert.deepEqual(cells(await suite.rows.below(below[0]), "label", "description", "context"), [
      "b.txt | new, not saved | snippetFile own unsent begun",
    ]);
    await texts.forget(uri);
    assert.equal((await suite.rows.at("Mine", "Begun")).description, "now");
  });

  it("explains missing lists in one row", async () => {
    await suite.open();
    await suite.control.fault({ path: "/snippets/all", status: 400, body: { error: "id is invalid" } });
    assert.match(labels(await group("All I can see")).join(), /^127\.0\.0\.1[^,]* does not support listing all/);
    for (const status of [403, 404]) {
      await suite.control.fault({ path: "/snippets/public", status, body: { message: "no" } });
      await suite.contents.filter.set({});
      assert.match(labels(await group("Public")).join(), /Snippets on .* are not available\. They may be turned off/);
      await suite.control.clearFaults();
    }
  });

  describe("for an administrator", () => {
    before(async () => {
      await signedOut();
      const session = sessionOf("admin", accountOf("admin"));
      await suite.app.sessions.write(session);
      await ready(suite.app, session);
    });

    it("lists everyone's snippets with their storage", async () => {
      await snippets.make({ title: "Private of bob" }, "bob");
      await suite.open();
      const row = made(await group("All I can see"), "Private of bob")[0];
      assert.ok(row);
      assert.deepEqual([row.context, row.description], ["snippet other one", "bob · now"]);
      assert.match((await suite.rows.tooltip(row)).value, /\*\*Repository storage\*\* default/);
      assert.equal(await suite.contents.administrator(), true);
      const since = await snippets.now();
      await suite.contents.filter.set({ storage: "elsewhere" });
      assert.deepEqual(labels(await group("All I can see")), ["No snippets match the filter"]);
      await group("Mine");
      assert.deepEqual((await asked(since)).map((request) => /repository_storage=\w+/.exec(request)?.[0]).sort(), [
        "repository_storage=elsewhere",
        undefined,
      ]);
      assert.equal(suite.message, "Filter: in storage “elsewhere”");
      await suite.contents.filter.set({});
    });
  });
});

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

  it("replaces a file by another one by one request, of the same snippet only", async () => {
    const [from, to, { signal }] = [at("readme.md"), at("src/a b.py"), new AbortController()];
    await assert.rejects(async () => fs.rename(from, to), { code: "FileExists" });
    const since = await snippets.now();
    await files.rename(from, to, { overwrite: true }, signal);
    const seen = [await snippets.writes(since), await snippets.text(own.id, "src/a b.py")];
    assert.deepEqual(seen, [[`PUT /snippets/${own.id}`], "# Tools\n"]);
    const other = await snippets.make({ title: "Other" });
    await assert.rejects(
      async () => files.rename(at("src"), at("lib", other), { overwrite: false }, signal),
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
