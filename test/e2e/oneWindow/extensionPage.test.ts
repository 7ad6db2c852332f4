import assert from "node:assert/strict";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { pictureAddress } from "../../../tools/project.ts";
import { root } from "../../../tools/root.ts";
import { screenshot } from "../../support/person.ts";
import type { Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** What VS Code shows of the packed extension, in a window without a gallery. */
describe("the extension's page", () => {
  let browser: BrowserContext;
  let workbench: Workbench;

  before(async () => {
    ({ browser, workbench } = await sharedWindow());
  });

  it("shows the README with every picture", async () => {
    // The files as they will be published; the window has no network.
    const published = pictureAddress("");
    await browser.route(`${published}**`, (route) =>
      route.fulfill({ path: join(root, route.request().url().slice(published.length)) }),
    );
    await workbench.runCommand("Extensions: Show Installed Extensions");
    await workbench.page
      .locator(".part.sidebar .extensions-list .monaco-list-row")
      .filter({ hasText: "Forgeline" })
      .first()
      .click();
    const page = workbench.editorPage;
    await page.getByRole("heading", { name: "Forgeline", level: 1 }).waitFor();
    const pictures = page.locator("img");
    const widths = await pictures.evaluateAll((images) =>
      Promise.all(
        (images as unknown as { decode(): Promise<void>; naturalWidth: number }[]).map((image) =>
          image.decode().then(
            () => image.naturalWidth,
            () => 0,
          ),
        ),
      ),
    );
    assert.equal(widths.length, 7);
    for (const width of widths) assert.ok(width >= 600, `a picture is ${width} pixels wide: ${widths.join(", ")}`);
    await screenshot(workbench.page, "extension-page");
  });
});
