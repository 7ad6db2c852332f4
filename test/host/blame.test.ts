import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { CommitRef } from "../../src/core/commits/refs.ts";
import { fileUri } from "../../src/core/files/uris.ts";
import type { BlameAnnotations } from "../../src/features/repository/blame/annotations.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { hoversOf } from "./provided.ts";
import { refuse } from "./refuse.ts";
import { watchCommands, withSetting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

const branch = "blame";
const lines = Array.from({ length: 10_000 }, (_, line) => `reading ${line}`);
const bobs = [2, 4999, 5003];

describe("blame annotations", () => {
  const stage = setStage();
  let project: OwnProject;
  let git: WorkspaceGit;
  let fixed = "";
  const undo: (() => unknown)[] = [];

  const here = (name: string): vscode.Uri => vscode.Uri.joinPath(vscode.Uri.file(git.folder), name);
  const show = async (uri: vscode.Uri): Promise<vscode.TextEditor> =>
    vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  /** Goes where a person would scroll to; lines are counted from 0. */
  const scroll = (line: number): Thenable<unknown> =>
    vscode.commands.executeCommand("revealLine", { lineNumber: line, at: "center" });
  const annotations = async (): Promise<BlameAnnotations> => {
    const shown = await stage.app.repository.blame.annotations;
    assert.ok(shown, "annotations are off");
    return shown;
  };
  const textAt = (blame: BlameAnnotations, editor: vscode.TextEditor, line: number): string | undefined =>
    blame.shownIn(editor).find((one) => one.line === line)?.text;
  /** Waits until a line has its annotation, or has none although the line before has. */
  const annotated = async (editor: vscode.TextEditor, line: number, text: RegExp | undefined): Promise<void> => {
    const blame = await annotations();
    const fits = (shown: string | undefined): boolean =>
      text === undefined ? shown === undefined : shown !== undefined && text.test(shown);
    await until(
      `line ${line} to have ${text?.source ?? "no annotation"}`,
      () => blame.shownIn(editor).length > 0 && fits(textAt(blame, editor, line)),
      blame.onDidPaint,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}; it shows ${JSON.stringify(blame.shownIn(editor).slice(0, 5))}`);
    });
  };
  const asked = async (): Promise<{ ref: string | null; start: number; end: number }[]> =>
    (await project.asked(/\/blame\b/)).map((request) => {
      const query = new URLSearchParams(request.split("?")[1]);
      return { ref: query.get("ref"), start: Number(query.get("range[start]")), end: Number(query.get("range[end]")) };
    });
  const open = <T>(
    what: string,
    condition: (open: { branch?: string; head?: string; pushed?: string }) => T | false | undefined,
  ): Promise<T> =>
    until(
      what,
      () => stage.app.current.value.kind === "ready" && condition(stage.app.current.value.project),
      stage.app.current.onDidChange,
    );

  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    git = await workspaceGit();
    project = await ownProject(stage.app);
    const to = { project: project.path, branch };
    await stage.control.commit(
      { "long.txt": `${lines.join("\n")}\n`, "other.txt": "one\n" },
      { ...to, message: "Record the readings" },
    );
    const content = `${lines.map((text, line) => (bobs.includes(line) ? `${text} fixed` : text)).join("\n")}\n`;
    fixed = (
      await stage.control.commit(
        { "long.txt": content },
        { ...to, by: "bob", message: "Fix the sensor (again)\n\nIt froze.\n" },
      )
    ).sha;
    await project.openClone();
    await git.git("fetch", "--quiet", "origin", `+refs/heads/${branch}:refs/remotes/origin/${branch}`);
    await git.git("checkout", "--quiet", "-B", branch, "--track", `origin/${branch}`);
    await open("the branch to be open", ({ head, pushed }) => head === fixed && pushed === fixed);
    await project.forget();
  });
  afterEach(async () => {
    for (const one of undo.splice(0)) await one();
    if (stage.app.repository.blame.on) stage.app.repository.blame.toggle();
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await git.restore();
    await git.git("update-ref", "-d", `refs/remotes/origin/${branch}`);
    await workspaceProject(stage.app);
  });

  command("forgeline.blame.toggle", "annotates visible lines with one request, and follows edits", async (run) => {
    const editor = await show(here("long.txt"));
    assert.equal(stage.app.repository.blame.on, false, "Default: off");
    await run();
    await annotated(editor, 2, /^Bob Beretta, .+ · Fix the sensor \(again\)$/);
    await annotated(editor, 3, /^Alice Ahlgren, .+ · Record the readings$/);
    const blame = await annotations();
    assert.equal(textAt(blame, editor, 0), textAt(blame, editor, 3));
    const [first, ...more] = await asked();
    assert.deepEqual([first?.ref, first?.start, more], [fixed, 1, []]);
    assert.ok(first && first.end <= 150, `${first?.end} lines are asked for`);
    await scroll(5000);
    await annotated(editor, 4999, /^Bob Beretta, /);
    const [, second, ...others] = await asked();
    assert.ok(second && second.start > 4800 && second.end < 5200 && others.length === 0, JSON.stringify(second));
    assert.ok(blame.shownIn(editor).length < 200, "whatever the length of the file");
    await scroll(10);
    await annotated(editor, 2, /^Bob Beretta, /);
    assert.equal((await asked()).length, 2, "what is known is not asked for again");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "new\nnewer\n"));
    await annotated(editor, 4, /^Bob Beretta, /);
    await annotated(editor, 1, undefined);
    await annotated(editor, 2, /^Alice Ahlgren, /);
    await editor.edit((edit) => edit.insert(new vscode.Position(4, 0), "changed "));
    await annotated(editor, 4, undefined);
    await annotated(editor, 5, /^Alice Ahlgren, /);
    await vscode.commands.executeCommand("undo");
    await annotated(editor, 4, /^Bob Beretta, /);
    await run();
    const isSo = () => blame.shownIn(editor).length === 0;
    await until("the annotations to be gone", isSo, vscode.window.onDidChangeActiveTextEditor);
    assert.equal(stage.app.repository.blame.annotations, undefined);
  });

  it("requests the last pushed commit, follows later ones, and the ref of a document", async () => {
    await writeFile(here("long.txt").fsPath, `mine\n${await git.git("show", "HEAD:long.txt")}\n`);
    await git.git("commit", "--quiet", "--all", "--message", "Mine");
    const mine = await git.git("rev-parse", "HEAD");
    await open("the commit", ({ head }) => head === mine);
    const editor = await show(here("long.txt"));
    stage.app.repository.blame.toggle();
    await annotated(editor, 3, /^Bob Beretta, /);
    await annotated(editor, 0, undefined);
    const found = (await asked()).map(({ ref }) => ref);
    assert.deepEqual(found, [fixed]);
    await git.git("push", "--quiet", "origin", branch);
    await annotated(editor, 0, / · Mine$/);
    const at = { instance: project.instance, project: project.path, path: "long.txt", ref: branch };
    await annotated(await show(fileUri(at)), 3, /^Bob Beretta, /);
    const refs = (await asked()).map(({ ref }) => ref);
    assert.deepEqual(refs, [fixed, mine, branch]);
  });

  it("shows details on hover, with links to the commit @oldest", async () => {
    const editor = await show(here("long.txt"));
    stage.app.repository.blame.toggle();
    await annotated(editor, 2, /^Bob Beretta, /);
    const hovers = (character: number) => hoversOf(editor.document.uri, new vscode.Position(2, character));
    assert.deepEqual(await hovers(3), [], "the text itself is left to the language");
    const [hover] = await hovers(lines[2]!.length + " fixed".length);
    const text = hover?.contents[0] as vscode.MarkdownString;
    const plain = text.value.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
    assert.match(
      plain,
      new RegExp(
        `^\\*\\*Fix the sensor \\(again\\)\\*\\*\\n\\nBob Beretta, .+\\(.+\\)\\n\\n\`${fixed.slice(0, 8)}\` · `,
      ),
    );
    assert.match(
      plain,
      new RegExp(`\\[Open in Browser\\]\\(${project.instance}/${project.path}/-/commit/${fixed}\\)$`),
    );
    const links = new Map(
      [...text.value.matchAll(/\[([^\]]+)\]\(command:([\w.]+)\?([^)]*)\)/g)].map(([, title, id, given = ""]) => [
        title,
        { id, given: JSON.parse(decodeURIComponent(given)) as [CommitRef] },
      ]),
    );
    const found = [...links].map(([title, { id, given }]) => [title, id, given[0].project, given[0].commit.id]);
    assert.deepEqual(found, [
      ["Show Commit", "forgeline.changes.openAll", project.path, fixed],
      ["Copy SHA", "forgeline.commit.copySha", project.path, fixed],
    ]);
    const shown: unknown[] = [];
    const spy = watchCommands((id, title) => id === "vscode.changes" && shown.push(title));
    undo.push(() => spy.dispose());
    for (const { id, given } of links.values()) await vscode.commands.executeCommand(id!, ...given);
    assert.deepEqual(shown, [`${fixed.slice(0, 8)} Fix the sensor (again)`]);
    assert.equal(await vscode.env.clipboard.readText(), fixed);
  });

  it("follows the setting and ignores refusals", async () => {
    await refuse(project.address("/repository/files/other.*/blame"));
    const other = await show(here("other.txt"));
    const setting = await withSetting("forgeline.blame.enabled", true);
    const blame = await annotations();
    await stage.control.waitForRequest({ path: "/files/other.*/blame" });
    assert.deepEqual(blame.shownIn(other), []);
    await annotated(await show(here("long.txt")), 2, /^Bob Beretta, /);
    await setting[Symbol.asyncDispose]();
    assert.equal(stage.app.repository.blame.on, false);
  });
});
