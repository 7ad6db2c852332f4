/** Runs what takes pictures of the demo for the documentation, in a browser of its own. */
import type { BrowserContext } from "playwright-core";
import { Scope } from "../../tools/scope.ts";
import { openBrowser } from "../support/browser.ts";
import { screenshot } from "../support/person.ts";
import { type RunningDemo, startDemo } from "./runningDemo.ts";
import { Workbench } from "./workbench.ts";

export interface PictureWindow {
  readonly demo: RunningDemo;
  readonly browser: BrowserContext;
  readonly workbench: Workbench;
}

export interface WindowSize {
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for each of CSS, along one side. */
  readonly scale: number;
}

/** Ends with the process. When it throws, a picture of the window is in out/screenshots. */
export async function inDemo(
  { width, height, scale }: WindowSize,
  work: (window: PictureWindow) => Promise<void>,
): Promise<never> {
  const scope = new Scope();
  scope.endOnSignals();
  try {
    const demo = await startDemo(scope);
    const browser = await openBrowser(scope, { standInForFront: false, scale });
    const page = await browser.newPage();
    await page.setViewportSize({ width, height });
    try {
      await work({ demo, browser, workbench: new Workbench(page) });
    } catch (error) {
      console.error(`The window: ${await screenshot(page, "pictures-failed")}`);
      throw error;
    }
  } finally {
    await scope[Symbol.asyncDispose]();
  }
  process.exit();
}
