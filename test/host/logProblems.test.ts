import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import { command } from "./commandTest.ts";
import { channelText, documentOf, hurry } from "./jobChannels.ts";
import { linksOf } from "./provided.ts";
import { withSetting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

const ended = /^Job .* #\d+: (passed|failed|canceled).*\n$/m;

describe("from the log to the line", () => {
  const stage = setStage();
  let usual: { dispose(): void };
  let git: WorkspaceGit;
  before(async () => {
    usual = hurry(stage.app.jobs.logs);
    git = await workspaceGit();
    // A file of the workspace that git does not know is never meant.
    for (const [name, text] of [
      ["web/src/cart.ts", "export {};\n".repeat(9)],
      ["web/src/order form.ts", "export {};\n"],
      ["unknown.ts", "export {};\n"],
    ] as const)
      await vscode.workspace.fs.writeFile(file(name), Buffer.from(text));
    await git.git("add", "web");
  });
  afterEach(async () => {
    (await stage.app.jobs.problems.load()).shown.clear();
  });
  after(async () => {
    usual.dispose();
    stage.app.jobs.logs.stop();
    await git.restore();
  });

  const file = (path: string): vscode.Uri => vscode.Uri.joinPath(vscode.Uri.file(git.folder), path);
  const log = [
    "section_start:1758785580:get_sources\r\u001b[0KGetting source",
    "Reinitialized existing Git repository in /srv/ci/x1/.git/",
    "section_end:1758785581:get_sources\r\u001b[0K",
    "$ npm test",
    "\u001b[96m/srv/ci/x1/web/src/cart.ts\u001b[0m:\u001b[93m6\u001b[0m:\u001b[93m9\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2322: \u001b[0mType 'number' is not assignable to type 'string'.",
    "web/src/order form.ts(1,3): warning TS2339: Odd.",
    "/usr/include/stdio.h:3:4: error: not ours",
    "unknown.ts:1:1: error: git does not know it",
    "",
  ].join("\n");

  const job = async (status = "failed", trace = log, name = "typecheck"): Promise<JobRef> => {
    const { jobs } = await stage.pipeline({ jobs: [{ name, status, trace }] });
    assert.ok(jobs[0]);
    return jobs[0];
  };
  /** What Problems shows of jobs: file, line, column, severity, message, source. */
  const problems = (): string[] =>
    vscode.languages
      .getDiagnostics()
      .flatMap(([uri, found]) =>
        found
          .filter(({ source }) => source?.includes(" · "))
          .map((one) =>
            [
              vscode.workspace.asRelativePath(uri, false),
              one.range.start.line + 1,
              one.range.start.character + 1,
              one.severity,
              one.message,
              one.source,
            ].join(" | "),
          ),
      )
      .sort();
  const shown = (count: number): Promise<unknown> =>
    until(`${count} problems`, () => problems().length === count, vscode.languages.onDidChangeDiagnostics);
  const expected = ({ job: { id } }: JobRef): string[] => [
    `web/src/cart.ts | 6 | 9 | 0 | Type 'number' is not assignable to type 'string'. | tsc · typecheck #${id}`,
    `web/src/order form.ts | 1 | 3 | 1 | Odd. | tsc · typecheck #${id}`,
  ];

  it("shows problems of a failed job's log, linked to their log lines", async () => {
    const ref = await job();
    await stage.app.jobs.logs.show(ref);
    await channelText(ref, ended);
    await shown(2);
    assert.deepEqual(problems(), expected(ref));
    const [first] = vscode.languages.getDiagnostics(file("web/src/cart.ts"));
    const back = first?.relatedInformation?.[0]?.location;
    assert.ok(back);
    const document = await vscode.workspace.openTextDocument(back.uri);
    assert.match(document.lineAt(back.range.start.line).text, /cart\.ts:6:9 - error TS2322/);
    assert.equal(first.code, "TS2322");
  });

  it("shows problems at the end of an overlong log, and goes to its first error", async () => {
    await using _limit = await withSetting("forgeline.log.channelLimit", 1);
    const much = (text: string): string => `${text.padEnd(99, ".")}\n`.repeat(30_000);
    const ref = await job(
      "failed",
      [
        "Reinitialized existing Git repository in /srv/ci/x1/.git/",
        "web/src/cart.ts(2,1): warning TS1: first",
        much("working"),
        "/srv/ci/x1/web/src/cart.ts(3,1): warning TS2: between",
        much("still working"),
        "/srv/ci/x1/web/src/cart.ts(4,1): error TS3: the last",
        "",
      ].join("\n"),
    );
    await stage.app.jobs.logs.show(ref);
    await channelText(ref, ended);
    await shown(2);
    const source = `tsc · typecheck #${ref.job.id}`;
    assert.deepEqual(problems(), [
      `web/src/cart.ts | 2 | 1 | 1 | first | ${source}`,
      `web/src/cart.ts | 4 | 1 | 0 | the last | ${source}`,
    ]);
    const [, last] = vscode.languages.getDiagnostics(file("web/src/cart.ts"));
    assert.equal(last?.relatedInformation?.[0]?.message, "near the end of the job log");
    await vscode.commands.executeCommand("forgeline.log.showFirstError", ref);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.getText(editor.selection), "/srv/ci/x1/web/src/cart.ts(4,1): error TS3: the last");
  });

  it("links places in logs to workspace files only", async () => {
    const ref = await job();
    await stage.app.jobs.logs.show(ref);
    await channelText(ref, ended);
    await vscode.commands.executeCommand("forgeline.job.openLog", ref);
    const shownDocument = vscode.window.activeTextEditor?.document;
    const documents = [documentOf(ref), shownDocument];
    for (const document of documents) {
      assert.ok(document);
      const links = (await linksOf(document.uri)).filter(({ target }) => target?.scheme === "file");
      assert.deepEqual(
        links.map(({ range, target }) => [document.getText(range), target?.toString()]),
        [
          ["/srv/ci/x1/web/src/cart.ts:6:9", file("web/src/cart.ts").with({ fragment: "L6,9" }).toString()],
          ["web/src/order form.ts(1,3)", file("web/src/order form.ts").with({ fragment: "L1,3" }).toString()],
        ],
        document.uri.scheme,
      );
    }
    const found = documents.map((document) => document?.uri.scheme);
    assert.deepEqual(found, ["output", "forgeline-log"]);
  });

  it("shows no problems of a passed job or when turned off", async () => {
    const passed = await job("success");
    await stage.app.jobs.logs.show(passed);
    await channelText(passed, ended);
    {
      await using _off = await withSetting("forgeline.problems.fromLogs", false);
      const failed = await job();
      await stage.app.jobs.logs.show(failed);
      await channelText(failed, ended);
    }
    // A third comes after both: what they had shown would be there by then.
    const last = await job("failed", "web/src/cart.ts(2,1): error TS1: last", "last");
    await stage.app.jobs.logs.show(last);
    await shown(1);
    assert.match(problems()[0] ?? "", /last #/);
  });

  command("forgeline.job.showProblems", "reads a log once, adds nothing twice", async (run) => {
    const ref = await job();
    const since = await stage.control.lastRequest();
    await run(ref);
    await shown(2);
    assert.deepEqual(problems(), expected(ref));
    assert.equal(await stage.asked("GET", new RegExp(`/jobs/${ref.job.id}/trace`), since), 1);
    await run(ref);
    assert.deepEqual(problems(), expected(ref));
  });

  command("forgeline.job.clearProblems", "clears the problems of one job or all", async (run) => {
    const [one, two] = [await job(), await job("failed", "web/src/cart.ts(2,1): error TS1: x", "other")];
    for (const ref of [one, two]) await vscode.commands.executeCommand("forgeline.job.showProblems", ref);
    await shown(3);
    await run(one);
    await shown(1);
    await run();
    await shown(0);
    await run();
    assert.match(stage.notices.join(), /No problems of jobs are shown/);
  });

  it("clears problems when the job is retried or a newer run is read", async () => {
    const ref = await job();
    await vscode.commands.executeCommand("forgeline.job.showProblems", ref);
    await shown(2);
    await vscode.commands.executeCommand("forgeline.job.retry", ref);
    assert.match((await stage.message()).text, /^Retrying job/);
    await shown(0);

    await vscode.commands.executeCommand("forgeline.job.showProblems", await job());
    await shown(2);
    const better = await job("success", "fine\n");
    await stage.app.jobs.logs.show(better);
    await channelText(better, ended);
    await shown(0);
  });
});
