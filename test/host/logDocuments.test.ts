import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import { command } from "./commandTest.ts";
import { hurry } from "./jobChannels.ts";
import { lensesOf, symbolsOf } from "./provided.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

const E = "\u001b";
const section = (name: string, from: number, to: number, lines: string): string =>
  `section_start:${from}:${name}\r${E}[0K${E}[36;1m${name} runs${E}[0;m\n${lines}section_end:${to}:${name}\r${E}[0K\n`;

const failed =
  section("get_sources", 1600000000, 1600000002, "Fetching\n") +
  section(
    "step_script",
    1600000002,
    1600000067,
    `$ make\n${"working\n".repeat(300)}${E}[31;1mmain.c:3:5: error: expected ';'${E}[0m\n${section("inner", 1600000010, 1600000011, "deep\n")}`,
  ) +
  `${E}[31;1mERROR: Job failed: exit code 1${E}[0;m\n`;

describe("a job's log as a document", () => {
  const stage = setStage();
  let usual: { dispose(): void };
  before(() => {
    usual = hurry(stage.app.jobs.logs);
  });
  after(() => usual.dispose());
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  const job = async (name: string, trace: string, status = "failed"): Promise<JobRef> => {
    const { jobs } = await stage.pipeline({ jobs: [{ name, status, trace }] });
    assert.ok(jobs[0]);
    return jobs[0];
  };
  const logOf = ({ job: { id } }: JobRef): vscode.TextEditor | undefined =>
    vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.scheme === "forgeline-log" && document.uri.path.endsWith(`#${id}`),
    );
  const requests = async (ref: JobRef): Promise<string[]> =>
    (await stage.control.requests())
      .filter(({ path: one }) => new RegExp(`/jobs/${ref.job.id}(/trace|$)`).test(one))
      .map(({ path: one }) => (one.includes("/trace") ? "log" : "job"));

  command("forgeline.job.openLog", "reads the log once, with sections as folds and in the Outline", async (run) => {
    const ref = await job("build/all", failed);
    const before = (await requests(ref)).length;
    await run(ref, [ref]);
    const editor = logOf(ref);
    assert.ok(editor, "it is shown");
    const { document } = editor;
    assert.equal(path.posix.basename(document.uri.path), `build∕all #${ref.job.id}`);
    assert.deepEqual((await requests(ref)).slice(before), ["job", "log"]);
    const lines = document.getText().split("\n");
    assert.deepEqual(lines.slice(0, 5), [
      "▾ get_sources runs",
      "Fetching",
      "▴ get-sources · 00:02",
      "▾ step_script runs",
      "$ make",
    ]);
    const symbols = await symbolsOf(document.uri);
    const brief = (all: readonly vscode.DocumentSymbol[]): unknown[] =>
      all.map(({ name, detail, children }) => [name, detail, ...brief(children)]);
    assert.deepEqual(brief(symbols), [
      ["get_sources runs", "00:02"],
      ["step_script runs", "01:05", ["inner runs", "00:01"]],
    ]);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      "vscode.executeFoldingRangeProvider",
      document.uri,
    );
    assert.deepEqual(
      folds.map(({ start, end }) => [lines[start], lines[end + 1]]),
      [
        ["▾ get_sources runs", "▴ get-sources · 00:02"],
        ["▾ step_script runs", "▴ step-script · 01:05"],
        ["  ▾ inner runs", "  ▴ inner · 00:01"],
      ],
    );
    // Nobody can write it, and once more it is only shown.
    assert.equal(vscode.workspace.fs.isWritableFileSystem("forgeline-log"), false);
    await run(ref);
    assert.deepEqual((await requests(ref)).slice(before), ["job", "log"]);
  });

  command("forgeline.log.showFirstError", "goes to the script's error, from a row or the document", async (run) => {
    const ref = await job("fails", failed);
    await run(ref);
    const selected = (): string | undefined => {
      const editor = logOf(ref);
      return editor?.document.getText(editor.selection);
    };
    assert.equal(selected(), "main.c:3:5: error: expected ';'");
    const editor = logOf(ref);
    assert.ok(editor);
    const line = editor.selection.start.line;
    const isSo = () => editor.visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);
    await until("the line to be in sight", isSo, vscode.window.onDidChangeTextEditorVisibleRanges);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await run(editor.document.uri);
    assert.equal(selected(), "main.c:3:5: error: expected ';'");
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await run();
    assert.equal(selected(), "main.c:3:5: error: expected ';'");
  });

  command("forgeline.log.showFirstError", "says that there is none", async (run) => {
    await run(await job("fine", "all good\n", "success"));
    assert.deepEqual(stage.notices, ["No errors found in this log."]);
  });

  command("forgeline.job.saveRawLog", "saves the log as the host has it, where the person says", async (run) => {
    const ref = await job("to/save", failed);
    const target = vscode.Uri.file(path.join(tmpdir(), `forgeline-log-${ref.job.id}.log`));
    let asked: vscode.SaveDialogOptions | undefined;
    const dialog = replace(vscode.window, "showSaveDialog", () => (options) => {
      asked = options;
      return Promise.resolve(target);
    });
    try {
      await run(ref);
      assert.equal(path.basename(asked?.defaultUri?.path ?? ""), `to_save-${ref.job.id}.log`);
      assert.equal(await readFile(target.fsPath, "utf8"), failed);
      assert.deepEqual(stage.notices, [`Saved forgeline-log-${ref.job.id}.log.`]);
    } finally {
      dialog.dispose();
      await rm(target.fsPath, { force: true });
    }
  });

  command("forgeline.job.openLog", "says once that a job has none", async (run) => {
    const ref = await job("silent", "", "success");
    await run(ref);
    assert.deepEqual(await stage.message(), {
      level: "error",
      text: `Open Job Log in Editor: Job silent #${ref.job.id} has no log.`,
      buttons: ["Show Log"],
    });
    assert.equal(logOf(ref), undefined);
  });

  command("forgeline.job.compareLog", "shows lines of only one of both logs", async (run) => {
    const log = (time: number, hash: string, result: string): string =>
      section(
        "step_script",
        time,
        time + (time % 7),
        `$ make test\n12:00:${time % 60} Checking out ${hash}\n${"working\n".repeat(20)}took ${time % 50} ms\n${result}`,
      );
    const name = "compared/unit";
    const green = await job(name, log(1600000011, "1a2b3c4d", "5 tests passed\n"), "success");
    const red = await job(name, log(1600000052, "99fe00aa", "4 tests passed\n1 test failed: adds\n"));
    const input = (): vscode.TabInputTextDiff => {
      const shown = vscode.window.tabGroups.activeTabGroup.activeTab;
      assert.equal(shown?.label, `${name}: #${green.job.id} (passed, ${green.job.ref}) ↔ #${red.job.id}`);
      assert.ok(shown.input instanceof vscode.TabInputTextDiff);
      return shown.input;
    };
    const lines = async (uri: vscode.Uri): Promise<string[]> =>
      (await vscode.workspace.openTextDocument(uri)).getText().split("\n");
    await run(red);
    const { original, modified } = input();
    const [left, right] = [await lines(original), await lines(modified)];
    assert.equal(right[2], "12:00:32 Checking out 99fe00aa");
    const others = left.filter((line) => !right.includes(line));
    assert.deepEqual(others, ["5 tests passed"]);
    const found = right.filter((line) => !left.includes(line));
    assert.deepEqual(found, ["4 tests passed", "1 test failed: adds"]);
    assert.deepEqual(stage.notices, []);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    // A document knows the job's number only.
    await run(modified);
    assert.equal(input().modified.toString(), modified.toString());
    const again = await job(name, log(1600000099, "77aa77bb", "5 tests passed\n"), "success");
    await run(again);
    assert.deepEqual(stage.notices, ["The logs differ only in times, IDs and the like."]);
  });

  command("forgeline.job.compareLog", "explains why logs cannot be compared", async (run) => {
    const first = await job("never/passed", failed);
    await run(first);
    assert.equal(
      (await stage.message()).text,
      `Compare Job Log with Last Passed: No passed job “never/passed” found on “${first.job.ref}” or on its target branch.`,
    );
    await job("large", "done\n", "success");
    const artifacts = [{ file_type: "trace", size: 17 * 1024 * 1024, filename: "job.log", file_format: null }];
    const { jobs } = await stage.pipeline({
      jobs: [{ name: "large", status: "failed", trace: failed, overrides: { artifacts } }],
    });
    const before = (await stage.control.requests()).length;
    await run(jobs[0]);
    assert.equal(
      (await stage.message()).text,
      `Compare Job Log with Last Passed: The log of job #${jobs[0]?.job.id} is too large to compare: the limit is 16 MB.`,
    );
    const asked = (await stage.control.requests()).slice(before);
    const left = asked.filter(({ path: one }) => one.includes("/trace"));
    assert.deepEqual(left, []);
  });

  it("shows new lines as soon as a hidden log is visible again", async () => {
    const ref = await job("hidden", "the first line\n".repeat(100), "running");
    await vscode.commands.executeCommand("forgeline.job.openLog", ref);
    const document = logOf(ref)?.document;
    assert.ok(document);
    const other = await vscode.workspace.openTextDocument({ content: "something else" });
    await vscode.window.showTextDocument(other, { preview: false });
    await stage.control.appendTrace(ref.job.id, "written meanwhile\n");
    // The second request after this one has it.
    const { n } = await stage.control.waitForRequest({
      path: `/jobs/${ref.job.id}/trace`,
      since: await stage.control.lastRequest(),
    });
    await stage.control.waitForRequest({ path: `/jobs/${ref.job.id}/trace`, since: n });
    assert.doesNotMatch(document.getText(), /meanwhile/);
    await vscode.commands.executeCommand("forgeline.job.openLog", ref);
    const isSo = () => document.getText().includes("meanwhile");
    await until("what was written meanwhile", isSo, vscode.workspace.onDidChangeTextDocument);
    await stage.control.finishJob(ref.job.id, "success");
  });

  it("notes a log truncated by the runner, with lenses to the raw file", async () => {
    const ref = await job(
      "cut off",
      `start\n\n${E}[33;1mJob's log exceeded limit of 4194304 bytes.\nJob execution will continue but no more output will be collected.${E}[0;m\n`,
    );
    await vscode.commands.executeCommand("forgeline.job.openLog", ref);
    const document = logOf(ref)?.document;
    assert.ok(document);
    assert.deepEqual(document.getText().split("\n").slice(0, 4), [
      "The runner truncated this log at its limit of 4 MB.",
      "Later output of the job was not recorded.",
      "",
      "start",
    ]);
    const lenses = await lensesOf(document.uri, 10);
    assert.deepEqual(
      lenses.map((lens) => [lens.command?.command, (lens.command!.arguments![0] as JobRef).job.id]),
      [
        ["forgeline.job.openRawLog", ref.job.id],
        ["forgeline.job.saveRawLog", ref.job.id],
      ],
    );
  });
});
