import assert from "node:assert/strict";
import { basename } from "node:path";
import type { BrowserContext } from "playwright-core";
import type { Effort } from "../effort.ts";
import type { RunningDemo } from "../runningDemo.ts";
import { signIn } from "../signIn.ts";
import { story } from "../steps.ts";
import type { View, Workbench } from "../workbench.ts";
import { newWindow } from "./sharedWindow.ts";

/** One person's first minutes with the demo, before all other stories: each step stands on the one before. */
describe("npm run demo", () => {
  let demo: RunningDemo;
  let browser: BrowserContext;
  let workbench: Workbench;
  let pipelines: View;
  let effort: Effort;

  before(async () => {
    ({ demo, browser, workbench, effort } = await newWindow());
  });
  const step = story("takes a person from the first window to a log", () => browser);

  step("opens a real VS Code on the clone, with the packed extension in it", async () => {
    await workbench.open(demo.editor);
    await workbench.openContainer("Forgeline");
    await workbench.welcomeButton("Sign In").waitFor();
    assert.equal((await workbench.viewTitles()).length, 1);
    await workbench.picture("demo-signed-out");
  });

  step("names the project and its host where it asks to sign in", async () => {
    const { host } = new URL(demo.service);
    await workbench.page
      .locator(".part.sidebar")
      .getByText(`${basename(demo.info.project.path)} · ${host}`)
      .first()
      .waitFor();
    await workbench.picture("demo-welcome");
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

  step("has five views then, and the others in a list, which shows them", async () => {
    const more = await workbench.view("More Views");
    assert.deepEqual(await workbench.viewTitles(), [
      "Pipelines",
      "Merge Requests",
      "Jobs",
      "Packages",
      "Commits",
      "More Views",
    ]);
    await more.row(/^Wiki/).click();
    const wiki = await workbench.shownView("Wiki");
    await wiki
      .row(/^Wiki page /)
      .first()
      .waitFor();
    await workbench.picture("demo-more-views");
    for (const view of [wiki, more]) await view.collapse();
  });

  step("offers the projects of the host in Git: Clone", async () => {
    await workbench.runCommand("Git: Clone");
    await workbench.pick(`Clone from ${new URL(demo.service).host}`);
    await workbench.pick(demo.info.project.path);
    await workbench.quickInput.getByText(demo.info.project.httpUrl).first().waitFor();
    await workbench.page.keyboard.press("Escape");
  });
});
