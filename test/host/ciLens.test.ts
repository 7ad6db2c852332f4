/** How the jobs of a CI file went, above and at their names, and how often that is asked for. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { FabricatedPipeline } from "../service/types.ts";
import { CiFile } from "./ciFile.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { hoverText, lensesOf } from "./provided.ts";
import { hideViews } from "./shownView.ts";
import { withSetting } from "./spies.ts";
import { setStage } from "./stage.ts";

const second = 1_000;
const minute = 60 * second;
/** Lines above the jobs: lenses push what is above them out of sight. */
const top = 10;
const text = `${"# Demo\n".repeat(top)}build:\n  script: make\nunit:\n  parallel: 3\n  script: make test\ndeploy:\n  when: manual\n  script: make deploy\n.hidden: {script: x}\nvariables: {A: b}\n`;
const jobs = (of: "success" | "running" = "success"): NonNullable<FabricatedPipeline["jobs"]> => [
  { name: "build", stage: "build", status: of, duration: of === "success" ? 80 : null, trace: "made\n" },
  { name: "unit 1/3", stage: "test", status: "success", duration: 5 },
  { name: "unit 2/3", stage: "test", status: "failed", duration: 9, trace: "no\n" },
  { name: "unit 3/3", stage: "test", status: "success", duration: 7 },
  { name: "deploy", stage: "deploy", status: "manual" },
];

describe("the results of jobs in a CI file", () => {
  const stage = setStage();
  const file = new CiFile();
  let project: OwnProject;
  let clock: PollClock;

  before(async () => {
    await hideViews(stage.app);
    clock = new PollClock(stage.polling);
  });
  beforeEach(async () => {
    await file.take();
    project = await ownProject(stage.app);
  });
  afterEach(async () => {
    clock.go();
    await file.putBack();
  });
  after(() => workspaceProject(stage.app));

  /**
   * Opens the project with its clock stopped, and forgets what that asked for.
   * @param shown pipeline that the status bar has to show first, which reads it after a while
   */
  const open = async (shown?: { readonly id: number; readonly status: string }): Promise<void> => {
    await project.open();
    if (shown) await button(`Pipeline #${shown.id} of main: ${shown.status}`);
    clock.stop();
    await project.forget();
  };
  const button = (name: string, click = false): Promise<string> =>
    stage.person({ action: "find", role: "button", name, click });
  const lenses = async (): Promise<string[]> => {
    const all = await lensesOf(file.uri, 100);
    return all
      .filter(({ command }) => command?.command.startsWith("forgeline."))
      .map(({ range, command }) => `${range.start.line - top} ${command?.title ?? ""}`);
  };
  const hover = (line: number): Promise<string> => hoverText(file.uri, new vscode.Position(line + top, 1));
  const about = (): Promise<string[]> => project.asked(/\/pipelines\?ref=|\/jobs/);
  const shape = (requests: readonly string[]): string[] => requests.map((request) => request.replace(/\?.*/, ""));

  it("shows results and actions above each job, older pipelines filling in", async () => {
    const older = await project.add({
      status: "success",
      jobs: [{ name: "deploy", stage: "deploy", status: "success", duration: 3 }],
    });
    const { id } = await project.add({ status: "failed", jobs: jobs() });
    await project.add({ status: "success", ref: "other", jobs: jobs() });
    await open({ id, status: "failed" });
    await file.show(text);
    await button(`passed in 1m 20s · #${id}`);
    assert.deepEqual(await lenses(), [
      `0 $(pass) passed in 1m 20s · #${id}`,
      "0 Show Log",
      "0 Retry",
      "0 Run Pipeline",
      `2 $(error) 1 of 3 failed in 9s · #${id}`,
      "2 Show Log",
      "2 Retry",
      "2 Run Pipeline",
      `5 $(play-circle) manual · #${id}`,
      "5 Run Pipeline",
    ]);
    assert.deepEqual(await about(), [
      "GET /pipelines?ref=main&per_page=5",
      `GET /pipelines/${id}/jobs?include_retried=true&per_page=100`,
    ]);
    await project.forget();
    await clock.pass(3 * minute);
    await button(`passed in 3s · #${older.id}`);
    assert.equal(shape(await about())[0], `GET /pipelines/${older.id}/jobs`);
    await project.forget();
    await clock.pass(5 * minute);
    const asked = shape(await project.asked());
    assert.ok(asked.length >= 4 && asked.length <= 5, asked.join("\n"));
    // The status bar shows what they say.
    assert.deepEqual(new Set(asked), new Set(["GET /pipelines"]));
  });

  it("shows five results on hover with links to their logs", async () => {
    const made: { readonly id: number; readonly jobs: number[] }[] = [];
    for (let count = 0; count < 6; count++) made.push(await project.add({ status: "failed", jobs: jobs() }));
    const ids = made.map(({ id }) => id).reverse();
    await open();
    await file.show(text);
    await button(`passed in 1m 20s · #${ids[0]}`);
    await project.forget();
    const told = await hover(2);
    assert.match(told, /^\*\*unit on main\*\*/);
    const found = [...told.matchAll(/\$\(error\).*1 of 3 failed in 9s.*?#(\d+)/g)].map(([, id]) => Number(id));
    assert.deepEqual(found, ids.slice(0, 5));
    assert.deepEqual(
      shape(await about()).sort(),
      ids
        .slice(1, 5)
        .map((id) => `GET /pipelines/${id}/jobs`)
        .sort(),
    );
    const [, link = ""] = /\(command:forgeline\.job\.showLog\?([^) ]+)/.exec(told) ?? [];
    const [ref] = JSON.parse(decodeURIComponent(link)) as [{ readonly job: { readonly id: number } }];
    assert.equal(ref.job.id, made[5]?.jobs[2], "the part that failed");
    await project.forget();
    assert.equal(await hover(0).then((words) => words.match(/passed in 1m 20s/g)?.length), 5);
    assert.equal(await hover(1), "", "only at names");
    assert.equal(await hover(8), "", "hidden jobs have none");
    assert.deepEqual(await about(), []);
  });

  it("follows writes, and running pipelines within the budget", async () => {
    const { id, jobs: made } = await project.add({ status: "running", jobs: jobs("running") });
    await open();
    await file.show(text);
    await button("running for");
    await project.forget();
    await clock.pass(2 * minute);
    const asked = await project.asked();
    assert.ok(asked.length >= 5 && asked.length <= 8, asked.join("\n"));
    await stage.control.finishJob(made[0] ?? 0, "failed");
    stage.app.changes.fire({
      instance: project.instance,
      project: project.path,
      subject: "job",
      id: made[0] ?? 0,
      pipelineId: id,
    });
    await clock.pass(second);
    await stage.person({ action: "find", role: "button", name: "running for", gone: true });
    assert.ok(
      (await lenses()).some((lens) => lens.startsWith("0 $(error) failed")),
      (await lenses()).join("\n"),
    );
  });

  it("requests nothing without a visible CI file or when turned off", async () => {
    const { id } = await project.add({ status: "running", jobs: jobs() });
    await open();
    await clock.pass(2 * minute);
    assert.deepEqual(await about(), [], "before it is seen");
    {
      await using _off = await withSetting("forgeline.ci.lens", false);
      await file.show(text);
      await clock.pass(2 * minute);
      assert.deepEqual([await lenses(), await hover(0), await about()], [[], "", []], "turned off");
    }
    await button(`passed in 1m 20s · #${id}`);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await project.forget();
    await clock.pass(5 * minute);
    assert.deepEqual(await about(), [], "after it was closed");
  });
});
