import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import type { BrowserContext } from "playwright-core";
import { stepByStep } from "../steps.ts";
import type { Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** What people type, and the command that Enter would run then. */
const words = {
  "Sign In": "Sign In",
  "Sign Out": "Sign Out",
  "Select Project": "Select Project…",
  Refresh: "Refresh Views",
  "Open Settings": "Open Settings",
  "Run Pipeline": "Run Pipeline…",
  "Retry Pipeline": "Retry Pipeline",
  "Cancel Pipeline": "Cancel Pipeline",
  "Retry Job": "Retry Job",
  "Show Job Log": "Show Job Log",
  "Test Report": "Show Test Report",
  Artifacts: "Browse Artifacts…",
  "Merge Merge": "Merge Merge Request…",
  "Create Merge Request": "Create Merge Request…",
  "Open Merge Request": "Open Merge Request",
  "Check Out": "Check Out Merge Request Branch",
  "Protect Branch": "Protect Branch…",
  "Commit Files": "Commit Files on Host…",
  "Open Wiki": "Open Wiki Page",
  "Create Snippet": "Create New Snippet…",
  "Insert Snippet": "Insert Snippet…",
  Template: "Insert CI Template…",
  "Search Packages": "Search Packages…",
  "Filter Pipelines": "Filter Pipelines…",
} as const;

describe("the Command Palette of a newcomer", () => {
  let browser: BrowserContext;
  let workbench: Workbench;

  before(async () => {
    ({ browser, workbench } = await sharedWindow());
  });
  stepByStep(() => browser);

  it("has the likeliest command first for what is typed", async () => {
    // An editor is open, of which some commands take the file.
    await workbench.runCommand("File: New Untitled Text File");
    await workbench.runCommand("Clear Command History");
    await workbench.dialogButton("Clear").click();
    await workbench.page.keyboard.press("F1");
    const typed = workbench.quickInput.locator("input").first();
    const rows = workbench.quickInput.locator(".quick-input-list .monaco-list-row .label-name");
    const wrong: string[] = [];
    for (const [word, title] of Object.entries(words)) {
      for (const text of [`Forgeline ${word}`, word]) {
        await typed.fill(`>${text}`);
        await workbench.page.waitForTimeout(400);
        const first = (await rows.first().textContent()) ?? "";
        if (first !== `Forgeline: ${title}`) wrong.push(`${text} finds ${first}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
});
