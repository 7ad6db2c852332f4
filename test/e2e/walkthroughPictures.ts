/** `node test/e2e/walkthroughPictures.ts`: takes that picture of the walkthrough which no test takes, the completion in a CI file. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withPalette } from "../../tools/png.ts";
import { root } from "../../tools/root.ts";
import { inDemo } from "./inDemo.ts";
import { signIn } from "./signIn.ts";

/** What VS Code's Welcome page has room for. */
await inDemo({ width: 1100, height: 720, scale: 1 }, async ({ demo, browser, workbench }) => {
  const { page } = workbench;
  await workbench.open(demo.editor);
  await workbench.openContainer("Forgeline");
  await workbench.welcomeButton("Sign In").waitFor();
  await workbench.closeReadme();
  await workbench.runCommand("View: Toggle Minimap");
  await signIn(browser, workbench, demo);
  await workbench.openFile(".gitlab-ci.yml");
  await workbench.typeAtEnd(".gitlab-ci.yml", "\ninclude:\n  - template: ");
  await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
  await workbench.restPointer();
  const picture = withPalette(await page.screenshot({ animations: "disabled" }));
  await writeFile(join(root, "media/walkthrough/ciFile.png"), picture);
});
