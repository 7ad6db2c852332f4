import assert from "node:assert/strict";
import type { BrowserContext, Locator } from "playwright-core";
import { story } from "../steps.ts";
import type { Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** The demo in the hands of somebody whose merge request was reviewed: each step stands on the one before. */
describe("a review, in the demo", () => {
  let browser: BrowserContext;
  let workbench: Workbench;

  const threads = (words: RegExp): Locator =>
    workbench.page.locator(".part.editor .review-widget").filter({ hasText: words });

  const goToFirstThread = async (): Promise<void> => {
    await workbench.runCommand("Forgeline: Go to Next Open Thread");
    await workbench.pick(/Show the wind as a rose/);
    // Threads are drawn before the diff takes the focus, and VS Code closes an empty reply that loses it.
    await workbench.page.locator(".monaco-diff-editor .editor.modified .monaco-editor.focused").waitFor();
  };

  before(async () => {
    ({ browser, workbench } = await sharedWindow());
  });
  const step = story("goes through a review", () => browser);

  step("goes to the first open thread, and shows each thread of the diff once, with what is suggested", async () => {
    const view = await workbench.view("Merge Requests");
    await view.row(/^All open/).waitFor();
    await workbench.leaveViews();
    await goToFirstThread();
    const suggesting = threads(/Could we call these/);
    await suggesting.waitFor();
    for (const line of [/-\s+wind: "°",/, /\+\s+windDirection: "°",/])
      await suggesting.filter({ hasText: line }).waitFor();
    // VS Code draws threads again within the first second of a window's first diff, so that none is there for a moment.
    for (const thread of [suggesting, threads(/Quantities without a unit/)]) {
      await thread.nth(1).waitFor({ state: "detached" });
      await thread.waitFor();
    }
    // VS Code opens its Comments view beside the first comments of a window.
    if (await workbench.panel.isVisible()) await workbench.panel.getByRole("button", { name: "Hide Panel" }).click();
    await workbench.picture("demo-review");
    await workbench.runCommand("View: Close All Editors");
  });

  step(
    "adds the lines of the thread as a suggestion to the reply, which stays until it is sent or discarded",
    async () => {
      await goToFirstThread();
      const thread = threads(/Could we call these/);
      await thread.getByRole("button", { name: "Reply…" }).click();
      await workbench.page.keyboard.type("Or so?");
      await thread.getByRole("button", { name: "Insert Suggestion" }).click();
      // The unsent comment takes the place of the box.
      await thread.getByRole("button", { name: "Reply…" }).waitFor({ state: "hidden" });
      const lines = thread.locator(".monaco-editor .view-line");
      for (const line of [/^Or\sso\?$/, /^\s*wind:\s"°",/]) await lines.filter({ hasText: line }).waitFor();
      await workbench.picture("demo-suggestion");
      await thread.getByRole("button", { name: "Discard" }).click();
      await lines.filter({ hasText: /^Or\sso\?$/ }).waitFor({ state: "hidden" });
      // By mouse: the comments that take the focus one after the other would close the palette.
      await workbench.tab("units.js").click({ button: "middle" });
      await thread.waitFor({ state: "detached" });
    },
  );

  step("marks a changed file as viewed by its checkbox, and counts it", async () => {
    const view = await workbench.view("Merge Requests");
    // Other merge requests may be expanded.
    await view.pane.hover();
    await view.pane.getByRole("button", { name: "Collapse All" }).click();
    await view.pane.locator('.monaco-list-row[aria-level="2"]').first().waitFor({ state: "detached" });
    await view.open(/^All open/);
    await view.open(/^Merge request \d+, Draft: Show the wind as a rose, open/);
    await view.open(/^Changed files, 2$/);
    await view.goTo(/^units\.js, modified/);
    const checkbox = view.row(/^units\.js, modified/).getByRole("checkbox", { name: "Viewed" });
    await checkbox.click();
    await view
      .row(/^Changed files, 1 of 2 viewed$/)
      .first()
      .waitFor({ state: "attached" });
    assert.equal(await checkbox.isChecked(), true);
    // VS Code draws the row after the count: until then a click can be lost on it.
    await view
      .row(/^Changed files, 1 of 2 viewed$/)
      .first()
      .hover();
    await checkbox.hover();
    await workbench.page.locator(".monaco-hover:visible").getByText("Mark as Not Viewed").waitFor();
    await checkbox.click();
    await view
      .row(/^Changed files, 2$/)
      .first()
      .waitFor({ state: "attached" });
  });
});
