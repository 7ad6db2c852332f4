import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JobRef } from "../../../src/core/pipelines/refs.ts";
import { channelText, hurry } from "../jobChannels.ts";
import { setStage } from "../stage.ts";
import { until } from "../until.ts";

const escape = "\u001b";

describe("job logs as VS Code draws them @window", () => {
  const stage = setStage();
  let usual: { dispose(): void };
  before(() => {
    usual = hurry(stage.app.jobs.logs);
  });
  after(() => {
    usual.dispose();
    stage.app.jobs.logs.stop();
  });
  const job = async (trace: string): Promise<JobRef> =>
    (await stage.pipeline({ jobs: [{ name: "drawn", status: "failed", trace }] })).jobs[0]!;

  it("shows colors and bold text in the Output panel @oldest", async () => {
    const ref = await job(`${"plain\n".repeat(3)}some ${escape}[1;38;2;1;2;3mpainted words${escape}[0m here\n`);
    await stage.app.jobs.logs.show(ref);
    await channelText(ref, "painted words");
    const parts = JSON.parse(
      await stage.person({ action: "colors", line: "painted words", color: "rgb(1, 2, 3)" }),
    ) as [string, string, string][];
    const found = parts.filter(([, color]) => color === "rgb(1, 2, 3)").map(([text, , weight]) => [text, weight]);
    assert.deepEqual(found, [["painted words", "700"]]);
  });

  it("folds collapsed sections when the document opens, and keeps them unfolded once unfolded", async () => {
    const mark = (what: string, name: string): string => `section_${what}:1600000000:${name}\r${escape}[0K`;
    const ref = await job(
      `${mark("start", "setup[collapsed=true]")}setup\none\ntwo\n${mark("end", "setup")}\n${mark("start", "run")}$ make\n${mark("end", "run")}\n`,
    );
    await vscode.commands.executeCommand("forgeline.job.openLog", ref);
    const editor = vscode.window.activeTextEditor!;
    const shown = (): string[] =>
      editor.visibleRanges.map(({ start, end }) =>
        [start, end].map(({ line }) => editor.document.lineAt(line).text).join(" … "),
      );
    const { onDidChangeTextEditorVisibleRanges } = vscode.window;
    await until("setup to be folded", () => shown()[0] === "▾ setup … ▾ setup", onDidChangeTextEditorVisibleRanges);
    assert.match(shown()[1] ?? "", /^▴ setup · 00:00 … /);
    await vscode.commands.executeCommand("editor.unfoldAll");
    await until("all to be seen", () => shown().length === 1, onDidChangeTextEditorVisibleRanges);
    await vscode.commands.executeCommand("forgeline.job.openLog", ref);
    assert.equal(shown().length, 1);
  });
});
