import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import { command } from "./commandTest.ts";
import { channelText, documentOf, hurry, onDidTellFollowing, textOfChannel } from "./jobChannels.ts";
import { lensesOf, linksOf, symbolsOf } from "./provided.ts";
import { replace, withSetting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

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

const ended = /^Job .* #\d+: (passed|failed|canceled).*\n$/m;

describe("a job's log in the output panel", () => {
  const stage = setStage();
  let usual: { dispose(): void };
  before(() => {
    usual = hurry(stage.app.jobs.logs);
  });
  after(() => {
    usual.dispose();
    stage.app.jobs.logs.stop();
  });

  const job = async (name: string, status = "running", trace = ""): Promise<JobRef> => {
    const { jobs } = await stage.pipeline({ jobs: [{ name, status, trace }] });
    assert.ok(jobs[0]);
    return jobs[0];
  };
  const show = (ref: JobRef): Promise<void> => stage.app.jobs.logs.show(ref);
  const append = (ref: JobRef, data: string | Buffer) =>
    stage.control.appendTrace(ref.job.id, typeof data === "string" ? data : { base64: data.toString("base64") });
  const finish = (ref: JobRef, status = "success"): Promise<void> => stage.control.finishJob(ref.job.id, status);
  const following = (ref: JobRef): boolean =>
    stage.app.jobs.logs.following.some(({ job: one }) => one.id === ref.job.id);
  const lastRequest = (): Promise<number> => stage.control.lastRequest();

  it("follows a running job to its end, with sections, progress and outcome", async () => {
    const { pipelineId } = await stage.control.commit(
      {
        ".gitlab-ci.yml": `talk:\n  script:\n    - printf 'start\\n'\n    - for i in 1 2 3; do printf "\\rstep $i of 3"; sleep 0.2; done; echo\n    - printf '\\033[38;2;1;2;3mgreen\\033[0m plain\\n'\n`,
      },
      { branch: "log-live" },
    );
    assert.ok(pipelineId);
    await stage.control.runPipeline(pipelineId);
    const { items } = await stage.client.jobs.listForPipeline(stage.scope.project, pipelineId).all();
    assert.ok(items[0]);
    const ref = await stage.jobRow(items[0].id);
    await show(ref);
    const text = await channelText(ref, ended);
    assert.match(text, /^Job talk #\d+ · log-live · [0-9a-f]{8}\nhttp:\/\/127/);
    assert.match(text, /^▾ .*\n(.*\n)*▴ prepare-executor · 00:\d\d$|^▾ /m);
    assert.match(text, /^step 3 of 3$/m);
    assert.match(text, /^green plain$/m);
    assert.match(text, /^Job succeeded$/m);
    assert.match(text, /^Job talk #\d+: passed after 00:\d\d\n$/m);
    // eslint-disable-next-line no-control-regex -- none of them may be left
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f]|section_(start|end)|step 1 of 3\S/);
  });

  command("forgeline.job.showLog", "follows two jobs at once and ends each by itself", async (run) => {
    const [one, two] = [
      await job("one of two", "running", "one begins\n"),
      await job("two of two", "running", "two begins\n"),
    ];
    await run(one, [one]);
    await channelText(one, "one begins");
    await run(two, [two]);
    await channelText(two, "two begins");
    assert.ok(following(one) && following(two));
    await finish(one);
    await until("the first to end", () => !following(one), onDidTellFollowing);
    assert.ok(following(two));
    await append(two, "two goes on\n");
    await channelText(two, "two goes on");
    // The other's text is where it was, when it is shown again; nothing is read anew.
    const since = await lastRequest();
    await run(one);
    assert.match(await channelText(one, ended), /one begins\n.*passed/);
    assert.equal(await stage.asked("GET", new RegExp(`/jobs/${one.job.id}/trace`), since), 0);
    await finish(two);
    await until("the second to end", () => !following(two), onDidTellFollowing);
  });

  command("forgeline.job.stopLog", "stops polling; showing the log again starts over", async (run) => {
    const ref = await job("stopped", "running", "so far\n");
    await show(ref);
    await channelText(ref, "so far");
    await run(ref, [ref]);
    assert.equal(following(ref), false);
    assert.match(await channelText(ref, "Stopped following."), /so far\nStopped following\. “Forgeline: Show Job Log/);
    const since = await lastRequest();
    await append(ref, "unseen\n");
    assert.equal(await stage.asked("GET", new RegExp(`/jobs/${ref.job.id}(/trace|$)`), since), 0);
    await show(ref);
    await channelText(ref, "so far\nunseen\n");
    await finish(ref);
    await channelText(ref, ended);
  });

  command("forgeline.pipeline.follow", "follows all jobs in one channel, reports how they ended", async (run) => {
    const { row, jobs } = await stage.pipeline({
      status: "running",
      jobs: [
        { name: "compile", stage: "build", status: "running", trace: "compiling\n" },
        { name: "tidy", stage: "build", status: "pending", allowFailure: true },
        { name: "check", stage: "test", status: "created" },
      ],
    });
    const [compile, tidy, check] = jobs;
    assert.ok(compile && tidy && check);
    const { id } = row.pipeline;
    const text = (...wanted: readonly (string | RegExp)[]): Promise<string> =>
      textOfChannel(`Pipeline #${id}`, ...wanted);
    await run(row, [row]);
    await text("▶ compile", "compiling");
    await finish(tidy, "failed");
    await append(compile, "\u001b[32mcompiled\u001b[0m\n");
    await finish(compile);
    await text("Waiting for the next job…");
    await append(check, "checking\n");
    // What others read of its jobs is news here as well.
    await stage.jobRow(check.job.id);
    await text("checking");
    await finish(check, "failed");
    const all = await text(/^Pipeline #\d+: failed/m);
    const wanted = [
      new RegExp(`^Pipeline #${id} · main · [0-9a-f]{8}$`),
      /^▶ compile/,
      /^compiling$/,
      /^compiled$/,
      /^✓ compile passed in \d+s/,
      /^✗ tidy failed after \d+s \(allowed to fail, script failure\)$/,
      /^Waiting for the next job…$/,
      /^▶ check/,
      /^checking$/,
      /^✗ check failed after \d+s \(script failure\)$/,
      new RegExp(`^Pipeline #${id}: failed`),
      /^“Forgeline: Why Is the Pipeline Red\?” shows the cause\.$/,
    ];
    const lines = all.split("\n");
    const places = wanted.map((line) => lines.findIndex((one) => line.test(one)));
    assert.ok(
      places.every((place, at) => place > (places[at - 1] ?? -1)),
      all,
    );
    assert.deepEqual((await stage.app.jobs.followed()).following, []);
  });

  command("forgeline.pipeline.follow", "takes the branch's newest, reports how it ended", async (run) => {
    const { row } = await stage.pipeline({
      status: "success",
      duration: 250,
      jobs: [{ name: "early", status: "success", duration: 125 }],
    });
    const since = await lastRequest();
    await run();
    const text = await textOfChannel(`Pipeline #${row.pipeline.id}`, /^Pipeline #\d+: passed after 4m 10s/m);
    assert.match(text, /^✓ early passed in 2m 5s/m);
    assert.equal(await stage.asked("GET", /\/trace|\/jobs\?scope/, since), 0, "no log, and no past runs");
  });

  command("forgeline.pipeline.stopFollowing", "stops polling, and reports when nothing is followed", async (run) => {
    await run();
    assert.deepEqual(stage.notices, ["No pipeline is being followed."]);
    const { row, jobs } = await stage.pipeline({
      status: "running",
      jobs: [{ name: "endless", status: "running", trace: "so far\n" }],
    });
    const [endless] = jobs;
    assert.ok(endless);
    (await stage.app.jobs.followed()).show(row);
    await textOfChannel(`Pipeline #${row.pipeline.id}`, "so far");
    await run();
    const text = await textOfChannel(`Pipeline #${row.pipeline.id}`, "Stopped following.");
    assert.match(text, /so far\nStopped following\. “Forgeline: Follow Pipeline” starts again\.\n$/);
    const since = await lastRequest();
    await append(endless, "unseen\n");
    assert.equal(await stage.asked("GET", new RegExp(`/jobs/${endless.job.id}(/trace|$)`), since), 0);
    await finish(endless);
  });

  command("forgeline.job.openRawLog", "opens the whole log when it exceeds its channel", async (run) => {
    await using _limit = await withSetting("forgeline.log.channelLimit", 1);
    const line = (number: number): string => `\u001b[32m${String(number).padStart(100, "y")}\u001b[0m\n`;
    const log = Array.from({ length: 60_000 }, (_, number) => line(number)).join("");
    const ref = await job("too long", "success", log);
    await show(ref);
    const text = await channelText(ref, ended);
    const [begin = "", end = ""] = text.split(
      /The log is larger than 1 MB\. Its end will be shown when the job has finished\. “Forgeline: Open Raw Job Log” opens the whole file\.\n… 3\.\d MB not shown …\n/,
    );
    const MB = 1024 * 1024;
    // What crosses the limit is shown: at most what is read at once.
    assert.ok(begin.length > MB && begin.length < MB + 65 * 1024, `${begin.length} characters`);
    // The escape sequences are a tenth of what was read.
    assert.ok(end.length < 2 * MB && end.length > 1.7 * MB, `${end.length} characters`);
    const [first = ""] = end.split("\n");
    assert.match(first, /^y+\d{5}$/);
    assert.match(end, /\ny+59999\nJob too long #\d+: passed.*\n$/);
    await run(ref, [ref]);
    const isSo = () => vscode.window.activeTextEditor?.document;
    const raw = await until("the file", isSo, vscode.window.onDidChangeActiveTextEditor);
    assert.equal(raw.uri.scheme, "file");
    assert.equal(raw.getText(), log);
  });

  command("forgeline.job.openRawLog", "reports a job without a log once", async (run) => {
    const ref = await job("silent", "running");
    await run(ref);
    await stage.says(new RegExp(`^Open Raw Job Log: Job silent #${ref.job.id} has no log\\.$`));
  });

  it("reports once that a job is not accessible", async () => {
    const ref = await job("hidden", "running");
    await stage.control.fault({ path: `/jobs/${ref.job.id}`, status: 403, body: { message: "403 Forbidden" } });
    await show(ref);
    const { level, text } = await stage.message();
    assert.equal(level, "error");
    assert.match(text, /^Show Job Log: Your account on 127\.0\.0\.1:\d+ does not have permission to do this/);
    await channelText(ref, "Stopped following");
    assert.equal(following(ref), false);
    assert.ok(documentOf(ref));
  });

  describe("a job's log as a document", () => {
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
      const found = folds.map(({ start, end }) => [lines[start], lines[end + 1]]);
      assert.deepEqual(found, [
        ["▾ get_sources runs", "▴ get-sources · 00:02"],
        ["▾ step_script runs", "▴ step-script · 01:05"],
        ["  ▾ inner runs", "  ▴ inner · 00:01"],
      ]);
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
      const found = lenses.map((lens) => [lens.command?.command, (lens.command!.arguments![0] as JobRef).job.id]);
      assert.deepEqual(found, [
        ["forgeline.job.openRawLog", ref.job.id],
        ["forgeline.job.saveRawLog", ref.job.id],
      ]);
    });
  });

  describe("from the log to the line", () => {
    let git: WorkspaceGit;
    before(async () => {
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
});
