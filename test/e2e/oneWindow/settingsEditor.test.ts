import { before, describe, it } from "mocha";
import type { BrowserContext } from "playwright-core";
import { screenshot } from "../../support/person.ts";
import { stepByStep } from "../steps.ts";
import type { Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

describe("the Settings editor, in the demo", () => {
  let browser: BrowserContext;
  let workbench: Workbench;
  before(async () => {
    ({ browser, workbench } = await sharedWindow());
  });
  stepByStep(() => browser);

  it("has Forgeline's settings in groups, and says what is wrong with a value", async () => {
    await workbench.runCommand("Forgeline: Open Settings");
    const editor = workbench.page.locator(".settings-editor");
    for (const group of ["Hosts", "Pipelines and Logs", "Merge Requests", "Editor", "Packages"])
      await editor.locator(".settings-toc-container").getByText(group, { exact: true }).waitFor();
    await screenshot(workbench.page, "demo-settings");
    const timeout = editor.locator(".settings-tree-container .monaco-list-row").filter({ hasText: "Timeout" });
    await timeout.locator("input").fill("0");
    await timeout.getByText(/Enter 1 to 600 seconds\./).waitFor();
    await screenshot(workbench.page, "demo-settings-wrong");
    await timeout.locator("input").fill("30");
    await timeout.getByText(/Enter 1 to 600 seconds\./).waitFor({ state: "hidden" });
    await workbench.runCommand("View: Close All Editors");
  });
});
