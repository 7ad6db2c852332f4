import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { VIEWS } from "../../src/core/views.ts";
import { workspaceProject } from "./ownProject.ts";
import type { Row } from "./rows.ts";
import { labels, viewSuite } from "./viewSuite.ts";

describe("the Jobs view", () => {
  const suite = viewSuite(VIEWS.jobs, "Jobs", ({ jobs }) => jobs.view);

  it("lists the project's jobs, newest first, with stage, ref and pipeline @oldest", async () => {
    const { id, jobs } = await suite.project.add({
      ref: "topic",
      jobs: [
        { name: "lint", stage: "check", status: "success", duration: 3 },
        { name: "unit", stage: "test", status: "running" },
        { name: "ship", stage: "deploy", status: "manual" },
      ],
    });
    await suite.project.open();
    const list = await suite.rows.below();
    assert.deepEqual(labels(list), ["ship", "unit", "lint"]);
    const [ship, unit, lint] = list;
    assert.match(lint?.description ?? "", new RegExp(`^check · topic · #${id} · 3s · `));
    assert.match(lint?.spoken ?? "", new RegExp(`^Job lint, passed, check, topic, #${id}, took 3 seconds, `));
    assert.deepEqual(
      [lint?.icon, lint?.context, lint?.item.command?.command],
      ["pass testing.iconPassed", "job retryable hasLog", "forgeline.job.showLog"],
    );
    assert.deepEqual([unit?.icon, unit?.context], ["sync~spin charts.blue", "job cancelable hasLog"]);
    assert.deepEqual(
      [ship?.icon, ship?.context, ship?.item.command],
      ["play-circle testing.iconUnset", "job playable", undefined],
    );
    assert.equal(lint?.id, `${suite.project.instance} ${suite.project.path}/jobs/${jobs[0] ?? 0}`);
    assert.deepEqual(await suite.project.asked(/^GET \/jobs/), ["GET /jobs?per_page=20"]);
    assert.deepEqual(await suite.rows.below(lint), []);
    assert.match((await suite.rows.tooltip(lint)).value, /\*\*Duration\*\* 3s/);
  });

  it("loads more and refreshes as much", async () => {
    await suite.project.add({ jobCount: 45 });
    await suite.project.open();
    assert.deepEqual([(await suite.rows.below()).length, labels(await suite.rows.below()).at(-1)], [21, "Load more…"]);
    await suite.project.forget();
    await suite.rows.press((await suite.rows.below()).at(-1) as Row<unknown>);
    await suite.rows.press((await suite.rows.below()).at(-1) as Row<unknown>);
    const list = labels(await suite.rows.below());
    assert.deepEqual([list.length, list[0], list.at(-1)], [45, "job 45", "job 1"]);
    assert.equal((await suite.project.asked(/^GET \/jobs/)).length, 2);
    await suite.project.forget();
    await suite.view.refresh();
    assert.deepEqual(await suite.project.asked(/^GET \/jobs/), ["GET /jobs?per_page=60"]);
    assert.deepEqual(labels(await suite.rows.below()), list);
  });

  it("filters by status, remembered for the project", async () => {
    await suite.project.open();
    assert.deepEqual(labels(await suite.rows.below()), ["No jobs yet"]);
    await suite.project.add({
      jobs: [
        { name: "a", status: "failed" },
        { name: "b", status: "success" },
        { name: "c", status: "manual" },
      ],
    });
    await suite.refreshed();
    assert.equal((await suite.rows.below()).length, 3);
    await suite.project.forget();
    await suite.view.contents?.filter.set(["failed", "manual"]);
    assert.deepEqual(labels(await suite.rows.below()), ["c", "a"]);
    assert.equal(suite.message, "Filter: failed, manual");
    assert.deepEqual((await suite.project.asked(/^GET \/jobs/)).map(decodeURIComponent), [
      "GET /jobs?scope[]=failed&scope[]=manual&per_page=20",
    ]);
    await suite.view.contents?.filter.set(["canceled"]);
    assert.deepEqual(labels(await suite.rows.below()), ["No jobs with these statuses"]);
    await workspaceProject(suite.app);
    assert.deepEqual([suite.view.contents?.filter.value, suite.message], [[], undefined]);
    await suite.project.open();
    assert.deepEqual(suite.view.contents?.filter.value, ["canceled"]);
    await suite.view.contents.filter.set([]);
    assert.equal((await suite.rows.below()).length, 3);
  });
});
