import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import { command } from "./commandTest.ts";
import { channelText, documentOf, hurry, onDidTellFollowing, textOfChannel } from "./jobChannels.ts";
import { withSetting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

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
    usual.dispose();
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
    const text = await channelText(ref, ended).finally(() => (usual = hurry(stage.app.jobs.logs)));
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
});
