import assert from "node:assert/strict";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { command } from "./commandTest.ts";
import { refuse } from "./refuse.ts";
import { replace, setting } from "./spies.ts";
import { setStage, type Stage } from "./stage.ts";
import { until } from "./until.ts";

const id = "forgeline.template.insert";

describe("inserting a CI template, without an account", () => {
  const stage = setStage({ account: false, drawn: ["template picker", "command palette", "pick while rows load"] });
  beforeEach(() => forget(stage));
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  const box = "CI Templates of 127.0.0.1";
  const template = async (key: string): Promise<string[]> => {
    const { content } = await stage.app.connections.anonymous(stage.info.url).client.ciTemplates.get(key);
    return content.trimEnd().split("\n");
  };
  const preview = (): vscode.TextEditor | undefined =>
    vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === "forgeline-text");
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
  const choose = (name: string): Promise<string> => stage.pick(box, name, name);
  const pick = async (name: string, where = "At the Cursor"): Promise<void> => {
    await choose(name);
    await stage.pick(box, where);
  };
  const editorOf = async (
    content: string,
    line: number,
    character: number,
    eol = vscode.EndOfLine.LF,
  ): Promise<vscode.TextEditor> => {
    const editor = await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: "yaml", content }),
    );
    await editor.edit((edit) => edit.setEndOfLine(eol), { undoStopBefore: false, undoStopAfter: true });
    editor.selection = new vscode.Selection(line, character, line, character);
    return editor;
  };

  command(id, "previews, inserts with indentation, one Undo @window @oldest", async (run) => {
    const { document, viewColumn } = await editorOf("a:\n  \nb: 1\n", 1, 2);
    const done = run();
    const [first = ""] = await template("Ruby");
    await stage.look(box, "Android");
    const beside = await previewed("");
    assert.notEqual(beside.viewColumn, viewColumn);
    await stage.fill(box, "Go");
    await previewed((await template("Go")).join("\n"));
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

  command(id, "creates a CI file from it, sends no credential", async (run) => {
    const since = await stage.control.lastRequest();
    const done = run();
    await pick("Python", "As a New CI File…");
    await stage.type("New CI File from Python", "ci/python.yml");
    await done;
    const shown = vscode.window.activeTextEditor?.document;
    const made = shown?.uri.fsPath ?? "";
    assert.ok(made.endsWith("/ci/python.yml"), made);
    assert.equal(await readFile(made, "utf8"), shown?.getText());
    await rm(join(made, ".."), { recursive: true });
    assert.equal(shown?.languageId, "yaml");
    assert.deepEqual(shown.getText().trimEnd().split("\n"), await template("Python"));
    const asked = await stage.control.requests(since);
    assert.ok(asked.some(({ path }) => path.includes("/templates/gitlab_ci_ymls")));
    for (const { headers } of asked) assert.ok(!("authorization" in headers || "private-token" in headers));
  });

  command(id, "reports an unavailable list or template once", async (run) => {
    const { document } = await editorOf("kept: 1\n", 0, 7);
    await refuse("/templates/gitlab_ci_ymls($|\\?)", { times: 1 });
    await run();
    const { level, text } = await stage.message();
    assert.equal(level, "error");
    assert.match(text, /^Insert CI Template: Your account on 127\.0\.0\.1:\d+ does not have permission/);
    await stage.control.fault({ path: "/templates/gitlab_ci_ymls/Rust", status: 404, body: { message: "404" } });
    await Promise.all([run(), pick("Rust")]);
    assert.match((await stage.message()).text, /Not found on/);
    assert.equal(document.getText(), "kept: 1\n");
  });

  command(id, "works offline from the cache, and says so", async (run) => {
    const { document } = await editorOf("", 0, 0);
    let done = run();
    await pick("Ruby");
    await done;
    await vscode.commands.executeCommand("undo");
    stage.notices.length = 0;
    await age(stage);
    await stage.control.fault({ path: "/templates/", action: "reset" });
    done = run();
    await stage.look(box, "is not available; showing templates cached on");
    await pick("Ruby");
    await done;
    assert.deepEqual(document.getText().trimEnd().split("\n"), await keptLines(stage, "Ruby"));
    assert.deepEqual(stage.notices, ["Template Ruby inserted."]);
  });

  it("is in the palette without an account", async () => {
    await stage.person({ action: "palette", command: "Forgeline: Insert CI Template" });
    await stage.look(box, "Android");
    await stage.escape(box);
  });
});

describe("merging a CI template into the CI file, without an account", () => {
  const stage = setStage({ account: false, drawn: ["form menu", "Back"] });
  const box = "CI Templates of 127.0.0.1";
  const mergeBox = "Merge Merging into .gitlab-ci.yml";
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const file = vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file("/"), ".gitlab-ci.yml");
  const original =
    "# mine\r\nstages: [build, deploy] # in order\r\n\r\nvariables:\r\n  A: mine\r\n\r\nbuild:\r\n  stage: build\r\n  script: [make]";
  const template =
    "stages: [build, test, deploy]\nvariables:\n  A: theirs\n  B: new\nbuild:\n  stage: build\n  script:\n    - cargo build\ntest:\n  stage: test\n  needs: [build]\n  script: &run\n    - cargo test\n";
  let before: Uint8Array;
  beforeEach(async () => {
    await forget(stage);
    before = await vscode.workspace.fs.readFile(file);
    await put(original);
    await serve(template);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.writeFile(file, before);
  });

  const put = (text: string): Thenable<void> => vscode.workspace.fs.writeFile(file, Buffer.from(text));
  /** Ruby, with another text. */
  const serve = (content: string): Promise<void> =>
    stage.control.fault({ path: "/templates/gitlab_ci_ymls/Ruby", status: 200, body: { name: "Merging", content } });
  const begin = async (
    run: () => Promise<void>,
    where = "Merge into .gitlab-ci.yml",
  ): Promise<{ done: Promise<void> }> => {
    const done = run();
    await stage.pick(box, "Ruby", "Ruby");
    await stage.pick(box, where);
    return { done };
  };
  const answer = (row: string): Promise<string> => stage.pick(mergeBox, row);
  /** Answers the two clashes in a row: the second question is waited for, as its answers are called the same. */
  const answerBoth = async (first: string, second: string): Promise<void> => {
    await stage.look(mergeBox, "Both define the variable A");
    await answer(first);
    await stage.look(mergeBox, "Both define the job build");
    await answer(second);
  };
  const ciText = async (): Promise<string> => (await vscode.workspace.openTextDocument(file)).getText();
  const diff = (): vscode.TabInputTextDiff | undefined =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .map(({ input }) => input)
      .find((input) => input instanceof vscode.TabInputTextDiff);

  command(id, "asks for each conflict, shows a diff, one Undo @window", async (run) => {
    const { done } = await begin(run);
    await stage.look(mergeBox, "Both define the variable A");
    const shown = await until("both variables side by side", diff, vscode.window.tabGroups.onDidChangeTabs);
    assert.equal((await vscode.workspace.openTextDocument(shown.original)).getText(), "A: mine\n");
    assert.equal((await vscode.workspace.openTextDocument(shown.modified)).getText(), "A: theirs\n");
    await answer("Keep Mine");
    await stage.look(mergeBox, "Both define the job build");
    await answer("Add Under Another Name…");
    await stage.type("Another Name for build", "cargo");
    await stage.look(mergeBox, "Review the changes, then apply them or go back");
    assert.equal(await ciText(), original, "nothing is changed before it is told to");
    const isSo = () => (diff()?.original.toString() === file.toString() ? diff() : undefined);
    const whole = await until("the whole as a diff", isSo, vscode.window.tabGroups.onDidChangeTabs);
    const announced = (await vscode.workspace.openTextDocument(whole.modified)).getText();
    await answer("Apply to .gitlab-ci.yml");
    await done;
    const expected =
      "# mine\r\nstages: [build, test, deploy] # in order\r\n\r\nvariables:\r\n  A: mine\r\n  B: new\r\n\r\nbuild:\r\n  stage: build\r\n  script: [make]\r\n\r\ncargo:\r\n  stage: build\r\n  script:\r\n    - cargo build\r\n\r\ntest:\r\n  stage: test\r\n  needs: [cargo]\r\n  script: &run\r\n    - cargo test";
    assert.equal(await ciText(), expected);
    assert.equal(announced.replaceAll("\r\n", "\n"), expected.replaceAll("\r\n", "\n"));
    assert.equal(diff(), undefined, "the diff is gone");
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), file.toString());
    assert.deepEqual(stage.notices, ["Merged Merging into .gitlab-ci.yml. Use Undo to revert."]);
    await vscode.commands.executeCommand("undo");
    assert.equal(await ciText(), original);
  });

  command(id, "goes back through answers, Escape changes nothing, the preview tab stays", async (run) => {
    await vscode.window.showTextDocument(file, { preview: true });
    const { done } = await begin(run);
    await answerBoth("Use Template's", "Keep Mine");
    await stage.look(mergeBox, "Review the changes, then apply them or go back");
    await stage.titleButton(mergeBox, "Back");
    await stage.look(mergeBox, "Both define the job build");
    await stage.titleButton(mergeBox, "Back");
    await stage.look(mergeBox, "Both define the variable A");
    await stage.titleButton(mergeBox, "Back");
    await stage.look(box, "Select where to insert Ruby");
    await stage.escape(box);
    await done;
    assert.equal(await ciText(), original);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const found = tabs.map(({ label, isPreview }) => [label, isPreview]);
    assert.deepEqual(found, [[".gitlab-ci.yml", true]]);
  });

  /** A line is typed at the top while the whole is looked at: the clashes are asked for anew. */
  const typeMeanwhile = async (run: () => Promise<void>): Promise<void> => {
    const { done } = await begin(run);
    await answerBoth("Keep Mine", "Keep Mine");
    await stage.look(mergeBox, "Review the changes, then apply them or go back");
    const changed = new vscode.WorkspaceEdit();
    changed.insert(file, new vscode.Position(0, 0), "# newer\r\n");
    await vscode.workspace.applyEdit(changed);
    await answer("Apply to .gitlab-ci.yml");
    await answerBoth("Keep Mine", "Keep Mine");
    await answer("Apply to .gitlab-ci.yml");
    await done;
    assert.match(await ciText(), /^# newer\r\n# mine\r\nstages: \[build, test, deploy\] # in order\r\n/);
  };

  command(id, "merges a file whose document VS Code closed meanwhile", async (run) => {
    // So it goes when what is shown takes the place of the file's tab; how long VS Code keeps the document then is its own affair.
    const letGo = replace(
      vscode.workspace,
      "openTextDocument",
      (real) =>
        (async (...given: Parameters<typeof real>) => {
          const document = await real(...given);
          letGo.dispose();
          return new Proxy({} as vscode.TextDocument, {
            get: (_, key) => (key === "getText" ? () => original : (Reflect.get(document, key) as unknown)),
          });
        }) as typeof real,
    );
    await typeMeanwhile(run);
  });

  command(id, "reports where a CI file is invalid, and goes there", async (run) => {
    await put("build:\n  script: [make\ntest: 1\n");
    await (
      await begin(run)
    ).done;
    const { level, text } = await stage.message();
    assert.equal(level, "error");
    assert.match(text, /^Insert CI Template: \.gitlab-ci\.yml is not valid YAML \(line 3, column 1\): .+\. Fix it/);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    await stage.control.clearFaults();
  });

  command(id, "includes a template once, in the existing list", async (run) => {
    await put("include: /ci/build.yml # kept\n");
    await (
      await begin(run, "Include in .gitlab-ci.yml")
    ).done;
    const expected = "include:\n  - /ci/build.yml # kept\n  - template: Ruby.gitlab-ci.yml\n";
    assert.equal(await ciText(), expected);
    await (
      await begin(run, "Include in .gitlab-ci.yml")
    ).done;
    assert.equal(await ciText(), expected);
    assert.deepEqual(stage.notices, [
      ".gitlab-ci.yml now includes Ruby.gitlab-ci.yml.",
      ".gitlab-ci.yml already includes Ruby.gitlab-ci.yml.",
    ]);
    await vscode.commands.executeCommand("undo");
    assert.equal(await ciText(), "include: /ci/build.yml # kept\n");
  });

  command(id, "creates the CI file, refuses an existing name", async (run) => {
    await vscode.workspace.fs.delete(file);
    await (
      await begin(run, "Include in a New .gitlab-ci.yml")
    ).done;
    const found = Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
    assert.equal(found, "include:\n  - template: Ruby.gitlab-ci.yml\n");
    const { done } = await begin(run, "As a New CI File…");
    const named = "New CI File from Ruby";
    await stage.type(named, ".gitlab-ci.yml");
    await stage.look(named, "already exists");
    await stage.escape(named);
    await done;
    assert.deepEqual(stage.notices, [".gitlab-ci.yml created."]);
  });

  command(id, "merges into the active document", async (run) => {
    const { document } = await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: "yaml", content: "" }),
    );
    const { done } = await begin(run, `Merge into ${vscode.workspace.asRelativePath(document.uri)}`);
    await stage.pick("Merge Merging into", `Apply to ${vscode.workspace.asRelativePath(document.uri)}`);
    await done;
    assert.equal(document.getText(), template);
  });
});

describe("a CI file that the project's settings name", () => {
  const stage = setStage({ drawn: ["template picker"] });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  command(id, "merges templates into the CI file of the project's settings", async (run) => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, "ci/main.yml");
    await vscode.workspace.fs.writeFile(file, Buffer.from("a: { script: x }\n"));
    try {
      await stage.setCiFile("ci/main.yml");
      const done = run();
      await stage.pick("CI Templates of 127.0.0.1", "Go", "Go");
      await stage.pick("CI Templates of 127.0.0.1", "Include in ci/main.yml");
      await done;
      const found = vscode.window.activeTextEditor?.document.getText();
      assert.equal(found, "a: { script: x }\n\ninclude:\n  - template: Go.gitlab-ci.yml\n");
      assert.deepEqual(stage.notices, ["ci/main.yml now includes Go.gitlab-ci.yml."]);
      await vscode.commands.executeCommand("workbench.action.files.revert");
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(file, ".."), { recursive: true });
    }
  });
});

describe("CI templates of a host that names things as the documents do", () => {
  const stage = setStage({ account: false, drawn: ["template picker"] });
  const box = "CI Templates of 127.0.0.1";
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file("/"), name);
  let kept: Uint8Array;
  /** Lets the host be one that nobody has asked yet. */
  const forget = async (): Promise<void> => {
    const { connections, capabilities, templates } = stage.app;
    const before = connections.anonymous(stage.info.url);
    capabilities.of(stage.info.url).set("dialect", "gitlab");
    // A client remembers how its host names things; other settings for hosts bring another client.
    for (const seconds of [59, undefined]) await setting("forgeline.http.timeout", seconds);
    const isSo = () => connections.anonymous(stage.info.url) !== before;
    await until("another client", isSo, vscode.workspace.onDidChangeConfiguration);
    templates.clear();
    await rm(join(stage.storage, "templates"), { recursive: true, force: true, maxRetries: 10 });
  };
  beforeEach(async () => {
    await forget();
    kept = await vscode.workspace.fs.readFile(at(".gitlab-ci.yml"));
    await vscode.workspace.fs.delete(at(".gitlab-ci.yml"));
    await stage.control.fault({ path: "/templates/gitlab_ci_ymls", status: 404, body: { error: "404 Not Found" } });
    await stage.control.fault({
      path: "/templates/service_ci_ymls($|\\?)",
      status: 200,
      body: [{ key: "Ruby", name: "Ruby" }],
    });
    await stage.control.fault({
      path: "/templates/service_ci_ymls/Ruby",
      status: 200,
      body: { name: "Ruby", content: "ruby: {script: rake}\n" },
    });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.writeFile(at(".gitlab-ci.yml"), kept);
    await vscode.workspace.fs.delete(at(".service-ci.yml")).then(undefined, () => undefined);
    await stage.control.clearFaults();
    await forget();
  });

  command(id, "names file and include the host's way", async (run) => {
    const done = run();
    await stage.pick(box, "Ruby", "Ruby");
    await stage.pick(box, "Include in a New .service-ci.yml");
    await done;
    const made = Buffer.from(await vscode.workspace.fs.readFile(at(".service-ci.yml"))).toString();
    assert.equal(made, "include:\n  - template: Ruby.service-ci.yml\n");
  });
});

/** Lets nothing of templates be kept. */
async function forget({ app, info, storage }: Stage): Promise<void> {
  // What a preview has asked for is kept when it arrives.
  const pending = Reflect.get(await app.templates.of(info.url), "pending") as ReadonlyMap<string, Promise<unknown>>;
  await Promise.allSettled(pending.values());
  app.templates.clear();
  await rm(join(storage, "templates"), { recursive: true, force: true, maxRetries: 10 });
}

/** Lets what is kept be as old as in another window on another day. */
async function age({ app, storage }: Stage): Promise<void> {
  const directory = join(storage, "templates");
  for (const name of await readdir(directory, { recursive: true })) {
    if (!name.endsWith(".json")) continue;
    const kept = JSON.parse(await readFile(join(directory, name), "utf8")) as object;
    await writeFile(join(directory, name), JSON.stringify({ ...kept, at: 1_000_000_000_000 }));
  }
  app.templates.clear();
}

async function keptLines({ app, info }: Stage, key: string): Promise<string[] | undefined> {
  return (await (await app.templates.of(info.url)).cachedTemplate(key))?.value.content.trimEnd().split("\n");
}
