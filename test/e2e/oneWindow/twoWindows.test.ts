import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import { connectControl, type ServiceControl } from "../../service/control.ts";
import { isAll } from "../../support/long.ts";
import type { RunningDemo } from "../runningDemo.ts";
import { story } from "../steps.ts";
import { Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** Two windows of one editor in the hands of somebody who is signed in to both with one account. */
(isAll ? describe : describe.skip)("two windows with one account, in the demo", () => {
  let demo: RunningDemo;
  let browser: BrowserContext;
  let windows: readonly [Workbench, Workbench];
  let control: ServiceControl;

  before(async () => {
    const window = await sharedWindow();
    ({ demo, browser } = window);
    control = connectControl(demo.service);
    windows = [window.workbench, new Workbench(await browser.newPage())];
    await windows[1].open(demo.editor);
    // Its views are all there then, and stay where they are.
    await windows[1].statusBarEntry(/Pipeline/).waitFor();
    await windows[1].openContainer("Forgeline");
  });
  const step = story("renews one session from two windows", () => browser);
  after(() => windows[1].page.close());

  /** Has both windows read the host at the same time, after a new pipeline that they show when they have. */
  async function refresh(): Promise<void> {
    const { id } = await control.addPipeline({ ref: "main", status: "success", jobs: [] });
    for (const window of windows) {
      const pipelines = await window.pipelinesOf("main");
      await window.leaveViews();
      await window.runCommand("Forgeline: Refresh Views");
      await pipelines
        .row(new RegExp(`^Pipeline ${id}, passed`))
        .first()
        .waitFor();
    }
  }
  step("are renewed once when the access token ends, by whichever asks first", async () => {
    await refresh();
    const before = await control.tokenStats("alice");
    await control.expireAccessTokens("alice");
    await refresh();
    const { refreshes, replays } = await control.tokenStats("alice");
    assert.deepEqual([refreshes - before.refreshes, replays - before.replays], [1, 0]);
  });
});
