import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ApiError } from "../../src/api/errors.ts";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import { addWatch } from "../../src/features/pipelines/notifications/addWatch.ts";
import { command } from "./commandTest.ts";
import { clipboard } from "./inFront.ts";
import { ownProject } from "./ownProject.ts";
import { drawn } from "./playedBoxes.ts";
import { PollClock } from "./pollClock.ts";
import { refuse } from "./refuse.ts";
import { type Row, Rows } from "./rows.ts";
import { hideViews } from "./shownView.ts";
import { replace, withSetting } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("pipeline commands", () => {
  const stage = setStage();
  const { look, pick, type, fill, check, dialog, titleButton, escape, enter, typeAt, pickAt } = stage;
  const get = (id: number) => stage.client.pipelines.get(stage.scope.project, id);
  const statuses = async (id: number): Promise<string[]> => {
    const { items } = await stage.client.jobs.listForPipeline(stage.scope.project, id).all();
    return items.map((job) => job.status ?? "");
  };

  command(
    "forgeline.pipeline.retry",
    "offers pipelines that can be retried @window",
    drawn("pick from pages", async (run) => {
      const { row } = await stage.pipeline({ name: "lost its way", jobs: [{ status: "failed" }] });
      await stage.pipeline({ name: "nothing ran", jobs: [{ status: "skipped" }] });
      const done = run();
      const { rows } = await look("Retry Pipeline", "lost its way");
      assert.ok(!rows.some((label) => label.includes("nothing ran")), "one in which nothing ran is not offered");
      await pick("Retry Pipeline", "lost its way", "lost its way");
      await done;
      assert.ok(!(await statuses(row.pipeline.id)).includes("failed"));
    }),
  );

  command("forgeline.pipeline.copyId", "copies the ID of a row or a picked pipeline", async (run) => {
    const { row } = await stage.pipeline({ name: "to be told of" });
    await run(row, [row]);
    assert.equal(await clipboard(), String(row.pipeline.id));
    await vscode.env.clipboard.writeText("");
    await Promise.all([run(), pick("Copy Pipeline ID", "to be told of", "to be told of")]);
    assert.equal(await clipboard(), String(row.pipeline.id));
    const said = `Copied pipeline ID ${row.pipeline.id}.`;
    assert.deepEqual(stage.notices, [said, said]);
  });

  command("forgeline.pipeline.cancel", "stops jobs after a question", async (run) => {
    const { row } = await stage.pipeline({ jobs: [{ status: "running" }, { status: "pending" }] });
    const words = /^Cancel pipeline #\d+ on 127.*\nAll of its unfinished jobs will be stopped\.$/;
    const done = run(row, [row]);
    assert.match(await stage.answer("Keep Running"), words);
    await done;
    assert.deepEqual(await statuses(row.pipeline.id), ["pending", "running"]);
    await Promise.all([run(row, [row]), stage.answer("Cancel Pipeline")]);
    assert.deepEqual(await statuses(row.pipeline.id), ["canceled", "canceled"]);
    assert.deepEqual(stage.notices, [`Canceling pipeline #${row.pipeline.id}.`]);
  });

  command(
    "forgeline.pipeline.cancel",
    "takes a typed ID and reports a missing pipeline @window",
    drawn(["typed row", "pick one"], async (run) => {
      const { row } = await stage.pipeline({ jobs: [{ status: "running" }] });
      const { id } = row.pipeline;
      const done = run();
      await pick("Cancel Pipeline", `Pipeline #${id}`, String(id));
      await stage.answer("Cancel Pipeline");
      await done;
      assert.deepEqual(await statuses(id), ["canceled"]);
      await Promise.all([run(), pick("Cancel Pipeline", "Pipeline #999999", "999999")]);
      await stage.says(/^Cancel Pipeline: Not found on/, ["Refresh", "Show Log"]);
    }),
  );

  command(
    "forgeline.pipeline.rename",
    "keeps the typed name when the host rejects it @window",
    drawn(["text", "refused text"], async (run) => {
      const { row } = await stage.pipeline({ name: "before", jobs: [{}] });
      const body = { message: { name: ["is taken"] } };
      await stage.control.fault({ method: "PUT", path: "/metadata", status: 400, times: 1, body });
      const done = run(row, [row]);
      const box = "Rename Pipeline";
      assert.equal((await look(box)).value, "before");
      await type(box, " after all ");
      const refused = await look(box, "is taken");
      assert.equal(refused.value, " after all ");
      assert.match(refused.message, /rejected the request: name is taken/);
      await enter(box);
      await done;
      assert.equal((await get(row.pipeline.id)).name, "after all");
      assert.deepEqual(stage.notices, [`Renamed pipeline #${row.pipeline.id}.`]);
    }),
  );

  command("forgeline.pipeline.rename", "asks before it overwrites someone else's name", async (run) => {
    const { row } = await stage.pipeline({ name: "before", jobs: [{}] });
    const done = run(row, [row]);
    const box = "Rename Pipeline";
    await look(box);
    await stage.client.pipelines.updateMetadata(stage.scope.project, row.pipeline.id, { name: "theirs" });
    await type(box, "mine");
    await look(box, "Someone changed the name to “theirs” in the meantime");
    assert.equal((await get(row.pipeline.id)).name, "theirs");
    await enter(box);
    await done;
    assert.equal((await get(row.pipeline.id)).name, "mine");
  });

  command(
    "forgeline.pipeline.delete",
    "says in a dialog what is lost, and keeps it all on Cancel @oldest @window",
    drawn("modal dialog", async (run) => {
      const { row } = await stage.pipeline({ name: "dear", ref: "main", jobs: [{ trace: "once" }] });
      const [, said] = await Promise.all([run(row, [row]), dialog("Cancel")]);
      assert.match(said, new RegExp(`Delete pipeline #${row.pipeline.id} “dear” on “main”\\?`));
      assert.match(said, /Its jobs, logs, artifacts and triggers are deleted too\. This cannot be undone/);
      assert.equal((await get(row.pipeline.id)).name, "dear");
      assert.equal(stage.messages.take()[0]?.detail === undefined, false, "it is modal");
      assert.equal(await stage.asked("DELETE", new RegExp(`/pipelines/${row.pipeline.id}$`)), 0);
    }),
  );

  command("forgeline.pipeline.delete", "deletes all selected ones after one question", async (run) => {
    const rows = [await stage.pipeline({ name: "old" }), await stage.pipeline({ name: "older" })].map(({ row }) => row);
    const [, said] = await Promise.all([run(rows[1], rows), stage.answer("Delete Pipelines")]);
    for (const words of [/Delete 2 pipelines\?/, /“old”/, /“older”/, /This cannot be undone/])
      assert.match(said, words);
    for (const { pipeline } of rows)
      await assert.rejects(get(pipeline.id), (error: ApiError) => error.kind === "notFound");
    assert.deepEqual(stage.notices, ["Deleted 2 pipelines."]);
  });

  command(
    "forgeline.pipeline.showVariables",
    "hides values until asked and copies the chosen one @window",
    drawn("title button", async (run) => {
      const { row } = await stage.pipeline({
        jobs: [{}],
        variables: [
          { key: "COLOR", value: "red" },
          { key: "KEY_FILE", value: "line 1\nline 2", variable_type: "file" },
        ],
      });
      const done = run(row, [row]);
      const box = `Variables of Pipeline #${row.pipeline.id}`;
      assert.deepEqual((await look(box)).rows, ["COLOR", "KEY_FILE", "Show Values", "Open in Editor"]);
      await titleButton(box, "Show Values");
      await pickAt(box, "line 1 line 2", "KEY_FILE");
      await done;
      assert.equal(await clipboard(), "line 1\nline 2");
      assert.deepEqual(stage.notices, ["Copied the value of KEY_FILE."]);
    }),
  );

  command("forgeline.pipeline.showVariables", "shows all in a read-only document", async (run) => {
    await stage.pipeline({ name: "with variables", jobs: [{}], variables: [{ key: "COLOR", value: "red" }] });
    const done = run();
    await pick("Show Pipeline Variables", "with variables", "with variables");
    await pick("Variables of Pipeline", "Open in Editor");
    await done;
    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.uri.scheme, "forgeline-text");
    assert.equal(shown.getText(), "COLOR=red\n");
    const { row: bare } = await stage.pipeline({ jobs: [{}] });
    await run(bare);
    assert.deepEqual(stage.notices, [`Pipeline #${bare.pipeline.id} has no variables.`]);
  });

  describe("and the Pipelines view", () => {
    after(() => vscode.commands.executeCommand("workbench.view.explorer"));
    const selected = async (id: number): Promise<void> => {
      await stage.person({ action: "find", role: "treeitem", name: `Pipeline ${id}, `, states: { selected: true } });
      assert.equal(stage.app.pipelines.view.visible, true);
    };

    command("forgeline.pipeline.reveal", "selects the row of a pipeline", async (run) => {
      const { row } = await stage.pipeline({ jobs: [{}] });
      await run(row);
      await selected(row.pipeline.id);
    });

    command("forgeline.pipeline.showLatest", "selects the latest pipeline of a branch", async (run) => {
      const { sha } = await stage.control.commit({ "latest.txt": "1" }, { branch: "latest-one" });
      const { row: older } = await stage.pipeline({ ref: "latest-one", sha, jobs: [{}] });
      const { row: newer } = await stage.pipeline({ ref: "latest-one", sha, jobs: [{}] });
      await run("latest-one");
      await selected(newer.pipeline.id);
      await vscode.commands.executeCommand("forgeline.pipeline.reveal", older);
      await selected(older.pipeline.id);
      await Promise.all([run(), pick("Show Latest Pipeline", "Use “latest-one”", "latest-one")]);
      await selected(newer.pipeline.id);
    });

    command("forgeline.pipeline.showLatest", "offers to run one where there is none", async (run) => {
      await stage.control.commit({ ".gitlab-ci.yml": null }, { branch: "without-ci" });
      await run("without-ci");
      await stage.says(/No pipeline for the latest commit of “without-ci” yet\.$/, ["Run Pipeline", "Show Log"]);
    });

    /** What the CI file of `main` describes. */
    const offered = ["STATION_NAME", "INTEGRATION_SECONDS", "DEPLOY_TARGET"];
    const box = "Run Pipeline";

    /** The pipeline that was started last, and its variables; it is canceled. */
    const started = async () => {
      const [pipeline] = (await stage.client.pipelines.list(stage.scope.project).page()).items;
      assert.ok(pipeline);
      const { items } = await stage.client.pipelines.variables(stage.scope.project, pipeline.id).all();
      await stage.client.pipelines.cancel(stage.scope.project, pipeline.id);
      return { ...pipeline, variables: items.map(({ key, value, variable_type: type }) => `${type} ${key}=${value}`) };
    };

    command("forgeline.pipeline.run", "starts one on a branch with variables of both types", async (run) => {
      const done = run();
      await pick(box, "main", "main");
      await addVariable("COLOR", "Environment variable", "deep red");
      await addVariable("KEY_FILE", "File", "secret text");
      const before = (await look("Run Pipeline", "KEY_FILE")).rows;
      assert.deepEqual(before, ["Run Pipeline on “main”", "Add Variable…", ...offered, "COLOR", "KEY_FILE"]);
      await pick(box, "Run Pipeline on “main”");
      await done;
      const { id, variables } = await started();
      assert.match(stage.notices.at(-1) ?? "", new RegExp(`^Started pipeline #${id} on “main”\\.`));
      assert.deepEqual(variables, [
        "env_var STATION_NAME=North Pier",
        "env_var INTEGRATION_SECONDS=48",
        "env_var DEPLOY_TARGET=review",
        "env_var COLOR=deep red",
        "file KEY_FILE=secret text",
      ]);
      await selected(id);
    });

    command(
      "forgeline.pipeline.run",
      "keeps the form when the host refuses @window",
      drawn(["form menu", "Back"], async (run) => {
        const body = { message: { base: ["Reference not found"] } };
        await stage.control.fault({ method: "POST", path: "/pipeline($|\\?)", status: 400, times: 1, body });
        const last = await stage.control.lastRequest();
        const done = run();
        await pick(box, "Use “no-such-branch”", "no-such-branch");
        await addVariable("COLOR", "Environment variable", "blue");
        await pick(box, "Run Pipeline on “no-such-branch”");
        const refused = await look("Run Pipeline", "Reference not found");
        const text = refused.rows[0] ?? "";
        assert.match(text, /rejected the request: Reference not found\. Change your input and try again/);
        assert.deepEqual(refused.rows.slice(1), ["Run Pipeline on “no-such-branch”", "Add Variable…", "COLOR"]);
        assert.equal(await stage.asked("POST", /\/pipeline$/, last), 1);
        await fill(box, "COLOR");
        await titleButton(box, "Back");
        await pick(box, "main", "main");
        const typed = (await look("Run Pipeline", "DEPLOY_TARGET")).value;
        assert.equal(typed, "", "what found a row hides no others when the person comes back");
        await pick(box, "Run Pipeline on “main”");
        await done;
        const { ref, variables } = await started();
        assert.deepEqual([ref, variables.length, variables.at(-1)], ["main", 4, "env_var COLOR=blue"]);
      }),
    );

    command("forgeline.pipeline.run", "keeps variables of a form that is closed", async (run) => {
      const first = run();
      await pick(box, "main", "main");
      await addVariable("DEPLOY_TOKEN", "Environment variable", "entered");
      await look(box, "DEPLOY_TOKEN");
      await escape(box);
      await first;
      const done = run();
      await pick(box, "main", "main");
      const { rows } = await look(box, "DEPLOY_TOKEN");
      assert.deepEqual(rows.slice(2), [...offered, "DEPLOY_TOKEN"]);
      await pick(box, "Run Pipeline on “main”");
      await done;
      assert.equal((await started()).variables.at(-1), "env_var DEPLOY_TOKEN=entered");
      const next = run();
      await pick(box, "main", "main");
      assert.deepEqual((await look(box, "Run Pipeline on")).rows.slice(2), offered, "not those of a pipeline that ran");
      await escape(box);
      await next;
    });

    command("forgeline.pipeline.run", "offers variables of the CI file", async (run) => {
      await stage.app.memory.update("forgeline.pipelineVariables", undefined);
      const done = run();
      await pick(box, "main", "main");
      await look("Run Pipeline", "How long the simulated sensors send, in seconds");
      await pick(box, "DEPLOY_TARGET");
      const choice = await look("Change Variable “DEPLOY_TARGET”", "staging");
      assert.deepEqual(choice.rows, ["review", "staging"]);
      assert.equal(choice.placeholder, "Where `deploy review` puts the page");
      await pick("Change Variable “DEPLOY_TARGET”", "staging");
      await look("Run Pipeline", "staging (default in the CI file: review)");
      await pick(box, "INTEGRATION_SECONDS");
      assert.equal(
        (await look("Change Variable “INTEGRATION_SECONDS”", "How long the simulated sensors send, in seconds")).value,
        "48",
      );
      await type("Change Variable “INTEGRATION_SECONDS”", "2");
      await look("Run Pipeline", "2 (default in the CI file: 48)");
      await pick(box, "Run Pipeline on “main”");
      await done;
      assert.deepEqual((await started()).variables, [
        "env_var STATION_NAME=North Pier",
        "env_var INTEGRATION_SECONDS=2",
        "env_var DEPLOY_TARGET=staging",
      ]);
      await stage.app.memory.update("forgeline.pipelineVariables", undefined);
    });

    command("forgeline.pipeline.runAgain", "reuses variables and their types", async (run) => {
      const { row } = await stage.pipeline({
        ref: "main",
        jobs: [{}],
        variables: [
          { key: "COLOR", value: "red" },
          { key: "KEY_FILE", value: "line 1\nline 2", variable_type: "file" },
        ],
      });
      const done = run(row, [row]);
      const box = "Repeat Pipeline with Same Variables";
      const found = (await look(box, "KEY_FILE")).rows;
      assert.deepEqual(found, ["Run Pipeline on “main”", "Add Variable…", "COLOR", "KEY_FILE"]);
      await pick(box, "Run Pipeline on “main”");
      await done;
      const { id, variables } = await started();
      assert.notEqual(id, row.pipeline.id);
      assert.deepEqual(variables, ["env_var COLOR=red", "file KEY_FILE=line 1\nline 2"]);
      await selected(id);
    });

    command("forgeline.pipeline.runAgain", "offers branches of the pipeline's own project", async (run) => {
      const other = await ownProject(stage.app);
      const { sha } = await other.commit({ "a.txt": "a" }, { branch: "of-the-other", message: "Begin [skip ci]" });
      const { id } = await other.add({ ref: "main", sha, jobs: [{}], variables: [{ key: "COLOR", value: "red" }] });
      const pipeline = await stage.client.pipelines.get(other.path, id);
      const row = { instance: other.instance, project: other.id, pipeline };
      const done = run(row, [row]);
      const box = "Repeat Pipeline with Same Variables";
      assert.deepEqual((await look(box, "COLOR")).rows, ["Run Pipeline on “main”", "Add Variable…", "COLOR"]);
      await titleButton(box, "Back");
      assert.deepEqual((await look(box, "of-the-other")).rows, ["main", "of-the-other"]);
      await pick(box, "of-the-other");
      await look(box, "Run Pipeline on “of-the-other”");
      await escape(box);
      await done;
    });

    command("forgeline.pipeline.runAgain", "offers a run without hidden variables", async (run) => {
      const { row } = await stage.pipeline({ name: "of others", ref: "main", jobs: [{}] });
      await refuse("/variables", { method: "GET" });
      await Promise.all([run(), pick("Repeat Pipeline with Same Variables", "of others", "of others")]);
      const words = new RegExp(`The variables of pipeline #${row.pipeline.id} on .* are not available to your account`);
      await stage.says(words, ["Run Pipeline…", "Show Log"]);
    });

    async function addVariable(key: string, kind: string, value: string): Promise<void> {
      await pick("Run Pipeline", "Add Variable…");
      const box = "Add Variable";
      await typeAt(box, "Enter the name of the variable", key);
      await pickAt(box, kind, kind);
      await typeAt(box, `Value of ${key}`, value);
    }

    command("forgeline.refresh", "reads the lists anew", async (run) => {
      await vscode.commands.executeCommand("forgeline.pipelines.focus");
      const last = await stage.control.lastRequest();
      await run();
      await stage.control.waitForRequest({ path: "/pipelines\\?", since: last });
    });

    command(
      "forgeline.pipelines.filter",
      "applies each filter at once @window",
      drawn(["row button", "form menu"], async (run) => {
        const box = "Filter Pipelines";
        const done = run();
        await pickAt(box, "Select filters", "Status");
        await look("Status", "Any");
        await pick("Status", "Failed", "failed");
        await look(box, "Filters are applied as you choose");
        assert.deepEqual(stage.app.pipelines.view.contents?.filter.value, { status: "failed" });
        await stage.control.waitForRequest({ path: "/pipelines\\?.*status=failed" });
        await pick(box, "Commit");
        await typeAt("Commit", "Enter the full SHA of the commit", "no hash");
        assert.equal((await look("Commit", "Use only the digits 0–9 and a–f")).value, "no hash");
        await escape("Commit");
        await stage.person({ action: "pick", box, row: "Status", button: "Clear" });
        await look(box, "Select filters");
        assert.deepEqual(stage.app.pipelines.view.contents.filter.value, {});
        await escape(box);
        await done;
      }),
    );

    command("forgeline.pipelines.clearFilter", "shows all again", async (run) => {
      await stage.app.pipelines.view.contents?.filter.set({ status: "failed", ref: "main" });
      await run();
      assert.deepEqual(stage.app.pipelines.view.contents?.filter.value, {});
    });

    command("forgeline.loadMore", "adds the next page below the list's row", async (run) => {
      await vscode.commands.executeCommand("forgeline.pipelines.focus");
      const last = await stage.control.lastRequest();
      const { instance, project } = stage.scope;
      await run("forgeline.pipelines", `${instance} ${project}/all`);
      await stage.control.waitForRequest({ path: "/pipelines\\?.*page=2", since: last });
    });
  });

  command(
    "forgeline.jobs.filter",
    "requests the chosen statuses only @window",
    drawn("pick many", async (run) => {
      await Promise.all([run(), check("Filter Jobs", ["Failed", "Manual"])]);
      assert.deepEqual(stage.app.jobs.view.contents?.filter.value, ["failed", "manual"]);
      await vscode.commands.executeCommand("forgeline.jobs.focus");
      await stage.control.waitForRequest({ path: "/jobs\\?.*scope%5B%5D=failed.*scope%5B%5D=manual" });
      await stage.app.jobs.view.contents.filter.set([]);
      await vscode.commands.executeCommand("workbench.view.explorer");
    }),
  );

  command("forgeline.jobs.clearFilter", "shows jobs of every status again", async (run) => {
    const jobs = await stage.app.jobs.view.load();
    await jobs?.filter.set(["failed"]);
    assert.equal(stage.app.jobs.view.message, "Filter: failed");
    await run();
    assert.deepEqual([jobs?.filter.value, stage.app.jobs.view.message], [[], undefined]);
  });
});

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
