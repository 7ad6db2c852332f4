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
});
