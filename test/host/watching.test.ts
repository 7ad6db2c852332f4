import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import { addWatch } from "../../src/features/pipelines/notifications/addWatch.ts";
import { command } from "./commandTest.ts";
import { PollClock } from "./pollClock.ts";
import { type Row, Rows } from "./rows.ts";
import { hideViews } from "./shownView.ts";
import { replace, withSetting } from "./spies.ts";
import { setStage } from "./stage.ts";

const second = 1_000;
const minute = 60 * second;

describe("watching pipelines and jobs", () => {
  const stage = setStage();
  const { pick, press } = stage;
  let clock: PollClock;
  let undo: { dispose(): unknown }[] = [];

  beforeEach(async () => {
    await hideViews(stage.app);
    clock = new PollClock(stage.polling);
    clock.stop();
  });
  afterEach(async () => {
    for (const one of undo) await one.dispose();
    undo = [];
    for (const watch of stage.app.pipelines.watching.all) await stage.app.pipelines.watching.remove(watch);
    stage.polling.setFocused(true);
    clock.go();
  });

  const rowOf = async (id: number): Promise<Row<unknown>> => {
    const rows = new Rows<unknown>(stage.app.pipelines.view.provider);
    const contents = await stage.app.pipelines.view.load();
    // Nobody sees the view: its list is read anew as when its filter is chosen.
    await contents?.filter.set({});
    return rows.pipeline(id);
  };
  const finish = async (ref: JobRef | undefined, status: string): Promise<void> => {
    assert.ok(ref);
    await stage.control.finishJob(ref.job.id, status);
  };
  const running = (name: string) =>
    stage.pipeline({
      name,
      status: "running",
      jobs: [
        { name: "build", status: "success" },
        { name: "lint", status: "failed", allowFailure: true },
        { name: "test", status: "running", trace: "the reason\n" },
      ],
    });
  /** The next command that a message runs, in place of running it. */
  const executed = (): Promise<readonly [command: string, given: unknown]> =>
    new Promise((resolve) => {
      undo.push(
        replace(
          vscode.commands,
          "executeCommand",
          (real) =>
            ((name: string, ...given: unknown[]) => {
              if (!/showLog|retry|reveal|showTestReport/.test(name))
                return (real as (...args: unknown[]) => unknown)(name, ...given);
              resolve([name, given[0]]);
              return Promise.resolve();
            }) as typeof real,
        ),
      );
    });

  command("forgeline.pipeline.notify", "reports a failed pipeline once, refuses a finished one", async (run) => {
    const { row, jobs } = await running("watched one");
    await run(row, [row]);
    assert.deepEqual(stage.notices, [`You will be notified when pipeline #${row.pipeline.id} “watched one” ends.`]);
    const marked = await rowOf(row.pipeline.id);
    assert.equal(marked.context, "pipeline cancelable watched");
    assert.match(marked.description, / · watched$/);
    assert.match(marked.spoken, /, watched$/);
    await clock.pass(minute);
    assert.equal(stage.messages.count, 0);
    await finish(jobs[2], "failed");
    await clock.pass(minute);
    const { level, text, buttons } = await stage.message();
    assert.equal(level, "warning");
    assert.equal(text, `Pipeline #${row.pipeline.id} “watched one” on main failed.`);
    const left = buttons.filter((button) => button !== "Show Tests");
    assert.deepEqual(left, ["Why Is It Red?", "Show Log", "Retry"]);
    const found = buttons.includes("Show Tests");
    assert.equal(found, (await vscode.commands.getCommands(true)).includes("forgeline.pipeline.showTestReport"));
    const shown = executed();
    await press("Show Log");
    const [name, given] = await shown;
    assert.deepEqual([name, (given as JobRef).job.id], ["forgeline.job.showLog", jobs[2]?.job.id]);
    const before = await stage.control.lastRequest();
    await clock.pass(3 * minute);
    assert.equal(await stage.asked("GET", new RegExp(`/pipelines/${row.pipeline.id}$`), before), 0, "it is over");
    assert.equal(stage.messages.count, 0);
    assert.equal((await rowOf(row.pipeline.id)).description.includes("watched"), false);
    await run(await stage.pipelineRow(row.pipeline.id));
    await stage.says(/^Notify Me When Pipeline Ends: Pipeline #\d+ .*is not running \(status: failed\)\./);
    assert.deepEqual(stage.app.pipelines.watching.all, []);
  });

  command("forgeline.job.notify", "reports a finished job with its log and retry", async (run) => {
    const { jobs } = await running("for a job");
    const [, , job] = jobs;
    assert.ok(job);
    await run(job, [job]);
    await finish(job, "failed");
    await clock.pass(minute);
    const { text, buttons } = await stage.message();
    assert.equal(text, `Job “test” of pipeline #${job.job.pipeline?.id} on main failed.`);
    const others = buttons.filter((button) => button !== "Show Tests");
    assert.deepEqual(others, ["Why Is It Red?", "Show Log", "Retry"]);
    const retried = executed();
    await press("Retry");
    const [name, given] = await retried;
    assert.deepEqual([name, (given as JobRef).job.id], ["forgeline.job.retry", job.job.id]);
  });

  command("forgeline.stopWatching", "stops from a row or the palette", async (run) => {
    const { row, jobs } = await running("not that important");
    const [, , job] = jobs;
    assert.ok(job);
    await addWatch(stage.app.pipelines.watching, row);
    await addWatch(stage.app.pipelines.watching, job);
    await run(row, [row]);
    const found = stage.app.pipelines.watching.all.map(({ kind, id }) => [kind, id]);
    assert.deepEqual(found, [["job", job.job.id]]);
    assert.equal((await rowOf(row.pipeline.id)).context, "pipeline cancelable");
    await Promise.all([run(), pick("Stop Watching Pipeline or Job", `Job #${job.job.id} test`)]);
    await run();
    assert.deepEqual(stage.notices, [
      `Pipeline #${row.pipeline.id} is no longer watched.`,
      `Job #${job.job.id} is no longer watched.`,
      "No pipelines or jobs are watched.",
    ]);
    await finish(job, "failed");
    await clock.pass(2 * minute);
    assert.equal(stage.messages.count, 0);
  });

  it("reports own failed pipelines as configured", async () => {
    const made = (name: string, user: "alice" | "bob") =>
      stage.pipeline({ name, user, status: "running", jobs: [{ name: "a", status: "running" }] });
    const [mine, passing, theirs] = [
      await made("mine", "alice"),
      await made("passing", "alice"),
      await made("theirs", "bob"),
    ];
    const setting = await withSetting("forgeline.notifications.ownPipelines", "failures");
    undo.push({ dispose: () => setting[Symbol.asyncDispose]() });
    await stage.app.pipelines.watching.load();
    const before = await stage.control.lastRequest();
    // At rest the status bar and this share one request a minute.
    await clock.pass(4 * minute);
    await finish(mine.jobs[0], "failed");
    await finish(passing.jobs[0], "success");
    await finish(theirs.jobs[0], "failed");
    await clock.pass(4 * minute);
    assert.equal((await stage.message()).text, `Pipeline #${mine.row.pipeline.id} “mine” on main failed.`);
    assert.ok((await stage.asked("GET", /\/pipelines\?.*username=alice/, before)) >= 2);
    const each = [mine, passing, theirs].map(({ row }) => row.pipeline.id).join("|");
    assert.equal(await stage.asked("GET", new RegExp(`/pipelines/(${each})$`), before), 0);
    await setting[Symbol.asyncDispose]();
    const off = await stage.control.lastRequest();
    await clock.pass(5 * minute);
    assert.equal(await stage.asked("GET", /username=alice/, off), 0);
  });
});
