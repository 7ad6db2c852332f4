import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PipelineRef } from "../../src/core/pipelines/refs.ts";
import type { CoverageController } from "../../src/features/coverage/controller.ts";
import type { FabricatedJob } from "../service/fabricated.ts";
import { command } from "./commandTest.ts";
import { answered } from "./inFront.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { workspaceProject } from "./ownProject.ts";
import { until } from "./until.ts";
import { workspaceGit } from "./workspaceGit.ts";

const lcov = (path: string, ...lines: readonly string[]): string => `SF:${path}\n${lines.join("\n")}\nend_of_record\n`;
const cobertura = (path: string, line: string): string =>
  `<?xml version="1.0" ?>\n<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">\n<coverage><sources><source>/builds/suites/other</source></sources><packages><package><classes><class filename="${path}"><methods/><lines>${line}</lines></class></classes></package></packages></coverage>`;

describe("coverage of pipelines in VS Code's coverage view", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  let view: CoverageController;
  let head: string;
  let folder: vscode.Uri;

  before(async () => {
    view = await stage.app.coverage.coverage();
    const git = await workspaceGit();
    [head, folder] = [await git.git("rev-parse", "HEAD"), vscode.Uri.file(git.folder)];
  });
  afterEach(() => vscode.commands.executeCommand("forgeline.coverage.clear"));
  after(() => workspaceProject(stage.app));

  const made = async (
    jobs: readonly FabricatedJob[],
    sha = head,
    ref = "main",
    source = "push",
  ): Promise<PipelineRef> => {
    const { id } = await own.project.add({ ref, sha, jobs, source });
    const { instance, path: project } = own.project;
    return { instance, project, pipeline: await stage.client.pipelines.get(project, id) };
  };
  /** Lines, branches and functions as VS Code gets them: `line:hits` with `line:hits/taken,taken` and `name@line:hits`. */
  const details = async (file: vscode.FileCoverage | undefined): Promise<string> => {
    assert.ok(file);
    return (await view.details(file))
      .map((one) => {
        assert.ok(one.location instanceof vscode.Position);
        const line = one.location.line + 1;
        if (one instanceof vscode.DeclarationCoverage) return `${one.name}@${line}:${Number(one.executed)}`;
        const taken = one.branches.map(({ executed }) => Number(executed)).join();
        return `${line}:${String(one.executed)}${taken && `/${taken}`}`;
      })
      .join(" ");
  };
  const shown = (): unknown[] =>
    view.files.map(({ uri, statementCoverage: { covered, total } }) => [
      uri.path.slice(folder.path.length + 1),
      `${covered}/${total}`,
    ]);

  command("forgeline.coverage.show", "adds up reports and follows edited lines @oldest", async (run) => {
    const row = await made([
      {
        name: "unit",
        artifacts: {
          "coverage/lcov.info":
            lcov(
              "/builds/a/b/src/units.js",
              "FN:2,convert",
              "FNDA:3,convert",
              "DA:2,3",
              "DA:3,0",
              "BRDA:2,0,0,1",
              "BRDA:2,0,1,-",
            ) + lcov("src/page.js", "DA:1,1"),
        },
      },
      {
        name: "end to end",
        artifacts: { "out/cobertura.xml": cobertura("src/units.js", '<line number="3" hits="2"/>') },
      },
      { name: "lint", artifacts: { "lint.xml": "<lint/>" } },
    ]);
    // The report with the first lines comes last.
    await stage.control.fault({ path: "/artifacts/coverage/lcov\\.info$", delay: 300 });
    await run(row);
    assert.deepEqual(shown(), [
      ["src/units.js", "2/2"],
      ["src/page.js", "1/1"],
    ]);
    assert.deepEqual(stage.notices, [`Coverage of pipeline #${row.pipeline.id}: 100% of the lines in 2 files.`]);
    const [units] = view.files;
    const found = [units?.branchCoverage, units?.declarationCoverage].map((one) => one && [one.covered, one.total]);
    assert.deepEqual(found, [
      [1, 2],
      [1, 1],
    ]);
    assert.equal(await details(units), "2:3/1,0 3:2 convert@2:3");
    const editor = await vscode.window.showTextDocument(units!.uri);
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), "// new\n");
      edit.replace(new vscode.Range(2, 0, 2, 0), "changed ");
    });
    assert.equal(await details(units), "3:3/1,0 convert@3:3", "a line that was changed has no coverage");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  command("forgeline.coverage.show", "shows a single job and reports missing coverage", async (run) => {
    const row = await made(
      [
        {
          name: "unit",
          artifacts: {
            "lcov.info": lcov("src/units.js", "DA:2,0") + lcov("gone.js", "DA:1,1"),
            "out/coverage.xml": "<coverage",
          },
        },
        { name: "other", artifacts: { "lcov.info": lcov("src/page.js", "DA:1,1") } },
      ],
      (await own.head("main"))?.id,
    );
    const { instance, project } = row;
    const [job] = (await stage.client.jobs.listForPipeline(project, row.pipeline.id).page()).items.filter(
      ({ name }) => name === "unit",
    );
    await run({ instance, project, job });
    assert.deepEqual(shown(), [["src/units.js", "0/1"]]);
    const commit = row.pipeline.sha?.slice(0, 8);
    const { text, buttons } = await stage.message();
    assert.equal(
      text,
      `Coverage of job “unit”: 0% of the lines in 1 file. 1 file of the report is not in the workspace. 1 report could not be read. It was measured at commit ${commit}, but the workspace is at ${head.slice(0, 8)}: lines that differ have no coverage.`,
    );
    assert.deepEqual(buttons, ["Clear Coverage"]);
  });

  it("explains missing reports with the CI line to add", async () => {
    const refused = async (...jobs: FabricatedJob[]): Promise<string> => {
      await vscode.commands.executeCommand("forgeline.coverage.show", await made(jobs));
      return (await stage.message()).text.replace(/#\d+/, "#1");
    };
    assert.equal(
      await refused({ name: "build" }, { name: "rspec", coverage: 80 }),
      "Show Coverage: No coverage: pipeline #1 has no coverage report in its artifacts. Add the report to artifacts:paths of job “rspec” in the CI file, for example: artifacts: paths: [coverage/lcov.info]",
    );
    const artifacts = [{ file_type: "cobertura", size: 1, filename: "cobertura-coverage.xml", file_format: "gzip" }];
    assert.equal(
      await refused({ name: "phpunit", overrides: { artifacts } }),
      "Show Coverage: Job “phpunit” uploads a coverage report, which the host does not offer for download. Add the file to artifacts:paths of this job in the CI file, for example: artifacts: paths: [coverage/cobertura-coverage.xml]",
    );
    assert.equal(
      await refused({ name: "unit", artifacts: { "lcov.info": lcov("gone/a.js", "DA:1,1") } }),
      "Show Coverage: None of the files in the coverage report of pipeline #1 are in the workspace, for example gone/a.js.",
    );
    assert.deepEqual(view.shown, undefined);
  });

  command("forgeline.coverage.clear", "closes the coverage", async (run) => {
    await vscode.commands.executeCommand(
      "forgeline.coverage.show",
      await made([{ name: "unit", artifacts: { "lcov.info": lcov("src/units.js", "DA:2,1") } }]),
    );
    const [file] = view.files;
    assert.ok(file);
    await run();
    assert.deepEqual([view.files, await view.details(file)], [[], []]);
  });

  command("forgeline.coverage.showUncovered", "lists uncovered changed lines", async (run) => {
    await own.commit("main", { "src/units.js": "one\ntwo\nthree\nfour\n" });
    const row = await own.request(
      "topic",
      {},
      { "src/units.js": "one\nTWO\nthree\nfour\nfive\nsix\n", "src/new.js": "a\nb\n", "notes.txt": "text\n" },
    );
    const { sha } = row.mergeRequest;
    const report =
      lcov("src/units.js", "DA:1,0", "DA:2,1", "DA:4,0", "DA:5,0", "DA:6,0") + lcov("src/new.js", "DA:1,4", "DA:2,0");
    const jobs = [{ name: "unit", artifacts: { "lcov.info": report } }];
    const { pipeline } = await made(jobs, sha ?? "", "topic");
    assert.equal(pipeline.sha, sha);
    const done = run(row);
    const box = "Uncovered Changed Lines of !1";
    const { rows } = await own.look(box, "units.js:5-6");
    assert.deepEqual(rows, ["units.js", "new.js", "new.js:2", "units.js:5-6"]);
    await own.pick(box, "units.js:5-6");
    await done;
    await until(
      "the diff at the lines",
      () => vscode.window.activeTextEditor?.selection.start.line === 4,
      vscode.window.onDidChangeActiveTextEditor,
      vscode.window.onDidChangeTextEditorSelection,
    );
    assert.equal(vscode.window.activeTextEditor?.document.getText().split("\n")[4], "five");
    await answered(run(row), [() => own.look(box, "new.js"), () => own.pick(box, "new.js")]);
    const isSo = () => vscode.window.activeTextEditor?.document.uri.path.endsWith("new.js");
    await until("the first uncovered line of the file", isSo, vscode.window.onDidChangeActiveTextEditor);
    assert.equal(vscode.window.activeTextEditor.selection.start.line, 1);
    // With the coverage itself, as far as its files are in the workspace.
    await vscode.commands.executeCommand("forgeline.coverage.show", { ...row, kind: "mergeRequest", pipeline });
    await stage.says(
      /^Coverage of pipeline #\d+: 20% of the lines in 1 file\. 40% of 5 changed lines of !1 are covered\. 1 file of/,
      ["Show Uncovered Lines"],
    );
  });

  it("maps changed lines to the merged result", async () => {
    await own.commit("main", { "src/units.js": "one\ntwo\n" });
    await own.commit("merged", { "src/units.js": "zero\none\nTWO\nthree\n" });
    const { pipeline } = await made(
      [{ name: "unit", artifacts: { "lcov.info": lcov("src/units.js", "DA:1,0", "DA:2,0", "DA:3,1", "DA:4,0") } }],
      (await own.head("merged"))?.id,
      "merged",
    );
    const overrides = { head_pipeline: pipeline };
    const row = await own.request("topic", { overrides }, { "src/units.js": "one\nTWO\nthree\n" });
    const done = vscode.commands.executeCommand("forgeline.coverage.showUncovered", row);
    const { rows } = await own.look("Uncovered Changed Lines of !1", "units.js");
    assert.deepEqual(rows, ["units.js:3"]);
    await own.pick("Uncovered Changed Lines of !1", "units.js:3");
    await done;
  });
});
