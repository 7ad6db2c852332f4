import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, it } from "mocha";
import type { BrowserContext } from "playwright-core";
import { runChild } from "../../tools/children.ts";
import { Scope } from "../../tools/scope.ts";
import { connectControl, type ServiceControl } from "../service/control.ts";
import { openBrowser } from "../support/browser.ts";
import { screenshot } from "../support/person.ts";
import { countEffort, type Effort } from "./effort.ts";
import { type GatedPipeline, logLines, startGatedPipeline } from "./gatedPipeline.ts";
import { type RunningDemo, startDemo } from "./runningDemo.ts";
import { signIn } from "./signIn.ts";
import { story } from "./steps.ts";
import { type View, Workbench } from "./workbench.ts";

/** One person's hour with the demo: each step stands on the one before. */
describe("npm run demo", () => {
  const scope = new Scope();
  scope.endOnSignals();
  let demo: RunningDemo;
  let browser: BrowserContext;
  let control: ServiceControl;
  let workbench: Workbench;
  let pipelines: View;
  let gated: GatedPipeline;
  let effort: Effort;

  before(async () => {
    demo = await startDemo(scope, { built: true });
    control = connectControl(demo.service);
    browser = await openBrowser(scope, { standInForFront: false, unpainted: true });
    effort = await countEffort(browser);
    workbench = new Workbench(await browser.newPage());
  });

  after(() => scope[Symbol.asyncDispose]());

  describe("in the hands of a person", () => {
    const step = story("takes a person from the first window to logs, retries and a second host", () => browser);

    step("opens a real VS Code on the clone, with the packed extension in it", async () => {
      await workbench.open(demo.editor);
      await workbench.openContainer("Forgeline");
      await workbench.welcomeButton("Sign In").waitFor();
      assert.equal((await workbench.viewTitles()).length, 1);
      await screenshot(workbench.page, "demo-signed-out");
    });

    step("names the project and its host where it asks to sign in", async () => {
      const { host } = new URL(demo.service);
      await workbench.page
        .locator(".part.sidebar")
        .getByText(`${basename(demo.info.project.path)} · ${host}`)
        .first()
        .waitFor();
      await screenshot(workbench.page, "demo-welcome");
    });

    step("signs in through the editor's Allow dialog and the host's approval page", async () => {
      await signIn(browser, workbench, demo);
      pipelines = await workbench.view("Pipelines");
      await pipelines.row(/^Current branch: main/).waitFor();
    });

    step("shows the pipeline that the demo started", async () => {
      await pipelines
        .row(/^Pipeline \d+, running/)
        .first()
        .waitFor();
      assert.ok(effort.clicks <= 4 && effort.values === 0, `to the first pipeline: ${JSON.stringify(effort)}`);
    });

    step("is at the log of a running job with the sixth click", async () => {
      await pipelines.expand(pipelines.row(/^Pipeline \d+, running/).first());
      await pipelines.expand(pipelines.row(/^Stage test, running/).first());
      await pipelines
        .row(/^Job integration, running/)
        .first()
        .click();
      await workbench.outputLine(/\S/).first().waitFor();
      assert.ok(effort.clicks <= 6 && effort.values === 0, `to the log: ${JSON.stringify(effort)}`);
      await workbench.widenSideBar(440);
      await workbench.editorPage.getByRole("heading", { name: "Weather station" }).waitFor();
      await workbench
        .outputLine(/°C +\d+\.\d hPa$/)
        .nth(6)
        .waitFor();
      await workbench.picture("demo-running-log");
    });

    step("has three views then, and the others in a list, which shows them", async () => {
      const more = await workbench.view("More Views");
      assert.deepEqual(await workbench.viewTitles(), ["Pipelines", "Merge Requests", "Commits", "More Views"]);
      await more.row(/^Wiki/).click();
      const wiki = await workbench.shownView("Wiki");
      await wiki
        .row(/^Wiki page /)
        .first()
        .waitFor();
      await screenshot(workbench.page, "demo-more-views");
      for (const view of [wiki, more]) await view.collapse();
    });

    step("expands a pipeline to its stages and jobs", async () => {
      gated = await startGatedPipeline(scope, control, demo.info.project.defaultBranch);
      await workbench.runCommand("Forgeline: Refresh Views");
      const row = pipelines.row(new RegExp(`^Pipeline ${gated.id}, running`)).first();
      await pipelines.expand(row);
      await pipelines.expand(pipelines.row(/^Stage test, running/).first());
      await pipelines
        .row(/^Job tests, running/)
        .first()
        .waitFor();
      await pipelines
        .row(/^Job endless, /)
        .first()
        .waitFor();
    });

    step("follows the running job's log to its end", async () => {
      await pipelines
        .row(/^Job tests, running/)
        .first()
        .click();
      await workbench.outputLine(logLines[1]).waitFor();
      assert.equal(
        await workbench.outputLine(logLines[2]).count(),
        0,
        "the last line is there before the gate is open",
      );
      await gated.openGate();
      await workbench.outputLine(/^Job tests #\d+: passed after/).waitFor();
      await screenshot(workbench.page, "demo-job-log");
      // The view is refreshed then, and takes the keyboard back if it has it.
      await pipelines
        .row(/^Job tests, passed/)
        .first()
        .waitFor();
      await workbench.leaveViews();
      const lines = (await workbench.outputText()).split("\n").map((line) => line.trim());
      for (const line of logLines)
        assert.equal(
          lines.filter((one) => one === line).length,
          1,
          `"${line}" is not there exactly once in:\n${lines.join("\n")}`,
        );
      // eslint-disable-next-line no-control-regex -- that no control sequence is left is what this looks for
      assert.doesNotMatch(lines.join("\n"), /\u001b|section_(start|end):/);
    });

    step("retries the job, and a new attempt runs", async () => {
      const jobs = await workbench.view("Jobs");
      const passed = pipelines.row(/^Job tests, passed/).first();
      await pipelines.chooseFromMovingRow(passed, "Retry Job", pipelines.row(/^Job tests, attempt 2/));
      await jobs
        .row(/^Job tests/)
        .first()
        .waitFor();
    });

    step("cancels a job, which shows at once", async () => {
      const endless = pipelines.row(/^Job endless, /).first();
      await pipelines.chooseFromMovingRow(endless, "Cancel Job", pipelines.row(/^Job endless, cancell?ed/));
      // Before the end of the pipeline refreshes the view: a refresh that began with the focus brings it back later.
      await workbench.leaveViews();
      await control.waitFor({ pipelineId: gated.id, status: ["canceled", "success", "failed"] });
    });

    step("offers the projects of the host in Git: Clone", async () => {
      await workbench.runCommand("Git: Clone");
      await workbench.pick(`Clone from ${new URL(demo.service).host}`);
      await workbench.pick(demo.info.project.path);
      await workbench.quickInput.getByText(demo.info.project.httpUrl).first().waitFor();
      await workbench.page.keyboard.press("Escape");
    });

    step("is still signed in after a reload of the page", async () => {
      await workbench.reload();
      pipelines = await workbench.shownView("Pipelines");
      await pipelines
        .row(new RegExp(`^Pipeline ${gated.id}, `))
        .first()
        .waitFor();
      assert.equal(await workbench.welcomeButton("Sign In").count(), 0);
      await workbench.shownView("Jobs");
      assert.deepEqual(await workbench.viewTitles(), [
        "Pipelines",
        "Merge Requests",
        "Commits",
        "Jobs",
        "Wiki",
        "More Views",
      ]);
    });

    step("signs in to a host that is not in the settings with one paste", async () => {
      const clone = join(await scope.folder("forgeline-other-host-"), "clone");
      const other = new URL(demo.info.project.httpUrl);
      other.hostname = "localhost";
      await runChild("git", ["clone", "--quiet", demo.folder, clone]);
      await runChild("git", ["-C", clone, "remote", "set-url", "origin", other.href]);
      Object.assign(effort, { clicks: 0, values: 0 });
      const second = new Workbench(await browser.newPage());
      await second.open(`${new URL(demo.editor).origin}/?folder=${encodeURIComponent(clone)}`);
      await second.openContainer("Forgeline");
      await second.page
        .locator(".part.sidebar")
        .getByText(`${basename(demo.info.project.path)} · ${other.host}`)
        .first()
        .waitFor();
      await second.welcomeButton("Sign In").click();
      await second.pick(other.host);
      await second.dialogButton("Allow").click();
      await second.pick("Personal Access Token");
      await second.quickInput.getByRole("button", { name: "Create a Token" }).waitFor();
      await screenshot(second.page, "demo-token");
      await second.enter(demo.info.users.alice.token);
      const rows = await second.shownView("Pipelines");
      await rows
        .row(/^Pipeline \d+/)
        .first()
        .waitFor();
      assert.ok(effort.clicks <= 4 && effort.values === 1, JSON.stringify(effort));
    });
  });

  describe("at its end", () => {
    it("ends everything it started on Ctrl-C", async () => {
      await demo.interrupt();
      assert.equal(existsSync(demo.folder), false, `${demo.folder} is still there`);
      for (const address of [demo.service, new URL(demo.editor).origin])
        await assert.rejects(fetch(address), `${address} still answers`);
    });
  });
});
