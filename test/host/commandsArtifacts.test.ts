import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { ArtifactRef } from "../../src/core/artifacts/refs.ts";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import { VIEWS } from "../../src/core/views.ts";
import { command } from "./commandTest.ts";
import { diffInFront, editorInFront, labelInFront, savesTo, textOf } from "./inFront.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import type { Row } from "./rows.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

describe("artifact commands", () => {
  const stage = setStage();
  let project: OwnProject;
  let folder: string;
  const undo: { dispose(): void }[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "forgeline-suite-"));
  });
  beforeEach(async () => {
    project = await ownProject(stage.app);
    await project.open();
  });
  afterEach(async () => {
    for (const one of undo.splice(0)) one.dispose();
    await stage.control.artifactRanges(true);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const row = async (id: number): Promise<JobRef> => ({
    instance: project.instance,
    project: project.path,
    job: await stage.client.jobs.get(project.path, id),
  });
  const artifact = async (id: number, path: string, size?: number): Promise<ArtifactRef> => ({
    ...(await row(id)),
    artifact: { path, ...(size !== undefined && { size }) },
  });
  const job = async (name: string, artifacts: Readonly<Record<string, string>>, ref = "main"): Promise<number> =>
    (await project.add({ ref, jobs: [{ name, artifacts }] })).jobs[0] ?? 0;
  const shown = async (pattern: RegExp): Promise<vscode.TextDocument> =>
    (await editorInFront("the document", (document) => pattern.test(document.getText()))).document;
  const saves = (name: string) => {
    const saving = savesTo(join(folder, name));
    undo.push(saving);
    return saving;
  };
  const left = async (name: string): Promise<string[]> =>
    (await readdir(folder)).filter((file) => file.startsWith(name));
  const asked = () => project.asked(/\/artifacts/);

  command("forgeline.job.browseArtifacts", "asks for a job and opens a file by its path", async (run) => {
    const id = await job("build here", { "dist/app.js": "const a = 1;\n", "reports/junit.xml": "<testsuite/>\n" });
    await job("no artifacts", {});
    const done = run();
    const box = "Browse Artifacts";
    const { rows } = await stage.look(box, "build here");
    assert.ok(!rows.includes("no artifacts"), rows.join());
    await stage.pick(box, "build here");
    await stage.look(box, "junit.xml");
    await stage.pick(box, "reports/junit.xml", "reports/junit.xml");
    await done;
    const document = await shown(/<testsuite/);
    assert.deepEqual([document.languageId, document.uri.scheme], ["xml", "forgeline-artifact"]);
    assert.deepEqual(await asked(), [`GET /jobs/${id}/artifacts`, `GET /jobs/${id}/artifacts/reports/junit.xml`]);
  });

  command("forgeline.job.browseArtifacts", "says what is wrong with an archive", async (run) => {
    const id = await job("page", { "x.txt": "x" });
    await stage.control.fault({
      path: `/jobs/${id}/artifacts$`,
      status: 200,
      headers: { "Content-Type": "application/zip" },
      body: "this is no archive, though it is as long as one may be",
    });
    await run(await row(id));
    await stage.says(/^Browse Artifacts: The artifacts of job “page” on 127\.0\.0/, ["Download Archive…", "Show Log"]);
  });

  command("forgeline.artifact.open", "opens text, pictures and HTML, each in its editor @oldest", async (run) => {
    const id = await job("all", { "index.html": "<h1>Hello</h1>\n", "log.txt": "Hello\n" });
    await run(await artifact(id, "index.html"));
    assert.equal((await shown(/<h1>/)).languageId, "html");
    await run(await artifact(id, "log.txt"));
    assert.equal((await shown(/^Hello/)).languageId, "plaintext");
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await stage.control.setArchive(id, [{ path: "logo.png", base64: png }]);
    await project.forget();
    await run(await artifact(id, "logo.png"));
    const input = await until(
      "the picture",
      () => {
        const { input: of } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
        return of instanceof vscode.TabInputCustom && of;
      },
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.match(input.viewType, /imagePreview/);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(input.uri)).toString("base64"), png);
    for (const request of await asked()) assert.equal(request, `GET /jobs/${id}/artifacts/logo.png`);
  });

  command("forgeline.artifact.open", "reports a missing file, offers to download a large one", async (run) => {
    const id = await job("few", { "a.txt": "a" });
    await run(await artifact(id, "missing.txt"));
    await stage.says(/^Open Artifact: Job “few” does not have the artifact missing\.txt\. It may have a different/);
    await stage.closeMessages();
    await run(await artifact(id, "huge.bin", 60 * 1024 * 1024));
    await stage.says(/^huge\.bin is too large to open in the editor \(60 MB, the limit is 50 MB\)\.$/, ["Download…"]);
    assert.deepEqual(await asked(), [`GET /jobs/${id}/artifacts/missing.txt`]);
  });

  command("forgeline.artifact.open", "asks for no path that could lead out of the archive", async (run) => {
    const id = await job("few", { "a.txt": "a" });
    await run(await artifact(id, "../../../user"));
    assert.equal((await stage.message()).text, "Open Artifact: ../../../user is not a valid path in an archive.");
    assert.deepEqual(await asked(), []);
  });

  command("forgeline.artifact.selectForCompare", "shows two artifacts side by side, older job left", async (run) => {
    const [one, other] = [await job("build", { "a.txt": "one\n" }), await job("build", { "a.txt": "two\n" })];
    await run(await artifact(other, "a.txt"));
    assert.equal(stage.notices.at(-1), `Selected a.txt of job #${other} for compare.`);
    await vscode.commands.executeCommand("forgeline.artifact.compareWithSelected", await artifact(one, "a.txt"));
    await labelInFront(new RegExp(`^a\\.txt \\(job #${one} ↔ job #${other}\\)$`));
    const { original, modified } = await diffInFront();
    assert.deepEqual([await textOf(original), await textOf(modified)], ["one\n", "two\n"]);
  });

  command("forgeline.artifact.compareWithSelected", "says that none is selected", async (run) => {
    (await stage.app.pipelines.artifacts.load()).selected = undefined;
    await run(await artifact(await job("build", { "a.txt": "1" }), "a.txt"));
    await stage.says(/No artifact is selected\. Use “Select Artifact for Compare” first/);
  });

  command("forgeline.artifact.compareWithJob", "offers jobs of that name, reports a missing file", async (run) => {
    const [older, lacking] = [await job("unit", { "r.xml": "<a/>\n" }), await job("unit", { "other.xml": "<b/>\n" })];
    const elsewhere = await job("unit", { "r.xml": "<c/>\n" }, "topic");
    const newest = await job("unit", { "r.xml": "<d/>\n" });
    const box = "Compare Artifact with Another Job";
    const done = run(await artifact(newest, "r.xml"));
    const { rows } = await stage.look(box, `#${older}`);
    assert.equal(rows.filter((label) => label === "unit").length, 2, `${rows.join()} without #${elsewhere}`);
    await stage.pick(box, "unit", `#${older}`);
    await done;
    await labelInFront(new RegExp(`^r\\.xml \\(job #${older} ↔ job #${newest}\\)$`));
    // From the document alone, too.
    const again = run((await diffInFront()).modified);
    await stage.look(box, `#${lacking}`);
    await stage.pick(box, "unit", `#${lacking}`);
    await again;
    await stage.says(/Job “unit” does not have the artifact r\.xml/);
  });

  command("forgeline.artifacts.download", "saves the archive, leaves no part of a broken one", async (run) => {
    const id = await job("build", { "a.txt": "a\n" });
    await stage.control.setArchive(id, [{ path: "big.bin", random: 3_000_000 }]);
    const { path, proposed } = saves("whole.zip");
    await run(await row(id));
    const { artifacts_file: file } = (await row(id)).job;
    assert.deepEqual((await readFile(path)).length, file?.size);
    assert.deepEqual(proposed, ["artifacts.zip"]);
    assert.equal(stage.notices.at(-1), "Saved artifacts.zip.");
    await rm(path);
    await stage.control.fault({ path: `/jobs/${id}/artifacts$`, action: "resetMidBody" });
    await run(await row(id));
    await stage.says(/^Download Artifacts: /);
    assert.deepEqual(await left("whole"), []);
  });

  command("forgeline.artifacts.download", "saves the archives of all selected jobs to a folder", async (run) => {
    const ids = [await job("build", { "a.txt": "a\n" }), await job("build: [x/y]", { "b.txt": "b\n" })];
    const rows = await Promise.all(ids.map(row));
    const dialog = replace(vscode.window, "showOpenDialog", () => () => Promise.resolve([vscode.Uri.file(folder)]));
    try {
      await run(rows[0], rows);
    } finally {
      dialog.dispose();
    }
    assert.deepEqual((await left("build")).sort(), [`build-${ids[0]}.zip`, `build_ [x_y]-${ids[1]}.zip`]);
    assert.equal(stage.notices.at(-1), "Saved the artifacts of 2 jobs.");
  });

  command("forgeline.artifact.download", "saves one file, that of a row or of the editor", async (run) => {
    const id = await job("build", { "dist/app.js": "1;\n" });
    const { path, proposed } = saves("app.js");
    await run(await artifact(id, "dist/app.js"));
    assert.deepEqual([await readFile(path, "utf8"), proposed], ["1;\n", ["app.js"]]);
    await vscode.commands.executeCommand("forgeline.artifact.open", await artifact(id, "dist/app.js"));
    await shown(/^1;/);
    await rm(path);
    await run();
    assert.equal(await readFile(path, "utf8"), "1;\n");
    assert.ok((await asked()).every((request) => request === `GET /jobs/${id}/artifacts/dist/app.js`));
  });

  command("forgeline.artifact.download", "rejects an archive larger than it claims", async (run) => {
    const id = await job("bomb", { "bomb.txt": "0".repeat(100_000) });
    saves("bomb.txt");
    await run(await artifact(id, "bomb.txt", 10));
    await stage.says(/The archive of job “.*” changed while it was read/);
    assert.deepEqual(await left("bomb"), []);
  });

  command("forgeline.artifacts.downloadLatest", "saves the archive or a file by the job's name", async (run) => {
    const id = await job("package", { "dist/tool": "#!/bin/sh\n", "notes.md": "# Notes\n" });
    await project.add({ ref: "main", status: "failed", jobs: [{ name: "package", status: "failed" }] });
    const archive = saves("latest.zip");
    const box = "Download Latest Artifacts";
    const choose = async (what: string): Promise<void> => {
      await stage.look(box, "main");
      await stage.pick(box, "main", "main");
      await stage.pickAt(box, `#${id}`, "package");
      await stage.pickAt(box, what, what);
    };
    await Promise.all([run(), choose("Archive")]);
    assert.equal((await readFile(archive.path)).length, (await row(id)).job.artifacts_file?.size);
    const file = saves("tool");
    const again = run();
    await choose("Single File…");
    await stage.look(box, "tool");
    await stage.pick(box, "dist/tool", "dist/tool");
    await again;
    assert.equal(await readFile(file.path, "utf8"), "#!/bin/sh\n");
    const found = (await asked()).map((request) => decodeURIComponent(request));
    assert.deepEqual(found, [
      "GET /jobs/artifacts/main/download?job=package",
      `GET /jobs/${id}/artifacts`,
      "GET /jobs/artifacts/main/raw/dist/tool?job=package",
    ]);
  });

  command("forgeline.artifacts.downloadLatest", "says that the job never succeeded there", async (run) => {
    saves("never.zip");
    const box = "Download Latest Artifacts";
    const done = run();
    await stage.look(box, "main");
    await stage.pick(box, "main", "main");
    await stage.look(box, "Select or enter the name of a job in the latest successful pipeline");
    await stage.pick(box, "Job “nobody”", "nobody");
    await stage.pickAt(box, "Archive", "Archive");
    await done;
    await stage.says(/No artifact of job “nobody” found in the latest successful pipeline of “main” on/);
    assert.deepEqual(await left("never"), []);
  });

  it("stand on a file system that can be walked, and not written", async () => {
    const id = await job("walk", { "a/b.txt": "b\n", "c.txt": "c\n" });
    const files = await stage.app.pipelines.artifacts.load();
    const at = (path: string) => files.uriOf({ instance: project.instance, project: project.path, job: id, path });
    const { fs } = vscode.workspace;
    const list = async (uri: vscode.Uri) => (await fs.readDirectory(uri)).map(([name, type]) => `${name} ${type}`);
    const { Directory, File } = vscode.FileType;
    assert.deepEqual(await list(at("")), [`a ${Directory}`, `c.txt ${File}`]);
    assert.deepEqual(await list(vscode.Uri.joinPath(at(""), "a")), [`b.txt ${File}`]);
    assert.deepEqual([(await fs.stat(at("a"))).type, (await fs.stat(at("c.txt"))).size], [Directory, 2]);
    await assert.rejects(async () => fs.readFile(at("d.txt")), { code: "FileNotFound" });
    const outside = vscode.Uri.joinPath(at(""), "..", "..", "x");
    await assert.rejects(async () => fs.readFile(outside), { code: "FileNotFound" });
    await assert.rejects(async () => fs.writeFile(at("c.txt"), new Uint8Array()), { code: "NoPermissions" });
    await assert.rejects(async () => fs.delete(at("c.txt")), { code: "NoPermissions" });
    assert.equal((await asked()).length, 2, "how long it is, which an address does not say, and its end");
  });
});

describe("artifacts below a job", () => {
  const suite = viewSuite(VIEWS.jobs, "Jobs", ({ jobs }) => jobs.view);
  afterEach(async () => {
    await suite.control.artifactRanges(true);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  const archives = () => suite.project.asked(/\/artifacts/);
  const find = (rows: readonly Row<unknown>[], label: string): Row<unknown> => {
    const row = rows.find((one) => one.label === label);
    assert.ok(row, `There is no row ${label} among ${labels(rows).join(", ")}`);
    return row;
  };
  const below = async (row: Row<unknown>, ...path: string[]): Promise<Row<unknown>[]> => {
    let rows = await suite.rows.below(row);
    for (const label of path) rows = await suite.rows.below(find(rows, label));
    return rows;
  };

  it("lists folders and files of an archive, reading only its end", async () => {
    const { jobs } = await suite.project.add({ jobs: [{ name: "build" }, { name: "none" }] });
    const [job = 0] = jobs;
    const { size } = await suite.control.setArchive(job, [
      { path: "big.bin", random: 3 * 1024 * 1024 },
      { path: "dist/app.js", text: "1\n" },
      { path: "dist/img/logo.svg", text: "<svg/>" },
      { path: "report.xml", text: "<testsuite/>" },
    ]);
    const [none, build] = await suite.open();
    assert.ok(none && build);
    const seen = [none.item.collapsibleState, build.item.collapsibleState, build.context];
    assert.deepEqual(seen, [
      vscode.TreeItemCollapsibleState.None,
      vscode.TreeItemCollapsibleState.Collapsed,
      "job retryable hasLog hasArtifacts",
    ]);
    assert.deepEqual(await suite.rows.below(none), []);
    const [artifacts, ...others] = await suite.rows.below(build);
    assert.ok(artifacts);
    const found = [artifacts.label, artifacts.description, artifacts.context, others];
    assert.deepEqual(found, ["Artifacts", "3 MB", "artifacts", []]);
    assert.deepEqual(await archives(), [], "nothing is asked before it is opened");
    const rows = await below(artifacts);
    assert.deepEqual(
      rows.map(({ label, description, context }) => [label, description, context]),
      [
        ["dist", "", "artifactFolder"],
        ["big.bin", "3 MB", "artifactFile"],
        ["report.xml", "12 bytes", "artifactFile"],
      ],
    );
    assert.deepEqual(labels(await below(artifacts, "dist")), ["img", "app.js"]);
    assert.deepEqual(labels(await below(artifacts, "dist", "img")), ["logo.svg"]);
    assert.deepEqual(await archives(), [`GET /jobs/${job}/artifacts`]);
    const [asked] = (await suite.control.requests()).filter(({ path }) => path.endsWith(`/jobs/${job}/artifacts`));
    assert.deepEqual([asked?.status, asked?.headers["range"]], [206, `bytes=${size - 131_072}-${size - 1}`]);

    await suite.rows.press(find(rows, "report.xml"));
    const isSo = () => vscode.window.activeTextEditor?.document.languageId === "xml";
    await until("the report", isSo, vscode.window.onDidChangeActiveTextEditor);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), "<testsuite/>");
    assert.deepEqual(
      await archives(),
      [`GET /jobs/${job}/artifacts`, `GET /jobs/${job}/artifacts/report.xml`],
      "one request for one file",
    );
    await suite.refreshed();
    assert.deepEqual(labels(await below(artifacts, "dist")), ["img", "app.js"]);
    assert.equal((await archives()).length, 2, "an archive that is listed is not asked for again");
  });

  it("shows when artifacts expired or will, and that they are gone", async () => {
    const {
      jobs: [old = 0, young = 0],
    } = await suite.project.add({
      jobs: [
        { name: "old", artifacts: { "a.txt": "a" } },
        { name: "young", artifacts: { "a.txt": "a" } },
      ],
    });
    await suite.control.expireArtifacts(old, Date.now() - 3 * 86_400_000, false);
    await suite.control.expireArtifacts(young, Date.now() + 2.5 * 86_400_000, false);
    const rows = await suite.open();
    const [expired] = await suite.rows.below(find(rows, "old"));
    const [kept] = await suite.rows.below(find(rows, "young"));
    assert.match(expired?.description ?? "", /expired 3 days ago$/);
    assert.match(kept?.description ?? "", /expires in 2 days$/);
    await suite.control.expireArtifacts(old, Date.now() - 3 * 86_400_000, true);
    const [gone] = await below(expired as Row<unknown>);
    assert.match(gone?.label ?? "", /^The artifacts of job “old” expired on .* and were removed from .*\. Retry the/);
  });

  it("downloads a small archive and offers to download a large one where the host sends no parts", async () => {
    const { jobs } = await suite.project.add({
      jobs: [{ name: "small", artifacts: { "s.txt": "s" } }, { name: "large" }],
    });
    const [, large = 0] = jobs;
    await suite.control.setArchive(large, [
      { path: "big.bin", random: 9 * 1024 * 1024 },
      { path: "l.txt", text: "l" },
    ]);
    await suite.control.artifactRanges(false);
    const rows = await suite.open();
    const [ofSmall] = await suite.rows.below(find(rows, "small"));
    assert.deepEqual(labels(await below(ofSmall as Row<unknown>)), ["s.txt"]);
    const [ofLarge] = await suite.rows.below(find(rows, "large"));
    const [ask] = await below(ofLarge as Row<unknown>);
    assert.ok(ask);
    const found = [ask.label, ask.item.command?.command];
    assert.deepEqual(found, ["Download to list the files…", "forgeline.job.browseArtifacts"]);
    assert.match(ask.description, /can send this archive only as a whole: 9 MB$/);
  });
});

describe("artifacts in the Pipelines view", () => {
  const suite = viewSuite(VIEWS.pipelines, "Pipelines", ({ pipelines }) => pipelines.view);

  it("shows artifacts below the job, before its earlier attempts with their own", async () => {
    const { id } = await suite.project.add({
      ref: "topic",
      jobs: [
        { name: "unit", retried: true, status: "failed", artifacts: { "old.txt": "1" } },
        { name: "unit", artifacts: { "new.txt": "2" } },
      ],
    });
    await suite.open();
    const job = await suite.rows.pipeline(id, "test", "unit");
    const [artifacts, attempt] = await suite.rows.below(job);
    assert.ok(artifacts && attempt);
    const found = [artifacts.label, attempt.label, attempt.context];
    assert.deepEqual(found, ["Artifacts", "unit", "job hasLog hasArtifacts"]);
    assert.deepEqual(labels(await suite.rows.below(artifacts)), ["new.txt"]);
    const [earlier] = await suite.rows.below(attempt);
    assert.deepEqual(labels(await suite.rows.below(earlier)), ["old.txt"]);
  });
});
