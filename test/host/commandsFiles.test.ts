import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { emptyUri, fileUri, readFileUri } from "../../src/core/files/uris.ts";
import { command } from "./commandTest.ts";
import { diffInFront, editorInFront, labelInFront, textOf, clipboard } from "./inFront.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { refuse } from "./refuse.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

describe("files at any ref", () => {
  const stage = setStage();
  const { pick } = stage;
  let project: OwnProject;
  let git: WorkspaceGit;
  let topic = "";
  const undo: { dispose(): void }[] = [];

  const here = (name: string): vscode.Uri => vscode.Uri.joinPath(vscode.Uri.file(git.folder), name);
  const at = (name: string, ref: string, lfs = false): vscode.Uri =>
    fileUri({ instance: project.instance, project: project.path, path: name, ref }, { lfs });
  const tab = <T>(what: string, found: (input: unknown) => T | undefined): Promise<T> =>
    until(
      what,
      () => found(vscode.window.tabGroups.activeTabGroup.activeTab?.input),
      vscode.window.tabGroups.onDidChangeTabs,
    );
  const shownFile = () =>
    tab("a document of ours", (input) =>
      input instanceof vscode.TabInputText && input.uri.scheme === "forgeline-file" ? input.uri : undefined,
    );
  const type = (box: string, text: string): Promise<string> => pick(box, `Use “${text}”`, text);
  const code = async (work: Thenable<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof vscode.FileSystemError, String(error));
    return error.code;
  };

  before(async () => {
    git = await workspaceGit();
    project = await ownProject(stage.app);
    topic = (
      await stage.control.commit(
        { "README.md": "# Topic\n", "a b/ü#?%.txt": "odd\n" },
        { project: project.path, branch: "topic/x", startBranch: "main" },
      )
    ).sha;
  });
  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await project.open();
  });
  afterEach(async () => {
    for (const one of undo.splice(0)) one.dispose();
    await git.restore();
  });
  after(() => workspaceProject(stage.app));

  describe("as documents", () => {
    it("reads any name from the host, read-only", async () => {
      const uri = at("a b/ü#?%.txt", topic);
      assert.equal(await textOf(uri), "odd\n");
      assert.deepEqual(readFileUri(vscode.Uri.parse(uri.toString(), true)), {
        instance: project.instance,
        project: project.path,
        path: "a b/ü#?%.txt",
        ref: topic,
      });
      assert.equal(vscode.workspace.fs.isWritableFileSystem("forgeline-file"), false);
      await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(uri, new Uint8Array())));
      const { size, mtime, permissions } = await vscode.workspace.fs.stat(uri);
      assert.deepEqual([size, permissions], [4, vscode.FilePermission.Readonly]);
      assert.equal((await vscode.workspace.fs.stat(uri)).mtime, mtime);
    });

    it("changes the time when the branch moves", async () => {
      const to = { project: project.path, branch: "moving" };
      await stage.control.commit({ "README.md": "# Still\n" }, { ...to, startBranch: "main" });
      const uri = at("README.md", "moving");
      const { mtime } = await vscode.workspace.fs.stat(uri);
      await stage.control.commit({ "README.md": "# Moved\n" }, to);
      assert.notEqual((await vscode.workspace.fs.stat(uri)).mtime, mtime);
      assert.equal(await textOf(uri), "# Moved\n");
    });

    it("reads commits of the clone from the clone", async () => {
      await project.forget();
      const sha = await git.git("rev-parse", "HEAD");
      assert.equal(await textOf(at("README.md", sha)), await readFile(path.join(git.folder, "README.md"), "utf8"));
      assert.deepEqual(await project.asked(/repository/), []);
      assert.equal(await code(vscode.workspace.fs.readFile(at("not/there", sha))), "FileNotFound");
    });

    it("maps refusals to file system errors", async () => {
      assert.equal(await code(vscode.workspace.fs.readFile(at("missing", topic))), "FileNotFound");
      assert.equal(await code(vscode.workspace.fs.readFile(at("README.md", "no-such-branch"))), "FileNotFound");
      assert.equal(
        await code(
          vscode.workspace.fs.stat(vscode.Uri.from({ scheme: "forgeline-file", path: "/x", query: "nonsense" })),
        ),
        "FileNotFound",
      );
      await refuse("/repository/files/");
      assert.equal(await code(vscode.workspace.fs.readFile(at("README.md", topic))), "NoPermissions");
      await stage.control.clearFaults();
      await stage.control.fault({ path: "/repository/files/", status: 400, body: { message: "no" } });
      assert.equal(await code(vscode.workspace.fs.readFile(at("README.md", topic))), "Unavailable");
    });
  });

  command("forgeline.file.compare", "compares with a branch that only the host has", async (run) => {
    await Promise.all([run(here("README.md")), type("Compare File with Branch", "topic/x")]);
    const { original, modified } = await diffInFront();
    assert.equal(await textOf(original), "# Topic\n");
    assert.equal(modified.toString(), here("README.md").toString());
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "README.md (topic/x ↔ working tree)");
  });

  command("forgeline.file.compare", "handles the editor, local branches and missing files", async (run) => {
    await git.git("checkout", "-q", "-b", "only-here");
    await writeFile(here("extra.txt").fsPath, "extra\n");
    await git.git("add", "extra.txt");
    await git.git("commit", "-qm", "Extra");
    await vscode.window.showTextDocument(here("extra.txt"));
    await Promise.all([run(), pick("Compare File with Branch", "only-here")]);
    assert.equal(await textOf((await diffInFront()).original), "extra\n");
    await Promise.all([run(here("extra.txt")), type("Compare File with Branch", "topic/x")]);
    await labelInFront(/^extra\.txt \(not in topic\/x\)$/);
    await Promise.all([run(here("extra.txt")), type("Compare File with Branch", "nowhere")]);
    await stage.says(/No branch, tag or commit “nowhere” found on the host or in your clone/);
  });

  command("forgeline.file.openAtRef", "opens the file at the branch @oldest", async (run) => {
    await Promise.all([run(here("README.md")), type("Open File at Ref", "topic/x")]);
    const uri = await shownFile();
    assert.equal(await textOf(uri), "# Topic\n");
    assert.equal(uri.path, "/topic∕x/README.md");
    assert.equal(readFileUri(uri)?.ref, topic);
  });

  command("forgeline.file.openAtRef", "reports missing and large files", async (run) => {
    await writeFile(here("only-here.txt").fsPath, "x");
    await Promise.all([run(here("only-here.txt")), type("Open File at Ref", "topic/x")]);
    await stage.says(/only-here\.txt does not exist in “topic\/x”/);
    await stage.control.fault({
      method: "HEAD",
      path: "/repository/files/",
      headers: { "X-Gitlab-Size": String(60 * 1024 * 1024) },
    });
    await Promise.all([run(here("README.md")), type("Open File at Ref", "topic/x")]);
    await stage.says(/README\.md is too large to open in the editor \(60 MB, the/, ["Open in Browser", "Download…"]);
  });

  command("forgeline.file.showLargeContent", "shows the content of an LFS pointer", async (run) => {
    await stage.control.addLargeFile("large.txt", "all of it\n", { project: project.path });
    const pointer = at("large.txt", "main");
    await vscode.commands.executeCommand("vscode.open", pointer);
    assert.match(String(await textOf(pointer)), /^version https:\/\/git-lfs/);
    await run(pointer);
    assert.equal(await textOf(at("large.txt", "main", true)), "all of it\n");
    await editorInFront("the large file", (document) => document.getText() === "all of it\n");
    await vscode.commands.executeCommand("vscode.diff", emptyUri("large.txt"), pointer, "both");
    await run();
    const { original, modified } = await diffInFront((diff) => readFileUri(diff.modified)?.lfs === true);
    assert.deepEqual([await textOf(original), await textOf(modified)], ["", "all of it\n"]);
    await run(here("README.md"));
    await stage.says(/This file is not from the host/);
  });

  command("forgeline.file.showDetails", "shows details without downloading", async (run) => {
    await project.forget();
    await run(at("README.md", topic));
    const text = (await editorInFront("the details")).document.getText();
    assert.match(text, /^File: README\.md$/m);
    assert.match(text, new RegExp(`^Commit: ${topic}$`, "m"));
    assert.match(text, /^Size: 8 bytes \(8\)$/m);
    assert.match(text, /^SHA-256: [0-9a-f]{64}$/m);
    assert.match(text, /^Executable: no$/m);
    assert.match(text, /^Blame: available, the same content$/m);
    const asked = await project.asked(/files/);
    assert.deepEqual(new Set(asked.map((request) => request.split(" ")[0])), new Set(["HEAD"]));
  });

  command("forgeline.file.download", "saves a file at a ref", async (run) => {
    const folder = await mkdtemp(path.join(tmpdir(), "forgeline-download-"));
    const target = path.join(folder, "saved.md");
    undo.push(replace(vscode.window, "showSaveDialog", () => () => Promise.resolve(vscode.Uri.file(target))));
    await run(at("README.md", topic));
    assert.equal(await readFile(target, "utf8"), "# Topic\n");
    assert.equal(stage.notices.at(-1), "Saved README.md.");
    await rm(folder, { recursive: true });
  });

  describe("on their host", () => {
    beforeEach(() => workspaceProject(stage.app));
    const opened: string[] = [];
    beforeEach(() => {
      opened.length = 0;
      undo.push(
        replace(
          vscode.env,
          "openExternal",
          () => (uri: vscode.Uri) => Promise.resolve(opened.push(uri.toString(true)) > 0),
        ),
      );
    });
    const select = async (name: string, from: number, to: number): Promise<void> => {
      const editor = await vscode.window.showTextDocument(here(name));
      editor.selection = new vscode.Selection(from, 0, to, 3);
    };

    command("forgeline.file.copyPermalink", "copies the commit's page, with selected lines", async (run) => {
      const { url, project: sample } = stage.info;
      const head = await git.git("rev-parse", "HEAD");
      await run(here("README.md"));
      assert.equal(await clipboard(), `${url}/${sample.path}/-/blob/${head}/README.md`);
      await select("README.md", 0, 2);
      await run();
      assert.equal(await clipboard(), `${url}/${sample.path}/-/blob/${head}/README.md#L1-3`);
      assert.equal(stage.notices.at(-1), "Copied permalink.");
    });

    command("forgeline.file.copyPermalink", "links to the last pushed commit", async (run) => {
      const pushed = await git.git("rev-parse", "HEAD");
      await writeFile(here("unpushed.txt").fsPath, "x\n");
      await git.git("add", "unpushed.txt");
      await git.git("commit", "-qm", "Not pushed");
      await run(here("README.md"));
      assert.match(await clipboard(), new RegExp(`/-/blob/${pushed}/README\\.md$`));
      assert.match(stage.notices.at(-1) ?? "", /It points to .*, the last pushed commit: .* is not on the host yet/);
      await run(here("unpushed.txt"));
      await stage.says(/unpushed\.txt is not in .*Push first/);
    });

    command("forgeline.file.openOnHost", "opens the selected lines", async (run) => {
      const { url, project: sample } = stage.info;
      await select("README.md", 1, 1);
      await run();
      assert.deepEqual(opened, [`${url}/${sample.path}/-/blob/${git.branch}/README.md#L2`]);
      await run(vscode.Uri.file("/somewhere/else.txt"));
      await stage.says(/not in the repository of/);
    });
  });
});
