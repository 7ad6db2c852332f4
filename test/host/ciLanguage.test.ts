/** What the editor knows about CI files: completion, hovers, definitions, problems and their fixes. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { CiPipeline } from "../../src/core/ciFile/pipeline.ts";
import type { Analysis } from "../../src/features/ci/language/analysis.ts";
import { CiDiagnostics } from "../../src/features/ci/language/diagnostics.ts";
import type { FabricatedPipeline } from "../service/types.ts";
import { CiFile } from "./ciFile.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { completionsOf, definitionsOf, hoverText, lensesOf } from "./provided.ts";
import { hideViews } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { replace, withSetting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { withoutExtras } from "./withoutExtras.ts";

describe("CI files in the editor", () => {
  // Templates are public, and everything else is known here.
  const stage = setStage({ account: false });
  const { fs } = vscode.workspace;
  let folder: vscode.Uri;
  let document: vscode.TextDocument;
  let kept: Uint8Array;
  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(folder, path);
  const write = (path: string, text: string) => fs.writeFile(at(path), Buffer.from(text));

  const type = async (text: string, into = document): Promise<void> => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(into.uri, new vscode.Range(into.positionAt(0), into.positionAt(into.getText().length)), text);
    await vscode.workspace.applyEdit(edit);
  };
  /** Puts a text into the CI file without its `|`, and tells where that was. */
  const caret = async (marked: string): Promise<vscode.Position> => {
    const offset = marked.indexOf("|");
    await type(marked.slice(0, offset) + marked.slice(offset + 1));
    return document.positionAt(offset);
  };
  const told = (uri = document.uri): string[] =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === "Forgeline")
      .map(
        ({ code, range }) =>
          `${typeof code === "string" ? code : "?"} ${range.start.line + 1}:${range.start.character + 1}-${range.end.character + 1}`,
      )
      .sort();
  const judged = (what: string, expected: readonly string[], uri = document.uri): Promise<unknown> =>
    until(
      `${what}: ${expected.join(", ")}`,
      () => JSON.stringify(told(uri)) === JSON.stringify(expected),
      vscode.languages.onDidChangeDiagnostics,
    );
  const fixes = async (): Promise<vscode.CodeAction[]> => {
    const [first] = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "Forgeline");
    assert.ok(first);
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      first.range,
      vscode.CodeActionKind.QuickFix.value,
    );
  };
  const fix = async (title: string): Promise<void> => {
    const all = await fixes();
    const action = all.find((one) => one.title === title);
    assert.ok(action?.edit, `${title} is not among ${all.map((one) => one.title).join(", ")}`);
    await vscode.workspace.applyEdit(action.edit);
  };

  beforeEach(async () => {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    if (first === undefined) throw new Error("No folder is open");
    folder = first.uri;
    kept = await fs.readFile(at(".gitlab-ci.yml"));
    document = await vscode.workspace.openTextDocument(at(".gitlab-ci.yml"));
    await vscode.window.showTextDocument(document);
  });
  afterEach(async () => {
    // The editor may have saved meanwhile: it does so by itself where it runs in a browser.
    await type(Buffer.from(kept).toString());
    await document.save();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await fs.delete(at("ci-parts"), { recursive: true }).then(undefined, () => undefined);
  });

  it("completes template names in an include, with their descriptions @oldest", async () => {
    const position = await caret("include:\n  - template: And|\n");
    // What reads CI files is loaded once the first one is open.
    const items = await until(
      "the templates",
      async () => {
        const list = await completionsOf(document.uri, position, undefined, 100);
        return list.items.length > 0 && list.items;
      },
      vscode.languages.onDidChangeDiagnostics,
    );
    const names = items.map(({ label }) => (typeof label === "string" ? label : label.label));
    assert.ok(names.includes("Android.gitlab-ci.yml") && names.includes("Rust.gitlab-ci.yml"), names.join());
    const android = items[names.indexOf("Android.gitlab-ci.yml")];
    assert.ok(android?.range instanceof vscode.Range);
    assert.equal(document.getText(android.range), "And");
    assert.match(
      typeof android.documentation === "string" ? android.documentation : (android.documentation?.value ?? ""),
      /Android/,
    );
  });

  it("shows a template's head comment on hover, and opens the template read-only", async () => {
    const position = await caret("include:\n  - template: And|roid.gitlab-ci.yml\n");
    const text = await hoverText(document.uri, position);
    const templates = await stage.app.templates.of(stage.info.url);
    const { content } = (await templates.template("Android")).value;
    const [comment = ""] = content.split("\n");
    assert.ok(comment.startsWith("# "));
    assert.ok(
      text.replace(/&nbsp;|\\/g, (found) => (found === "\\" ? "" : " ")).includes(comment.slice(2).trim()),
      text,
    );
    const [link] = await definitionsOf(document.uri, position);
    assert.ok(link && "targetUri" in link);
    assert.equal(link.targetUri.scheme, "forgeline-template");
    const shown = await vscode.workspace.openTextDocument(link.targetUri);
    assert.equal(shown.getText(), content);
    assert.equal(shown.languageId, "yaml");
    assert.equal(fs.isWritableFileSystem("forgeline-template"), false);
    await assert.rejects(async () => fs.readFile(link.targetUri.with({ path: "/Nothing.gitlab-ci.yml" })), {
      code: "FileNotFound",
    });
  });

  it("goes to the definitions of jobs and files", async () => {
    await write("ci-parts/base.yml", "# base\n.base: {script: x}\n");
    const target = async (marked: string): Promise<string> => {
      const links = await definitionsOf(document.uri, await caret(marked));
      return links
        .filter((link) => "targetUri" in link)
        .map(({ targetUri, targetRange }) => `${targetUri.path.slice(folder.path.length)}:${targetRange.start.line}`)
        .join();
    };
    assert.equal(await target("include: ci-parts/ba|se.yml\n"), "/ci-parts/base.yml:0");
    assert.equal(await target("include: ci-parts/base.yml\njob: {extends: .ba|se}\n"), "/ci-parts/base.yml:1");
    assert.equal(await target("a: {script: x}\nb: {needs: [|a], script: x}\n"), "/.gitlab-ci.yml:0");
  });

  it("reports each problem at its place", async () => {
    await type(
      "stages: [build]\na:\n  stage: biuld\n  needs: [b, c]\n  extends: .d\n  script: x\nb:\n  stage: build\n  needs: [a]\n  script: x\n  script: y\n",
    );
    await judged("problems of names", [
      "cycle 4:11-12",
      "cycle 9:11-12",
      "repeatedKey 11:3-9",
      "unknownJob 4:14-15",
      "unknownJob 5:12-14",
      "unknownStage 3:10-15",
    ]);
    const messages = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    assert.ok(messages.includes("Circular needs: a → b → a"), messages.join("\n"));
    await type("a: {stage: nope, script: [}\n");
    const kinds = () => new Set(told().map((one) => one.replace(/ .*/, "")));
    const isSo = () => [...kinds()].join() === "unknownStage,yaml";
    await until("invalid YAML beside the stage", isSo, vscode.languages.onDidChangeDiagnostics);
    await type("a: {stage: test, script: x}\n");
    await judged("nothing", []);
  });

  it("fixes an unknown template, and offers to remove either of two keys", async () => {
    await type("include:\n  - template: Adroid.gitlab-ci.yml\na: {script: x}\n");
    await judged("the template", ["unknownTemplate 2:15-35"]);
    await fix("Change to “Android.gitlab-ci.yml”");
    await judged("nothing", []);
    assert.match(document.getText(), /template: Android\.gitlab-ci\.yml\n/);
    await type("a:\n  script: x\n  script: y\n");
    await judged("the key", ["repeatedKey 3:3-9"]);
    const titles = (await fixes()).map(({ title }) => title);
    assert.deepEqual(titles, ["Remove Earlier Key (Line 2)", "Remove This Key"]);
  });

  it("follows included files and templates as they change @oldest", async () => {
    await write("ci-parts/one.yml", "one: {script: x}\n");
    await type(
      "include:\n  - local: /ci-parts/*.yml\n  - template: Rust.gitlab-ci.yml\nz: {needs: [one, two], script: x}\n",
    );
    await judged("the job that is missing", ["unknownJob 4:18-21"]);
    await write("ci-parts/two.yml", "two: {script: x}\n");
    await judged("nothing", []);
    const one = await vscode.workspace.openTextDocument(at("ci-parts/one.yml"));
    await vscode.window.showTextDocument(one);
    await type("uno: {script: x}\n", one);
    await judged("the job that was renamed in an editor", ["unknownJob 4:13-16"]);
    await type("one: {script: x}\n", one);
    await judged("nothing", []);
    await one.save();
  });

  it("checks a part with the file that includes it, and no names where none does", async () => {
    await write("ci-parts/x.gitlab-ci.yml", "x: {stage: check, needs: [main], script: x}\n");
    await type("include: ci-parts/x.gitlab-ci.yml\nstages: [check]\nmain: {stage: check, script: x}\n");
    const part = await vscode.workspace.openTextDocument(at("ci-parts/x.gitlab-ci.yml"));
    await vscode.window.showTextDocument(part);
    await type("x: {stage: test, needs: [main, nope], script: x}\n", part);
    await judged("the part", ["unknownJob 1:32-36", "unknownStage 1:12-16"], part.uri);
    await type("stages: [check]\nmain: {stage: check, script: x}\n");
    await judged("nothing", [], part.uri);
    await part.save();
  });

  it("checks files of any name that the CI file includes at any depth, while it does", async () => {
    await write("ci-parts/one.yml", "include: ci-parts/deep/*.yml\n");
    await write("ci-parts/deep/two.yml", "two: {needs: [nope], script: x}\n");
    const part = await vscode.workspace.openTextDocument(at("ci-parts/deep/two.yml"));
    await vscode.window.showTextDocument(part);
    await type("include: ci-parts/one.yml\nmain: {script: x}\n");
    await judged("the part", ["unknownJob 1:15-19"], part.uri);
    await type("main: {script: x}\n");
    await judged("nothing", [], part.uri);
    let said = "";
    const logged = new vscode.EventEmitter<void>();
    const undo = [
      replace(vscode.workspace, "findFiles", () => () => Promise.reject(new Error("busy"))),
      replace(stage.app.log, "warn", () => (text) => logged.fire(void (said += text))),
    ];
    await type("include: ci-parts/deep/*.yml\nmain: {script: x}\n");
    const warning = until("the warning", () => said.includes("The CI files could not"), logged.event);
    await warning.finally(() => undo.forEach((one) => one.dispose()));
  });

  it("drops the problems of closed files, and reports none for other YAML", async () => {
    const wrong = "stages: [test]\na: {needs: [nope], script: x, script: y}\n";
    await write("ci-parts/other.yml", wrong);
    await vscode.commands.executeCommand("vscode.open", at("ci-parts/other.yml"), { preview: false });
    // Documents of files may stay open for minutes after their editor; those that were never saved do not.
    const unsaved = at("ci-parts/closed.gitlab-ci.yml").with({ scheme: "untitled", authority: "" });
    await vscode.commands.executeCommand("vscode.open", unsaved, { preview: false });
    const { activeTextEditor: editor } = vscode.window;
    assert.equal(editor?.document.uri.toString(), unsaved.toString());
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), wrong));
    await judged("the problems", ["repeatedKey 2:31-37", "unknownJob 2:13-17"], unsaved);
    assert.deepEqual(told(at("ci-parts/other.yml")), []);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await judged("nothing", [], unsaved);
  });

  it("never shows results for an outdated text", async () => {
    const asked: { readonly text: string; answer(): void }[] = [];
    const [came, changed] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
    /** Finds what the document says first, once it is told to. */
    const analyze = (of: vscode.TextDocument): Promise<Analysis> =>
      new Promise((resolve) => {
        const [{ version }, text] = [of, of.getText()];
        const answer = (): void =>
          resolve({
            version,
            pipeline: new CiPipeline([]),
            problems: [{ kind: "anchor", name: text, start: 0, end: 1, fixes: [] }],
          });
        asked.push({ text, answer });
        came.fire();
      });
    const unchanged = { onDidChange: () => changed };
    const diagnostics = new CiDiagnostics({ analyze }, unchanged, { ...unchanged, has: () => true }, stage.app.log);
    const seen = new Set<string>();
    const listening = vscode.languages.onDidChangeDiagnostics(() => {
      for (const { code, message } of vscode.languages.getDiagnostics(document.uri))
        if (code === "anchor") seen.add(message);
    });
    try {
      await type("first\n");
      await until("the first text to be judged", () => asked.some(({ text }) => text === "first\n"), came.event);
      await type("second\n");
      asked.find(({ text }) => text === "first\n")?.answer();
      await until("the second text to be judged", () => asked.some(({ text }) => text === "second\n"), came.event);
      asked.find(({ text }) => text === "second\n")?.answer();
      await until("what was found in the second", () => seen.size > 0, vscode.languages.onDidChangeDiagnostics);
      assert.deepEqual([...seen], ["Anchor “second” is not defined above."]);
      assert.equal(diagnostics.at(document)?.analysis.version, document.version);
      await type("third\n");
      assert.equal(diagnostics.at(document), undefined, "fixes of an older text");
    } finally {
      listening.dispose();
      diagnostics.dispose();
    }
  });
});

describe("a CI file of the name in the project's settings", () => {
  const stage = setStage();
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("makes what it includes CI files, which are checked with it and have lenses", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const [main, part] = ["main.yml", "part.yml"].map((name) => vscode.Uri.joinPath(folder.uri, "ci", name));
    assert.ok(main && part);
    await vscode.workspace.fs.writeFile(main, Buffer.from("include: ci/part.yml\na: {script: x}\n"));
    await vscode.workspace.fs.writeFile(part, Buffer.from("b: {needs: [a, nope], script: x}\n"));
    try {
      await stage.setCiFile("ci/main.yml");
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(part));
      const codes = (): unknown[] => vscode.languages.getDiagnostics(part).map(({ code }) => code);
      await until("the unknown job", () => codes().includes("unknownJob"), vscode.languages.onDidChangeDiagnostics);
      assert.deepEqual(codes(), ["unknownJob"]);
      await stage.person({ action: "find", role: "button", name: "Run Pipeline", click: false });
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(main, ".."), { recursive: true });
    }
  });
});

const wrong =
  "stages: [build]\nbuild:\n  stage: build\n  script: make\n  scrpt: x\ncheck:\n  stage: nope\n  script: make\n";
const right = "stages: [build]\nbuild:\n  stage: build\n  script: make\n";

/** What both suites do with the file. */
class Checked {
  readonly stage = setStage();
  readonly file = new CiFile();
  project!: OwnProject;

  constructor() {
    beforeEach(async () => {
      await this.file.take();
      this.project = await ownProject(this.stage.app);
      await this.project.open();
    });
    afterEach(() => this.file.putBack());
    after(() => workspaceProject(this.stage.app));
  }

  /** Line, severity and words of what the host and the extension say. */
  told(source: string): string[] {
    return vscode.languages
      .getDiagnostics(this.file.uri)
      .filter((each) => each.source === source)
      .map(
        ({ range, severity, message }) =>
          `${range.start.line + 1}:${range.start.character + 1} ${vscode.DiagnosticSeverity[severity]} ${message}`,
      )
      .sort();
  }

  get host(): string {
    return new URL(this.stage.info.url).host;
  }

  judged(what: string, ...expected: readonly string[]): Promise<unknown> {
    return until(
      `${what}: ${expected.join(", ")}`,
      () => JSON.stringify(this.told(this.host)) === JSON.stringify(expected),
      vscode.languages.onDidChangeDiagnostics,
    );
  }

  checks(): Promise<string[]> {
    return this.project.asked(/^POST \/ci\/lint/);
  }
}

describe("the host's check of the CI file", () => {
  const ci = new Checked();
  const unknownKey = "Error jobs:build config contains unknown keys: scrpt";

  it("shows the host's errors beside the editor's own, none twice", async () => {
    const { file } = ci;
    await file.show(wrong);
    await ci.judged("the key", `5:3 ${unknownKey}`);
    const isSo = () => ci.told("Forgeline").some((one) => one.startsWith("7:10 Error Stage “"));
    await until("the stage, by the editor alone", isSo, vscode.languages.onDidChangeDiagnostics);
    assert.deepEqual(ci.told(ci.host), [`5:3 ${unknownKey}`]);
    assert.equal((await ci.checks()).length, 1);
  });

  it("keeps errors at their lines until these change, and checks only saved text", async () => {
    const { file } = ci;
    const document = await file.show(wrong);
    await ci.judged("the key", `5:3 ${unknownKey}`);
    const edit = async (range: vscode.Range, text: string): Promise<void> => {
      const change = new vscode.WorkspaceEdit();
      change.replace(document.uri, range, text);
      await vscode.workspace.applyEdit(change);
    };
    await edit(new vscode.Range(1, 0, 1, 0), "# one\n# two\n");
    await ci.judged("the key, further down", `7:3 ${unknownKey}`);
    await edit(new vscode.Range(9, 0, 9, 0), "  # of the next job\n");
    await ci.judged("the key still", `7:3 ${unknownKey}`);
    await edit(new vscode.Range(6, 2, 6, 7), "after_script");
    await ci.judged("nothing");
    assert.equal((await ci.checks()).length, 1, "nothing is sent that is not saved");
    await file.type(document, right.replace("script: make", "script: make\n  when: manual"));
    await document.save();
    await ci.judged("a warning at the top", "1:1 Warning All jobs are manual: the pipeline waits for a person");
    await file.type(document, right);
    await ci.judged("nothing");
    assert.equal((await ci.checks()).length, 2);
  });

  it("shows nothing while nobody is signed in", async () => {
    await ci.file.show(wrong);
    await ci.judged("the key", `5:3 ${unknownKey}`);
    await signedOut();
    await ci.judged("nothing");
    await signedIn();
    await ci.judged("the key again", `5:3 ${unknownKey}`);
  });
});

describe("the check of a CI file by a host without the route", () => {
  const ci = new Checked();
  withoutExtras();

  it("is tried once, and shows nothing", async () => {
    const { file, stage, project } = ci;
    const document = await file.show(wrong);
    await stage.control.waitForRequest({ method: "POST", path: project.address("/ci/lint") });
    await until("the editor's own", () => ci.told("Forgeline").length > 0, vscode.languages.onDidChangeDiagnostics);
    await until(
      "the route to be known as absent",
      () => {
        const { value } = stage.app.current;
        return value.kind === "ready" && value.connection.client.extras.available("ciLint") === false;
      },
      stage.app.capabilities.onDidChange,
    );
    await file.type(document, right);
    await document.save();
    const isSo = () => ci.told("Forgeline").length === 0;
    await until("the editor to have nothing to say", isSo, vscode.languages.onDidChangeDiagnostics);
    assert.deepEqual(ci.told(ci.host), []);
    assert.equal((await ci.checks()).length, 1);
  });
});

const second = 1_000;
const minute = 60 * second;
/** Lines above the jobs: lenses push what is above them out of sight. */
const top = 10;
const text = `${"# Demo\n".repeat(top)}build:\n  script: make\nunit:\n  parallel: 3\n  script: make test\ndeploy:\n  when: manual\n  script: make deploy\n.hidden: {script: x}\nvariables: {A: b}\n`;
const jobs = (of: "success" | "running" = "success"): NonNullable<FabricatedPipeline["jobs"]> => [
  { name: "build", stage: "build", status: of, duration: of === "success" ? 80 : null, trace: "made\n" },
  { name: "unit 1/3", stage: "test", status: "success", duration: 5 },
  { name: "unit 2/3", stage: "test", status: "failed", duration: 9, trace: "no\n" },
  { name: "unit 3/3", stage: "test", status: "success", duration: 7 },
  { name: "deploy", stage: "deploy", status: "manual" },
];

describe("the results of jobs in a CI file", () => {
  const stage = setStage();
  const file = new CiFile();
  let project: OwnProject;
  let clock: PollClock;

  before(async () => {
    await hideViews(stage.app);
    clock = new PollClock(stage.polling);
  });
  beforeEach(async () => {
    await file.take();
    project = await ownProject(stage.app);
  });
  afterEach(async () => {
    clock.go();
    await file.putBack();
  });
  after(() => workspaceProject(stage.app));

  /**
   * Opens the project with its clock stopped, and forgets what that asked for.
   * @param shown pipeline that the status bar has to show first, which reads it after a while
   */
  const open = async (shown?: { readonly id: number; readonly status: string }): Promise<void> => {
    await project.open();
    if (shown) await button(`Pipeline #${shown.id} of main: ${shown.status}`);
    clock.stop();
    await project.forget();
  };
  const button = (name: string, click = false): Promise<string> =>
    stage.person({ action: "find", role: "button", name, click });
  const lenses = async (): Promise<string[]> => {
    const all = await lensesOf(file.uri, 100);
    return all
      .filter(({ command }) => command?.command.startsWith("forgeline."))
      .map(({ range, command }) => `${range.start.line - top} ${command?.title ?? ""}`);
  };
  const hover = (line: number): Promise<string> => hoverText(file.uri, new vscode.Position(line + top, 1));
  const about = (): Promise<string[]> => project.asked(/\/pipelines\?ref=|\/jobs/);
  const shape = (requests: readonly string[]): string[] => requests.map((request) => request.replace(/\?.*/, ""));

  it("shows results and actions above each job, older pipelines filling in", async () => {
    const older = await project.add({
      status: "success",
      jobs: [{ name: "deploy", stage: "deploy", status: "success", duration: 3 }],
    });
    const { id } = await project.add({ status: "failed", jobs: jobs() });
    await project.add({ status: "success", ref: "other", jobs: jobs() });
    await open({ id, status: "failed" });
    await file.show(text);
    await button(`passed in 1m 20s · #${id}`);
    assert.deepEqual(await lenses(), [
      `0 $(pass) passed in 1m 20s · #${id}`,
      "0 Show Log",
      "0 Retry",
      "0 Run Pipeline",
      `2 $(error) 1 of 3 failed in 9s · #${id}`,
      "2 Show Log",
      "2 Retry",
      "2 Run Pipeline",
      `5 $(play-circle) manual · #${id}`,
      "5 Run Pipeline",
    ]);
    assert.deepEqual(await about(), [
      "GET /pipelines?ref=main&per_page=5",
      `GET /pipelines/${id}/jobs?include_retried=true&per_page=100`,
    ]);
    await project.forget();
    await clock.pass(3 * minute);
    await button(`passed in 3s · #${older.id}`);
    assert.equal(shape(await about())[0], `GET /pipelines/${older.id}/jobs`);
    await project.forget();
    await clock.pass(5 * minute);
    const asked = shape(await project.asked());
    assert.ok(asked.length >= 4 && asked.length <= 5, asked.join("\n"));
    // The status bar shows what they say.
    assert.deepEqual(new Set(asked), new Set(["GET /pipelines"]));
  });

  it("shows five results on hover with links to their logs", async () => {
    const made: { readonly id: number; readonly jobs: number[] }[] = [];
    for (let count = 0; count < 6; count++) made.push(await project.add({ status: "failed", jobs: jobs() }));
    const ids = made.map(({ id }) => id).reverse();
    await open();
    await file.show(text);
    await button(`passed in 1m 20s · #${ids[0]}`);
    await project.forget();
    const told = await hover(2);
    assert.match(told, /^\*\*unit on main\*\*/);
    const found = [...told.matchAll(/\$\(error\).*1 of 3 failed in 9s.*?#(\d+)/g)].map(([, id]) => Number(id));
    assert.deepEqual(found, ids.slice(0, 5));
    assert.deepEqual(
      shape(await about()).sort(),
      ids
        .slice(1, 5)
        .map((id) => `GET /pipelines/${id}/jobs`)
        .sort(),
    );
    const [, link = ""] = /\(command:forgeline\.job\.showLog\?([^) ]+)/.exec(told) ?? [];
    const [ref] = JSON.parse(decodeURIComponent(link)) as [{ readonly job: { readonly id: number } }];
    assert.equal(ref.job.id, made[5]?.jobs[2], "the part that failed");
    await project.forget();
    assert.equal(await hover(0).then((words) => words.match(/passed in 1m 20s/g)?.length), 5);
    assert.equal(await hover(1), "", "only at names");
    assert.equal(await hover(8), "", "hidden jobs have none");
    assert.deepEqual(await about(), []);
  });

  it("follows writes, and running pipelines within the budget", async () => {
    const { id, jobs: made } = await project.add({ status: "running", jobs: jobs("running") });
    await open();
    await file.show(text);
    await button("running for");
    await project.forget();
    await clock.pass(2 * minute);
    const asked = await project.asked(/pipelines/);
    assert.ok(asked.length >= 5 && asked.length <= 8, asked.join("\n"));
    await stage.control.finishJob(made[0] ?? 0, "failed");
    stage.app.changes.fire({
      instance: project.instance,
      project: project.path,
      subject: "job",
      id: made[0] ?? 0,
      pipelineId: id,
    });
    await clock.pass(second);
    await stage.person({ action: "find", role: "button", name: "running for", gone: true });
    assert.ok(
      (await lenses()).some((lens) => lens.startsWith("0 $(error) failed")),
      (await lenses()).join("\n"),
    );
  });

  it("requests nothing without a visible CI file or when turned off", async () => {
    const { id } = await project.add({ status: "running", jobs: jobs() });
    await open();
    await clock.pass(2 * minute);
    assert.deepEqual(await about(), [], "before it is seen");
    {
      await using _off = await withSetting("forgeline.ci.lens", false);
      await file.show(text);
      await clock.pass(2 * minute);
      assert.deepEqual([await lenses(), await hover(0), await about()], [[], "", []], "turned off");
    }
    await button(`passed in 1m 20s · #${id}`);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await project.forget();
    await clock.pass(5 * minute);
    assert.deepEqual(await about(), [], "after it was closed");
  });
});
