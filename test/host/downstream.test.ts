/** Pipelines that other pipelines started, below these. */
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { PipelineRef } from "../../src/core/pipelines/refs.ts";
import { VIEWS } from "../../src/core/views.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import type { Row } from "./rows.ts";
import { openedBy } from "./spies.ts";
import { labels, viewSuite } from "./viewSuite.ts";

const made = async (
  project: OwnProject,
  other: OwnProject,
): Promise<{ readonly id: number; readonly started: number }> => {
  const { id: started } = await other.add({
    status: "failed",
    jobs: [{ name: "deep", stage: "check", status: "failed", trace: "no\n" }],
  });
  const { id } = await project.add({
    status: "success",
    jobs: [
      { name: "build", stage: "build", status: "success" },
      { name: "ship", stage: "deploy", status: "success", downstream: started },
      { name: "later", stage: "deploy", status: "manual", downstream: null },
    ],
  });
  return { id, started };
};

describe("pipelines that a pipeline started", () => {
  const suite = viewSuite(VIEWS.pipelines, "Pipelines", (app) => app.pipelines.view);

  it("lists downstream pipelines of any project on demand", async () => {
    const { project, rows } = suite;
    const other = await ownProject(suite.app);
    const { id, started } = await made(project, other);
    await suite.open();
    await rows.settled();
    assert.deepEqual(await project.asked(/bridges/), [], "nothing is asked before");
    const parent = await rows.pipeline(id);
    const below = await rows.below(parent);
    assert.deepEqual(labels(below), ["build", `ship → #${started}`, "later"]);
    assert.deepEqual(await project.asked(/bridges/), [`GET /pipelines/${id}/bridges?per_page=100`]);
    const [, ship, later] = below as [Row<unknown>, Row<unknown>, Row<unknown>];
    assert.equal(ship.icon, "error problemsErrorIcon.foreground");
    assert.ok(ship.description.startsWith(`${other.path} · main · `), ship.description);
    assert.match(ship.spoken, new RegExp(`^Downstream of ship, Pipeline ${started}, failed, .*, ${other.path}$`));
    assert.equal(ship.context, "pipeline failed retryable");
    assert.deepEqual(
      [later.context, later.item.command, later.icon],
      ["bridge", undefined, "play-circle testing.iconUnset"],
    );
    const [stage] = await rows.below(ship);
    assert.equal(stage?.label, "check");
    const [job] = await rows.below(stage);
    assert.ok(job);
    assert.equal(job.label, "deep");
    assert.equal((job.element as PipelineRef).project, other.id);
    const requests = (await suite.control.requests()).map(({ path }) => path);
    assert.ok(requests.some((path) => path.startsWith(`/api/v4/projects/${other.id}/pipelines/${started}/jobs?`)));
    const [page = ""] = await openedBy(() => vscode.commands.executeCommand("forgeline.openInBrowser", ship.element));
    assert.ok(page.endsWith(`${other.path}/-/pipelines/${started}`), page);
  });
});
