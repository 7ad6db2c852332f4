/** The window that the suites of this folder share, since a demo, an editor and a sign-in for each would take longer than what they do. */
import assert from "node:assert/strict";
import type { BrowserContext, Locator } from "playwright-core";
import { runChild } from "../../../tools/children.ts";
import { Scope } from "../../../tools/scope.ts";
import { openBrowser } from "../../support/browser.ts";
import { isLong } from "../../support/long.ts";
import { countEffort, type Effort } from "../effort.ts";
import { type RunningDemo, startDemo } from "../runningDemo.ts";
import { signIn } from "../signIn.ts";
import { printWindows } from "../steps.ts";
import { type View, Workbench } from "../workbench.ts";

export interface DemoWindow {
  readonly demo: RunningDemo;
  readonly browser: BrowserContext;
  readonly workbench: Workbench;
  /** Of the person, from the beginning. */
  readonly effort: Effort;
}

const scope = new Scope();
scope.endOnSignals();
let opened: Promise<DemoWindow> | undefined;
let isPrepared = false;
after(() => scope[Symbol.asyncDispose]());

/** The window before somebody has opened the editor in it: what this begins stands at the beginning of the run. */
export function newWindow(): Promise<DemoWindow> {
  return (opened ??= openBrowserOfDemo());
}

/** The window, with alice signed in, `main` checked out as it is on the host, and everything closed that a suite before may have opened. */
export async function sharedWindow(): Promise<DemoWindow> {
  const window = await newWindow();
  try {
    if (window.workbench.page.url() === "about:blank") await openEditor(window);
    if (!isPrepared) await prepare(window);
    isPrepared = true;
    await tidy(window);
  } catch (error) {
    await printWindows(window.browser);
    throw error;
  }
  return window;
}

async function tidy({ demo, workbench }: DemoWindow): Promise<void> {
  for (const words of [
    ["switch", "--quiet", "main"],
    ["pull", "--quiet", "--ff-only"],
  ])
    await runChild("git", ["-C", demo.folder, ...words]);
  // A menu that a failed suite left open takes all keys.
  await workbench.closeMenus();
  await workbench.leaveViews();
  // Before other commands: a page in front takes the focus after each.
  await closeEditors(workbench);
  if (await workbench.panel.isVisible()) await workbench.runCommand("View: Hide Panel");
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.openContainer("Forgeline");
  // The last one: after a reload VS Code opens those that were open when it adds them.
  await workbench.shownView("More Views");
  // What a suite has opened would keep other pipelines out of sight.
  const pipelines = await workbench.pipelinesOf("main");
  await pipelines
    .row(/^Pipeline \d+/)
    .first()
    .waitFor();
  await pipelines.collapseRows(/^Pipeline \d+/);
  await workbench.collapseViews();
}

/** Closes all editors, also one with changes that a failed suite left: the question about it would keep every later suite from its keys. */
async function closeEditors(workbench: Workbench): Promise<void> {
  await workbench.runCommand("View: Close All Editors");
  const discard = workbench.dialogButton("Don't Save");
  await discard.or(workbench.page.locator(".part.editor .editor-group-container.empty")).first().waitFor();
  if (await discard.isVisible()) await discard.click();
}

/**
 * Checks out the branch that has failed pipelines, and returns the Pipelines view once it shows the branch and its latest pipeline, which
 * passed, in one place: until that has left the list, the rows below it are about to move. `failed` is the row of the pipeline that failed
 * in its tests; the newer one that failed has no jobs.
 */
export async function showFailedBranch({ demo, workbench }: DemoWindow): Promise<{ pipelines: View; failed: Locator }> {
  await runChild("git", ["-C", demo.folder, "switch", "--quiet", failedBranch]);
  const pipelines = await workbench.pipelinesOf(failedBranch);
  const latest = pipelines.row(new RegExp(`^Pipeline \\d+, passed, Refuse a humidity .*ref ${failedBranch}, `));
  await latest.first().waitFor();
  await latest.nth(1).waitFor({ state: "detached" });
  const oldest = `pipelines?ref=${encodeURIComponent(failedBranch)}&status=failed&sort=asc&per_page=1`;
  const [failed] = await askProject<{ id: number }[]>(demo, oldest);
  assert.ok(failed);
  return { pipelines, failed: pipelines.row(new RegExp(`^Pipeline ${failed.id}, failed, `)) };
}

/** What the host says of something of the sample project, to alice. */
export async function askProject<T>({ service, info }: RunningDemo, path: string): Promise<T> {
  const response = await fetch(`${service}/api/v4/projects/${info.project.id}/${path}`, {
    headers: { "PRIVATE-TOKEN": info.users.alice.token },
  });
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

const failedBranch = "feature/humidity";

/** Starts the demo, as in a clone without the packed extension where time does not matter. */
async function openBrowserOfDemo(): Promise<DemoWindow> {
  const demo = await startDemo(scope, { built: isLong });
  const browser = await openBrowser(scope, { standInForFront: false, unpainted: true });
  const effort = await countEffort(browser);
  const workbench = new Workbench(await browser.newPage());
  await workbench.page.setViewportSize({ width: 1280, height: 1000 });
  return { demo, browser, workbench, effort };
}

async function openEditor({ demo, browser, workbench }: DemoWindow): Promise<void> {
  await workbench.open(demo.editor);
  await workbench.openContainer("Forgeline");
  await signIn(browser, workbench, demo);
}

/** Takes the minimap away, which has no place in pictures. */
async function prepare({ workbench }: DemoWindow): Promise<void> {
  await workbench.widenSideBar(420);
  await workbench.runCommand("View: Toggle Minimap");
}
