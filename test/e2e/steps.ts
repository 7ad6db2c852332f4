/** Suites whose steps stand on each other: what a person does one after the other in one window. */
import { afterEach, beforeEach } from "mocha";
import type { BrowserContext } from "playwright-core";
import { screenshot } from "../support/person.ts";
import { webviewState } from "../support/webviewState.ts";
import { windowShows } from "../support/windowState.ts";

/**
 * Lets the suite around it leave out what comes after a step that failed, takes pictures of that, and prints what the window shows, since
 * pictures stay on the machine.
 */
export function stepByStep(browser: () => BrowserContext): void {
  let broken = false;
  beforeEach(function () {
    if (broken) this.skip();
  });
  afterEach(async function () {
    if (this.currentTest?.state !== "failed") return;
    broken = true;
    for (const [index, page] of browser().pages().entries())
      await screenshot(page, `e2e-${this.currentTest.title}-${index}`).catch(() => undefined);
    await printWindows(browser());
  });
}

/** Prints what each window of the browser shows. */
export async function printWindows(browser: BrowserContext): Promise<void> {
  for (const page of browser.pages()) {
    console.log((await windowShows(page, 5_000)) ?? "The window does not answer");
    console.log(await webviewState(page).catch(String));
  }
}
