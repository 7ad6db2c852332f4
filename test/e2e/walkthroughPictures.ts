/** `node test/e2e/walkthroughPictures.ts`: takes the pictures of the walkthrough from the demo, into media/walkthrough. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openBrowser } from "../support/browser.ts";
import { runChild } from "../support/children.ts";
import { withPalette } from "../support/palettePng.ts";
import { Scope } from "../support/scope.ts";
import { root } from "../support/testReport.ts";
import { startDemo } from "./runningDemo.ts";
import { signIn } from "./signIn.ts";
import { Workbench } from "./workbench.ts";

/** What VS Code's Welcome page has room for, in CSS pixels. */
const size = { width: 1100, height: 720 };

const scope = new Scope();
scope.endOnSignals();
try {
  await takePictures();
} finally {
  await scope[Symbol.asyncDispose]();
}
process.exit();

async function takePictures(): Promise<void> {
  const demo = await startDemo(scope);
  const browser = await openBrowser(scope, { standInForFront: false });
  const workbench = new Workbench(await browser.newPage());
  const { page } = workbench;
  await page.setViewportSize(size);
  const take = async (name: string): Promise<void> => {
    const folder = join(root, "media/walkthrough");
    await mkdir(folder, { recursive: true });
    // Away from everything that has something to say.
    await page.mouse.move(size.width - 120, size.height - 8);
    await writeFile(join(folder, `${name}.png`), withPalette(await page.screenshot({ animations: "disabled" })));
  };

  await workbench.open(demo.editor);
  await workbench.openContainer("Forgeline");
  await workbench.welcomeButton("Sign In").waitFor();
  await workbench.runCommand("View: Close All Editors");
  await take("connect");

  await signIn(browser, workbench, demo);
  const pipelines = await workbench.view("Pipelines");
  await pipelines.row(/^Current branch: main/).waitFor();
  await workbench.widenSideBar(360);
  await workbench.runCommand("View: Close All Editors");
  const running = pipelines.row(/^Pipeline \d+, running/).first();
  await pipelines.expand(running);
  await pipelines.expand(pipelines.row(/^Stage test, running/).first());
  await pipelines
    .row(/^Job integration, running/)
    .first()
    .click();
  await workbench.outputLine(/\S/).first().waitFor();
  await take("log");

  await workbench.runCommand("View: Hide Panel");
  // Rows that are out of sight are not there.
  await running.locator(".monaco-tl-twistie").click();
  await runChild("git", ["-C", demo.folder, "switch", "--quiet", "feature/humidity"]);
  await pipelines.row(/^Current branch: feature\/humidity/).waitFor();
  await pipelines.expand(pipelines.row(/^Pipeline \d+, failed, .*feature\/humidity/).last());
  await pipelines.expand(pipelines.row(/^Stage test, failed/));
  await pipelines.chooseFromMenu(pipelines.row(/^Job unit tests, failed/), "Go to First Error in Job Log");
  await workbench.line(/^ +✖ refuses 0 % /).waitFor();
  await take("fix");

  await workbench.runCommand("View: Close All Editors");
  await pipelines.collapse();
  const mergeRequests = await workbench.view("Merge Requests");
  const row = mergeRequests.row(/^Merge request \d+, Work out the dew point, open/).first();
  await mergeRequests.expand(row);
  await mergeRequests
    .row(/^Description: The formula/)
    .first()
    .click();
  await workbench.editorPage.locator("#verdict").waitFor();
  await workbench.editorPageLoaded();
  await take("review");

  await workbench.runCommand("View: Close All Editors");
  await page.keyboard.press("ControlOrMeta+P");
  await workbench.enter(".gitlab-ci.yml");
  await workbench.typeAtEnd(".gitlab-ci.yml", "\ninclude:\n  - template: ");
  await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
  await take("ciFile");
}
