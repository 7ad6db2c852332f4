import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { command } from "./commandTest.ts";
import { drawn } from "./playedBoxes.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("job commands", () => {
  const stage = setStage();
  const { look, pick, dialog, press } = stage;

  const attempts = async (pipeline: number, name: string) => {
    const { items } = await stage.client.jobs
      .listForPipeline(stage.scope.project, pipeline, { include_retried: true })
      .all();
    return items.filter((job) => job.name === name);
  };
  const status = async (id: number): Promise<string> =>
    (await stage.client.jobs.get(stage.scope.project, id)).status ?? "";

  command(
    "forgeline.job.retry",
    "retries a job and offers its log @oldest @window",
    drawn("message with buttons", async (run) => {
      const { row, jobs } = await stage.pipeline({
        jobs: [{ name: "flaky", status: "failed", trace: "old attempt\n" }],
      });
      await run(jobs[0], [jobs[0]]);
      const [newer] = await attempts(row.pipeline.id, "flaky");
      assert.ok(newer && newer.id > jobs[0]!.job.id, "there is a newer attempt");
      assert.deepEqual(await stage.message(), {
        level: "information",
        text: "Retrying job “flaky”.",
        buttons: ["Show Log"],
      });
      await press("Show Log");
      const { logs } = stage.app.jobs;
      await until("the new attempt's log to be followed", async () => {
        await stage.control.waitForRequest({ path: `/jobs/${newer.id}/trace` });
        return logs.following.some(({ job }) => job.id === newer.id);
      });
      logs.stop();
    }),
  );

  command("forgeline.job.retry", "retries all selected jobs and names failures", async (run) => {
    const { row, jobs } = await stage.pipeline({
      jobs: ["one", "two", "three"].map((name) => ({ name, status: "failed" as const })),
    });
    await stage.control.fault({ path: `/jobs/${jobs[1]!.job.id}/retry$`, status: 403, body: { message: "No" } });
    const [, said] = await Promise.all([run(jobs[0], jobs), dialog("Retry Jobs")]);
    for (const words of [/Retry 3 jobs\?/, /• job “one”/, /• job “two”/, /• job “three”/]) assert.match(said, words);
    const messages = stage.messages.take();
    assert.equal(messages.length, 2, "the question, and one message at the end");
    assert.match(messages[1]!.text, /^Retry Job: 1 of 3 failed: job “two”\. First error: /);
    for (const [name, count] of Object.entries({ one: 2, two: 1, three: 2 }))
      assert.equal((await attempts(row.pipeline.id, name)).length, count, name);
  });

  command("forgeline.job.retryFailed", "retries failed jobs of a stage or group", async (run) => {
    const { row, jobs } = await stage.pipeline({
      jobs: [
        { name: "unit 1/3", status: "failed" },
        { name: "unit 2/3", status: "success" },
        { name: "unit 3/3", status: "failed" },
        { name: "lint", status: "failed" },
      ],
    });
    const { instance, project } = stage.scope;
    const [, ...others] = jobs;
    const jobGroup = { jobs: jobs.slice(0, 3).map(({ job }) => ({ job, earlier: [] })) };
    const no = run({ instance, project, jobGroup });
    assert.match(await stage.answer("Cancel"), /^Retry 2 failed jobs\?\n• job “unit 1\/3”\n• job “unit 3\/3”$/);
    await no;
    assert.equal((await attempts(row.pipeline.id, "unit 1/3")).length, 1);
    await Promise.all([run({ instance, project, jobGroup }), stage.answer("Retry Failed Jobs")]);
    const stageRow = { name: "test", jobs: others.slice(2).map(({ job }) => ({ job, earlier: [] })) };
    const one = run({ instance, project, pipelineId: row.pipeline.id, stage: stageRow });
    assert.match(await stage.answer("Retry Failed Jobs"), /^Retry 1 failed job\?\n• job “lint”$/);
    await one;
    assert.deepEqual(stage.notices, ["Retrying 2 jobs.", "Retrying 1 job."]);
    for (const [name, count] of Object.entries({ "unit 1/3": 2, "unit 2/3": 1, "unit 3/3": 2, lint: 2 }))
      assert.equal((await attempts(row.pipeline.id, name)).length, count, name);
  });

  command("forgeline.job.cancel", "cancels all selected jobs or none", async (run) => {
    const { jobs } = await stage.pipeline({
      jobs: ["one", "two"].map((name) => ({ name, status: "running" as const })),
    });
    await Promise.all([run(jobs[0], jobs), stage.answer("Keep Running")]);
    assert.deepEqual(await Promise.all(jobs.map(({ job }) => status(job.id))), ["running", "running"]);
    await Promise.all([run(jobs[0], jobs), stage.answer("Cancel Jobs")]);
    assert.deepEqual(await Promise.all(jobs.map(({ job }) => status(job.id))), ["canceled", "canceled"]);
    assert.deepEqual(stage.notices, ["Canceling 2 jobs."]);
  });

  command("forgeline.job.retry", "offers only jobs that can be retried", async (run) => {
    const { row } = await stage.pipeline({
      jobs: [
        { name: "zebra ended", status: "failed" },
        { name: "zebra runs", status: "running" },
      ],
    });
    const done = run();
    const box = "Retry Job";
    await look(box, "zebra ended");
    await pick(box, "zebra ended", "zebra");
    await done;
    assert.equal((await attempts(row.pipeline.id, "zebra ended")).length, 2);
    assert.equal((await attempts(row.pipeline.id, "zebra runs")).length, 1);
    await stage.message();
  });

  command("forgeline.job.retry", "reports a running job", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "busy", status: "running" }] });
    await run(jobs[0]);
    await stage.says(/^Retry Job: .*“busy”.*“running”/, ["Refresh", "Show Log"]);
  });

  command("forgeline.job.cancel", "asks before it cancels another user's job", async (run) => {
    const { jobs } = await stage.pipeline({ user: "bob", jobs: [{ name: "theirs", status: "running" }] });
    const { id } = jobs[0]!.job;
    const done = run(jobs[0]);
    assert.match(await stage.answer("Keep Running"), /^Cancel job “theirs” on .*\nIt was triggered by @bob\.$/);
    await done;
    assert.equal(await status(id), "running");
    await Promise.all([run(jobs[0]), stage.answer("Cancel Job")]);
    assert.equal(await status(id), "canceled");
  });

  command("forgeline.job.cancel", "finds a job by its pipeline", async (run) => {
    const { row, jobs } = await stage.pipeline({ name: "by way of", jobs: [{ name: "inner", status: "running" }] });
    const done = run();
    const box = "Cancel Job";
    await pick(box, "Jobs of One Pipeline…");
    await pick(box, `#${row.pipeline.id} by way of`, "by way of");
    await pick(box, "inner", "inner");
    await done;
    assert.equal(await status(jobs[0]!.job.id), "canceled");
  });

  command("forgeline.job.play", "starts the picked manual job", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "by hand too", status: "manual" }] });
    await Promise.all([run(), pick("Play Job", "by hand too", "by hand too")]);
    assert.notEqual(await status(jobs[0]!.job.id), "manual");
    await stage.message();
  });

  command("forgeline.job.play", "explains a host without the route, asked once", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "not here", status: "manual" }] });
    await stage.control.fault({ path: "/jobs/\\d+/play$", status: 404, body: { error: "404 Not Found" } });
    await run(jobs[0]);
    await stage.says(/^Play Job: 127\.0\.0\.1:\d+ does not support starting manual/, ["Open in Browser", "Show Log"]);
    const last = await stage.control.lastRequest();
    // While a message is open, the same one is not shown again.
    await stage.closeMessages();
    await run();
    await stage.says(/does not support starting manual jobs through its API/);
    assert.equal(await stage.asked("POST", /\/play$/, last), 0);
  });

  it("runs from the command palette by title @oldest", async () => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "from the palette", status: "running" }] });
    await stage.person({ action: "palette", command: "Forgeline: Cancel Job" });
    await pick("Cancel Job", "from the palette", "from the palette");
    await stage.control.waitFor({ jobId: jobs[0]!.job.id, status: ["canceled"] });
  });

  command("forgeline.job.showLog", "opens from the palette", async (run) => {
    const { jobs } = await stage.pipeline({
      jobs: [
        { name: "talks", status: "running", trace: "hello\n" },
        { name: "waits for hands", status: "manual" },
      ],
    });
    const done = run();
    const box = "Show Job Log";
    const { rows } = await look(box, "talks");
    assert.ok(!rows.includes("waits for hands"), "a job that never ran has no log");
    await pick(box, "talks", "talks");
    await done;
    const found = stage.app.jobs.logs.following.map(({ job }) => job.id);
    assert.deepEqual(found, [jobs[0]!.job.id]);
    stage.app.jobs.logs.stop();
  });

  command("forgeline.job.stopLog", "asks which of several logs to stop", async (run) => {
    await run();
    assert.deepEqual(stage.notices, ["No job log is being followed."]);
    const { jobs } = await stage.pipeline({
      jobs: [
        { name: "first", status: "running" },
        { name: "second", status: "running" },
      ],
    });
    for (const job of jobs) await stage.app.jobs.logs.show(job);
    await Promise.all([run(), pick("Stop Following Job Log", "second")]);
    const seen = stage.app.jobs.logs.following.map(({ job }) => job.name);
    assert.deepEqual(seen, ["first"]);
    await run();
    assert.deepEqual(stage.app.jobs.logs.following, [], "the only one is not asked for");
  });
});
