/** Artifacts below the rows of jobs: what is shown of an archive, and what that costs. */
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import type { Row } from "./rows.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

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
    assert.deepEqual(
      [none.item.collapsibleState, build.item.collapsibleState, build.context],
      [
        vscode.TreeItemCollapsibleState.None,
        vscode.TreeItemCollapsibleState.Collapsed,
        "job retryable hasLog hasArtifacts",
      ],
    );
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
