/** Commands about wiki pages: opening, making, moving, deleting. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import type { WikiFiles } from "../../src/features/wiki/wikiFiles.ts";
import { command } from "./commandTest.ts";
import { answered, clipboard, diffInFront, editorInFront, labelInFront, textOf } from "./inFront.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { drawn } from "./playedBoxes.ts";
import { refuse } from "./refuse.ts";
import { type Row, Rows } from "./rows.ts";
import { runGit } from "./runGit.ts";
import { sessionOf, signedIn } from "./signedIn.ts";
import { replace, watchContextKey } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";
import { retype } from "./writeLines.ts";

describe("wiki commands", () => {
  const stage = setStage();
  const { look, pick, fill, dialog, press, escape, enter, pickAt } = stage;
  let own: OwnProject;
  let files: WikiFiles;
  const wikis = () => stage.client.wikis;
  const add = (title: string, content: string, format = "markdown") =>
    wikis().create(own.path, { title, content, format });
  const content = async (slug: string) => (await wikis().get(own.path, slug)).content;
  const slugs = async () => (await wikis().list(own.path).all()).items.map(({ slug }) => slug).sort();
  const ref = (slug: string, format = "markdown") => ({
    kind: "wiki",
    instance: own.instance,
    project: own.path,
    slug,
    title: slug.split("/").at(-1),
    format,
  });
  const at = (slug: string, format = "markdown"): vscode.Uri =>
    files.uriOf({ instance: own.instance, project: own.path }, { slug, format });
  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : []));
  const editor = (): vscode.TextEditor => {
    const { activeTextEditor } = vscode.window;
    assert.ok(activeTextEditor, "No editor is active");
    return activeTextEditor;
  };

  beforeEach(async () => {
    own = await ownProject(stage.app);
    files = await stage.app.wiki.files.load();
    await add("home", "Welcome.\nSee [the pier](Sensors/North-pier).\n");
    await add("Sensors", "All sensors");
    await add("Sensors/North pier", "= North", "asciidoc");
    await own.open();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  command("forgeline.wiki.open", "opens the page of a row, at a line, or a picked one @oldest", async (run) => {
    await run(ref("home"), 1);
    assert.deepEqual([editor().document.uri.toString(), editor().selection.active.line], [at("home").toString(), 1]);
    const box = "Open Wiki Page";
    const done = run();
    const { rows } = await look(box, "North pier");
    assert.deepEqual(rows, ["home", "Sensors", "North pier"]);
    await pick(box, "North pier");
    await done;
    assert.equal(editor().document.uri.path, "/Sensors/North-pier.asciidoc");
  });

  command("forgeline.wiki.open", "keeps unsaved text and reports a deleted page", async (run) => {
    await run(ref("home"));
    await retype(editor().document, "Mine");
    await wikis().update(own.path, "home", { content: "Theirs" });
    await run(ref("home"));
    assert.deepEqual([editor().document.getText(), editor().document.isDirty], ["Mine", true]);
    await wikis().delete(own.path, "Sensors");
    await run(ref("Sensors"));
    await stage.says(/The page “Sensors” was deleted or moved by someone else\.$/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  command("forgeline.wiki.open", "reports a missing or empty wiki", async (run) => {
    await refuse(own.address("/wikis\\?"));
    await run();
    await stage.says(/The wiki of this project on .* is not available\. It may be turned off/);
    await stage.control.clearFaults();
    for (const slug of await slugs()) await wikis().delete(own.path, slug);
    await run();
    const { text, buttons } = await stage.message();
    assert.match(text, /This wiki has no pages yet\.$/);
    assert.equal(buttons[0], "Create Wiki Page…");
  });

  command("forgeline.wiki.create", "refuses invalid titles and sends with the first save", async (run) => {
    const box = "Create Wiki Page";
    const done = run(ref("Sensors"));
    assert.equal((await look(box, "Enter the title of the page")).value, "Sensors/");
    for (const [text, saying] of [
      ["Sensors/", "Enter a title after the last /"],
      ["Sensors//x", "Folder names cannot be empty"],
      ["uploads/x", "“uploads” is reserved for attachments"],
      ["Sensors/North  pier", "already has a page “Sensors/North-pier”"],
      ["  ", "Enter a title"],
    ] as const) {
      await stage.type(box, text);
      await look(box, saying);
    }
    await stage.type(box, "Sensors/南 pier");
    await pickAt(box, "Select the format of the page", "AsciiDoc");
    await done;
    const { document } = editor();
    assert.deepEqual([document.uri.path, document.getText()], ["/Sensors/南-pier.asciidoc", ""]);
    assert.equal((await slugs()).includes("Sensors/南-pier"), false, "nothing is on the host before the first save");
    assert.match(stage.notices.at(-1) ?? "", /^“Sensors\/南 pier” is not on the host yet\. Save it to send it\.$/);
    await retype(document, "= South");
    assert.equal(await document.save(), true);
    const page = await wikis().get(own.path, "Sensors/南-pier");
    assert.deepEqual([page.content, page.format, files.texts.isUnsent(document.uri)], ["= South", "asciidoc", false]);
    const left = run();
    assert.equal((await look(box, "Enter the title of the page")).value, "");
    await fill(box, "Anothe");
    await escape(box);
    await left;
    const again = run();
    assert.equal((await look(box, "Enter the title of the page")).value, "Anothe", "what was typed is kept");
    await stage.type(box, "Another");
    const { rows } = await look(box, "Select the format of the page");
    assert.deepEqual(rows, ["Markdown", "AsciiDoc", "Org", "RDoc"]);
    await enter(box);
    await again;
    assert.equal(editor().document.uri.path, "/Another.asciidoc");
    await files.texts.forget(at("Another", "asciidoc"));
    await stage.app.memory.update("forgeline.wikiFormat", undefined);
  });

  command("forgeline.wiki.create", "overwrites no page that someone else made meanwhile", async (run) => {
    const box = "Create Wiki Page";
    await answered(run(), [() => stage.type(box, "Draft"), () => pick(box, "Markdown")]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.window.showTextDocument(at("Draft"));
    await add("Draft", "Theirs");
    await retype(editor().document, "Mine");
    assert.equal(await editor().document.save(), false);
    await stage.says(/^Someone else changed the wiki page “Draft” while you were editing/);
    assert.equal(await content("Draft"), "Theirs");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await files.texts.forget(at("Draft"));
  });

  command(
    "forgeline.wiki.create",
    "keeps the text of a refused save @window",
    drawn("message with buttons", async (run) => {
      await stage.control.setMember({ project: own.path, user: "rita", level: 20 });
      try {
        stage.client = (await signedIn(sessionOf("rita"))).connection.client;
        await until(
          "the project",
          () => stage.app.current.value.kind === "ready" && stage.app.current.value.project.project === own.path,
          stage.app.current.onDidChange,
        );
        const box = "Create Wiki Page";
        await answered(run(), [() => stage.type(box, "Wish"), () => pick(box, "Markdown")]);
        const { document } = editor();
        await retype(document, "Kept");
        assert.equal(await document.save(), false);
        assert.equal(document.isDirty, true);
        assert.equal(document.getText(), "Kept");
        assert.equal(files.texts.isUnsent(document.uri), true);
        await stage.control.setMember({ project: own.path, user: "rita", level: 30 });
        // What VS Code says of the refusal offers it.
        await press("Retry");
        await until("the page to be sent", () => !document.isDirty, vscode.workspace.onDidSaveTextDocument);
        assert.equal(await content("Wish"), "Kept");
      } finally {
        stage.client = (await signedIn()).connection.client;
      }
    }),
  );

  command("forgeline.wiki.rename", "moves page, editor and text, naming stale links", async (run) => {
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument(at("Sensors/North-pier", "asciidoc")),
      { preview: false },
    );
    await retype(editor().document, "= North, unsaved");
    const box = "Rename or Move Wiki Page";
    const done = run(ref("Sensors/North-pier", "asciidoc"));
    assert.equal((await look(box, "Enter a new title")).value, "Sensors/North-pier");
    for (const [text, saying] of [
      ["home", "already has a page “home”"],
      ["", "Enter a title"],
      ["Sensors/North pier", "It already has this name"],
    ] as const) {
      await stage.type(box, text);
      await look(box, saying);
    }
    await stage.type(box, "Piers/Nord pier");
    await done;
    assert.deepEqual(await slugs(), ["Piers/Nord-pier", "Sensors", "home"]);
    const moved = at("Piers/Nord-pier", "asciidoc").toString();
    await editorInFront("the editor to follow", ({ uri }) => uri.toString() === moved);
    // That it is not saved is told after what is in it.
    await until("what was typed to follow", () => editor().document.isDirty, vscode.workspace.onDidChangeTextDocument);
    assert.deepEqual([editor().document.getText(), tabs()], ["= North, unsaved", [moved]]);
    const { text, buttons } = await stage.message();
    assert.equal(text, "Links to the old path were not updated. They are used in “home”.");
    assert.deepEqual(buttons, ["Show Links"]);
    assert.equal(await editor().document.save(), true);
    assert.equal(await content("Piers/Nord-pier"), "= North, unsaved");
    await press("Show Links");
    const { value, rows } = await look("Search Wiki Pages", "Search text in 3 pages");
    assert.deepEqual([value, rows], ["Sensors/North-pier", ["See [the pier]\u200b(Sensors/North-pier)."]]);
    await escape("Search Wiki Pages");
  });

  command("forgeline.wiki.rename", "moves folders and reports partial progress", async (run) => {
    const box = "Rename or Move Wiki Page";
    await wikis().update(own.path, "home", { content: "No links" });
    const both = run(ref("Sensors"));
    await pick(box, "The Page and Its Subpage");
    await stage.typeAt(box, "Enter a new title", "Old/Meters");
    await both;
    assert.deepEqual(await slugs(), ["Old/Meters", "Old/Meters/North-pier", "home"]);
    assert.equal((await wikis().get(own.path, "Old/Meters/North-pier")).format, "asciidoc");
    await refuse(own.address("/wikis/Old%2FMeters%2FNorth-pier$"), { method: "PUT" });
    const folder = run(ref("Old"));
    await stage.type(box, "New");
    assert.match((await look(box, "Moved 1 of 2 pages.")).message, /Your account on .* does not have permission/);
    assert.deepEqual(await slugs(), ["New/Meters", "Old/Meters/North-pier", "home"]);
    // The text is still there, and the next try takes what is left.
    await stage.control.clearFaults();
    await enter(box);
    await folder;
    assert.deepEqual(await slugs(), ["New/Meters", "New/Meters/North-pier", "home"]);
  });

  command("forgeline.wiki.rename", "renames an unsent page without a request", async (run) => {
    const box = "Rename or Move Wiki Page";
    await files.texts.begin(at("Begun"), "Words");
    await own.forget();
    await Promise.all([run(ref("Begun")), stage.type(box, "Better")]);
    assert.deepEqual([files.texts.isUnsent(at("Begun")), files.texts.isUnsent(at("Better"))], [false, true]);
    assert.deepEqual(await own.asked(/^(PUT|POST|DELETE)/), []);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(at("Better"))).toString(), "Words");
    await files.texts.forget(at("Better"));
  });

  command("forgeline.wiki.changeFormat", "changes format and language", async (run) => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(at("Sensors")), { preview: false });
    await Promise.all([run(editor().document.uri), pick("Change Format of Wiki Page", "AsciiDoc")]);
    const page = await wikis().get(own.path, "Sensors");
    assert.deepEqual([page.format, page.content, page.slug], ["asciidoc", "All sensors", "Sensors"]);
    await editorInFront("the editor to follow", ({ uri }) => uri.path === "/Sensors.asciidoc");
    await assert.rejects(async () => vscode.workspace.fs.stat(at("Sensors")), { code: "FileNotFound" });
  });

  command("forgeline.wiki.delete", "names subpages and closes the editor", async (run) => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(at("Sensors")), { preview: false });
    await retype(editor().document, "Unsaved");
    const [, said] = await Promise.all([run(ref("Sensors")), dialog("Cancel")]);
    assert.match(said, /Delete the wiki page “Sensors”\?.*It has a subpage: Sensors\/North-pier.*kept in the history/s);
    assert.match(said, /Unsaved changes are lost/);
    assert.deepEqual((await stage.message()).buttons, ["Delete", "Delete with 1 Subpage"]);
    assert.equal((await slugs()).length, 3);
    await Promise.all([run(ref("Sensors")), dialog("Delete")]);
    await stage.message();
    assert.deepEqual(await slugs(), ["Sensors/North-pier", "home"]);
    assert.deepEqual(tabs(), []);
  });

  command("forgeline.wiki.delete", "deletes folders and reports refusals", async (run) => {
    await add("Old/a", "a");
    await add("Old/b", "b");
    await refuse(own.address("/wikis/Old%2Fb$"), { method: "DELETE" });
    const folder = ref("Old");
    const first = run(folder);
    const said = await dialog("Delete 2 Pages");
    assert.ok(said.includes("Delete the folder “Old” with 2 pages?"), said);
    await until("the refusal", () => stage.messages.count === 2, stage.messages.onDidShow);
    const words = stage.messages.take()[1]?.text ?? "";
    assert.match(words, /Deleted 1 of 2 pages\. Your account on .* does not have permission/);
    await first;
    await stage.control.clearFaults();
    await Promise.all([run(folder), dialog("Delete 1 Page")]);
    await stage.message();
    assert.deepEqual(await slugs(), ["Sensors", "Sensors/North-pier", "home"]);
  });

  command("forgeline.wiki.delete", "discards an unsent page", async (run) => {
    await files.texts.begin(at("Begun"), "Words");
    const [, said] = await Promise.all([run(ref("Begun")), dialog("Discard")]);
    assert.ok(said.includes("Discard unsaved changes to “Begun”?"), said);
    await stage.message();
    assert.equal(files.texts.isUnsent(at("Begun")), false);
  });

  command("forgeline.wiki.delete", "deletes no page that was created while it asked to discard one", async (run) => {
    await files.texts.begin(at("Begun"), "Words");
    const done = run(ref("Begun"));
    await stage.message();
    await add("Begun", "Theirs");
    await dialog("Discard");
    await done;
    assert.deepEqual(
      [files.texts.isUnsent(at("Begun")), (await wikis().get(own.path, "Begun")).content],
      [false, "Theirs"],
    );
  });

  command("forgeline.wiki.filter", "filters rows, an empty text shows all", async (run) => {
    const box = "Filter Wiki Pages";
    const rows = async () => labels(await new Rows<unknown>(stage.app.wiki.view.provider).below());
    await Promise.all([run(), stage.typeAt(box, "Enter part of a title or path", "pier")]);
    assert.deepEqual(await rows(), ["North pier"]);
    const again = run();
    assert.equal((await look(box, "Enter part of a title or path")).value, "pier");
    await stage.type(box, "");
    await again;
    assert.deepEqual(await rows(), ["home", "Sensors"]);
  });

  command("forgeline.wiki.clearFilter", "shows all pages again", async (run) => {
    const view = await stage.app.wiki.view.load();
    await view?.filter.set({ text: "nothing" });
    await run();
    assert.deepEqual(view?.filter.value, {});
  });

  command("forgeline.wiki.discard", "restores the host's text and drops new pages", async (run) => {
    // What other suites left unsent is not meant here.
    for (const uri of files.texts.unsent) await files.texts.discard(uri);
    await wikis().update(own.path, "home", { content: "Theirs" });
    await run();
    await stage.says(/There are no unsaved changes to wiki pages/);
    const { document } = await vscode.window.showTextDocument(at("home"));
    await run(document.uri);
    await stage.says(/This page has no unsaved changes/);
    await refuse(own.address("/wikis/home$"), { method: "PUT" });
    await vscode.workspace.fs.writeFile(document.uri, Buffer.from("Mine")).then(undefined, () => undefined);
    assert.equal(files.texts.isUnsent(document.uri), true);
    // Its row has the format of the host, which may be another by now.
    const [, said] = await Promise.all([run(ref("home", "org")), stage.answer("Discard")]);
    assert.match(said, /Discard unsaved changes to “home”\?/);
    assert.equal(files.texts.isUnsent(document.uri), false);
    await until("the host's text", () => document.getText() === "Theirs", vscode.workspace.onDidChangeTextDocument);
    await files.texts.begin(at("Begun/Page"), "begun");
    await vscode.window.showTextDocument(at("Begun/Page"));
    await answered(run(), [() => pick("Discard Unsaved Changes", "Begun/Page"), () => stage.answer("Discard")]);
    assert.deepEqual(files.texts.unsent, []);
    assert.ok(!tabs().includes(at("Begun/Page").toString()));
  });

  command("forgeline.wiki.resolve", "offers what the message offered, from the row", async (run) => {
    for (const uri of files.texts.unsent) await files.texts.discard(uri);
    await run();
    await stage.says(/No unsent wiki page was changed on the host/);
    const { document } = await vscode.window.showTextDocument(at("home"));
    await retype(document, "Mine");
    await wikis().update(own.path, "home", { content: "Theirs" });
    assert.equal(await document.save(), false);
    await stage.message();
    const rows = new Rows<unknown>(stage.app.wiki.view.provider);
    const home = await until(
      "the row",
      async () => (await rows.below()).find(({ context }) => /\bconflict\b/.test(context)),
      files.texts.onDidChangeUnsent,
    );
    assert.equal(home.description, "not sent, changed on the host");
    await Promise.all([run(ref("home")), pick("Resolve Conflict", "Overwrite Theirs")]);
    await until("the page to be sent", () => !document.isDirty, vscode.workspace.onDidSaveTextDocument);
    assert.deepEqual([await content("home"), files.texts.isConflicted(document.uri)], ["Mine", false]);
  });

  describe("the history of a wiki page", () => {
    const text = Array.from({ length: 20 }, (_, line) => `Line ${line}\n`).join("");
    const box = "History of “";
    const pick = (title: string, button?: string) =>
      stage.person({ action: "pick", box, row: title, ...(button !== undefined && { button }) });
    const shown = async () =>
      (await editorInFront("the version", ({ uri }) => uri.query.startsWith("version="))).document;
    beforeEach(async () => {
      await add("Old name", text);
      await add("Other", "other");
      await wikis().update(own.path, "Old-name", { content: `${text}Second\n` });
      await wikis().update(own.path, "Old-name", { title: "/Deep/New name", content: `${text}Third\n` });
    });

    command("forgeline.wiki.showHistory", "lists commits under earlier names and opens one", async (run) => {
      const done = run(ref("Deep/New-name"));
      const seen = await look(box, "created");
      assert.deepEqual(seen.rows, [
        "alice updated page: Deep/New-name",
        "alice updated page: Old-name",
        "alice created page: Old-name",
      ]);
      await stage.person({ action: "screenshot", name: "wiki-history" });
      await pick("alice created page: Old-name");
      await done;
      const document = await shown();
      assert.equal(document.getText(), text);
      assert.deepEqual([document.uri.path, document.languageId], ["/Old-name.md", "markdown"]);
      assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "", /^Old-name\.md \([0-9a-f]{8}\)$/);
    });

    command("forgeline.wiki.showHistory", "opens read-only versions, from the repository if need be", async (run) => {
      await Promise.all([run(ref("Deep/New-name")), pick("alice updated page: Old-name")]);
      const { uri } = await shown();
      const { fs } = vscode.workspace;
      assert.equal((await fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
      await assert.rejects(async () => fs.writeFile(uri, Buffer.from("x")), { code: "NoPermissions" });
      await assert.rejects(async () => fs.delete(uri), { code: "NoPermissions" });
      const read = async (change: Parameters<vscode.Uri["with"]>[0]): Promise<string> =>
        Buffer.from(await fs.readFile(uri.with(change))).toString();
      assert.equal(await read({ query: "version=" }), "", "before there was a page");
      const body = { message: "404 Wiki Page Not Found" };
      await stage.control.fault({ path: own.address("/wikis/Old-name\\?"), status: 404, body });
      assert.equal(await read({ fragment: "once-more" }), `${text}Second\n`);
      await assert.rejects(read({ query: "version=0123456789" }), /“Old-name\.md” does not exist in commit 01234567/);
      await assert.rejects(read({ query: "version=main" }), { code: "FileNotFound" });
    });

    command("forgeline.wiki.showHistory", "compares with the previous and the current version", async (run) => {
      for (const [title, button, before, after] of [
        ["alice updated page: Deep/New-name", "Compare with Previous Version", `${text}Second\n`, `${text}Third\n`],
        ["alice created page: Old-name", "Compare with Previous Version", "", text],
        ["alice updated page: Old-name", "Compare with Current Version", `${text}Second\n`, `${text}Third\n`],
      ] as const) {
        await Promise.all([run(ref("Deep/New-name")), pick(title, button)]);
        const { original, modified } = await diffInFront();
        assert.deepEqual([await textOf(original), await textOf(modified)], [before, after]);
        if (button === "Compare with Current Version") assert.equal(modified.scheme, "forgeline-wiki");
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      }
    });

    command("forgeline.wiki.showHistory", "offers a version by SHA without the repository", async (run) => {
      await stage.control.fault({ path: "\\.wiki\\.git/", status: 403 });
      await run(ref("Other"));
      const { text: said, buttons } = await stage.message();
      assert.match(said, /Your account on .* cannot read the wiki's repository\. You can still open a version by its/);
      assert.deepEqual(buttons, ["Open Version…", "Show Log"]);
      await press("Open Version…");
      const asked = await look("Open Wiki Page Version");
      assert.match(asked.message, /SHA of a commit/);
      await escape("Open Wiki Page Version");
    });
  });
});

describe("wiki commands that show", () => {
  const stage = setStage();
  let own: OwnProject;
  const wikis = () => stage.client.wikis;
  const ref = (slug: string, format = "markdown") => ({
    kind: "wiki",
    instance: own.instance,
    project: own.path,
    slug,
    title: slug.split("/").at(-1),
    format,
  });
  const editor = (): vscode.TextEditor => {
    const { activeTextEditor } = vscode.window;
    assert.ok(activeTextEditor, "No editor is active");
    return activeTextEditor;
  };
  const webview = (ending: string) =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(ending));
  /** Pages that were to be shown in webviews, while `work` runs. */
  const webviews = async (work: () => Promise<void>): Promise<{ html: string; options: vscode.WebviewOptions }[]> => {
    const made: vscode.WebviewPanel[] = [];
    const spy = replace(vscode.window, "createWebviewPanel", (real) => (...given) => {
      const panel = real.apply(vscode.window, given);
      made.push(panel);
      return panel;
    });
    try {
      await work();
    } finally {
      spy.dispose();
    }
    return made.map(({ webview: { html, options } }) => ({ html, options }));
  };

  beforeEach(async () => {
    own = await ownProject(stage.app);
    await wikis().create(own.path, { title: "home", content: "# Welcome\n\nTo *all* stations.\n" });
    await wikis().create(own.path, { title: "Sensors/North (pier)", content: "Wind\nwind and rain\n", format: "org" });
    await own.open();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  command("forgeline.wiki.preview", "previews Markdown in VS Code, other pages by the host @oldest", async (run) => {
    await run(ref("home"));
    const isSo = () => webview("markdown.preview") !== undefined;
    await until("the preview", isSo, vscode.window.tabGroups.onDidChangeTabs);
    const [shown] = await webviews(() => run(ref("Sensors/North-(pier)", "org")));
    assert.match(shown?.html ?? "", /<pre>Wind/);
  });

  command("forgeline.wiki.showRendered", "shows the host's rendering, runs nothing in it", async (run) => {
    const [shown] = await webviews(async () => {
      await Promise.all([run(), stage.pick("Show Rendered Page", "home")]);
    });
    assert.match(shown?.html ?? "", /<h1[^>]*>Welcome<\/h1>[\s\S]*<em>all<\/em>/);
    assert.match(shown?.html ?? "", /content="default-src &#39;none&#39;/);
    assert.deepEqual([shown?.options.enableScripts, shown?.options.localResourceRoots], [false, []]);
    await run(ref("home"));
    await until(
      "one tab",
      () =>
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label === "home (rendered)")
          .length === 1,
      vscode.window.tabGroups.onDidChangeTabs,
    );
    await wikis().delete(own.path, "home");
    await run(ref("home"));
    await stage.says(/Not found on/);
  });

  command("forgeline.wiki.showHtml", "shows it as HTML that cannot be changed", async (run) => {
    await run(ref("home"));
    const { document } = editor();
    assert.deepEqual([document.languageId, document.uri.scheme], ["html", "forgeline-text"]);
    assert.match(document.getText(), /<h1[^>]*>Welcome<\/h1>/);
    assert.deepEqual(await own.asked(/render_html/), ["GET /wikis/home?render_html=true"]);
  });

  command("forgeline.wiki.openVersion", "shows a page at a commit and compares it", async (run) => {
    await wikis().update(own.path, "home", { content: "# Newer\n" });
    const listed = await runGit([
      "ls-remote",
      `${own.instance.replace("://", `://oauth2:${stage.info.users.alice.token}@`)}/${own.path}.wiki.git`,
      "HEAD",
    ]);
    const sha = listed.slice(0, 40);
    await wikis().update(own.path, "home", { content: "# Newest\n" });
    const box = "Open Wiki Page Version";
    const done = run(ref("home"));
    await stage.typeAt(box, "SHA of a commit", "newest");
    await stage.typeAt(box, "Enter 4 to 64 of the characters 0-9 and a-f", "0123456789");
    await stage.typeAt(
      box,
      "Commit 0123456789 or page “home” not found in the wiki. The page may have had another name.",
      sha.toUpperCase(),
    );
    await done;
    const { document } = editor();
    assert.equal(document.getText(), "# Newer\n");
    assert.equal(document.uri.scheme, "forgeline-wiki");
    assert.equal(document.languageId, "markdown");
    assert.deepEqual((await stage.message()).buttons, ["Compare with Current Version"]);
    await stage.press("Compare with Current Version");
    await labelInFront(new RegExp(`^home: ${sha.slice(0, 8)} ↔ current$`));
    await run(ref("home"), sha);
    assert.equal(editor().document.getText(), "# Newer\n");
    await stage.message();
  });

  command("forgeline.wiki.openInBrowser", "opens the page's address", async (run) => {
    const [address = ""] = await stage.opened(() => run(ref("Sensors/North-(pier)", "org")));
    assert.equal(address, `${own.instance}/${own.path}/-/wikis/Sensors/North-(pier)`);
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${stage.info.users.alice.token}` } });
    assert.equal(answer.status, 200);
  });

  command("forgeline.wiki.copyLink", "copies the address of a row, and of what was picked", async (run) => {
    await run(ref("home"));
    assert.equal(await clipboard(), `${own.instance}/${own.path}/-/wikis/home`);
    await Promise.all([run(), stage.pick("Copy Wiki Page Link", "North (pier)")]);
    assert.equal(await clipboard(), `${own.instance}/${own.path}/-/wikis/Sensors/North-(pier)`);
  });

  command("forgeline.wiki.copySlug", "copies what names the page, of a document too", async (run) => {
    await run(
      vscode.Uri.from({
        scheme: "forgeline-wiki",
        authority: (await stage.app.wiki.files.load()).uriOf(
          { instance: own.instance, project: own.path },
          { slug: "x", format: "org" },
        ).authority,
        path: "/Sensors/North-(pier).org",
      }),
    );
    assert.equal(await clipboard(), "Sensors/North-(pier)");
    await run(vscode.Uri.file("/tmp/other.md"));
    await stage.says(/This is not a wiki page\.$/);
  });

  command("forgeline.wiki.copyMarkdownLink", "copies a link as pages write it", async (run) => {
    await run(ref("Sensors/North-(pier)", "org"));
    assert.equal(await clipboard(), "[North-(pier)](Sensors/North-%28pier%29)");
  });

  command("forgeline.wiki.search", "finds lines while typing and opens the page there", async (run) => {
    const box = "Search Wiki Pages";
    await own.forget();
    const done = run();
    await stage.fillAt(box, "Search text in 2 pages", "WIND");
    const found = async (rows: readonly (string | RegExp)[]): Promise<void> => {
      const fits = (shown: readonly string[]): boolean =>
        shown.length === rows.length &&
        rows.every((row, at) => (typeof row === "string" ? row === shown[at] : row.test(shown[at] ?? "")));
      await until(`rows ${rows.join()}`, async () => fits((await stage.look(box)).rows), soon);
    };
    await found(["Wind", "wind and rain"]);
    await stage.titleButton(box, "Match Case");
    await found(["No matching lines"]);
    await stage.titleButton(box, "Match Case");
    await stage.titleButton(box, "Use Regular Expression");
    await stage.fill(box, "^wind.(");
    await found([/^Invalid regular expression: .*Unterminated group/]);
    await stage.fill(box, "^wind.and");
    await found(["wind and rain"]);
    await stage.pick(box, "wind and rain");
    await done;
    assert.deepEqual([editor().document.uri.path, editor().selection.active.line], ["/Sensors/North-(pier).org", 1]);
    assert.deepEqual(await own.asked(/with_content/), ["GET /wikis?with_content=true&per_page=100"]);
    await stage.app.memory.update("forgeline.wikiSearch", undefined);
  });
});

/** The box is another process's to draw: asked again when it had the time. */
const soon = (listener: () => unknown): { dispose(): void } => {
  const timer = setInterval(listener, 100);
  return { dispose: () => clearInterval(timer) };
};

describe("the Wiki view", () => {
  const suite = viewSuite(VIEWS.wiki, "Wiki", ({ wiki }) => wiki.view);
  const client = () => suite.app.connections.get(suite.project.instance).client;
  const add = (title: string, content = `About ${title}`, format = "markdown") =>
    client().wikis.create(suite.project.path, { title, content, format });
  const shown = (row: Row<unknown> | undefined) => [row?.label, row?.icon, row?.context, row?.description];

  it("shows pages in folders, home first, by one request without content @oldest", async () => {
    for (const [title, format] of [
      ["Sensors"],
      ["Sensors/North pier", "asciidoc"],
      ["home"],
      ["気象/手引き", "org"],
      ["Runbooks/Deep/One", "rdoc"],
    ])
      await add(title!, "Text", format);
    await suite.project.forget();
    const rows = await suite.open();
    assert.deepEqual(rows.map(shown), [
      ["home", "home", "wikiPage markdown", ""],
      ["Runbooks", "folder", "wikiFolder", ""],
      ["Sensors", "markdown", "wikiPage markdown wikiFolder", ""],
      ["気象", "folder", "wikiFolder", ""],
    ]);
    const [home, runbooks, sensors, weather] = rows;
    assert.deepEqual((await suite.rows.below(sensors)).map(shown), [
      ["North pier", "book", "wikiPage asciidoc", "AsciiDoc"],
    ]);
    assert.deepEqual((await suite.rows.below(weather)).map(shown), [["手引き", "checklist", "wikiPage org", "Org"]]);
    const [deep] = await suite.rows.below(runbooks);
    assert.deepEqual((await suite.rows.below(deep)).map(shown), [["One", "ruby", "wikiPage rdoc", "RDoc"]]);
    const found = [home?.spoken, sensors?.spoken, runbooks?.spoken];
    assert.deepEqual(found, ["Wiki page home", "Wiki page with subpages Sensors", "Wiki folder Runbooks"]);
    assert.deepEqual(await suite.project.asked(/wikis/), ["GET /wikis?per_page=100"]);
    assert.deepEqual(
      [runbooks?.item.command, sensors?.item.collapsibleState, home?.item.collapsibleState],
      [undefined, vscode.TreeItemCollapsibleState.Collapsed, vscode.TreeItemCollapsibleState.None],
    );
  });

  it("marks unsent and new pages", async () => {
    await add("Guide");
    await suite.open();
    const files = await suite.app.wiki.files.load();
    const at = (slug: string) =>
      files.uriOf({ instance: suite.project.instance, project: suite.project.path }, { slug, format: "markdown" });
    await files.texts.begin(at("Notes/New-one"));
    const isSo = async () => (await suite.rows.below()).find(({ label }) => label === "Notes");
    const folder = await until("the new page's folder", isSo, suite.onRedraw);
    const [begun] = await suite.rows.below(folder);
    assert.deepEqual(shown(begun), ["New one", "markdown", "wikiPage markdown unsent begun", "new, not saved"]);
    await suite.control.fault({ method: "PUT", path: suite.project.address("/wikis/Guide$"), status: 500, body: {} });
    await assert.rejects(async () => vscode.workspace.fs.writeFile(at("Guide"), Buffer.from("Mine")));
    const guide = await until(
      "the mark",
      async () => (await suite.rows.below()).find(({ label, description }) => label === "Guide" && description !== ""),
      suite.onRedraw,
    );
    assert.deepEqual(shown(guide), ["Guide", "markdown", "wikiPage markdown unsent", "not sent"]);
    await suite.control.clearFaults();
    await vscode.workspace.fs.writeFile(at("Guide"), Buffer.from("Mine"));
    await until(
      "the mark to be gone",
      async () => (await suite.rows.below()).some(({ label, description }) => label === "Guide" && description === ""),
      suite.onRedraw,
    );
    await vscode.workspace.fs.writeFile(at("Notes/New-one"), Buffer.from("Sent"));
    assert.equal((await client().wikis.get(suite.project.path, "Notes/New-one")).content, "Sent");
    await until(
      "the new page to be one of the host's",
      async () => shown((await suite.rows.below(await suite.rows.at("Notes")))[0])[2] === "wikiPage markdown",
      suite.onRedraw,
    );
  });

  it("shows no rows without pages", async () => {
    const keys = watchContextKey("forgeline.wikiEmpty");
    assert.deepEqual(await suite.open(), []);
    assert.equal(keys.values.at(-1), true);
    await add("First");
    suite.app.changes.fire({ instance: suite.project.instance, project: suite.project.path, subject: "wiki" });
    await until("the page", async () => labels(await suite.rows.below()).includes("First"), suite.onRedraw);
    assert.equal(keys.values.at(-1), false);
    keys.dispose();
  });

  it("explains a missing wiki in one row", async () => {
    for (const status of [404, 403]) {
      await suite.control.fault({ path: suite.project.address("/wikis\\?"), status, body: { message: `${status}` } });
      const rows = status === 404 ? await suite.open() : await suite.refreshed();
      assert.deepEqual(
        rows.map(({ label }) => label.replace(/127\.0\.0\.1:\d+/, "HOST")),
        ["The wiki of this project on HOST is not available. It may be turned off or hidden from your account."],
      );
      await suite.control.clearFaults();
    }
    await add("home");
    assert.deepEqual(labels(await suite.refreshed()), ["home"]);
  });
});
