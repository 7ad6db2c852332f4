import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PipelineRef } from "../../src/core/pipelines/refs.ts";
import { VIEWS } from "../../src/core/views.ts";
import { setMergeRequestStage } from "./mergeRequestStage.ts";
import { PollClock } from "./pollClock.ts";
import { Rows } from "./rows.ts";
import { hideViews, showAlone } from "./shownView.ts";
import { until } from "./until.ts";

const second = 1_000;
const jobPages = /^GET \/pipelines\/\d+\/jobs/;

describe("what one part has read", () => {
  const own = setMergeRequestStage();
  const { stage } = own;
  let clock: PollClock;
  beforeEach(() => {
    clock = new PollClock(stage.polling);
    clock.stop();
  });
  afterEach(async () => {
    clock.go();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await hideViews(stage.app);
  });

  describe("of a pipeline with 210 jobs", () => {
    let ref: PipelineRef;
    let failed: number;
    const rows = () => new Rows(stage.app.pipelines.view.provider);
    const pipelineRow = () => rows().pipeline(ref.pipeline.id);
    const showGraph = async (): Promise<void> => {
      await vscode.commands.executeCommand("forgeline.pipeline.showGraph", ref);
      await stage.app.pipelines.graphs.of(ref)?.load();
    };

    beforeEach(async () => {
      const made = await own.project.add({
        status: "failed",
        jobs: Array.from({ length: 210 }, (_, at) => ({
          name: `job ${at}`,
          stage: at < 110 ? "test" : "deploy",
          status: at === 205 ? "failed" : "success",
        })),
      });
      failed = made.jobs[205] ?? 0;
      ref = {
        instance: own.project.instance,
        project: own.project.path,
        pipeline: await stage.client.pipelines.get(own.project.path, made.id),
      };
      await showAlone(stage.app, VIEWS.pipelines);
    });

    it("is not requested again for its graph, nor by the rows after the graph", async () => {
      await rows().below(await pipelineRow());
      assert.equal((await own.project.asked(jobPages)).length, 3);
      await own.project.forget();
      await showGraph();
      assert.deepEqual(await own.project.asked(jobPages), []);
      const stages = stage.app.pipelines.graphs.of(ref)?.page.value.stages;
      assert.deepEqual(
        stages?.map(({ name, jobs }) => [name, jobs.length]),
        [
          ["test", 110],
          ["deploy", 100],
        ],
      );
    });

    it("is requested once for rows and graph after a job is retried, and only as far as it may have changed", async () => {
      await rows().below(await pipelineRow());
      await showGraph();
      await own.project.forget();
      await vscode.commands.executeCommand("forgeline.job.retry", {
        instance: ref.instance,
        project: ref.project,
        job: await stage.client.jobs.get(ref.project, failed),
      });
      await stage.message();
      await clock.pass(2 * second);
      const attempts = (): number | undefined =>
        stage.app.pipelines.graphs.of(ref)?.page.value.stages?.[1]?.jobs.find(({ job }) => job.name === "job 205")
          ?.earlier.length;
      await until("the new attempt in the graph", () => attempts() === 1, stage.app.connections.onDidChangeRecords);
      const asked = await own.project.asked(jobPages);
      assert.ok(asked.length <= 2, asked.join(", "));
    });
  });

  it("of job tokens is requested again only as far as it was written", async () => {
    await stage.control.setMember({ project: own.project.path, user: "alice", level: 40 });
    await showAlone(stage.app, VIEWS.projectSettings);
    const rows = new Rows(stage.app.projectSettings.view.provider);
    await rows.below(await rows.at("Job Token Access"));
    await own.project.forget();
    const lifted = vscode.commands.executeCommand("forgeline.jobTokenScope.lift");
    await stage.answer("Allow All Projects");
    await lifted;
    const since = await stage.control.lastRequest();
    await clock.pass(2 * second);
    await stage.control.waitForRequest({ path: own.project.address("/job_token_scope"), since });
    // By the answer to a later request, those of the earlier ones have come.
    await stage.client.users.current();
    assert.deepEqual(await own.project.asked(/job_token_scope/), [
      "GET /job_token_scope",
      "PATCH /job_token_scope",
      "GET /job_token_scope",
    ]);
  });

  it("of merge requests is requested once after one is merged, and once more a moment later", async () => {
    const row = await own.request("topic");
    await showAlone(stage.app, VIEWS.mergeRequests);
    const rows = new Rows(stage.app.mergeRequests.view.provider);
    await rows.below(await rows.at(/^All/));
    await own.project.forget();
    const merged = vscode.commands.executeCommand("forgeline.mergeRequest.merge", row);
    await own.look("Merge !1", "Delete Source Branch");
    await own.pick("Merge !1", "Merge Now");
    await merged;
    await stage.message();
    const all = /^GET \/merge_requests\?(?!.*source_branch)/;
    const since = await stage.control.lastRequest();
    await clock.pass(2 * second);
    await stage.control.waitForRequest({ path: own.project.address("/merge_requests\\?.*recheck"), since });
    await stage.client.users.current();
    assert.equal((await own.project.asked(all)).length, 1);
    await clock.pass(20 * second);
    await stage.client.users.current();
    // The host may not have applied the merge when it was asked first.
    assert.ok((await own.project.asked(all)).length <= 2);
  });
});
