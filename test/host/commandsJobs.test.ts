import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { command } from "./commandTest.ts";
import { drawn } from "./playedBoxes.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("job commands", () => {
  const stage = setStage();

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
    "retries the job of a row, and offers the new attempt's log",
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
      await stage.person({ action: "press", button: "Show Log" });
      const { logs } = stage.app.jobs;
      await until("the new attempt's log to be followed", async () => {
        await stage.control.waitForRequest({ path: `/jobs/${newer.id}/trace` });
        return logs.following.some(({ job }) => job.id === newer.id);
      });
      logs.stop();
    }),
  );

  command("forgeline.job.retry", "retries all selected jobs after one question, and names what failed", async (run) => {
    const { row, jobs } = await stage.pipeline({
      jobs: ["one", "two", "three"].map((name) => ({ name, status: "failed" as const })),
    });
    await stage.control.fault({ path: `/jobs/${jobs[1]!.job.id}/retry$`, status: 403, body: { message: "No" } });
    const done = run(jobs[0], jobs);
    const said = await stage.person({ action: "dialog", button: "Retry Jobs" });
    await done;
    for (const words of [/Retry 3 jobs\?/, /• job “one”/, /• job “two”/, /• job “three”/]) assert.match(said, words);
    const messages = stage.messages.take();
    assert.equal(messages.length, 2, "the question, and one message at the end");
    assert.match(messages[1]!.text, /^Retry Job: 1 of 3 failed: job “two”\. First error: /);
    for (const [name, count] of [
      ["one", 2],
      ["two", 1],
      ["three", 2],
    ] as const)
      assert.equal((await attempts(row.pipeline.id, name)).length, count, name);
  });

  command(
    "forgeline.job.retryFailed",
    "retries what failed in a stage, or in a group of it, after one question",
    async (run) => {
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
      const yes = run({ instance, project, jobGroup });
      await stage.answer("Retry Failed Jobs");
      await yes;
      const stageRow = { name: "test", jobs: others.slice(2).map(({ job }) => ({ job, earlier: [] })) };
      const one = run({ instance, project, pipelineId: row.pipeline.id, stage: stageRow });
      assert.match(await stage.answer("Retry Failed Jobs"), /^Retry 1 failed job\?\n• job “lint”$/);
      await one;
      assert.deepEqual(stage.notices, ["Retrying 2 jobs.", "Retrying 1 job."]);
      for (const [name, count] of [
        ["unit 1/3", 2],
        ["unit 2/3", 1],
        ["unit 3/3", 2],
        ["lint", 2],
      ] as const)
        assert.equal((await attempts(row.pipeline.id, name)).length, count, name);
    },
  );

  command("forgeline.job.cancel", "cancels all selected jobs, or none", async (run) => {
    const { jobs } = await stage.pipeline({
      jobs: ["one", "two"].map((name) => ({ name, status: "running" as const })),
    });
    const no = run(jobs[0], jobs);
    await stage.person({ action: "dialog", button: "Keep Running" });
    await no;
    assert.deepEqual(await Promise.all(jobs.map(({ job }) => status(job.id))), ["running", "running"]);
    const done = run(jobs[0], jobs);
    await stage.person({ action: "dialog", button: "Cancel Jobs" });
    await done;
    assert.deepEqual(await Promise.all(jobs.map(({ job }) => status(job.id))), ["canceled", "canceled"]);
    assert.deepEqual(stage.notices, ["Canceling 2 jobs."]);
    stage.messages.take();
  });

  command("forgeline.job.retry", "offers in a quick pick only jobs that can run again", async (run) => {
    const { row } = await stage.pipeline({
      jobs: [
        { name: "zebra ended", status: "failed" },
        { name: "zebra runs", status: "running" },
      ],
    });
    const done = run();
    const box = { box: "Retry Job" };
    await stage.person({ action: "look", ...box, saying: "zebra ended" });
    await stage.person({ action: "pick", ...box, type: "zebra", row: "zebra ended" });
    await done;
    assert.equal((await attempts(row.pipeline.id, "zebra ended")).length, 2);
    assert.equal((await attempts(row.pipeline.id, "zebra runs")).length, 1);
    await stage.message();
  });

  command(
    "forgeline.job.retry",
    "says once that a running job cannot be retried, and offers to refresh",
    async (run) => {
      const { jobs } = await stage.pipeline({ jobs: [{ name: "busy", status: "running" }] });
      await run(jobs[0]);
      const { level, text, buttons } = await stage.message();
      assert.equal(level, "error");
      assert.match(text, /^Retry Job: .*“busy”.*“running”/);
      assert.deepEqual(buttons, ["Refresh", "Show Log"]);
    },
  );

  command("forgeline.job.cancel", "cancels the job of a row", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "long", status: "running" }] });
    await run(jobs[0], [jobs[0]]);
    assert.equal(await status(jobs[0]!.job.id), "canceled");
    assert.deepEqual(stage.notices, ["Canceling job “long”."]);
  });

  command("forgeline.job.cancel", "asks before it ends the job of another user", async (run) => {
    const { jobs } = await stage.pipeline({ user: "bob", jobs: [{ name: "theirs", status: "running" }] });
    const { id } = jobs[0]!.job;
    let done = run(jobs[0]);
    assert.match(await stage.answer("Keep Running"), /^Cancel job “theirs” on .*\nIt was triggered by @bob\.$/);
    await done;
    assert.equal(await status(id), "running");
    done = run(jobs[0]);
    await stage.answer("Cancel Job");
    await done;
    assert.equal(await status(id), "canceled");
  });

  command("forgeline.job.cancel", "takes a typed number from the palette", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "typed", status: "pending" }] });
    const { id } = jobs[0]!.job;
    const done = run();
    await stage.person({ action: "pick", box: "Cancel Job", type: `#${id}`, row: `Job #${id}` });
    await done;
    assert.equal(await status(id), "canceled");
  });

  command("forgeline.job.cancel", "finds a job by way of its pipeline", async (run) => {
    const { row, jobs } = await stage.pipeline({ name: "by way of", jobs: [{ name: "inner", status: "running" }] });
    const done = run();
    const box = { box: "Cancel Job" };
    await stage.person({ action: "pick", ...box, row: "Jobs of One Pipeline…" });
    await stage.person({ action: "pick", ...box, type: "by way of", row: `#${row.pipeline.id} by way of` });
    await stage.person({ action: "pick", ...box, type: "inner", row: "inner" });
    await done;
    assert.equal(await status(jobs[0]!.job.id), "canceled");
  });

  command("forgeline.job.cancel", "is silent when its quick pick is closed", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "kept", status: "running" }] });
    const done = run();
    await stage.person({ action: "look", box: "Cancel Job", saying: "kept" });
    await stage.person({ action: "key", box: "Cancel Job", key: "Escape" });
    await done;
    assert.equal(await status(jobs[0]!.job.id), "running");
    assert.deepEqual(stage.notices, []);
  });

  command("forgeline.job.play", "starts a manual job of a row", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "deploy by hand", status: "manual" }] });
    await run(jobs[0], [jobs[0]]);
    assert.notEqual(await status(jobs[0]!.job.id), "manual");
    assert.equal((await stage.message()).text, "Starting job “deploy by hand”.");
  });

  command("forgeline.job.play", "asks for a manual job in the palette", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "by hand too", status: "manual" }] });
    const done = run();
    await stage.person({ action: "pick", box: "Play Job", type: "by hand too", row: "by hand too" });
    await done;
    assert.notEqual(await status(jobs[0]!.job.id), "manual");
    await stage.message();
  });

  command("forgeline.job.play", "explains where the host has no route for it, and does not ask again", async (run) => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "not here", status: "manual" }] });
    await stage.control.fault({ path: "/jobs/\\d+/play$", status: 404, body: { error: "404 Not Found" } });
    await run(jobs[0]);
    const { level, text, buttons } = await stage.message();
    assert.equal(level, "error");
    assert.match(
      text,
      /^Play Job: 127\.0\.0\.1:\d+ does not support starting manual jobs through its API\. Start the job on its web page\.$/,
    );
    assert.deepEqual(buttons, ["Open in Browser", "Show Log"]);
    const last = await stage.control.lastRequest();
    // While a message is open, the same one is not shown again.
    await stage.closeMessages();
    await run();
    assert.match((await stage.message()).text, /does not support starting manual jobs through its API/);
    assert.equal(await stage.asked("POST", /\/play$/, last), 0);
  });

  it("comes by the palette with its words", async () => {
    const { jobs } = await stage.pipeline({ jobs: [{ name: "from the palette", status: "running" }] });
    await stage.person({ action: "palette", command: "Forgeline: Cancel Job" });
    await stage.person({ action: "pick", box: "Cancel Job", type: "from the palette", row: "from the palette" });
    await stage.control.waitFor({ jobId: jobs[0]!.job.id, status: ["canceled"] });
  });

  command(
    "forgeline.job.showLog",
    "is reached from the palette, and stopLog stops the one that is followed",
    async (run) => {
      const { jobs } = await stage.pipeline({
        jobs: [
          { name: "talks", status: "running", trace: "hello\n" },
          { name: "waits for hands", status: "manual" },
        ],
      });
      const done = run();
      const box = { box: "Show Job Log" };
      const { rows } = JSON.parse(await stage.person({ action: "look", ...box, saying: "talks" })) as {
        rows: string[];
      };
      assert.ok(!rows.includes("waits for hands"), "a job that never ran has no log");
      await stage.person({ action: "pick", ...box, type: "talks", row: "talks" });
      await done;
      assert.deepEqual(
        stage.app.jobs.logs.following.map(({ job }) => job.id),
        [jobs[0]!.job.id],
      );
      stage.app.jobs.logs.stop();
    },
  );

  command(
    "forgeline.job.stopLog",
    "says so when no log is followed, and asks which when there are several",
    async (run) => {
      await run();
      assert.deepEqual(stage.notices, ["No job log is being followed."]);
      const { jobs } = await stage.pipeline({
        jobs: [
          { name: "first", status: "running" },
          { name: "second", status: "running" },
        ],
      });
      for (const job of jobs) await stage.app.jobs.logs.show(job);
      const done = run();
      await stage.person({ action: "pick", box: "Stop Following Job Log", row: "second" });
      await done;
      assert.deepEqual(
        stage.app.jobs.logs.following.map(({ job }) => job.name),
        ["first"],
      );
      await run();
      assert.deepEqual(stage.app.jobs.logs.following, [], "the only one is not asked for");
    },
  );
});
