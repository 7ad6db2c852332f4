import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import type { BrowserContext, Locator } from "playwright-core";
import { stepByStep } from "../steps.ts";
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
  };

  before(async () => {
    ({ browser, workbench } = await sharedWindow());
  });
  stepByStep(() => browser);

  it("goes to the first open thread, and shows each thread of the diff once, with what is suggested", async () => {
    await goToFirstThread();
    const suggesting = threads(/Could we call these/);
    await suggesting.waitFor();
    for (const line of [/-\s+wind: "°",/, /\+\s+windDirection: "°",/])
      await suggesting.filter({ hasText: line }).waitFor();
    assert.deepEqual([await suggesting.count(), await threads(/Quantities without a unit/).count()], [1, 1]);
    await workbench.picture("demo-review");
    await workbench.runCommand("View: Close All Editors");
  });

  it("inserts the lines of the thread as a suggestion into the reply", async () => {
    // Another diff than the window's first: there VS Code may draw threads anew, and with them the reply.
    await goToFirstThread();
    const thread = threads(/Could we call these/);
    await thread.getByRole("button", { name: "Reply…" }).click();
    await thread.getByRole("button", { name: "Insert Suggestion" }).click();
    await thread
      .locator(".monaco-editor .view-line")
      .filter({ hasText: /^\s*wind:\s"°",/ })
      .waitFor();
    // Nothing was sent: the text goes with the diff.
    await workbench.runCommand("View: Close All Editors");
  });
});
