/**
 * `npm run pictures`: takes the pictures of the README and the documentation anew. The still ones are those that the end-to-end tests take;
 * the moving one is recorded here, in the demo: from signing in to the line that failed. Needs `img2webp` (Debian's package webp).
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { runChild } from "../support/children.ts";
import { answerApproval, picturePath, screenshot } from "../support/person.ts";
import { Scope } from "../support/scope.ts";
import { root } from "../support/testReport.ts";
import { startDemo } from "./runningDemo.ts";
import { Workbench } from "./workbench.ts";

/** Which picture of the end-to-end tests is which of the documentation. */
const stills: Readonly<Record<string, string>> = {
  "api-request": "demo-api-answer",
  artifacts: "demo-artifacts",
  graph: "demo-graph",
  "log-document": "demo-log-document",
  "merge-requests": "demo-merge-request",
  milestones: "demo-milestones",
  packages: "demo-packages",
  people: "demo-people",
  pipelines: "demo-job-log",
  "project-settings": "demo-project-settings",
  snippets: "demo-snippet",
  "template-merge": "demo-template-merge",
  testing: "demo-testing",
  wiki: "demo-wiki",
};

/** The moving picture as a list of stills, with the ms that each is shown. */
class Recording {
  readonly #page: Page;
  readonly #frames: { readonly file: string; readonly ms: number }[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Keeps what the window shows now, with the pointer on what is about to be clicked. */
  async show(ms: number, pointAt?: Locator): Promise<void> {
    if (pointAt) await pointAt.hover();
    const file = await screenshot(this.#page, `recording-${this.#frames.length}`);
    this.#frames.push({ file, ms });
  }

  save(path: string): void {
    const frames = this.#frames.flatMap(({ file, ms }) => ["-lossy", "-q", "75", "-m", "6", "-d", String(ms), file]);
    execFileSync("img2webp", ["-loop", "0", ...frames, "-o", path]);
  }
}

const picture = (name: string): string => join(root, "docs/pictures", name);
const branch = "feature/humidity";

async function record(scope: Scope): Promise<void> {
  const demo = await startDemo(scope);
  await runChild("git", ["-C", demo.folder, "switch", "--quiet", branch]);
  const browser = await openBrowser(scope, { standInForFront: false });
  const workbench = new Workbench(await browser.newPage());
  const { page } = workbench;
  await page.setViewportSize({ width: 1280, height: 720 });
  await workbench.open(demo.editor);
  await workbench.openContainer("Forgeline");
  await workbench.widenSideBar(400);
  await workbench.runCommand("View: Toggle Minimap");
  const recording = new Recording(page);

  const signIn = workbench.welcomeButton("Sign In");
  await signIn.waitFor();
  await recording.show(1800, signIn);
  await signIn.click();
  const allow = workbench.dialogButton("Allow");
  await allow.waitFor();
  await recording.show(1500, allow);
  const [approval] = await Promise.all([browser.waitForEvent("page"), allow.click()]);
  await answerApproval(approval, demo.info.users.alice, "allow");
  await approval.getByText("You're signed in.").waitFor();
  await approval.close();

  const pipelines = await workbench.view("Pipelines");
  await pipelines.row(new RegExp(`^Current branch: ${branch}`)).waitFor();
  const red = pipelines.row(new RegExp(`^Pipeline \\d+, failed, .*${branch}`)).last();
  await red.waitFor();
  await recording.show(1500, red);
  await pipelines.expand(red);
  await pipelines.expand(pipelines.row(/^Stage test, failed/));
  const job = pipelines.row(/^Job unit tests, failed/);
  await recording.show(1500, job);
  await job.click();
  await workbench.outputLine(/^Job unit tests #\d+: failed/).waitFor();
  await recording.show(2200);
  await workbench.runCommand("View: Focus Problems");
  const problem = workbench.page
    .locator(".part.panel .markers-panel .monaco-list-row")
    .filter({ hasText: /Missing expected exception \(RangeError\)/ })
    .first();
  await problem.waitFor();
  await recording.show(1500, problem);
  await problem.dblclick();
  await workbench.tab("dewPoint.test.js").waitFor();
  await page.mouse.move(1000, 300);
  await recording.show(3500);
  recording.save(picture("demo.webp"));
}

for (const [name, taken] of Object.entries(stills)) {
  if (!existsSync(picturePath(taken))) throw new Error(`${taken} is missing: npm run test:e2e takes it`);
  copyFileSync(picturePath(taken), picture(`${name}.png`));
}
const scope = new Scope();
scope.endOnSignals();
try {
  await record(scope);
} finally {
  await scope[Symbol.asyncDispose]();
}
