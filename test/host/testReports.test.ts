import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { PipelineRef } from "../../src/core/pipelines/refs.ts";
import type { TestReportController } from "../../src/features/pipelines/testReports/controller.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { lensesOf } from "./provided.ts";
import { watchCommands } from "./spies.ts";
import { setStage } from "./stage.ts";
import { below, nameOf, TestRuns } from "./testRuns.ts";
import { until } from "./until.ts";
import { workspaceGit } from "./workspaceGit.ts";

const junit = (...cases: readonly string[]): string =>
  `<testsuites><testsuite name="made">${cases.join("")}</testsuite></testsuites>`;
const passing = (name: string, classname = "made"): string =>
  `<testcase name="${name}" classname="${classname}" time="0.25"/>`;
const failing = (name: string, text = "boom", classname = "made"): string =>
  `<testcase name="${name}" classname="${classname}" time="0.5"><failure message="no">${text}</failure></testcase>`;

describe("test reports in the Testing view", () => {
  const stage = setStage();
  const { dialog } = stage;
  let project: OwnProject;
  let view: TestReportController;
  let runs: TestRuns;

  before(async () => {
    project = await ownProject(stage.app);
    await project.open();
    view = await stage.app.pipelines.testReports.load();
  });
  after(() => workspaceProject(stage.app));
  beforeEach(async () => {
    runs = new TestRuns(view.controller);
    await project.forget();
  });
  afterEach(async () => {
    runs.dispose();
    await vscode.commands.executeCommand("forgeline.testReport.clear");
  });

  const rowOf = async (id: number): Promise<PipelineRef> => ({
    instance: project.instance,
    project: project.path,
    pipeline: await stage.client.pipelines.get(project.path, id),
  });
  const made = async (...reports: readonly (readonly string[])[]): Promise<PipelineRef> =>
    rowOf(
      (
        await project.add({
          ref: "main",
          jobs: reports.map((xml, at) => ({ name: `job ${at + 1}`, junit: [junit(...xml)] })),
        })
      ).id,
    );
  const show = async (row: PipelineRef): Promise<vscode.TestItem> => {
    await vscode.commands.executeCommand("forgeline.pipeline.showTestReport", row);
    const shown = [...view.controller.items]
      .map(([, item]) => item)
      .find(({ label }) => label.startsWith(`Pipeline #${row.pipeline.id} `));
    assert.ok(shown, "the report stands in the view");
    return shown;
  };
  const open = async (item: vscode.TestItem): Promise<void> => {
    // As VS Code does: what has no more rows to read is not asked for them.
    if (item.canResolveChildren) await view.controller.resolveHandler?.(item);
  };
  const onlyChild = (item: vscode.TestItem): vscode.TestItem => {
    const [[, child] = [], ...others] = [...item.children];
    assert.ok(child && others.length === 0, "it has one child");
    return child;
  };
  const requests = (): Promise<string[]> => project.asked(/test_report|pipelines\?|retry|\/jobs/);
  /** As VS Code does for the run button of rows. */
  const rerun = (...items: vscode.TestItem[]) => {
    const stop = new vscode.CancellationTokenSource();
    return { done: view.profile.runHandler(new vscode.TestRunRequest(items), stop.token), stop };
  };

  command("forgeline.pipeline.showTestReport", "loads failed suites first, with history", async (run) => {
    const [older] = [
      await made([passing("adds"), passing("new here"), failing("removes")]),
      await made([passing("adds"), failing("removes")]),
    ];
    const row = await made(
      [
        passing("adds"),
        failing("removes"),
        passing("fresh"),
        '<testcase name="rests"><skipped/></testcase>',
        '<testcase name="breaks"><error message="gone">e</error></testcase>',
      ],
      [passing("other")],
    );
    await project.forget();
    const revealed: string[] = [];
    const watching = watchCommands((id, item) => {
      if (id === "vscode.revealTestInExplorer") revealed.push(nameOf(item as vscode.TestItem));
    });
    await run(row).finally(() => watching.dispose());
    const id = row.pipeline.id;
    assert.deepEqual(revealed, [`Pipeline #${id}`, "removes"], "the first failed case");
    assert.deepEqual(await requests(), [
      `GET /pipelines/${id}/test_report_summary`,
      `GET /pipelines/${id}/test_report`,
      "GET /pipelines?ref=main&scope=finished&per_page=20",
      `GET /pipelines/${id - 1}/test_report`,
      `GET /pipelines/${older.pipeline.id}/test_report`,
    ]);
    const [[, root] = []] = [...view.controller.items];
    assert.ok(root);
    assert.equal(root.label, `Pipeline #${id} · main · 1 with errors, 1 failed, 3 passed, 1 skipped · 1s`);
    const found = [...root.children].map(([, { label, canResolveChildren }]) => [label, canResolveChildren]);
    assert.deepEqual(found, [
      ["job 1 · 1 with errors, 1 failed, 2 passed, 1 skipped · 1s", false],
      ["job 2 · 1 passed", true],
    ]);
    const [suite, other] = [...root.children].map(([, item]) => item);
    assert.ok(suite && other);
    await open(other);
    assert.equal((await requests()).length, 5, "the report was read for all suites");
    const classes = below(suite);
    assert.deepEqual([...classes.keys()], ["made", "(unknown)"]);
    const cases = below(classes.get("made")!);
    assert.deepEqual(
      [...cases.values()].map(({ label }) => label),
      ["adds · previous 2 pipelines: passed", "removes · previous 2 pipelines: failed", "fresh · new on this branch"],
    );
    assert.deepEqual(runs.outcomes, {
      "job 1": "errored",
      "job 2": "passed",
      adds: "passed",
      removes: "failed",
      fresh: "passed",
      rests: "skipped",
      breaks: "errored",
      other: "passed",
    });
    assert.equal(runs.results.find(({ item }) => nameOf(item) === "adds")?.ms, 250);
    assert.match(runs.output, /no\r\nboom/);
    assert.equal(runs.open, 0);
  });

  it("shows the report of a test outside the workspace, and its file at the pipeline's commit", async () => {
    const ref = `only-here-${Date.now()}`;
    const { sha } = await project.commit({ "spec/only_spec.rb": "one\ntwo\nthree\n" }, { branch: ref });
    const { id } = await project.add({
      ref,
      sha,
      jobs: [
        {
          junit: [
            junit(
              '<testcase name="breaks" classname="made" file="./spec/only_spec.rb"><failure message="no">boom\n  ./spec/only_spec.rb:2:in `x\'</failure></testcase>',
              failing("lost", "boom\n  spec/gone_spec.rb:2:in x"),
            ),
          ],
        },
      ],
    });
    const suite = onlyChild(await show(await rowOf(id)));
    const [first, second] = [...below(suite).values()];
    const lenses = async (item: vscode.TestItem | undefined): Promise<readonly vscode.CodeLens[]> => {
      await vscode.workspace.openTextDocument(item!.uri!);
      return lensesOf(item!.uri!);
    };
    const [lens, ...others] = await lenses(first);
    assert.deepEqual([lens?.command?.title, others.length], [`Open spec/only_spec.rb at Commit ${sha.slice(0, 8)}`, 0]);
    const { command: opening, arguments: given } = lens!.command!;
    await vscode.commands.executeCommand(opening, ...(given as unknown[]));
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.getText(), "one\ntwo\nthree\n");
    assert.equal(editor.selection.active.line, 1);
    assert.deepEqual(await lenses(second), [], "its file is not at that commit");
    const texts = [first, second].map(async (item) => (await vscode.workspace.openTextDocument(item!.uri!)).getText());
    assert.match((await texts[0])!, /\nFile: \.\/spec\/only_spec\.rb \(not in the open folder\)\n/);
    assert.match((await texts[1])!, /^lost\n\nResult: failed · 500 ms\n.*\n\nno\nboom/s);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("jumps from a failed test to its line in the workspace", async () => {
    const { root } = stage.app.current.require().project;
    assert.ok(root !== undefined);
    const here = path.join(root, "leak.test.mjs");
    await writeFile(here, "1\n2\n3\n4\n  assert.equal(1, 2);\n");
    // A pipeline runs what git knows, and nothing else is found.
    const repository = await workspaceGit();
    await repository.git("add", "leak.test.mjs");
    try {
      await show(await made([failing("leaks", "no\n    at leaks (leak.test.mjs:5:10)")]));
      const failed = runs.results.find(({ item }) => nameOf(item) === "leaks");
      const { location, stackTrace } = failed?.message ?? assert.fail("it has no message");
      assert.deepEqual([location?.uri.fsPath, location?.range.start.line], [here, 4]);
      const [frame] = stackTrace ?? [];
      assert.deepEqual([frame?.uri?.fsPath, frame?.position?.line, frame?.position?.character], [here, 4, 9]);
    } finally {
      await repository.git("rm", "--quiet", "--force", "leak.test.mjs");
    }
  });

  command("forgeline.pipeline.showTestReport", "shows the latest report of the branch", async (run) => {
    const { branch: ref } = stage.app.current.require().project;
    assert.ok(ref !== undefined);
    const { sha } = await project.commit({ "a.txt": "1" }, { branch: ref });
    await run();
    const none = await stage.message();
    const seen = none.text;
    assert.match(seen, new RegExp(`No test report: there is no pipeline for the latest commit of “${ref}” yet\\.$`));
    const { id } = await project.add({ ref, sha, jobs: [{ junit: [junit(passing("adds"))] }] });
    await run();
    const found = [...view.controller.items].map(([, { label }]) => label);
    assert.deepEqual(found, [`Pipeline #${id} · ${ref} · 1 passed`]);
  });

  command("forgeline.pipeline.showTestReport", "explains a pipeline without a report", async (run) => {
    const bare = await rowOf((await project.add({ jobs: [{}] })).id);
    await run(bare);
    await stage.says(
      new RegExp(
        `^Show Test Report: Pipeline #${bare.pipeline.id} has no test report\\. .*artifacts:reports:junit with JUnit XML files .*\\.$`,
      ),
    );
    await stage.closeMessages();
    assert.equal(view.controller.items.size, 0);
  });

  command("forgeline.testReport.clear", "removes one report or all", async (run) => {
    const [first, second, third] = [
      await show(await made([passing("a")])),
      await show(await made([passing("b")])),
      await show(await made([passing("c")])),
    ];
    assert.equal(view.controller.items.size, 3);
    await run(onlyChild(second));
    assert.deepEqual(new Set([...view.controller.items].map(([, item]) => item)), new Set([first, third]));
    await run();
    assert.equal(view.controller.items.size, 0);
  });

  it("shows unparsable suites, odd names and equal cases", async () => {
    const odd = [
      passing("same", "a/b"),
      failing("same", "second", "a/b"),
      '<testcase classname="a/b" time="x"/>',
      passing("", "a/b"),
    ];
    const { id } = await project.add({
      jobs: [
        { name: "broken", junit: ["<testsuite><testcase name='x'>"] },
        { name: "$(flame) [x](command:y)", junit: [junit(...odd)] },
      ],
    });
    const root = await show(await rowOf(id));
    const [broken, suite] = [...root.children].map(([, item]) => item);
    assert.ok(broken && suite);
    assert.match(broken.error as string, /^The host could not parse the report of this suite: JUnit XML parsing/);
    assert.equal(runs.outcomes["broken"], "errored");
    assert.doesNotMatch(suite.label, /\$\(|\]\(/);
    await open(suite);
    const all = [...suite.children].map(([, item]) => nameOf(item));
    assert.deepEqual(all, ["same", "same", "(unknown)", "(no name)"]);
    const states = runs.results.filter(({ item }) => nameOf(item) === "same").map(({ state }) => state);
    assert.deepEqual(states, ["passed", "failed"]);
  });

  it("shows a failure at the suite and loads it later", async () => {
    const suite = onlyChild(await show(await made([passing("a")])));
    await stage.control.fault({ path: "/test_report$", status: 500, times: 20 });
    await open(suite);
    assert.match(suite.error as string, /returned a server error \(HTTP 500\)/);
    assert.equal(suite.canResolveChildren, true);
    await stage.control.clearFaults();
    await open(suite);
    assert.equal(suite.error, undefined);
    assert.deepEqual([...below(suite).keys()], ["a"]);
  });

  describe("run again", () => {
    /** Runs a test again, and says yes. */
    const confirmed = async (item: vscode.TestItem, saying = /^Retry job /): Promise<void> => {
      const { done } = rerun(item);
      assert.match(await stage.answer("Retry Job"), saying);
      await done;
    };
    let time: PollClock;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "rerun-"));
    });
    beforeEach(() => {
      time = new PollClock(stage.polling);
      time.stop();
    });
    afterEach(() => time.go());
    after(() => rm(folder, { recursive: true }));

    it("retries the job and shows new results", async () => {
      const failed = failing("adds").replaceAll("<", "\\074").replaceAll(">", "\\076");
      const passed = passing("adds").replaceAll("<", "\\074").replaceAll(">", "\\076");
      const once = path.join(folder, "once");
      const ci = `unit:\n  script:\n    - if [ -e ${once} ]; then printf '${passed}' > junit.xml; else touch ${once}; printf '${failed}' > junit.xml; exit 1; fi\n  artifacts:\n    when: always\n    reports:\n      junit: junit.xml\n`;
      const { pipelineId } = await project.commit({ ".gitlab-ci.yml": ci }, { branch: "rerun" });
      assert.ok(pipelineId !== undefined);
      await stage.control.runPipeline(pipelineId);
      await stage.control.waitFor({ pipelineId, status: ["failed"] });
      const suite = onlyChild(await show(await rowOf(pipelineId)));
      await open(suite);
      assert.equal(runs.outcomes["adds"], "failed");
      const item = onlyChild(suite);
      runs.forget();
      await project.forget();
      await confirmed(item, /^Retry job “unit” on 127\S+\?\nThese tests do not run on your machine\./);
      const given = runs.results.map(({ item, state }) => [nameOf(item), state]);
      assert.deepEqual(given, [["adds", "enqueued"]]);
      const [retried = ""] = await project.asked(/retry/);
      assert.match(retried, /^POST \/jobs\/\d+\/retry$/);
      await stage.control.waitFor({ pipelineId, status: ["success"] });
      await time.pass(60_000);
      await until("the run to end", () => runs.open === 0, runs.onDidChange);
      assert.equal(runs.outcomes["adds"], "passed");
      assert.equal(onlyChild(suite), item, "it is the same item");
      const polled = (await project.asked(/\/jobs\/\d+$|test_report$/)).map((one) => one.replace(/\d+/, "N"));
      assert.deepEqual(polled, ["GET /jobs/N", "GET /pipelines/N/test_report"]);
    });

    it("asks before it retries several jobs, and reports one that cannot be retried", async () => {
      const root = await show(await made([failing("a")], [failing("b")]));
      const { done } = rerun(root);
      const said = await dialog("Cancel");
      await done;
      assert.match(said, /Retry 2 jobs on 127\S+\?[^]*job 1 and job 2/);
      assert.equal(stage.messages.take().length, 1);
      assert.deepEqual(await project.asked(/retry/), []);
      await stage.control.fault({
        method: "POST",
        path: "/retry",
        status: 403,
        body: { message: "403 Forbidden - Job is not retryable" },
        times: 1,
      });
      await confirmed([...root.children][0]![1]);
      await stage.says(/^Rerun Tests: .*Job is not retryable/);
      assert.equal(runs.open, 0);
    });
  });
});
