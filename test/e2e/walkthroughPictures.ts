/** `node test/e2e/walkthroughPictures.ts`: takes the pictures of the walkthrough from the demo, into media/walkthrough. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runChild } from "../../tools/children.ts";
import { withPalette } from "../../tools/png.ts";
import { root } from "../../tools/root.ts";
import { inDemo, type PictureWindow } from "./inDemo.ts";
import { signIn } from "./signIn.ts";

/** What VS Code's Welcome page has room for. */
const size = { width: 1100, height: 720, scale: 1 };

await inDemo(size, takePictures);

async function takePictures({ demo, browser, workbench }: PictureWindow): Promise<void> {
  const { page } = workbench;
  const take = async (name: string): Promise<void> => {
    await workbench.restPointer();
    await writeFile(
      join(root, "media/walkthrough", `${name}.png`),
      withPalette(await page.screenshot({ animations: "disabled" })),
    );
  };

  await workbench.open(demo.editor);
  await workbench.openContainer("Forgeline");
  await workbench.welcomeButton("Sign In").waitFor();
  await workbench.closeReadme();
  await workbench.runCommand("View: Toggle Minimap");
  await workbench.widenSideBar(400);
  await take("connect");

  await signIn(browser, workbench, demo);
  const pipelines = await workbench.view("Pipelines");
  await pipelines.row(/^Current branch: main/).waitFor();
  const running = pipelines.row(/^Pipeline \d+, running/).first();
  await pipelines.expand(running);
  await pipelines.expand(pipelines.row(/^Stage test, running/).first());
  await pipelines
    .row(/^Job integration, running/)
    .first()
    .click();
  await workbench
    .outputLine(/°C +\d+\.\d hPa$/)
    .nth(6)
    .waitFor();
  await page
    .locator(".part.statusbar")
    .getByText(/^Signed in as /)
    .waitFor({ state: "hidden" });
  await take("log");

  // Rows that are out of sight are not there.
  await running.locator(".monaco-tl-twistie").click();
  await runChild("git", ["-C", demo.folder, "switch", "--quiet", "feature/humidity"]);
  await pipelines.row(/^Current branch: feature\/humidity/).waitFor();
  await pipelines.expand(pipelines.row(/^Pipeline \d+, failed, .*feature\/humidity/).last());
  await pipelines.expand(pipelines.row(/^Stage test, failed/));
  const job = pipelines.row(/^Job unit tests, failed/);
  await job.click();
  await workbench.outputLine(/^Job unit tests #\d+: failed/).waitFor();
  await workbench.runCommand("View: Focus Problems");
  await workbench.panel
    .locator(".markers-panel")
    .getByText(/Missing expected exception/)
    .first()
    .waitFor();
  await pipelines.chooseFromMenu(job, "Go to First Error in Job Log");
  await workbench
    .line(/^ +AssertionError \[ERR_ASSERTION\]: Missing expected exception/)
    .first()
    .waitFor();
  await take("fix");

  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("View: Hide Panel");
  await pipelines.collapse();
  await workbench.openMergeRequestPage("Work out the dew point", "The formula");
  await workbench.editorPageLoaded();
  await take("review");

  await workbench.runCommand("View: Close All Editors");
  await workbench.openFile(".gitlab-ci.yml");
  await workbench.typeAtEnd(".gitlab-ci.yml", "\ninclude:\n  - template: ");
  await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
  await take("ciFile");
}
