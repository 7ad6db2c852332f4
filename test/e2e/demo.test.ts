import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, afterEach, before, describe, it } from "mocha";
import { type BrowserContext } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { screenshot } from "../support/person.ts";
import { Scope } from "../support/scope.ts";
import { type RunningDemo, startDemo } from "./runningDemo.ts";
import { Workbench } from "./workbench.ts";

describe("npm run demo", () => {
  const scope = new Scope();
  scope.endOnSignals();
  let demo: RunningDemo;
  let browser: BrowserContext;
  let workbench: Workbench;

  before(async () => {
    demo = await startDemo(scope);
    browser = await openBrowser(scope, { standInForFront: false });
    workbench = new Workbench(await browser.newPage());
  });

  afterEach(async function () {
    if (this.currentTest?.state !== "failed") return;
    for (const [index, page] of browser.pages().entries()) await screenshot(page, `e2e-${this.currentTest.title}-${index}`).catch(() => undefined);
  });

  after(() => scope[Symbol.asyncDispose]());

  it("opens a real VS Code on the clone, with the packed extension in it", async () => {
    await workbench.open(demo.editor);
    await workbench.showContainer("Forgeline");
    await workbench.view("Pipelines");
    await workbench.view("Jobs");
  });

  it("ends everything it started on Ctrl-C", async () => {
    await demo.interrupt();
    assert.equal(existsSync(demo.folder), false, `${demo.folder} is still there`);
    for (const address of [demo.service, new URL(demo.editor).origin]) await assert.rejects(fetch(address), `${address} still answers`);
  });
});
