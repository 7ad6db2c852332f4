import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, it } from "mocha";
import { VIEWS } from "../../src/core/views.ts";
import { ownProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import type { Row } from "./rows.ts";
import { toggleRow } from "./shownView.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const never = new AbortController().signal;

describe("pipelines in the Milestones view", () => {
  const suite = viewSuite(VIEWS.milestones, "Milestones", ({ milestones }) => milestones.view);
  const { control } = suite;
  const heads = /^GET \/pipelines\?per_page=100$/;
  const jobs = /^GET \/pipelines\/\d+\/jobs\?/;
  /** The merge requests below the milestone, in the group's folder or the project's. */
  const requests = async (folder: string | RegExp = "Active"): Promise<Row<unknown>[]> =>
    suite.rows.below(await suite.rows.at(folder, "1.0", "Merge Requests"));
  const row = async (...path: readonly (string | RegExp)[]): Promise<Row<unknown>> =>
    suite.rows.at("Active", "1.0", "Merge Requests", "!1 open", ...path);

  let made: { id: number; jobs: readonly number[] };
  beforeEach(async () => {
    suite.project = await ownProject(suite.app, `p${randomUUID().slice(0, 8)}/station`);
    const { path } = suite.project;
    await suite.app.connections.get(suite.project.instance).client.milestones.project.create(path, { title: "1.0" });
    const { sha } = await control.commit({ "a.txt": "a\n" }, { project: path, branch: "open", startBranch: "main" });
    await control.addMergeRequest({ project: path, sourceBranch: "open", title: "open", milestone: "1.0" });
    made = await suite.project.add({
      ref: "open",
      sha,
      status: "running",
      jobs: [
        { name: "compile", stage: "build", status: "success" },
        { name: "unit", stage: "test", status: "running" },
      ],
    });
    await suite.open();
    // Held back: the tests poll by themselves.
    new PollClock(suite.polling).stop();
  });

  /** Polls as often as everything in sight needs to have had its turn. */
  const round = async (): Promise<void> => {
    for (let times = 0; times < 6; times++) await suite.contents.poll(never).catch(() => undefined);
  };

  it("mark the rows of merge requests, and their jobs are followed to the end while they stand open", async () => {
    await requests();
    assert.equal(suite.contents.running, false, "nobody has told of a pipeline yet");
    await suite.contents.poll(never);
    assert.deepEqual(await suite.project.asked(heads), ["GET /pipelines?per_page=100"]);
    assert.match((await row()).spoken, /, pipeline running, /);
    assert.equal(suite.contents.running, true);
    assert.deepEqual(labels(await suite.rows.below(await row(`Pipeline #${made.id}`))), ["build", "test"]);
    assert.match((await row(`Pipeline #${made.id}`)).context, /^pipeline .*cancelable.* here$/);
    const asked = (await suite.project.asked(jobs)).length;
    await control.finishJob(made.jobs[1] ?? 0, "failed");
    await round();
    assert.match((await row(`Pipeline #${made.id}`, "test", "unit")).context, /^job .*retryable/);
    assert.match((await row()).spoken, /, pipeline failed, /);
    assert.ok((await suite.project.asked(jobs)).length > asked);
    assert.equal(suite.contents.running, false);
    // What is over is not asked for again.
    const over = (await suite.project.asked(jobs)).length;
    await round();
    assert.equal((await suite.project.asked(jobs)).length, over);
  });

  it("are left alone once their row is closed", async () => {
    await requests();
    await suite.contents.poll(never);
    const pipeline = await row(`Pipeline #${made.id}`);
    await suite.rows.below(pipeline);
    for (const path of [
      ["Active", "1.0"],
      ["Active", "1.0", "Merge Requests"],
      ["Active", "1.0", "Merge Requests", "!1 open"],
    ])
      await toggleRow(suite.view, VIEWS.milestones, await suite.rows.at(...path), true);
    for (const expanded of [true, false]) await toggleRow(suite.view, VIEWS.milestones, pipeline, expanded);
    const before = (await suite.project.asked(jobs)).length;
    await round();
    assert.equal((await suite.project.asked(jobs)).length, before);
    // What is known of them is not old yet.
    assert.ok((await suite.rows.below(pipeline)).length > 0);
    assert.equal((await suite.project.asked(jobs)).length, before);
  });

  it("of what is over, and what nobody looks at, are not asked for", async () => {
    await suite.rows.below(await suite.rows.at("Active", "1.0"));
    await round();
    assert.deepEqual(await suite.project.asked(heads), []);
    await suite.app.connections
      .get(suite.project.instance)
      .client.mergeRequests.update(suite.project.path, 1, { state_event: "close" });
    await suite.contents.refresh(never);
    assert.match((await requests())[0]?.context ?? "", /^mergeRequest closed\b/);
    await round();
    assert.deepEqual(await suite.project.asked(heads), []);
  });
});
