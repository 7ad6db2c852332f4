/** A window of the demo, ready for what a suite is about. */
import type { BrowserContext } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import type { Scope } from "../support/scope.ts";
import { type RunningDemo, startDemo } from "./runningDemo.ts";
import { signIn } from "./signIn.ts";
import { Workbench } from "./workbench.ts";

export interface DemoWindow {
  readonly demo: RunningDemo;
  readonly browser: BrowserContext;
  readonly workbench: Workbench;
}

/** Starts the demo and signs in as alice; editors and views are closed, and the minimap is off, which has no place in pictures. */
export async function openDemoWindow(scope: Scope): Promise<DemoWindow> {
  const demo = await startDemo(scope);
  const browser = await openBrowser(scope, { standInForFront: false });
  const workbench = new Workbench(await browser.newPage());
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
  await workbench.open(demo.editor);
  await workbench.openContainer("Forgeline");
  const pipelines = await workbench.view("Pipelines");
  await signIn(browser, workbench, pipelines, demo);
  await pipelines.row(/^Current branch: main/).waitFor();
  await pipelines.collapse();
  await workbench.runCommand("View: Toggle Minimap");
  await workbench.runCommand("View: Close All Editors");
  return { demo, browser, workbench };
}
