import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { changesBetween } from "../../src/core/comparisons/changes.ts";
import type { ChangedFile } from "../../src/core/comparisons/comparison.ts";
import { emptyUri, fileUri, readFileUri } from "../../src/core/files/uris.ts";
import type { MergeRequestRef } from "../../src/core/mergeRequests/refs.ts";
import { command } from "./commandTest.ts";
import { clipboard, diffInFront, editorInFront, labelInFront, textOf, watchCommands } from "./inFront.ts";
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
    topic = (await project.commit({ "README.md": "# Topic\n", "a b/ü#?%.txt": "odd\n" }, { branch: "topic/x" })).sha;
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
      await stage.control.commit({ "README.md": "# Still\n" }, { ...to });
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
      const shown = await code(
        vscode.workspace.fs.stat(vscode.Uri.from({ scheme: "forgeline-file", path: "/x", query: "nonsense" })),
      );
      assert.equal(shown, "FileNotFound");
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
    const headers = { "X-Gitlab-Size": String(60 * 1024 * 1024) };
    await stage.control.fault({ method: "HEAD", path: "/repository/files/", headers });
    await project.commit({ "README.md": "# L\n" }, { branch: "large" });
    await Promise.all([run(here("README.md")), type("Open File at Ref", "large")]);
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

type Resource = readonly [label: vscode.Uri, base: vscode.Uri | undefined, head: vscode.Uri | undefined];

describe("opening changes", () => {
  const stage = setStage();
  let project: OwnProject;
  let ref: MergeRequestRef;
  let git: WorkspaceGit;
  let head = "";
  let main = "";
  const multiDiffs: { title: string; resources: readonly Resource[] }[] = [];
  let spy: { dispose(): void } | undefined;

  before(async () => {
    git = await workspaceGit();
    main = await git.git("rev-parse", "refs/remotes/origin/main");
    project = await ownProject(stage.app);
    const at = { project: project.path };
    await stage.control.commit({ "src/a.txt": "one\n", "gone.txt": "gone\n" }, at);
    head = (
      await stage.control.commit(
        { "src/a.txt": "two\n", "src/new.txt": "new\n", "gone.txt": null },
        { ...at, branch: "topic" },
      )
    ).sha;
    const { iid } = await stage.control.addMergeRequest({ ...at, sourceBranch: "topic", title: "Change things" });
    const { items } = await stage.client.mergeRequests.listForProject(project.path, { iids: [iid] }).page();
    ref = { instance: project.instance, project: project.path, mergeRequest: items[0]! };
  });
  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await project.openClone();
    await project.forget();
    multiDiffs.length = 0;
    spy = watchCommands((id, [title, resources]) => {
      if (id === "vscode.changes") multiDiffs.push({ title, resources } as (typeof multiDiffs)[number]);
    });
  });
  afterEach(async () => {
    spy?.dispose();
    await git.restore();
  });
  after(() => workspaceProject(stage.app));

  const whole = [
    ["gone.txt", "gone\n", undefined],
    ["src/a.txt", "one\n", "two\n"],
    ["src/new.txt", undefined, "new\n"],
  ];
  const shownFiles = async () =>
    Promise.all(
      (multiDiffs.at(-1)?.resources ?? []).map(async ([label, base, tip]) => [
        label.path.slice(1),
        await textOf(base),
        await textOf(tip),
      ]),
    );

  command("forgeline.changes.openAll", "shows all files of a merge request side by side @oldest", async (run) => {
    await run(ref);
    await labelInFront(/Change things/);
    assert.equal(multiDiffs[0]?.title, `!${ref.mergeRequest.iid} Change things`);
    assert.deepEqual(await shownFiles(), whole);
  });

  command("forgeline.changes.openAll", "shows what a commit changes, and says what the host left out", async (run) => {
    const { sha } = await project.commit({ "src/a.txt": "x\n".repeat(200_000) });
    await run({ instance: project.instance, project: project.path, commit: { id: sha, title: "Large" } });
    const { text, level } = await stage.message();
    assert.equal(level, "warning");
    assert.match(text, /1 large file.*Fetch the commits into your clone to see all changes/);
    const found = (await shownFiles()).map(([name, base, tip]) => [name, base, tip?.length]);
    assert.deepEqual(found, [["src/a.txt", "one\n", 400_000]]);
  });

  command("forgeline.changes.openAll", "asks for a merge request and splits very many files", async (run) => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`many/${String(at).padStart(3, "0")}.txt`, `${at}\n`]),
    );
    await project.commit(files, { branch: "many" });
    const { iid } = await project.addMergeRequest({ sourceBranch: "many", title: "Very many" });
    const box = "Open All Changed Files";
    const done = run();
    await stage.pick(box, `!${iid} Very many`);
    await stage.pickAt(box, "120 files changed", "Files 101 to 120");
    await done;
    assert.equal(multiDiffs[0]?.resources.length, 20);
    assert.equal(multiDiffs[0].title, `!${iid} Very many (101 to 120 of 120)`);
    assert.equal((await shownFiles()).length, 20);
    const requested = await project.asked(/^GET .*\/raw\?/);
    assert.equal(requested.length, 20, requested.join("\n"));
  });

  const changesOf = (of: { readonly base: string; readonly head: string }) =>
    changesBetween(
      stage.app,
      { instance: project.instance, project: project.path, ...of },
      new AbortController().signal,
    );
  /** What a commit changes. */
  const changesAt = async (sha: string) =>
    changesOf({ base: (await stage.client.commits.get(project.path, sha)).parent_ids![0]!, head: sha });
  /** A changed file as its row has it. */
  const changedFile = async (path: string, sha = head): Promise<ChangedFile> => {
    const changes = await changesAt(sha);
    return { changes, file: changes.files.find((file) => file.path === path)! };
  };
  const opened = (path: string): Promise<vscode.Uri> =>
    until(
      `an editor of ${path}`,
      () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return input instanceof vscode.TabInputText && input.uri.path.endsWith(path) ? input.uri : undefined;
      },
      vscode.window.tabGroups.onDidChangeTabs,
    );

  command("forgeline.changes.openOriginal", "opens the file as it was, unless it was added", async (run) => {
    await run(await changedFile("src/a.txt"));
    assert.equal(await textOf(await opened("/src/a.txt")), "one\n");
    await run(await changedFile("src/new.txt"));
    await stage.says(/src\/new\.txt did not exist before this change\./);
  });

  command("forgeline.changes.openModified", "opens the changed file, unless it is deleted", async (run) => {
    await run(await changedFile("src/a.txt"));
    assert.equal(await textOf(await opened("/src/a.txt")), "two\n");
    await run(await changedFile("gone.txt"));
    await stage.says(/gone\.txt was deleted by this change\./);
  });

  command("forgeline.changes.copyRelativePath", "copies the path in the repository", async (run) => {
    await run(await changedFile("src/a.txt"));
    assert.equal(await clipboard(), "src/a.txt");
    assert.deepEqual(stage.notices, ["Copied path."]);
  });

  describe("with a clone of the project", () => {
    /** A file of the workspace's clone, as a row of its project would have it. */
    const inClone = (path: string): ChangedFile => {
      const { project: open } = stage.app.current.require();
      const comparison = { instance: open.instance, project: open.project, base: main, head: main };
      const file = { path, oldPath: path, status: "modified" } as const;
      return { changes: { comparison, files: [file], from: "clone" }, file };
    };
    beforeEach(() => workspaceProject(stage.app));

    command("forgeline.changes.openFile", "opens the file of the working tree, if it is there", async (run) => {
      await run(inClone("README.md"));
      assert.equal((await opened("/README.md")).scheme, "file");
      await run(inClone("nowhere.txt"));
      await stage.says(/nowhere\.txt is not in the working tree\./);
    });

    command("forgeline.changes.copyPath", "copies where the working tree has the file", async (run) => {
      await run(inClone("README.md"));
      const root = vscode.workspace.workspaceFolders![0]!.uri;
      assert.equal(await clipboard(), vscode.Uri.joinPath(root, "README.md").fsPath);
      const { changes, file } = inClone("README.md");
      const comparison = { ...changes.comparison, project: "nobody/nothing" };
      await run({ changes: { ...changes, comparison }, file });
      await stage.says(/Open a clone of the project first/);
    });

    command("forgeline.changes.reveal", "shows the file in the Explorer", async (run) => {
      const revealed: string[] = [];
      const watched = watchCommands((id, [uri]) => {
        if (id === "revealInExplorer") revealed.push((uri as vscode.Uri).path);
      });
      await run(inClone("README.md"));
      watched.dispose();
      assert.ok(revealed.length === 1 && revealed[0]?.endsWith("/README.md"), revealed.join());
    });
  });

  command("forgeline.changes.open", "opens added and deleted files with one empty side @window", async (run) => {
    for (const [path, texts] of [
      ["src/new.txt", ["", "new\n"]],
      ["gone.txt", ["gone\n", ""]],
    ] as const) {
      await run(await changedFile(path));
      const { original, modified } = await diffInFront((diff) => diff.modified.path === `/${path}`);
      assert.deepEqual([await textOf(original), await textOf(modified)], texts);
    }
  });

  command("forgeline.changes.open", "shows both commits of a moved submodule, no binary as text", async (run) => {
    const [before, after] = [Buffer.from([0, 1, 2]), Buffer.from([0, 1, 2, 3])];
    const binary = (action: "create" | "update", bytes: Buffer) =>
      ({ action, file_path: "data.bin", encoding: "base64", content: bytes.toString("base64") }) as const;
    await stage.control.addSubmodule("lib", "a".repeat(40), { project: project.path });
    const { id: base } = await stage.client.commits.create(project.path, {
      branch: "main",
      commit_message: "Add data",
      actions: [binary("create", before)],
    });
    await stage.client.submodules.update(project.path, "lib", {
      branch: "main",
      commit_sha: "b".repeat(40),
      commit_message: "Move lib",
    });
    const { id: tip } = await stage.client.commits.create(project.path, {
      branch: "main",
      commit_message: "Change data",
      actions: [binary("update", after)],
    });
    const changes = await changesOf({ base, head: tip });
    const shown = changes.files.map(({ path, binary: isBinary, submodule }) => [path, isBinary, submodule]);
    assert.deepEqual(shown, [
      ["data.bin", true, undefined],
      ["lib", undefined, true],
    ]);
    await run({ changes, file: changes.files[1] });
    const lib = await diffInFront();
    const seen = [await textOf(lib.original), await textOf(lib.modified)];
    const found = seen;
    const facts = found;
    const came = facts;
    const expected = ["a", "b"].map((sha) => `Submodule at commit ${sha.repeat(40)}\n`);
    assert.deepEqual(came, expected);
    await run({ changes, file: changes.files[0] });
    const data = await diffInFront(({ modified }) => modified.path === "/data.bin");
    for (const [uri, bytes] of [
      [data.original, before],
      [data.modified, after],
    ] as const)
      assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(uri)), bytes);
    await assert.rejects(async () => textOf(data.modified), /binary/i);
  });

  command("forgeline.mergeRequest.fetchCommits", "fetches the commits for use without the host", async (run) => {
    const branches = await git.git("for-each-ref", "refs/heads");
    await assert.rejects(git.git("cat-file", "-e", head));
    await run(ref);
    await git.git("cat-file", "-e", head);
    assert.equal(await git.git("for-each-ref", "refs/heads"), branches, "no branch moved");
    assert.match(stage.notices.at(-1) ?? "", /Fetched the commits of !/);
    await project.forget();
    await vscode.commands.executeCommand("forgeline.changes.openAll", ref);
    assert.deepEqual(await shownFiles(), whole);
    assert.deepEqual(await project.asked(/repository/), []);
  });

  command("forgeline.mergeRequest.fetchCommits", "says in git's words why it cannot, and what to do", async (run) => {
    await git.git("config", "remote.origin.pushurl", "x");
    await stage.control.fault({ path: "git-upload-pack", status: 500, body: "broken" });
    await run(ref);
    await stage.says(/Git could not fetch: .+“git fetch origin refs\/merge-requests\/\d+\/head” in the terminal/);
  });
});
